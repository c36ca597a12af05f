// What is wrong with a page, as its reader sees it; colours and sizes are those that the browser works out.
() => {
  const found = [];
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) found.push(`scrolls sideways: ${document.documentElement.scrollWidth}`);
  const rgb = text => (text.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const part = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = node => {
    for (; node; node = node.parentElement) {
      const colour = rgb(getComputedStyle(node).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
  };
  for (const node of document.body.querySelectorAll("*")) {
    const box = node.getBoundingClientRect();
    const words = [...node.childNodes].filter(one => one.nodeType === 3).map(one => one.data.trim()).join(" ").trim();
    if (box.width && (box.left < -0.5 || box.right > wide + 0.5)) found.push(`overflows: ${node.tagName} ${words.slice(0, 40)}`);
    if (!words) continue;
    const style = getComputedStyle(node);
    if (parseFloat(style.fontSize) < 14) found.push(`${style.fontSize}: ${words.slice(0, 40)}`);
    const [a, b] = [light(rgb(style.color)), light(ground(node))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(1)}: ${words.slice(0, 40)}`);
  }
  for (const image of document.images) {
    if (!image.complete || !image.naturalWidth) found.push(`no picture: ${image.alt}`);
    if (!image.alt) found.push("a picture without words");
    if (image.getBoundingClientRect().width < Math.min(wide, 480) * 0.85) found.push("a small picture");
  }
  return found;
}

"""Small round signs: letters beside a space, what happened there, the ring of a faith."""

from __future__ import annotations

from html import escape

from pbem.pictures import icons


def scaled(shape: str, scale: float, fill: str) -> str:
    return f'<g transform="scale({scale:.3f})" fill="{fill}">{shape}</g>'


def badge(letters: str) -> str:
    if letters == "!":
        return (
            '<path d="M0 -6.4L6.4 4.8H-6.4Z" fill="#ffb000" stroke="#1d1d1f" stroke-width="1.1" '
            'stroke-linejoin="round"/><text y="3.6" font-size="8.5" font-weight="bold" text-anchor="middle" '
            'fill="#1d1d1f">!</text>'
        )
    return letters_on(letters, "#1d1d1f", "#ffffff")


def letters_on(letters: str, fill: str, ink: str) -> str:
    half = 5.2 + 2.2 * (len(letters) - 1)
    return (
        f'<rect x="{-half:g}" y="-5.2" width="{2 * half:g}" height="10.4" rx="5.2" fill="{fill}" '
        f'stroke="#fff" stroke-width=".9"/><text y="2.9" font-size="8" font-weight="bold" '
        f'text-anchor="middle" fill="{ink}">{escape(letters)}</text>'
    )


def happened(what: str) -> str:
    return (
        f'<circle r="5.8" fill="#fff3d6" stroke="#8a1020" stroke-width="1.3"/>'
        f'<g transform="scale(.78)">{icons.sign(icons.HAPPENED[what], "#8a1020")}</g>'
    )


def ring_of(colour: str, beads: str, edge: str) -> str:
    dots = (
        f'<circle r="4" fill="none" stroke="#fff" stroke-width="1.2" stroke-dasharray="{beads}"/>'
        if beads
        else ""
    )
    return (
        f'<circle r="4" fill="none" stroke="{edge}" stroke-width="4"/>'
        f'<circle r="4" fill="none" stroke="{colour}" stroke-width="2.6"/>{dots}'
    )

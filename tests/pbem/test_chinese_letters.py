"""A game by mail with a Chinese player: what he writes is done, and what he reads is Chinese."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbem.language.widths import width
from pbem.letters import render
from tests.pbem.office import Office
from tests.pbem.timed import POWERS, seat_row

NewOffice = Callable[..., Office]
CHINESE = "zh"
HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture
def talks(new_office: NewOffice) -> Office:
    office = new_office(talks=48)
    office.begin(languages={"france": CHINESE})
    return office


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("局势", "局势 ---"),
        ("手牌", "手牌 ---"),
        ("帮助", "帮助 ---"),
        ("帮助 常设指令", "常设指令在询问之前先答复问题"),
        ("帮助窗口", "许多时机都有人可能打出响应牌或战斗牌"),
        ("帮助 预先指令", "你可以在询问之前写下指令"),
        ("帮助 消息", "只寄往这些势力"),
        ("附近", "你的附近"),
        ("历史", "你所见"),
        ("战报", "众人所见"),
        ("指令", "指令 ---"),
        ("规则 13.2", "规则 13.2 见你的规则书"),
        ("卡牌 31", "糟糕的天气"),
        ("概率 辩论 德语", "概率 ---"),
        ("地图 法兰西", "地图 ---"),
        ("关闭图片", "你的邮件没有图片"),
        ("深色图片", "适合深色屏幕"),
        ("开启汇总", "每天一次"),
        ("关闭建议", "你的邮件不附建议"),
        ("开启窗口", "窗口已开启"),
        ("全部笔记", "你没有笔记"),
        ("请假 2026-12-20 至 2027-01-02", "2026年12月20日"),
        ("延时 24h", "再延长 24 小时"),
        ("常设指令：拦截对抗英格兰，一次", "对抗英格兰；一次"),
        ("小组 同盟：教皇、新教", "“消息 同盟：”现在会寄往教皇和新教"),
        ("就绪", "你已就绪"),
        ("协议", "协议 ---"),
        ("语言", "你的邮件使用中文"),
        ("语言 english", "From now on your letters are in English."),
    ],
)
def test_what_can_be_written_at_any_time(talks: Office, line: str, told: str) -> None:
    answer = talks.write("france", line).text
    assert told.replace(" ", "") in re.sub(r"\s", "", answer), answer
    assert "NOT DONE" not in answer
    assert "未执行" not in answer


def test_a_note_stays_as_it_is_written(talks: Office) -> None:
    answer = talks.write("france", "笔记：我跳过，法兰西的全部计划。", "全部笔记").text
    assert "1. 我跳过，法兰西的全部计划。" in answer


def test_by_its_own_name(talks: Office) -> None:
    assert "从现在起，你的邮件使用中文。" in talks.write("england", "language 中文").text
    assert seat_row(talks, "england").language == CHINESE


def test_press_and_deals(talks: Office) -> None:
    text = "移动全部至巴黎？好的，我跳过。"
    assert "你的消息已寄往教皇。" in talks.write("france", f"消息 教皇：{text}").text
    assert text in talks.outbox("papacy")[-1].text.replace("\n", "")
    talks.write("france", "消息 奥斯曼：", "第一行，结束", "第二行", "消息结束", "就绪")
    assert all(line in talks.outbox("ottoman")[-1].text for line in ("第一行，结束", "第二行"))
    proposed = talks.write("france", "提议 奥斯曼：结盟").text
    assert "奥斯曼 1：结盟" in proposed
    talks.write("ottoman", "agree france 1")
    assert any("奥斯曼同意" in row.subject for row in talks.outbox("france"))


def test_orders_are_carried_out_and_told(talks: Office) -> None:
    for power in POWERS:
        talks.write(power, "ready")
    while talks.asked()[0] != "france" or "轮次" not in talks.outbox("france")[-1].subject:
        if "france" in talks.asked() and "宣战" in talks.outbox("france")[-1].text:
            break
        talks.play_silently(1)
    receipt = talks.write("france", "向教皇宣战").text
    assert "已执行" in receipt or "花费" in receipt, receipt


def test_no_line_is_too_wide_and_no_english_is_left(talks: Office) -> None:
    """Names of people of the table, addresses, times and CP stay as they are."""
    for power in POWERS:
        talks.write(power, "ready")
    talks.play_silently(25)
    letters = talks.outbox("france")
    assert len(letters) > 5
    known = re.compile(r"CP|VP|SHA|UTC|Berlin|Europe|help|ok|off|on|T\d|[a-z0-9.]+@[a-z.]+|\b[0-9a-f]{20,}\b")
    for row in letters:
        for line in row.text.splitlines():
            assert width(line) <= render.WIDTH or not HAN.search(line), line
        english = re.findall(r"[A-Za-z]{4,}(?: [A-Za-z]{3,}){2,}", known.sub("", row.text))
        assert english == [], row.text

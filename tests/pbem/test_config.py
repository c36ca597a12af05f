"""Settings: what can be set, and what is said when it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.config import load_settings
from pbem.errors import SettingsProblem


def settings_file(folder: Path, text: str) -> Path:
    path = folder / "pbem.toml"
    path.write_text(text)
    return path


def test_the_defaults_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = load_settings()
    assert settings.mail.reply_address("abc") == "gm+abc@example.test"
    assert settings.hours.impulse == 72


def test_the_file_and_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = settings_file(
        tmp_path, '[mail]\naddress = "Judge@Play.test"\n[mail.smtp]\nport = 2525\n[hours]\nwindow = 12\n'
    )
    monkeypatch.setenv("PBEM_MAIL__SMTP__PORT", "587")
    monkeypatch.setenv("PBEM_MAIL__SMTP__PASSWORD", "hunter2")
    settings = load_settings(path)
    assert settings.mail.address == "judge@play.test"
    assert settings.mail.smtp.port == 587
    assert settings.hours.window == 12
    assert settings.mail.smtp.secret() == "hunter2"
    assert "hunter2" not in repr(settings)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("databse = 'x'", "databse"),
        ("[mail]\nadress = 'x@y'", "mail.adress"),
        ("[mail.smtp]\nport = 'many'", "mail.smtp.port"),
        ("[mail]\naddress = 'nobody'", "mail.address"),
        ("[mail]\naddress = 'gm+x@y.test'", "without a plus"),
        ("[hours]\nimpulse = 0", "hours.impulse"),
        ("this is not toml", "pbem.toml"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsProblem, match=told):
        load_settings(settings_file(tmp_path, text))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsProblem, match="no settings file"):
        load_settings(tmp_path / "nowhere.toml")


def test_a_password_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2\n")
    path = settings_file(tmp_path, f"[mail.imap]\npassword_file = '{secret}'\n")
    settings = load_settings(path)
    assert settings.mail.imap.secret() == "hunter2"
    assert "hunter2" not in repr(settings) + settings.model_dump_json()
    secret.unlink()
    with pytest.raises(SettingsProblem, match="cannot be read"):
        settings.mail.imap.secret()


def test_two_passwords_are_one_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_MAIL__IMAP__PASSWORD", "hunter2")
    with pytest.raises(SettingsProblem, match=r"mail.imap: give one of password") as told:
        load_settings(settings_file(tmp_path, "[mail.imap]\npassword_file = 'secret'\n"))
    assert "hunter2" not in str(told.value)


def test_usual_ports(tmp_path: Path) -> None:
    text = "[mail.imap]\nsecurity = 'starttls'\n[mail.smtp]\nsecurity = 'tls'\n"
    settings = load_settings(settings_file(tmp_path, text))
    assert (settings.mail.imap.usual_port, settings.mail.smtp.usual_port) == (143, 465)

"""Words by which mail programs and people mark what is not an order, in the languages that we met.

Adding a language is adding its words here, and a letter to `tests/pbem/letters`.
"""

from __future__ import annotations

WROTE = """
wrote | schrieb | a écrit | escribió | ha scritto | napisał | napisała | napisał(a) | skrev
schreef | escreveu | kirjoitti | írta | ezt írta | napsal | napsala | napsal(a) | napísal | napísala
a scris | yazdı | şunu yazdı | napisao | napisala | пишет | написал | написала | написал(а) | пише
έγραψε | 写道 | 寫道 | のメール
"""
"""The verb of an attribution, before its colon."""

ORIGINAL = """
original message | ursprüngliche nachricht | message d'origine | message d’origine
mensaje original | messaggio originale | mensagem original | oorspronkelijk bericht
alkuperäinen viesti | eredeti üzenet | oryginalna wiadomość | původní zpráva
ursprungligt meddelande | oprindelig meddelelse | opprinnelig melding | исходное сообщение | 原始邮件
邮件原件
"""
"""Between dashes, above an old letter."""

FORWARDED = """
forwarded message | begin forwarded message | weitergeleitete nachricht
anfang der weitergeleiteten nachricht | message transféré | début du message réexpédié
début du message transféré | mensaje reenviado | inicio del mensaje reenviado | messaggio inoltrato
inizio messaggio inoltrato | mensagem encaminhada | doorgestuurd bericht | välitetty viesti
továbbított üzenet | przekazana wiadomość
"""

HEADERS = """
from | von | de | da | od | van | från | fra | lähettäjä | feladó | от | 发件人 | sent | gesendet
envoyé | enviado | inviato | verzonden | skickat | sendt | wysłano | lähetetty | küldve | отправлено
date | datum | data | fecha | dato | päivämäärä | dátum | 日期 | 发送时间 | to | an | à | para | a | do
aan | till | til | vastaanottaja | címzett | кому | 收件人 | subject | betreff | objet | asunto
oggetto | temat | onderwerp | ämne | emne | aihe | tárgy | assunto | тема | 主题 | cc | kopie | copie
reply-to
"""
"""Names of header lines, as programs print them above an old letter."""

DEVICES = """
sent from my | sent from mail for | sent from outlook | sent from yahoo | sent via | sent with
get outlook for | von meinem | gesendet mit | gesendet von | envoyé de | envoyé depuis
enviado desde | enviado do meu | inviato da | verzonden vanaf | verstuurd vanaf | skickat från
sendt fra | wysłane z | wysłano z | lähetetty | küldve | outlook für | outlook for | outlook pour
télécharger outlook
"""
"""Beginnings of the line that a telephone puts below a letter."""

GREETINGS = """
hi | hello | hey | dear | hallo | liebe | lieber | bonjour | salut | hola | ciao | moi | hei | hej
szia | cześć | good morning | good evening | good day | guten morgen | guten tag | guten abend
"""

CLOSINGS = """
kind regards | best regards | warm regards | regards | best wishes | all the best | best | cheers
thanks | thanks a lot | thanks again | many thanks | thank you | thank you very much | thx | yours
yours sincerely | yours truly | sincerely | mfg | lg | vg | viele grüße | liebe grüße
mit freundlichen grüßen | freundliche grüße | beste grüße | gruß | grüße | danke | vielen dank
cordialement | amicalement | bien à vous | merci | saludos | un saludo | gracias | cordiali saluti
saluti | grazie | pozdrawiam | terveisin | üdv | üdvözlettel | köszönöm
"""


def words(text: str) -> list[str]:
    """The phrases of a list, longest first, so that none hides another."""
    phrases = [phrase.strip() for line in text.splitlines() for phrase in line.split("|")]
    return sorted(filter(None, phrases), key=lambda phrase: (-len(phrase), phrase))

"""Words by which mail programs and people mark what is not an order, in the languages that we met.

Adding a language is adding its words here, and a letter to `tests/letters`.  What our own letters say, the
catalogs know.
"""

from __future__ import annotations

WROTE = """
wrote | schrieb | a écrit | escribió | ha scritto | napisał | napisała | napisał(a) | skrev
schreef | escreveu | kirjoitti | írta | ezt írta | napsal | napsala | napsal(a) | napísal | napísala
a scris | yazdı | şunu yazdı | napisao | napisala | пишет | написал | написала | написал(а) | пише
έγραψε | 写道 | 寫道 | のメール
napisao je | napisala je | kirjutas | kirjoitti | rakstīja | rašė | написа | написав | написала
schreibt | writes | escribe | scrive | pisze | skriver | schrijft | kirjoittaa | írja | píše | escreve
님이 작성 | がメールを書きました | het volgende geschreven | şunları yazdı | va escriure
"""
"""The verb of an attribution, before its colon."""

ORIGINAL = """
original message | ursprüngliche nachricht | message d'origine | message d’origine
mensaje original | messaggio originale | mensagem original | oorspronkelijk bericht
alkuperäinen viesti | eredeti üzenet | oryginalna wiadomość | původní zpráva
ursprungligt meddelande | oprindelig meddelelse | opprinnelig melding | исходное сообщение | 原始邮件
邮件原件
pôvodná správa | mesaj original | orijinal ileti | özgün ileti | izvorna poruka | αρχικό μήνυμα
原始郵件 | 原邮件 | 元のメッセージ | 원본 메시지 | missatge original | ursprünglicher text | reply message
"""
"""Between dashes, above an old letter."""

FORWARDED = """
forwarded message | begin forwarded message | weitergeleitete nachricht
anfang der weitergeleiteten nachricht | message transféré | début du message réexpédié
début du message transféré | mensaje reenviado | inicio del mensaje reenviado | messaggio inoltrato
inizio messaggio inoltrato | mensagem encaminhada | doorgestuurd bericht | välitetty viesti
továbbított üzenet | przekazana wiadomość
przesłana dalej wiadomość | treść przekazanej wiadomości | mensagem reencaminhada
vidarebefordrat meddelande | vidarebefordrat brev | videresendt meddelelse | videresendt melding
edelleenlähetetty viesti | továbbított levél | přeposlaná zpráva | iletilen ileti | yönlendirilmiş ileti
iletilmiş mesaj | пересылаемое сообщение | перенаправленное сообщение | пересланное сообщение
转发的邮件 | 转发邮件 | 轉寄的郵件 | 転送されたメッセージ | 전달된 메시지 | 전달된 메일
message transféré ci-dessous | mensaje reenviado a continuación
"""

HEADERS = """
from | von | de | da | od | van | från | fra | lähettäjä | feladó | от | 发件人 | sent | gesendet
envoyé | enviado | inviato | verzonden | skickat | sendt | wysłano | lähetetty | küldve | отправлено
date | datum | data | fecha | dato | päivämäärä | dátum | 日期 | 发送时间 | to | an | à | para | a | do
aan | till | til | vastaanottaja | címzett | кому | 收件人 | subject | betreff | objet | asunto
oggetto | temat | onderwerp | ämne | emne | aihe | tárgy | assunto | тема | 主题 | cc | kopie | copie
reply-to
kimden | gönderen | gönderildi | kime | konu | tarih | bilgi | odesláno | komu | předmět | datum odeslání
predmet | odoslané | enviada em | enviada | enviado em | data de envio | responder a | 寄件者 | 寄件日期
收件者 | 主旨 | 抄送 | 副本 | 差出人 | 送信日時 | 宛先 | 件名 | 보낸 사람 | 보낸 날짜 | 받는 사람 | 제목
από | προς | θέμα | ημερομηνία | de la | către | subiect | trimis | poslano | за | дата | копия
kopia | kopi | kopio | másolatot kap | lähetyspäivä | envoyé le
"""
"""Names of header lines, as programs print them above an old letter."""

SENDERS = """
from | von | de | da | od | van | från | fra | lähettäjä | feladó | от | від | 发件人 | 寄件者 | 差出人
보낸 사람 | kimden | gönderen | από | de la | expéditeur | remitente | mittente | afzender
"""
"""Those of them that name who wrote it."""

FORWARDED_SUBJECTS = """
fw | fwd | wg | tr | rv | i | pd | vs | vb | vl | enc | doorst | továbbítás | ilt | ynt ilt | переслать | 转发
轉寄
"""
"""What programs put before the subject of a letter that is handed on."""

DEVICES = """
sent from my | sent from mail for | sent from outlook | sent from yahoo | sent via | sent with
get outlook for | von meinem | gesendet mit | gesendet von | envoyé de | envoyé depuis
enviado desde | enviado do meu | inviato da | verzonden vanaf | verstuurd vanaf | skickat från
sendt fra | wysłane z | wysłano z | lähetetty | küldve | outlook für | outlook for | outlook pour
télécharger outlook
holen sie sich outlook | obtenir outlook | obtener outlook | ottieni outlook | baixe o outlook
pobierz program outlook | hämta outlook | outlook voor | outlook para | diese nachricht wurde von meinem
mit der gmx | mit der web.de | enviado con | enviado a partir | enviado do | inviato con | odesláno z
elküldve | küldve
iphone’umdan | iphone'umdan | ipad’imden | yahoo mail app | 发自我的 | 從我的 | 傳送自 | 发送自
отправлено с | отправлено из | iphoneから送信 | 나의 iphone | skickat med | sendt med | verzonden met
wysłane za pomocą | lähetetty laitteesta | получите outlook
"""
"""Beginnings of the line that a telephone puts below a letter."""

PRODUCTS = """
iphone | ipad | iphonu | iphone-on | android | galaxy | blackberry | windows phone | huawei | xiaomi
outlook | proton mail | protonmail | yahoo mail | k-9 mail | fairemail | superhuman | thunderbird | tutanota
"""
"""Names that only the line of a telephone or of a program holds, in whatever language."""

AWAY_SUBJECTS = """
automatic reply | autoreply | auto-reply | auto reply | auto: | out of office | out of the office
away from | automatische antwort | abwesenheitsnotiz | abwesenheit | abwesend:
automatische abwesenheit | réponse automatique | absence du bureau | message d'absence
respuesta automática | fuera de la oficina | risposta automatica | fuori sede | fuori ufficio
automatisch antwoord | afwezig | afwezigheid | automaattinen vastaus | poissa | poissaolo
automatikus válasz | házon kívül | odpowiedź automatyczna | autosvar | automatisk svar
automatiskt svar | frånvaro | fraværende | ikke til stede | resposta automática | ausência temporária
otomatik yanıt | automatická odpověď | nepřítomnost | автоматический ответ | автоответ | автовідповідь
αυτόματη απάντηση | 自动回复 | 自動回覆 | 自動応答 | 不在 | 자동 회신 | 부재중
"""
"""What answering machines write in front of a subject."""

AWAY = """
out of the office | out of office | on vacation until | on holiday until | on leave until | away until
back in the office | limited access to | nicht im büro | nicht im haus | abwesend bis | im urlaub
bis zum | außer haus | absent jusqu | absente jusqu | en congé | de retour le | fuera de la oficina
de vacaciones hasta | ausente hasta | fuori ufficio | fuori sede | in ferie fino | afwezig tot
niet op kantoor | met vakantie | poissa toimistolta | lomalla | palaan | nem vagyok az irodában
szabadságon | irodán kívül | poza biurem | na urlopie do | nieobecn | på semester | tillbaka den
ikke på kontoret | på ferie | ausente até | de férias | fora do escritório | ofis dışında | izinde
mimo kancelář | na dovolené | в отпуске | отсутству | вернусь | у відпустці | σε άδεια | εκτός γραφείου
休假 | 外出 | 出差 | 不在 | 休暇 | 휴가 | 부재
"""
"""What they say in the letter."""

SERVERS = """
originated from outside | external email | externe e-mail | externe mail | is confidential
ist vertraulich | intended recipient | consider the environment | before printing this | virus-free
virenfrei | auf viren geprüft | checked for viruses | scanned for viruses | est confidentiel
es confidencial | è riservat | vertrouwelijk | luottamuksellin | bizalmas | 机密 | конфиденциальн
you received this message because you | unsubscribe from this | mailing list | denk aan het milieu
pensez à l'environnement | penser à l'environnement | bitte denken sie an die umwelt | antes de imprimir
expressly stated otherwise | please unsubscribe | unsubscribe here | to unsubscribe | are confidential
received this message in error | received this e-mail in error | received this email in error
vertrauliche informationen | nicht der richtige adressat | irrtümlich erhalten | amtsgericht
handelsregister | geschäftsführer: | bevor sie diese e-mail ausdrucken | vom newsletter abmelden
tarkoitettu vastaanottaja | tarkoitettu vain vastaanottajalle | saanut tämän viestin erehdyksessä
nem ön a címzett | ön nem a címzettje | tévedésből kapta | 如果您不是 | 误收本邮件 | 本邮件及其附件
si vous n'êtes pas le destinataire | si usted no es el destinatario | se non siete i destinatari
"""
"""What firms, virus scanners and lists put above or below a letter."""

GREETINGS = """
hi | hello | hey | dear | hallo | liebe | lieber | bonjour | salut | hola | ciao | moi | hei | hej
szia | cześć | good morning | good evening | good day | guten morgen | guten tag | guten abend
beste | geachte | hoi | goedemorgen | goedenavond | buongiorno | buonasera | salve | buenos días
buenas tardes | estimado | estimada | olá | oi | bom dia | boa tarde | prezado | merhaba | selam
dzień dobry | witam | tervehdys | huomenta | kedves | jó napot | god morgon | god dag | kære | kjære
hallå | tjena | cher | chère | bonsoir | caro | cara | greetings | hi all | hello all | здравствуйте
привет | добрый день | 你好 | 您好
"""

CLOSINGS = """
kind regards | best regards | warm regards | regards | best wishes | all the best | best | cheers
thanks | thanks a lot | thanks again | many thanks | thank you | thank you very much | thx | yours
yours sincerely | yours truly | sincerely | mfg | lg | vg | viele grüße | liebe grüße
mit freundlichen grüßen | freundliche grüße | beste grüße | gruß | grüße | danke | vielen dank
cordialement | amicalement | bien à vous | merci | saludos | un saludo | gracias | cordiali saluti
saluti | grazie | pozdrawiam | terveisin | üdv | üdvözlettel | köszönöm
met vriendelijke groet | met vriendelijke groeten | vriendelijke groeten | groeten | groetjes | bedankt
med vänliga hälsningar | vänliga hälsningar | med vänlig hälsning | mvh | hälsningar | tack
ystävällisin terveisin | terveiset | parhain terveisin | kiitos | med venlig hilsen
med vennlig hilsen | venlig hilsen | hilsen | atenciosamente | cumprimentos | com os melhores cumprimentos
abraços | obrigado | obrigada | um abraço | saygılarımla | saygılar | teşekkürler | iyi günler
z poważaniem | pozdrowienia | dziękuję | dzięki | bien cordialement | bonne journée | à bientôt
salutations | saludos cordiales | atentamente | un abrazo | distinti saluti | cordialmente | a presto
s pozdravem | с уважением | спасибо | 谢谢 | 此致 | tisztelettel | köszi | üdvözlet | tschüss | ciao
abraço | よろしくお願いします | よろしくお願いいたします | 敬具 | 此致 敬礼 | 此致敬礼 | 顺祝商祺
herzliche grüße | schöne grüße | freundlichen gruß | mit freundlichem gruß | good luck | see you
"""


def words(text: str) -> list[str]:
    """The phrases of a list, longest first, so that none hides another."""
    phrases = [phrase.strip() for line in text.splitlines() for phrase in line.split("|")]
    return sorted(filter(None, phrases), key=lambda phrase: (-len(phrase), phrase))

"""Mail: IMAP and Maildir, SMTP, and what stands in a letter."""

CHANNEL = "mail"

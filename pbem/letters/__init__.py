"""What players read: what a letter or a report says, and how it looks."""

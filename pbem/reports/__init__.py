"""What players read: views of the position, stories of what happened, letters and reports."""

"""Ways in and out: by what letters come and go."""

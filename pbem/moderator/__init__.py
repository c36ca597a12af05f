"""What the person who runs games can look up and do, by command line or by mail."""

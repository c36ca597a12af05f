"""Lines of rule cases that all war games have."""

"""What the app says, by key and language."""

"""What learning from games has in common."""

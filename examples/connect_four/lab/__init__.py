"""Connect Four's study and command: only the lab uses the arena and the reports."""

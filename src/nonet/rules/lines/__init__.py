"""Rules for the cells along a line, such as thermometers and whispers."""

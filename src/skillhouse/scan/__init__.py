"""Text to findings. Nothing here executes, opens or resolves anything."""

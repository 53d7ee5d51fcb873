"""Text to values and back: the skill folder's SKILL.md, the portable form, manifests, packages and archives. No IO."""

"""Values: what a skill is, in words of the glossary. Frozen, pure, no IO."""

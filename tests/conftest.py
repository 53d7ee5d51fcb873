"""What every test shares: property tests that are the same on each run and never judged by the clock."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("skillhouse", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("skillhouse"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "skillhouse")

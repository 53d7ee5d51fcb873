#: {"says": "Two runs share no randomness: numbers, identifiers, temporary names and hash seeds differ.",
#:  "layer": "freshness", "rules": ["SBX-2"], "times": 2, "distinct": true}
import os
import random
import tempfile
import uuid

print(random.random(), uuid.uuid4(), os.urandom(8).hex(), next(tempfile._get_candidate_names()))

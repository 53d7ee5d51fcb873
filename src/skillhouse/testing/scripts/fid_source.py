#: {"says": "What looks at its own source, pickles its own classes or imports itself works.", "layer": "fidelity",
#:  "rules": ["SBX-11"], "stdout": "Point(x=1, y=2) def area True\n"}
import dataclasses
import inspect
import pickle

import __main__


@dataclasses.dataclass
class Point:
    x: int
    y: int


def area(point):
    return point.x * point.y


print(pickle.loads(pickle.dumps(Point(1, 2))), inspect.getsource(area)[:8], __main__.area is area)

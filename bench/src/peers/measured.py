"""The part that all scripts of peers share: clocks, and the request and the figures on the command line.

    peers.py REQUEST FIGURES

REQUEST is an object of JSON with a `task` of a `peer`; the task `versions` is that of all `peers`. FIGURES gets what came of it as JSON. The clocks run while a peer works; the
start of Python and its imports are left out.
"""

import json
import resource
import sys
import time


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def storage_read_bytes():
    """The bytes that the kernel fetched from storage for this process; None where it does not tell."""
    try:
        with open("/proc/self/io") as lines:
            return int(dict(line.split(":") for line in lines)["read_bytes"])
    except (OSError, KeyError):
        return None


def timed(work):
    """The figures of some work, and the numbers that it gives."""
    seconds, processor, fetched = time.perf_counter(), processor_seconds(), storage_read_bytes()
    numbers = work()
    seconds, processor = time.perf_counter() - seconds, processor_seconds() - processor
    now = storage_read_bytes()
    return {
        "seconds": seconds,
        "cpu_seconds": processor,
        "storage_read_bytes": None if fetched is None or now is None else now - fetched,
        "numbers": [float(number) for number in numbers or []],
    }


def literal(path):
    """A path in a statement of SQL."""
    return "'" + path.replace("'", "''") + "'"


def main(peers, run):
    """Runs the request of the command line with its peer, one of a class by each name, and leaves its figures."""
    request, figures = json.loads(sys.argv[1]), sys.argv[2]
    try:
        if request["task"] == "versions":
            result = {name: peers[name](request).version for name in request["peers"]}
        else:
            result = run(peers[request["peer"]](request), request)
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")
    with open(figures, "w") as output:
        json.dump(result, output)

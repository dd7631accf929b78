"""The queries of cases on files of claims, and those that describe what they wrote, beside peers.py.

SQL is for DuckDB and DataFusion, in which {big} and {small} stand for the tables; for Polars there are frames. What is
written is described in SQL that all of them have.
"""

NUMBERS = ["rec_id", "mem_id", "from_dt", "charge", "paid", "out_of_pocket_costs"]
CODES = {"claim": 6, "member": 7, "provider": 9, "diagnosis": 10}
LEVELS = ["quarter", "region", "mem_sex"]
RANKED = ["from_dt", "charge", "mem_id"]

QUERIES = {
    "cells": f"SELECT {', '.join(LEVELS)}, count(*) AS n FROM {{big}} AS big GROUP BY {', '.join(LEVELS)}",
    "statistics": """
        SELECT region, mem_sex, count(charge) AS n, avg(charge) AS mean, stddev_samp(charge) AS std,
            min(charge) AS least, max(charge) AS greatest
        FROM {big} AS big GROUP BY region, mem_sex
    """,
    "member-sums": "SELECT member, sum(charge) AS charge FROM {big} AS big GROUP BY member",
    "filter": "SELECT * FROM {big} AS big WHERE charge < {charge_limit}",
    "member-join": """
        SELECT count(*) AS n, sum(charge * y) AS charge_y, sum(paid) AS paid, sum(z) AS z
        FROM {big} AS big JOIN {small} AS small ON big.mem_id = small.k
    """,
    "totals": f"SELECT count(*) AS n, {', '.join(f'sum({name}) AS {name}' for name in NUMBERS)} FROM {{big}} AS big",
    "ranks": f"""
        SELECT *, {', '.join(f'rank() OVER (ORDER BY {name}) AS {name}_rank' for name in RANKED)} FROM {{big}} AS big
    """,
}


def frame(polars, name, big, small, charge_limit):
    """The frame of Polars that does the same; `small` gives the small table."""
    col, charge = polars.col, polars.col("charge")
    if name == "cells":
        return big.group_by(LEVELS).agg(n=polars.len())
    if name == "statistics":
        return big.group_by("region", "mem_sex").agg(
            n=charge.count(), mean=charge.mean(), std=charge.std(), least=charge.min(), greatest=charge.max()
        )
    if name == "member-sums":
        return big.group_by("member").agg(charge.sum())
    if name == "filter":
        return big.filter(charge < charge_limit)
    if name == "member-join":
        return big.join(small(), left_on="mem_id", right_on="k").select(
            n=polars.len(), charge_y=(charge * col("y")).sum(), paid=col("paid").sum(), z=col("z").sum()
        )
    if name == "totals":
        return big.select(polars.len().alias("n"), col(NUMBERS).sum())
    return big.with_columns(**{f"{ranked}_rank": col(ranked).rank("min") for ranked in RANKED})


WEIGHT = "(rec_id - 97 * floor(rec_id / 97))"
OF_ALL = ["count(*) AS n"]
OF_ALL += [f"sum({name}) AS {name}" for name in NUMBERS]
OF_ALL += [f"sum(CAST(substr({name}, {digits}) AS DOUBLE)) AS {name}" for name, digits in CODES.items()]
OF_ALL += [f"sum(length({name}) * {WEIGHT}) AS {name}" for name in LEVELS]
OF_ALL = f"SELECT {', '.join(OF_ALL)} FROM target"
# Polars counts ranks by 32 bits, and would add them up so.
RANKS = {name: f"CAST({name}_rank AS DOUBLE)" for name in RANKED}
RANK_SUMS = [f"sum({rank}) AS {name}_1, sum({rank} * {WEIGHT}) AS {name}_2" for name, rank in RANKS.items()]

DESCRIPTIONS = {
    "cells": f"SELECT n FROM target ORDER BY {', '.join(LEVELS)}",
    "statistics": "SELECT n, mean, std, least, greatest FROM target ORDER BY region, mem_sex",
    "member-sums": f"""
        SELECT count(*) AS n, sum(charge) AS charge,
            sum(charge * CAST(substr(member, {CODES['member']}) AS DOUBLE)) AS weighted
        FROM target
    """,
    "filtered": OF_ALL,
    "copied": OF_ALL,
    "member-join": "SELECT n, charge_y, paid, z FROM target",
    "totals": f"SELECT n, {', '.join(NUMBERS)} FROM target",
    "ranks": f"SELECT count(*) AS n, {', '.join(RANK_SUMS)} FROM target",
}

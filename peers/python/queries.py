"""Queries drawn at random, carried out by PROC SQL and by SQLite, whose tables hold a missing value as a number below
all others: queries.py write FOLDER SEED COUNT makes the program FOLDER/queries.sas, which writes what its queries give
into FOLDER/results; queries.py check FOLDER SEED COUNT compares that."""

import math
import random
import sqlite3
import struct
import sys

MISSING = {"_": -1.79e308, ".": -1.78e308} | {chr(65 + i): -1.77e308 + i * 1e305 for i in range(26)}
DOT = MISSING["."]
LOWEST = -1.7e308
NULLS = {value: name for name, value in MISSING.items()}


# The parts of the language's operations that SQLite gets. Its own comparisons, joins, groups, sets and orders are what is tested.


def settled(value):
    return value + 0.0 if math.isfinite(value) and abs(value) < 1.7e308 else DOT


def operation(function):
    def of(left, right):
        if left < LOWEST or right < LOWEST:
            return DOT
        try:
            return settled(function(left, right))
        except (ZeroDivisionError, OverflowError):
            return DOT

    return of


def negated(value):
    return DOT if value < LOWEST else -value + 0.0


def holds(value):
    return int(value != 0 and value > LOWEST)


class Moments:
    def __init__(self):
        self.values = []

    def step(self, value):
        if value > LOWEST:
            self.values.append(value)

    def moments(self):
        n = len(self.values)
        if n < 2:
            return n, None, None
        mean = math.fsum(self.values) / n
        return n, mean, math.fsum((value - mean) ** 2 for value in self.values)


class Std(Moments):
    def finalize(self):
        n, _, second = self.moments()
        return DOT if n < 2 else math.sqrt(second / (n - 1))


class Css(Moments):
    def finalize(self):
        n, _, second = self.moments()
        return DOT if n == 0 else 0.0 if n == 1 else second


class Uss(Moments):
    def finalize(self):
        return math.fsum(value * value for value in self.values) if self.values else DOT


class Range(Moments):
    def finalize(self):
        return max(self.values) - min(self.values) if self.values else DOT


def database(tables):
    connection = sqlite3.connect(":memory:")
    for name, function in {
        "plus": operation(lambda a, b: a + b),
        "minus": operation(lambda a, b: a - b),
        "times": operation(lambda a, b: a * b),
        "over": operation(lambda a, b: a / b),
    }.items():
        connection.create_function(name, 2, function, deterministic=True)
    connection.create_function("negated", 1, negated, deterministic=True)
    connection.create_function("holds", 1, holds, deterministic=True)
    for name, aggregate in {"std_": Std, "css_": Css, "uss_": Uss, "range_": Range}.items():
        connection.create_aggregate(name, 1, aggregate)
    for table in tables:
        columns = ", ".join(f"{name} {'TEXT' if is_text else 'REAL'}" for name, is_text in table.columns)
        connection.execute(f"create table {table.name} ({columns})")
        marks = ", ".join("?" for _ in table.columns)
        rows = [[value.rstrip(" ") if isinstance(value, str) else value + 0.0 for value in row] for row in table.rows]
        connection.executemany(f"insert into {table.name} values ({marks})", rows)
    return connection


# Tables.


class Table:
    def __init__(self, name, columns, rows):
        self.name, self.columns, self.rows = name, columns, rows


# Halves and quarters, so that sums are the same in whichever order.
NUMBERS = [0.0, -0.0, 1.0, 1.0, 2.0, 2.0, 3.0, -1.0, 0.5, -2.25, 10.0, 1000.0, 4.0, 5.0, 7.0]
TEXTS = ["", "", "a", "a", "b", "B", "ab", "a b", " a", "abc", "zz", "x" * 12, "x" * 13, "a-rather-long-text-1", "a-rather-long-text-2"]


def tables_of(draw):
    tables = []
    for name, columns, count in (
        ("one", [("k", False), ("x", False), ("y", False), ("s", True), ("t", True)], 40),
        ("two", [("k", False), ("z", False), ("s", True), ("u", True)], 25),
        ("few", [("k", False), ("w", False), ("v", True)], 5),
        ("none", [("k", False), ("x", False), ("s", True)], 0),
    ):
        rows = []
        for _ in range(count):
            row = []
            for column, is_text in columns:
                if is_text:
                    text = draw.choice(TEXTS)
                    row.append(text[:12] if column == "t" else text)
                elif draw.random() < 0.25:
                    row.append(draw.choice([MISSING["."], MISSING["."], MISSING["A"], MISSING["_"], MISSING["Z"]]))
                else:
                    row.append(draw.choice(NUMBERS[2:7] if column == "k" else NUMBERS))
            rows.append(row)
        # Some rows twice.
        rows += [list(row) for row in rows[: count // 5]]
        tables.append(Table(name, columns, rows))
    return tables


def number_sas(value):
    if value in NULLS:
        return NULLS[value] if NULLS[value] == "." else "." + NULLS[value]
    return repr(value)


def number_sqlite(value):
    return f"({value!r})"


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


# Expressions: each is (text for PROC SQL, text for SQLite).


class Scope:
    """Columns that can be named: (name for PROC SQL, expression for SQLite, whether it is text)."""

    def __init__(self, columns, tables, outer=None):
        self.columns, self.tables, self.outer = columns, tables, outer

    def of(self, is_text):
        return [column for column in self.columns if column[2] == is_text]


class Draw:
    def __init__(self, seed, tables):
        self.random = random.Random(seed)
        self.tables = tables
        self.aliases = 0

    def chance(self, share):
        return self.random.random() < share

    def pick(self, among):
        return self.random.choice(among)

    def alias(self, letter="q"):
        self.aliases += 1
        return f"{letter}{self.aliases}"

    # Leaves.

    def column(self, scope, is_text):
        if scope.outer and self.chance(0.3):
            found = scope.outer.of(is_text)
            if found:
                return self.pick(found)[:2]
        found = scope.of(is_text)
        if not found:
            return self.constant(is_text)
        return self.pick(found)[:2]

    def constant(self, is_text):
        if is_text:
            text = self.pick(TEXTS)
            padded = text + " " * self.random.randrange(3)
            return quoted(padded or " "), quoted(text.rstrip(" "))
        value = self.pick([DOT, MISSING["A"], 0.0, 1.0, 2.0, 3.0, 0.5, 10.0])
        return number_sas(value), number_sqlite(value)

    def number(self, scope, depth=2):
        roll = self.random.random()
        if depth == 0 or roll < 0.5:
            return self.column(scope, False)
        if roll < 0.6:
            return self.constant(False)
        if roll < 0.85:
            a, b = self.number(scope, depth - 1), self.number(scope, depth - 1)
            sign, name = self.pick([("+", "plus"), ("-", "minus"), ("*", "times"), ("/", "over")])
            return f"({a[0]} {sign} {b[0]})", f"{name}({a[1]}, {b[1]})"
        if roll < 0.9:
            a = self.number(scope, depth - 1)
            return f"(-{a[0]})", f"negated({a[1]})"
        if roll < 0.95:
            a = self.truth(scope, depth - 1)
            # NOT, for a number that stands alone is a condition and stays a number.
            return f"(not ({a[0]}))", f"cast((not ({a[1]})) as real)"
        return self.case(scope, False, depth)

    def text(self, scope, depth=2):
        roll = self.random.random()
        if depth == 0 or roll < 0.7:
            return self.column(scope, True)
        if roll < 0.85:
            return self.constant(True)
        if roll < 0.93:
            a = self.text(scope, depth - 1)
            name = self.pick(["upcase", "strip"])
            if name == "strip":
                return f"strip({a[0]})", f"trim({a[1]})"
            return f"upcase({a[0]})", f"upper({a[1]})"
        return self.case(scope, True, depth)

    def value(self, scope, is_text, depth=2):
        return self.text(scope, depth) if is_text else self.number(scope, depth)

    def case(self, scope, is_text, depth):
        sas, lite = "case", "case"
        if self.chance(0.3):
            of_text = self.chance(0.5)
            a = self.value(scope, of_text, 0)
            sas, lite = sas + " " + a[0], lite + " " + a[1]
            whens = [self.value(scope, of_text, 0) for _ in range(self.random.randint(1, 2))]
        else:
            whens = [self.truth(scope, depth - 1) for _ in range(self.random.randint(1, 2))]
        for when in whens:
            then = self.value(scope, is_text, depth - 1)
            sas += f" when {when[0]} then {then[0]}"
            lite += f" when {when[1]} then {then[1]}"
        if self.chance(0.7):
            other = self.value(scope, is_text, depth - 1)
            return f"{sas} else {other[0]} end", f"{lite} else {other[1]} end"
        return f"{sas} end", f"{lite} else {quoted('') if is_text else number_sqlite(DOT)} end"

    def truth(self, scope, depth=2):
        roll = self.random.random()
        if depth > 0 and roll < 0.25:
            a, b = self.truth(scope, depth - 1), self.truth(scope, depth - 1)
            word = self.pick(["and", "or"])
            return f"({a[0]} {word} {b[0]})", f"({a[1]} {word} {b[1]})"
        if depth > 0 and roll < 0.32:
            a = self.truth(scope, depth - 1)
            return f"(not ({a[0]}))", f"(not ({a[1]}))"
        if roll < 0.37:
            a = self.number(scope, max(depth - 1, 0))
            return f"({a[0]})", f"holds({a[1]})"
        is_text = self.chance(0.4)
        inner = max(depth - 1, 0)
        a = self.value(scope, is_text, inner)
        if roll < 0.65:
            b = self.value(scope, is_text, inner)
            sign = self.pick(["=", "<", "<=", ">", ">=", "<>"])
            words = {"=": ["=", "eq"], "<": ["<", "lt"], "<=": ["<=", "le"], ">": [">", "gt"], ">=": [">=", "ge"], "<>": ["ne", "^="]}
            return f"({a[0]} {self.pick(words[sign])} {b[0]})", f"({a[1]} {sign} {b[1]})"
        if roll < 0.75:
            among = [self.constant(is_text) for _ in range(self.random.randint(1, 4))]
            no = self.pick(["", "not "])
            return (
                f"({a[0]} {no}in ({', '.join(one[0] for one in among)}))",
                f"({a[1]} {no}in ({', '.join(one[1] for one in among)}))",
            )
        if roll < 0.85:
            b, c = self.value(scope, is_text, 0), self.value(scope, is_text, 0)
            no = self.pick(["", "not "])
            return (
                f"({a[0]} {no}between {b[0]} and {c[0]})",
                f"({a[1]} {no}between min({b[1]}, {c[1]}) and max({b[1]}, {c[1]}))",
            )
        if roll < 0.92 or not self.tables:
            no = self.pick(["", "not "])
            word = self.pick(["missing", "null"])
            missing = f"({a[1]} = '')" if is_text else f"({a[1]} < {LOWEST!r})"
            return f"({a[0]} is {no}{word})", f"({no}{missing})"
        return self.of_query(scope, is_text, a)

    # Queries within.

    def of_query(self, scope, is_text, a):
        alias = self.alias("n")
        table = self.pick(self.tables)
        inner = self.scope_of(table, alias)
        if scope.outer is None:
            inner.outer = Scope([c for c in scope.columns], scope.tables)
        kind = self.pick(["exists", "in", "scalar", "any"])
        saved, self.tables = self.tables, []
        condition = self.truth(inner, 1)
        self.tables = saved
        of = f"from {table.name} as {alias} where"
        no = self.pick(["", "not "])
        if kind == "exists":
            return (
                f"({no}exists (select * {of} {condition[0]}))",
                f"({no}exists (select * {of} {condition[1]}))",
            )
        of_kind = [column for column in inner.columns if column[2] == is_text]
        if not of_kind:
            return f"({a[0]} is missing)", f"({a[1]} = '')" if is_text else f"({a[1]} < {LOWEST!r})"
        column = self.pick(of_kind)
        if kind == "in":
            return (
                f"({a[0]} {no}in (select {column[0]} {of} {condition[0]}))",
                f"({a[1]} {no}in (select {column[1]} {of} {condition[1]}))",
            )
        if kind == "any":
            sign, word = self.pick(["<", ">=", "="]), self.pick(["any", "all"])
            if word == "any":
                lite = f"exists (select 1 {of} ({condition[1]}) and {a[1]} {sign} {column[1]})"
            else:
                lite = f"not exists (select 1 {of} ({condition[1]}) and not ({a[1]} {sign} {column[1]}))"
            return f"({a[0]} {sign} {word} (select {column[0]} {of} {condition[0]}))", f"({lite})"
        name = self.pick(["min", "max"])
        sign = self.pick(["<", "<=", "="])
        summary = self.summary_of(name, column, is_text)
        return (
            f"({a[0]} {sign} (select {name}({column[0]}) {of} {condition[0]}))",
            f"({a[1]} {sign} (select {summary} {of} {condition[1]}))",
        )

    # Summaries.

    def summary_of(self, name, value, is_text):
        there = f"nullif({value[1]}, '')" if is_text else f"case when {value[1]} > {LOWEST!r} then {value[1]} end"
        nothing = "''" if is_text else repr(DOT)
        if name in ("std", "css", "uss", "range"):
            return f"coalesce({name}_({value[1]}), {DOT!r})"
        if name == "nmiss":
            return f"cast(count(*) - count({there}) as real)"
        if name in ("count", "n"):
            return f"cast(count({there}) as real)"
        if name == "distinct":
            return f"cast(count(distinct {there}) as real)"
        name = {"mean": "avg"}.get(name, name)
        return f"coalesce({name}({there}), {nothing})"

    def summary(self, scope, names=None):
        """(PROC SQL, SQLite, is_text)"""
        if self.chance(0.15):
            return "count(*)", "cast(count(*) as real)", False
        is_text = self.chance(0.25)
        saved, self.tables = self.tables, []
        outer, scope.outer = scope.outer, None
        value = self.value(scope, is_text, 1)
        self.tables = saved
        scope.outer = outer
        if is_text:
            name = self.pick(["min", "max", "count", "nmiss", "distinct"])
        else:
            name = self.pick(names or ["sum", "mean", "min", "max", "count", "nmiss", "n", "std", "css", "uss", "range", "distinct"])
        if name == "distinct" and value[0].startswith("."):
            name = "count"
        sas = f"count(distinct {value[0]})" if name == "distinct" else f"{name}({value[0]})"
        return sas, self.summary_of(name, value, is_text), is_text and name in ("min", "max")

    # FROM.

    def scope_of(self, table, alias, may_lack=False):
        columns = []
        for name, is_text in table.columns:
            lite = f"{alias}.{name}"
            if may_lack:
                lite = f"coalesce({lite}, {quoted('') if is_text else repr(DOT)})"
            columns.append((f"{alias}.{name}", lite, is_text))
        return Scope(columns, [table])

    def source(self):
        """(PROC SQL, SQLite, scope)"""
        roll = self.random.random()
        first, alias = self.pick(self.tables), self.alias()
        if roll < 0.45:
            return f"{first.name} as {alias}", f"{first.name} as {alias}", self.scope_of(first, alias)
        if roll < 0.55:
            saved, self.tables = self.tables, self.tables[1:3] if len(self.tables) > 2 else self.tables
            sas, lite, columns = self.select(nested=True)
            self.tables = saved
            names = ", ".join(f"c{i}" for i in range(len(columns)))
            scope = Scope([(f"{alias}.c{i}", f"{alias}.c{i}", is_text) for i, is_text in enumerate(columns)], [])
            return f"({sas}) as {alias}", f"({lite}) as {alias}", scope
        second, other = self.pick(self.tables), self.alias()
        kind = self.pick(["inner", "left", "right", "full", "cross"])
        left = self.scope_of(first, alias, kind in ("right", "full"))
        right = self.scope_of(second, other, kind in ("left", "full"))
        scope = Scope(left.columns + right.columns, [first, second])
        if kind == "cross":
            comma = self.pick([",", " cross join"])
            return f"{first.name} as {alias}{comma} {second.name} as {other}", f"{first.name} as {alias} cross join {second.name} as {other}", scope
        raw = Scope(self.scope_of(first, alias).columns + self.scope_of(second, other).columns, [])
        on = (f"{alias}.k = {other}.k", f"{alias}.k = {other}.k")
        if self.chance(0.4):
            saved, self.tables = self.tables, []
            more = self.truth(raw, 1)
            self.tables = saved
            word = self.pick(["and", "and", "or"])
            on = f"({on[0]}) {word} ({more[0]})", f"({on[1]}) {word} ({more[1]})"
        elif self.chance(0.2):
            saved, self.tables = self.tables, []
            on = self.truth(raw, 1)
            self.tables = saved
        joined = tuple(f"{first.name} as {alias} {kind} join {second.name} as {other} on {one}" for one in on)
        if self.chance(0.2):
            third, last = self.pick(self.tables[-2:]), self.alias()
            kind = self.pick(["inner", "left"])
            more = self.scope_of(third, last, kind == "left")
            pair = self.pick([column for column in scope.columns if column[0].endswith(".k")])
            joined = (
                f"{joined[0]} {kind} join {third.name} as {last} on {pair[0]} = {last}.k",
                f"{joined[1]} {kind} join {third.name} as {last} on {pair[1]} = {last}.k",
            )
            scope = Scope(scope.columns + more.columns, [])
        return joined[0], joined[1], scope

    # SELECT.

    def select(self, nested=False, kinds=None):
        """(PROC SQL, SQLite, whether each column is text); the columns are called c0, c1 …"""
        sas_from, lite_from, scope = self.source()
        where = self.truth(scope, 2) if self.chance(0.6) else None
        sas_where, lite_where = (f" where {where[0]}", f" where {where[1]}") if where else ("", "")
        roll = self.random.random()
        if kinds is None:
            kinds = [self.chance(0.4) for _ in range(self.random.randint(1, 4))]
        if roll < 0.5 or kinds.count(True) == len(kinds) and roll < 0.7:
            items = [self.value(scope, is_text) for is_text in kinds]
            distinct = "distinct " if self.chance(0.25) else ""
            sas = ", ".join(f"{item[0]} as c{i}" for i, item in enumerate(items))
            lite = ", ".join(f"{item[1]} as c{i}" for i, item in enumerate(items))
            if not distinct and not where and self.chance(0.2):
                name, is_text = "c0", kinds[0]
                constant = self.constant(is_text)
                return (
                    f"select {sas} from {sas_from} where calculated {name} >= {constant[0]}",
                    f"select * from (select {lite} from {lite_from}) where {name} >= {constant[1]}",
                    kinds,
                )
            return f"select {distinct}{sas} from {sas_from}{sas_where}", f"select {distinct}{lite} from {lite_from}{lite_where}", kinds
        saved, self.tables = self.tables, []
        groups = [self.value(scope, self.chance(0.4), 1) for _ in range(self.random.randint(0, 2))]
        self.tables = saved
        # A number alone would be the place of a column.
        groups = [group for group in groups if not group[0].replace(".", "").isdigit()]
        remerge = not nested and self.chance(0.25)
        items, kinds = [], []
        for _ in range(self.random.randint(1, 4)):
            if groups and self.chance(0.4):
                at = self.random.randrange(len(groups))
                items.append(groups[at])
                kinds.append(None)
            else:
                summary = self.summary(scope)
                if self.chance(0.2) and not summary[2]:
                    other = self.summary(scope, ["sum", "min", "n"])
                    if not other[2]:
                        summary = f"({summary[0]} + {other[0]})", f"plus({summary[1]}, {other[1]})", False
                items.append(summary[:2])
                kinds.append(summary[2])
        if all(kind is None for kind in kinds):
            items.append(("count(*)", "cast(count(*) as real)"))
            kinds.append(False)
        # The kind of a group's value is looked up where SQLite tells it: by what comes.
        sas_group = f" group by {', '.join(group[0] for group in groups)}" if groups else ""
        lite_group = f" group by {', '.join(group[1] for group in groups)}" if groups else ""
        having = None
        if self.chance(0.4):
            summary = self.summary(scope)
            constant = self.constant(summary[2])
            sign = self.pick(["<", ">=", "="])
            having = f"({summary[0]} {sign} {constant[0]})", f"({summary[1]} {sign} {constant[1]})"
        sas = ", ".join(f"{item[0]} as c{i}" for i, item in enumerate(items))
        lite = ", ".join(f"{item[1]} as c{i}" for i, item in enumerate(items))
        if not groups:
            # One group of all rows, or of none.
            lite_group = ""
        sas_having, lite_having = (f" having {having[0]}", f" having {having[1]}") if having else ("", "")
        if having and not groups:
            inner = f"select {lite}, {having[1]} as h from {lite_from}{lite_where}"
            names = ", ".join(f"c{i}" for i in range(len(items)))
            return f"select {sas} from {sas_from}{sas_where}{sas_having}", f"select {names} from ({inner}) where h", kinds
        return (
            f"select {sas} from {sas_from}{sas_where}{sas_group}{sas_having}",
            f"select {lite} from {lite_from}{lite_where}{lite_group}{lite_having}",
            kinds,
        )

    def remerged(self):
        """Rows beside the summaries of their groups."""
        sas_from, lite_from, scope = self.source()
        where = self.truth(scope, 1) if self.chance(0.5) else None
        sas_where, lite_where = (f" where {where[0]}", f" where {where[1]}") if where else ("", "")
        groups = [self.column(scope, self.chance(0.3)) for _ in range(self.random.randint(0, 2))]
        groups = [group for group in groups if not group[0].replace(".", "").isdigit()]
        sas_group = f" group by {', '.join(group[0] for group in groups)}" if groups else ""
        over = f"over (partition by {', '.join(group[1] for group in groups)})" if groups else "over ()"
        others = [column for column in scope.columns if column[:2] not in groups and column[2] is not None]
        if not others:
            return self.select()
        # A column that is none of the groups', or a row for each group would be all.
        first, kind = self.pick(others), self.chance(0.4)
        items = [first[:2], self.value(scope, kind, 1)]
        kinds = [first[2], kind]
        name = self.pick(["sum", "min", "max", "count", "mean"])
        value = self.column(scope, False)
        there = f"case when {value[1]} > {LOWEST!r} then {value[1]} end"
        of = {"mean": "avg"}.get(name, name)
        summary = f"{name}({value[0]})", f"cast(coalesce({of}({there}) {over}, {DOT!r}) as real)"
        items.append(summary)
        kinds.append(False)
        compared = self.number(scope, 0)
        sas_having, outer = "", ""
        more = ""
        if self.chance(0.5):
            sas_having = f" having {compared[0]} >= {summary[0]}"
            more, outer = f", {compared[1]} as h", " where h >= c2"
        sas = ", ".join(f"{item[0]} as c{i}" for i, item in enumerate(items))
        lite = ", ".join(f"{item[1]} as c{i}" for i, item in enumerate(items))
        return (
            f"select {sas} from {sas_from}{sas_where}{sas_group}{sas_having}",
            f"select c0, c1, c2 from (select {lite}{more} from {lite_from}{lite_where}){outer}",
            kinds,
        )

    def query(self):
        """(PROC SQL, SQLite, columns, keys): keys are (place, descending)"""
        roll = self.random.random()
        if roll < 0.15:
            kinds = [self.chance(0.4) for _ in range(self.random.randint(1, 3))]
            left = self.plain(kinds)
            right = self.plain(kinds)
            word = self.pick(["union", "union all", "except", "except all", "intersect", "intersect all"])
            names = ", ".join(f"c{i}" for i in range(len(kinds)))
            if word in ("except all", "intersect all"):
                numbered = [f"select {names}, row_number() over (partition by {names}) from ({side[1]})" for side in (left, right)]
                lite = f"select {names} from (select {names} from (select {names}, row_number() over (partition by {names}) as rn from ({left[1]})) where 1)"
                lite = f"select {names} from ({numbered[0].replace(' from (', ' as rn from (', 1)} {word.split()[0]} {numbered[1]})"
            else:
                lite = f"select * from ({left[1]}) {word} select * from ({right[1]})"
            sas, columns = f"{left[0]} {word} {right[0]}", kinds
        elif roll < 0.3:
            sas, lite, columns = self.remerged()
        else:
            sas, lite, columns = self.select()
        keys = []
        if self.chance(0.5):
            places = self.random.sample(range(len(columns)), self.random.randint(1, len(columns)))
            keys = [(place, self.chance(0.4)) for place in places]
            by = [(self.pick([str(place + 1), f"c{place}"]), " desc" if down else "") for place, down in keys]
            sas += " order by " + ", ".join(f"{name}{down}" for name, down in by)
        return sas, lite, columns, keys

    def plain(self, kinds):
        sas_from, lite_from, scope = self.source()
        items = [self.value(scope, is_text, 1) for is_text in kinds]
        where = self.truth(scope, 1) if self.chance(0.5) else ("1", "1")
        sas = ", ".join(f"{item[0]} as c{i}" for i, item in enumerate(items))
        lite = ", ".join(f"{item[1]} as c{i}" for i, item in enumerate(items))
        return f"select {sas} from {sas_from} where {where[0]}", f"select {lite} from {lite_from} where {where[1]}", kinds


# The program.


def data_step(table):
    lines = [f"data {table.name};"]
    lines += [f"  length {name} {'$24' if is_text else '8'};" for name, is_text in table.columns]
    if not table.rows:
        lines.append("  stop;")
    for row in table.rows:
        values = []
        for (name, is_text), value in zip(table.columns, row):
            if is_text:
                values.append(f"{name}={quoted(value or ' ')};")
            elif value == 0 and math.copysign(1, value) < 0:
                values.append(f"{name}=input('8000000000000000', hex16.);")
            else:
                values.append(f"{name}={number_sas(value)};")
        lines.append("  " + " ".join(values) + " output;")
    return "\n".join(lines) + "\nrun;\n"


def queries(seed, count):
    tables = tables_of(random.Random(seed))
    drawn = []
    connection = database(tables)
    number = 0
    while len(drawn) < count:
        number += 1
        query = Draw(seed * 1_000_003 + number, tables).query()
        try:
            rows = connection.execute(query[1]).fetchall()
        except sqlite3.Error as error:
            raise SystemExit(f"SQLite: {error}\n{query[0]}\n{query[1]}")
        if len(rows) <= 3000:
            drawn.append((query, rows))
    return tables, drawn


def kinds_of(columns, rows):
    """Where only the values tell: those of groups."""
    return [
        kind if kind is not None else (isinstance(rows[0][place], str) if rows else None)
        for place, kind in enumerate(columns)
    ]


def write(folder, seed, count):
    tables, drawn = queries(seed, count)
    with open(f"{folder}/queries.sas", "w") as out:
        out.write("options nosyntaxcheck;\n")
        for table in tables:
            out.write(data_step(table))
        for number, ((sas, _, columns, _), rows) in enumerate(drawn):
            out.write(f"proc sql;\ncreate table r{number} as {sas};\nquit;\n")
            out.write(f"data _null_;\n  set r{number};\n  file '{folder}/results' mod lrecl=1000;\n  put '{number}' ")
            for place, is_text in enumerate(kinds_of(columns, rows)):
                form = "$hex48." if is_text else "hex16."
                out.write(" ' ' " + (f"c{place} {form}" if is_text is not None else "'?'"))
            out.write(";\nrun;\n")


def value_of(field, is_text):
    if is_text:
        return bytes.fromhex(field).decode("latin-1").rstrip(" ")
    bits = int(field, 16)
    value = struct.unpack(">d", struct.pack(">Q", bits))[0]
    if math.isnan(value):
        return MISSING["_.ABCDEFGHIJKLMNOPQRSTUVWXYZ"[~(bits >> 40) & 0xFF]]
    return value


def near(got, want):
    if isinstance(want, str) or isinstance(got, str):
        return got == want
    if got == want:
        return True
    if got < LOWEST or want < LOWEST:
        return False
    return abs(got - want) <= 1e-12 * max(abs(want), abs(got)) or abs(got - want) < 1e-13


def order(row):
    return [(isinstance(value, str), round(value, 9) if isinstance(value, float) and value > LOWEST else value) for value in row]


def shown(rows):
    return "\n".join("    " + ", ".join(NULLS.get(v, repr(v)) if not isinstance(v, str) else repr(v) for v in row) for row in rows[:12])


def compare(number, query, wanted, got):
    sas, lite, columns, keys = query
    kinds = kinds_of(columns, wanted)
    wanted = [[value if isinstance(value, str) else float(value) for value in row] for row in wanted]
    problem = None
    if len(wanted) != len(got):
        problem = f"{len(got)} rows and not {len(wanted)}"
    else:
        for mine, its in zip(sorted(got, key=order), sorted(wanted, key=order)):
            if not all(near(a, b) for a, b in zip(mine, its)):
                problem = f"{shown([mine])} and not {shown([its])}"
                break
    if not problem and keys:
        for before, after in zip(got, got[1:]):
            for place, down in keys:
                a, b = before[place], after[place]
                if a != b:
                    if (a > b) != down:
                        problem = f"not in order: {shown([before, after])}"
                    break
    if problem:
        print(f"query {number}: {problem}\n  {sas}\n  {lite}\n  got\n{shown(sorted(got, key=order))}\n  wanted\n{shown(sorted(wanted, key=order))}\n")
    return problem is None


def check(folder, seed, count):
    _, drawn = queries(seed, count)
    got = [[] for _ in drawn]
    with open(f"{folder}/results") as lines:
        for line in lines:
            fields = line.split()
            number = int(fields[0])
            (_, _, columns, _), rows = drawn[number]
            kinds = kinds_of(columns, rows)
            got[number].append([value_of(f, k) if k is not None else None for f, k in zip(fields[1:], kinds)])
    agree = 0
    for number, ((query, rows), mine) in enumerate(zip(drawn, got)):
        agree += compare(number, query, rows, mine)
    print(f"{agree} of {len(drawn)} queries agree, with {sum(len(rows) for _, rows in drawn)} rows")
    if agree < len(drawn):
        sys.exit(1)


{"write": write, "check": check}[sys.argv[1]](sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))

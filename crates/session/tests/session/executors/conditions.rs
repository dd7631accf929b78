//! WHERE: conditions on the data sets that programs read, of the variables that each of them has.

use super::pieces::{Pieces, choose, fill, one_of};

/// A data set of [`inputs`](super::inputs) with its variables.
struct Source {
    name: &'static str,
    numbers: &'static [&'static str],
    texts: &'static [&'static str],
}

const SOURCES: [Source; 7] = [
    Source {
        name: "many",
        numbers: &["k", "x", "y", "z", "short", "v1", "v7", "v20"],
        texts: &["name", "code", "long"],
    },
    Source {
        name: "flat",
        numbers: &["k", "v1", "v2", "v19"],
        texts: &[],
    },
    Source {
        name: "few",
        numbers: &["k", "x", "a"],
        texts: &["name", "s"],
    },
    Source {
        name: "repeated",
        numbers: &["k", "b", "v1"],
        texts: &["code"],
    },
    Source {
        name: "one",
        numbers: &["k", "x", "c"],
        texts: &["t"],
    },
    Source {
        name: "none",
        numbers: &["k", "x", "c"],
        texts: &["t"],
    },
    Source {
        name: "exact",
        numbers: &["k"],
        texts: &[],
    },
];

/// Data sets of the library SRC, all with a condition.
pub fn filtered() -> Pieces {
    let sources = SOURCES.iter().map(|source| {
        let condition = condition(source.numbers, source.texts);
        let options = one_of(&["", "", "", " obs=9", " firstobs=3", " firstobs=2 obs=20"]);
        let name = one_of(match source.name {
            "many" => &["many"],
            "flat" => &["flat"],
            "few" => &["few"],
            "repeated" => &["repeated"],
            "one" => &["one"],
            "none" => &["none"],
            _ => &["exact"],
        });
        let weight = match source.name {
            "many" => 6,
            "one" | "none" => 1,
            _ => 2,
        };
        (weight, fill("src.#(where=(#)#)", [&name, &condition, &options]))
    });
    choose(sources.collect())
}

/// A condition on what all data sets have.
pub fn common() -> Pieces {
    condition(&["k"], &[])
}

/// A condition on the data set MANY.
#[cfg(feature = "sql")]
pub fn on_many() -> Pieces {
    condition(SOURCES[0].numbers, SOURCES[0].texts)
}

/// A step of a procedure that reads through a condition.
pub fn procedure() -> Pieces {
    let data_set = filtered();
    choose(vec![
        (2, fill("proc sort data=# out=out.sorted; by k; run;\n", [&data_set])),
        (1, fill("proc means data=# n sum min max; var k; run;\n", [&data_set])),
        (1, fill("proc print data=#; var k; run;\n", [&data_set])),
        (1, fill("proc print data=src.exact; where #; run;\n", [&common()])),
    ])
}

fn condition(numbers: &'static [&'static str], texts: &'static [&'static str]) -> Pieces {
    let simple = simple(numbers, texts);
    let connected = |inner: &Pieces| {
        choose(vec![
            (2, inner.clone()),
            (2, fill("(# and #)", [inner, inner])),
            (2, fill("(# or #)", [inner, inner])),
            (1, fill("(not #)", [inner])),
        ])
    };
    connected(&connected(&simple))
}

fn simple(numbers: &'static [&'static str], texts: &'static [&'static str]) -> Pieces {
    let number = number(numbers, 2);
    let operator = one_of(&["<", "<=", "=", "^=", ">=", ">", "eq", "ne", "lt", "ge"]);
    let list = one_of(&[
        "(1, 2, 3)",
        "(., .a, -1)",
        "(0:3, 7, ._)",
        "(2:9, 0)",
        "(-1e308, 0.1)",
        "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)",
        "(.)",
    ]);
    let mut arms = vec![
        (6, fill("(# # #)", [&number, &operator, &number])),
        (2, fill("(# in #)", [&number, &list])),
        (1, fill("(# not in #)", [&number, &list])),
        (1, fill("(# is missing)", [&one_of(numbers)])),
        (1, fill("(# is not null)", [&one_of(numbers)])),
        (1, fill("(# between # and #)", [&number, &number, &number])),
        (1, fill("(# not between 2 and #)", [&number, &number])),
        (1, number.clone()),
    ];
    if !texts.is_empty() {
        arms.push((8, of_texts(texts)));
    }
    choose(arms)
}

fn of_texts(texts: &'static [&'static str]) -> Pieces {
    let variable = one_of(texts);
    let constant = one_of(&[
        "'a'",
        "''",
        "' '",
        "'Ada'",
        "'Ben         '",
        "'few'",
        "'  2'",
        "'Zz'",
        "'a longer text of more than forty bytes, of which much is cut'",
        "'axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'",
        "'ax'",
        "'r'",
        "'é'",
    ]);
    let text = choose(vec![
        (6, variable.clone()),
        (3, constant.clone()),
        (1, fill("trim(#)", [&variable])),
        (1, fill("substr(#, 1, 1)", [&variable])),
        (1, fill("(# || 'x')", [&variable])),
    ]);
    let operator = one_of(&["=", "<", "^=", ">=", ">", "<=", "=:", "<:", ">=:", "^=:"]);
    let list = one_of(&[
        "('a', 'b', 'Zz')",
        "('')",
        "('Ada', 'Cleo', 'a', 'few', '  5')",
        "('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'Z')",
        "('a longer text than fits', 'ax')",
    ]);
    let pattern = one_of(&["'%a%'", "'A_a'", "'axx%'", "''", "'%'", "'_'"]);
    choose(vec![
        (5, fill("(# # #)", [&variable, &operator, &constant])),
        (2, fill("(# # #)", [&text, &operator, &text])),
        (2, fill("(# in #)", [&text, &list])),
        (1, fill("(# in: #)", [&text, &list])),
        (1, fill("(# like #)", [&text, &pattern])),
        (1, fill("(# contains #)", [&text, &constant])),
        (1, fill("(# ? 'a')", [&variable])),
        (1, fill("(# is missing)", [&variable])),
        (1, fill("(# between 'A' and #)", [&variable, &text])),
        (1, fill("(input(#, 8.) > 1)", [&variable])),
        (1, fill("(length(#) > 3)", [&variable])),
    ])
}

fn number(numbers: &'static [&'static str], depth: u32) -> Pieces {
    let simple = choose(vec![
        (4, one_of(numbers)),
        (
            2,
            one_of(&["0", "1", "2", "5", "-1", "0.1", "9", "70", "4097", "-0", "1e308"]),
        ),
        (1, one_of(&[".", ".a", "._", ".z", ".b"])),
    ]);
    if depth == 0 {
        return simple;
    }
    let inner = number(numbers, depth - 1);
    let operator = one_of(&[
        "+", "-", "*", "/", "+", "-", "*", "/", "**", "><", "<>", " max ", " min ",
    ]);
    let of_one = one_of(&["abs", "int", "log", "sqrt", "floor", "missing", "sign"]);
    let of_two = one_of(&["mod", "round", "max", "sum", "coalesce"]);
    choose(vec![
        (6, simple),
        (3, fill("(# # #)", [&inner, &operator, &inner])),
        (1, fill("(-#)", [&inner])),
        (1, fill("#(#)", [&of_one, &inner])),
        (1, fill("#(#, #)", [&of_two, &inner, &inner])),
    ])
}

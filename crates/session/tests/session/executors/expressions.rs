//! Expressions that give numbers and texts, of the variables that [`steps`](super::steps) declares.

use super::pieces::{Pieces, choose, fill, one_of};

/// Expressions of some depth.
#[derive(Clone)]
pub struct Expressions {
    pub number: Pieces,
    pub text: Pieces,
    /// Numbers that are used as true or false.
    pub condition: Pieces,
    /// Elements of arrays of numbers, nearly all of them within the bounds.
    pub element: Pieces,
    /// Elements of an array of texts.
    pub text_element: Pieces,
}

/// Expressions with at most so many operations within each other.
pub fn expressions(depth: u32) -> Expressions {
    if depth == 0 {
        let (number, text) = (simple_number(), simple_text());
        return Expressions {
            element: element(&one_of(&["a", "x", "1.5"])),
            text_element: text_element(&one_of(&["1"])),
            condition: number.clone(),
            number,
            text,
        };
    }
    let inner = expressions(depth - 1);
    let element = element(&inner.number);
    let text_element = text_element(&inner.number);
    let condition = choose(vec![
        (4, comparison(&inner)),
        (2, logic(&inner)),
        (1, inner.number.clone()),
    ]);
    let number = choose(vec![
        (4, simple_number()),
        (6, arithmetic(&inner)),
        (3, element.clone()),
        (2, condition.clone()),
        (2, function(&inner)),
        (1, of_texts(&inner)),
    ]);
    let text = choose(vec![
        (3, simple_text()),
        (1, text_element.clone()),
        (3, text_operation(&inner)),
        (1, text_of_numbers(&inner)),
    ]);
    Expressions {
        number,
        text,
        condition,
        element,
        text_element,
    }
}

fn simple_number() -> Pieces {
    choose(vec![
        (6, one_of(&["1", "a", "b", "c", "d", "x", "y", "z", "k"])),
        (3, one_of(&["v1", "v2", "v7", "v16", "v17", "v20", "short"])),
        (2, one_of(&["i1", "i2", "j1", "j2", "_n_", "total"])),
        (
            1,
            one_of(&["<first>", "<last>", "<in>", "<end>", "<nobs>", "_error_", "unset"]),
        ),
        (3, one_of(&["0", "2", "3", "-1", "0.1", "7", "100000"])),
        (
            2,
            one_of(&[
                ".",
                ".a",
                "._",
                ".z",
                "-0",
                "1e308",
                "-1e308",
                "5e-324",
                "9007199254740993",
                "1e-16",
                "2147483648",
            ]),
        ),
    ])
}

fn simple_text() -> Pieces {
    choose(vec![
        (3, one_of(&["'a'", "s", "t", "u", "code", "name", "long"])),
        (
            1,
            one_of(&[
                "''",
                "' '",
                "'Zz'",
                "'abc def'",
                "' b'",
                "'12.5'",
                "'.a'",
                "'a longer text of more than forty bytes, of which much is cut'",
                "'é'",
            ]),
        ),
    ])
}

/// Elements of arrays that lie side by side, apart, in two dimensions, and from below zero on.
fn element(other: &Pieces) -> Pieces {
    let five = index(&["1", "2", "3", "4", "5"], "max(1, min(5, #))", other);
    let four = index(&["1", "2", "3", "4"], "max(1, min(4.9, #))", other);
    let three = index(&["1", "2", "3"], "max(1, min(3, #))", other);
    let two = index(&["1", "2"], "max(1, min(2, #))", other);
    let from_below = index(&["-2", "0", "1", "2"], "max(-2, min(2.5, #))", other);
    choose(vec![
        (3, fill("m{#}", [&five])),
        (3, fill("w{#}", [&four])),
        (2, fill("g{#, #}", [&two, &three])),
        (1, fill("h{#, #}", [&three, &two])),
        (2, fill("q{#}", [&from_below])),
        (1, fill("f{#}", [&three])),
    ])
}

/// An index, seldom out of bounds.
fn index(within: &'static [&'static str], bounded: &'static str, other: &Pieces) -> Pieces {
    let counter = one_of(&["i1", "i2", "j1", "x", "_n_"]);
    choose(vec![
        (40, one_of(within)),
        (10, fill(bounded, [&counter])),
        (10, fill(bounded, [other])),
        (1, counter),
        (1, one_of(&["0", "6", ".", "1.9", "0.9", "-3", "1e308"])),
        (1, other.clone()),
    ])
}

fn text_element(other: &Pieces) -> Pieces {
    let index = index(&["1", "2", "3"], "max(1, min(3, #))", other);
    fill("tx{#}", [&index])
}

fn arithmetic(inner: &Expressions) -> Pieces {
    let operator = one_of(&["+", "-", "*", "/", "+", "-", "*", "/", "**", "><", "<>"]);
    let number = &inner.number;
    choose(vec![
        (8, fill("(# # #)", [number, &operator, number])),
        (2, fill("(-#)", [number])),
        (1, fill("(+#)", [number])),
    ])
}

fn comparison(inner: &Expressions) -> Pieces {
    let operator = one_of(&["<", "<=", "=", "^=", ">=", ">", "eq", "ne", "lt", "ge"]);
    let of_texts = one_of(&["=", "<", "^=", ">=", ">", "<=", "=:", "<:", ">=:", "^=:"]);
    let (number, text) = (&inner.number, &inner.text);
    let list = one_of(&["(1, 2, 3)", "(., .a, -1)", "(0:3, 7, ._)", "(-1e308, 0.1)", "(1)"]);
    let texts = one_of(&["('a', 'b', 'Zz')", "('')", "('abc def', 'x')"]);
    choose(vec![
        (6, fill("(# # #)", [number, &operator, number])),
        (1, fill("(# # # # #)", [number, &operator, number, &operator, number])),
        (2, fill("(# in #)", [number, &list])),
        (1, fill("(# not in #)", [number, &list])),
        (3, fill("(# # #)", [text, &of_texts, text])),
        (1, fill("(# in #)", [text, &texts])),
        (1, fill("(# in: #)", [text, &texts])),
    ])
}

fn logic(inner: &Expressions) -> Pieces {
    let (condition, number) = (&inner.condition, &inner.number);
    choose(vec![
        (3, fill("(# and #)", [condition, condition])),
        (3, fill("(# or #)", [condition, condition])),
        (2, fill("(not #)", [condition])),
        (1, fill("(# & ^ #)", [condition, number])),
        (1, fill("(# | #)", [number, number])),
    ])
}

fn function(inner: &Expressions) -> Pieces {
    let number = &inner.number;
    let of_one = one_of(&[
        "abs", "int", "floor", "ceil", "log", "sqrt", "exp", "sign", "sin", "log10", "fuzz", "intz", "missing", "year",
        "weekday", "gamma",
    ]);
    let of_some = one_of(&[
        "min", "max", "sum", "mean", "n", "nmiss", "std", "range", "coalesce", "median",
    ]);
    let of_two = one_of(&["mod", "round", "divide", "atan2", "modz", "roundz", "band"]);
    let queue = one_of(&["lag", "dif", "lag2", "dif3", "lag5"]);
    choose(vec![
        (4, fill("#(#)", [&of_one, number])),
        (2, fill("#(#, #)", [&of_two, number, number])),
        (2, fill("#(#, #, #)", [&of_some, number, number, number])),
        (
            2,
            fill("#(#)", [&of_some, &one_of(&["of v1-v5", "of m{*}", "of x a v17"])]),
        ),
        (2, fill("#(#)", [&queue, number])),
        (1, fill("ifn(#, #, #)", [&inner.condition, number, number])),
        (
            1,
            one_of(&["ranuni(7)", "rannor(11)", "dim(m)", "hbound(g, 2)", "today() * 0"]),
        ),
    ])
}

/// Numbers that functions and conversions make of texts.
fn of_texts(inner: &Expressions) -> Pieces {
    let (text, number) = (&inner.text, &inner.number);
    let of_one = one_of(&["length", "missing", "lengthn", "rank"]);
    let informat = one_of(&["8.", "best12.", "comma8.2", "?? 5.1", "date9.", "hex4."]);
    choose(vec![
        (2, fill("#(#)", [&of_one, text])),
        (2, fill("input(#, #)", [text, &informat])),
        (1, fill("index(#, #)", [text, text])),
        (1, fill("(# + #)", [text, number])),
        (1, fill("indexc(#, 'ab', #)", [text, text])),
    ])
}

fn text_operation(inner: &Expressions) -> Pieces {
    let (text, number) = (&inner.text, &inner.number);
    let of_one = one_of(&[
        "trim", "upcase", "left", "right", "reverse", "strip", "compress", "lowcase", "lag", "lag2",
    ]);
    let few = one_of(&["1", "2", "3", "5", "0", "-1", "40", "a", "i1"]);
    choose(vec![
        (3, fill("#(#)", [&of_one, text])),
        (3, fill("(# || #)", [text, text])),
        (1, fill("(# || # || #)", [text, number, text])),
        (2, fill("substr(#, #)", [text, &few])),
        (2, fill("substr(#, #, #)", [text, &few, &few])),
        (1, fill("scan(#, #)", [text, &few])),
        (1, fill("repeat(#, #)", [text, &one_of(&["0", "1", "3"])])),
        (1, fill("cats(#, #, #)", [text, number, text])),
        (1, fill("coalescec(#, #)", [text, text])),
        (1, fill("(# >< #)", [text, text])),
        (1, fill("ifc(#, #, #)", [&inner.condition, text, text])),
    ])
}

fn text_of_numbers(inner: &Expressions) -> Pieces {
    let format = one_of(&["8.2", "best12.", "z5.", "dollar10.2", "hex8.", "1.", "date9.", "e10."]);
    choose(vec![
        (2, fill("put(#, #)", [&inner.number, &format])),
        (
            1,
            fill(
                "put(#, #)",
                [&inner.text, &one_of(&["$3.", "$10.", "$hex8.", "$upcase5."])],
            ),
        ),
    ])
}

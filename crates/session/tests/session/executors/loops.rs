//! DO loops. `depth` tells the indexes of loops within each other apart.

use proptest::prelude::*;

use super::expressions::Expressions;
use super::pieces::{Pieces, choose, fill, one_of};

/// Loops that end by themselves: nothing changes their index.
pub fn counted(depth: u32, of: &Expressions, body: &Pieces) -> Pieces {
    let index = one_of(match depth {
        1 => &["i1"],
        2 => &["i2"],
        _ => &["i3"],
    });
    let number = &of.number;
    let list = one_of(&["1", "1, 5, .", "3, 1 to 2, 7", "., .a", "2 to 1, 0.5"]);
    let by = one_of(&["1", "2", "0.5", "1.5"]);
    choose(vec![
        (
            3,
            fill(
                "do # = 1 to #;\n  #\n  end;",
                [&index, &one_of(&["3", "5", "0", "2.5"]), body],
            ),
        ),
        (
            2,
            fill(
                "do # = max(-2, #) to min(4, #);\n  #\n  end;",
                [&index, number, number, body],
            ),
        ),
        (
            1,
            fill("do # = 1 to min(4, #) by #;\n  #\n  end;", [&index, number, &by, body]),
        ),
        (
            1,
            fill(
                "do # = # to -1 by #;\n  #\n  end;",
                [
                    &index,
                    &one_of(&["3", "-1", "-2"]),
                    &one_of(&["-1", "-0.7", "-9"]),
                    body,
                ],
            ),
        ),
        (1, fill("do # = #;\n  #\n  end;", [&index, &list, body])),
        (
            1,
            fill("do # = 1 to 5 while (#);\n  #\n  end;", [&index, &of.condition, body]),
        ),
        (
            1,
            fill(
                "do # = 1 to 5 until (#), 9;\n  #\n  end;",
                [&index, &of.condition, body],
            ),
        ),
        (1, fill("do word = 'a', 'bb', #;\n  #\n  end;", [&of.text, body])),
        (
            1,
            fill(
                "do #;\n  #\n  end;",
                [
                    &one_of(&["w{2} = 1 to 2", "h{1, 1} = 5, 6"]),
                    &one_of(&["total + 1;", "a = w{2};"]),
                ],
            ),
        ),
    ])
}

/// Loops whose index is that of an array, so that the compiler may know that it is within the bounds.
pub fn indexed(depth: u32, of: &Expressions, body: &Pieces) -> Pieces {
    let values = one_of(&[
        "1 to 3",
        "1 to 3",
        "1 to 3",
        "3 to 1 by -1",
        "1 to 3 by 2",
        "-0 to 3",
        "0 to 3",
        "1 to 4",
        "2 to 3 until (x)",
    ]);
    let element = one_of(&[
        "m{<i>}",
        "m{<i> + 1}",
        "m{6 - <i>}",
        "w{<i>}",
        "q{<i> - 2}",
        "g{1, <i>}",
        "h{<i>, 1}",
        "g{2, 1 + <i> - 1}",
        "h{<i>, <i> - <i> + 2}",
        "m{<i> - 1 + 1}",
        "q{1 - <i>}",
        "m{<i> * 1}",
    ]);
    let statement = choose(vec![
        (2, fill("# = #;", [&element, &of.number])),
        (2, fill("a = # + #;", [&element, &element])),
        (1, fill("# + #;", [&element, &of.number])),
    ]);
    fill("do <i> = #;\n  #\n  #\n  end;", [&values, &statement, body])
        .prop_map(move |text| text.replace("<i>", &format!("i{depth}")))
        .boxed()
}

/// Loops that may go round for ever, but for the fuel.
pub fn guarded(depth: u32, of: &Expressions, body: &Pieces) -> Pieces {
    let index = one_of(match depth {
        1 => &["j1", "j1", "j1", "_n_", "_error_"],
        2 => &["j2"],
        _ => &["j3"],
    });
    let (number, condition) = (&of.number, &of.condition);
    let body = &fill("fuel + 1; if fuel > 200 then leave;\n  #", [body]);
    choose(vec![
        (3, fill("do while (#);\n  #\n  end;", [condition, body])),
        (3, fill("do until (#);\n  #\n  end;", [condition, body])),
        (
            1,
            fill("do while (#) until (#);\n  #\n  end;", [condition, condition, body]),
        ),
        (3, fill("do # = # to #;\n  #\n  end;", [&index, number, number, body])),
        (
            2,
            fill(
                "do # = # to # by #;\n  #\n  end;",
                [&index, number, number, number, body],
            ),
        ),
        (1, fill("do # = # by #;\n  #\n  end;", [&index, number, number, body])),
        (
            1,
            fill(
                "do # = # to # while (#), # until (#), # to #;\n  #\n  end;",
                [
                    &index, number, number, condition, number, condition, number, number, body,
                ],
            ),
        ),
    ])
}

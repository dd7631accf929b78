//! Statements within a DATA step. Whatever they do, it comes to an end: loops that would go round for ever
//! leave when `fuel` is used up, which nothing else changes.

use super::expressions::{Expressions, expressions};
use super::loops::{counted, guarded, indexed};
use super::pieces::{Pieces, choose, fill, one_of, some};

/// A statement with at most so many blocks within each other, and one with LEAVE and CONTINUE among them.
pub fn statement(blocks: u32) -> Pieces {
    let of = expressions(3);
    build(blocks, false, &of)
}

fn build(blocks: u32, in_loop: bool, of: &Expressions) -> Pieces {
    let mut arms = vec![
        (12, assignment(of)),
        (4, sum(of)),
        (4, text_assignment(of)),
        (3, output(of)),
        (3, put()),
        (2, leaving(of)),
        (1, call(of)),
        (1, reading(of)),
    ];
    if in_loop {
        arms.push((2, fill("if # then leave;", [&of.condition])));
        arms.push((3, fill("if # then continue;", [&of.condition])));
    }
    if blocks > 0 {
        let inner = build(blocks - 1, in_loop, of);
        let body = some(&inner, 0..4, "\n  ");
        arms.push((4, choice(of, &inner, &body)));
        let inner = build(blocks - 1, true, of);
        let plain = some(&inner, 0..4, "\n  ");
        let onward = one_of(&["leave", "continue", "continue"]);
        let body = choose(vec![
            (3, plain.clone()),
            (
                1,
                fill("#\n  if # then #;\n  #", [&plain, &of.condition, &onward, &plain]),
            ),
        ]);
        arms.push((4, counted(blocks, of, &body)));
        arms.push((3, indexed(blocks, of, &body)));
        arms.push((4, guarded(blocks, of, &body)));
    }
    choose(arms)
}

/// The targets of assignments: not the variables that the ends of loops depend on.
fn target(of: &Expressions) -> Pieces {
    choose(vec![
        (6, one_of(&["a", "b", "c", "d", "x", "y", "z"])),
        (2, one_of(&["v1", "v2", "v16", "v17", "short", "k"])),
        (3, of.element.clone()),
        (1, one_of(&["_n_", "_error_", "total", "j1", "j2", "<in>"])),
    ])
}

fn assignment(of: &Expressions) -> Pieces {
    fill("# = #;", [&target(of), &of.number])
}

fn sum(of: &Expressions) -> Pieces {
    let to = choose(vec![
        (3, one_of(&["total", "a", "count", "v3"])),
        (1, of.element.clone()),
    ]);
    fill("# + #;", [&to, &of.number])
}

fn text_assignment(of: &Expressions) -> Pieces {
    let to = choose(vec![
        (4, one_of(&["s", "t", "u", "code", "name"])),
        (1, of.text_element.clone()),
    ]);
    let few = one_of(&["1", "2", "3", "9", "a", "i1"]);
    choose(vec![
        (4, fill("# = #;", [&to, &of.text])),
        (1, fill("# = #;", [&to, &of.number])),
        (1, fill("# = #;", [&target(of), &of.text])),
        (1, fill("substr(#, #) = #;", [&to, &few, &of.text])),
        (1, fill("substr(#, #, #) = #;", [&to, &few, &few, &of.text])),
    ])
}

fn output(of: &Expressions) -> Pieces {
    let output = one_of(&["output;", "output <a>;", "output <b>;", "output <a> <b>;"]);
    choose(vec![
        (1, output.clone()),
        (3, fill("if # then #", [&of.condition, &output])),
    ])
}

fn put() -> Pieces {
    one_of(&[
        "put a= b=;",
        "put s= t= +1 code=;",
        "put _all_;",
        "put 'x is ' x best12. +1 y 8.2 @;",
        "put (v1-v3) (=) k z5.;",
        "put _n_= _error_= i1= j1=;",
        "put total= @20 s $3.;",
        "file log;",
    ])
}

/// Statements that end an iteration or the step.
fn leaving(of: &Expressions) -> Pieces {
    let condition = &of.condition;
    choose(vec![
        (4, fill("if #;", [condition])),
        (2, fill("if # then delete;", [condition])),
        (2, fill("if # then return;", [condition])),
        (2, fill("if # and _n_ > 3 then stop;", [condition])),
        (1, fill("if # and _n_ > 9 then abort;", [condition])),
        (1, one_of(&["return;", "stop;", "delete;"])),
    ])
}

fn call(of: &Expressions) -> Pieces {
    choose(vec![
        (
            2,
            one_of(&[
                "call missing(a, s, of v1-v3);",
                "call missing(x);",
                "call sortn(of v1-v5);",
                "seed = 5; call ranuni(seed, c);",
            ]),
        ),
        (1, fill("call symput('mark', #);", [&of.text])),
        (1, fill("call symputx('mark', #);", [&of.number])),
    ])
}

/// A SET amid other statements, in order or by numbers.
fn reading(of: &Expressions) -> Pieces {
    let set = one_of(&[
        "set src.few;",
        "set src.one;",
        "set src.none;",
        "set src.many(keep=x v1 name) end=<end>;",
        "set src.few src.flat(obs=4 keep=v2 v3);",
        "set src.few point=j1;",
        "set src.many(keep=x v1) src.few point=i1;",
    ]);
    fill("if # then #", [&of.condition, &set])
}

fn choice(of: &Expressions, inner: &Pieces, body: &Pieces) -> Pieces {
    let condition = &of.condition;
    choose(vec![
        (3, fill("if # then #", [condition, inner])),
        (3, fill("if # then #\n  else #", [condition, inner, inner])),
        (
            2,
            fill(
                "if # then do;\n  #\n  end;\n  else do;\n  #\n  end;",
                [condition, body, body],
            ),
        ),
        (
            1,
            fill(
                "select (#);\n  when (#) #\n  when (1, .) #\n  otherwise #\n  end;",
                [&of.number, &of.number, inner, inner, inner],
            ),
        ),
        (
            1,
            fill(
                "select;\n  when (#) #\n  when (#) #\n  end;",
                [condition, inner, condition, inner],
            ),
        ),
    ])
}

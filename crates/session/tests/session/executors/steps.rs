//! Whole DATA steps, and programs of them. Each names the same variables, whether it reads them or not, so
//! that any statement may stand in any step.

use proptest::prelude::*;

use super::conditions;
use super::pieces::{Pieces, choose, fill, one_of, some};
use super::statements::statement;

/// Programs. They read data sets of the library SRC, and make some of the library OUT.
pub fn programs() -> impl Strategy<Value = String> {
    let options = one_of(&["errors=20", "errors=0", "errors=1", "missing='-'"]);
    let steps = proptest::collection::vec(step(), 1..3);
    let procedure = choose(vec![(2, one_of(&[""])), (1, conditions::procedure())]);
    (options, steps, procedure).prop_map(|(options, steps, procedure)| {
        let mut program = format!("options nosyntaxcheck {options};\n");
        for (number, step) in steps.iter().enumerate() {
            let letter = char::from(b'a' + number as u8);
            let names = [("<a>", format!("out.{letter}1")), ("<b>", format!("out.{letter}2"))];
            let step = names
                .iter()
                .fold(step.clone(), |text, (mark, name)| text.replace(mark, name));
            program.push_str(&step);
        }
        if program.contains("data out.a1") {
            program.push_str("proc print data=out.a1(obs=3);\nrun;\n");
        }
        program.push_str(&procedure);
        program
    })
}

/// The names that placeholders of the statements have in a step.
struct Names {
    first: &'static str,
    last: &'static str,
}

fn step() -> Pieces {
    choose(vec![(9, made_step()), (2, modified_step())])
}

/// A step that changes a data set in place. It is made first, so that both executors change the same one.
fn modified_step() -> Pieces {
    let from = one_of(&["many", "flat", "few", "repeated", "one", "none", "exact"]);
    let transactions = fill(
        "src.##",
        [
            &one_of(&["many", "few", "repeated", "one", "none"]),
            &one_of(&["", "(in=is_in)", "(where=(k < 12))", "(keep=k x)", "(obs=5)"]),
        ],
    );
    let mode = one_of(&["", "end=is_end", "updatemode=nomissingcheck"]);
    let limits = one_of(&["", "", "(where=(k > 3))", "(firstobs=2 obs=9)", "(in=is_in)"]);
    let number = one_of(&["mod(_n_ * 7, 13)", "_n_", "how_many - _n_", "x"]);
    let modify = choose(vec![
        (2, fill("modify <a># #;", [&limits, &mode_of_order()])),
        (2, fill("modify <a> # #; by k;", [&transactions, &mode])),
        (
            1,
            fill(
                "if _n_ > 20 then stop; which = #; modify <a> point=which nobs=how_many;",
                [&number],
            ),
        ),
        (
            1,
            fill(
                "do which = how_many to 1 by -3; modify <a> point=which nobs=how_many; x = x + #; replace; end; stop;",
                [&one_of(&["1", "_iorc_", "k"])],
            ),
        ),
    ]);
    let change = one_of(&[
        "if _iorc_ = 0 then replace; else output <a>;",
        "if mod(_n_, 3) = 0 and _iorc_ = 0 then remove;",
        "if _iorc_ = %sysrc(_sok) then do; if x > 1 then replace; else remove; end; else _error_ = 0;",
        "if _iorc_ ne 0 then do; put _iorc_=; output; end; else replace;",
        "replace;",
        "",
        "k = k + 1;",
    ]);
    let body = some(&statement(2), 0..5, "\n  ");
    fill(
        "data <a>;\n  set src.#;\nrun;\ndata <a> #;\n  length t $ 33 long $ 40;\n  #\n  #\n  #\n  #\nrun;\n",
        [
            &from,
            &one_of(&["", "<b>"]),
            &modify,
            &one_of(&[ARRAYS]),
            &body,
            &change,
        ],
    )
    .prop_map(|text| {
        let text = match text.contains("data <a> <b>") {
            true => text,
            false => text.replace("<a> <b>", "<a>").replace("<b>", "<a>"),
        };
        in_names(&text, text.contains("by k;"))
    })
    .boxed()
}

fn mode_of_order() -> Pieces {
    one_of(&["", "end=is_end", "nobs=how_many"])
}

/// Replaces the placeholders of statements by their names in a step with or without BY.
fn in_names(text: &str, is_by: bool) -> String {
    let names = match is_by {
        true => Names {
            first: "first.k",
            last: "last.k",
        },
        false => Names { first: "b", last: "c" },
    };
    text.replace("<first>", names.first)
        .replace("<last>", names.last)
        .replace("<in>", "is_in")
        .replace("<end>", "is_end")
        .replace("<nobs>", "how_many")
}

fn made_step() -> Pieces {
    (made(), retained(), read(), body())
        .prop_map(|(made, retained, read, body)| {
            let text = format!(
                "data {made};\n  {DECLARED}\n  {retained}\n  {}\n  {ARRAYS}\n  {body}\n{}run;\n",
                read.text, read.lines
            );
            let text = in_names(&text, read.text.contains("by k;"));
            match made.as_str() {
                "_null_" => text.replace("<a> <b>", "").replace("<a>", "").replace("<b>", ""),
                made if !made.contains("<b>") => text.replace("<a> <b>", "<a>").replace("<b>", "<a>"),
                _ => text,
            }
        })
        .boxed()
}

const DECLARED: &str = "length y 4 z 5 short 3 s $ 8 t $ 33 u $ 100 word $ 3 code $ 1 name $ 12 long $ 40;";

const ARRAYS: &str = "array m{5} v1-v5; array w{*} x a v3 b; array g{2, 3} v6-v11; array q{-2:2} v12-v16;
  array h{3, 2} a v2 y v20 c short; array f{3} _temporary_ (1 2 .); array tx{3} $ s t u;";

/// The data sets of the DATA statement.
fn made() -> Pieces {
    let options = choose(vec![
        (3, one_of(&["", "(bufsize=8K)"])),
        (
            3,
            one_of(&[
                "(keep=v1-v20)",
                "(drop=v1-v20)",
                "(keep=s t u a)",
                "(keep=t short x)",
                "(rename=(a=aa))",
                "(where=(a > 1))",
                "(where=(x > . and s ne 'a') keep=x s k v1-v20)",
                "(where=(_error_x = 1) rename=(c=_error_x))",
            ]),
        ),
    ]);
    choose(vec![
        (3, fill("<a>#", [&options])),
        (2, fill("<a># <b>#", [&options, &options])),
        (1, one_of(&["_null_"])),
    ])
}

fn retained() -> Pieces {
    one_of(&[
        "",
        "retain a 1 c . s 'kept';",
        "retain v1-v20 0;",
        "retain _all_;",
        "retain x 5 t;",
        "format a dollar8.2 x best6. t $5.;",
    ])
}

/// The reading statements of a step.
#[derive(Clone, Debug)]
struct Reading {
    text: String,
    /// The lines behind its statements.
    lines: String,
}

fn read() -> impl Strategy<Value = Reading> {
    let data_sets = choose(vec![
        (1, one_of(&["", "do i1 = 1 to 3; x = i1; output; end;"])),
        (6, set()),
        (1, by_number()),
        (2, grouped()),
        (1, side_by_side()),
    ]);
    let data_sets = data_sets.prop_map(|text| Reading {
        text,
        lines: String::new(),
    });
    prop_oneof![8 => data_sets, 2 => lines()]
}

/// A data set that is read, with its options.
fn source() -> Pieces {
    let data_set = one_of(&[
        "many", "flat", "few", "repeated", "many", "flat", "one", "none", "exact",
    ]);
    let options = choose(vec![
        (4, one_of(&[""])),
        (
            3,
            one_of(&[
                "(where=(k > 3))",
                "(where=(k is missing or k < 9))",
                "(where=(k between 1 and 20))",
                "(firstobs=2)",
                "(obs=30)",
                "(firstobs=5 obs=17)",
                "(in=is_in)",
                "(in=is_in where=(k ne 2))",
                "(rename=(k=kk))",
                "(keep=k)",
            ]),
        ),
    ]);
    choose(vec![
        (3, fill("src.##", [&data_set, &options])),
        (2, conditions::filtered()),
    ])
}

fn set() -> Pieces {
    let source = source();
    let options = one_of(&["", "", "end=is_end", "nobs=how_many", "end=is_end nobs=how_many"]);
    let filter = choose(vec![(3, one_of(&[""])), (2, fill("where #;", [&conditions::common()]))]);
    choose(vec![
        (4, fill("set # #; #", [&source, &options, &filter])),
        (2, fill("set # # #; #", [&source, &source, &options, &filter])),
        (1, fill("set # # # #;", [&source, &source, &source, &options])),
        (1, fill("if _n_ < 4 then set # #;", [&source, &options])),
        (1, fill("set #; set # #;", [&source, &source, &options])),
        (
            1,
            fill("do until (is_end); set # end=is_end; total + x; end;", [&source]),
        ),
    ])
}

/// Reads by observation numbers, some of which there are not.
fn by_number() -> Pieces {
    let random = fill(
        "src.##",
        [
            &one_of(&["many", "flat", "few", "repeated", "one", "none"]),
            &one_of(&["", "", "(in=is_in)", "(rename=(k=kk))", "(keep=k x)"]),
        ],
    );
    let nobs = one_of(&["", "nobs=how_many"]);
    let number = one_of(&["mod(_n_ * 7, 13)", "_n_ / 2", "x", "4 - _n_"]);
    choose(vec![
        (
            2,
            fill(
                "set #; which = #; set # point=which #;",
                [&source(), &number, &random, &nobs],
            ),
        ),
        (1, fill("set #; set # # point=_n_;", [&source(), &random, &random])),
        (
            1,
            fill(
                "if _n_ > 6 then stop; do which = how_many to 1 by -3; set # point=which nobs=how_many; \
                 total + x; end;",
                [&random],
            ),
        ),
    ])
}

fn grouped() -> Pieces {
    let source = fill(
        "src.##",
        [
            &one_of(&["many", "few", "repeated", "one", "none"]),
            &one_of(&["", "", "(in=is_in)", "(where=(k < 12))", "(keep=k)"]),
        ],
    );
    let source = choose(vec![(3, source), (1, conditions::filtered())]);
    let end = one_of(&["", "end=is_end"]);
    let mode = one_of(&["", "end=is_end", "updatemode=nomissingcheck"]);
    choose(vec![
        (2, fill("set # #; by k;", [&source, &end])),
        (2, fill("set # # #; by k;", [&source, &source, &end])),
        (2, fill("merge # # #; by k;", [&source, &source, &end])),
        (1, fill("merge # # #; by k;", [&source, &source, &source])),
        (2, fill("update # # #; by k;", [&source, &source, &mode])),
    ])
}

fn side_by_side() -> Pieces {
    let source = source();
    fill("merge # # #;", [&source, &source, &one_of(&["", "end=is_end"])])
}

/// Lines of text, some of them with what is no number.
fn lines() -> impl Strategy<Value = Reading> {
    let how = one_of(&[
        "",
        "missover",
        "truncover",
        "dsd missover",
        "end=is_end",
        "stopover",
        "flowover",
    ]);
    let input = one_of(&[
        "input x a b;",
        "input x name $ a;",
        "input x 1-3 name $ 4-8 @10 a 5.2;",
        "input @1 a ?? 3. +1 b :comma8. s $;",
        "input x @; if x > 5 then input a b; else input name $;",
        "input (v1-v4) (2.);",
    ]);
    let line = one_of(&[
        "1 2 3",
        "12 twelve 4",
        ". .a 7.25",
        "x y z",
        "",
        "1,234.5,'a b',,9",
        "-1e400 1e308 0",
        "  9   abc   1 2 3 4 5 6",
        "999999 1 -0 5",
        "10",
    ]);
    let lines = some(&line, 0..9, "\n");
    let statements = choose(vec![
        (6, fill("infile datalines #; #", [&how, &input])),
        // Such lines are held until they are used up; where INPUT does not go on to others, for ever.
        (1, one_of(&["input x @@;", "input name $ x @@;"])),
    ]);
    (statements, lines).prop_map(|(text, lines)| Reading {
        text,
        lines: format!("datalines;\n{lines}\n;\n"),
    })
}

fn body() -> Pieces {
    some(&statement(3), 1..9, "\n  ")
}

//! Statements about other sessions.

use insta::assert_snapshot;

use super::dump::dump;
use super::parse;
use crate::parse::{Parser, Program};
use crate::reader::Reader;
use crate::testing::{SilentSurroundings, extent_of};
use crate::tree::{Block, Global, SessionStatement, Unit};

/// Returns each program with its only unit and the diagnostics.
fn units(programs: &[&str]) -> String {
    let mut text = String::new();
    for program in programs {
        let (units, sources) = parse(program);
        text.push_str(&format!("{program}\n"));
        for parsed in units {
            match parsed.unit {
                Unit::Global(Global::Session(statement)) => {
                    text.push_str(&format!("  {}\n", dump(&statement)));
                }
                other => text.push_str(&format!("  {}\n", dump(&other))),
            }
            for diagnostic in &parsed.diagnostics {
                text.push_str(&diagnostic.render(&sources));
            }
        }
    }
    text
}

/// Returns the blocks of a program, which must be without errors, and its other units in short.
fn blocks(text: &str) -> (Vec<Block>, Vec<String>) {
    let (units, sources) = parse(text);
    let (mut blocks, mut others) = (Vec::new(), Vec::new());
    for parsed in units {
        let said: String = parsed
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.render(&sources))
            .collect();
        assert!(said.is_empty(), "{text}: {said}");
        match parsed.unit {
            Unit::Global(Global::Session(statement)) => match *statement {
                SessionStatement::Submit(submit) => blocks.push(submit.block),
                other => others.push(other.keyword().to_owned()),
            },
            Unit::Global(_) => others.push("global".to_owned()),
            Unit::Data(step) => others.push(format!("data {}", step.outputs[0].member.text)),
            Unit::Stored(request) => others.push(format!("stored {}", request.name.member.text)),
            Unit::Procedure(procedure) => others.push(format!("proc {}", procedure.name.text)),
        }
    }
    (blocks, others)
}

#[test]
fn statements() {
    assert_snapshot!(units(&[
        "signon task0 sascmd=\"sas -cpucount 2 -threads\";",
        "signon datatask sascmd \"sas\";",
        "signon;",
        "signon process=a signonwait=no cmacvar=state log=keep output='a b.lst' noscript status=no;",
        "signon remote=a sascmd='!sascmd -nonotes' inheritlib=(lib1 lib2=there) connectwait=yes log=purge output=out;",
        "waitfor _all_ a b timeout=2.5;",
        "waitfor a b;",
        "waitfor _any_ a;",
        "waitfor _all_;",
        "waitfor _any_ timeout=1e300;",
        "rget;",
        "rget a;",
        "rdisplay process=a;",
        "listtask;",
        "listtask _all_;",
        "killtask a b;",
        "killtask _all_;",
        "signoff;",
        "signoff a cmacvar=x;",
        "signoff _all_;",
        "rsubmit process=task0 wait=no ;\n x;\nendrsubmit;",
        "rsubmit a persist=no sysrputsync=yes; endrsubmit;",
        "libname x sasesock ':7000' timeout=60 secret='s p';",
    ]));
}

#[test]
fn what_is_wrong() {
    assert_snapshot!(units(&[
        "signon longername;",
        "signon a b;",
        "signon a process=b;",
        "signon _all_;",
        "signon a sascdm='sas';",
        "signon a sascmd;",
        "signon a sascmd=sas;",
        "signon a sascmd='  ';",
        "signon a wait=maybe;",
        "signon a password=x;",
        "signon a frobnicate;",
        "signon 'a'n;",
        "signon a log=;",
        "signon a inheritlib=a;",
        "signon a inheritlib=(a=);",
        "signon a inheritlib=(a=longername);",
        "signon a cmacvar='x';",
        "signon a process=;",
        "signon a output=3;",
        "signon a inheritlib=(a",
        "waitfor;",
        "waitfor a timout=3;",
        "waitfor a timeout=-3;",
        "waitfor a timeout=soon;",
        "waitfor a _all_;",
        "rget a b;",
        "rget proces=a;",
        "killtask;",
        "killtask a _all_;",
        "listtask 3;",
        "signoff a b;",
        "signoff a _all_;",
        "signof a;",
        "endrsubmit;",
        "data a; endrsubmit; run;",
        "data a; if x then rsubmit a; run;",
    ]));
}

#[test]
fn wrong_blocks() {
    assert_snapshot!(units(&[
        "rsubmit a;\n data b; run;\n",
        "rsubmit a;\n title 'don't';\nendrsubmit;\ndata b; run;",
        "rsubmit a wait=maybe; data b; run; endrsubmit; title;",
        "rsubmit a; endrsubmit now; title;",
        "rsubmit a; x; endrsubmit",
        "%macro m; rsubmit a; x; %mend; %m",
        "rsubmit a; rsubmit b; x; endrsubmit;",
        "x; endrsubmit;",
    ]));
}

#[test]
fn a_block_is_taken_as_it_stands() {
    let text = "title;\nrsubmit a; * first;\n  %let x = &y;\n  %m(1)\n  data b; /* endrsubmit; */\n  \
        datalines;\nendrsubmit\n;\n  endrsubmit;\ndata c; run;";
    let (blocks, others) = blocks(text);
    assert_eq!(others, ["global", "data c"]);
    let lines: Vec<_> = blocks[0].text.lines().collect();
    assert_eq!(lines[0], "           * first;");
    assert_eq!(
        lines[1..4],
        ["  %let x = &y;", "  %m(1)", "  data b; /* endrsubmit; */"]
    );
    assert_eq!(lines[4..], ["  datalines;", "endrsubmit", ";"]);
    assert_eq!((&*blocks[0].name, blocks[0].first_line), ("prog.sas", 2));
}

#[test]
fn the_lines_of_a_block_have_the_numbers_of_the_file() {
    let (blocks, _) = blocks("title;\n\nrsubmit a;  \n  x;\n\n y;\n  endrsubmit; rsubmit b; z; endrsubmit;");
    assert_eq!((&*blocks[0].text, blocks[0].first_line), ("  x;\n\n y;\n", 4));
    let column = "  endrsubmit; rsubmit b;".len();
    let text = format!("{} z; ", " ".repeat(column));
    assert_eq!((&*blocks[1].text, blocks[1].first_line), (&*text, 7));
}

#[test]
fn a_block_ends_the_step_before_it() {
    let (blocks, others) = blocks(
        "data a; x = 1;\nrsubmit t; b; endrsubmit;\nproc print data=a; signoff t; var x; rsubmit u; endrsubmit; run;",
    );
    assert_eq!(blocks.len(), 2);
    assert_eq!(others, ["data a", "SIGNOFF", "proc print", "global"]);
}

#[test]
fn a_macro_makes_the_text_of_its_block() {
    let program = "%macro m(n);\n%do i = 1 %to &n;\n  rsubmit t&i;\n    %let k = &i;\n    x = \"&k\" '&k';\n    %if \
        &i = 2 %then %do; two; %end;\n    %sysrput rc&i = &syserr;\n    %nrstr(%let z = &i;)\n    datalines;\n1 \
        2\n;\n  endrsubmit;\n%end;\n%mend;\n%m(2) title;";
    let (blocks, others) = blocks(program);
    assert_eq!(others, ["global"]);
    let lines = |block: &Block| -> Vec<String> {
        let lines = block.text.lines().map(str::trim);
        lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    assert_eq!(
        lines(&blocks[0]),
        [
            "x = \"1\" '&k';",
            "%sysrput RC1=&syserr;",
            "%let z = &i;",
            "datalines;",
            "1 2",
            ";"
        ]
    );
    assert_eq!(
        lines(&blocks[1])[..2],
        ["x = \"2\" '&k';", "two; %sysrput RC2=&syserr;"]
    );
    assert_eq!(
        (&*blocks[0].name, blocks[0].first_line),
        ("prog.sas:15 (the macro M)", 1)
    );
}

#[test]
fn a_block_may_be_made_in_part() {
    // The macro begins it, and the file continues it, in which nothing is resolved.
    let program = "%let x = 1;\n%macro begin; rsubmit t; a&x; %mend;\n%begin\n  b&x;\n  endrsubmit; title;";
    let (blocks, others) = blocks(program);
    assert_eq!(others, ["global"]);
    let words: Vec<_> = blocks[0].text.split_whitespace().collect();
    assert_eq!(words, ["a1;", "b&x;"]);
}

#[test]
fn an_open_condition_makes_the_text_of_its_block() {
    let (blocks, _) = blocks("%let x = 1; %if &x %then %do; rsubmit t; a&x; endrsubmit; %end; title;");
    assert_eq!(blocks[0].text.trim(), "a1;");
}

#[test]
fn what_a_step_sets_is_seen_by_the_rsubmit_after_it() {
    let mut reader = Reader::new("p", "data a; x = 1;\nrsubmit t&n; b; endrsubmit;").unwrap();
    let mut parser = Parser::new(extent_of);
    let mut surroundings = SilentSurroundings::default();
    let first = parser.next_unit(&mut Program::new(&mut reader, &mut surroundings));
    assert!(matches!(first.map(|parsed| parsed.unit), Some(Unit::Data(_))));
    // The step runs now, and sets a macro variable.
    reader.push_text("set", "%let n = 7;").unwrap();
    let second = parser.next_unit(&mut Program::new(&mut reader, &mut surroundings));
    let Some(Unit::Global(Global::Session(statement))) = second.map(|parsed| parsed.unit) else {
        panic!()
    };
    let SessionStatement::Submit(submit) = *statement else {
        panic!()
    };
    assert_eq!(submit.session.unwrap().text, "t7");
    assert_eq!(submit.block.text.trim(), "b;");
}

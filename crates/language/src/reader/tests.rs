//! Tests of reading statement by statement.

use feedrate_options::{DateOptions, MacroOptions};

use crate::macros::{Name, Scope};
use crate::reader::{Ending, Reader};
use crate::surroundings::Surroundings;
use crate::testing::{Log, run, run_with};
use crate::token::spell;

fn next(reader: &mut Reader, log: &mut dyn Surroundings) -> Option<String> {
    let statement = reader.next_statement(log).unwrap()?;
    Some(spell(&statement.tokens))
}

#[test]
fn what_a_step_sets_is_seen_by_the_text_after_it() {
    let program = "%macro m; data a; run; %do i = 1 %to &n; set b&i; %end; %mend; %m x = &n; y";
    let mut reader = Reader::new("test", program).unwrap();
    let mut log = Log::default();
    assert_eq!(next(&mut reader, &mut log).unwrap(), "data a");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "run");
    reader
        .symbols_mut()
        .set(Name::new("n").unwrap(), "2", Scope::Global)
        .unwrap();
    assert_eq!(next(&mut reader, &mut log).unwrap(), "set b1");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "set b2");
    reader
        .symbols_mut()
        .set(Name::new("n").unwrap(), "3", Scope::Global)
        .unwrap();
    assert_eq!(next(&mut reader, &mut log).unwrap(), "x = 3");
    assert!(log.lines.is_empty());
}

#[test]
fn the_first_token_is_seen_before_the_rest_is_read() {
    let mut reader = Reader::new("test", "data b&x; run;").unwrap();
    let mut log = Log::default();
    assert!(reader.first_token(&mut log).unwrap().unwrap().is_name("data"));
    reader.push_text("call execute", "%let x = 1; proc a;").unwrap();
    assert_eq!(next(&mut reader, &mut log).unwrap(), "proc a");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "data b1");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "run");
    assert_eq!(next(&mut reader, &mut log), None);
}

#[test]
fn lines_are_shown_when_they_are_read() {
    let program = "data a;\n  x = 1; run;\n\n%let y = 1;\n%macro m;\n  z;\n%mend;\n%m\nw;";
    let mut log = Log {
        echo: true,
        ..Log::default()
    };
    run_with(&mut Reader::new("test", program).unwrap(), &mut log);
    insta::assert_snapshot!(log.lines.join("\n"));
}

#[test]
fn data_lines_are_left_alone() {
    let program = "input x; datalines;\n1 & %m 'x\n  /* 2\n;\nrun; cards4;\na;b\n;;;;\nend;\ncards;";
    let mut reader = Reader::new("test", program).unwrap();
    let mut log = Log {
        echo: true,
        ..Log::default()
    };
    assert_eq!(next(&mut reader, &mut log).unwrap(), "input x");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "datalines");
    let lines = reader.data_lines(Ending::Semicolon, &mut log).unwrap();
    assert_eq!(lines.lines().collect::<Vec<_>>(), ["1 & %m 'x", "  /* 2"]);
    assert_eq!((lines.position.line, lines.position.column), (2, 1));
    assert_eq!(next(&mut reader, &mut log).unwrap(), "");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "run");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "cards4");
    let lines = reader.data_lines(Ending::FourSemicolons, &mut log).unwrap();
    assert_eq!(lines.as_str(), "a;b\n");
    for _ in 0..4 {
        assert_eq!(next(&mut reader, &mut log).unwrap(), "");
    }
    assert_eq!(next(&mut reader, &mut log).unwrap(), "end");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "cards");
    let lines = reader.data_lines(Ending::Semicolon, &mut log).unwrap();
    assert_eq!(lines.lines().count(), 0);
    assert_eq!(next(&mut reader, &mut log), None);
    let shown = [
        "1 input x; datalines;",
        "4 ;",
        "5 run; cards4;",
        "7 ;;;;",
        "8 end;",
        "9 cards;",
    ];
    assert_eq!(log.lines, shown);
}

#[test]
fn data_lines_cannot_stand_in_a_macro() {
    let mut reader = Reader::new("test", "%macro m; datalines; %mend; %m").unwrap();
    let mut log = Log::default();
    assert_eq!(next(&mut reader, &mut log).unwrap(), "datalines");
    let error = reader.data_lines(Ending::Semicolon, &mut log).unwrap_err();
    insta::assert_snapshot!(error);
}

#[test]
fn files_are_included() {
    let mut log = Log {
        echo: true,
        ..Log::default()
    };
    log.files.insert("a.sas", "a1;\n%include 'b.sas';\na2;\n");
    log.files.insert("b.sas", "b1;");
    log.files.insert("lib/c.sas", "cards;\n1\n;\n");
    let program = "%let f = a;\n%include \"&f..sas\" / source2;\nx; %inc lib(c);\ny; %include 'none.sas';\nz;";
    run_with(&mut Reader::new("test", program).unwrap(), &mut log);
    insta::assert_snapshot!(log.lines.join("\n"));
}

#[test]
fn a_file_that_includes_itself_is_refused() {
    let mut log = Log::default();
    log.files.insert("a.sas", "a; %include 'a.sas';");
    run_with(&mut Reader::new("test", "%include 'a.sas'; b;").unwrap(), &mut log);
    assert_eq!(log.lines.iter().filter(|line| *line == "> a;").count(), 32);
    assert!(log.lines.iter().any(|line| line.contains("includes itself")));
    assert_eq!(log.lines.last().unwrap(), "> b;");
}

#[test]
fn reading_goes_on_after_an_error() {
    insta::assert_snapshot!(run(
        "a; x = %eval(b + 1) + 2; c;\n%let d = %eval(1 / 0); e;\n%macro m; f; %let g = %eval(h); i; %mend;\n%m; \
         j;\n%if 1 %then %do; k; l %eval(m); n; %end; o;"
    ));
}

#[test]
fn a_host_can_stop_a_loop() {
    let mut log = Log {
        patience: Some(1000),
        ..Log::default()
    };
    let program = "%macro m; %do %while(1); %end; %mend; %m x; %m y;";
    let mut reader = Reader::new("test", program).unwrap();
    let error = reader.next_statement(&mut log).unwrap_err();
    assert_eq!(error.problem, crate::Problem::Stopped);
    // A parser reads on after errors, but these surroundings never do.
    assert_eq!(reader.next_statement(&mut log), Ok(None));
}

#[test]
fn statements_that_macros_make_are_told() {
    let program = "%macro m(x); a &x 'b''c'; %mend; %m(1) d;\n%let y = %eval(1); z = &y;";
    let mut reader = Reader::new("test", program).unwrap();
    let mut log = Log::default();
    let options = MacroOptions {
        mprint: true,
        symbolgen: true,
        mlogic: true,
        ..MacroOptions::default()
    };
    reader.set_options(options, DateOptions::default(), "");
    run_with(&mut reader, &mut log);
    insta::assert_snapshot!(log.lines.join("\n"));
}

#[test]
fn positions_are_those_of_calls() {
    let program = "%macro m;\n  a b;\n%mend;\nx;\n  %m";
    let mut reader = Reader::new("test", program).unwrap();
    let mut log = Log::default();
    assert_eq!(next(&mut reader, &mut log).unwrap(), "x");
    let statement = reader.next_statement(&mut log).unwrap().unwrap();
    let at = |token: usize| {
        let token = &statement.tokens[token];
        let inside = token.position.inside.unwrap();
        (
            token.position.line,
            token.position.column,
            inside.line.get(),
            inside.column,
        )
    };
    assert_eq!([at(0), at(1)], [(5, 3, 2, 3), (5, 3, 2, 5)]);
}

#[test]
fn the_lines_of_a_block_are_counted_and_not_shown() {
    let program = "a;\nrsubmit t;\n  b;\n\n  c;\n  endrsubmit; d;\ne;\n";
    let mut reader = Reader::new("test", program).unwrap();
    let mut log = Log {
        echo: true,
        ..Log::default()
    };
    assert_eq!(next(&mut reader, &mut log).unwrap(), "a");
    assert_eq!(next(&mut reader, &mut log).unwrap(), "rsubmit t");
    let block = reader.block(&mut log).unwrap();
    assert_eq!((&*block.text, block.first_line), ("  b;\n\n  c;\n", 3));
    assert_eq!(next(&mut reader, &mut log).unwrap(), "endrsubmit");
    run_with(&mut reader, &mut log);
    let shown = ["1 a;", "2 rsubmit t;", "6   endrsubmit; d;", "> d;", "7 e;", "> e;"];
    assert_eq!(log.lines, shown);
}

#[test]
fn a_block_runs_with_the_line_numbers_of_the_file() {
    let mut reader = Reader::new("session", "").unwrap();
    let mut log = Log {
        echo: true,
        ..Log::default()
    };
    for (text, first_line) in [("  b;\n  x = 'open;\n", 3), ("%let n = 1;\n c&n d;\n", 20)] {
        reader.push_part("prog.sas", text, first_line).unwrap();
        run_with(&mut reader, &mut log);
    }
    let said = [
        "1   b;",
        "> b;",
        "2   x = 'open;",
        "ERROR 4:7: the text that begins here with ' is never closed; add the closing '",
        "3 %let n = 1;",
        "4  c&n d;",
        "> c1 d;",
    ];
    assert_eq!(log.lines, said);
}

#[test]
fn no_block_without_its_end_runs_here() {
    let program = "rsubmit t; data a; run;\n";
    let mut reader = Reader::new("test", program).unwrap();
    let mut log = Log::default();
    assert_eq!(next(&mut reader, &mut log).unwrap(), "rsubmit t");
    let error = reader.block(&mut log).unwrap_err();
    assert!(error.to_string().contains("no ENDRSUBMIT"));
    assert_eq!(next(&mut reader, &mut log), None);
}

#[test]
fn a_block_that_macros_make_without_end_is_refused() {
    let program = "%macro m; rsubmit t; %do %while(1); some text; %end; %mend; %m x;";
    let mut reader = Reader::new("test", program).unwrap();
    let mut log = Log::default();
    assert_eq!(next(&mut reader, &mut log).unwrap(), "rsubmit t");
    let error = reader.block(&mut log).unwrap_err();
    assert_eq!(error.problem, crate::Problem::EndlessExpansion);
    assert_eq!(next(&mut reader, &mut log).unwrap(), "x");
}

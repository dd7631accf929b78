//! Tests that parse source programs and check the requests and diagnostics of procedures.

use proptest::prelude::*;

use super::{LoweredProcedure, PROCEDURES, all, extent_of, lower};
use feedrate_language::parse::{Parser, Program};
use feedrate_language::reader::Reader;
use feedrate_language::testing::SilentSurroundings;
use feedrate_language::tree::Unit;
use feedrate_lower::Options;
use feedrate_lower::testing::shelf;
use feedrate_procedure::Request;

/// Lowers the procedures of a program.
fn lowered(text: &str) -> Vec<LoweredProcedure> {
    let mut reader = Reader::new("test.sas", text).unwrap();
    let mut parser = Parser::new(extent_of);
    let mut shelf = shelf();
    let mut all = Vec::new();
    while let Some(parsed) = parser.next_unit(&mut Program::new(&mut reader, &mut SilentSurroundings::default())) {
        assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
        if let Unit::Procedure(written) = parsed.unit {
            all.push(lower(&written, &mut shelf, &Options::default()));
        }
    }
    all
}

/// Returns the request of a single procedure.
fn request(text: &str) -> Request {
    let mut all = lowered(text);
    let one = all.remove(0);
    assert!(one.diagnostics.is_empty(), "{:?}", one.diagnostics);
    one.request.unwrap()
}

/// Returns the diagnostics of procedures, each with its position.
fn statements(text: &str) -> String {
    let mut lines = String::new();
    for one in lowered(text) {
        for diagnostic in one.diagnostics {
            let hint = diagnostic.hint.map_or_else(String::new, |hint| format!("; {hint}"));
            let (line, column) = (diagnostic.position.line, diagnostic.position.column);
            lines.push_str(&format!("{line}:{column} {}{hint}\n", diagnostic.message));
        }
    }
    lines
}

#[test]
fn procedures_become_requests() {
    let texts = [
        "proc append base=lib.all data=class force; run;",
        "proc contents data=lib._all_ varnum short; run;",
        "proc copy in=work out=lib move; exclude right; run;",
        "proc datasets lib=work nolist; change left=links; delete class right; save left; \
         copy out=lib; select left; append base=left data=right; contents data=class; quit;",
        "proc options option=(bufsize bufno); run;",
    ];
    let requests: Vec<_> = texts.iter().map(|text| request(text)).collect();
    insta::assert_debug_snapshot!(requests);
}

#[test]
fn formats_are_read_with_their_ranges() {
    insta::assert_debug_snapshot!(request(
        "proc format;
           value age (default=8) low-<18='child' 18-64, 70='adult' 65<-high='old' .='?' .a=[5.1]
             other='none';
           value $sex 'f'='female' 'm'-'n'='male';
         run;"
    ));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    insta::assert_snapshot!(statements(
        "proc prnt data=class; run;
         proc print data=class nobs; run;
         proc print data=class; vra Age; run;
         proc print data=class; var Ages; run;
         proc print data=class; sum Name; run;
         proc print data=nothing; run;
         proc contents data=nothing; run;
         proc append data=class; run;
         proc copy in=work; run;
         proc datasets lib=work; select class; quit;
         proc datasets lib=work memtype=catalog; quit;
         proc format; value age 'a'='b'; run;
         proc format; value age 1-='b'; run;
         proc format library=lib; run;
         proc contents data=class; var x; run;
         proc append base=class(obs=1) data=left; run;"
    ));
}

proptest! {
    #[test]
    fn tables_of_any_words_are_understood_or_refused(
        words in prop::collection::vec(prop::sample::select(vec![
            "Name", "Age", "Height", "Weight", "*", "*", "(", ")", "all", "n", "mean", "pctn", "pctsum",
            "<", ">", "='x'", ">='x'",
            "f=8.2", "f=", ",", "/", "rts=12", "box=", "_page_", "printmiss", "Height--Weight", "[", "]", "s=[x]", "-",
        ]), 0..24),
    ) {
        let text = format!(
            "proc tabulate data=class out=o; class Name Age; var Height Weight; table {}; run;",
            words.join(" ")
        );
        for one in lowered(&text) {
            let is_refused = one.diagnostics.iter().any(feedrate_language::Diagnostic::is_error);
            prop_assert_eq!(one.request.is_none(), is_refused, "{}", text);
        }
    }
}

#[test]
fn names_are_in_capitals_and_in_order() {
    for procedures in PROCEDURES {
        assert!(procedures.is_sorted_by_key(|definition| definition.name));
    }
    for two in all().windows(2) {
        assert!(two[0].name < two[1].name, "{}", two[1].name);
    }
    for definition in all() {
        assert_eq!(definition.name, definition.name.to_ascii_uppercase());
    }
}

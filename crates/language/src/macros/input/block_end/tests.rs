//! Tests of the search for ENDRSUBMIT.

use proptest::prelude::*;

use super::*;

/// Returns what is before ENDRSUBMIT, found at once and found as the text comes letter by letter.
fn before_end(text: &str) -> Option<&str> {
    let at_once = BlockEnd::new().find(text, false);
    let mut search = BlockEnd::new();
    let mut ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let slowly = ends
        .find_map(|end| search.find(&text[..end], true))
        .or_else(|| search.find(text, false));
    assert_eq!(slowly, at_once, "{text}");
    at_once.map(|end| &text[..end])
}

#[test]
fn it_is_found_where_a_statement_begins() {
    assert_eq!(before_end("a; endrsubmit;"), Some("a; "));
    assert_eq!(before_end("ENDRSUBMIT"), Some(""));
    assert_eq!(before_end("a;/* x */ EndRSubmit ;b"), Some("a;/* x */ "));
    assert_eq!(before_end("x endrsubmit;"), None);
    assert_eq!(before_end("endrsubmits; a_endrsubmit;"), None);
    assert_eq!(before_end(""), None);
}

#[test]
fn quotes_and_comments_hide_it() {
    for hidden in [
        "x = '; endrsubmit;';",
        "x = \"; endrsubmit; ' \";",
        "/* ; endrsubmit; don't */",
        "* don't; ",
        "a; * endrsubmit, don't;",
        "%* it's; ",
        "x = %* it's; 1;",
        "%let x = %str(it%'s; endrsubmit;);",
        "%put %nrstr(; endrsubmit;);",
        "%if a %then endrsubmits;",
    ] {
        let text = format!("{hidden} endrsubmit;");
        assert_eq!(before_end(&text), Some(&*format!("{hidden} ")), "{text}");
    }
    assert_eq!(before_end("x = 'a; endrsubmit;"), None);
}

#[test]
fn a_call_may_make_whole_statements() {
    for call in ["%m", "%m(a; b, ')')", "%m;", "%if &a %then %m", "%end;", "%out:"] {
        let text = format!("{call} endrsubmit;");
        assert_eq!(before_end(&text), Some(&*format!("{call} ")), "{text}");
    }
    assert_eq!(before_end("%let x = endrsubmit;"), None);
    assert_eq!(before_end("%put endrsubmit;"), None);
    assert_eq!(before_end("%m endrsubmits;"), None);
}

#[test]
fn data_lines_hide_it() {
    let lines = |text: &'static str| before_end(text).map(|before| before.len());
    let text = "datalines;\nit's\nendrsubmit\n;\nendrsubmit;";
    assert_eq!(lines(text), text.rfind("endr"));
    let text = "cards4;\nendrsubmit; 'x\n ;;;\n  ;;;;\nrun; endrsubmit;";
    assert_eq!(lines(text), text.rfind("endr"));
    // The line that ends the data is part of the program.
    let text = "lines ;\n1 2\nendrsubmit;";
    assert_eq!(lines(text), text.rfind("endr"));
    // A variable of that name begins no data lines.
    let text = "lines = 3; endrsubmit; '";
    assert_eq!(lines(text), text.find("endr"));
    assert_eq!(lines("datalines4;\n;\nendrsubmit;"), None);
}

#[test]
fn blocks_within_it_have_their_own() {
    let text = "rsubmit a; x; endrsubmit; %if b %then rsubmit; y; endrsubmit; z;endrsubmit;";
    assert_eq!(before_end(text), text.strip_suffix("endrsubmit;"));
    assert_eq!(before_end("rsubmit = 1; endrsubmit;"), Some("rsubmit = 1; "));
    assert_eq!(before_end("rsubmit; endrsubmit;"), None);
}

#[test]
fn the_quote_that_hides_it_is_known() {
    let mut search = BlockEnd::new();
    assert_eq!(search.find("a 'b' \"c; endrsubmit;", false), None);
    assert_eq!(search.open_quote(), Some(('"', 6)));
}

/// The fragments that the search distinguishes.
const PIECES: &[&str] = &[
    "endrsubmit",
    "endrsubmit;",
    "rsubmit",
    "rsubmit a;",
    "datalines;",
    "cards4;",
    ";",
    ";;;;",
    "\n",
    " ",
    "'",
    "\"",
    "/*",
    "*/",
    "*",
    "%",
    "%*",
    "%m",
    "%str(",
    "(",
    ")",
    "%then",
    "%let",
    "%else ",
    "=",
    ":",
    "a",
    "é",
    "&x",
];

proptest! {
    #[test]
    fn whatever_the_text_it_ends_at_the_word(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..40),
    ) {
        let text = pieces.concat();
        if let Some(before) = before_end(&text) {
            let word = &text[before.len()..][.."endrsubmit".len()];
            prop_assert_eq!(word, "endrsubmit");
        }
    }
}

//! Whatever the text, parsing ends, and without a panic.

use proptest::prelude::*;

use super::parse;

/// Words that programs are made of, so that random ones get far into the grammar.
const WORDS: &[&str] = &[
    "data",
    "proc",
    "run",
    "quit",
    ";",
    ";",
    ";",
    ";",
    "a",
    "x1",
    "x9",
    "-",
    "--",
    ":",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "=",
    "+",
    "*",
    "**",
    "/",
    "||",
    "<",
    "<=",
    "<>",
    "><",
    "^",
    "not",
    "and",
    "or",
    "in",
    "of",
    "if",
    "then",
    "else",
    "do",
    "end",
    "to",
    "by",
    "while",
    "until",
    "select",
    "when",
    "otherwise",
    "set",
    "merge",
    "where",
    "between",
    "contains",
    "like",
    "is",
    "missing",
    "output",
    "retain",
    "array",
    "length",
    "attrib",
    "label",
    "format",
    "keep",
    "drop",
    "rename",
    "infile",
    "input",
    "file",
    "put",
    "call",
    "title",
    "options",
    "libname",
    "signon",
    "rsubmit",
    "rsubmit t;",
    "endrsubmit",
    "endrsubmit;",
    "waitfor",
    "rget",
    "listtask",
    "killtask",
    "signoff",
    "process",
    "sascmd",
    "inheritlib=(",
    "wait=no",
    "timeout=3",
    "%syslput",
    "%sysrput",
    "%macro m;",
    "%mend;",
    "%m",
    "1",
    "2.5",
    ".",
    ".a",
    "8.",
    "8.2",
    "$",
    "$8.",
    "date9.",
    "'text'",
    "'01JAN2026'd",
    "'4F'x",
    "'n'n",
    "@",
    "@@",
    "#",
    "?",
    ",",
    "&",
    "%",
    "_all_",
    "_numeric_",
    "_temporary_",
    "first.x",
    "(*)",
    "x:",
    "3*0",
    "datalines;\n1 2\n;\n",
    "put(x, 8.)",
    "\n",
    "a--b",
    "x1-x9",
    "length=8",
    "rename=(a=b)",
    "where=(x)",
    "é",
    "cards",
];

fn soup() -> impl Strategy<Value = String> {
    proptest::collection::vec((proptest::sample::select(WORDS), any::<bool>()), 0..60).prop_map(|words| {
        let mut text = String::from("data a;");
        for (word, space) in words {
            text.push_str(word);
            if space {
                text.push(' ');
            }
        }
        text
    })
}

proptest! {
    #[test]
    fn no_soup_of_words_panics(text in soup()) {
        let (units, sources) = parse(&text);
        for unit in &units {
            for diagnostic in &unit.diagnostics {
                prop_assert!(!diagnostic.render(&sources).is_empty());
            }
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,80}") {
        parse(&text);
    }

    #[test]
    fn no_text_within_a_step_panics(text in "[-a-z0-9 ;:.,()*=<>+/$@'{}\\[\\]&|^?#\n]{0,80}") {
        parse(&format!("data a;\n{text}\nrun;"));
    }
}

//! The names that the documentation of SAS has, kind by kind, and which of them feedrate knows.

use std::fs;
use std::path::Path;

use crate::printed::Printed;

/// A kind of items of the language.
pub struct Kind {
    /// Its plural, which is the name of its file and, with a capital letter, of its section.
    pub name: &'static str,
    /// One of it.
    pub item: &'static str,
    /// The program that tells whether an item is here; `{}` stands for its name, `{value}` for a value of its type.
    probe: &'static str,
    /// Returns the texts with which programs use an item, in lower case; `~` at an end stands for anything but a
    /// letter, a digit and an underscore, and `^` for the beginning of a statement.
    used: fn(&str) -> Vec<String>,
}

/// All kinds, in the order of the page.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "functions",
        item: "function",
        probe: "data _null_; x = {}(); run;",
        used: |name| vec![format!("~{name}("), format!("~{name} (")],
    },
    Kind {
        name: "CALL routines",
        item: "routine",
        probe: "data _null_; call {}(); run;",
        used: |name| vec![format!("~call {name}(")],
    },
    Kind {
        name: "formats",
        item: "format",
        probe: "data _null_; x = put({value}, {}.); run;",
        used: |_| Vec::new(),
    },
    Kind {
        name: "informats",
        item: "informat",
        probe: "data _null_; x = input('1', {}.); run;",
        used: |_| Vec::new(),
    },
    Kind {
        name: "DATA step statements",
        item: "statement",
        probe: "data _null_; {}; run;",
        used: |name| vec![format!("^{name}~")],
    },
    Kind {
        name: "hash methods",
        item: "method",
        probe: "data _null_; x = 1; declare hash h(); h.definekey('x'); h.definedone(); declare hiter i('h'); \
                rc = h.{}(); rc = i.{}(); run;",
        used: |name| vec![format!(".{name}("), format!(".{name}~")],
    },
    Kind {
        name: "data set options",
        item: "option",
        probe: "data _null_; set nothing({}=a); run;",
        used: |name| vec![format!("({name}="), format!(" {name}=")],
    },
    Kind {
        name: "global statements",
        item: "statement",
        probe: "{};",
        used: |name| vec![format!("^{name}~"), format!("^{name}1~")],
    },
    Kind {
        name: "procedures",
        item: "procedure",
        probe: "proc {}; run; quit;",
        used: |name| vec![format!("~proc {name}~")],
    },
    Kind {
        name: "macro functions",
        item: "function",
        probe: "%put {}(_SOK);",
        used: |name| vec![format!("{name}~")],
    },
    Kind {
        name: "macro statements",
        item: "statement",
        probe: "%macro m; {}; %mend; %m",
        used: |name| vec![format!("{name}~")],
    },
    Kind {
        name: "automatic variables",
        item: "variable",
        probe: "%macro m / parmbuff; %put &{}; %mend; %m(a)",
        used: |name| vec![format!("&{name}~"), format!("~{name}~")],
    },
];

/// Parts of the errors and warnings about what is not here.
const UNKNOWN: &[&str] = &[
    "there is no function",
    "there is no routine",
    "there is no format",
    "there is no informat",
    "there is no procedure",
    "is not a statement",
    "not supported",
    "does not support",
    "not resolved",
    "is unknown",
    "not found",
    "could not be loaded",
];

impl Kind {
    /// Returns the names of the kind that are documented, in upper case, with `$` or `%` if they begin with it.
    ///
    /// # Panics
    ///
    /// Panics if there is no list of them.
    pub fn documented(&self) -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/documented");
        let path = folder.join(format!("{}.txt", self.name.replace(' ', "-").to_lowercase()));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
    }

    /// Returns whether feedrate knows each of these names.
    ///
    /// Each name has a run of its own where it could take the program behind it for its own.
    pub fn known(&self, names: &[String]) -> Vec<bool> {
        let many = if self.item == "statement" {
            1
        } else {
            names.len().max(1)
        };
        names
            .chunks(many)
            .flat_map(|names| self.known_together(names))
            .collect()
    }

    fn known_together(&self, names: &[String]) -> Vec<bool> {
        let probe = |(index, name): (usize, &String)| {
            let value = if name.starts_with('$') { "'a'" } else { "1" };
            let step = self.probe.replace("{value}", value).replace("{}", name);
            format!("%put @{index}@;\n{step}\n")
        };
        let probes: String = names.iter().enumerate().map(probe).collect();
        let log = Printed::of(&format!("options nosyntaxcheck;\n{probes}"), &["-o", "linesize=max"]).log;
        let after = |index: usize| {
            let (_, rest) = log.split_once(&format!("\n@{index}@\n")).unwrap_or(("", &log));
            rest.split_once("\n@").map_or(rest, |(of_it, _)| of_it).to_owned()
        };
        let is_unknown = |line: &str, name: &str| {
            ["ERROR", "WARNING"].iter().any(|severity| line.starts_with(severity))
                && UNKNOWN.iter().any(|part| line.contains(part))
                && line.to_uppercase().contains(name.trim_start_matches(['%', '$']))
        };
        let names = names.iter().enumerate();
        names
            .map(|(index, name)| !after(index).lines().any(|line| is_unknown(line, name)))
            .collect()
    }

    /// Returns whether a program uses an item. Its text is as [`without_texts`] returns it.
    pub fn is_used(&self, name: &str, program: &str) -> bool {
        let patterns = (self.used)(&name.to_lowercase());
        patterns.iter().any(|pattern| occurs(pattern, program))
    }
}

/// Returns whether a pattern, as [`Kind::used`] has them, occurs in a text.
fn occurs(pattern: &str, text: &str) -> bool {
    let needle = pattern.trim_matches(['~', '^']);
    let is_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    text.match_indices(needle).any(|(at, _)| {
        let before = match pattern.as_bytes()[0] {
            b'~' => !is_word(text[..at].chars().next_back()),
            b'^' => begins_statement(text[..at].trim_end()),
            _ => true,
        };
        let after = !pattern.ends_with('~') || !is_word(text[at + needle.len()..].chars().next());
        before && after
    })
}

/// Returns whether a statement begins behind this text.
fn begins_statement(before: &str) -> bool {
    before.is_empty()
        || [";", ":", " then", "otherwise", " else"]
            .iter()
            .any(|end| before.ends_with(end))
}

/// Returns a program in lower case without its comments and its quoted texts.
pub fn without_texts(program: &str) -> String {
    let (mut rest, mut out) = (program, String::with_capacity(program.len()));
    while let Some(at) = rest.find(['/', '\'', '"']) {
        out.push_str(&rest[..at]);
        let from = &rest[at..];
        let (open, close) = match from.as_bytes()[0] {
            b'/' if from.starts_with("/*") => ("/*", "*/"),
            b'/' => {
                out.push('/');
                rest = &from[1..];
                continue;
            }
            b'\'' => ("'", "'"),
            _ => ("\"", "\""),
        };
        let inside = &from[open.len()..];
        rest = inside.find(close).map_or("", |end| &inside[end + close.len()..]);
        out.push(' ');
    }
    (out + rest).to_lowercase()
}

#[test]
fn programs_use_what_stands_outside_texts_and_comments() {
    let program = without_texts("/* set */ DATA a; x = 'merge'; reset = Scan(y, 1); x = a/b; run;");
    let kind = |name: &str| KINDS.iter().find(|kind| kind.name == name).expect("a kind");
    let statements = kind("DATA step statements");
    assert!(statements.is_used("DATA", &program));
    assert!(!statements.is_used("SET", &program) && !statements.is_used("MERGE", &program));
    assert!(kind("functions").is_used("SCAN", &program));
}

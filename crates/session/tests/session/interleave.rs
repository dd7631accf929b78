//! Interleaving by keys against a computation of its own: the observations of both data sets, the first
//! data set's before the second's, put in order by a stable sort.

use std::cmp::Ordering;
use std::fmt;
use std::fs;
use std::sync::Arc;

use crate::random::Random;
use feedrate_session::options::SystemOptions;
use feedrate_session::{Session, Setup};

/// A number as a key: missing values come before all numbers, in the order `._`, `.`, `.A` to `.Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Underscore,
    Dot,
    Letter(char),
    Number(i32),
}

impl Key {
    /// As a program writes it, and as lines of data hold it.
    fn constant(self) -> String {
        match self {
            Self::Underscore => "._".to_owned(),
            Self::Dot => ".".to_owned(),
            Self::Letter(letter) => format!(".{letter}"),
            Self::Number(number) => number.to_string(),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Underscore => out.write_str("_"),
            Self::Dot => out.write_str("."),
            Self::Letter(letter) => write!(out, "{letter}"),
            Self::Number(number) => write!(out, "{number}"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Row {
    /// A text of two characters at most.
    group: &'static str,
    key: Key,
    /// Its place in its data set.
    serial: usize,
    is_of_first: bool,
}

/// The order of the observations.
#[derive(Clone, Copy, Debug)]
struct By {
    statement: &'static str,
    /// The last variable of the statement.
    last: &'static str,
    compare: fn(&Row, &Row) -> Ordering,
}

const BY_KEY: By = By {
    statement: "key",
    last: "key",
    compare: |a, b| a.key.cmp(&b.key),
};

const BY_KEY_DOWN: By = By {
    statement: "descending key",
    last: "key",
    compare: |a, b| b.key.cmp(&a.key),
};

const BY_GROUP_AND_KEY_DOWN: By = By {
    statement: "group descending key",
    last: "key",
    compare: |a, b| a.group.cmp(b.group).then(b.key.cmp(&a.key)),
};

const BY_GROUP_DOWN: By = By {
    statement: "descending group",
    last: "group",
    compare: |a, b| b.group.cmp(a.group),
};

impl Random {
    /// A key: missing now and then, else one of `spread` numbers on both sides of zero.
    fn key(&mut self, spread: u64) -> Key {
        match self.below(20) {
            0 => [Key::Underscore, Key::Dot, Key::Letter('A'), Key::Letter('Z')][self.below(4) as usize],
            _ => Key::Number(self.below(spread) as i32 - (spread / 2) as i32),
        }
    }

    /// A data set in the order that is asked for.
    fn rows(&mut self, count: usize, spread: u64, is_of_first: bool, by: By) -> Vec<Row> {
        let groups = ["", "a", "ab", "b", "é"];
        let mut rows: Vec<Row> = (0..count)
            .map(|_| Row {
                group: groups[self.below(5) as usize],
                key: self.key(spread),
                serial: 0,
                is_of_first,
            })
            .collect();
        rows.sort_by(by.compare);
        for (serial, row) in rows.iter_mut().enumerate() {
            row.serial = serial;
        }
        rows
    }
}

/// Returns the blanks that fill a group up to three bytes, of which `é` takes two.
fn blanks(group: &str) -> String {
    " ".repeat(3 - group.len())
}

/// Runs a program; gives its log.
fn run(program: &str) -> String {
    let work = tempfile::tempdir().unwrap();
    let mut log = Vec::new();
    let mut session = Session::new(Setup {
        log: Box::new(&mut log),
        listing: Box::new(std::io::sink()),
        work: Some(work.path().to_owned()),
        options: SystemOptions::default(),
        sysparm: String::new(),
        stop: Arc::default(),
    });
    session.run("interleave.sas", program).unwrap();
    drop(session);
    String::from_utf8(log).unwrap()
}

/// Interleaves two data sets and holds what comes out against the sorted rows.
fn check(first: &[Row], second: &[Row], by: By) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, rows) in [("alla.txt", first), ("allb.txt", second)] {
        let lines: String = rows
            .iter()
            .map(|row| {
                let Row { group, serial, .. } = row;
                format!("{group}{}|{} {serial}\n", blanks(group), row.key.constant())
            })
            .collect();
        fs::write(path(name), lines).unwrap();
    }
    let (alla, allb, out) = (path("alla.txt"), path("allb.txt"), path("out.txt"));
    let By { statement, last, .. } = by;
    let log = run(&format!(
        "data alla; length group $3; infile '{alla}'; input group $char3. +1 key serial; run;\n\
         data allb; length group $3; infile '{allb}'; input group $char3. +1 key serial; run;\n\
         data together;\n\
         set alla(in=is_first) allb end=is_last;\n\
         by {statement};\n\
         from = is_first; first = first.{last}; last = last.{last}; end = is_last;\n\
         run;\n\
         data _null_;\n\
         set together;\n\
         file '{out}';\n\
         put group $char3. '|' key serial from first last end;\n\
         run;\n"
    ));
    assert!(!log.contains("ERROR"), "{log}");

    let mut sorted = [first, second].concat();
    sorted.sort_by(by.compare);
    let is_apart = |a: Option<&Row>, b: &Row| a.is_none_or(|a| (by.compare)(a, b) != Ordering::Equal);
    let before = |index: usize| index.checked_sub(1).and_then(|index| sorted.get(index));
    let made = fs::read_to_string(&out).unwrap_or_default();
    let mut lines = made.lines();
    for (index, row) in sorted.iter().enumerate() {
        let should = format!(
            "{}{}|{} {} {} {} {} {}",
            row.group,
            blanks(row.group),
            row.key,
            row.serial,
            u8::from(row.is_of_first),
            u8::from(is_apart(before(index), row)),
            u8::from(is_apart(sorted.get(index + 1), row)),
            u8::from(index + 1 == sorted.len()),
        );
        let is = lines.next().map(str::trim_end);
        assert_eq!(is, Some(should.as_str()), "observation {index} by {statement}");
    }
    assert_eq!(lines.next(), None, "by {statement}");
}

#[test]
fn two_hundred_thousand_observations() {
    let mut random = Random(1);
    // Few distinct keys make long groups over both data sets and many pages, and many make short ones.
    for (by, spread, share) in [(BY_KEY, 60_000, 90_000), (BY_GROUP_AND_KEY_DOWN, 50, 30_000)] {
        let first = random.rows(share, spread, true, by);
        let second = random.rows(110_000.min(share * 2), spread, false, by);
        check(&first, &second, by);
    }
}

#[test]
fn awkward_small_ones() {
    let mut random = Random(2);
    for by in [BY_KEY, BY_KEY_DOWN, BY_GROUP_AND_KEY_DOWN, BY_GROUP_DOWN] {
        for (first, second) in [(0, 0), (0, 3), (3, 0), (1, 1), (1, 40), (40, 1), (13, 17)] {
            for spread in [1, 3, 1000] {
                let first = random.rows(first, spread, true, by);
                let second = random.rows(second, spread, false, by);
                check(&first, &second, by);
            }
        }
    }
}

#[test]
fn what_is_not_in_order_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.txt");
    let log = run(&format!(
        "data alla; do key = 1, 3, 2; output; end; run;\n\
         data allb; do key = 1 to 3; output; end; run;\n\
         data together; set alla allb; by key; file '{}'; put key; run;\n",
        out.display()
    ));
    assert!(log.contains("ERROR: BY variables are not properly sorted on data set WORK.ALLA."));
    let read = fs::read_to_string(out).unwrap();
    assert!(read.starts_with("1\n1\n2\n"), "{read}");
}

//! A file of published results, and the program that finds feedrate's.

use std::fs;
use std::path::Path;

use crate::printed::Printed;
use crate::published_value::PublishedValue;

/// The width in which numbers are written.
const NUMBER: &str = "best32.";
/// The longest character value.
const LENGTH: u32 = 400;

/// The folders of the files.
pub const KINDS: [&str; 3] = ["functions", "formats", "informats"];

/// A file of published results about one item.
pub struct ValuesFile {
    /// The folder that it is in: the kind of its item.
    pub kind: String,
    /// The name of the item.
    pub name: String,
    /// Its results, of which there is at least one.
    pub lines: Vec<Line>,
}

/// A result.
pub struct Line {
    number: usize,
    /// True if feedrate is known to have another one.
    pub differs: bool,
    /// DATA step statements before the expression.
    statements: String,
    expression: String,
    value: PublishedValue,
    text: String,
}

impl ValuesFile {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Names the line that has no source before it, or is no result.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = |path: Option<&std::ffi::OsStr>| path.map(|name| name.to_string_lossy().into_owned());
        let mut file = Self {
            kind: name(path.parent().and_then(Path::file_name)).unwrap_or_default(),
            name: name(path.file_stem()).unwrap_or_default(),
            lines: Vec::new(),
        };
        let mut has_source = false;
        for (index, line) in text.lines().enumerate() {
            let at = |why: &str| format!("{}:{}: {why}: {line}", path.display(), index + 1);
            if let Some(source) = line.strip_prefix("source:") {
                has_source = !source.trim().is_empty();
            } else if !line.trim().is_empty() && !line.starts_with('#') {
                if !has_source {
                    return Err(at("a line `source: ...` is to stand before it"));
                }
                file.lines
                    .push(Line::parse(index + 1, line).ok_or_else(|| at("it is not EXPRESSION => VALUE"))?);
            }
        }
        match file.lines.is_empty() {
            true => Err(format!("{}: there is no result in it", path.display())),
            false => Ok(file),
        }
    }

    /// Returns the name of its item as programs write it, in upper case: `upcase-character` is `$UPCASE`.
    pub fn item(&self) -> String {
        match self.name.strip_suffix("-character") {
            Some(name) => format!("${}", name.to_uppercase()),
            None => self.name.to_uppercase(),
        }
    }

    /// Runs all of its expressions. Returns what is not as the file says.
    pub fn run(&self) -> Vec<String> {
        let steps: String = self.lines.chunk_by(Line::shares_step).map(step).collect();
        let program = format!("options nosyntaxcheck;\n{steps}");
        let log = Printed::of(&program, &["-o", "linesize=max"]).log;
        let wrong = self.lines.iter().filter_map(|line| line.wrong(&log));
        wrong.map(|why| format!("{}/{}: {why}", self.kind, self.name)).collect()
    }
}

impl Line {
    fn parse(number: usize, text: &str) -> Option<Self> {
        let (differs, rest) = match text.strip_prefix("! ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (left, value) = rest.rsplit_once(" => ")?;
        let (statements, expression) = left.split_at(after_statements(left));
        Some(Self {
            number,
            differs,
            statements: statements.to_owned(),
            expression: expression.trim().to_owned(),
            value: PublishedValue::parse(value.trim())?,
            text: rest.to_owned(),
        })
    }

    /// Returns true if both may be in one DATA step: neither has statements, and neither may end the step by an error.
    fn shares_step(&self, other: &Self) -> bool {
        [self, other]
            .iter()
            .all(|line| line.statements.is_empty() && !line.differs)
    }

    /// Returns the statements that write its result, with the number of its line.
    fn written(&self) -> String {
        let (length, format) = match self.value.is_text() {
            true => (format!("$ {LENGTH}"), format!("$char{LENGTH}.")),
            false => ("8".to_owned(), NUMBER.to_owned()),
        };
        let Self {
            number,
            statements,
            expression,
            ..
        } = self;
        let result = format!("result_{number}");
        let value = format!("length {result} {length}; {statements} {result} = {expression};");
        format!("{value} put \"@{number}:\" {result} {format} \"|\";\n")
    }

    /// Returns what is wrong with the result in a log; `None` if it is as the file says.
    fn wrong(&self, log: &str) -> Option<String> {
        let mark = format!("@{}:", self.number);
        let mut shown = log.lines().filter_map(|line| line.strip_prefix(&mark));
        let result = shown.next().and_then(|line| line.strip_suffix('|'));
        let is_equal = result.is_some_and(|result| self.value.equals(result));
        let Self { number, text, .. } = self;
        match (is_equal, self.differs) {
            (true, false) | (false, true) => None,
            (true, true) => Some(format!("line {number} is equal now, take its ! away: {text}")),
            (false, false) => {
                let result = result.map_or("nothing, with an error", str::trim_end);
                Some(format!("line {number}: {text}, but it is {result}"))
            }
        }
    }
}

/// Returns the DATA step that writes the results of some lines.
fn step(lines: &[Line]) -> String {
    let written: String = lines.iter().map(Line::written).collect();
    format!("data _null_;\n{written}run;\n")
}

/// Returns the position after the last semicolon that is not in quotes.
fn after_statements(text: &str) -> usize {
    let (mut after, mut quote) = (0, None);
    for (at, letter) in text.char_indices() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if letter == '\'' || letter == '"' => quote = Some(letter),
            None if letter == ';' => after = at + 1,
            None => {}
        }
    }
    after
}

#[test]
fn a_line_is_statements_an_expression_and_a_value() {
    let line = Line::parse(3, "! x = 'a;b'; y = 1; scan(x, y) => 'a'").expect("a line");
    assert!(line.differs);
    assert_eq!(
        (line.statements.as_str(), line.expression.as_str()),
        ("x = 'a;b'; y = 1;", "scan(x, y)")
    );
    assert!(Line::parse(1, "scan(x, y) = 'a'").is_none());
    assert!(Line::parse(1, "f(x) => about 3").is_none());
}

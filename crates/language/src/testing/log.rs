//! Surroundings for tests, which keep the log and have files in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use feedrate_values::Value;
use feedrate_values::function::Answer;

use crate::reader::Reader;
use crate::surroundings::{Event, Surroundings};
use crate::token::spell;

/// Surroundings that keep their events.
#[derive(Default)]
pub(crate) struct Log {
    pub lines: Vec<String>,
    /// True if lines of the program are kept too.
    pub echo: bool,
    pub files: BTreeMap<&'static str, &'static str>,
    /// The number of calls, references and statements after which it stops the program; `None` for no limit.
    pub patience: Option<u32>,
}

impl Surroundings for Log {
    fn say(&mut self, event: Event<'_>) {
        let line = match event {
            Event::Line {
                number, text, depth, ..
            } => {
                if !self.echo {
                    return;
                }
                format!("{number}{} {text}", "+".repeat(depth))
            }
            Event::Message {
                severity,
                text,
                position,
            } => {
                let severity = severity.name();
                format!("{severity} {}:{}: {text}", position.line, position.column)
            }
            Event::Put(text) => text.to_owned(),
            Event::Mprint { name, text } => format!("MPRINT({name}): {text}"),
            Event::Symbolgen(text) => format!("SYMBOLGEN: {text}"),
            Event::Mlogic { name, text } => format!("MLOGIC({name}): {text}"),
        };
        self.lines.push(line);
    }

    fn datetime(&self) -> f64 {
        // 2 January 1960, 01:00:00
        90_000.0
    }

    fn stopped(&mut self) -> bool {
        match &mut self.patience {
            Some(0) => true,
            Some(left) => {
                *left -= 1;
                false
            }
            None => false,
        }
    }

    fn file_of(&self, reference: &str) -> Option<PathBuf> {
        reference.eq_ignore_ascii_case("lib").then(|| PathBuf::from("lib"))
    }

    fn read(&mut self, path: &Path, _: u64) -> io::Result<Vec<u8>> {
        let text = path.to_str().and_then(|path| self.files.get(path));
        text.map(|text| text.as_bytes().to_vec())
            .ok_or(io::ErrorKind::NotFound.into())
    }

    fn environment(&self, name: &str) -> Option<String> {
        (name == "HOME").then(|| "/home/someone".to_owned())
    }

    fn set_in_session(&mut self, session: Option<&str>, name: &str, value: &str) -> Result<(), String> {
        if session == Some("gone") {
            return Err("there is no session GONE".to_owned());
        }
        let session = session.unwrap_or("-");
        self.lines.push(format!("TO {session}: {name}=[{value}]"));
        Ok(())
    }

    fn set_in_parent(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.lines.push(format!("TO PARENT: {name}=[{value}]"));
        Ok(())
    }

    fn answer(&mut self, name: &str, arguments: &[Value<'_>]) -> Answer {
        match (name, arguments) {
            ("EXIST", [Value::Text(name)]) => Answer::Number(f64::from(u8::from(*name == b"work.a"))),
            ("FGET", [_, Value::Text(before), ..]) => Answer::Changed(0.0, [*before, b"!"].concat()),
            _ => Answer::Invalid(0),
        }
    }
}

/// Reads a program to its end; the log has its statements, messages and errors in order.
pub(crate) fn run_with(reader: &mut Reader, log: &mut Log) {
    loop {
        match reader.next_statement(log) {
            Ok(Some(statement)) => log.lines.push(format!("> {};", spell(&statement.tokens))),
            Ok(None) => return,
            Err(error) => {
                let inside = error
                    .position
                    .inside
                    .map_or_else(String::new, |inside| format!(" in {}:{}", inside.line, inside.column));
                let position = error.position;
                let line = format!("ERROR {}:{}{inside}: {error}", position.line, position.column);
                log.lines.push(line);
            }
        }
    }
}

/// Returns the log of a program.
pub(crate) fn run(program: &str) -> String {
    let mut log = Log::default();
    let mut reader = Reader::new("test", program).unwrap();
    run_with(&mut reader, &mut log);
    log.lines.join("\n")
}

/// Returns the statements of a program without messages on one line, without the semicolon of the last.
pub(crate) fn statements(program: &str) -> String {
    let log = run(program);
    let lines = log.lines().map(|line| line.strip_prefix("> ").unwrap_or(line));
    let joined = lines.collect::<Vec<_>>().join(" ");
    joined.strip_suffix(';').unwrap_or(&joined).to_owned()
}

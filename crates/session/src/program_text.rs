//! The text of the program, whose lines are logged as they are read.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::Libraries;
use feedrate_language::parse::{Parser, Statements, ends_step};
use feedrate_language::reader::Ending;
use feedrate_language::tree::Block;
use feedrate_language::{Diagnostic, Event, Reader, Statement, Surroundings};
use feedrate_pageio::named_text;
use feedrate_pageio::stoppable::StoppableFile;
use feedrate_values::format::Formats;
use feedrate_values::function::{Clock as _, ExistenceLookup as _};

use crate::clock::LocalClock;
use crate::file_references::FileReferences;
use crate::log::{Log, Severity};
use crate::options::SystemOptions;
use crate::remote::RemoteSessions;
use crate::step_outputs::StepOutputs;

/// The reader and the session around it.
pub(crate) struct ProgramText<'t, 'a> {
    pub(crate) reader: &'t mut Reader,
    pub(crate) surroundings: ReaderSurroundings<'t, 'a>,
}

/// The session as the surroundings of the reader.
pub(crate) struct ReaderSurroundings<'t, 'a> {
    pub(crate) log: &'t mut Log<'a>,
    pub(crate) files: &'t FileReferences,
    pub(crate) formats: &'t Formats,
    pub(crate) libraries: &'t mut Libraries,
    pub(crate) options: &'t SystemOptions,
    pub(crate) remotes: &'t mut RemoteSessions,
    pub(crate) stop: &'t Arc<AtomicBool>,
    /// The data sets that earlier steps would have made, if the program is planned.
    pub(crate) planned: Option<&'t StepOutputs>,
}

impl Surroundings for ReaderSurroundings<'_, '_> {
    fn say(&mut self, event: Event<'_>) {
        match event {
            Event::Line {
                number,
                line,
                text,
                source,
                depth,
            } => {
                let number = self.log.number_line(source, line, number);
                if depth == 0 {
                    self.log.source_line(number, ' ', text);
                } else if self.options.log.included_source {
                    self.log.source_line(number, '+', text);
                } else {
                    self.log.hidden_line(text);
                }
            }
            Event::Message { severity, text, .. } => self.log.message(severity, text),
            Event::Put(text) => self.put(text),
            Event::Mprint { name, text } => self.log.macro_trace(&format!("MPRINT({name}):   {text}")),
            Event::Symbolgen(text) => self.log.macro_trace(&format!("SYMBOLGEN:  {text}")),
            Event::Mlogic { name, text } => self.log.macro_trace(&format!("MLOGIC({name}):  {text}")),
        }
    }

    fn datetime(&self) -> f64 {
        LocalClock.datetime()
    }

    fn text_bytes(&self) -> u64 {
        self.options.text_bytes()
    }

    fn formats(&self) -> Option<&Formats> {
        Some(self.formats)
    }

    fn function(&mut self, name: &str, arguments: &[&str]) -> Option<String> {
        if name == "GETOPTION" {
            return Some(self.option(arguments));
        }
        let mut messages = Vec::new();
        let value = self.remotes.grid_function(name, arguments, self.options, &mut messages);
        for (severity, text) in messages {
            self.log.message(severity, &text);
        }
        if value.is_some() {
            return value;
        }
        if let ("EXIST", Some(planned), Some(name)) = (name, self.planned, arguments.first())
            && let Ok(name) = self.libraries.name(name.trim())
        {
            if planned.predicted(&name).is_some() {
                return Some("1".to_owned());
            }
            if planned.unknown(&name).is_some() {
                return Some("0".to_owned());
            }
        }
        match (name, arguments) {
            ("FILEEXIST", [path]) => Some(self.libraries.has_file(path.trim())),
            ("EXIST", [name]) => Some(self.libraries.has_member(name.trim(), "DATA")),
            ("EXIST", [name, kind]) => {
                let kind = Some(kind.trim()).filter(|kind| !kind.is_empty());
                let kind = kind.unwrap_or("DATA");
                Some(self.libraries.has_member(name.trim(), kind))
            }
            _ => None,
        }
        .map(|is_there| u8::from(is_there).to_string())
    }

    fn set_in_session(&mut self, session: Option<&str>, name: &str, value: &str) -> Result<(), String> {
        self.remotes
            .set_variable(session, &self.options.sessions.session, name, value)
    }

    fn set_in_parent(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.remotes.set_in_client(name, value)
    }

    fn stopped(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn read(&mut self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        named_text::check(path)?;
        let mut bytes = Vec::new();
        let file = StoppableFile::read_from(path, self.stop)?;
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn autocall(&self, name: &str) -> Option<PathBuf> {
        if !self.options.macros.mautosource {
            return None;
        }
        let file = format!("{}.sas", name.to_ascii_lowercase());
        let folders = self.files.autocall_folders(&self.options.program.sasautos);
        folders
            .into_iter()
            .map(|folder| folder.join(&file))
            .find(|path| path.is_file())
    }

    fn file_of(&self, reference: &str) -> Option<PathBuf> {
        self.files.path(reference).map(Path::to_path_buf)
    }
}

impl ReaderSurroundings<'_, '_> {
    /// Returns the value of `getoption`.
    fn option(&mut self, arguments: &[&str]) -> String {
        let (name, words) = arguments.split_first().unwrap_or((&"", &[]));
        let value = self.options.get_option(self.libraries, name, words);
        value.unwrap_or_else(|error| {
            self.log.warning(&error.to_string());
            String::new()
        })
    }

    /// Executes `%put`; text that begins with `ERROR:` and the like is a message.
    fn put(&mut self, text: &str) {
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            if let Some(rest) = text.strip_prefix(severity.prefix().trim_end()) {
                self.log.message(severity, rest.trim_start());
                return;
            }
        }
        for line in text.split('\n') {
            self.log.plain(line.as_bytes());
        }
    }
}

impl Statements for ProgramText<'_, '_> {
    fn next_statement(&mut self) -> Result<Option<Statement>, Diagnostic> {
        self.reader.next_statement(&mut self.surroundings).map_err(Into::into)
    }

    fn data_lines(&mut self, four: bool) -> Result<Vec<Vec<u8>>, Diagnostic> {
        let ending = if four {
            Ending::FourSemicolons
        } else {
            Ending::Semicolon
        };
        let lines = self.reader.data_lines(ending, &mut self.surroundings)?;
        Ok(lines.lines().map(|line| line.as_bytes().to_vec()).collect())
    }

    fn block(&mut self) -> Result<Block, Diagnostic> {
        Ok(self.reader.block(&mut self.surroundings)?)
    }

    fn at_step(&mut self) -> bool {
        let first = self.reader.first_token(&mut self.surroundings);
        first.is_ok_and(|token| token.is_some_and(ends_step))
    }
}

/// Applies the system options of the reader and the parser.
pub(crate) fn apply_options(own: &SystemOptions, reader: &mut Reader, parser: &mut Parser) {
    reader.symbols_mut().limit(own.symbol_bytes());
    reader.set_options(own.macros, own.dates);
    parser.set_year_cutoff(own.dates.year_cutoff.into());
}

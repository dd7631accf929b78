//! The text of the program, whose lines are logged as they are read.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::Libraries;
use feedrate_language::macros::MacroState;
use feedrate_language::parse::{Parser, Statements, ends_step};
use feedrate_language::reader::Ending;
use feedrate_language::tree::Block;
use feedrate_language::{Diagnostic, Event, Reader, Statement, Surroundings};
use feedrate_pageio::named_text;
use feedrate_pageio::stoppable::StoppableFile;
use feedrate_values::Value;
use feedrate_values::format::Formats;
use feedrate_values::function::{Answer, Clock as _};

use crate::asked::{self, FunctionState, Respondent};
use crate::clock::LocalClock;
use crate::conditions;
use crate::file_references::FileReferences;
use crate::libname;
use crate::log::{Log, put_lines};
use crate::macro_store::{self, StoredText};
use crate::options::SystemOptions;
use crate::remote::RemoteSessions;
use crate::results::Results;
use crate::side::{self, OuterSession};
use crate::step_outputs::StepOutputs;

/// The reader and the session around it.
pub(crate) struct ProgramText<'t, 'a> {
    pub(crate) reader: &'t mut Reader,
    pub(crate) surroundings: ReaderSurroundings<'t, 'a>,
    /// An error while looking ahead, which is returned as the next statement.
    pub(crate) failed: Option<Diagnostic>,
}

/// The session as the surroundings of the reader.
pub(crate) struct ReaderSurroundings<'t, 'a> {
    pub(crate) log: &'t mut Log<'a>,
    pub(crate) files: &'t mut FileReferences,
    pub(crate) functions: &'t mut FunctionState,
    pub(crate) results: &'t mut Results<'a>,
    pub(crate) depth: usize,
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
            Event::Put(text) => put_lines(text).into_iter().for_each(|line| self.log.given(line)),
            Event::Mprint { name, text } => {
                self.log.macro_trace(&format!("MPRINT({name}):   {text}"));
                if self.options.macros.mfile
                    && self.planned.is_none()
                    && let Some(path) = self.files.path("MPRINT")
                {
                    self.log.write_generated(path, text);
                }
            }
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

    fn submit(&mut self, text: &str, state: MacroState) -> (MacroState, bool) {
        if self.planned.is_some() {
            return (state, true);
        }
        let around = OuterSession {
            libraries: self.libraries,
            files: self.files,
            formats: self.formats,
            options: self.options,
            stop: self.stop,
            depth: self.depth,
        };
        let (state, written) = side::submit(text, state, &around);
        for line in written.lines {
            self.log.given(line);
        }
        self.results.copy(&written.listing);
        (state, written.runs)
    }

    fn answer(&mut self, name: &str, arguments: &[Value<'_>]) -> Answer {
        if let ("EXIST", Some(planned), Some(Value::Text(spelled))) = (name, self.planned, arguments.first())
            && let Ok(name) = self.libraries.name(String::from_utf8_lossy(spelled).trim())
        {
            if planned.predicted(&name).is_some() {
                return Answer::Number(1.0);
            }
            if planned.unknown(&name).is_some() {
                return Answer::Number(0.0);
            }
        }
        if name == "SYSTEM" && self.planned.is_some() {
            return Answer::Number(0.0);
        }
        let mut messages = Vec::new();
        let of_grid = self.remotes.grid_answer(name, arguments, self.options, &mut messages);
        for (severity, text) in messages {
            self.log.message(severity, &text);
        }
        if let Some(answer) = of_grid {
            return answer;
        }
        let (mut lines, mut requests) = (Vec::new(), Vec::new());
        let mut respondent = Respondent {
            state: self.functions,
            references: self.files,
            libraries: self.libraries,
            requests: &mut requests,
            options: self.options,
            stop: self.stop,
        };
        let answer = asked::answer(&mut respondent, name, arguments, &mut lines);
        for line in lines {
            self.log.given(line);
        }
        for request in requests {
            libname::change(self.libraries, request, self.log);
        }
        answer.unwrap_or(Answer::Invalid(0))
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
        read_text(path, most, self.stop)
    }

    fn autocall(&self, name: &str) -> Option<PathBuf> {
        autocall_file(self.options, self.files, name)
    }

    fn stored_macro(&self, name: &str) -> Option<PathBuf> {
        macro_store::find(self.libraries, &self.options.program.macro_store, name)
    }

    fn store_macro(&mut self, name: &str, text: &str, has_source: bool, description: &str) -> Result<(), String> {
        if self.planned.is_some() {
            return Ok(());
        }
        let stored = StoredText {
            name,
            text,
            has_source,
            description,
        };
        stored.store(self.libraries, &self.options.program.macro_store)
    }

    fn copy_macro(&mut self, name: &str, library: Option<&str>, out: Option<&str>) -> Result<(), String> {
        let library = library.unwrap_or(&self.options.program.macro_store);
        let Some(path) = macro_store::find(self.libraries, library, name) else {
            return Err(format!(
                "The macro {name} was not found in the library of stored macros."
            ));
        };
        let bytes = read_text(&path, self.text_bytes(), self.stop).map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let text = macro_store::source(name, &text)?;
        match out {
            None => text.lines().for_each(|line| self.log.plain(line.as_bytes())),
            Some(_) if self.planned.is_some() => {}
            Some(out) => macro_store::write_source(text, out, |reference| self.file_of(reference))?,
        }
        Ok(())
    }

    fn file_of(&self, reference: &str) -> Option<PathBuf> {
        self.files.path(reference).map(Path::to_path_buf)
    }
}

impl Statements for ProgramText<'_, '_> {
    fn next_statement(&mut self) -> Result<Option<Statement>, Diagnostic> {
        match self.failed.take() {
            Some(diagnostic) => Err(diagnostic),
            None => self.reader.next_statement(&mut self.surroundings).map_err(Into::into),
        }
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

    fn enter_step(&mut self, name: Option<&str>) {
        conditions::set_step(self.reader.symbols_mut(), name.unwrap_or_default());
    }

    fn at_step(&mut self) -> bool {
        match self.reader.first_token(&mut self.surroundings) {
            Ok(token) => token.is_some_and(ends_step),
            Err(error) => {
                self.failed = Some(error.into());
                false
            }
        }
    }
}

/// Reads a file of the program: at most the first `most` bytes and one more.
pub(crate) fn read_text(path: &Path, most: u64, stop: &Arc<AtomicBool>) -> io::Result<Vec<u8>> {
    named_text::check(path)?;
    let mut bytes = Vec::new();
    let file = StoppableFile::read_from(path, stop)?;
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the autocall file of a macro, if there is one.
pub(crate) fn autocall_file(options: &SystemOptions, files: &FileReferences, name: &str) -> Option<PathBuf> {
    if !options.macros.mautosource {
        return None;
    }
    let file = format!("{}.sas", name.to_ascii_lowercase());
    let folders = files.autocall_folders(&options.program.sasautos);
    folders
        .into_iter()
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// Applies the system options of the reader and the parser.
pub(crate) fn apply_options(own: &SystemOptions, reader: &mut Reader, parser: &mut Parser) {
    reader.symbols_mut().limit(own.symbol_bytes());
    reader.set_options(own.macros, own.dates, &own.program.macro_store);
    parser.set_year_cutoff(own.dates.year_cutoff.into());
}

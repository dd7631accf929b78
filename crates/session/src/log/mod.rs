//! The log: the lines of the program, and messages about it.
//!
//! Lines are written as they are made, so that a log that is followed while a program runs is up to date, and the log
//! of a program that was killed shows how far it came.

mod counts;
mod diagnostics;
mod generated_file;
mod last_messages;
mod lines;
mod masked;
mod put_lines;
mod step;
pub mod transfers;
mod usage;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};

use feedrate_language::{Position, SourceId};
use feedrate_program::Site;
pub use feedrate_rows::environment::Severity;

pub(crate) use counts::MessageCounts;
use lines::LineNumbers;
use masked::Masks;
pub(crate) use put_lines::put_lines;
pub(crate) use step::StepLog;
pub use usage::{Clocks, Usage};

/// The column at which the text of a source line begins, after its number.
const SOURCE_COLUMN: usize = 11;

/// The log of a program.
pub struct Log<'a> {
    out: Box<dyn Write + 'a>,
    /// The file of PROC PRINTTO, which replaces it.
    file: Option<BufWriter<File>>,
    /// The first failure to write, which ends the program, because its effects would not be logged.
    failure: Option<io::Error>,
    /// True if a blank line is due before the next message.
    after_source: bool,
    counts: MessageCounts,
    /// The first line of the first error since it was last taken.
    first_error: Option<String>,
    /// The first lines of the last error and the last warning since they were last taken.
    last_error: Option<String>,
    last_warning: Option<String>,
    show_source: bool,
    show_notes: bool,
    masks: Masks,
    /// The number in this log of each line of the program that was read.
    lines: LineNumbers,
    /// The number of the last line, and how many of the lines are of steps and were not read.
    last_number: u32,
    generated: u32,
    generated_file: generated_file::GeneratedFile,
    /// The options without effect that a note has named.
    named_options: BTreeSet<&'static str>,
}

impl<'a> Log<'a> {
    /// Creates a log that is written to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self {
            out,
            file: None,
            failure: None,
            after_source: false,
            counts: MessageCounts::default(),
            first_error: None,
            last_error: None,
            last_warning: None,
            show_source: true,
            show_notes: true,
            masks: Masks::default(),
            lines: LineNumbers::default(),
            last_number: 0,
            generated: 0,
            generated_file: None,
            named_options: BTreeSet::new(),
        }
    }

    /// Writes the first line, which describes the file. It is there whatever the options are.
    pub fn begin(&mut self, program: &str) {
        let version = env!("CARGO_PKG_VERSION");
        for line in Severity::Note.lines(&format!("feedrate {version} runs {program}.")) {
            self.line(line.as_bytes());
        }
        self.gap();
    }

    /// Sets whether lines of the program are shown: `options source` and `nosource`.
    pub fn show_source(&mut self, show: bool) {
        self.show_source = show;
    }

    /// Sets whether notes are shown: `options notes` and `nonotes`. Warnings and errors always are.
    pub fn show_notes(&mut self, show: bool) {
        self.show_notes = show;
    }

    /// Sets the number in the log of a line of a text, counted from 1. Returns it: it is higher by the lines of steps
    /// before it. Diagnostics name that number.
    pub fn number_line(&mut self, source: SourceId, line: u32, number: u32) -> u32 {
        let number = number.saturating_add(self.generated);
        self.lines.add(source, line, number);
        self.last_number = number;
        number
    }

    /// Writes a line of a program that a step stands for, with the next number.
    pub fn generated_line(&mut self, text: &str) {
        self.generated = self.generated.saturating_add(1);
        self.last_number = self.last_number.saturating_add(1);
        self.source_line(self.last_number, ' ', text);
    }

    /// Returns a position of the program, as the log shows it.
    pub fn site(&self, position: Position) -> Site {
        self.lines.site(position)
    }

    /// Makes diagnostics also name the position in the client's program, of which all further texts are parts.
    pub(crate) fn begin_for_client(&mut self) {
        self.lines.begin_for_client();
    }

    /// Writes a line of the program with its number in the log. `mark` shows its origin: `+` for an included file.
    pub fn source_line(&mut self, number: u32, mark: char, text: &str) {
        let text = self.masks.line(text);
        if !self.show_source {
            return;
        }
        let mut start = number.to_string();
        if mark != ' ' {
            while start.len() < SOURCE_COLUMN - 3 {
                start.push(' ');
            }
            start.push(mark);
        }
        let line = format!("{start:SOURCE_COLUMN$}{text}");
        self.line(line.trim_end().as_bytes());
        self.after_source = true;
    }

    /// Registers a line of the program that is not shown, but may be quoted by messages.
    pub fn hidden_line(&mut self, text: &str) {
        self.masks.line(text);
    }

    /// Writes a line of MPRINT, MLOGIC or SYMBOLGEN, with secrets masked.
    pub fn macro_trace(&mut self, text: &str) {
        let text = self.masks.message(text).into_owned();
        self.plain(text.as_bytes());
    }

    /// Writes a message, with secrets masked. Lines after the first are indented.
    pub fn message(&mut self, severity: Severity, text: &str) {
        match severity {
            Severity::Note | Severity::Info if !self.show_notes => return,
            Severity::Note | Severity::Info => {}
            Severity::Warning => {
                self.counts.warnings += 1;
                self.last_warning = Some(self.sentence(text));
            }
            Severity::Error => {
                self.counts.errors += 1;
                self.remember_error(text.lines().next().unwrap_or_default());
                self.last_error = Some(self.sentence(text));
            }
        }
        self.part();
        let text = &*self.masks.message(text).into_owned();
        for line in severity.lines(text) {
            self.line(line.as_bytes());
        }
    }

    /// Writes a note.
    pub fn note(&mut self, text: &str) {
        self.message(Severity::Note, text);
    }

    /// Writes a warning.
    pub fn warning(&mut self, text: &str) {
        self.message(Severity::Warning, text);
    }

    /// Writes an error.
    pub fn error(&mut self, text: &str) {
        self.message(Severity::Error, text);
    }

    /// Notes that options have no effect, each once in a log.
    pub(crate) fn note_idle_options(&mut self, mut options: Vec<&'static str>) {
        options.retain(|name| self.named_options.insert(name));
        if !options.is_empty() {
            let names = options.join(", ");
            self.note(&format!("Without effect here: {names}. PROC OPTIONS tells why."));
        }
    }

    /// Writes a line as it is, such as one of a PUT statement.
    pub fn plain(&mut self, text: &[u8]) {
        self.part();
        self.line(text);
    }

    /// Writes a blank line, such as after a step.
    pub fn gap(&mut self) {
        self.line(b"");
        self.after_source = false;
    }

    /// Returns the number of warnings.
    pub fn warnings(&self) -> u64 {
        self.counts.warnings
    }

    /// Returns the number of errors.
    pub fn errors(&self) -> u64 {
        self.counts.errors
    }

    /// Returns both numbers.
    pub(crate) fn counts(&self) -> MessageCounts {
        self.counts
    }

    /// Returns the first line of the first error since the last call.
    pub fn take_first_error(&mut self) -> Option<String> {
        self.first_error.take()
    }

    /// Returns the failure to write the log, if there was one.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
    }

    /// Flushes the log.
    pub fn flush(&mut self) {
        let flushed = self.destination().flush();
        self.keep(flushed);
    }

    /// Directs the log to a file, or back.
    pub(crate) fn redirect(&mut self, file: Option<BufWriter<File>>) {
        self.flush();
        self.file = file;
    }

    fn destination(&mut self) -> &mut dyn Write {
        match &mut self.file {
            Some(file) => file,
            None => &mut *self.out,
        }
    }

    /// Separates messages from the source lines above them.
    fn part(&mut self) {
        if std::mem::take(&mut self.after_source) {
            self.line(b"");
        }
    }

    /// Writes a line of text.
    pub(crate) fn line(&mut self, text: &[u8]) {
        if self.failure.is_some() {
            return;
        }
        let out = self.destination();
        let written = out.write_all(text).and_then(|()| out.write_all(b"\n"));
        self.keep(written);
    }

    fn keep(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            self.failure.get_or_insert(error);
        }
    }
}

impl std::fmt::Debug for Log<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Log")
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Log<'_>)) -> String {
        let mut bytes = Vec::new();
        let mut log = Log::new(Box::new(&mut bytes));
        write(&mut log);
        drop(log);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn messages_stand_apart_from_the_source() {
        let text = written(|log| {
            log.source_line(1, ' ', "data a; x = 1;");
            log.source_line(2, '+', "run;");
            log.message(Severity::Note, "The data set WORK.A has 1 observations.");
            log.message(Severity::Error, "The first line.\nThe second.");
            log.gap();
            log.source_line(12, ' ', "");
        });
        assert_eq!(
            text,
            "1          data a; x = 1;\n\
             2       +  run;\n\
             \n\
             NOTE: The data set WORK.A has 1 observations.\n\
             ERROR: The first line.\n       The second.\n\
             \n\
             12\n"
        );
    }

    #[test]
    fn notes_can_be_left_out_and_errors_cannot() {
        let text = written(|log| {
            log.show_notes(false);
            log.message(Severity::Note, "a");
            log.message(Severity::Warning, "b");
            log.message(Severity::Error, "c");
            assert_eq!((log.warnings(), log.errors()), (1, 1));
        });
        assert_eq!(text, "WARNING: b\nERROR: c\n");
    }

    #[test]
    fn a_log_that_cannot_be_written_is_known() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut log = Log::new(Box::new(Full));
        log.plain(b"x");
        assert!(log.failure().is_some());
    }
}

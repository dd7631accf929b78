//! Files that an INFILE statement reads one behind the other.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use feedrate_program::{Device, External, ExternalKind};
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;
use feedrate_rows::outcome::LineCount;
use feedrate_values::Severity;

use super::InputState;
use crate::lines::pattern::files_of;
use crate::lines::said::{end_command, log_said};
use crate::lines::source::{LineSource, failed};

/// The heading of what a command has written to its standard error.
const ERRORS: &str = "Stderr output:";

/// The opened file of a series, and those behind it.
pub(super) struct Series<'s> {
    pub(super) source: LineSource<'s>,
    /// The path of the opened file.
    pub(super) path: PathBuf,
    waiting: VecDeque<WaitingFile<'s>>,
    /// The list of the files as the program gave it; `None` of a single file.
    pub(super) list: Option<String>,
}

/// A file of a series that is not read yet.
struct WaitingFile<'s> {
    path: PathBuf,
    source: Option<LineSource<'s>>,
}

impl<'s> Series<'s> {
    /// Opens the first file of a path, which may be a pattern, and of those behind it.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be opened, or if a pattern has no file.
    pub(super) fn open(path: &Path, more: &[PathBuf], external: &External) -> StepResult<Self> {
        let given = || std::iter::once(path).chain(more.iter().map(PathBuf::as_path));
        let mut waiting = VecDeque::new();
        for path in given() {
            let files = match external.device {
                Device::Pipe | Device::Zip(_) => vec![path.to_owned()],
                Device::Disk | Device::Gzip => files_of(path).map_err(|source| failed("read", path, source))?,
            };
            waiting.extend(files.into_iter().map(|path| WaitingFile { path, source: None }));
        }
        let is_list = waiting.len() > 1 || !more.is_empty() || waiting.front().is_some_and(|first| first.path != path);
        let first = waiting.pop_front().map_or_else(|| path.to_owned(), |first| first.path);
        Ok(Self {
            source: LineSource::open(&first, external.line_end, &external.device)?,
            path: first,
            waiting,
            list: is_list.then(|| match more.is_empty() {
                true => path.display().to_string(),
                false => {
                    let quoted = given().map(|path| format!("'{}'", path.display()));
                    format!("({})", quoted.collect::<Vec<_>>().join(" "))
                }
            }),
        })
    }
}

impl WaitingFile<'_> {
    /// Opens the file, if it is not open yet.
    fn source(&mut self, external: &External) -> StepResult<&mut Self> {
        if self.source.is_none() {
            self.source = Some(LineSource::open(&self.path, external.line_end, &external.device)?);
        }
        Ok(self)
    }
}

impl<'s> InputState<'s> {
    /// Opens the next file of the series, at the end of the lines of one. Returns `false` if there is none.
    pub(super) fn open_next(&mut self, core: &mut Core<'s, '_>) -> StepResult<bool> {
        self.end_command(core)?;
        let next = self.series.as_mut().and_then(|series| series.waiting.pop_front());
        let Some(mut next) = next else {
            return Ok(false);
        };
        let done = self.fact();
        let opened = next.source(self.external).map(|next| next.source.take());
        let opened = opened.map_err(|fault| core.fault_at(self.external.site, fault))?;
        if let (Some(series), Some(source)) = (&mut self.series, opened) {
            series.source = source;
            series.path = next.path;
        }
        self.done.push(done);
        self.begin_file();
        self.is_next = true;
        if let Some(text) = self.introduction() {
            core.log.message(Severity::Note, &text);
        }
        self.tell_name(core);
        Ok(true)
    }

    /// Waits for the end of the command whose output was read, and logs what it said beside.
    fn end_command(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        let external = self.external;
        let check_stop = core.stop_check();
        let Some(command) = self.source().command() else {
            return Ok(());
        };
        let ended = end_command(command, Some(ERRORS), core.log, check_stop)?;
        let ended = ended.map_err(|source| failed("run", self.path().unwrap_or(Path::new("")), source));
        ended.map_err(|fault| core.fault_at(external.site, fault))
    }

    /// Logs what a command has said whose output was not read to its end.
    pub fn finish(&mut self, core: &mut Core<'s, '_>) {
        if let Some(command) = self.source().command() {
            log_said(command, Some(ERRORS), core.log);
        }
    }

    /// Forgets what was found out about the file before.
    pub(super) fn begin_file(&mut self) {
        (self.went_on, self.scanned, self.lost, self.cut) = (false, false, false, false);
        self.count = LineCount::default();
        self.streamed = 0;
    }

    /// Returns whether there are no more lines, neither in the opened file nor in those behind it.
    pub(super) fn is_at_end(&mut self, core: &Core<'s, '_>) -> StepResult<bool> {
        let external = self.external;
        if !self.source().is_at_end(|| core.check_stop())? {
            return Ok(false);
        }
        if let Some(series) = &mut self.series {
            for waiting in &mut series.waiting {
                let source = &mut waiting.source(external)?.source;
                if let Some(source) = source
                    && !source.is_at_end(|| core.check_stop())?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns the source of the lines.
    pub(super) fn source(&mut self) -> &mut LineSource<'s> {
        match &mut self.series {
            Some(series) => &mut series.source,
            None => &mut self.other,
        }
    }

    /// Returns the path of the opened file.
    pub(super) fn path(&self) -> Option<&Path> {
        self.series.as_ref().map(|series| series.path.as_path())
    }

    /// Sets the variable of EOV= with the first line of a file that follows another one.
    pub(super) fn tell_next(&mut self, core: &mut Core<'s, '_>) {
        if std::mem::take(&mut self.is_next) {
            core.set_flag(self.external.next_file, true);
        }
    }

    /// Returns the source of what is no file, and the series of the files of INFILE; `None` of one that is written.
    pub(super) fn sources(external: &'s External) -> StepResult<Option<(LineSource<'s>, Option<Series<'s>>)>> {
        Ok(Some(match &external.kind {
            ExternalKind::Source(_) if external.path_variable.is_some() => (LineSource::Unopened, None),
            ExternalKind::Source(path) => {
                let series = Series::open(path, &external.more, external)?;
                (LineSource::Unopened, Some(series))
            }
            ExternalKind::Lines(lines) => (LineSource::Program(lines.iter()), None),
            _ => return Ok(None),
        }))
    }
}

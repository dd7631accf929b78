//! The destinations of a program's log, listing, figures and timeline.

use std::io::{self, BufWriter, IsTerminal, LineWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_document::html::{self, HtmlOptions};
use feedrate_pageio::stoppable::StoppableFile;
use feedrate_runs::timeline::{self, CLIENT, Run, SessionRecord};
use feedrate_session::record::Record;
use serde::Serialize;

use crate::arguments::ProgramFiles;
use crate::commands::run::arguments::RunArguments;
use crate::commands::run::progress::Steps;
use crate::output::{Destination, UnlessClosed, joined, json_text, standard_error, standard_output};

/// The longest line of a listing on a terminal, in bytes.
const LONGEST_LINE: usize = 64 << 10;

/// The name in messages of a listing without a given destination, which is written to standard output.
const OWN_PLACE: &str = "the listing";

/// The destinations of the log, the listing, the figures and the timeline of a program: checked before the program
/// runs, without opening or emptying any file.
#[derive(Debug)]
pub struct ProgramOutputs {
    /// `None` for standard error.
    log: Option<Destination>,
    /// `None` for no listing, because standard output is used for the figures.
    listing: Option<Destination>,
    json: Option<Destination>,
    timeline: Option<Destination>,
}

impl ProgramOutputs {
    /// Checks that all can be written to, and that no two of them are the same.
    ///
    /// # Errors
    ///
    /// Returns a message about the first one that cannot be used.
    pub fn of(program: &Path, arguments: &RunArguments) -> Result<Self, String> {
        let files = ProgramFiles {
            log: arguments.log_file(program)?,
            listing: arguments.listing_file(program)?,
        };
        let (json, timeline) = (arguments.json.as_deref(), arguments.timeline.as_deref());
        Self::to(&files, json, timeline)
    }

    /// Checks the same of a log and a listing without figures and timeline.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn of_profile(files: &ProgramFiles) -> Result<Self, String> {
        Self::to(files, None, None)
    }

    fn to(files: &ProgramFiles, json: Option<&Path>, timeline: Option<&Path>) -> Result<Self, String> {
        let of = |path: Option<&Path>| path.map(Destination::of).transpose();
        let log = of(files.log.as_deref())?;
        let json = of(json)?;
        let timeline = of(timeline)?;
        let listing = match of(files.listing.as_deref())? {
            None if json == Some(Destination::Stdout) => None,
            None => Some(Destination::Stdout),
            given => given,
        };
        let listing_name = match files.listing {
            Some(_) => "--listing",
            None => OWN_PLACE,
        };
        let named = [
            ("--log", &log),
            ("--timeline", &timeline),
            (listing_name, &listing),
            ("--json", &json),
        ];
        for (index, (name, place)) in named.iter().enumerate() {
            let Some(place) = place else { continue };
            let same = named[..index]
                .iter()
                .find(|(_, other)| other.as_ref() == Some(place) && !place.discards());
            if let Some((other, _)) = same {
                return Err(match *name == OWN_PLACE {
                    true => format!(
                        "{other} names standard output, where the listing goes too; name a file for it with \
                         --listing FILE, or leave {other} out"
                    ),
                    false => format!("{other} and {name} go to the same place; give each a file of its own"),
                });
            }
            place.check()?;
        }
        Ok(Self {
            log,
            listing,
            json,
            timeline,
        })
    }

    /// Opens the log. Here and below, `stop` ends a wait for the reader of a pipe.
    ///
    /// # Errors
    ///
    /// Returns a message if it cannot be opened.
    pub fn log(&self, stop: &Arc<AtomicBool>) -> Result<Box<dyn Write>, String> {
        let in_lines = |stream: io::Result<StoppableFile>| -> Result<Box<dyn Write>, String> {
            let stream = stream.map_err(|error| format!("cannot write the log: {error}"))?;
            Ok(Box::new(UnlessClosed::new(LineWriter::new(stream))))
        };
        let Some(log) = &self.log else {
            return in_lines(standard_error(stop));
        };
        match log.open(stop)? {
            Some(file) => Ok(Box::new(UnlessClosed::new(BufWriter::new(file)))),
            None => in_lines(standard_output(stop)),
        }
    }

    /// Opens the listing of the program that messages call `name`. On a terminal it makes room for the line of
    /// `progress`.
    ///
    /// # Errors
    ///
    /// Returns a message if it cannot be opened.
    pub fn listing(&self, name: &str, progress: &Steps, stop: &Arc<AtomicBool>) -> Result<Box<dyn Write>, String> {
        let Some(listing) = &self.listing else {
            return Ok(Box::new(io::sink()));
        };
        let failed = |error| format!("cannot write the listing: {error}");
        let Some(file) = listing.open(stop)? else {
            let stdout = io::stdout();
            if !stdout.is_terminal() {
                let stdout = standard_output(stop).map_err(failed)?;
                return Ok(Box::new(UnlessClosed::new(BufWriter::new(stdout))));
            }
            // In whole lines, or the line below them would overwrite a part of one.
            let stdout = LineWriter::with_capacity(LONGEST_LINE, progress.writer_beside(stdout));
            return Ok(Box::new(UnlessClosed::new(stdout)));
        };
        let mut file = UnlessClosed::new(BufWriter::new(file));
        begin_listing(&mut file, name).map_err(failed)?;
        Ok(Box::new(file))
    }

    /// Returns whether standard error is a terminal that the log does not use, so that progress can be shown there.
    pub fn has_room_for_progress(&self) -> bool {
        self.has_log_file() && io::stderr().is_terminal()
    }

    /// Returns whether the log goes to a file.
    pub fn has_log_file(&self) -> bool {
        matches!(self.log, Some(Destination::File(_)))
    }

    /// Returns whether the figures or the timeline are requested.
    pub fn has_figures(&self) -> bool {
        self.json.is_some() || self.timeline.is_some()
    }

    /// Writes the figures and the timeline if they are requested. A failure of one does not prevent the other.
    ///
    /// # Errors
    ///
    /// Returns the first message about one that could not be written.
    pub fn deliver(&self, record: &Record, stop: &Arc<AtomicBool>) -> Result<(), String> {
        self.deliver_of_runs(record, record, stop)
    }

    /// The same for several runs: the figures of all of them, and the timeline of one.
    ///
    /// # Errors
    ///
    /// As [`deliver`](Self::deliver).
    pub fn deliver_of_runs(
        &self,
        figures: &impl Serialize,
        record: &Record,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), String> {
        let json = match &self.json {
            Some(to) => json_text(figures).and_then(|text| to.write(&text, stop)),
            None => Ok(()),
        };
        let timeline = match &self.timeline {
            Some(to) => timeline_page(record).and_then(|text| to.write(&text, stop)),
            None => Ok(()),
        };
        joined([json, timeline])
    }
}

/// Writes the first line of the listing of a program, which identifies the file to a later run that may replace it.
pub(super) fn begin_listing(file: &mut impl Write, name: &str) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(file, "feedrate {version}: listing of {name}\n")
}

/// Returns the page of a run: the steps of this process, and below that the sessions that it started.
fn timeline_page(record: &Record) -> Result<String, String> {
    let client = SessionRecord::of(CLIENT, &record.steps);
    let others = record.sessions.iter().map(SessionRecord::of_session);
    let sessions: Result<Vec<_>, _> = std::iter::once(client).chain(others).collect();
    let sessions = sessions.map_err(|error| format!("cannot draw the timeline: {error}"))?;
    let document = timeline::document(&Run::from(record), &sessions);
    Ok(html::render(&document, &HtmlOptions::default()))
}

//! The destinations of the logs and listings of several programs, and of what is told of all.

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_document::html::{self, HtmlOptions};
use feedrate_runs::jobs::{self, JobsRecord};

use super::program::begin_listing;
use crate::output::{Destination, UnlessClosed, joined, json_text, print};

/// The files of a program.
#[derive(Clone, Debug)]
pub struct JobFiles {
    /// The name of its job.
    pub name: String,
    /// The file of its log.
    pub log: PathBuf,
    /// The file of its listing.
    pub listing: PathBuf,
}

/// The destinations of all: checked before a program runs, without opening or emptying any file.
#[derive(Debug)]
pub struct JobOutputs {
    /// The log and the listing of each job.
    of_jobs: Vec<[Destination; 2]>,
    json: Option<Destination>,
    timeline: Option<Destination>,
}

/// A log and a listing that are open.
type LogAndListing = (Box<dyn Write>, Box<dyn Write>);

impl JobOutputs {
    /// Checks that all can be written to, and that no two of them are the same.
    ///
    /// # Errors
    ///
    /// Returns a message about the first one that cannot be used.
    pub fn of(files: &[JobFiles], json: Option<&Path>, timeline: Option<&Path>) -> Result<Self, String> {
        let mut taken = HashMap::new();
        let mut take = |path: &Path, what: String| -> Result<Destination, String> {
            let place = Destination::of(path)?;
            if let Some(other) = taken.get(&place)
                && !place.discards()
            {
                return Err(format!(
                    "{other} and {what} go to the same place, {}; give each a file of its own",
                    path.display()
                ));
            }
            place.check()?;
            taken.insert(place.clone(), what);
            Ok(place)
        };
        let json = json.map(|path| take(path, "--json".to_owned()));
        let timeline = timeline.map(|path| take(path, "--timeline".to_owned()));
        let (json, timeline) = (json.transpose()?, timeline.transpose()?);
        let mut of_jobs = Vec::new();
        for job in files {
            let log = take(&job.log, format!("the log of {}", job.name))?;
            let listing = take(&job.listing, format!("the listing of {}", job.name))?;
            for place in [&log, &listing] {
                if *place == Destination::Stdout && !place.discards() {
                    return Err(format!(
                        "the log and the listing of {} cannot go to standard output, where the table of all jobs goes; \
                         name files",
                        job.name
                    ));
                }
            }
            of_jobs.push([log, listing]);
        }
        Ok(Self {
            of_jobs,
            json,
            timeline,
        })
    }

    /// Opens the log and the listing of a job, whose program messages call `program`. `stop` ends a wait for the reader
    /// of a pipe.
    ///
    /// # Errors
    ///
    /// Returns a message if one cannot be opened.
    pub fn open(&self, job: usize, program: &str, stop: &Arc<AtomicBool>) -> Result<LogAndListing, String> {
        let opened = |place: &Destination| -> Result<Box<dyn Write>, String> {
            Ok(match place.open(stop)? {
                Some(file) => Box::new(UnlessClosed::new(BufWriter::new(file))),
                // Standard output that is discarded.
                None => Box::new(std::io::sink()),
            })
        };
        let [log, listing] = &self.of_jobs[job];
        let (log, mut listing) = (opened(log)?, opened(listing)?);
        begin_listing(&mut listing, program).map_err(|error| format!("cannot write the listing: {error}"))?;
        Ok((log, listing))
    }

    /// Writes the table to standard output unless the figures go there, and the figures and the timeline if they are
    /// requested. A failure of one does not prevent the others.
    ///
    /// # Errors
    ///
    /// Returns the messages about those that could not be written.
    pub fn deliver(&self, record: &JobsRecord, stop: &Arc<AtomicBool>) -> Result<(), String> {
        let to_stdout = |to: &Option<Destination>| *to == Some(Destination::Stdout);
        let mut outcomes = Vec::new();
        if !to_stdout(&self.json) && !to_stdout(&self.timeline) {
            outcomes.push(print(&jobs::document(record), stop));
        }
        if let Some(to) = &self.json {
            outcomes.push(json_text(record).and_then(|text| to.write(&text, stop)));
        }
        if let Some(to) = &self.timeline {
            let page = html::render(&jobs::timeline_page(record), &HtmlOptions::default());
            outcomes.push(to.write(&page, stop));
        }
        joined(outcomes)
    }
}

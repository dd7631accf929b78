//! A session that this one has started.

use std::collections::VecDeque;
use std::path::PathBuf;

use feedrate_connect::clock::HostClock;
use feedrate_connect::{Clocks, ConnectError, HostName, Process, Request};
use feedrate_language::macros;

use crate::record::SessionRecord;

/// A session that this one has started.
#[derive(Debug)]
pub(super) struct Task {
    /// Its name in upper case.
    pub(super) name: String,
    pub(super) process: Process,
    /// The requests whose outcome was not fetched yet.
    pub(super) pending: VecDeque<PendingRequest>,
    /// The number of requests that were sent.
    requests: u64,
    /// The incomplete last line of its log.
    pub(super) partial: Vec<u8>,
    /// The disposition of its log, and of its listing.
    pub(super) log: Disposition,
    pub(super) listing: Disposition,
    /// The macro variable of CMACVAR=.
    pub(super) state_variable: Option<macros::Name>,
    /// True if it continues after its submitted work is done.
    pub(super) is_lasting: bool,
    /// True if it is being ended by SIGNOFF.
    pub(super) is_leaving: bool,
    /// The folder in which its WORK is made; `None` on another machine.
    pub(super) work_parent: Option<PathBuf>,
    /// Its machine, if that is another one.
    pub(super) host: Option<TaskHost>,
    pub(super) record: SessionRecord,
    /// The records of sessions that it has started itself.
    pub(super) nested: Vec<SessionRecord>,
    /// True if the records of its steps are kept.
    pub(super) keeps_records: bool,
}

/// The machine of a session on another one.
#[derive(Clone, Debug)]
pub(super) struct TaskHost {
    /// The name by which the launcher was told of it, or by which it calls itself.
    pub(super) name: String,
    /// The same, as HOSTS= may have it.
    pub(super) given: Option<HostName>,
    /// Its clock, once it is known.
    pub(super) clock: Option<HostClock>,
    /// When it was asked for its clock, and not answered yet.
    pub(super) asked: Option<Clocks>,
}

impl TaskHost {
    /// Creates that of a host whose clock is not known. `machine` is what the host calls itself.
    pub(super) fn new(given: Option<HostName>, machine: Option<&str>) -> Self {
        let name = match (&given, machine) {
            (Some(given), _) => given.to_string(),
            (None, Some(machine)) => machine.to_owned(),
            (None, None) => "without a name".to_owned(),
        };
        Self {
            name,
            given,
            clock: None,
            asked: None,
        }
    }

    /// Returns its name without that of a user.
    pub(super) fn machine(&self) -> &str {
        self.name.rsplit('@').next().unwrap_or(&self.name)
    }

    /// Returns its name, and behind it the one by which it calls itself if that is another.
    pub(super) fn shown(&self, machine: Option<&str>) -> String {
        let name = self.machine();
        let is_same = |machine: &str| machine.split('.').next() == name.split('.').next();
        match machine.filter(|machine| !is_same(machine)) {
            Some(machine) => format!("{} ({machine})", self.name),
            None => self.name.clone(),
        }
    }
}

/// A request that was sent to a session and is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PendingRequest {
    /// The execution of a block.
    Block {
        /// The line of RSUBMIT in this session's log.
        line: u32,
        /// True if the log has a note that the lines that follow belong to it.
        is_noted: bool,
    },
    /// The assignment of a macro variable.
    Variable(String),
    /// The assignment of a library.
    Library(String),
}

/// The disposition of the log or of the listing of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disposition {
    /// KEEP: it is copied into this session's.
    Brought,
    /// PURGE: it is discarded.
    Purged,
}

impl Task {
    /// Creates the state of a session that has started.
    pub(super) fn new(
        name: String,
        number: u32,
        process: Process,
        work_parent: Option<PathBuf>,
        keeps_records: bool,
    ) -> Self {
        let record = SessionRecord {
            number,
            name: name.clone(),
            process: process.id(),
            ..SessionRecord::default()
        };
        Self {
            name,
            process,
            pending: VecDeque::new(),
            requests: 0,
            partial: Vec::new(),
            log: Disposition::Brought,
            listing: Disposition::Brought,
            state_variable: None,
            is_lasting: true,
            is_leaving: false,
            work_parent,
            host: None,
            record,
            nested: Vec::new(),
            keeps_records,
        }
    }

    /// Sends a request. Its outcome follows those of the requests before it.
    ///
    /// # Errors
    ///
    /// Returns an error if the session has gone.
    pub(super) fn request(&mut self, request: &Request, pending: PendingRequest) -> Result<(), ConnectError> {
        self.process.send(request)?;
        self.requests += 1;
        self.pending.push_back(pending);
        Ok(())
    }

    /// Returns what identifies its process in messages: its number, or its machine.
    pub(super) fn whereabouts(&self) -> String {
        match &self.host {
            Some(host) => format!("host {}", host.name),
            None => format!("process {}", self.process.id()),
        }
    }

    /// Returns ` on HOST` for a session on another machine.
    pub(super) fn on_host(&self) -> String {
        let host = self.host.as_ref();
        host.map_or_else(String::new, |host| format!(" on host {}", host.name))
    }

    /// Returns whether it is working.
    pub(super) fn is_busy(&self) -> bool {
        let progress = self.process.progress();
        !progress.is_over && progress.done < self.requests
    }

    /// Returns its state, such as `runs a DATA step (line 4 of its log)`.
    pub(super) fn state(&self) -> String {
        let progress = self.process.progress();
        let waiting = progress.log_lines;
        if progress.is_over {
            return "has ended".to_owned();
        }
        let what = match (&progress.step, progress.done < self.requests) {
            (Some(step), _) if step.name == "DATA" => {
                format!("runs a DATA step (line {} of its log)", step.line)
            }
            (Some(step), _) => format!("runs PROC {} (line {} of its log)", step.name, step.line),
            (None, true) => "runs".to_owned(),
            (None, false) => "has done all that was submitted to it".to_owned(),
        };
        format!("{what}; {waiting} lines of log so far")
    }
}

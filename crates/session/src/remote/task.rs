//! A session that this one has started.

use std::collections::VecDeque;
use std::path::PathBuf;

use feedrate_connect::{ConnectError, Process, Request};
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
    /// Whether it continues after its submitted work is done.
    pub(super) is_lasting: bool,
    /// Whether it is being ended by SIGNOFF.
    pub(super) is_leaving: bool,
    /// The folder in which its WORK is made.
    pub(super) work_parent: PathBuf,
    pub(super) record: SessionRecord,
    /// The records of sessions that it has started itself.
    pub(super) nested: Vec<SessionRecord>,
}

/// A request that was sent to a session and is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PendingRequest {
    /// The execution of a block.
    Block {
        /// The line of RSUBMIT in this session's log.
        line: u32,
        /// Whether the log has a note that the lines that follow belong to it.
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
    pub(super) fn new(name: String, number: u32, process: Process, work_parent: PathBuf) -> Self {
        let record = SessionRecord {
            number,
            name: name.clone(),
            process: process.id(),
            ended: String::new(),
            warnings: 0,
            errors: 0,
            steps: Vec::new(),
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
            record,
            nested: Vec::new(),
        }
    }

    /// Sends a request. Its outcome follows those of the requests before it.
    ///
    /// # Errors
    ///
    /// Returns an error if the session has gone.
    pub(super) fn request(
        &mut self,
        request: &Request,
        pending: PendingRequest,
    ) -> Result<(), ConnectError> {
        self.process.tell(request)?;
        self.requests += 1;
        self.pending.push_back(pending);
        Ok(())
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

//! A session that this one has begun.

use std::collections::VecDeque;
use std::path::PathBuf;

use feedrate_connect::{ConnectError, Process, Request};
use feedrate_language::macros;

use crate::record::SessionRecord;

/// A session that this one has begun.
#[derive(Debug)]
pub(super) struct Task {
    /// Its name in capitals.
    pub(super) name: String,
    pub(super) process: Process,
    /// The requests whose outcome has not been brought yet.
    pub(super) pending: VecDeque<PendingRequest>,
    /// How many requests it was sent in all.
    requests: u64,
    /// The line of its log that has begun to come.
    pub(super) partial: Vec<u8>,
    /// What becomes of its log and of its listing.
    pub(super) log: Disposition,
    pub(super) listing: Disposition,
    /// The macro variable of CMACVAR=.
    pub(super) state_variable: Option<macros::Name>,
    /// Whether it goes on after what was submitted to it is done.
    pub(super) is_lasting: bool,
    /// Whether it is ending because of SIGNOFF.
    pub(super) is_leaving: bool,
    /// The folder within which its WORK is.
    pub(super) work_parent: PathBuf,
    pub(super) record: SessionRecord,
    /// Those of sessions that it has begun itself.
    pub(super) nested: Vec<SessionRecord>,
}

/// A request that a session is carrying out, or is to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PendingRequest {
    /// To carry out a block.
    Block {
        /// The line of RSUBMIT in this session's log.
        line: u32,
        /// Whether the log has noted that what follows is of it.
        is_noted: bool,
    },
    /// To set a macro variable.
    Variable(String),
    /// To assign a library.
    Library(String),
}

/// What becomes of the log or of the listing of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disposition {
    /// KEEP: it comes into this session's.
    Brought,
    /// PURGE: it is thrown away.
    Purged,
}

impl Task {
    /// A session that has begun.
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

    /// Sends a request. Its outcome comes after those of the requests before it.
    ///
    /// # Errors
    ///
    /// Fails where the session is gone.
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

    /// Whether it is at something.
    pub(super) fn is_busy(&self) -> bool {
        let progress = self.process.progress();
        !progress.is_over && progress.done < self.requests
    }

    /// How it stands, as `runs a DATA step (line 4 of its log)`.
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

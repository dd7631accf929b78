//! The other side: being a session that a client has begun.

use std::time::Duration;

use feedrate_connect::{Done, Gone, Replies, Reply, Request, Server, StepBegins, Submit};
use feedrate_language::Reader;
use feedrate_language::macros::{Name, Scope};

use crate::ending::Ending;
use crate::log::Severity;
use crate::observer::Observer;
use crate::record::StepRecord;
use crate::session::Session;

/// How often it is looked whether a signal wants the session to stop.
const LOOK: Duration = Duration::from_millis(100);

/// Tells the client which step is at work.
#[derive(Clone, Debug)]
pub struct StepsToClient(Replies);

impl StepsToClient {
    /// Tells it over this way.
    pub fn over(replies: &Replies) -> Self {
        Self(replies.clone())
    }
}

impl Observer for StepsToClient {
    fn step_begins(&self, name: &str, line: u32) {
        let name = name.to_owned();
        // Where the client is gone, the session hears of it.
        let _ = self.0.say(&Reply::StepBegins(StepBegins { name, line }));
    }

    fn step_ended(&self) {
        let _ = self.0.say(&Reply::StepEnded);
    }
}

impl Session<'_> {
    /// Keeps the record of a step, or gives it to the client at once: a session that is killed later has told
    /// of it.
    pub(crate) fn keep(&mut self, step: StepRecord) {
        match (&self.parent, serde_json::to_value(&step)) {
            // A client that is gone has nothing to hear.
            (Some(parent), Ok(step)) => drop(parent.say(&Reply::Step(step))),
            _ => self.steps.push(step),
        }
    }

    /// Carries out what a client asks, until it says that this is all, or is gone.
    ///
    /// The log and the listing must go to the client too: what they say of a block must be with it before
    /// that the block is done.
    pub fn serve(&mut self, server: &Server) -> Ending {
        let replies = server.replies();
        self.parent = Some(replies.clone());
        self.lines.begin_for_client();
        // An empty text is not too long.
        let Ok(mut reader) = Reader::new("the session", "") else {
            return Ending::Errors;
        };
        self.set_symbols(&mut reader);
        feedrate_steps::spill::sweep(&self.utility_folder());
        let mut is_told_to_end = false;
        if replies.say(&Reply::Ready).is_err() {
            return Ending::Interrupted;
        }
        while !self.is_stopped() && !self.is_ended {
            let done = match server.next_within(LOOK) {
                Ok(None) => continue,
                Err(Gone) => break,
                Ok(Some(Request::End)) => {
                    is_told_to_end = true;
                    break;
                }
                Ok(Some(Request::Submit(submit))) => self.block(&submit, &mut reader),
                Ok(Some(Request::Set { name, value })) => set(&name, &value, &mut reader),
                Ok(Some(Request::Library(library))) => {
                    let outcome = self.take_library(&library);
                    if let Ok(text) = &outcome {
                        self.log.message(Severity::Note, text);
                        self.log.flush();
                    }
                    of(outcome.err())
                }
                // Neither is said twice, and the line itself heeds the latter.
                Ok(Some(Request::Begin(_) | Request::Stop)) => continue,
            };
            if replies.say(&Reply::Done(done)).is_err() {
                break;
            }
        }
        self.end_sessions(&mut reader);
        for record in self.remotes.take_records() {
            if let Ok(record) = serde_json::to_value(&record) {
                let _ = replies.say(&Reply::Nested(record));
            }
        }
        self.end_results(reader.sources());
        self.tell_unread();
        self.log.flush();
        self.listing.flush();
        if (is_told_to_end || self.is_ended) && !self.is_stopped() {
            // A client that is gone has nothing to hear.
            let _ = replies.say(&Reply::Ended);
        }
        self.ending()
    }

    /// Carries out a block.
    fn block(&mut self, submit: &Submit, reader: &mut Reader) -> Done {
        let before = (self.log.warnings(), self.log.errors());
        // An error in one block keeps the rest of that block from running, and not the next.
        self.checking = false;
        self.log.take_first_error();
        let unwritten = match push(submit, reader) {
            Ok(()) => self.units(reader).err(),
            Err(error) => {
                self.log.message(Severity::Error, &error);
                None
            }
        };
        if self.is_stopped() {
            let text = "The session was interrupted, and what follows was not run.";
            self.log.message(Severity::Error, text);
        }
        self.log.flush();
        self.listing.flush();
        let ends = match (&unwritten, self.is_stopped(), self.is_ended) {
            (Some(unwritten), ..) => Some(format!("because it {unwritten}")),
            (None, true, _) => Some("because it was interrupted".to_owned()),
            (None, false, true) => Some("by ENDSAS".to_owned()),
            _ => None,
        };
        self.is_ended |= unwritten.is_some();
        Done {
            warnings: self.log.warnings() - before.0,
            errors: self.log.errors() - before.1,
            first_error: self.log.take_first_error(),
            ends,
        }
    }
}

/// Makes a block what is read next.
fn push(submit: &Submit, reader: &mut Reader) -> Result<(), String> {
    reader
        .push_part(&submit.source, &submit.text, submit.first_line)
        .map_err(|error| error.to_string())
}

/// Sets a macro variable.
fn set(name: &str, value: &str, reader: &mut Reader) -> Done {
    let refused = match Name::new(name) {
        Some(name) => reader.symbols_mut().set(name, value, Scope::Global).err(),
        None => return of(Some(format!("{name} is no name of a macro variable"))),
    };
    of(refused.map(|error| error.to_string()))
}

/// What is said of something that went well, or not.
fn of(error: Option<String>) -> Done {
    Done {
        errors: error.is_some().into(),
        first_error: error,
        ..Done::default()
    }
}

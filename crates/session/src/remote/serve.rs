//! The server side: a session that a client has started.

use std::time::Duration;

use feedrate_connect::clock;
use feedrate_connect::{ClientGone, Reply, Request, Server, Submit, SubmitOutcome};
use feedrate_language::Reader;
use feedrate_language::macros::{Name, Scope};

use crate::ending::Ending;
use crate::libname;
use crate::session::{Session, utility_folder};

/// The interval at which signals are polled.
const LOOK: Duration = Duration::from_millis(100);

impl Session<'_> {
    /// Executes the requests of a client, until it sends the last or has gone.
    ///
    /// The log and the listing must be sent to the client too: their lines of a block must reach it before the reply
    /// that the block is done.
    pub fn serve(&mut self, server: &Server) -> Ending {
        let replies = server.replies();
        self.remotes.begin_for_client(replies.clone());
        self.recorder.send_to(replies.clone());
        self.log.begin_for_client();
        // An empty text is never too long.
        let Ok(mut reader) = Reader::new("the session", "") else {
            return Ending::Errors;
        };
        self.initial_variables.begin("the session", &mut reader);
        feedrate_rows::spill::sweep(&utility_folder(&self.options, &self.libraries));
        let mut is_end_requested = false;
        if replies.send(&Reply::Ready).is_err() {
            return Ending::Interrupted;
        }
        while self.execution.goes_on() {
            let outcome = match server.next_within(LOOK) {
                Ok(None) => continue,
                Err(ClientGone) => break,
                Ok(Some(Request::End)) => {
                    is_end_requested = true;
                    break;
                }
                Ok(Some(Request::Submit(submit))) => self.block(&submit, &mut reader),
                Ok(Some(Request::Set { name, value })) => set(&name, &value, &mut reader),
                Ok(Some(Request::Clocks)) => {
                    if replies.send(&Reply::Clocks(clock::now())).is_err() {
                        break;
                    }
                    continue;
                }
                Ok(Some(Request::Library(library))) => {
                    let is_remote = server.is_remote();
                    let assigned = libname::assign_inherited(&mut self.libraries, &library, is_remote);
                    if let Ok(text) = &assigned {
                        self.log.note(text);
                        self.log.flush();
                    }
                    done(assigned.err())
                }
                // The first and those of the connection were handled before, and the others are for other roles.
                Ok(Some(_)) => continue,
            };
            if replies.send(&Reply::Done(outcome)).is_err() {
                break;
            }
        }
        self.end_remotes(&mut reader);
        for record in self.remotes.take_records() {
            if let Ok(record) = serde_json::to_value(&record) {
                let _ = replies.send(&Reply::Nested(record));
            }
        }
        self.end_results(reader.sources());
        self.note_unread();
        self.log.flush();
        self.results.flush();
        if (is_end_requested || self.execution.is_ended()) && !self.execution.is_stopped() {
            // A client that has gone needs no reply.
            let _ = replies.send(&Reply::Ended);
        }
        self.ending()
    }

    /// Executes a block.
    fn block(&mut self, submit: &Submit, reader: &mut Reader) -> SubmitOutcome {
        let before = self.log.counts();
        self.execution.begin_block();
        self.log.take_first_error();
        let failure = match push(submit, reader) {
            Ok(()) => self.units(reader).err(),
            Err(error) => {
                self.log.error(&error);
                None
            }
        };
        if self.execution.is_stopped() {
            self.log
                .error("The session was interrupted, and what follows was not run.");
        }
        self.log.flush();
        self.results.flush();
        let ends = match (&failure, self.execution.is_stopped(), self.execution.is_ended()) {
            (Some(failure), ..) => Some(format!("because it {failure}")),
            (None, true, _) => Some("because it was interrupted".to_owned()),
            (None, false, true) => Some("by ENDSAS".to_owned()),
            _ => None,
        };
        if failure.is_some() {
            self.execution.end();
        }
        let messages = self.log.counts().since(before);
        SubmitOutcome {
            warnings: messages.warnings,
            errors: messages.errors,
            first_error: self.log.take_first_error(),
            ends,
        }
    }
}

/// Makes a block the next text to be read.
fn push(submit: &Submit, reader: &mut Reader) -> Result<(), String> {
    reader
        .push_part(&submit.source, &submit.text, submit.first_line)
        .map_err(|error| error.to_string())
}

/// Sets a macro variable.
fn set(name: &str, value: &str, reader: &mut Reader) -> SubmitOutcome {
    let refused = match Name::new(name) {
        Some(name) => reader.symbols_mut().set(name, value, Scope::Global).err(),
        None => return done(Some(format!("{name} is no name of a macro variable"))),
    };
    done(refused.map(|error| error.to_string()))
}

/// Returns the outcome of a request other than a block.
fn done(error: Option<String>) -> SubmitOutcome {
    SubmitOutcome {
        errors: error.is_some().into(),
        first_error: error,
        ..SubmitOutcome::default()
    }
}

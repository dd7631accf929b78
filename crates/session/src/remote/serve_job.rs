//! The process of a job: runs the program that its client sends, once the client releases it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use feedrate_connect::{ClientGone, Program, Replies, Reply, Request, Server, SubmitOutcome};
use feedrate_dataset::pages::bytes_moved;

use crate::ending::Ending;
use crate::initial_variables::InitialVariables;
use crate::session::Session;

/// The interval at which signals are polled while nothing runs.
const LOOK: Duration = Duration::from_millis(100);

/// The interval at which the client hears of the bytes moved.
const TICK: Duration = Duration::from_millis(250);

impl Session<'_> {
    /// Receives a program, reports that it is ready, and runs it when the client says so: all as a program of
    /// `feedrate run`, whose log, listing and record go to the client.
    pub fn serve_job(&mut self, server: &Server) -> Ending {
        let replies = server.replies();
        let Some(Request::Program(program)) = self.next_request(server) else {
            return Ending::Interrupted;
        };
        if let Err(why) = self.load(&program) {
            // A client that has gone needs no reply.
            let _ = replies.send(&Reply::Refused(why));
            return Ending::Errors;
        }
        if replies.send(&Reply::Ready).is_err() {
            return Ending::Interrupted;
        }
        let Some(Request::Run) = self.next_request(server) else {
            return Ending::Interrupted;
        };
        self.recorder.send_to(replies.clone());
        let ran = match program.reports_moved {
            true => reporting(replies, || self.run(&program.name, &program.text)),
            false => self.run(&program.name, &program.text),
        };
        match ran {
            Ok(record) => {
                let outcome = SubmitOutcome {
                    warnings: record.warnings,
                    errors: record.errors,
                    first_error: self.log.take_first_error(),
                    ends: record.error.clone(),
                };
                let _ = replies.send(&Reply::Done(outcome));
                if let Ok(record) = serde_json::to_value(&record) {
                    let _ = replies.send(&Reply::Record(record));
                }
                self.ending()
            }
            Err(too_long) => {
                let outcome = SubmitOutcome {
                    errors: 1,
                    first_error: Some(too_long.to_string()),
                    ..SubmitOutcome::default()
                };
                let _ = replies.send(&Reply::Done(outcome));
                Ending::Errors
            }
        }
    }

    /// Returns the next request, or `None` if the client is gone or wants the job to stop.
    fn next_request(&self, server: &Server) -> Option<Request> {
        while self.execution.goes_on() {
            match server.next_within(LOOK) {
                Ok(None) => {}
                Ok(request) => return request,
                Err(ClientGone) => return None,
            }
        }
        None
    }

    fn load(&mut self, program: &Program) -> Result<(), String> {
        let mut variables = InitialVariables::default();
        for (name, value) in &program.variables {
            variables.add(name, value).map_err(|error| error.to_string())?;
        }
        self.set_variables(variables);
        Ok(())
    }
}

/// Does work while another thread reports what this process has moved. Without a thread nothing is reported.
fn reporting<T>(replies: &Replies, work: impl FnOnce() -> T) -> T {
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let report = || {
            let mut told = 0;
            while !ended.load(Ordering::Relaxed) {
                let moved = bytes_moved();
                if moved != told && replies.send(&Reply::Moved(moved)).is_err() {
                    return;
                }
                told = moved;
                thread::park_timeout(TICK);
            }
        };
        let reporter = thread::Builder::new()
            .name("moved".to_owned())
            .spawn_scoped(scope, report);
        let done = work();
        ended.store(true, Ordering::Relaxed);
        if let Ok(reporter) = reporter {
            reporter.thread().unpark();
        }
        done
    })
}

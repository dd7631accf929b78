//! The time until a session is ready, and its entry into the table.

use std::time::Instant;

use feedrate_connect::{Process, RUNS_NO_COMMAND};

use super::RemoteSessions;
use super::client::Client;
use super::place::Place;
use super::task::{Disposition, Task, TaskHost};
use super::wait::LOOK;
use crate::record::SessionHost;

/// The number of last lines that are shown of a process that could not start.
const LAST_LINES: usize = 5;

impl RemoteSessions {
    /// Waits until a process is ready, and adds it to the table.
    pub(super) fn ready(
        &mut self,
        mut process: Process,
        name: &str,
        place: Place,
        dispositions: (Disposition, Disposition),
        client: &mut Client<'_, '_>,
    ) -> Result<usize, String> {
        let machine = self.wait_until_ready(&mut process, name, &place, client)?;
        let machine = machine.as_deref();
        let index = self.add(process, name, place, dispositions, machine);
        client.note(&format!("Remote signon to {name} complete."));
        if let Some(host) = &self.tasks[index].host {
            let text = format!("Session {name} runs on host {}.", host.shown(machine));
            client.note(&text);
            self.ask_for_clock(index, client);
        }
        Ok(index)
    }

    /// Waits until a process is ready, and returns the name that its machine gives itself, if it is another one.
    fn wait_until_ready(
        &self,
        process: &mut Process,
        name: &str,
        place: &Place,
        client: &Client<'_, '_>,
    ) -> Result<Option<String>, String> {
        let since = Instant::now();
        loop {
            let rung = self.bell.rung();
            let progress = process.progress();
            match progress.begun {
                Some(Ok(())) => return Ok(progress.machine),
                Some(Err(why)) => {
                    return Err(format!("the session {name}{place} cannot begin: {why}"));
                }
                None if progress.is_over => {
                    let said_nonsense = progress.nonsense.is_some();
                    return Err(ended_early(process, name, place, said_nonsense));
                }
                None if client.execution.is_stopped() => {
                    return Err(format!("SIGNON of {name} was interrupted"));
                }
                None if place.is_late(since.elapsed()) => {
                    let words = process.last_of_errors(LAST_LINES).join("\n");
                    let seconds = since.elapsed().as_secs();
                    let text = format!(
                        "the session {name}{place} was not there within {seconds} s (-o hosttimeout=SECONDS allows \
                         more)\n{words}"
                    );
                    return Err(text.trim_end().to_owned());
                }
                None => self.bell.wait(rung, LOOK),
            }
        }
    }

    /// Adds a session to the table, and returns its index.
    fn add(
        &mut self,
        process: Process,
        name: &str,
        place: Place,
        (log, listing): (Disposition, Disposition),
        machine: Option<&str>,
    ) -> usize {
        let number = self.begun;
        self.begun += 1;
        let (work_parent, host) = match place {
            Place::Here { work } => (Some(work), None),
            Place::There { host, .. } => (None, Some(TaskHost::new(host, machine))),
        };
        let mut task = Task::new(name.to_owned(), number, process, work_parent, !self.drops_records);
        (task.log, task.listing) = (log, listing);
        task.record.host = host.as_ref().map(|host| SessionHost::named(&host.name));
        task.host = host;
        self.lost.remove(name);
        self.tasks.push(task);
        self.tasks.len() - 1
    }
}

/// Returns the message about a process that ended before it was ready.
fn ended_early(process: &mut Process, name: &str, place: &Place, said_nonsense: bool) -> String {
    let how = process.how_it_ended();
    let words = process.last_of_errors(LAST_LINES).join("\n");
    let mut text = format!("the session {name}{place} ended before it was ready ({how})\n{words}");
    if let Place::There {
        where_is_the_program, ..
    } = place
        && !said_nonsense
        && process.found_no_program()
    {
        text.push_str(&format!("\n{where_is_the_program}"));
    }
    if process.ran_no_command() {
        text.push_str(&format!("\n{RUNS_NO_COMMAND}"));
    }
    text.trim_end().to_owned()
}

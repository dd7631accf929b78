//! The end of sessions: by SIGNOFF, by KILLTASK, with the program, and prematurely.

use feedrate_connect::Request;
use feedrate_language::tree::{self, SessionSelection};
use feedrate_language::{Diagnostic, macros};

use super::RemoteSessions;
use super::client::{Client, FAILED, State};
use crate::record::SessionRecord;

/// The number of last lines that are shown of a session that died.
const LAST_LINES: usize = 5;

impl RemoteSessions {
    /// Executes SIGNOFF.
    pub(super) fn sign_off(
        &mut self,
        statement: &tree::SignOff,
        client: &mut Client<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let names = match &statement.which {
            SessionSelection::Named(names) if names.is_empty() => {
                let place = self.session_at(None, statement.at, client)?;
                vec![self.tasks[place].name.clone()]
            }
            which => self.names_of(which, client)?,
        };
        self.sign_off_all(&names, client);
        let variable = statement.state_variable.as_ref();
        let variable = variable.and_then(|name| macros::Name::new(&name.text));
        client.set_state(variable, State::Done);
        Ok(())
    }

    /// Returns the names of the sessions that a statement selects.
    fn names_of(&mut self, which: &SessionSelection, client: &Client<'_, '_>) -> Result<Vec<String>, Diagnostic> {
        match which {
            SessionSelection::All => Ok(self.names()),
            SessionSelection::Named(names) => names
                .iter()
                .map(|name| {
                    let place = self.session_at(Some(name), name.at, client)?;
                    Ok(self.tasks[place].name.clone())
                })
                .collect(),
        }
    }

    /// Ends sessions once their submitted work is done.
    fn sign_off_all(&mut self, names: &[String], client: &mut Client<'_, '_>) {
        for name in names {
            if let Some(place) = self.place_of(name) {
                let task = &mut self.tasks[place];
                task.is_leaving = true;
                // A session that has gone is noticed below.
                let _ = task.process.send(&Request::End);
            }
        }
        for name in names {
            self.wait_for_end(name, client);
        }
    }

    /// Waits until a session that SIGNOFF ends has ended.
    fn wait_for_end(&mut self, name: &str, client: &mut Client<'_, '_>) {
        while let Some(place) = self.place_of(name) {
            if client.gives_up() {
                let tasks = self.tasks.iter_mut();
                tasks.for_each(|task| task.process.stop());
            }
            let rung = self.bell.rung();
            if self.take_if_gone(place, client) {
                return;
            }
            self.tasks[place].bring(client);
            self.bell.wait(rung, super::wait::LOOK);
        }
    }

    /// Ends all sessions at the end of the program, or if it was interrupted.
    pub(crate) fn end(&mut self, client: &mut Client<'_, '_>) {
        let names = self.names();
        if names.is_empty() {
            return;
        }
        self.sign_off_all(&names, client);
        client.log.gap();
    }

    /// Executes KILLTASK.
    pub(super) fn kill_tasks(
        &mut self,
        which: &SessionSelection,
        client: &mut Client<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let names = self.names_of(which, client)?;
        for name in &names {
            if let Some(place) = self.place_of(name) {
                self.tasks[place].process.terminate();
            }
        }
        for name in names {
            let Some(place) = self.place_of(&name) else {
                continue;
            };
            let record = self.take_leave(place, client);
            record.ended = "killed".to_owned();
            let text = format!("The session {name} was ended by KILLTASK.");
            client.note(&text);
            self.lost.insert(name, "KILLTASK ended it".to_owned());
        }
        Ok(())
    }

    /// Fetches what a session has sent so far; a session that has gone is removed from the table.
    pub(super) fn bring_session(&mut self, name: &str, client: &mut Client<'_, '_>) {
        let Some(place) = self.place_of(name) else {
            return;
        };
        if self.take_if_gone(place, client) {
            return;
        }
        self.tasks[place].bring(client);
        let task = &self.tasks[place];
        let variable = task.state_variable;
        if !task.is_busy() {
            client.set_state(variable, State::Done);
            if !self.tasks[place].is_lasting {
                self.sign_off_all(&[name.to_owned()], client);
            }
        }
    }

    /// Removes a session from the table if it has gone, and returns whether it had. All that it has sent is fetched,
    /// and the log has a note on how it ended.
    pub(super) fn take_if_gone(&mut self, place: usize, client: &mut Client<'_, '_>) -> bool {
        let task = &mut self.tasks[place];
        let progress = task.process.progress();
        if !progress.is_over {
            return false;
        }
        let is_leaving = task.is_leaving;
        let (name, whereabouts) = (task.name.clone(), task.whereabouts());
        let variable = task.state_variable;
        let how = task.process.how_it_ended();
        // Read before the output is fetched, after which nothing more is known of it.
        let last_of_log = task.process.last_of_log(LAST_LINES);
        let last_of_errors = task.process.last_of_errors(LAST_LINES);
        let is_stopped = client.execution.is_stopped();
        let work = self.tasks[place].work_parent.clone();
        let record = self.take_leave(place, client);
        if progress.has_ended {
            if is_leaving {
                let text = format!("Remote signoff from {name} complete.");
                client.note(&text);
            } else {
                self.lost.insert(name, "it ended itself".to_owned());
            }
            return true;
        }
        record.ended = "died".to_owned();
        if is_stopped {
            record.ended = "interrupted".to_owned();
            let text = format!("The session {name} was stopped.");
            client.note(&text);
            return true;
        }
        if let Some(work) = work {
            super::sweep_after(&work);
        }
        let mut text = format!("The session {name} ({whereabouts}) died: {how}.");
        let lines = |text: &mut String, title: &str, lines: &[String]| {
            if !lines.is_empty() {
                text.push_str(&format!("\n{title}\n  {}", lines.join("\n  ")));
            }
        };
        if text.contains("SIGKILL") {
            text.push_str(
                "\nWhere nobody else did, the system ended it for want of memory: give its steps less by -memsize.",
            );
        }
        lines(&mut text, "Its standard error ends with:", &last_of_errors);
        lines(&mut text, "Its log ends with:", &last_of_log);
        client.log.error(&text);
        client.log.gap();
        client.set_return_code(FAILED);
        client.set_state(variable, State::Failed);
        self.lost.insert(name, format!("it died ({how})"));
        true
    }

    /// Fetches all that a session has sent, waits until its process has ended, and removes it from the table.
    fn take_leave(&mut self, place: usize, client: &mut Client<'_, '_>) -> &mut SessionRecord {
        let _ = self.tasks[place].process.wait();
        self.tasks[place].bring(client);
        let mut task = self.tasks.remove(place);
        task.bring_rest(client);
        let mut record = task.record;
        record.ended = match record.errors {
            0 => "clean",
            _ => "errors",
        }
        .to_owned();
        let place = self.records.len();
        self.records.push(record);
        self.records.append(&mut task.nested);
        &mut self.records[place]
    }
}

//! How sessions end: by SIGNOFF, by KILLTASK, with the program, and before they were to.

use feedrate_connect::Request;
use feedrate_language::tree::{self, Which};
use feedrate_language::{Diagnostic, Reader};

use super::bring::Here;
use super::variables::FAILED;
use crate::log::Severity;
use crate::record::SessionRecord;
use crate::session::Session;

/// How many of the last lines of a session that died are told.
const LAST_LINES: usize = 5;

impl Session<'_> {
    pub(super) fn sign_off(
        &mut self,
        statement: &tree::SignOff,
        reader: &mut Reader,
    ) -> Result<(), Diagnostic> {
        let names = match &statement.which {
            Which::Named(names) if names.is_empty() => {
                let place = self.session_at(None, statement.at)?;
                vec![self.remotes.tasks[place].name.clone()]
            }
            which => self.names_of(which)?,
        };
        self.sign_off_all(&names, reader);
        let variable = statement.state_variable.as_ref();
        let variable = variable.and_then(|name| feedrate_language::macros::Name::new(&name.text));
        self.set_state(variable, 0, reader);
        Ok(())
    }

    /// The names of sessions that are there, by which a statement means them.
    fn names_of(&mut self, which: &Which) -> Result<Vec<String>, Diagnostic> {
        match which {
            Which::All => Ok(self.remotes.names()),
            Which::Named(names) => names
                .iter()
                .map(|name| {
                    let place = self.session_at(Some(name), name.at)?;
                    Ok(self.remotes.tasks[place].name.clone())
                })
                .collect(),
        }
    }

    /// Ends sessions when they have done what was submitted to them.
    fn sign_off_all(&mut self, names: &[String], reader: &mut Reader) {
        for name in names {
            if let Some(place) = self.remotes.place_of(name) {
                let task = &mut self.remotes.tasks[place];
                task.is_leaving = true;
                // One that is gone is noticed below.
                let _ = task.process.tell(&Request::End);
            }
        }
        for name in names {
            self.wait_for_end(name, reader);
        }
    }

    /// Waits until a session that was told to end has ended.
    fn wait_for_end(&mut self, name: &str, reader: &mut Reader) {
        while let Some(place) = self.remotes.place_of(name) {
            if self.is_stopped() || self.log.failure().is_some() {
                let tasks = self.remotes.tasks.iter_mut();
                tasks.for_each(|task| task.process.stop());
            }
            let rung = self.remotes.bell.rung();
            if self.settle(place, reader) {
                return;
            }
            self.bring_at(place, reader);
            self.remotes.bell.wait(rung, super::wait::LOOK);
        }
    }

    /// The program has ended, or was stopped: so do all sessions.
    pub(crate) fn end_sessions(&mut self, reader: &mut Reader) {
        let names = self.remotes.names();
        if names.is_empty() {
            return;
        }
        self.sign_off_all(&names, reader);
        self.log.gap();
    }

    /// KILLTASK.
    pub(super) fn kill_tasks(
        &mut self,
        which: &Which,
        reader: &mut Reader,
    ) -> Result<(), Diagnostic> {
        let names = self.names_of(which)?;
        for name in &names {
            if let Some(place) = self.remotes.place_of(name) {
                self.remotes.tasks[place].process.terminate();
            }
        }
        for name in names {
            let Some(place) = self.remotes.place_of(&name) else {
                continue;
            };
            let record = self.take_leave(place, reader);
            record.ended = "killed".to_owned();
            let text = format!("The session {name} was ended by KILLTASK.");
            self.log.message(Severity::Note, &text);
            self.remotes
                .lost
                .insert(name, "KILLTASK ended it".to_owned());
        }
        Ok(())
    }

    /// Brings what a session has said up to now; one that is gone is taken from the table.
    pub(super) fn bring_session(&mut self, name: &str, reader: &mut Reader) {
        let Some(place) = self.remotes.place_of(name) else {
            return;
        };
        if self.settle(place, reader) {
            return;
        }
        self.bring_at(place, reader);
        let task = &self.remotes.tasks[place];
        let variable = task.state_variable;
        if !task.is_busy() {
            self.set_state(variable, 0, reader);
            if !self.remotes.tasks[place].is_lasting {
                self.sign_off_all(&[name.to_owned()], reader);
            }
        }
    }

    fn bring_at(&mut self, place: usize, reader: &mut Reader) {
        let (symbols, _) = reader.symbols_and_sources();
        let mut here = Here {
            log: &mut self.log,
            listing: &mut self.listing,
            symbols,
        };
        self.remotes.tasks[place].bring(&mut here);
    }

    /// Looks whether a session is gone. If so, all that it said is brought, and how it ended.
    pub(super) fn settle(&mut self, place: usize, reader: &mut Reader) -> bool {
        let task = &mut self.remotes.tasks[place];
        let progress = task.process.progress();
        if !progress.is_over {
            return false;
        }
        let is_leaving = task.is_leaving;
        let (name, id, variable) = (task.name.clone(), task.process.id(), task.state_variable);
        let how = task.process.how_it_ended();
        // Those before they are brought: when that is over, nothing more is known of it.
        let last_of_log = task.process.last_of_log(LAST_LINES);
        let last_of_errors = task.process.last_of_errors(LAST_LINES);
        let is_stopped = self.is_stopped();
        let work = self.remotes.tasks[place].work_parent.clone();
        let record = self.take_leave(place, reader);
        if progress.has_ended {
            if is_leaving {
                let text = format!("Remote signoff from {name} complete.");
                self.log.message(Severity::Note, &text);
            } else {
                self.remotes.lost.insert(name, "it ended itself".to_owned());
            }
            return true;
        }
        record.ended = "died".to_owned();
        if is_stopped {
            record.ended = "interrupted".to_owned();
            let text = format!("The session {name} was stopped.");
            self.log.message(Severity::Note, &text);
            return true;
        }
        super::sweep_after(&work);
        let mut text = format!("The session {name} (process {id}) died: {how}.");
        let lines = |text: &mut String, title: &str, lines: &[String]| {
            if !lines.is_empty() {
                text.push_str(&format!("\n{title}\n  {}", lines.join("\n  ")));
            }
        };
        if text.contains("SIGKILL") {
            text.push_str("\nWhere nobody else did, the system ended it for want of memory: give its steps less by -memsize.");
        }
        lines(&mut text, "Its standard error ends with:", &last_of_errors);
        lines(&mut text, "Its log ends with:", &last_of_log);
        self.log.message(Severity::Error, &text);
        self.log.gap();
        self.set_return_code(FAILED, reader);
        self.set_state(variable, 1, reader);
        self.remotes.lost.insert(name, format!("it died ({how})"));
        true
    }

    /// Brings all that a session said, waits until its process is gone, and takes it from the table.
    fn take_leave(&mut self, place: usize, reader: &mut Reader) -> &mut SessionRecord {
        let _ = self.remotes.tasks[place].process.wait();
        self.bring_at(place, reader);
        let mut task = self.remotes.tasks.remove(place);
        let (symbols, _) = reader.symbols_and_sources();
        task.bring_rest(&mut Here {
            log: &mut self.log,
            listing: &mut self.listing,
            symbols,
        });
        let mut record = task.record;
        record.ended = match record.errors {
            0 => "clean",
            _ => "errors",
        }
        .to_owned();
        let place = self.remotes.records.len();
        self.remotes.records.push(record);
        self.remotes.records.append(&mut task.nested);
        &mut self.remotes.records[place]
    }
}

//! WAITFOR and RGET: until sessions have done what was submitted to them.

use std::time::{Duration, Instant};

use feedrate_language::tree::{Name, WaitFor};
use feedrate_language::{Diagnostic, Position, Reader};

use super::variables::{NONE_TO_WAIT_FOR, TIMED_OUT};
use crate::log::Severity;
use crate::session::Session;

/// How often it is looked whether the user wants the program to stop.
pub(super) const LOOK: Duration = Duration::from_millis(100);

/// How a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    /// What was waited for is so.
    Done,
    /// The time has passed.
    TimedOut,
    /// The user wants the program to stop.
    Stopped,
}

impl Session<'_> {
    pub(super) fn wait_for(
        &mut self,
        statement: &WaitFor,
        reader: &mut Reader,
    ) -> Result<(), Diagnostic> {
        let mut names = Vec::new();
        if statement.sessions.is_empty() {
            // Those that were faster than the program are waited for too: their logs come now.
            let asked = self
                .remotes
                .tasks
                .iter()
                .filter(|task| !task.asked.is_empty());
            names.extend(asked.map(|task| task.name.clone()));
        }
        for name in &statement.sessions {
            let key = name.text.to_ascii_uppercase();
            match self.remotes.place_of(&key) {
                Some(_) => names.push(key),
                None => {
                    let mut unknown = self.no_session(&key, name.at);
                    unknown.severity = Severity::Warning;
                    self.tell(&[unknown], reader.sources());
                }
            }
        }
        if names.is_empty() {
            self.set_return_code(NONE_TO_WAIT_FOR, reader);
            return Ok(());
        }
        let longest = statement.timeout_seconds.unwrap_or(f64::INFINITY);
        let longest = Duration::try_from_secs_f64(longest).ok();
        let waited = self.wait_until(longest, |session| {
            let mut busy = names.iter().map(|name| session.is_busy(name));
            match statement.all {
                true => !busy.any(|busy| busy),
                false => busy.any(|busy| !busy),
            }
        });
        if waited == Waited::TimedOut {
            self.set_return_code(TIMED_OUT, reader);
            let seconds = statement.timeout_seconds.unwrap_or_default();
            let busy: Vec<&String> = names.iter().filter(|name| self.is_busy(name)).collect();
            let busy: Vec<&str> = busy.into_iter().map(String::as_str).collect();
            let text = format!(
                "WAITFOR waited {seconds} seconds, and these still run: {}.",
                busy.join(", ")
            );
            self.log.message(Severity::Note, &text);
        }
        for name in &names {
            if !self.is_busy(name) {
                self.bring_session(name, reader);
            }
        }
        Ok(())
    }

    /// RGET.
    pub(super) fn get(
        &mut self,
        name: Option<&Name>,
        at: Position,
        reader: &mut Reader,
    ) -> Result<(), Diagnostic> {
        let place = self.session_at(name, at)?;
        let name = self.remotes.tasks[place].name.clone();
        let has_any = !self.remotes.tasks[place].asked.is_empty();
        self.wait_for_one(&name, reader);
        if !has_any {
            let text = format!("Nothing of {name} waits to be brought.");
            self.log.message(Severity::Note, &text);
        }
        Ok(())
    }

    /// Waits until a session has done all that it was asked, and brings what it says as it says it.
    pub(super) fn wait_for_one(&mut self, name: &str, reader: &mut Reader) {
        loop {
            let rung = self.remotes.bell.rung();
            // Looked at before, so that what it said last is brought too.
            let is_busy = self.is_busy(name);
            self.bring_session(name, reader);
            self.log.flush();
            if !is_busy || self.is_stopped() || self.log.failure().is_some() {
                return;
            }
            self.remotes.bell.wait(rung, LOOK);
        }
    }

    /// Whether a session is there and at something.
    pub(super) fn is_busy(&self, name: &str) -> bool {
        let place = self.remotes.place_of(name);
        place.is_some_and(|place| self.remotes.tasks[place].is_busy())
    }

    /// Waits until something is so.
    pub(super) fn wait_until(
        &mut self,
        longest: Option<Duration>,
        is_so: impl Fn(&Self) -> bool,
    ) -> Waited {
        let since = Instant::now();
        self.log.flush();
        loop {
            let rung = self.remotes.bell.rung();
            if is_so(self) {
                return Waited::Done;
            }
            if self.is_stopped() {
                return Waited::Stopped;
            }
            let rest = longest.map(|longest| longest.saturating_sub(since.elapsed()));
            if rest.is_some_and(|rest| rest.is_zero()) {
                return Waited::TimedOut;
            }
            self.remotes
                .bell
                .wait(rung, rest.map_or(LOOK, |rest| rest.min(LOOK)));
        }
    }
}

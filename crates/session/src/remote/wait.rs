//! WAITFOR and RGET: wait until sessions have done their submitted work.

use std::time::{Duration, Instant};

use feedrate_language::tree::{Name, WaitFor};
use feedrate_language::{Diagnostic, Position};

use super::RemoteSessions;
use super::client::{Client, NONE_TO_WAIT_FOR, TIMED_OUT};
use crate::log::Severity;

/// The interval at which cancellation is polled.
pub(super) const LOOK: Duration = Duration::from_millis(100);

/// The end of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitOutcome {
    /// The condition holds.
    Done,
    /// The time has passed.
    TimedOut,
    /// The user wants the program to stop.
    Stopped,
}

impl RemoteSessions {
    /// Executes WAITFOR.
    pub(super) fn wait_for(&mut self, statement: &WaitFor, client: &mut Client<'_, '_>) {
        let mut names = Vec::new();
        if statement.sessions.is_empty() {
            // Sessions that were faster than the program are included, so that their logs are fetched now.
            let pending = self.tasks.iter().filter(|task| !task.pending.is_empty());
            names.extend(pending.map(|task| task.name.clone()));
        }
        for name in &statement.sessions {
            let key = name.text.to_ascii_uppercase();
            match self.place_of(&key) {
                Some(_) => names.push(key),
                None => {
                    let mut unknown = self.no_session(&key, name.at);
                    unknown.severity = Severity::Warning;
                    client.diagnostics(&[unknown]);
                }
            }
        }
        if names.is_empty() {
            return client.set_return_code(NONE_TO_WAIT_FOR);
        }
        let longest = statement.timeout_seconds.unwrap_or(f64::INFINITY);
        let longest = Duration::try_from_secs_f64(longest).ok();
        let outcome = self.wait_until(longest, client, |remotes| {
            let mut busy = names.iter().map(|name| remotes.is_busy(name));
            match statement.all {
                true => !busy.any(|busy| busy),
                false => busy.any(|busy| !busy),
            }
        });
        if outcome == WaitOutcome::TimedOut {
            client.set_return_code(TIMED_OUT);
            let seconds = statement.timeout_seconds.unwrap_or_default();
            let busy: Vec<&String> = names.iter().filter(|name| self.is_busy(name)).collect();
            let busy: Vec<&str> = busy.into_iter().map(String::as_str).collect();
            let text = format!(
                "WAITFOR waited {seconds} seconds, and these still run: {}.",
                busy.join(", ")
            );
            client.note(&text);
        }
        for name in &names {
            if !self.is_busy(name) {
                self.bring_session(name, client);
            }
        }
    }

    /// Executes RGET.
    pub(super) fn get(
        &mut self,
        name: Option<&Name>,
        at: Position,
        client: &mut Client<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let place = self.session_at(name, at, client)?;
        let name = self.tasks[place].name.clone();
        let has_any = !self.tasks[place].pending.is_empty();
        self.wait_for_one(&name, client);
        if !has_any {
            let text = format!("Nothing of {name} waits to be brought.");
            client.note(&text);
        }
        Ok(())
    }

    /// Waits until a session has completed all requests, and fetches its log meanwhile.
    pub(super) fn wait_for_one(&mut self, name: &str, client: &mut Client<'_, '_>) {
        loop {
            let rung = self.bell.rung();
            // Checked first, so that the last of its log is fetched too.
            let is_busy = self.is_busy(name);
            self.bring_session(name, client);
            client.log.flush();
            if !is_busy || client.gives_up() {
                return;
            }
            self.bell.wait(rung, LOOK);
        }
    }

    /// Returns whether a session exists and is working.
    pub(super) fn is_busy(&self, name: &str) -> bool {
        let place = self.place_of(name);
        place.is_some_and(|place| self.tasks[place].is_busy())
    }

    /// Waits until a condition holds.
    pub(super) fn wait_until(
        &mut self,
        longest: Option<Duration>,
        client: &mut Client<'_, '_>,
        is_so: impl Fn(&Self) -> bool,
    ) -> WaitOutcome {
        let since = Instant::now();
        client.log.flush();
        loop {
            let rung = self.bell.rung();
            if is_so(self) {
                return WaitOutcome::Done;
            }
            if client.execution.is_stopped() {
                return WaitOutcome::Stopped;
            }
            let rest = longest.map(|longest| longest.saturating_sub(since.elapsed()));
            if rest.is_some_and(|rest| rest.is_zero()) {
                return WaitOutcome::TimedOut;
            }
            self.bell.wait(rung, rest.map_or(LOOK, |rest| rest.min(LOOK)));
        }
    }
}

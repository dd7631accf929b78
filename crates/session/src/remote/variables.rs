//! Macro variables about sessions, and those whose values are sent to other sessions.

use feedrate_connect::{Reply, Request};
use feedrate_language::macros::Symbols;

use super::client::{State, set_state};
use super::{RemoteSessions, task};
use crate::log::Log;

impl RemoteSessions {
    /// Updates the variables of CMACVAR=, and those of %SYSRPUT that do not wait, so that a program can poll them in a
    /// loop.
    pub(crate) fn update_states(&self, symbols: &mut Symbols, log: &mut Log<'_>) {
        for task in &self.tasks {
            task.bring_values(symbols, log);
            if let Some(variable) = task.state_variable {
                let progress = task.process.progress();
                let state = match (progress.is_over && !progress.has_ended, task.is_busy()) {
                    (true, _) => State::Failed,
                    (false, true) => State::Busy,
                    (false, false) => State::Done,
                };
                set_state(symbols, variable, state);
            }
        }
    }

    /// Executes %SYSRPUT: sends the value to the client of this session.
    ///
    /// # Errors
    ///
    /// Returns an error if no other session has started this one, or if it has gone.
    pub(crate) fn set_in_client(&self, name: &str, value: &str) -> Result<(), String> {
        let Some(client) = &self.client else {
            return Err("no other session began this one; it belongs between RSUBMIT and ENDRSUBMIT".to_owned());
        };
        let (name, value) = (name.to_owned(), value.to_owned());
        let sent = client.send(&Reply::Put { name, value });
        sent.map_err(|error| error.to_string())
    }

    /// Executes %SYSLPUT: sets a macro variable of a session, after all that was submitted to it before. `default` is
    /// the session of CONNECTREMOTE=.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such session.
    pub(crate) fn set_variable(
        &mut self,
        session: Option<&str>,
        default: &str,
        name: &str,
        value: &str,
    ) -> Result<(), String> {
        let default = Some(default).filter(|default| !default.is_empty());
        let session = session.or(default).map(str::to_ascii_uppercase);
        let Some(session) = session.or_else(|| self.current.clone()) else {
            return Err("no session is named, and none was before; add /REMOTE= and its name".to_owned());
        };
        let Some(place) = self.place_of(&session) else {
            return Err(self.why_absent(&session).join("; "));
        };
        let request = Request::Set {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let pending = task::PendingRequest::Variable(name.to_owned());
        let sent = self.tasks[place].request(&request, pending);
        sent.map_err(|error| error.to_string())
    }
}

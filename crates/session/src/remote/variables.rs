//! Macro variables that tell of sessions, and those that go to and fro.

use feedrate_connect::{Replies, Reply, Request};
use feedrate_language::Reader;
use feedrate_language::macros::{Name, Scope};

use super::{Remotes, task};
use crate::session::Session;

/// SYSRC where WAITFOR had waited long enough.
pub(super) const TIMED_OUT: i32 = -1;

/// SYSRC where there was nothing to wait for.
pub(super) const NONE_TO_WAIT_FOR: i32 = -2;

/// SYSRC where a session died.
pub(super) const FAILED: i32 = 1;

/// SYSRC where a statement could not be carried out.
pub(super) const REFUSED: i32 = 2;

impl Session<'_> {
    /// Sets SYSRC.
    pub(super) fn set_return_code(&self, code: i32, reader: &mut Reader) {
        if let Some(name) = Name::new("SYSRC") {
            let symbols = reader.symbols_mut();
            symbols.set_automatic(name, &code.to_string(), false);
        }
    }

    /// Sets the variable of CMACVAR=: 0 done, 1 failed, 2 at work.
    pub(super) fn set_state(&self, name: Option<Name>, state: u32, reader: &mut Reader) {
        if let Some(name) = name {
            // One that cannot be set, such as a read-only one, is the program's own doing.
            let _ = reader
                .symbols_mut()
                .set(name, &state.to_string(), Scope::Global);
        }
    }

    /// Brings the variables of CMACVAR= up to date, and those of %SYSRPUT that do not wait, so that a program can look at
    /// them in a loop.
    pub(crate) fn tell_states(&mut self, reader: &mut Reader) {
        for task in &self.remotes.tasks {
            task.bring_values(reader.symbols_mut(), &mut self.log);
            if let Some(name) = task.state_variable {
                let progress = task.process.progress();
                let state = match (progress.is_over && !progress.has_ended, task.is_busy()) {
                    (true, _) => 1,
                    (false, true) => 2,
                    (false, false) => 0,
                };
                self.set_state(Some(name), state, reader);
            }
        }
    }
}

/// %SYSRPUT of this session, whose client gets the value.
pub(crate) fn set_in_parent(
    parent: Option<&Replies>,
    name: &str,
    value: &str,
) -> Result<(), String> {
    let Some(parent) = parent else {
        return Err(
            "no other session began this one; it belongs between RSUBMIT and ENDRSUBMIT".to_owned(),
        );
    };
    let (name, value) = (name.to_owned(), value.to_owned());
    let said = parent.say(&Reply::Put { name, value });
    said.map_err(|error| error.to_string())
}

impl Remotes {
    /// %SYSLPUT: a macro variable of a session gets a value, after all that was submitted to it before.
    /// `default` is the session of CONNECTREMOTE=.
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
            return Err(
                "no session is named, and none was before; add /REMOTE= and its name".to_owned(),
            );
        };
        let Some(place) = self.place_of(&session) else {
            return Err(self.why_absent(&session).join("; "));
        };
        let request = Request::Set {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let asked = task::Asked::Variable(name.to_owned());
        let asked = self.tasks[place].ask(&request, asked);
        asked.map_err(|error| error.to_string())
    }
}

//! RSUBMIT: runs a part of the program in a session.

use feedrate_connect::{Request, Submit};
use feedrate_language::{Diagnostic, tree};

use super::RemoteSessions;
use super::begin::{dispositions, state_variable};
use super::client::{Client, State};
use super::task::PendingRequest;

impl RemoteSessions {
    /// Executes RSUBMIT.
    pub(super) fn submit(&mut self, statement: tree::Submit, client: &mut Client<'_, '_>) -> Result<(), Diagnostic> {
        let tree::Submit {
            session,
            options,
            block,
            at,
        } = statement;
        let named_at = session.as_ref().map_or(at, |name| name.at);
        let name = self.session_named(session.as_ref(), named_at, client)?;
        let place = match self.place_of(&name) {
            Some(place) => place,
            None if options.command.is_some() || client.options.sessions.auto_sign_on => {
                let place = self.begin(&name, &options, at, client)?;
                self.tasks[place].is_lasting = client.options.sessions.persist;
                place
            }
            None => return Err(self.no_session(&name, named_at)),
        };
        self.inherit(place, &options.inherited, client)?;
        let (log, listing) = dispositions(&options).map_err(|text| Diagnostic::error(at, text))?;
        let waits = options.wait.unwrap_or(client.options.sessions.wait);
        let line = client.log.site(at).line;
        let task = &mut self.tasks[place];
        task.is_lasting = options.persist.unwrap_or(task.is_lasting);
        if options.log.is_some() {
            task.log = log;
        }
        if options.output.is_some() {
            task.listing = listing;
        }
        let at_once = options.sync_macro_variables;
        let at_once = at_once.unwrap_or(client.options.sessions.sync_macro_variables);
        task.process.hurry_values(at_once);
        let variable = state_variable(&options);
        task.state_variable = variable.or(task.state_variable);
        let pending = PendingRequest::Block { line, is_noted: false };
        let submit = Submit {
            text: block.text.to_string(),
            source: block.name,
            first_line: block.first_line,
        };
        // A session that does not receive blocks the program here, and the log should show where.
        client.log.flush();
        let sent = task.request(&Request::Submit(submit), pending);
        let variable = task.state_variable;
        client.set_state(variable, State::Busy);
        if let Err(error) = sent {
            // The end of a session that has gone is a better message than that of the broken connection.
            if self.take_if_gone(place, client) {
                return Err(self.no_session(&name, named_at));
            }
            return Err(Diagnostic::error(at, error.to_string()));
        }
        if waits {
            self.wait_for_one(&name, client);
        } else {
            let text = format!("Background remote submit to {name} in progress.");
            client.note(&text);
        }
        Ok(())
    }
}

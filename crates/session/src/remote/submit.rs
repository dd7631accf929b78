//! RSUBMIT: has a session run a part of the program.

use feedrate_connect::{Request, Submit};
use feedrate_language::{Diagnostic, Reader, tree};

use super::begin::{fates, state_variable};
use super::task::Asked;
use crate::log::Severity;
use crate::session::Session;

impl Session<'_> {
    pub(super) fn submit(
        &mut self,
        statement: tree::Submit,
        reader: &mut Reader,
    ) -> Result<(), Diagnostic> {
        let tree::Submit {
            session,
            options,
            block,
            at,
        } = statement;
        let named_at = session.as_ref().map_or(at, |name| name.at);
        let name = self.session_named(session.as_ref(), named_at)?;
        let place = match self.remotes.place_of(&name) {
            Some(place) => place,
            None if options.command.is_some() || self.options.sessions.auto_sign_on => {
                let place = self.begin_session(&name, &options, at)?;
                self.remotes.tasks[place].is_lasting = self.options.sessions.persist;
                place
            }
            None => return Err(self.no_session(&name, named_at)),
        };
        self.inherit(place, &options.inherited)?;
        let (log, listing) = fates(&options).map_err(|text| Diagnostic::error(at, text))?;
        let waits = options.wait.unwrap_or(self.options.sessions.wait);
        let line = self.lines.site(at).line;
        let task = &mut self.remotes.tasks[place];
        task.is_lasting = options.persist.unwrap_or(task.is_lasting);
        if options.log.is_some() {
            task.log = log;
        }
        if options.output.is_some() {
            task.listing = listing;
        }
        let at_once = options.sync_macro_variables;
        let at_once = at_once.unwrap_or(self.options.sessions.sync_macro_variables);
        task.process.hurry_values(at_once);
        let variable = state_variable(&options);
        task.state_variable = variable.or(task.state_variable);
        let asked = Asked::Block {
            line,
            is_told: false,
        };
        let submit = Submit {
            text: block.text.to_string(),
            source: block.name,
            first_line: block.first_line,
        };
        // A session that takes nothing holds the program here, and the log is to tell where.
        self.log.flush();
        let told = task.ask(&Request::Submit(submit), asked);
        let variable = task.state_variable;
        self.set_state(variable, 2, reader);
        if let Err(error) = told {
            // A session that is gone tells more than a line that is broken.
            if self.settle(place, reader) {
                return Err(self.no_session(&name, named_at));
            }
            return Err(Diagnostic::error(at, error.to_string()));
        }
        if waits {
            self.wait_for_one(&name, reader);
        } else {
            let text = format!("Background remote submit to {name} in progress.");
            self.log.message(Severity::Note, &text);
        }
        Ok(())
    }
}

//! Other sessions, which run parts of the program beside this one.

use feedrate_program::tree::SessionStatement;
use feedrate_program::{Diagnostic, Sources};

use crate::session::Session;

impl Session<'_> {
    /// A statement about other sessions.
    pub(crate) fn session_statement(&mut self, statement: &SessionStatement, sources: &Sources) {
        let text = format!("{} is not carried out yet", statement.keyword());
        self.refuse_at(Diagnostic::error(statement.at(), text), sources);
    }
}

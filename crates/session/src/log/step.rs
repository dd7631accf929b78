//! The log for a running step.

use feedrate_language::{Sources, diagnostic};
use feedrate_program::Site;
use feedrate_rows::environment;

use super::diagnostics::Place;
use super::{Log, Severity};

/// The log with the texts of the program, for messages that quote them.
pub(crate) struct StepLog<'s, 'a> {
    pub(crate) log: &'s mut Log<'a>,
    pub(crate) sources: &'s Sources,
}

impl environment::Log for StepLog<'_, '_> {
    fn message(&mut self, severity: Severity, text: &str) {
        self.log.message(severity, text);
    }

    fn message_at(&mut self, severity: Severity, text: &str, site: Site) {
        let Some(position) = self.log.lines.position(site) else {
            return self.message(severity, &environment::with_place(text, site));
        };
        let excerpt = diagnostic::excerpt(position, site.line, self.sources);
        let at_client = self.log.lines.place_at_client(position, self.sources);
        if environment::names_place(text, site) {
            let at_client = at_client.map_or_else(String::new, |place| format!("  at {place}\n"));
            let text = format!("{text}\n{at_client}{}", excerpt.trim_end());
            return self.message(severity, &text);
        }
        let advice = String::new();
        let place = Place {
            site,
            advice,
            at_client,
            excerpt,
        };
        self.log.placed(severity, text, &place);
    }

    fn source_line(&mut self, line: &str) {
        self.log.generated_line(line);
    }

    fn line(&mut self, line: &[u8]) {
        self.log.plain(line);
    }
}

//! Diagnostics as messages of the log, with their line and column and an excerpt.

use std::collections::HashMap;

use feedrate_language::{Diagnostic, Sources};
use feedrate_program::Site;

use super::{Log, Severity};

/// The most diagnostics with the same text that are shown with their positions.
const MOST_ALIKE: u64 = 5;

/// The further lines of a message about a position: its advice, its place, and the program there.
pub(super) struct Place {
    pub(super) site: Site,
    /// The advice, or an empty text.
    pub(super) advice: String,
    /// The place in the client's program, if it is part of one.
    pub(super) at_client: Option<String>,
    pub(super) excerpt: String,
}

impl Place {
    /// Returns the lines below a message: `at line 4 column 9: advice`, and the line of the program.
    pub(super) fn lines(&self) -> String {
        let Site { line, column } = self.site;
        let mut text = format!("at line {line} column {column}");
        if let Some(place) = &self.at_client {
            text.push_str(&format!(", {place}"));
        }
        if !self.advice.is_empty() {
            text.push_str(&format!(": {}", self.advice));
        }
        format!("{text}\n{}", self.excerpt.trim_end())
    }
}

impl Log<'_> {
    /// Logs diagnostics. Of those with the same text, the first few are shown and the others are counted.
    pub(crate) fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources) {
        let mut alike: HashMap<(Severity, &str), u64> = HashMap::new();
        for diagnostic in diagnostics {
            let times = alike.entry((diagnostic.severity, &diagnostic.message));
            let times = times.or_default();
            *times += 1;
            if *times > MOST_ALIKE {
                continue;
            }
            let message = &diagnostic.message;
            let advice = diagnostic.hint.clone().unwrap_or_default();
            match diagnostic.severity {
                Severity::Note | Severity::Info if advice.is_empty() => self.message(diagnostic.severity, message),
                Severity::Note | Severity::Info => {
                    self.message(diagnostic.severity, &format!("{message}\n{advice}"));
                }
                Severity::Warning | Severity::Error => {
                    let site = self.lines.site(diagnostic.position);
                    let place = Place {
                        site,
                        advice,
                        at_client: self.lines.place_at_client(diagnostic.position, sources),
                        excerpt: diagnostic.excerpt(site.line, sources),
                    };
                    self.placed(diagnostic.severity, message, &place);
                }
            }
        }
        for diagnostic in diagnostics {
            let key = (diagnostic.severity, diagnostic.message.as_str());
            if let Some(times) = alike.remove(&key).filter(|&times| times > MOST_ALIKE) {
                let text = format!(
                    "{}\nin {} more places, which are not shown",
                    diagnostic.message,
                    times - MOST_ALIKE
                );
                self.message(diagnostic.severity, &text);
            }
        }
    }

    /// Logs a message about a place. The first error is remembered with its place.
    pub(super) fn placed(&mut self, severity: Severity, message: &str, place: &Place) {
        if severity == Severity::Error {
            let Site { line, column } = place.site;
            let first = message.lines().next().unwrap_or_default();
            self.remember_error(&format!("{first} (line {line} column {column})"));
        }
        self.message(severity, &format!("{message}\n{}", place.lines()));
    }
}

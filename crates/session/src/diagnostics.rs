//! What is wrong with a program, as the log says it.

use std::collections::HashMap;

use feedrate_language::{Diagnostic, Sources};

use crate::log::Severity;
use crate::session::Session;

/// How many times a step is told the same of its statements, each with its place.
const MOST_ALIKE: u64 = 5;

impl Session<'_> {
    /// Puts diagnostics into the log. Of those that say the same, the first few stand for all.
    pub(crate) fn tell(&mut self, diagnostics: &[Diagnostic], sources: &Sources) {
        let mut alike: HashMap<(Severity, &str), u64> = HashMap::new();
        for diagnostic in diagnostics {
            let told = alike.entry((diagnostic.severity, &diagnostic.message));
            let told = told.or_default();
            *told += 1;
            if *told > MOST_ALIKE {
                continue;
            }
            let site = self.lines.site(diagnostic.position);
            let mut text = diagnostic.message.clone();
            if let Some(hint) = &diagnostic.hint {
                text.truncate(text.trim_end_matches('.').len());
                text.push_str(&format!("; {hint}"));
            }
            let at_client = self.lines.place_at_client(diagnostic.position, sources);
            let at_client = at_client.map_or_else(String::new, |place| format!("; {place}"));
            let text = match diagnostic.severity {
                Severity::Note => text,
                _ => format!(
                    "{text} (line {} column {}{})\n{}",
                    site.line,
                    site.column,
                    at_client,
                    diagnostic.excerpt(site.line, sources).trim_end()
                ),
            };
            self.log.message(diagnostic.severity, &text);
        }
        for diagnostic in diagnostics {
            let key = (diagnostic.severity, diagnostic.message.as_str());
            if let Some(times) = alike.remove(&key).filter(|&times| times > MOST_ALIKE) {
                let message = diagnostic.message.trim_end_matches('.');
                let text = format!(
                    "{message} (in {} more places, which are not shown)",
                    times - MOST_ALIKE
                );
                self.log.message(diagnostic.severity, &text);
            }
        }
    }
}

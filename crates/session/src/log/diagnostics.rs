//! Diagnostics as messages of the log, with their line and column and an excerpt.

use std::collections::HashMap;

use feedrate_language::{Diagnostic, Sources};

use super::{Log, Severity};

/// The most diagnostics with the same text that are shown with their positions.
const MOST_ALIKE: u64 = 5;

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
            let site = self.lines.site(diagnostic.position);
            let mut text = diagnostic.message.clone();
            if let Some(hint) = &diagnostic.hint {
                text.truncate(text.trim_end_matches('.').len());
                text.push_str(&format!("; {hint}"));
            }
            let at_client = self.lines.place_at_client(diagnostic.position, sources);
            let at_client = at_client.map_or_else(String::new, |place| format!("; {place}"));
            let text = match diagnostic.severity {
                Severity::Note | Severity::Info => text,
                _ => format!(
                    "{text} (line {} column {}{})\n{}",
                    site.line,
                    site.column,
                    at_client,
                    diagnostic.excerpt(site.line, sources).trim_end()
                ),
            };
            self.message(diagnostic.severity, &text);
        }
        for diagnostic in diagnostics {
            let key = (diagnostic.severity, diagnostic.message.as_str());
            if let Some(times) = alike.remove(&key).filter(|&times| times > MOST_ALIKE) {
                let message = diagnostic.message.trim_end_matches('.');
                let text = format!("{message} (in {} more places, which are not shown)", times - MOST_ALIKE);
                self.message(diagnostic.severity, &text);
            }
        }
    }
}

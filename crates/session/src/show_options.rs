//! PROC OPTIONS: the system options with what they are for, in the listing.

use feedrate_steps::environment::Listing as _;

use crate::log::Severity;
use crate::session::Session;

impl Session<'_> {
    /// PROC OPTIONS.
    pub(crate) fn show_options(&mut self, names: &[String]) {
        self.listing.begin_step();
        let list = self.options.list();
        for name in names {
            let known = list.iter().any(|(text, _)| names_option(text, name));
            if !known {
                let text = format!(
                    "There is no system option {name}; PROC OPTIONS without OPTION= lists them."
                );
                self.log.message(Severity::Warning, &text);
            }
        }
        for (text, help) in list {
            if names.is_empty() || names.iter().any(|name| names_option(&text, name)) {
                self.show_option(&text, &help);
            }
        }
        self.listing.line(b"");
        self.listing.end_step();
    }

    /// An option with what it is for, in lines that fit.
    fn show_option(&mut self, text: &str, help: &str) {
        const INDENT: usize = 22;
        let room = (self.options.steps.line_size as usize)
            .saturating_sub(INDENT)
            .max(20);
        let mut line = format!(" {text:<20} ");
        let mut used = 0;
        for word in help.split_whitespace() {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > room {
                self.listing.line(line.as_bytes());
                line = " ".repeat(INDENT);
                used = 0;
            } else if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += length;
        }
        self.listing.line(line.as_bytes());
    }
}

/// Whether a shown option, such as `NOSGIO` or `OBS=MAX`, is that of a name.
fn names_option(shown: &str, name: &str) -> bool {
    let word = shown.split('=').next().unwrap_or(shown);
    word == name || word.strip_prefix("NO") == Some(name)
}

//! The report as XML, with the element names of the original, because scripts use them.
//!
//! Facts that are not known here are left out: the core and socket of a processor, and latencies of each interval.

mod profile;
mod result;
#[cfg(test)]
mod tests;

use std::fmt::Display;

pub(super) use result::Results;

use super::request::Test;

/// Returns only the arguments.
pub(super) fn profile(test: &Test) -> String {
    let mut elements = Elements::default();
    profile::profile(&mut elements, test, |span| span.affinity_disabled);
    elements.text
}

/// Elements, each on a line of its own.
#[derive(Default)]
struct Elements {
    text: String,
    depth: usize,
}

impl Elements {
    fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes an element with others in it; `tag` may have attributes.
    fn group(&mut self, tag: &str, fill: impl FnOnce(&mut Self)) {
        self.begin(tag);
        fill(self);
        self.end(tag);
    }

    fn begin(&mut self, tag: &str) {
        self.line(&format!("<{tag}>"));
        self.depth += 1;
    }

    fn end(&mut self, tag: &str) {
        self.depth -= 1;
        let name = tag.split(' ').next().unwrap_or(tag);
        self.line(&format!("</{name}>"));
    }

    /// Writes an element with a value.
    fn value(&mut self, name: &str, value: impl Display) {
        let value = escaped(&value.to_string());
        self.line(&format!("<{name}>{value}</{name}>"));
    }
}

/// Escapes a text. Characters that XML does not allow become question marks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push('?'),
            other if other.is_control() => escaped.push('?'),
            other => escaped.push(other),
        }
    }
    escaped
}

//! The report as XML, with the names of elements of the original: scripts look for them.
//!
//! Left out is what is not known here: which core and socket a processor is of, and latencies of each interval.

mod profile;
mod result;
#[cfg(test)]
mod tests;

use std::fmt::Display;

pub(super) use result::result;

use super::request::Test;

/// What was asked for, alone.
pub(super) fn profile(test: &Test) -> String {
    let mut elements = Elements::default();
    profile::profile(&mut elements, test);
    elements.text
}

/// Elements, each in a line of its own.
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

    /// An element with others in it; `tag` may have attributes.
    fn group(&mut self, tag: &str, fill: impl FnOnce(&mut Self)) {
        self.line(&format!("<{tag}>"));
        self.depth += 1;
        fill(self);
        self.depth -= 1;
        let name = tag.split(' ').next().unwrap_or(tag);
        self.line(&format!("</{name}>"));
    }

    /// An element with a value.
    fn value(&mut self, name: &str, value: impl Display) {
        let value = escaped(&value.to_string());
        self.line(&format!("<{name}>{value}</{name}>"));
    }
}

/// A text in which nothing is taken for an element. What XML has no place for becomes a question mark.
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

//! The quoting functions.

use std::borrow::Cow;

use crate::error::Result;
use crate::macros::input::MacroProcessor;
use crate::macros::{Name, mask, nest};

/// `%nrstr`: masks everything, and removes the `%` that mark quotes and parentheses as unmatched.
pub(super) fn without_meaning(text: &str) -> String {
    let text = nest::on_one_line(text);
    let mut out = String::with_capacity(text.len() * 4);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = characters.next_if(|&next| c == '%' && nest::is_escapable(next));
        out.push(mask::masked(escaped.unwrap_or(c)));
    }
    out
}

impl MacroProcessor<'_> {
    /// `%superq`: returns the value of a variable, masked and not expanded.
    pub(super) fn superq(&mut self, text: &str) -> Result<String> {
        let name = nest::trim(text);
        let value = Name::new(name)
            .and_then(|name| self.input.symbols.get(name))
            .map(Cow::into_owned);
        match value {
            Some(value) => Ok(mask::mask(&value)),
            None => {
                let shown = mask::unmask(name).to_ascii_uppercase();
                self.warn(&format!("Apparent symbolic reference {shown} not resolved."));
                Ok(String::new())
            }
        }
    }
}

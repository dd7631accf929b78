//! References to macro variables: `&name`, `&name.`, `&&name&i`.

use super::MacroProcessor;
use crate::error::Result;
use crate::macros::mask;
use crate::macros::name::{Name, is_name_character, leading_name};
use crate::surroundings::Event;

impl MacroProcessor<'_> {
    /// Resolves the reference at the next `&`. Returns false if it is not a reference and stands for itself.
    pub(super) fn reference(&mut self) -> Result<bool> {
        let Some(frame) = self.input.stack.last() else {
            return Ok(false);
        };
        let rest = frame.rest();
        let ampersands = rest.bytes().take_while(|&byte| byte == b'&').count();
        let name = leading_name(&rest[ampersands..]).to_owned();
        let length = ampersands + name.len();
        if name.is_empty() {
            self.stand(ampersands);
            return Ok(false);
        }
        if ampersands > 1 {
            return self.indirect();
        }
        let Some(value) = self.value(&name)? else {
            self.stand(length);
            return Ok(false);
        };
        let call = self.input.place();
        if let Some(frame) = self.input.stack.last_mut() {
            frame.at += length;
            // A dot ends the name and is not part of the text.
            if frame.rest().starts_with('.') {
                frame.at += 1;
            }
        }
        if !value.is_empty() {
            self.input.push_value(value, call)?;
        }
        Ok(true)
    }

    /// Resolves `&&name…` once: two ampersands become one, and single references their values. The result is read in
    /// its place, so that the rest is resolved then.
    fn indirect(&mut self) -> Result<bool> {
        let call = self.input.place();
        let Some(frame) = self.input.stack.last_mut() else {
            return Ok(false);
        };
        let rest = frame.rest();
        let is_part = |c: char| c == '&' || c == '.' || is_name_character(c);
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let group = rest[..length].to_owned();
        frame.at += length;
        let text = self.one_pass(&group)?;
        self.input.push_value(text, call)?;
        Ok(true)
    }

    /// Resolves the references of a text once. If it has two ampersands together, a name that is no variable ends the
    /// pass: the next one may find it to be the beginning of another name.
    pub(super) fn one_pass(&mut self, text: &str) -> Result<String> {
        let is_indirect = text.contains("&&");
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix("&&") {
                self.symbolgen("&& resolves to &.");
                out.push('&');
                rest = after;
                continue;
            }
            let name = leading_name(&rest[1..]);
            let after = &rest[1 + name.len()..];
            let value = match name {
                "" => None,
                name if is_indirect && !Name::new(name).is_some_and(|name| self.input.symbols.exists(name)) => {
                    self.symbolgen(&format!("Unable to resolve the macro variable reference &{name}"));
                    break;
                }
                name => self.value(name)?,
            };
            match value {
                Some(value) => {
                    out.push_str(&value);
                    rest = after.strip_prefix('.').unwrap_or(after);
                }
                None => {
                    out.push_str(&rest[..=name.len()]);
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Logs how a reference is resolved, if SYMBOLGEN is on.
    fn symbolgen(&mut self, text: &str) {
        if self.input.options.symbolgen {
            self.surroundings.say(Event::Symbolgen(text));
        }
    }

    /// Returns a value for the log: X's for one that no log may show.
    fn shown(&self, value: &str) -> String {
        match self.input.confidential {
            true => "X".repeat(value.chars().count()),
            false => value.to_owned(),
        }
    }

    /// Returns the value of a variable, and warns if there is none.
    fn value(&mut self, name: &str) -> Result<Option<String>> {
        self.check_stop()?;
        let value = Name::new(name).and_then(|name| self.input.symbols.raw(name));
        let value = value.map(str::to_owned);
        let capitals = name.to_ascii_uppercase();
        match &value {
            Some(value) if self.input.options.symbolgen => {
                let shown = self.shown(&mask::unmask(value));
                let text = format!("Macro variable {capitals} resolves to {shown}");
                self.surroundings.say(Event::Symbolgen(&text));
            }
            Some(_) => {}
            None if !self.input.options.serror => {}
            None => {
                let shown: String = capitals.chars().take(64).collect();
                self.warn(&format!("Apparent symbolic reference {shown} not resolved."));
            }
        }
        Ok(value)
    }

    /// Makes the next bytes stand for themselves.
    pub(super) fn stand(&mut self, bytes: usize) {
        if let Some(frame) = self.input.stack.last_mut() {
            frame.inert = frame.at + bytes;
        }
    }
}

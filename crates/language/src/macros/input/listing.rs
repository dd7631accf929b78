//! `%put`: writes text or lists macro variables to the log.

use super::MacroProcessor;
use super::expand::Literals;
use crate::error::Result;
use crate::macros::code::{Code, TextRange};
use crate::macros::name::leading_name;
use crate::macros::{mask, nest};
use crate::surroundings::Event;

impl MacroProcessor<'_> {
    pub(super) fn put(&mut self, code: &Code, part: &TextRange) -> Result<()> {
        let literal = &code.text[part.clone()];
        let listed = match literal.to_ascii_lowercase().as_str() {
            "_all_" => Some(VariableGroup::All),
            "_user_" => Some(VariableGroup::User),
            "_global_" => Some(VariableGroup::Global),
            "_local_" => Some(VariableGroup::Local),
            "_automatic_" => Some(VariableGroup::Automatic),
            _ => None,
        };
        if let Some(listed) = listed {
            self.list(listed);
            return Ok(());
        }
        let text = if literal.contains("&=") {
            self.expand_text(&with_names(literal), Literals::Kept)?
        } else {
            self.expand_range(code, part)?
        };
        let text = mask::unmask(nest::trim(&text)).into_owned();
        self.surroundings.say(Event::Put(&text));
        Ok(())
    }

    fn list(&mut self, listed: VariableGroup) {
        let mut lines = Vec::new();
        for (table, name, value) in self.input.symbols.all() {
            if listed.holds(table, self.input.symbols.depth() > 0) {
                lines.push(format!("{table} {name} {value}"));
            }
        }
        let own = self.input.macro_name();
        if listed == VariableGroup::Local {
            let own = own.map_or_else(String::new, |name| format!("{name} "));
            lines.retain(|line| line.starts_with(&own));
        }
        for line in lines {
            self.surroundings.say(Event::Put(&line));
        }
    }
}

/// The variables to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VariableGroup {
    All,
    User,
    Global,
    Local,
    Automatic,
}

impl VariableGroup {
    /// Returns whether the variables of a table are to be listed.
    fn holds(self, table: &str, in_macro: bool) -> bool {
        match self {
            Self::All => true,
            Self::User => table != "AUTOMATIC",
            Self::Global => table == "GLOBAL",
            Self::Automatic => table == "AUTOMATIC",
            Self::Local => in_macro && !matches!(table, "GLOBAL" | "AUTOMATIC"),
        }
    }
}

/// Replaces `&=name` in a text by `NAME=&name`.
fn with_names(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("&=") {
        out.push_str(before);
        let name = leading_name(after);
        if name.is_empty() {
            out.push_str("&=");
        } else {
            out.push_str(&format!("{}=&{name}", name.to_ascii_uppercase()));
        }
        rest = &after[name.len()..];
    }
    out.push_str(rest);
    out
}

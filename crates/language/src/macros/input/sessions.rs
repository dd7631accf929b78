//! `%syslput` and `%sysrput`: macro variables of other sessions.

use super::MacroProcessor;
use crate::error::{Problem, Result};
use crate::macros::code::{Code, TextRange};
use crate::macros::{Name, mask, nest};
use crate::tree::LONGEST_SESSION_NAME;

impl MacroProcessor<'_> {
    /// `%syslput`: sets a variable of another session, through the surroundings.
    pub(super) fn put_in_session(
        &mut self,
        code: &Code,
        name: &TextRange,
        value: &TextRange,
        options: Option<&TextRange>,
    ) -> Result<()> {
        let session = match options {
            Some(options) => Some(self.session_option(code, options)?),
            None => None,
        };
        let name = self.expand_name(code, name, "macro variable")?;
        let value = self.plain(code, value)?;
        let outcome = self
            .surroundings
            .set_in_session(session.as_deref(), name.as_str(), &value);
        outcome.map_err(|reason| self.not_set("%SYSLPUT", name, reason))
    }

    /// `%sysrput`: sets a variable of the session that started this one, through the surroundings. In a block that a
    /// macro generates, it is left to the session that runs the block, as are the references in its value; those in the
    /// name are resolved here, because this session will have the variable.
    pub(super) fn put_in_parent(
        &mut self,
        code: &Code,
        name: &TextRange,
        value: &TextRange,
        whole: &TextRange,
    ) -> Result<()> {
        let name = self.expand_name(code, name, "macro variable")?;
        if self.input.for_session {
            let value = &code.text[value.start..whole.end];
            let text = format!("{};\n", mask::mask(&format!("%sysrput {name}={value}")));
            let call = self.input.place();
            return self.input.push_value(text, call);
        }
        let value = self.plain(code, value)?;
        let outcome = self.surroundings.set_in_parent(name.as_str(), &value);
        outcome.map_err(|reason| self.not_set("%SYSRPUT", name, reason))
    }

    /// Returns the session that the options of `%syslput` name.
    fn session_option(&mut self, code: &Code, options: &TextRange) -> Result<String> {
        let text = self.plain(code, options)?;
        let (option, session) = text.split_once('=').unwrap_or((&text, ""));
        let (option, session) = (option.trim(), session.trim());
        if option.eq_ignore_ascii_case("like") || session.contains('=') {
            let what = "the option LIKE= of %SYSLPUT".to_owned();
            let instead = "set each variable by a statement of its own";
            return Err(self.error(Problem::Unsupported { what, instead }));
        }
        if Name::new(session).is_none() || session.len() > LONGEST_SESSION_NAME {
            let name = session.chars().take(40).collect();
            return Err(self.error(Problem::BadSessionName { name }));
        }
        Ok(session.to_owned())
    }

    /// Expands a range, and removes masking.
    fn plain(&mut self, code: &Code, part: &TextRange) -> Result<String> {
        let text = self.expand_range(code, part)?;
        Ok(mask::unmask(nest::trim(&text)).into_owned())
    }

    fn not_set(&self, statement: &'static str, name: Name, reason: String) -> crate::Error {
        let name = name.to_string();
        self.error(Problem::OtherSession {
            statement,
            name,
            reason,
        })
    }
}

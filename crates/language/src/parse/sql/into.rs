//! INTO: macro variables for the values of a query.

use crate::parse::cursor::{Cursor, Result};
use crate::token::Symbol;
use crate::tree::{Into, IntoTargets};

impl Cursor<'_> {
    /// Parses INTO with its macro variables, if it is next.
    pub(super) fn macro_variables(&mut self) -> Result<Vec<Into>> {
        match self.take_word("into") {
            true => self.comma_list(Self::macro_variables_of_one),
            false => Ok(Vec::new()),
        }
    }

    fn macro_variables_of_one(&mut self) -> Result<Into> {
        let at = self.position();
        let name = self.macro_variable()?;
        let is_range = self.take(Symbol::Minus) || self.take_word("through") || self.take_word("thru");
        let places = match is_range {
            false => IntoTargets::One(name),
            true => {
                let Some((prefix, first, digits)) = split(&name) else {
                    return Err(self.error(format!(
                        "`:{name}-` needs a number at the end of the name, as in `:{name}1-`"
                    )));
                };
                let last = match self.is(0, Symbol::Colon) {
                    false => None,
                    true => Some(self.last_of(prefix)?),
                };
                IntoTargets::Numbered {
                    prefix: prefix.to_owned(),
                    first,
                    last,
                    digits,
                }
            }
        };
        let (mut separator, mut trimmed) = (None, None);
        loop {
            if self.take_word("separated") {
                self.expect_word("by", "after SEPARATED")?;
                let text = self.take_text()?;
                separator = Some(text.ok_or_else(|| self.expected("a text in quotes after SEPARATED BY"))?);
            } else if self.take_word("trimmed") {
                trimmed = Some(true);
            } else if self.take_word("notrim") {
                trimmed = Some(false);
            } else {
                break;
            }
        }
        Ok(Into {
            places,
            separator,
            trimmed,
            at,
        })
    }

    fn last_of(&mut self, prefix: &str) -> Result<u64> {
        let last = self.macro_variable()?;
        match split(&last) {
            Some((other, number, _)) if other.eq_ignore_ascii_case(prefix) => Ok(number),
            _ => Err(self.error(format!(
                "the last macro variable, `:{last}`, is not called `:{prefix}` and a number"
            ))),
        }
    }

    fn macro_variable(&mut self) -> Result<String> {
        self.expect(Symbol::Colon, "before the name of a macro variable")?;
        Ok(self.expect_name("the name of a macro variable")?.text)
    }
}

/// Splits a name into its prefix and its final number, and returns them with the number of digits.
fn split(name: &str) -> Option<(&str, u64, usize)> {
    let prefix = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let digits = &name[prefix.len()..];
    Some((prefix, digits.parse().ok()?, digits.len()))
}

//! The entry of an option in the table of its group.

use crate::value::{Refusal, Value};

/// An option of fio.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its first name.
    pub name: &'static str,
    /// Its other names.
    pub aliases: &'static [&'static str],
    /// The form of its value; empty if it needs none.
    pub form: &'static str,
    /// Its purpose, in one line.
    pub help: &'static str,
    /// Its effect here.
    pub effect: Effect,
    /// Values that are valid in fio and not here, with what to do. A value counts up to its first `:` or `,`.
    pub refused: &'static [(&'static [&'static str], &'static str)],
    /// True if its value is a name or prose, in which `#` can be a letter.
    pub is_text: bool,
    /// True if another line of it in a section adds to the earlier ones.
    pub is_list: bool,
}

/// The effect of an option.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// As in fio.
    Takes,
    /// None, for the reason given; it does not change what is measured.
    Ignored(&'static str),
    /// Not supported, and something else would be measured without it.
    Refused {
        /// The advice on what to do instead.
        advice: &'static str,
        /// Values without an effect, which are accepted.
        harmless: &'static [&'static str],
    },
}

impl Definition {
    /// Returns what to do instead if the option with this value is not supported.
    pub fn refusal(&self, value: Option<&str>) -> Option<&'static str> {
        let value = value.map(str::trim);
        match self.effect {
            Effect::Refused { advice, harmless } => {
                let is_harmless = value.is_some_and(|value| harmless.contains(&value));
                (!is_harmless).then_some(advice)
            }
            _ => {
                let value = value?;
                let word = value.split([':', ',']).next().unwrap_or(value);
                self.refused
                    .iter()
                    .find(|(values, _)| values.contains(&word) || values.contains(&value))
                    .map(|(_, advice)| *advice)
            }
        }
    }
}

/// The function that parses the value of an option to the values of its group.
type Setter<G> = fn(&mut G, &mut Value<'_>) -> Result<(), Refusal>;

/// An option, and where its value goes in the values of its group.
pub(super) struct Entry<G> {
    pub(super) definition: Definition,
    /// `None` if it has no effect.
    setter: Option<Setter<G>>,
}

impl<G> Entry<G> {
    const fn new(name: &'static str, form: &'static str, help: &'static str, effect: Effect) -> Self {
        Self {
            definition: Definition {
                name,
                aliases: &[],
                form,
                help,
                effect,
                refused: &[],
                is_text: false,
                is_list: false,
            },
            setter: None,
        }
    }

    /// Creates an option with an effect.
    pub(super) const fn takes(name: &'static str, form: &'static str, help: &'static str, setter: Setter<G>) -> Self {
        let mut entry = Self::new(name, form, help, Effect::Takes);
        entry.setter = Some(setter);
        entry
    }

    /// Parses a value and stores it.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is invalid for the option.
    pub(super) fn set(&self, group: &mut G, value: &mut Value<'_>) -> Result<(), Refusal> {
        self.setter.map_or(Ok(()), |set| set(group, value))
    }

    /// Adds further names.
    pub(super) const fn also(mut self, aliases: &'static [&'static str]) -> Self {
        self.definition.aliases = aliases;
        self
    }

    /// Adds values that are not supported.
    pub(super) const fn but(mut self, refused: &'static [(&'static [&'static str], &'static str)]) -> Self {
        self.definition.refused = refused;
        self
    }

    /// Makes the value a name or prose.
    pub(super) const fn text(mut self) -> Self {
        self.definition.is_text = true;
        self
    }

    /// Makes further lines add to the earlier ones.
    pub(super) const fn list(mut self) -> Self {
        self.definition.is_list = true;
        self
    }

    /// Allows the option without a value, though it has no effect here.
    pub(super) const fn bare(mut self) -> Self {
        self.definition.form = "";
        self
    }
}

/// Creates an option without an effect, with the reason why nothing is lost.
pub(super) const fn ignored<G>(name: &'static str, why: &'static str) -> Entry<G> {
    Entry::new(name, "…", why, Effect::Ignored(why))
}

/// Creates an option that is not supported, with what to do.
pub(super) const fn refused<G>(name: &'static str, advice: &'static str) -> Entry<G> {
    refused_unless(name, &[], advice)
}

/// The same, with values that have no effect.
pub(super) const fn refused_unless<G>(
    name: &'static str,
    harmless: &'static [&'static str],
    advice: &'static str,
) -> Entry<G> {
    Entry::new(name, "…", advice, Effect::Refused { advice, harmless })
}

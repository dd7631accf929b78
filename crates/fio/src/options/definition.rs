//! The definition of an option.

use crate::job::Options;
use crate::value::{Refusal, Value};

/// The way that an option parses its value.
#[derive(Clone, Copy, Debug)]
pub enum Setter {
    /// To a field, which is set if the option has no value.
    Flag(fn(&mut Options) -> &mut bool),
    /// To a field, from a required value.
    Boolean(fn(&mut Options) -> &mut bool),
    /// With a function.
    Value(fn(&mut Options, &mut Value<'_>) -> Result<(), Refusal>),
}

impl Setter {
    /// Parses a value and stores it in `options`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is invalid for the option.
    pub fn set(self, options: &mut Options, value: &mut Value<'_>) -> Result<(), Refusal> {
        match self {
            Self::Flag(field) => *field(options) = value.flag()?,
            Self::Boolean(field) => *field(options) = value.boolean()?,
            Self::Value(set) => set(options, value)?,
        }
        Ok(())
    }
}

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
    Takes(Setter),
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
    const fn new(name: &'static str, form: &'static str, help: &'static str, effect: Effect) -> Self {
        Self {
            name,
            aliases: &[],
            form,
            help,
            effect,
            refused: &[],
            is_text: false,
            is_list: false,
        }
    }

    /// Adds further names.
    pub(super) const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// Adds values that are not supported.
    pub(super) const fn but(self, refused: &'static [(&'static [&'static str], &'static str)]) -> Self {
        Self { refused, ..self }
    }

    /// Makes the value a name or prose.
    pub(super) const fn text(self) -> Self {
        Self { is_text: true, ..self }
    }

    /// Makes further lines add to the earlier ones.
    pub(super) const fn list(self) -> Self {
        Self { is_list: true, ..self }
    }

    /// Allows the option without a value, though it has no effect here.
    pub(super) const fn bare(self) -> Self {
        Self { form: "", ..self }
    }

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

/// Creates an option with an effect.
pub(super) const fn takes(
    name: &'static str,
    form: &'static str,
    help: &'static str,
    set: fn(&mut Options, &mut Value<'_>) -> Result<(), Refusal>,
) -> Definition {
    Definition::new(name, form, help, Effect::Takes(Setter::Value(set)))
}

/// Creates an option whose value is 0 or 1.
pub(super) const fn boolean(
    name: &'static str,
    help: &'static str,
    field: fn(&mut Options) -> &mut bool,
) -> Definition {
    Definition::new(name, "0|1", help, Effect::Takes(Setter::Boolean(field)))
}

/// Creates an option that is set if it has no value.
pub(super) const fn flag(name: &'static str, help: &'static str, field: fn(&mut Options) -> &mut bool) -> Definition {
    Definition::new(name, "", help, Effect::Takes(Setter::Flag(field)))
}

/// Creates an option without an effect, with the reason why nothing is lost.
pub(super) const fn ignored(name: &'static str, why: &'static str) -> Definition {
    Definition::new(name, "…", why, Effect::Ignored(why))
}

/// Creates an option that is not supported, with what to do.
pub(super) const fn refused(name: &'static str, advice: &'static str) -> Definition {
    refused_unless(name, &[], advice)
}

/// The same, with values that have no effect.
pub(super) const fn refused_unless(
    name: &'static str,
    harmless: &'static [&'static str],
    advice: &'static str,
) -> Definition {
    Definition::new(name, "…", advice, Effect::Refused { advice, harmless })
}

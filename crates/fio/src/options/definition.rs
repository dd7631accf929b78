//! What is known of an option.

use crate::job::Options;
use crate::value::{Refusal, Value};

/// How an option takes its value.
#[derive(Clone, Copy, Debug)]
pub enum Setter {
    /// Into a field, which is on where the option stands bare.
    Flag(fn(&mut Options) -> &mut bool),
    /// Into a field, from a value that must be there.
    Boolean(fn(&mut Options) -> &mut bool),
    /// By a function.
    Value(fn(&mut Options, &mut Value<'_>) -> Result<(), Refusal>),
}

impl Setter {
    /// Takes a value into options.
    ///
    /// # Errors
    /// When it is none that the option can have.
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
    /// What its value looks like; empty where it can stand without one.
    pub form: &'static str,
    /// What it is for, in a line.
    pub help: &'static str,
    /// What becomes of it here.
    pub effect: Effect,
    /// Values that it has to fio and not here, with what to do. A value counts to its first `:` or `,`.
    pub refused: &'static [(&'static [&'static str], &'static str)],
    /// Whether its value names something or is prose, in which `#` can be a letter.
    pub is_text: bool,
    /// Whether a further line of it in a section adds to the ones before.
    pub is_list: bool,
}

/// What becomes of an option.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// It does what it does in fio.
    Takes(Setter),
    /// It does nothing here, for the reason given, and what is measured does not change.
    Ignored(&'static str),
    /// Without it something else would be measured.
    Refused {
        /// What to do.
        advice: &'static str,
        /// Values at which it does nothing, so that they are accepted.
        harmless: &'static [&'static str],
    },
}

impl Definition {
    const fn new(
        name: &'static str,
        form: &'static str,
        help: &'static str,
        effect: Effect,
    ) -> Self {
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

    /// With further names.
    pub(super) const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// With values that are not supported.
    pub(super) const fn but(
        self,
        refused: &'static [(&'static [&'static str], &'static str)],
    ) -> Self {
        Self { refused, ..self }
    }

    /// With a value that is a name or prose.
    pub(super) const fn text(self) -> Self {
        Self {
            is_text: true,
            ..self
        }
    }

    /// With lines that add up.
    pub(super) const fn list(self) -> Self {
        Self {
            is_list: true,
            ..self
        }
    }

    /// It can stand bare, without a value, though it does nothing here.
    pub(super) const fn bare(self) -> Self {
        Self { form: "", ..self }
    }

    /// What to do instead, if the option with this value is not supported.
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

/// An option that takes effect.
pub(super) const fn takes(
    name: &'static str,
    form: &'static str,
    help: &'static str,
    set: fn(&mut Options, &mut Value<'_>) -> Result<(), Refusal>,
) -> Definition {
    Definition::new(name, form, help, Effect::Takes(Setter::Value(set)))
}

/// An option that is 0 or 1.
pub(super) const fn boolean(
    name: &'static str,
    help: &'static str,
    field: fn(&mut Options) -> &mut bool,
) -> Definition {
    Definition::new(name, "0|1", help, Effect::Takes(Setter::Boolean(field)))
}

/// An option that is on where it stands bare.
pub(super) const fn flag(
    name: &'static str,
    help: &'static str,
    field: fn(&mut Options) -> &mut bool,
) -> Definition {
    Definition::new(name, "", help, Effect::Takes(Setter::Flag(field)))
}

/// An option that does nothing here, and why that is no loss.
pub(super) const fn ignored(name: &'static str, why: &'static str) -> Definition {
    Definition::new(name, "…", why, Effect::Ignored(why))
}

/// An option that is not supported, and what to do.
pub(super) const fn refused(name: &'static str, advice: &'static str) -> Definition {
    refused_unless(name, &[], advice)
}

/// The same, with values that do nothing.
pub(super) const fn refused_unless(
    name: &'static str,
    harmless: &'static [&'static str],
    advice: &'static str,
) -> Definition {
    Definition::new(name, "…", advice, Effect::Refused { advice, harmless })
}

//! The definitions of system options.

use crate::form::Form;
use crate::value::OptionValue;
use crate::{
    ConnectOptions, DateOptions, HostOptions, LogOptions, MacroOptions, ProgramOptions, REFUSED,
    StepOptions, WITHOUT_EFFECT,
};

/// The tables of definitions.
const TABLES: &[&[Definition]] = &[
    LogOptions::DEFINITIONS,
    MacroOptions::DEFINITIONS,
    DateOptions::DEFINITIONS,
    StepOptions::DEFINITIONS,
    ConnectOptions::DEFINITIONS,
    HostOptions::DEFINITIONS,
    ProgramOptions::DEFINITIONS,
    WITHOUT_EFFECT,
    REFUSED,
];

/// A system option.
#[derive(Debug)]
pub struct Definition {
    /// Its name, in upper case.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The values that it accepts.
    pub form: Form,
    /// Its description.
    pub help: &'static str,
    /// Its effect.
    pub effect: Effect,
    /// True if only the user sets it, on the command line, and no program.
    pub is_of_user: bool,
}

/// The effect of an option.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// That of its description.
    Obeyed,
    /// None: the behavior is always the same, or does not exist.
    None {
        /// Its initial value; `true` or `false` for a switch.
        first: &'static str,
    },
    /// It would change the behavior of a program, and is an error.
    Refused,
}

impl Definition {
    /// Returns the initial value of an option without effect; `None` for any other option.
    pub fn idle_value(&self) -> Option<OptionValue> {
        let Effect::None { first } = self.effect else {
            return None;
        };
        match self.form {
            Form::Switch => self.form.read(first == "true", None),
            form => form.read(true, Some(first)),
        }
    }
}

/// Returns the definitions of all system options except those about the I/O of data sets.
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    TABLES.iter().copied().flatten()
}

/// Returns the option of a word in upper case, and whether the word turns it on.
pub fn find(word: &str) -> Option<(&'static Definition, bool)> {
    let named = |name: &str| {
        definitions()
            .find(|definition| definition.name == name || definition.aliases.contains(&name))
    };
    if let Some(definition) = named(word) {
        return Some((definition, true));
    }
    let definition = named(word.strip_prefix("NO")?)?;
    (definition.form == Form::Switch).then_some((definition, false))
}

/// Defines options that are not in a group: with an initial value, options without effect, and without one, options
/// that are refused.
macro_rules! definition_table {
    ($($name:ident $(| $alias:ident)* [$form:expr] $(= $first:literal)?, $help:expr;)*) => {
        &[$(crate::definition::Definition {
            name: stringify!($name),
            aliases: &[$(stringify!($alias)),*],
            form: $form,
            help: $help,
            effect: crate::definition::definition_table!(@effect $($first)?),
            is_of_user: false,
        },)*]
    };
    (@effect $first:literal) => { crate::definition::Effect::None { first: $first } };
    (@effect) => { crate::definition::Effect::Refused };
}
pub(crate) use definition_table;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_capitals_in_order_and_each_is_there_once() {
        for list in TABLES {
            for pair in list.windows(2) {
                assert!(
                    pair[0].name < pair[1].name,
                    "{} {}",
                    pair[0].name,
                    pair[1].name
                );
            }
        }
        let mut names: Vec<_> = definitions()
            .flat_map(|definition| {
                [definition.name]
                    .into_iter()
                    .chain(definition.aliases.iter().copied())
            })
            .collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert!(pair[0] < pair[1], "{} is there twice", pair[0]);
        }
        for definition in definitions() {
            assert_eq!(definition.name, definition.name.to_ascii_uppercase());
            assert!(definition.help.ends_with('.'), "{}", definition.name);
        }
    }

    #[test]
    fn what_an_option_without_effect_is_at_first_is_a_value_that_it_takes() {
        for definition in WITHOUT_EFFECT {
            assert!(definition.idle_value().is_some(), "{}", definition.name);
        }
    }
}

//! What is known of a system option apart from its value.

use crate::form::Form;
use crate::value::OptionValue;
use crate::{
    ConnectOptions, DateOptions, LogOptions, MacroOptions, ProgramOptions, REFUSED, StepOptions,
    WITHOUT_EFFECT,
};

/// The tables of definitions.
const TABLES: &[&[Definition]] = &[
    LogOptions::DEFINITIONS,
    MacroOptions::DEFINITIONS,
    DateOptions::DEFINITIONS,
    StepOptions::DEFINITIONS,
    ConnectOptions::DEFINITIONS,
    ProgramOptions::DEFINITIONS,
    WITHOUT_EFFECT,
    REFUSED,
];

/// A system option.
#[derive(Debug)]
pub struct Definition {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// Which values it takes.
    pub form: Form,
    /// What it is for.
    pub help: &'static str,
    /// What it does here.
    pub effect: Effect,
}

/// What an option does here.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// What its help says.
    Obeyed,
    /// None: what it is about is so, or is not there.
    None {
        /// Its value at first; of a switch `true` or `false`.
        first: &'static str,
    },
    /// It would change what a program does, and is an error.
    Refused,
}

impl Definition {
    /// Returns the value at first of an option that has no effect; `None` for any other option.
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

/// Returns the definitions of all system options but those about the I/O of data sets.
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    TABLES.iter().copied().flatten()
}

/// Returns the option of a word in capitals, and whether the word turns it on.
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

/// Makes a list of definitions of options that no group holds: with the value at first, of options without effect, and
/// without one, of options that are refused.
macro_rules! definition_table {
    ($($name:ident $(| $alias:ident)* [$form:expr] $(= $first:literal)?, $help:expr;)*) => {
        &[$(crate::definition::Definition {
            name: stringify!($name),
            aliases: &[$(stringify!($alias)),*],
            form: $form,
            help: $help,
            effect: crate::definition::definition_table!(@effect $($first)?),
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

//! The table of all system options, group by group.

use crate::definition::Definition;
use crate::form::Form;
use crate::{
    CommandOptions, ConnectOptions, DateOptions, HostOptions, LogOptions, MacroOptions, ProgramOptions, REFUSED,
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
    CommandOptions::DEFINITIONS,
    ProgramOptions::DEFINITIONS,
    WITHOUT_EFFECT,
    REFUSED,
];

/// Returns the definitions of all system options except those about the I/O of data sets.
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    TABLES.iter().copied().flatten()
}

/// Returns the option of a word in upper case, and whether the word turns it on.
pub fn find(word: &str) -> Option<(&'static Definition, bool)> {
    let named =
        |name: &str| definitions().find(|definition| definition.name == name || definition.aliases.contains(&name));
    if let Some(definition) = named(word) {
        return Some((definition, true));
    }
    let definition = named(word.strip_prefix("NO")?)?;
    (definition.form == Form::Switch).then_some((definition, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_capitals_in_order_and_each_is_there_once() {
        for list in TABLES {
            for pair in list.windows(2) {
                assert!(pair[0].name < pair[1].name, "{} {}", pair[0].name, pair[1].name);
            }
        }
        let mut names: Vec<_> = definitions()
            .flat_map(|definition| [definition.name].into_iter().chain(definition.aliases.iter().copied()))
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

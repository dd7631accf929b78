//! MODIFY and INDEX of PROC DATASETS.

use feedrate_dataset::index::Index;
use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_steps::index::IndexChange;

use crate::grammar::table::argument::Argument;
use crate::grammar::table::{OptionTable, options};

/// The properties of the indexes of a statement.
#[derive(Default)]
pub(super) struct IndexOptions {
    unique: bool,
    no_missing: bool,
}

pub(super) const OPTIONS: OptionTable<IndexOptions> = options! {
    NOMISS => Switch(|options| options.no_missing = true),
        "CREATE: leaves out observations in which all variables of the index are missing.";
    UNIQUE => Switch(|options| options.unique = true), "CREATE: permits each key once.";
};

/// What INDEX takes.
pub(super) const ARGUMENT: &str = "CREATE indexes / options, or DELETE names";

/// Reads the INDEX statement behind its name into what is asked of the indexes so far.
pub(super) fn index(change: &mut IndexChange, from: &mut Argument<'_, '_>) -> Result<()> {
    if from.cursor.take_word("create") {
        return create(change, from);
    }
    if from.cursor.take_word("delete") {
        return delete(change, from);
    }
    let error = from.cursor.expected("CREATE or DELETE for INDEX");
    Err(error.with_hint("PROC DATASETS with REBUILD makes indexes again"))
}

fn create(change: &mut IndexChange, from: &mut Argument<'_, '_>) -> Result<()> {
    let first = change.make.len();
    while !from.cursor.at_end() && !from.cursor.is(0, Symbol::Slash) {
        let name = from.cursor.expect_name("the name of an index")?;
        let upper = name.text.to_ascii_uppercase();
        let mut variables = Vec::new();
        if from.cursor.take(Symbol::Equal) {
            from.cursor
                .expect(Symbol::LeftParen, "before the variables of an index")?;
            while !from.cursor.take(Symbol::RightParen) {
                let variable = from.cursor.expect_name("a variable of the index")?;
                variables.push(variable.text.to_ascii_uppercase());
            }
            if variables.len() < 2 {
                let message = format!("the composite index {upper} has fewer than two variables");
                return Err(Diagnostic::error(name.at, message)
                    .with_hint("a simple index is named by its variable alone"));
            }
            if let Some(twice) = repeated(&variables) {
                let message = format!("the index {upper} has the variable {twice} twice");
                return Err(Diagnostic::error(name.at, message));
            }
        } else {
            variables.push(upper.clone());
        }
        if change.make.iter().any(|index| index.name == upper) {
            let message = format!("the index {upper} is created twice");
            return Err(Diagnostic::error(name.at, message));
        }
        change.make.push(Index {
            name: upper,
            variables,
            unique: false,
            no_missing: false,
        });
    }
    if change.make.len() == first {
        return Err(from.cursor.expected("the name of an index"));
    }
    let mut options = IndexOptions::default();
    from.options_behind_slash(OPTIONS, &mut options)?;
    for index in &mut change.make[first..] {
        index.unique = options.unique;
        index.no_missing = options.no_missing;
    }
    Ok(())
}

fn delete(change: &mut IndexChange, from: &mut Argument<'_, '_>) -> Result<()> {
    if from.cursor.take_word("_all_") {
        change.remove_all = true;
        change.make.clear();
        return from.cursor.expect_end("INDEX DELETE _ALL_");
    }
    let before = change.remove.len();
    while change.remove.len() == before || !from.cursor.at_end() {
        let name = from.cursor.expect_name("the name of an index")?;
        let name = name.text.to_ascii_uppercase();
        // One that this group would make is not made.
        let before = change.make.len();
        change.make.retain(|index| index.name != name);
        if change.make.len() < before {
            change.not_made.push(name.clone());
        }
        change.remove.push(name);
    }
    Ok(())
}

fn repeated(names: &[String]) -> Option<&String> {
    let mut names = names.iter().enumerate();
    let all = names.clone();
    names.find_map(|(at, name)| {
        let mut others = all.clone().take(at);
        others.any(|(_, other)| other == name).then_some(name)
    })
}

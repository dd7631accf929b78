//! MODIFY and INDEX of PROC DATASETS.

use feedrate_dataset::index::Index;
use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_lower::index_of;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, options};
use feedrate_rows::index::IndexChange;

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

/// The contents of INDEX.
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
    let definitions = from.cursor.index_definitions()?;
    let mut options = IndexOptions::default();
    from.options_behind_slash(OPTIONS, &mut options)?;
    for definition in definitions {
        let index = Index {
            unique: options.unique,
            no_missing: options.no_missing,
            ..index_of(&definition)
        };
        if change.make.iter().any(|other| other.name == index.name) {
            let message = format!("the index {} is created twice", index.name);
            return Err(Diagnostic::error(definition.name.at, message));
        }
        change.make.push(index);
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

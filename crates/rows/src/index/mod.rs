//! Makes the indexes of data sets: reads the keys of all observations, sorts them and writes them in order.

mod defined;
mod entries;

use feedrate_dataset::index::{Index, IndexKeys, IndexTotals, IndexWriter};
use feedrate_dataset::{DataSetName, FileAccount, Libraries, RequestedSettings};

use crate::environment::session::Environment;
use crate::fault::{StepResult, check_stop};
use crate::outcome::OtherUse;
use crate::spill::SpillRoom;
use entries::Entries;

pub use defined::{check_defined, make_defined};

/// The change of the indexes of a data set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexChange {
    /// The indexes to make. One of the same name is made again.
    pub make: Vec<Index>,
    /// The names of the indexes to remove, unless they are made.
    pub remove: Vec<String>,
    /// The names among these of indexes that were to be made before.
    pub not_made: Vec<String>,
    /// True if all others are removed, too.
    pub remove_all: bool,
    /// True if those that stay are made again from the observations.
    pub rebuild: bool,
}

/// The indexes that were made and removed.
#[derive(Debug, Default)]
pub struct IndexOutcome {
    /// The indexes that were made, and their numbers of keys and entries.
    pub made: Vec<(Index, IndexTotals)>,
    /// The names of those that were removed.
    pub removed: Vec<String>,
    /// The files that were read and written: the data set once for each index, and the index file.
    pub others: Vec<OtherUse>,
    /// The transfers to and from spill files.
    pub utility: Vec<FileAccount>,
}

/// Returns the note that an index was made.
pub fn defined_note(index: &Index) -> String {
    let kind = match index.is_composite() {
        true => "Composite",
        false => "Simple",
    };
    format!("{kind} index {} has been defined.", index.name)
}

/// Changes the indexes of a data set. If this fails, they are as they were.
///
/// # Errors
///
/// Fails if the data set does not exist or cannot be read or written, if a variable of an index does not exist, if a
/// unique index has a key twice, or if another process uses the data set.
pub fn change_indexes(
    name: &DataSetName,
    settings: &RequestedSettings,
    change: &IndexChange,
    environment: &mut Environment<'_>,
) -> StepResult<IndexOutcome> {
    let mut writer = environment.libraries.make_indexes(name, settings)?;
    let mut done = IndexOutcome::default();
    let existing: Vec<Index> = writer.existing().cloned().collect();
    for index in existing {
        let is_named = |name: &String| name.eq_ignore_ascii_case(&index.name);
        if change.make.iter().any(|made| is_named(&made.name)) {
            continue;
        }
        if change.remove_all || change.remove.iter().any(is_named) {
            done.removed.push(index.name);
        } else if change.rebuild {
            make(&mut writer, name, settings, &index, environment, &mut done)?;
        } else {
            writer.keep(&index.name)?;
        }
    }
    for index in &change.make {
        make(&mut writer, name, settings, index, environment, &mut done)?;
    }
    done.others.push(OtherUse {
        name: format!("{name}.INDEX"),
        account: writer.commit()?,
    });
    Ok(done)
}

/// Returns the indexes of a data set.
///
/// # Errors
///
/// Fails if it cannot be read, or if its indexes do not agree with its observations.
pub fn definitions(libraries: &Libraries, name: &DataSetName) -> StepResult<Vec<Index>> {
    Ok(libraries.index_facts(name)?.indexes)
}

/// Makes the indexes of a data set after it was written anew.
///
/// # Errors
///
/// As [`change_indexes`]. The data set has no indexes then.
pub fn remake(name: &DataSetName, indexes: Vec<Index>, environment: &mut Environment<'_>) -> StepResult<IndexOutcome> {
    if indexes.is_empty() {
        return Ok(IndexOutcome::default());
    }
    let change = IndexChange {
        make: indexes,
        ..IndexChange::default()
    };
    change_indexes(name, &RequestedSettings::default(), &change, environment)
}

/// Makes one index.
fn make(
    writer: &mut IndexWriter,
    name: &DataSetName,
    settings: &RequestedSettings,
    index: &Index,
    environment: &mut Environment<'_>,
    done: &mut IndexOutcome,
) -> StepResult<()> {
    let keys = writer.keys(index)?;
    let room = SpillRoom::new(environment.utility_folder);
    let options = &environment.options;
    let memory = options.sort_bytes.min(options.memory_bytes / 2);
    let mut entries = Entries::new(&keys, &room, memory);
    let account = read(name, settings, &keys, environment, &mut entries)?;
    let stop = environment.stop;
    let made = writer.make(index.clone(), |push| -> StepResult<()> {
        entries.in_order(stop, |key, number| Ok(push(key, number)?))
    })?;
    done.others.push(OtherUse {
        name: name.to_string(),
        account,
    });
    done.utility.extend(room.accounts());
    done.made.push((index.clone(), made));
    Ok(())
}

/// Reads the keys of all observations.
fn read(
    name: &DataSetName,
    settings: &RequestedSettings,
    keys: &IndexKeys,
    environment: &Environment<'_>,
    entries: &mut Entries<'_>,
) -> StepResult<FileAccount> {
    let mut key = vec![0; keys.length()];
    let mut reader = environment.libraries.open(name, settings)?;
    let deleted = reader.metadata().map_or(0, |it| it.rows_deleted);
    if deleted > 0 {
        // The numbers of observations count deleted ones.
        while reader.next_row()?.is_some() {
            check_stop(environment.stop)?;
            if keys.read(reader.row(), &mut key) {
                entries.push(&key, reader.row_number())?;
            }
        }
        return Ok(reader.account());
    }
    let mut number = 0;
    while let Some(rows) = reader.next_block()? {
        check_stop(environment.stop)?;
        for row in rows.iter() {
            number += 1;
            if keys.read(row, &mut key) {
                entries.push(&key, number)?;
            }
        }
    }
    Ok(reader.account())
}

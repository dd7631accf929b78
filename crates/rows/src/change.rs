//! Adds rows to an existing data set or replaces its rows.

use std::sync::atomic::AtomicBool;

use feedrate_dataset::appender::{Append, Appender};
use feedrate_dataset::{DataSetName, Reader, RequestedSettings, Schema, Updater, Writer};

use crate::copy::{add_rows, attributes_of};
use crate::environment::session::Environment;
use crate::fault::StepResult;
use crate::fixed_memory::check_row_memory;
use crate::index::{definitions, remake};
use crate::outcome::DataSetMade;
use crate::outcome::notes::log_cut_texts;
use crate::supplied_rows::{CutTexts, RowSource, SuppliedRows};

/// The change of an existing data set by rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowChange {
    /// Appends them.
    Add {
        /// True if the source of the rows reads the data set meanwhile, so that its file must not change until then.
        is_read: bool,
    },
    /// Replaces all rows, with these variables. The label, the type and, where a row still fits, the page size are
    /// kept.
    Replace(Schema),
}

/// Changes the rows of a data set. It stays unchanged until all rows were supplied, and also if that fails. Returns
/// `None` if nothing was to be changed.
///
/// # Errors
///
/// Fails if the data set cannot be read or written, if `source` fails, or if a character value does not fit its
/// variable.
pub fn change_rows(
    name: &DataSetName,
    change: &RowChange,
    environment: &mut Environment<'_>,
    source: &mut RowSource<'_>,
) -> StepResult<Option<DataSetMade>> {
    let indexes = definitions(environment.libraries, name)?;
    let mut cut = Vec::new();
    let made = match change {
        RowChange::Add { is_read } => add(name, *is_read, environment, source, &mut cut)?,
        RowChange::Replace(schema) => replace(name, schema, environment, source, &mut cut)?,
    };
    log_cut_texts(&cut, environment.log);
    // One that was written anew has none.
    let Some(mut made) = made else {
        return Ok(None);
    };
    if definitions(environment.libraries, name)?.is_empty() {
        let remade = remake(name, indexes, environment)?;
        if let Some(account) = &mut made.account {
            for other in remade.others {
                account.moved += other.account.moved;
                account.waited += other.account.waited;
            }
        }
    }
    Ok(Some(made))
}

fn add(
    name: &DataSetName,
    is_read: bool,
    environment: &mut Environment<'_>,
    source: &mut RowSource<'_>,
    cut: &mut CutTexts,
) -> StepResult<Option<DataSetMade>> {
    let now = environment.clock.datetime();
    let stop = environment.stop;
    // A data set that is rewritten keeps its lock until the new file is in place.
    let mut held = match environment.libraries.append(name, now)? {
        Append::InPlace(appender) if !is_read => {
            return add_in_place(name, *appender, stop, source, cut);
        }
        Append::Update(updater) if !is_read => {
            return add_by_update(name, *updater, stop, source, cut);
        }
        held => held,
    };
    let mut opened;
    let old = match &mut held {
        Append::Rewrite(anew) => &mut anew.reader,
        Append::InPlace(_) | Append::Update(_) => {
            opened = environment.libraries.open(name, &RequestedSettings::default())?;
            &mut opened
        }
    };
    let schema = old.schema().clone();
    check_row_memory(environment, [(name, &schema), (name, &schema)])?;
    let mut rows = SuppliedRows::new(name, &schema)?;
    rows.may_cut = old.keeps_lengths();
    let mut writer = writer_like(old, name, schema, environment)?;
    add_rows(old, &mut writer, stop)?;
    write(rows, source, writer, name, environment, cut)
}

/// Appends the rows to the file, which keeps its pages.
fn add_in_place(
    name: &DataSetName,
    mut appender: Appender,
    stop: &AtomicBool,
    source: &mut RowSource<'_>,
    cut: &mut CutTexts,
) -> StepResult<Option<DataSetMade>> {
    let mut rows = SuppliedRows::new(name, appender.schema())?;
    let is_changed = rows.store_each(source, stop, |rows| {
        rows.store(appender.next_row()?);
        Ok(())
    })?;
    if !is_changed {
        return Ok(None);
    }
    cut.extend(rows.cut_texts());
    let (observations, variables) = (appender.rows(), appender.schema().variables().len());
    let account = appender.commit()?;
    Ok(Some(DataSetMade::complete(name, observations, variables, account)))
}

/// Adds the rows to the file, which has deleted ones or indexes and keeps its pages, and to these. With REUSE=YES they
/// take the space of deleted ones.
fn add_by_update(
    name: &DataSetName,
    mut updater: Updater,
    stop: &AtomicBool,
    source: &mut RowSource<'_>,
    cut: &mut CutTexts,
) -> StepResult<Option<DataSetMade>> {
    let mut rows = SuppliedRows::new(name, updater.schema())?;
    let is_changed = rows.store_each(source, stop, |rows| {
        rows.store(updater.next_row()?);
        Ok(updater.keep()?)
    })?;
    if !is_changed {
        return Ok(None);
    }
    cut.extend(rows.cut_texts());
    let (observations, variables) = (updater.rows(), updater.schema().variables().len());
    let account = updater.commit()?;
    Ok(Some(DataSetMade::complete(name, observations, variables, account)))
}

fn replace(
    name: &DataSetName,
    schema: &Schema,
    environment: &mut Environment<'_>,
    source: &mut RowSource<'_>,
    cut: &mut CutTexts,
) -> StepResult<Option<DataSetMade>> {
    let old = environment.libraries.open(name, &RequestedSettings::default())?;
    check_row_memory(environment, [(name, schema)])?;
    let mut rows = SuppliedRows::new(name, schema)?;
    rows.may_cut = old.keeps_lengths();
    let writer = writer_like(&old, name, schema.clone(), environment)?;
    write(rows, source, writer, name, environment, cut)
}

/// Writes all rows that are left and puts the data set in place.
fn write(
    mut rows: SuppliedRows,
    source: &mut RowSource<'_>,
    mut writer: Writer,
    name: &DataSetName,
    environment: &Environment<'_>,
    cut: &mut CutTexts,
) -> StepResult<Option<DataSetMade>> {
    let is_changed = rows.store_each(source, environment.stop, |rows| {
        rows.store(writer.next_row()?);
        Ok(())
    })?;
    cut.extend(rows.cut_texts());
    if !is_changed {
        return Ok(None);
    }
    let (observations, variables) = (writer.rows(), writer.schema().variables().len());
    let account = writer.commit()?;
    Ok(Some(DataSetMade::complete(name, observations, variables, account)))
}

/// Begins a data set of the same name with the attributes of the one that it will replace.
fn writer_like(
    old: &Reader,
    name: &DataSetName,
    schema: Schema,
    environment: &mut Environment<'_>,
) -> StepResult<Writer> {
    let created = old
        .metadata()
        .map_or(environment.clock.datetime(), |metadata| metadata.header.created);
    let (requested, mut facts) = attributes_of(old, "SQL", created);
    facts.order = None;
    Ok(environment.libraries.create(name, schema, facts, &requested)?)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use feedrate_dataset::library::Assignment;
    use feedrate_dataset::writer::NewDataSet;
    use feedrate_dataset::{Libraries, Variable};
    use feedrate_values::Value;
    use feedrate_values::format::Formats;
    use feedrate_values::function::{FixedClock, NoSymbols};

    use feedrate_options::StepOptions as Options;

    use super::*;
    use crate::environment::collected_lines::CollectedLines;
    use crate::fault::Fault;
    use crate::runtime::statements::NoStatements;
    use crate::supplied_rows::NextRow;

    /// A library with one data set of a numeric and a character variable.
    struct Kit {
        folder: tempfile::TempDir,
        libraries: Libraries,
    }

    fn name() -> DataSetName {
        DataSetName::new("T", "A").unwrap()
    }

    fn schema() -> Schema {
        Schema::lay_out(vec![Variable::number("x"), Variable::text("s", 3)]).unwrap()
    }

    impl Kit {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let mut libraries = Libraries::new(Some(folder.path().to_owned()));
            let library = Assignment::new("t", None, folder.path()).unwrap();
            libraries.assign(library).unwrap();
            let facts = NewDataSet {
                label: "Things".into(),
                ..NewDataSet::default()
            };
            let requested = RequestedSettings::default();
            let new = libraries.create(&name(), schema(), facts, &requested);
            new.unwrap().commit().unwrap();
            Self { folder, libraries }
        }

        fn change(&mut self, change: &RowChange, source: &mut RowSource<'_>) -> StepResult<Option<DataSetMade>> {
            let mut environment = Environment {
                libraries: &mut self.libraries,
                formats: &Formats::new(),
                symbols: &mut NoSymbols,
                session: None,
                clock: &FixedClock(0.0),
                log: &mut CollectedLines::default(),
                listing: &mut CollectedLines::default(),
                options: Options::default(),
                utility_folder: Path::new("/nowhere"),
                stop: &AtomicBool::new(false),
                statements: NoStatements::of,
            };
            change_rows(&name(), change, &mut environment, source)
        }

        /// Returns a source of so many rows, numbered from `first`, that ends with the given result.
        fn give(
            &mut self,
            change: &RowChange,
            first: u32,
            count: u32,
            end: fn() -> StepResult<NextRow>,
        ) -> StepResult<Option<DataSetMade>> {
            let mut next = first;
            self.change(change, &mut |row| {
                if next == first + count {
                    return end();
                }
                row.set(0, Value::Number(next.into()));
                if next.is_multiple_of(2) {
                    row.set(1, Value::Text(b"even"));
                }
                next += 1;
                Ok(NextRow::Row)
            })
        }

        fn rows(&self) -> Vec<(f64, String)> {
            let mut reader = self.libraries.open(&name(), &RequestedSettings::default()).unwrap();
            assert_eq!(reader.label(), "Things");
            let schema = reader.schema().clone();
            let mut rows = Vec::new();
            while let Some(row) = reader.next_row().unwrap() {
                let [x, s] = ["x", "s"].map(|name| schema.find(name).unwrap().span());
                let number = f64::from_le_bytes(row[x].try_into().unwrap());
                rows.push((number, String::from_utf8_lossy(&row[s]).into_owned()));
            }
            rows
        }

        fn files(&self) -> usize {
            std::fs::read_dir(self.folder.path()).unwrap().count()
        }
    }

    #[test]
    fn rows_are_added_and_replaced_and_the_label_stays() {
        let mut kit = Kit::new();
        let in_place = RowChange::Add { is_read: false };
        let anew = RowChange::Add { is_read: true };
        let end = || Ok(NextRow::End);
        let made = kit.give(&in_place, 1, 2, end).unwrap().unwrap();
        assert_eq!((made.observations, made.variables), (2, 2));
        kit.give(&anew, 3, 1, end).unwrap();
        let expected = [(1.0, "   "), (2.0, "eve"), (3.0, "   ")];
        let expected = expected.map(|(number, text)| (number, text.to_owned()));
        assert_eq!(kit.rows(), expected);
        // A longer character variable and one more variable.
        let variables = ["x", "s", "new"].map(|name| match name {
            "s" => Variable::text(name, 4),
            _ => Variable::number(name),
        });
        let wider = RowChange::Replace(Schema::lay_out(variables.to_vec()).unwrap());
        let made = kit.give(&wider, 8, 1, end).unwrap().unwrap();
        assert_eq!((made.observations, made.variables), (1, 3));
        assert_eq!(kit.rows(), [(8.0, "even".to_owned())]);
        assert_eq!(kit.files(), 1);
    }

    #[test]
    fn what_fails_or_changes_nothing_leaves_the_data_set_as_it_was() {
        let mut kit = Kit::new();
        let in_place = RowChange::Add { is_read: false };
        kit.give(&in_place, 1, 3, || Ok(NextRow::End)).unwrap();
        let before = kit.rows();
        for change in [in_place, RowChange::Add { is_read: true }, RowChange::Replace(schema())] {
            // Many rows, so that pages have been written when it fails.
            let failed = kit.give(&change, 1, 30_000, || Err(Box::new(Fault::Interrupted)));
            assert!(failed.is_err());
            assert_eq!(kit.rows(), before);
            let unchanged = kit.give(&change, 1, 5, || Ok(NextRow::NoChange)).unwrap();
            assert!(unchanged.is_none());
            assert_eq!(kit.rows(), before);
            assert_eq!(kit.files(), 1);
        }
    }
}

//! Adds rows to an existing data set or replaces its rows.

use std::sync::atomic::AtomicBool;

use feedrate_dataset::appender::{Append, Appender};
use feedrate_dataset::{DataSetName, FileAccount, Reader, RequestedSettings, Schema, Updater, Writer};
use feedrate_program::{Slot, Store, Vector};
use feedrate_values::Value;
use feedrate_values::value::trim;

use crate::copy::{add_rows, attributes_of, check_stop};
use crate::environment::session::Environment;
use crate::fault::{Fault, StepResult};
use crate::fixed_memory::check_row_memory;
use crate::index::{definitions, remake};
use crate::outcome::DataSetMade;
use crate::outcome::notes::log_cut_texts;
use crate::vector::store::Storer;
use crate::vector::values::Values;

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

/// The answer of a row source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextRow {
    /// A row was set.
    Row,
    /// There are no more rows.
    End,
    /// Nothing is to be changed: the data set stays as it is.
    NoChange,
}

/// A row to be set. All values are missing initially.
#[derive(Debug)]
pub struct NewRow<'r> {
    slots: &'r [Slot],
    values: &'r mut Values,
    /// The first variable whose value was cut, and the length of that value.
    cut: &'r mut Option<(usize, usize)>,
}

impl NewRow<'_> {
    /// Sets a value by the index of its variable in the schema. Character values are cut or padded; a value of the
    /// other kind is ignored.
    #[inline]
    pub fn set(&mut self, variable: usize, value: Value<'_>) {
        match (self.slots.get(variable), value) {
            (Some(Slot::Number(slot)), Value::Number(number)) => {
                self.values.set_number(*slot, number);
            }
            (Some(Slot::Text(slot)), Value::Text(text)) => {
                if text.len() > slot.length as usize {
                    let length = trim(text).len();
                    if length > slot.length as usize {
                        self.cut.get_or_insert((variable, length));
                    }
                }
                self.values.set_text(*slot, text);
            }
            _ => {}
        }
    }
}

/// Variables with values that were cut, and their lengths.
type CutTexts = Vec<(String, u32)>;

/// Sets one row at a time.
pub type RowSource<'r> = dyn FnMut(&mut NewRow<'_>) -> StepResult<NextRow> + 'r;

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
    let mut rows = Rows::new(name, &schema)?;
    rows.may_cut = old.keeps_lengths();
    let mut writer = writer_like(old, name, schema, environment)?;
    add_rows(old, &mut writer, stop)?;
    let made = rows.write(source, writer, name, environment)?;
    cut.extend(rows.cut_texts());
    Ok(made)
}

/// Appends the rows to the file, which keeps its pages.
fn add_in_place(
    name: &DataSetName,
    mut appender: Appender,
    stop: &AtomicBool,
    source: &mut RowSource<'_>,
    cut: &mut CutTexts,
) -> StepResult<Option<DataSetMade>> {
    let mut rows = Rows::new(name, appender.schema())?;
    while rows.next(source)? {
        check_stop(stop)?;
        rows.store(appender.next_row()?);
    }
    if rows.is_nothing {
        return Ok(None);
    }
    cut.extend(rows.cut_texts());
    let observations = appender.rows();
    let variables = appender.schema().variables().len();
    let account = appender.commit()?;
    Ok(Some(made(name, observations, variables, account)))
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
    let mut rows = Rows::new(name, updater.schema())?;
    while rows.next(source)? {
        check_stop(stop)?;
        rows.store(updater.next_row()?);
        updater.keep()?;
    }
    if rows.is_nothing {
        return Ok(None);
    }
    cut.extend(rows.cut_texts());
    let observations = updater.rows();
    let variables = updater.schema().variables().len();
    let account = updater.commit()?;
    Ok(Some(made(name, observations, variables, account)))
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
    let mut rows = Rows::new(name, schema)?;
    rows.may_cut = old.keeps_lengths();
    let writer = writer_like(&old, name, schema.clone(), environment)?;
    let made = rows.write(source, writer, name, environment)?;
    cut.extend(rows.cut_texts());
    Ok(made)
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
    let (requested, facts) = attributes_of(old, "SQL", created);
    Ok(environment.libraries.create(name, schema, facts, &requested)?)
}

/// The row being supplied.
struct Rows {
    slots: Vec<Slot>,
    empty: Values,
    values: Values,
    storer: Storer,
    is_nothing: bool,
    /// True if values that are too long are cut, as they are where the data set defines the length.
    may_cut: bool,
    /// The data set, for error messages.
    name: DataSetName,
    schema: Schema,
}

impl Rows {
    fn new(name: &DataSetName, schema: &Schema) -> StepResult<Self> {
        let mut vector = Vector::default();
        let slots: Vec<Slot> = schema
            .variables()
            .iter()
            .map(|variable| vector.add(variable.kind, variable.length))
            .collect();
        let stores: Vec<Store> = (0..)
            .zip(&slots)
            .map(|(column, &slot)| Store { slot, column })
            .collect();
        let storer = Storer::new(&stores, schema).ok_or_else(|| Box::new(Fault::Changed(name.to_string())))?;
        let empty = Values::new(&vector);
        Ok(Self {
            slots,
            values: empty.clone(),
            empty,
            storer,
            is_nothing: false,
            may_cut: true,
            name: name.clone(),
            schema: schema.clone(),
        })
    }

    /// Fetches the next row. Returns `false` if there is none.
    fn next(&mut self, source: &mut RowSource<'_>) -> StepResult<bool> {
        self.values.numbers.copy_from_slice(&self.empty.numbers);
        self.values.text.copy_from_slice(&self.empty.text);
        let mut cut = None;
        let given = source(&mut NewRow {
            slots: &self.slots,
            values: &mut self.values,
            cut: &mut cut,
        })?;
        if let Some((variable, length)) = cut.filter(|_| !self.may_cut) {
            return Err(self.too_long(variable, length));
        }
        self.is_nothing = given == NextRow::NoChange;
        Ok(given == NextRow::Row)
    }

    /// Returns the error for a value that does not fit a variable of the data set.
    fn too_long(&self, variable: usize, length: usize) -> Box<Fault> {
        let variable = &self.schema.variables()[variable];
        let (variable, most) = (&variable.name, variable.length);
        let reason = format!(
            "a text of {length} bytes is longer than {variable}, which has {most}, as many as the longest text in its \
             file; a DATA step with a LENGTH statement makes it anew with longer ones"
        );
        let name = self.name.clone();
        feedrate_dataset::Error::ReadOnly { name, reason }.into()
    }

    /// Returns the variables with values that were cut before a character of UTF-8, and their lengths.
    fn cut_texts(&self) -> CutTexts {
        let variables = self.schema.variables().iter().zip(&self.slots);
        let cut = variables.filter(|(_, slot)| self.values.is_cut(**slot));
        cut.map(|(variable, _)| (variable.name.clone(), variable.length))
            .collect()
    }

    fn store(&self, row: &mut [u8]) {
        self.storer.store(&self.values, row);
    }

    /// Writes all remaining rows and puts the data set in place.
    fn write(
        &mut self,
        source: &mut RowSource<'_>,
        mut writer: Writer,
        name: &DataSetName,
        environment: &Environment<'_>,
    ) -> StepResult<Option<DataSetMade>> {
        while self.next(source)? {
            check_stop(environment.stop)?;
            self.store(writer.next_row()?);
        }
        if self.is_nothing {
            return Ok(None);
        }
        let (observations, variables) = (writer.rows(), writer.schema().variables().len());
        let account = writer.commit()?;
        Ok(Some(made(name, observations, variables, account)))
    }
}

fn made(name: &DataSetName, observations: u64, variables: usize, account: FileAccount) -> DataSetMade {
    DataSetMade {
        name: name.clone(),
        observations,
        variables,
        is_there: true,
        account: Some(account),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use feedrate_dataset::library::Assignment;
    use feedrate_dataset::writer::NewDataSet;
    use feedrate_dataset::{Libraries, Variable};
    use feedrate_values::format::Formats;
    use feedrate_values::function::{FixedClock, NoSymbols};

    use feedrate_options::StepOptions as Options;

    use super::*;
    use crate::environment::collected::CollectedLines;
    use crate::runtime::statements::NoStatements;

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
                grid: None,
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

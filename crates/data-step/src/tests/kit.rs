//! Helpers to build and run steps in tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use feedrate_dataset::library::Assignment;
use feedrate_dataset::settings::RequestedSettings;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{DataSetName, Libraries, Schema, Variable};
use feedrate_program::*;
use feedrate_rows::environment::{CollectedLines, Environment, Options};
use feedrate_rows::{Executor, Outcome, run};
use feedrate_values::Kind;
use feedrate_values::format::Formats;
use feedrate_values::function::{FixedClock, NoSymbols};

/// A value of a test's data set.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Number(f64),
    Text(String),
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A row from values of either kind.
macro_rules! row {
    ($($value:expr),* $(,)?) => { vec![$(crate::tests::kit::Cell::from($value)),*] };
}
pub(super) use row;

/// Libraries in a temporary folder, a log and a listing.
pub(super) struct Lab {
    pub(super) folder: tempfile::TempDir,
    pub(super) libraries: Libraries,
    pub(super) log: CollectedLines,
    pub(super) listing: CollectedLines,
    pub(super) options: Options,
    pub(super) stop: AtomicBool,
}

impl Lab {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut libraries = Libraries::new(Some(folder.path().into()));
        libraries
            .assign(Assignment::new("T", None, folder.path()).unwrap())
            .unwrap();
        Self {
            folder,
            libraries,
            log: CollectedLines::default(),
            listing: CollectedLines::default(),
            options: Options {
                line_size: 132,
                memory_bytes: 64 << 20,
                sort_bytes: 64 << 20,
                rows_worth_compiling: 0,
                ..Options::default()
            },
            stop: AtomicBool::new(false),
        }
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Makes a data set. A column of length 0 is a number.
    pub(super) fn make(&mut self, member: &str, columns: &[(&str, u32)], rows: &[Vec<Cell>]) {
        let variables = columns.iter().map(|&(name, length)| match length {
            0 => Variable::number(name),
            _ => Variable::text(name, length),
        });
        let schema = Schema::lay_out(variables.collect()).unwrap();
        let name = DataSetName::new("T", member).unwrap();
        let facts = NewDataSet::default();
        let mut writer = self
            .libraries
            .create(&name, schema.clone(), facts, &RequestedSettings::default())
            .unwrap();
        for cells in rows {
            let row = writer.next_row().unwrap();
            for (variable, cell) in schema.variables().iter().zip(cells) {
                let field = &mut row[variable.span()];
                match cell {
                    Cell::Number(number) => field.copy_from_slice(&number.to_le_bytes()),
                    Cell::Text(text) => feedrate_rows::vector::values::fill(field, text.as_bytes()),
                }
            }
        }
        writer.commit().unwrap();
    }

    /// Returns the rows of a data set as text.
    pub(super) fn rows(&self, member: &str) -> Vec<String> {
        let name = DataSetName::new("T", member).unwrap();
        let mut reader = self.libraries.open(&name, &RequestedSettings::default()).unwrap();
        let schema = reader.schema().clone();
        let mut rows = Vec::new();
        while let Some(row) = reader.next_row().unwrap() {
            let values = schema.variables().iter().map(|variable| {
                let field = &row[variable.span()];
                match variable.kind {
                    Kind::Number => {
                        let number = f64::from_le_bytes(field.try_into().unwrap());
                        let mut text = Vec::new();
                        feedrate_values::format::write_best(number, 12, &mut text);
                        String::from_utf8(text).unwrap()
                    }
                    Kind::Text => String::from_utf8_lossy(field).trim_end().to_owned(),
                }
            });
            rows.push(values.collect::<Vec<_>>().join(" "));
        }
        rows
    }

    /// Runs a step interpreted, and then compiled with the files as they were before. Both must leave the same log,
    /// listing and files; those of the second run stay.
    pub(super) fn run(&mut self, step: &DataStep) -> Outcome {
        let before = self.files();
        let (log, listing) = (self.log.clone(), self.listing.clone());
        let interpreted = self.run_by(step, false);
        let made = without_time(self.files());
        self.put_back(&before);
        let log_of_interpreter = std::mem::replace(&mut self.log, log);
        let listing_of_interpreter = std::mem::replace(&mut self.listing, listing);
        let compiled = self.run_by(step, true);
        assert_ne!(interpreted.executor, Some(Executor::MachineCode));
        let reason = compiled.executor.as_ref().and_then(Executor::reason);
        assert_eq!(reason, None);
        assert_eq!(self.log, log_of_interpreter);
        assert_eq!(self.listing, listing_of_interpreter);
        assert!(without_time(self.files()) == made, "the files differ");
        compiled
    }

    /// Runs a step that is not compiled.
    pub(super) fn run_interpreted(&mut self, step: &DataStep) -> Outcome {
        let outcome = self.run_by(step, true);
        assert_ne!(outcome.executor, Some(Executor::MachineCode));
        outcome
    }

    fn run_by(&mut self, step: &DataStep, machine_code: bool) -> Outcome {
        let mut symbols = NoSymbols;
        let mut environment = Environment {
            libraries: &mut self.libraries,
            formats: &Formats::new(),
            symbols: &mut symbols,
            session: None,
            clock: &FixedClock(0.0),
            log: &mut self.log,
            listing: &mut self.listing,
            options: Options {
                machine_code,
                ..self.options
            },
            utility_folder: &std::env::temp_dir(),
            stop: &self.stop,
            statements: crate::statements::statements,
        };
        let outcome = run(step, &mut environment);
        outcome.log(&mut self.log);
        outcome
    }

    /// Returns the files in the folder with their content.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .filter(|path| path.is_file())
            .map(|path| (path.clone(), fs::read(path).unwrap()))
            .collect()
    }

    /// Restores the files.
    fn put_back(&self, files: &BTreeMap<PathBuf, Vec<u8>>) {
        for path in self.files().keys() {
            fs::remove_file(path).unwrap();
        }
        for (path, bytes) in files {
            fs::write(path, bytes).unwrap();
        }
    }
}

/// Clears the time of the last change in the headers of files.
fn without_time(mut files: BTreeMap<PathBuf, Vec<u8>>) -> BTreeMap<PathBuf, Vec<u8>> {
    let data_sets = files
        .iter_mut()
        .filter(|(path, _)| path.extension().is_some_and(|it| it == "sas7bdat"));
    for (_, bytes) in data_sets {
        bytes[176..184].fill(0);
    }
    files
}

/// Builds a step.
pub(super) struct Builder {
    pub(super) step: DataStep,
}

impl Builder {
    /// Begins a step with `_N_`, `_ERROR_` and one source position, line 7 column 9.
    pub(super) fn new() -> Self {
        let mut builder = Self {
            step: DataStep {
                vector: Vector::default(),
                arrays: Vec::new(),
                iteration: NumberSlot(0),
                error: NumberSlot(1),
                reset: Vec::new(),
                reads: Vec::new(),
                writes: Vec::new(),
                modified: None,
                externals: Vec::new(),
                lags: Vec::new(),
                body: Vec::new(),
                objects: Vec::new(),
                implicit_output: true,
                sites: vec![Site { line: 7, column: 9 }],
                notes: Vec::new(),
            },
        };
        builder.automatic("_N_");
        builder.automatic("_ERROR_");
        builder
    }

    /// Adds a numeric variable that is never written to a data set.
    pub(super) fn automatic(&mut self, name: &str) -> NumberSlot {
        let slot = self.number(name);
        if let Some(variable) = self.step.vector.variables.last_mut() {
            variable.automatic = true;
        }
        slot
    }

    /// Adds a numeric variable that is retained.
    pub(super) fn number(&mut self, name: &str) -> NumberSlot {
        let slot = NumberSlot(self.step.vector.numbers);
        self.step.vector.numbers += 1;
        self.variable(name, Slot::Number(slot), 8);
        slot
    }

    /// Adds a numeric variable that is missing at the beginning of an iteration.
    pub(super) fn computed(&mut self, name: &str) -> NumberSlot {
        let slot = self.number(name);
        self.step.reset.push(Slot::Number(slot));
        slot
    }

    /// Adds a character variable that is retained.
    pub(super) fn text(&mut self, name: &str, length: u32) -> TextSlot {
        let slot = TextSlot {
            start: self.step.vector.text_bytes,
            length,
        };
        self.step.vector.text_bytes += length;
        self.variable(name, Slot::Text(slot), length);
        slot
    }

    fn variable(&mut self, name: &str, slot: Slot, stored_length: u32) {
        self.step.vector.variables.push(feedrate_program::Variable {
            name: name.to_owned(),
            slot,
            stored_length,
            label: String::new(),
            format: None,
            informat: None,
            automatic: false,
        });
    }

    /// Adds a SET or MERGE of data sets, each with the slots of its columns.
    pub(super) fn read(
        &mut self,
        kind: ReadKind,
        sources: &[(&str, Vec<Slot>)],
        by: &[(Slot, bool)],
    ) -> &mut ReadStatement {
        let sources = sources.iter().map(|(member, slots)| Source {
            data_set: name(member),
            settings: RequestedSettings::default(),
            first: 1,
            last: None,
            filter: None,
            loads: (0..).zip(slots).map(|(column, &slot)| Load { column, slot }).collect(),
            contributes: None,
            index_use: IndexUse::default(),
        });
        let sources = sources.collect();
        let by = by.iter().map(|&(slot, descending)| By {
            name: "b".to_owned(),
            slot,
            descending,
            first: self.automatic("FIRST.b"),
            last: self.automatic("LAST.b"),
            group_format: None,
        });
        let by = by.collect();
        self.step.body.push(Statement::Read(self.step.reads.len() as u32));
        self.step.reads.push(ReadStatement {
            kind,
            sources,
            by,
            end: None,
            nobs: None,
            current: None,
            output_due: None,
            key: None,
            site: SITE,
        });
        self.step.reads.last_mut().unwrap()
    }

    /// Adds a data set of these slots, in this order, as `c0`, `c1`, ….
    pub(super) fn write(&mut self, member: &str, slots: &[Slot]) {
        let variables = slots.iter().enumerate().map(|(index, slot)| match slot {
            Slot::Number(_) => Variable::number(format!("c{index}")),
            Slot::Text(slot) => Variable::text(format!("c{index}"), slot.length),
        });
        self.step.writes.push(Write {
            data_set: name(member),
            site: SITE,
            schema: Schema::lay_out(variables.collect()).unwrap(),
            label: String::new(),
            data_set_type: String::new(),
            settings: RequestedSettings::default(),
            keep_existing: false,
            order: None,
            indexes: Vec::new(),
            stores: (0..).zip(slots).map(|(column, &slot)| Store { slot, column }).collect(),
            condition: None,
        });
    }

    pub(super) fn say(&mut self, statement: Statement) {
        self.step.body.push(statement);
    }
}

/// The only source position.
pub(super) const SITE: SiteId = SiteId(0);

pub(super) fn name(member: &str) -> DataSetName {
    DataSetName::new("T", member).unwrap()
}

pub(super) fn variable(slot: NumberSlot) -> Number {
    Number::Variable(slot)
}

pub(super) fn constant(number: f64) -> Number {
    Number::Constant(number)
}

pub(super) fn compare(comparison: Comparison, left: Number, right: Number) -> Number {
    Number::Compare(comparison, Box::new(left), Box::new(right))
}

pub(super) const fn number(slot: NumberSlot) -> Slot {
    Slot::Number(slot)
}

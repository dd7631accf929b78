//! The rows that PROC APPEND adds: all of a data set, or what its options leave of them.

use std::collections::BTreeSet;

use feedrate_dataset::{DataSetName, Reader, Schema};
use feedrate_program::{DataStep, Load, Slot, Store, TextSlot, Vector};
use feedrate_rows::environment::{Environment, Log, Severity};
use feedrate_rows::{Fault, Loader, Outcome, StepEnd, StepResult, Storer, Values, all_read, check_stop, run_procedure};
use feedrate_values::{Kind, Spec};

/// The fault of observations that do not fit, which were logged before.
const REFUSED: &str = "No appending done because of anomalies listed above. Use FORCE option to append these files.";

/// The source of the rows.
pub(super) enum Source {
    /// All rows of a data set, as they are stored.
    Stored(Box<Reader>),
    /// The observations of a step that reads a data set with options.
    Chosen(Box<DataStep>),
}

/// A row that is added.
pub(super) enum Row<'r> {
    /// As it is stored.
    Stored(&'r [u8]),
    /// The values of a step.
    Chosen(&'r mut Values),
}

impl Source {
    /// Calls `take` with each row in order, and records in the outcome what was read of the data set `name`. Returns
    /// the number of rows; `None` after an error that was logged and is that of the outcome.
    pub(super) fn each(
        self,
        name: &DataSetName,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
        mut take: impl FnMut(Row<'_>) -> StepResult<()>,
    ) -> StepResult<Option<u64>> {
        let step = match self {
            Self::Stored(mut reader) => {
                // For a data set that is appended to itself, these are the rows before the step: reading ends where the
                // file ended when it was opened.
                while let Some(rows) = reader.next_block()? {
                    check_stop(environment.stop)?;
                    for row in rows.iter() {
                        take(Row::Stored(row))?;
                    }
                }
                outcome.read.push(all_read(name, &reader));
                return Ok(Some(reader.rows()));
            }
            Self::Chosen(step) => step,
        };
        let mut count = 0;
        let read = run_procedure(&step, environment, &mut |runtime, _| {
            while runtime.read(0)? {
                runtime.core.check_stop()?;
                take(Row::Chosen(&mut runtime.core.values))?;
                count += 1;
            }
            Ok(())
        });
        Ok(joined(read, outcome).then_some(count))
    }

    /// Returns the variables of the rows.
    fn variables(&self) -> Vec<RowVariable> {
        match self {
            Self::Stored(reader) => (0..)
                .zip(reader.schema().variables())
                .map(|(column, variable)| RowVariable {
                    name: variable.name.clone(),
                    kind: variable.kind,
                    length: variable.length,
                    format: variable.format.clone(),
                    place: Place::Column(column),
                })
                .collect(),
            Self::Chosen(step) => {
                let variables = step.vector.variables.iter();
                let variables = variables.filter(|variable| !variable.automatic);
                variables
                    .map(|variable| RowVariable {
                        name: variable.name.clone(),
                        kind: variable.slot.kind(),
                        length: variable.stored_length,
                        format: variable.format.clone(),
                        place: Place::Slot(variable.slot),
                    })
                    .collect()
            }
        }
    }
}

/// Adds what a step did to the outcome of a procedure. Returns whether it did not fail.
pub(super) fn joined(step: Outcome, outcome: &mut Outcome) -> bool {
    outcome.read.extend(step.read);
    outcome.made.extend(step.made);
    outcome.missing.extend(step.missing);
    outcome.mathematical.extend(step.mathematical);
    outcome.conversions += step.conversions;
    outcome.cut_texts.extend(step.cut_texts);
    let failed = matches!(step.ended, StepEnd::Failed(_));
    if failed {
        outcome.ended = step.ended;
    }
    !failed
}

/// A variable of the rows.
struct RowVariable {
    name: String,
    kind: Kind,
    length: u32,
    format: Option<Spec>,
    place: Place,
}

/// Where its value is.
#[derive(Clone, Copy)]
enum Place {
    Column(u32),
    Slot(Slot),
}

/// Returns the variable of a name, in either case.
fn named<'v>(variables: &'v [RowVariable], name: &str) -> Option<&'v RowVariable> {
    let mut variables = variables.iter();
    variables.find(|variable| variable.name.eq_ignore_ascii_case(name))
}

/// Reports differences of the variables of rows from those of a data set: as warnings with FORCE, as an error without
/// it.
fn report_differences(old: &Schema, variables: &[RowVariable], force: bool, log: &mut dyn Log) -> StepResult<()> {
    let mut complaints = Vec::new();
    for to in old.variables() {
        let name = &to.name;
        let format = named(variables, name).and_then(|from| from.format.as_ref());
        if let (Some(base), Some(data)) = (&to.format, format)
            && base != data
        {
            let text = format!(
                "Variable {name} has format {base} on the BASE data set and format {data} on the DATA data set. {base} \
                 used."
            );
            log.message(Severity::Warning, &text);
        }
        match named(variables, name) {
            Some(from) if from.kind != to.kind => {
                complaints.push(format!("Variable {name} not appended because of type mismatch."));
            }
            Some(from) if from.length > to.length => complaints.push(other_length(name, to.length, from.length)),
            Some(from) if from.kind == Kind::Text && from.length < to.length => {
                log.message(Severity::Warning, &other_length(name, to.length, from.length));
            }
            Some(_) => {}
            None => {
                let text = format!("Variable {name} was not found on DATA file.");
                log.message(Severity::Warning, &text);
            }
        }
    }
    for from in variables {
        if old.find(&from.name).is_none() {
            complaints.push(format!(
                "Variable {} was not found on BASE file. The variable will not be added to the BASE file.",
                from.name
            ));
        }
    }
    for complaint in &complaints {
        log.message(Severity::Warning, complaint);
    }
    if force && !complaints.is_empty() {
        let text = "FORCE is specified, so dropping/truncating will occur.";
        log.message(Severity::Note, text);
    }
    match complaints.is_empty() || force {
        true => Ok(()),
        false => Err(Fault::of_procedure(REFUSED)),
    }
}

/// Returns the warning about a variable whose length in the base differs from that of what is appended.
fn other_length(name: &str, base: u32, data: u32) -> String {
    format!("Variable {name} has different lengths on BASE and DATA files (BASE {base} DATA {data}).")
}

/// Makes rows of one data set of those of another, through a vector of the former's variables. Variables that the
/// latter lacks are missing.
pub(super) struct Mover {
    /// For stored rows.
    loader: Option<Loader>,
    storer: Storer,
    values: Values,
    /// The texts of a step that are longer than the variables to which they are appended: where they are, and where
    /// they are cut.
    longer: Vec<(TextSlot, TextSlot)>,
    /// The texts that may be cut, with the names and lengths of their variables.
    shortened: Vec<(Slot, String, u32)>,
    /// Of the texts of a step, those that were cut before a character of UTF-8.
    cut: BTreeSet<u32>,
}

impl Mover {
    /// Returns what makes rows of `old` of the rows of `new`, the data set `data`. Reports differences of variables: as
    /// warnings with FORCE, as an error without it.
    pub(super) fn new(
        old: &Schema,
        new: &mut Source,
        (data, force): (&DataSetName, bool),
        environment: &mut Environment<'_>,
    ) -> StepResult<Self> {
        let variables = new.variables();
        report_differences(old, &variables, force, environment.log)?;
        let mut own = Vector::default();
        let vector = match new {
            Source::Stored(_) => &mut own,
            Source::Chosen(step) => &mut step.vector,
        };
        let (mut loads, mut stores) = (Vec::new(), Vec::new());
        let (mut longer, mut shortened) = (Vec::new(), Vec::new());
        for (column, to) in (0..).zip(old.variables()) {
            let from = named(&variables, &to.name).filter(|from| from.kind == to.kind);
            let place = from.map(|from| from.place);
            let slot = match place {
                Some(Place::Slot(slot)) if !matches!(slot, Slot::Text(whole) if whole.length > to.length) => slot,
                _ => vector.add(to.kind, to.length),
            };
            match (place, slot) {
                (Some(Place::Column(column)), slot) => loads.push(Load { column, slot }),
                (Some(Place::Slot(Slot::Text(whole))), Slot::Text(shorter)) if whole.length > shorter.length => {
                    longer.push((whole, shorter));
                }
                _ => {}
            }
            shortened.extend(place.map(|_| (slot, to.name.clone(), to.length)));
            stores.push(Store { slot, column });
        }
        let changed = || Box::new(Fault::Changed(data.to_string()));
        Ok(Self {
            values: Values::new(vector),
            loader: match new {
                Source::Stored(reader) => Some(Loader::new(&loads, reader.schema()).ok_or_else(changed)?),
                Source::Chosen(_) => None,
            },
            storer: Storer::new(&stores, old).ok_or_else(changed)?,
            longer,
            shortened,
            cut: BTreeSet::new(),
        })
    }

    /// Makes a row.
    #[inline]
    pub(super) fn move_row(&mut self, from: Row<'_>, to: &mut [u8]) {
        match (from, &self.loader) {
            (Row::Stored(bytes), Some(loader)) => {
                loader.load(bytes, &mut self.values);
                self.storer.store(&self.values, to);
            }
            (Row::Stored(_), None) => {}
            (Row::Chosen(values), _) => {
                for &(from, shorter) in &self.longer {
                    values.copy_text(shorter, from);
                    if values.is_cut(Slot::Text(shorter)) {
                        self.cut.insert(shorter.start);
                    }
                }
                self.storer.store(values, to);
            }
        }
    }

    /// Returns the variables with values that were cut before a character of UTF-8, and their lengths.
    pub(super) fn cut_texts(&self) -> impl Iterator<Item = (String, u32)> {
        let is_cut = |slot: Slot| match slot {
            Slot::Text(own) => self.cut.contains(&own.start) || self.values.is_cut(slot),
            Slot::Number(_) => false,
        };
        let cut = self.shortened.iter().filter(move |(slot, ..)| is_cut(*slot));
        cut.map(|(_, name, length)| (name.clone(), *length))
    }
}

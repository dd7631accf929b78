//! Reports with a row for each observation, in input order or in the order of ORDER variables.
//!
//! The statistics of summary lines, and orders of levels that depend on all observations, are computed in a pass
//! before.

use std::collections::VecDeque;

use feedrate_procedure::passes::Passes;
use feedrate_procedure::records::sorted::Sorter;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_program::{Site, Slot};
use feedrate_rows::environment::Environment;
use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{Outcome, Runtime, StepResult, Values};
use feedrate_values::Value;
use feedrate_values::missing::MISSING;

use super::expand::Expanded;
use super::flow::Flow;
use super::request::{Report, ReportContent};
use super::store::{CellValue, LevelNumbers, Store, key_bytes, write_key};
use super::writer::Writer;
use crate::aggregate::Statistic;

/// The size of a level number in a key, in bytes.
const LEVEL_BYTES: usize = size_of::<u32>();

impl Report {
    pub(super) fn run_detail(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let memory = environment.options.memory_bytes;
        let mut stores = VecDeque::new();
        let step = &self.aggregation.step;
        let mut passes = Passes::new(step, Vec::new(), 1, site);
        // The counting pass logs the note about a data set without observations.
        let mut is_reported = false;
        if !self.aggregation.types().is_empty() {
            let most = usize::try_from(memory / 4).unwrap_or(usize::MAX);
            let mut counting = self.aggregation.clone();
            counting.step.writes.clear();
            // The notes are logged by the second pass.
            counting.step.notes.clear();
            let counted = counting.run(&self.statistics, site, environment, &mut |computed, runtime| {
                let store = Store::gather(self, most, computed, runtime)?;
                stores.push_back(store);
                Ok(())
            });
            is_reported = counted.read.iter().all(|read| read.observations == 0);
            if let Err(failed) = passes.add(counted) {
                return *failed;
            }
        }
        let line_size = environment.options.line_size as usize;
        let room = SpillRoom::new(environment.utility_folder);
        let spilling = SpillSetting {
            room: &room,
            memory: usize::try_from(memory / 2).unwrap_or(usize::MAX),
            stop: environment.stop,
        };
        let made = passes.making(step, environment, &mut |runtime| {
            Detail::new(self, spilling, line_size, &mut stores)?.run(runtime)
        });
        let mut outcome = match made {
            Ok(outcome) => outcome,
            Err(failed) => return *failed,
        };
        outcome.utility = room.accounts();
        match is_reported {
            true => *outcome,
            false => passes.log_passes(*outcome, environment.log),
        }
    }
}

/// The state of the pass that writes the report.
struct Detail<'m, 'r, 's> {
    report: &'m Report,
    line_size: usize,
    stores: &'s mut VecDeque<Store>,
    sorter: Sorter<'r>,
    /// The class variables whose levels were numbered by the counting pass.
    ranked: Vec<bool>,
    /// The end of the part of each class variable in a key.
    ends: Vec<usize>,
    /// The slots that are stored in addition to the key of an observation.
    slots: Vec<Slot>,
    record: Vec<u8>,
    label: Vec<u8>,
}

/// The state of a BY group.
struct Group<'m> {
    writer: Writer<'m>,
    flow: Flow<'m>,
    store: Option<Store>,
    numbers: Vec<Option<LevelNumbers>>,
    levels: Vec<u32>,
}

impl<'m, 'r, 's> Detail<'m, 'r, 's> {
    fn new(
        report: &'m Report,
        spilling: SpillSetting<'r>,
        line_size: usize,
        stores: &'s mut VecDeque<Store>,
    ) -> StepResult<Self> {
        let aggregation = &report.aggregation;
        let is_ranked = |class| aggregation.types().contains(&report.class_type(class));
        let ranked: Vec<bool> = (0..report.rows).map(is_ranked).collect();
        let mut end = 0;
        let parts = aggregation.classes.iter().zip(&ranked);
        let ends = parts.map(|(class, ranked)| {
            end += match ranked {
                true => LEVEL_BYTES,
                false => key_bytes(class.slot),
            };
            end
        });
        let ends: Vec<usize> = ends.collect();
        let slots = kept(report)?;
        let kept_bytes: usize = slots.iter().map(|&slot| key_bytes(slot)).sum();
        Ok(Self {
            report,
            line_size,
            stores,
            sorter: Sorter::new(spilling, end, end + kept_bytes),
            ranked,
            ends,
            slots,
            record: Vec::new(),
            label: Vec::new(),
        })
    }

    /// Reads all observations.
    fn run(&mut self, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let innermost = self.report.aggregation.groups.last();
        let innermost = innermost.map(|group| group.last);
        let mut group: Option<Group<'m>> = None;
        while runtime.read(0)? {
            runtime.core.check_stop()?;
            let is_last = innermost.is_some_and(|last| runtime.core.values.number(last) == 1.0);
            let open = match &mut group {
                Some(open) => open,
                None => group.insert(self.begin(runtime)?),
            };
            if self.read_key(&runtime.core.values, open) {
                match self.ends.is_empty() {
                    true => self.row(open, runtime)?,
                    false => self.hold(&runtime.core.values)?,
                }
            }
            if is_last && let Some(open) = group.take() {
                self.finish(open, runtime)?;
            }
        }
        match group {
            Some(open) => self.finish(open, runtime),
            None => Ok(()),
        }
    }

    fn begin(&mut self, runtime: &mut Runtime<'_, '_>) -> StepResult<Group<'m>> {
        let report = self.report;
        let store = self.stores.pop_front();
        let numbers = self.ranked.iter().enumerate().map(|(class, ranked)| {
            let store = store.as_ref().filter(|_| *ranked)?;
            Some(store.numbers_of(report, class))
        });
        let numbers = numbers.collect();
        let expanded = Expanded::of(report, store.as_ref())?;
        let writer = Writer::new(report, expanded, self.line_size);
        if report.layout.is_some() {
            let by = report.aggregation.group_values(&runtime.core.values);
            runtime.listing().by_group(&by);
        }
        writer.begin(runtime);
        Ok(Group {
            writer,
            flow: Flow::new(report, self.ends.clone()),
            store,
            numbers,
            levels: vec![0; report.rows],
        })
    }

    /// Reads the key of the current observation into the record. Returns false if a class value is missing and
    /// MISSING is not in effect.
    fn read_key(&mut self, values: &Values, group: &mut Group<'_>) -> bool {
        self.record.clear();
        let classes = &self.report.aggregation.classes;
        for (place, class) in classes.iter().enumerate() {
            let value = values.value(class.slot);
            if !class.missing && value.is_missing() {
                return false;
            }
            match group.numbers.get(place).and_then(Option::as_ref) {
                Some(numbers) => {
                    // Another program may have changed the data set in the meantime.
                    let number = numbers.of(class, value, &mut self.label);
                    let number = number.unwrap_or(u32::MAX);
                    group.levels[place] = number;
                    self.record.extend_from_slice(&number.to_be_bytes());
                }
                None => {
                    let start = self.record.len();
                    write_key(value, &mut self.record);
                    if class.descending {
                        let part = &mut self.record[start..];
                        part.iter_mut().for_each(|byte| *byte = !*byte);
                    }
                }
            }
        }
        true
    }

    /// Stores the current observation, whose key is in the record.
    fn hold(&mut self, values: &Values) -> StepResult<()> {
        for &slot in &self.slots {
            match values.value(slot) {
                Value::Number(number) => self.record.extend_from_slice(&number.to_le_bytes()),
                Value::Text(text) => self.record.extend_from_slice(text),
            }
        }
        self.sorter.push(&self.record)
    }

    /// Writes the row of the current observation, whose key is in the record.
    fn row(&self, group: &mut Group<'_>, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let key_bytes = self.ends.last().copied().unwrap_or(0);
        let key = &self.record[..key_bytes];
        let Group {
            writer,
            flow,
            store,
            levels,
            ..
        } = group;
        // Break processing before the row overwrites the slots of its values.
        let values = &runtime.core.values;
        let kept: Vec<CellValue> = match self.report.breaks.is_empty() {
            true => Vec::new(),
            false => self
                .slots
                .iter()
                .map(|&slot| CellValue::of(values.value(slot)))
                .collect(),
        };
        let changed = flow.advance(key, levels, store.as_ref(), writer, runtime)?;
        let values = &mut runtime.core.values;
        for (&slot, held) in self.slots.iter().zip(&kept) {
            match (slot, held) {
                (Slot::Number(slot), CellValue::Number(number)) => values.set_number(slot, *number),
                (Slot::Text(slot), CellValue::Text(text)) => values.set_text(slot, text),
                _ => {}
            }
        }
        let aggregation = &self.report.aggregation;
        let (columns, cells) = writer.cells();
        for (placed, cell) in columns.iter().zip(cells) {
            match placed.column.content {
                ReportContent::Class(class) => {
                    cell.take(values.value(aggregation.classes[class].slot));
                }
                ReportContent::Display(slot) => cell.take(values.value(slot)),
                ReportContent::Statistic { variable, statistic } => {
                    let value = values.number(aggregation.variables[variable].slot);
                    *cell = CellValue::Number(of_one(statistic, value));
                }
                ReportContent::Count => *cell = CellValue::Number(1.0),
                ReportContent::Computed => *cell = CellValue::Blank,
            }
        }
        writer.row(changed, runtime)
    }

    /// Writes the stored rows, and ends the group.
    fn finish(&mut self, mut group: Group<'_>, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        if !self.ends.is_empty() {
            let mut sorted = self.sorter.finish()?;
            while let Some(record) = sorted.next_record()? {
                runtime.core.check_stop()?;
                self.record.clear();
                self.record.extend_from_slice(record);
                self.put_back(&mut runtime.core.values, &mut group.levels);
                self.row(&mut group, runtime)?;
            }
        }
        let Group {
            writer, flow, store, ..
        } = &mut group;
        flow.finish(store.as_ref(), writer, runtime)?;
        writer.finish(runtime);
        Ok(())
    }

    /// Loads the values of a record into their slots, and its levels.
    fn put_back(&self, values: &mut Values, levels: &mut [u32]) {
        let mut start = 0;
        for ((&end, ranked), level) in self.ends.iter().zip(&self.ranked).zip(levels) {
            let part = self.record.get(start..end).unwrap_or_default();
            if let (true, Some(bytes)) = (*ranked, part.first_chunk()) {
                *level = u32::from_be_bytes(*bytes);
            }
            start = end;
        }
        let mut rest = self.record.get(start..).unwrap_or_default();
        for &slot in &self.slots {
            let (own, behind) = rest.split_at(key_bytes(slot).min(rest.len()));
            match slot {
                Slot::Number(slot) => {
                    let number = own.first_chunk().map(|bytes| f64::from_le_bytes(*bytes));
                    values.set_number(slot, number.unwrap_or(MISSING));
                }
                Slot::Text(slot) => values.set_text(slot, own),
            }
            rest = behind;
        }
    }
}

/// Returns the slots of the values that a row needs.
fn kept(report: &Report) -> StepResult<Vec<Slot>> {
    let aggregation = &report.aggregation;
    let mut slots: Vec<Slot> = Vec::new();
    let classes = aggregation.classes.iter().map(|class| class.slot);
    let variables = aggregation.variables.iter();
    let variables = variables.map(|variable| Slot::Number(variable.slot));
    let expanded = Expanded::of(report, None)?;
    let columns = expanded
        .columns
        .iter()
        .filter_map(|placed| match placed.column.content {
            ReportContent::Display(slot) => Some(slot),
            _ => None,
        });
    for slot in classes.chain(variables).chain(columns) {
        if !slots.contains(&slot) {
            slots.push(slot);
        }
    }
    Ok(slots)
}

/// Returns a statistic of a single observation.
fn of_one(statistic: Statistic, value: f64) -> f64 {
    let is_missing = value.is_nan();
    match statistic {
        Statistic::N => f64::from(u8::from(!is_missing)),
        Statistic::Missing => f64::from(u8::from(is_missing)),
        Statistic::Sum
        | Statistic::Mean
        | Statistic::Minimum
        | Statistic::Maximum
        | Statistic::Mode
        | Statistic::Median
        | Statistic::Percentile(_)
        | Statistic::FirstQuartile
        | Statistic::ThirdQuartile => value,
        _ if is_missing => MISSING,
        Statistic::Range | Statistic::CorrectedSquares | Statistic::QuartileRange => 0.0,
        Statistic::Squares => value * value,
        Statistic::Weight => 1.0,
        _ => MISSING,
    }
}

//! Reports with a row for each observation, in input order or in the order of ORDER variables.
//!
//! The statistics of summary lines, and orders of levels that depend on all observations, are computed in a pass
//! before.

use std::collections::VecDeque;

use feedrate_procedure::passes::Passes;
use feedrate_procedure::records::sorted::Sorter;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_procedure::variables::group_values;
use feedrate_program::{Site, Slot};
use feedrate_rows::environment::Environment;
use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{Outcome, Runtime, StepResult};
use feedrate_values::missing::MISSING;

use super::cell_value::CellValue;
use super::detail_record::DetailRecord;
use super::expand::ColumnLayout;
use super::flow::Flow;
use super::levels::LevelNumbers;
use super::request::{Report, ReportContent};
use super::store::Store;
use super::writer::Writer;
use crate::aggregate::Statistic;

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
    record: DetailRecord,
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
        let record = DetailRecord::new(report)?;
        Ok(Self {
            report,
            line_size,
            stores,
            sorter: Sorter::new(spilling, record.key_bytes(), record.bytes()),
            record,
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
            let values = &runtime.core.values;
            let (numbers, levels) = (&open.numbers, &mut open.levels);
            if self.record.set_key(self.report, values, numbers, levels) {
                match self.record.has_key() {
                    true => self.sorter.push(self.record.with_values(values))?,
                    false => self.row(open, runtime)?,
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
        let numbers = self.record.ranked().iter().enumerate().map(|(class, ranked)| {
            let store = store.as_ref().filter(|_| *ranked)?;
            Some(store.numbers_of(report, class))
        });
        let numbers = numbers.collect();
        let expanded = ColumnLayout::of(report, store.as_ref())?;
        let writer = Writer::new(report, expanded, self.line_size);
        if report.layout.is_some() {
            let by = group_values(&report.aggregation.groups, runtime);
            runtime.listing().by_group(&by);
        }
        writer.begin(runtime);
        Ok(Group {
            writer,
            flow: Flow::new(report, self.record.ends().to_vec()),
            store,
            numbers,
            levels: vec![0; report.rows],
        })
    }

    /// Writes the row of the current observation, whose key is in the record.
    fn row(&self, group: &mut Group<'_>, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
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
            false => {
                let slots = self.record.slots().iter();
                slots.map(|&slot| CellValue::of(values.value(slot))).collect()
            }
        };
        let changed = flow.advance(self.record.key(), levels, store.as_ref(), writer, runtime)?;
        let values = &mut runtime.core.values;
        for (&slot, held) in self.record.slots().iter().zip(&kept) {
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
        if self.record.has_key() {
            let mut sorted = self.sorter.finish()?;
            while let Some(record) = sorted.next_record()? {
                runtime.core.check_stop()?;
                self.record.load(record, &mut runtime.core.values, &mut group.levels);
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

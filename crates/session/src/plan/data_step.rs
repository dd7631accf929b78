//! The plan of a DATA step.

use std::collections::BTreeSet;
use std::ops::Range;

use feedrate_dataset::Libraries;
use feedrate_program::counts::{Available, is_at_random, step_rows};
use feedrate_program::{DataStep, ExternalKind, ReadKind, Source};

use super::known::{Known, Planning};
use super::uses::{Making, Reading};
use super::{PlannedStep, PlannedUse};

/// A source of a step, if it is known.
pub(super) struct Input {
    pub(super) known: Known,
    /// The rows within FIRSTOBS= and OBS=, from 0.
    pub(super) window: Range<u64>,
    pub(super) available: Available,
}

impl Input {
    /// Returns the rows that must be read for the first `wanted` rows of the window: with WHERE, the window counts from
    /// the front of the file.
    pub(super) fn rows_for(&self, source: &Source, wanted: u64) -> Range<u64> {
        let start = match source.filter {
            Some(_) => 0,
            None => self.window.start,
        };
        let end = self.window.start.saturating_add(wanted);
        start..end.min(self.window.end)
    }
}

impl Planning {
    /// Returns a source of a step, and adds what is assumed of it.
    ///
    /// # Errors
    ///
    /// Returns the reason if it is not known.
    pub(super) fn input(
        &self,
        source: &Source,
        libraries: &Libraries,
        assumptions: &mut BTreeSet<String>,
    ) -> Result<Input, String> {
        let known = self.find(&source.data_set, libraries)?;
        let end = source.last.unwrap_or(u64::MAX).min(known.rows);
        let window = (source.first.max(1) - 1).min(end)..end;
        let name = &source.data_set;
        if source.filter.is_some() {
            assumptions.insert(format!("all observations of {name} satisfy WHERE"));
            if known.has_indexes {
                assumptions.insert(format!("WHERE reads {name} without an index"));
            }
        }
        if known.is_estimated {
            assumptions.insert(format!(
                "{name} has as many observations as an earlier step is assumed to make ({})",
                known.rows
            ));
        }
        let available = Available {
            rows: window.end - window.start,
            is_sure: !known.is_estimated && source.filter.is_none(),
        };
        Ok(Input {
            known,
            window,
            available,
        })
    }

    /// Returns the use of an input of which the first rows are read `passes` times in their order.
    pub(super) fn reading_in_order(
        &mut self,
        source: &Source,
        input: &Input,
        wanted: u64,
        passes: u32,
        libraries: &Libraries,
    ) -> PlannedUse {
        let rows = input.rows_for(source, wanted);
        let reading = Reading::Passes(vec![rows; passes as usize]);
        let (name, settings) = (&source.data_set, &source.settings);
        self.reading(name, &input.known, settings, &reading, wanted, libraries)
    }

    /// Plans a DATA step that begins at a line.
    pub(crate) fn data_step(&mut self, step: &DataStep, line: u32, libraries: &Libraries) {
        self.described.clear();
        let mut planned = PlannedStep {
            name: "DATA".to_owned(),
            line,
            threads: 1,
            ..PlannedStep::default()
        };
        let mut assumptions = BTreeSet::new();
        let inputs: Vec<Vec<Option<Input>>> = step
            .reads
            .iter()
            .map(|read| {
                let sources = read.sources.iter();
                let sources = sources.map(|source| {
                    let input = self.input(source, libraries, &mut assumptions);
                    input.map_err(|why| planned.not_planned = Some(why)).ok()
                });
                sources.collect()
            })
            .collect();
        let available: Vec<Vec<Available>> = inputs
            .iter()
            .map(|inputs| {
                let inputs = inputs.iter();
                let inputs = inputs.map(|input| input.as_ref().map(|input| input.available));
                inputs.map(Option::unwrap_or_default).collect()
            })
            .collect();
        let rows = step_rows(step, &available);
        for ((read, inputs), counts) in step.reads.iter().zip(&inputs).zip(&rows.reads) {
            for (index, ((source, input), &count)) in read.sources.iter().zip(inputs).zip(counts).enumerate() {
                let Some(input) = input else {
                    continue;
                };
                let is_master = matches!(read.kind, ReadKind::ModifyBy { .. }) && index == 0;
                let planned_use = if is_at_random(read.kind) || is_master {
                    assumptions.insert(format!(
                        "observations of {} are looked up in no order, each as likely as any other, and nothing of an index moves",
                        source.data_set
                    ));
                    let reading = Reading::AtRandom(count);
                    let (name, settings) = (&source.data_set, &source.settings);
                    self.reading(name, &input.known, settings, &reading, count, libraries)
                } else {
                    self.reading_in_order(source, input, count, 1, libraries)
                };
                let changes = matches!(
                    read.kind,
                    ReadKind::Modify | ReadKind::ModifyPoint(_) | ReadKind::ModifyKey | ReadKind::ModifyBy { .. }
                );
                match changes && index == 0 {
                    true => {
                        assumptions.insert(format!("each page of {} that is read is written back", source.data_set));
                        planned.updates = Some(planned_use);
                    }
                    false => planned.reads.push(planned_use),
                }
            }
        }
        for (write, (count, is_sure)) in step.writes.iter().zip(rows.outputs) {
            if !write.indexes.is_empty() {
                assumptions.insert(format!("the indexes of {} are not planned", write.data_set));
            }
            let making = Making::of(write, "DATASTEP", count, !is_sure);
            self.output(making, &mut planned, libraries);
        }
        let files = step.externals.iter();
        let puts = files.filter(|file| matches!(file.kind, ExternalKind::Target { .. }));
        if puts.count() > 0 {
            assumptions.insert("the lines that PUT writes are not planned".to_owned());
        }
        if rows.sets_symbols {
            let text = "macro variables that CALL SYMPUT sets have the values that they had before";
            self.assumptions.insert(text.to_owned());
        }
        assumptions.extend(rows.assumptions);
        planned.assumptions = assumptions.into_iter().collect();
        self.steps.push(planned);
    }

    /// Adds an output to the plan of a step. Nothing is known of one whose input is not known.
    pub(super) fn output(&mut self, making: Making<'_>, planned: &mut PlannedStep, libraries: &Libraries) {
        let name = making.name;
        let made = match &planned.not_planned {
            Some(why) => Err(why.clone()),
            None => self.making(making, libraries),
        };
        match made {
            Ok(made) => planned.makes.push(made),
            Err(why) => {
                let text = format!("how large {name} is is not known, because {why}");
                self.forget(name, text);
                planned.not_planned.get_or_insert(why);
            }
        }
    }
}

//! The plan of a DATA step.

use std::collections::BTreeSet;
use std::ops::Range;

use feedrate_dataset::Libraries;
use feedrate_program::counts::{Available, is_at_random, step_rows};
use feedrate_program::{DataStep, ExternalKind, ReadKind, Source};

use super::known::{KnownDataSet, ProgramPlan};
use super::objects::object_sources;
use super::uses::{OutputPlan, Reading};
use super::{PlannedStep, PlannedUse};

/// A source of a step, if it is known.
pub(super) struct Input {
    pub(super) known: KnownDataSet,
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

impl ProgramPlan {
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

    /// Returns the use of an input of which rows are looked up, and adds what is assumed of it.
    fn reading_at_random(
        &mut self,
        source: &Source,
        input: &Input,
        count: u64,
        assumptions: &mut BTreeSet<String>,
        libraries: &Libraries,
    ) -> PlannedUse {
        let (name, settings) = (&source.data_set, &source.settings);
        assumptions.insert(format!(
            "observations of {name} are looked up in no order, each as likely as any other, and nothing of an index \
             moves"
        ));
        let reading = Reading::AtRandom(count);
        self.reading(name, &input.known, settings, &reading, count, libraries)
    }

    /// Plans a DATA step that begins at a line.
    pub(crate) fn data_step(&mut self, step: &DataStep, line: u32, libraries: &Libraries) {
        self.described.clear();
        let mut planned = PlannedStep::new("DATA", line);
        let mut assumptions = BTreeSet::new();
        let mut input = |source: &Source| {
            let input = self.input(source, libraries, &mut assumptions);
            input.map_err(|why| planned.not_planned = Some(why)).ok()
        };
        let mut inputs: Vec<Vec<Option<Input>>> = Vec::new();
        for read in &step.reads {
            inputs.push(read.sources.iter().map(&mut input).collect());
        }
        let available = |input: &Option<Input>| input.as_ref().map(|input| input.available).unwrap_or_default();
        let available: Vec<Vec<Available>> = inputs
            .iter()
            .map(|inputs| inputs.iter().map(available).collect())
            .collect();
        let rows = step_rows(step, &available);
        for ((read, inputs), counts) in step.reads.iter().zip(&inputs).zip(&rows.reads) {
            let changes = matches!(
                read.kind,
                ReadKind::Modify | ReadKind::ModifyPoint(_) | ReadKind::ModifyKey | ReadKind::ModifyBy { .. }
            );
            for (index, ((source, input), &count)) in read.sources.iter().zip(inputs).zip(counts).enumerate() {
                let Some(input) = input else {
                    continue;
                };
                let is_master = matches!(read.kind, ReadKind::ModifyBy { .. }) && index == 0;
                let planned_use = match is_at_random(read.kind) || is_master {
                    true => self.reading_at_random(source, input, count, &mut assumptions, libraries),
                    false => self.reading_in_order(source, input, count, 1, libraries),
                };
                if changes && index == 0 {
                    assumptions.insert(format!("each page of {} that is read is written back", source.data_set));
                    planned.updates = Some(planned_use);
                } else {
                    planned.reads.push(planned_use);
                }
            }
        }
        self.objects(step, &mut planned, &mut assumptions, libraries);
        for (write, (count, is_sure)) in step.writes.iter().zip(rows.outputs) {
            if !write.indexes.is_empty() {
                assumptions.insert(format!("the indexes of {} are not planned", write.data_set));
            }
            self.output(
                OutputPlan::of(write, "DATASTEP", count, !is_sure),
                &mut planned,
                libraries,
            );
        }
        let mut files = step.externals.iter();
        if files.any(|file| matches!(file.kind, ExternalKind::Target { .. })) {
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

    /// Adds what hash objects read to the plan of a step.
    fn objects(
        &mut self,
        step: &DataStep,
        planned: &mut PlannedStep,
        assumptions: &mut BTreeSet<String>,
        libraries: &Libraries,
    ) {
        let sources = object_sources(step);
        for (place, source) in sources.iter().enumerate() {
            match self.input(source, libraries, assumptions) {
                Ok(input) => {
                    let rows = input.available.rows;
                    let planned_use = self.reading_in_order(source, &input, rows, 1, libraries);
                    // Mostly before the first observation is read.
                    let place = place.min(planned.reads.len());
                    planned.reads.insert(place, planned_use);
                }
                Err(why) => planned.not_planned = Some(why),
            }
        }
        if !step.objects.is_empty() {
            let text = "each hash object reads its data set once; those of computed names and what OUTPUT makes are \
                        not planned";
            assumptions.insert(text.to_owned());
        }
    }

    /// Adds an output to the plan of a step. Nothing is known of one whose input is not known.
    pub(super) fn output(&mut self, output: OutputPlan<'_>, planned: &mut PlannedStep, libraries: &Libraries) {
        let name = output.name;
        let made = match &planned.not_planned {
            Some(why) => Err(why.clone()),
            None => self.making(output, libraries),
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

//! The order of steps, in fio's words: `stonewall` for all sections above, `wait_for` for one of them.

use super::section::{Section, Texts};
use super::{Groups, moves_files};
use crate::job::Job;

/// Arranges the sections of steps, in the order of the steps.
#[derive(Debug)]
pub(super) struct StepOrder<'j> {
    job: &'j Job,
    /// For each step, those that have ended before it begins.
    before: Vec<Vec<bool>>,
    /// For each step, those of its last sections that others may wait for: the largest.
    last: Vec<Option<String>>,
    /// The last step that waited for all before.
    wall: usize,
}

impl<'j> StepOrder<'j> {
    pub(super) fn new(job: &'j Job) -> Self {
        let mut before: Vec<Vec<bool>> = Vec::with_capacity(job.steps.len());
        for (index, step) in job.steps.iter().enumerate() {
            let mut ended = vec![false; job.steps.len()];
            for &direct in step.after.iter().filter(|&&it| it < index) {
                ended[direct] = true;
                for (mine, &theirs) in ended.iter_mut().zip(&before[direct]) {
                    *mine |= theirs;
                }
            }
            before.push(ended);
        }
        Self {
            job,
            before,
            last: vec![None; job.steps.len()],
            wall: 0,
        }
    }

    /// Adds to the groups of a step's sections what they wait for.
    pub(super) fn arrange(&mut self, step: usize, groups: Groups, notes: &mut Texts) -> Vec<Section> {
        let is_alone = self.is_alone(step);
        let mut all: Vec<Section> = Vec::new();
        let mut previous: Option<String> = None;
        for (number, mut group) in groups.into_iter().enumerate() {
            let largest = group.iter().max_by_key(|it| it.bytes);
            let largest = largest.map(|it| it.name.clone());
            match (number, &previous) {
                (0, _) => self.begin(step, &mut group, notes),
                (_, Some(name)) if !is_alone => wait_for(&mut group, name),
                _ => wall(&mut group),
            }
            previous = largest.or(previous);
            all.extend(group);
        }
        self.last[step] = previous;
        all
    }

    /// Adds what the first sections of a step wait for.
    fn begin(&mut self, step: usize, group: &mut [Section], notes: &mut Texts) {
        let here = (0..step).filter(|&it| self.last[it].is_some());
        let running: Vec<usize> = here.clone().filter(|&it| !self.before[step][it]).collect();
        if running.is_empty() {
            self.wall = step;
            wall(group);
            return;
        }
        let ended: Vec<usize> = here.filter(|&it| it >= self.wall && self.before[step][it]).collect();
        let is_last = |it: usize| !ended.iter().any(|&later| self.before[later][it]);
        let last: Vec<usize> = ended.iter().copied().filter(|&it| is_last(it)).collect();
        if let Some(name) = last.last().and_then(|&it| self.last[it].as_ref()) {
            wait_for(group, name);
        }
        if last.len() > 1 {
            notes.push(format!(
                "{}: it waits for only one of the {} steps that had ended, as a section of fio can.",
                self.job.steps[step].title(),
                last.len()
            ));
        }
        let title = |&it: &usize| self.job.steps[it].title();
        if let Some(first) = group.first_mut() {
            let beside: Vec<String> = running.iter().map(title).collect();
            first
                .remarks
                .push(format!("At the same time as {}.", beside.join("; ")));
        }
    }

    /// Returns whether no other step with sections runs at the same time as a step.
    fn is_alone(&self, step: usize) -> bool {
        let others = (0..self.before.len()).filter(|&it| it != step);
        others
            .filter(|&it| moves_files(self.job, it))
            .all(|it| self.before[step][it] || self.before[it][step])
    }
}

fn wall(group: &mut [Section]) {
    if let Some(first) = group.first_mut() {
        first.set_first("stonewall", "");
    }
}

fn wait_for(group: &mut [Section], name: &str) {
    for section in group {
        section.set_first("wait_for", name);
    }
}

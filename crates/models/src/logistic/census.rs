//! The first pass, which finds the levels and their frequencies.

use feedrate_rows::environment::GroupValue;
use feedrate_rows::{StepResult, Values};
use feedrate_values::Value;
use feedrate_values::missing::is_missing;

use super::request::Logistic;
use crate::fault::ModelFault;
use crate::levels::Levels;

/// The results of the first pass.
#[derive(Debug)]
pub(super) struct Census<'m> {
    logistic: &'m Logistic,
    memory: usize,
    /// The levels of the response.
    pub response: Levels,
    /// The levels of each class variable.
    pub classes: Vec<Levels>,
    /// The BY groups, or a single group of all observations.
    pub groups: Vec<Group>,
}

/// The results for a BY group.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// Its BY values.
    pub values: Vec<GroupValue>,
    /// The number of the first observation after it, counted from 0.
    pub end: u64,
    /// The observations that were read.
    pub read: Total,
    /// The observations that the model uses.
    pub used: Total,
    /// The frequency and the weight of each response level among the observations used.
    pub response: Vec<f64>,
    pub weights: Vec<f64>,
    /// The frequency of each level of each class variable.
    pub classes: Vec<Vec<f64>>,
}

/// A number of observations, with the sums of their frequencies and weights.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Total {
    pub observations: f64,
    pub frequency: f64,
    pub weight: f64,
}

impl Total {
    fn add(&mut self, frequency: f64, weight: f64) {
        self.observations += 1.0;
        self.frequency += frequency;
        self.weight += frequency * weight;
    }

    fn merge(&mut self, other: Self) {
        self.observations += other.observations;
        self.frequency += other.frequency;
        self.weight += other.weight;
    }
}

impl Logistic {
    /// Returns the frequency and the weight of an observation; `None` if it is excluded.
    #[inline]
    pub(super) fn frequency_and_weight(&self, values: &Values) -> Option<(f64, f64)> {
        let mut frequency = 1.0;
        if let Some((_, slot)) = &self.frequency {
            frequency = values.number(*slot).trunc();
            if frequency.is_nan() || frequency < 1.0 {
                return None;
            }
        }
        let weight = self.weight.as_ref();
        let weight = weight.map_or(1.0, |(_, slot)| values.number(*slot));
        (weight > 0.0).then_some((frequency, weight))
    }

    /// Returns whether no variable of an effect is missing.
    #[inline]
    pub(super) fn has_predictors(&self, values: &Values) -> bool {
        let mut covariates = self.covariates.iter();
        let mut classes = self.classes.iter();
        covariates.all(|(_, slot)| !is_missing(values.number(*slot)))
            && classes.all(|(class, ..)| class.class.missing || !values.value(class.class.slot).is_missing())
    }
}

impl<'m> Census<'m> {
    /// Returns the census of no observations. The levels may take at most `memory` bytes.
    pub(super) fn new(logistic: &'m Logistic, memory: usize) -> Self {
        let classes = logistic.classes.iter();
        Self {
            logistic,
            memory,
            response: Levels::new(logistic.response.class.slot),
            classes: classes.map(|(class, ..)| Levels::new(class.class.slot)).collect(),
            groups: vec![Group::new(logistic)],
        }
    }

    /// Adds an observation to the last group.
    pub(super) fn take(&mut self, values: &Values) -> StepResult<()> {
        let logistic = self.logistic;
        let Some(group) = self.groups.last_mut() else {
            return Ok(());
        };
        group.end += 1;
        let counts = logistic.frequency_and_weight(values);
        let (frequency, weight) = counts.unwrap_or((0.0, 0.0));
        group.read.add(frequency, weight);
        let response: Value<'_> = values.value(logistic.response.class.slot);
        let is_response = logistic.response.class.missing || !response.is_missing();
        if counts.is_none() || !is_response || !logistic.has_predictors(values) {
            return Ok(());
        }
        group.used.add(frequency, weight);
        let level = self.response.number(&logistic.response.class, response);
        count(&mut group.response, level, frequency);
        count(&mut group.weights, level, frequency * weight);
        let classes = self.classes.iter_mut().zip(&logistic.classes);
        for ((levels, (class, ..)), counts) in classes.zip(&mut group.classes) {
            let level = levels.number(&class.class, values.value(class.class.slot));
            count(counts, level, frequency);
        }
        if self.bytes() > self.memory {
            return Err(ModelFault::Memory(self.memory).into());
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.response.bytes() + self.classes.iter().map(Levels::bytes).sum::<usize>()
    }

    /// Ends the last group, with these BY values.
    pub(super) fn end_group(&mut self, values: Vec<GroupValue>) {
        let mut next = Group::new(self.logistic);
        if let Some(group) = self.groups.last_mut() {
            group.values = values;
            next.end = group.end;
        }
        self.groups.push(next);
    }

    /// Ends the census.
    pub(super) fn finish(&mut self) {
        // A group without observations was begun after the last one.
        if !self.logistic.groups.is_empty() {
            self.groups.pop();
        }
    }

    /// Adds the census of a later part of the data, without BY groups.
    pub(super) fn merge(&mut self, other: Self) {
        let response = self.response.merge(&other.response);
        let classes = self.classes.iter_mut().zip(&other.classes);
        let classes: Vec<Vec<u32>> = classes.map(|(own, other)| own.merge(other)).collect();
        let (Some(group), Some(others)) = (self.groups.last_mut(), other.groups.last()) else {
            return;
        };
        group.end += others.end;
        group.read.merge(others.read);
        group.used.merge(others.used);
        add_counts(&mut group.response, &others.response, &response);
        add_counts(&mut group.weights, &others.weights, &response);
        for ((own, others), numbers) in group.classes.iter_mut().zip(&others.classes).zip(&classes) {
            add_counts(own, others, numbers);
        }
    }
}

impl Group {
    fn new(logistic: &Logistic) -> Self {
        Self {
            classes: vec![Vec::new(); logistic.classes.len()],
            ..Self::default()
        }
    }
}

fn count(counts: &mut Vec<f64>, level: u32, by: f64) {
    let level = level as usize;
    if level >= counts.len() {
        counts.resize(level + 1, 0.0);
    }
    counts[level] += by;
}

fn add_counts(own: &mut Vec<f64>, others: &[f64], numbers: &[u32]) {
    for (&level, &other) in numbers.iter().zip(others) {
        count(own, level, other);
    }
}

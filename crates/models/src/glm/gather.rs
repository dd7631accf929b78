//! Gathers the observations of a BY group: for each response a triangular matrix, by combinations of levels.

use feedrate_rows::{Fault, StepResult, Values};
use feedrate_stats::glm::{Accumulator, Fit, GlmError, Model, Observation};

use super::levels::ClassLevels;
use super::moments::CellMoments;
use super::request::{Glm, GlmRequest};
use crate::fault::ModelFault;
use crate::linear::frequency;

/// The gathered observations.
#[derive(Debug)]
pub(super) struct GroupObservations<'m> {
    glm: &'m Glm,
    memory: usize,
    pub levels: Vec<ClassLevels<'m>>,
    pub responses: Vec<ResponseObservations>,
    pub read: f64,
    /// The sum of the frequencies of the observations that were read.
    pub frequencies_read: f64,
    numbers: Vec<u32>,
    covariates: Vec<f64>,
}

/// The gathered observations of a response.
#[derive(Debug)]
pub(super) struct ResponseObservations {
    accumulator: Accumulator,
    moments: Option<CellMoments>,
    /// The number of observations used.
    pub used: f64,
    /// The sum of their frequencies.
    pub frequencies: f64,
    weight: f64,
    /// The weighted means of the covariates.
    means: Vec<f64>,
}

/// A fitted model of a response.
#[derive(Debug)]
pub(super) struct ResponseFit {
    /// The index of the response.
    pub response: usize,
    pub fit: Fit,
    pub moments: Option<CellMoments>,
    /// The weighted means of the covariates.
    pub means: Vec<f64>,
}

impl<'m> GroupObservations<'m> {
    /// Returns an empty gatherer with a limit of `memory` bytes.
    pub(super) fn new(glm: &'m Glm, model: &Model, memory: usize) -> Self {
        let (covariates, mut requests) = (glm.covariates.len(), glm.requests.iter());
        let has_means = requests.any(|request| matches!(request, GlmRequest::Means(_)));
        let responses = glm.responses.iter().map(|_| ResponseObservations {
            accumulator: Accumulator::new(model.clone()),
            moments: has_means.then(|| CellMoments::new(1 + covariates)),
            used: 0.0,
            frequencies: 0.0,
            weight: 0.0,
            means: vec![0.0; covariates],
        });
        Self {
            glm,
            memory,
            levels: glm.classes.iter().map(ClassLevels::new).collect(),
            responses: responses.collect(),
            read: 0.0,
            frequencies_read: 0.0,
            numbers: Vec::new(),
            covariates: vec![0.0; covariates],
        }
    }

    /// Adds the observations of the next part of the same group.
    pub(super) fn merge(&mut self, other: Self) {
        self.read += other.read;
        self.frequencies_read += other.frequencies_read;
        let levels = self.levels.iter_mut().zip(&other.levels);
        let numbers: Vec<Vec<u32>> = levels.map(|(own, other)| own.merge(other)).collect();
        for (own, other) in self.responses.iter_mut().zip(other.responses) {
            own.merge(other, &numbers);
        }
    }

    /// Adds an observation.
    pub(super) fn take(&mut self, values: &Values) -> StepResult<()> {
        self.read += 1.0;
        let frequency = frequency(self.glm.frequency, values);
        self.frequencies_read += frequency;
        let weight = self.glm.weight.map_or(1.0, |slot| values.number(slot));
        if !(weight > 0.0 && frequency > 0.0) {
            return Ok(());
        }
        if !self.levels.iter().all(|levels| levels.has_value(values)) {
            return Ok(());
        }
        let variables = self.glm.covariates.iter();
        for (place, covariate) in self.covariates.iter_mut().zip(variables) {
            *place = values.number(covariate.slot);
        }
        let responses = self.glm.responses.iter();
        let mut responses = responses.map(|response| values.number(response.slot));
        let has_response = responses.any(|value| !value.is_nan());
        if !has_response || self.covariates.iter().any(|value| value.is_nan()) {
            return Ok(());
        }
        self.numbers.clear();
        for levels in &mut self.levels {
            self.numbers.push(levels.number(values, frequency));
        }
        for (response, of) in self.glm.responses.iter().zip(&mut self.responses) {
            let observation = Observation {
                levels: &self.numbers,
                covariates: &self.covariates,
                response: values.number(response.slot),
                weight,
                frequency,
            };
            if !observation.response.is_nan() {
                of.take(&observation);
            }
        }
        match self.bytes() > self.memory {
            true => Err(Box::new(Fault::GroupMemory {
                what: "a BY group, or of the data set, by combinations of levels",
                bytes: self.memory,
            })),
            false => Ok(()),
        }
    }

    fn bytes(&self) -> usize {
        let levels: usize = self.levels.iter().map(ClassLevels::bytes).sum();
        let responses = self.responses.iter().map(|of| {
            let moments = of.moments.as_ref().map_or(0, CellMoments::bytes);
            of.accumulator.bytes() + moments
        });
        levels + responses.sum::<usize>()
    }

    /// Orders the levels and fits the models; responses without observations have none. Also returns the position of
    /// each level in the order, by class and number.
    pub(super) fn fit(&mut self) -> StepResult<(Vec<ResponseFit>, Vec<Vec<u32>>)> {
        let by_frequency = self.glm.by_frequency;
        let places = self.levels.iter_mut();
        let places: Vec<Vec<u32>> = places.map(|levels| levels.arrange(by_frequency).to_vec()).collect();
        let mut fittings = Vec::new();
        for (response, of) in std::mem::take(&mut self.responses).into_iter().enumerate() {
            let mut accumulator = of.accumulator;
            for (class, places) in places.iter().enumerate() {
                accumulator.renumber(class, places);
            }
            match accumulator.fit() {
                Ok(fit) => fittings.push(ResponseFit {
                    response,
                    fit,
                    moments: of.moments,
                    means: of.means,
                }),
                Err(GlmError::NoObservations) => {}
                Err(error) => return Err(ModelFault::Unfitted(error).into()),
            }
        }
        Ok((fittings, places))
    }
}

impl ResponseObservations {
    /// Adds the observations of another part, whose levels are renumbered by `numbers`.
    fn merge(&mut self, mut other: Self, numbers: &[Vec<u32>]) {
        for (class, numbers) in numbers.iter().enumerate() {
            other.accumulator.renumber(class, numbers);
        }
        self.accumulator.merge(other.accumulator);
        if let (Some(own), Some(other)) = (&mut self.moments, &other.moments) {
            own.merge(other, numbers);
        }
        self.used += other.used;
        self.frequencies += other.frequencies;
        self.weight += other.weight;
        if other.weight > 0.0 {
            for (mean, other_mean) in self.means.iter_mut().zip(&other.means) {
                *mean += (other_mean - *mean) * (other.weight / self.weight);
            }
        }
    }

    fn take(&mut self, observation: &Observation<'_>) {
        self.used += 1.0;
        self.frequencies += observation.frequency;
        let weight = observation.weight * observation.frequency;
        self.weight += weight;
        for (mean, value) in self.means.iter_mut().zip(observation.covariates) {
            *mean += (value - *mean) * (weight / self.weight);
        }
        if let Some(moments) = &mut self.moments {
            let values = std::iter::once(observation.response);
            let values = values.chain(observation.covariates.iter().copied());
            let (weight, frequency) = (observation.weight, observation.frequency);
            moments.add(observation.levels, values, weight, frequency);
        }
        self.accumulator.add(observation);
    }
}

impl Glm {
    /// Returns the model of all responses.
    pub(super) fn model(&self) -> StepResult<Model> {
        let effects = self.effects.iter().map(|effect| effect.effect.clone());
        let (classes, covariates) = (self.classes.len(), self.covariates.len());
        let model = Model::new(classes, covariates, self.intercept, effects.collect());
        model.map_err(|error| ModelFault::Unfitted(error).into())
    }
}

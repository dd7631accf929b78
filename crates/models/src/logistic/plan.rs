//! The model of a BY group: its ordered levels, its columns, and the state of its fit.

use feedrate_procedure::variables::ClassOrder;
use feedrate_rows::Values;
use feedrate_stats::logistic::{
    Association, ClassCoding, Design, Fit, Logistic as Model, LogisticError, Options, Pass, Progress,
};

use super::census::{Census, Group};
use super::request::{Logistic, LogisticVariable, ReferenceLevel};
use crate::levels::Levels;

/// A level that does not occur in a group.
const NONE: u32 = u32::MAX;

/// The model of a group.
#[derive(Debug)]
pub(super) struct Plan {
    /// The range of its observations, numbered after the WHERE condition.
    pub rows: std::ops::Range<u64>,
    /// The response levels in their order.
    pub ordered: Vec<u32>,
    /// The levels that are categories, the first of which is modelled.
    pub categories: Vec<u32>,
    /// The levels of each class variable in their order, and the reference level among them.
    pub classes: Vec<(Vec<u32>, u32)>,
    pub design: Design,
    pub model: Model,
    /// True if FCONV= ended the iterations.
    pub function_converged: bool,
    /// The category of each response level, and `ranks`, the rank of each level of each class variable.
    category_of: Vec<u32>,
    rank_of: Vec<Vec<u32>>,
    /// True if the columns equal the covariates.
    is_plain: bool,
}

/// Why a group has no model.
#[derive(Debug)]
pub(super) enum NoModel {
    /// No observation can be used.
    NoObservations,
    /// The model cannot be fitted.
    Unfit(LogisticError),
    /// A level that the program names does not occur: the variable, and the level.
    NoLevel(String, String),
    /// NOINT with more than two response levels.
    NoIntercept,
}

/// The buffers of a thread for reading observations.
#[derive(Debug, Default)]
pub(super) struct Reader {
    key: Vec<u8>,
    levels: Vec<u32>,
    covariates: Vec<f64>,
    row: Vec<f64>,
}

/// An observation in the form of a model.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelObservation {
    /// Its category; `None` if the response is missing or has a level that is not in the model.
    pub category: Option<usize>,
    pub frequency: f64,
    pub weight: f64,
}

impl Plan {
    /// Returns the model of a group, whose observations begin at `start`.
    pub(super) fn new(logistic: &Logistic, census: &Census<'_>, group: &Group, start: u64) -> Result<Self, NoModel> {
        if group.used.observations == 0.0 {
            return Err(NoModel::NoObservations);
        }
        let ordered = levels_in_order(&census.response, &logistic.response, &group.response);
        let mut categories = ordered.clone();
        if let ([_, _], Some((level, is_event))) = (&ordered[..], &logistic.event) {
            let named = found(level, &logistic.response, &census.response, &ordered)?;
            if (named == 0) != *is_event {
                categories.reverse();
            }
        }
        if !logistic.options.intercept && categories.len() > 2 {
            return Err(NoModel::NoIntercept);
        }
        let mut classes = Vec::new();
        let mut codings = Vec::new();
        let of_class = logistic.classes.iter().zip(&census.classes);
        for ((class, levels), counts) in of_class.zip(&group.classes) {
            let (variable, coding, reference) = class;
            let there = levels_in_order(levels, variable, counts);
            let reference = found(reference, variable, levels, &there)?;
            codings.push(ClassCoding {
                coding: *coding,
                levels: there.len() as u32,
                reference,
            });
            classes.push((there, reference));
        }
        let effects = logistic.effects.iter().map(|effect| effect.effect.clone());
        let effects: Vec<_> = effects.collect();
        let is_plain = codings.is_empty()
            && effects.len() == logistic.covariates.len()
            && (0..).zip(&effects).all(|(place, effect)| effect.covariates == [place]);
        let design = Design::new(codings, effects);
        let weights = categories.iter().map(|&level| group.weights[level as usize]);
        let weights: Vec<f64> = weights.collect();
        let options = Options {
            relative_gain: logistic.options.gradient,
            most_steps: logistic.options.most_steps,
            intercept: logistic.options.intercept,
        };
        let model = Model::new(&weights, design.width(), options).map_err(NoModel::Unfit)?;
        let rank_of = classes.iter().zip(&census.classes);
        let rank_of = rank_of.map(|((there, _), levels)| ranks(there, levels));
        Ok(Self {
            rows: start..group.end,
            category_of: ranks(&categories, &census.response),
            rank_of: rank_of.collect(),
            ordered,
            categories,
            classes,
            design,
            model,
            function_converged: false,
            is_plain,
        })
    }

    /// Reads an observation, and stores its columns in the reader; returns `None` if it is excluded.
    #[inline]
    pub(super) fn read(
        &self,
        logistic: &Logistic,
        census: &Census<'_>,
        values: &Values,
        reader: &mut Reader,
    ) -> Option<ModelObservation> {
        let (frequency, weight) = logistic.frequency_and_weight(values)?;
        self.read_columns(logistic, census, values, reader)?;
        let response = values.value(logistic.response.class.slot);
        let level = census.response.find(response, &mut reader.key);
        let level = level.filter(|_| logistic.response.class.missing || !response.is_missing());
        let category = level.and_then(|level| self.category_of.get(level as usize));
        let category = category.filter(|category| **category != NONE);
        Some(ModelObservation {
            category: category.map(|category| *category as usize),
            frequency,
            weight,
        })
    }

    /// Reads the columns of an observation; returns `None` if one of them is missing.
    pub(super) fn read_columns(
        &self,
        logistic: &Logistic,
        census: &Census<'_>,
        values: &Values,
        reader: &mut Reader,
    ) -> Option<()> {
        if !logistic.has_predictors(values) {
            return None;
        }
        reader.covariates.clear();
        let covariates = logistic.covariates.iter();
        reader
            .covariates
            .extend(covariates.map(|(_, slot)| values.number(*slot)));
        if self.is_plain {
            std::mem::swap(&mut reader.row, &mut reader.covariates);
            return Some(());
        }
        reader.levels.clear();
        let classes = logistic.classes.iter().zip(&census.classes);
        for (((class, ..), levels), ranks) in classes.zip(&self.rank_of) {
            let level = levels.find(values.value(class.class.slot), &mut reader.key)?;
            let rank = ranks.get(level as usize).copied();
            reader.levels.push(rank.filter(|rank| *rank != NONE)?);
        }
        self.design.fill(&mut reader.row, &reader.levels, &reader.covariates);
        Some(())
    }

    /// Returns whether another pass is needed.
    pub(super) fn is_open(&self) -> bool {
        self.model.progress() == Progress::Again && !self.function_converged
    }

    /// Ends a pass, and applies FCONV=.
    pub(super) fn end(&mut self, pass: Pass, function: Option<f64>) {
        let before = self.model.deviance();
        let progress = self.model.end(pass);
        if let (Some(limit), Some(before), Some(after)) = (function, before, self.model.deviance())
            && progress == Progress::Again
        {
            let change = (after - before).abs() / (before.abs() + 1e-6);
            self.function_converged = change < limit;
        }
    }

    /// Returns how the iterations ended.
    pub(super) fn ended(&self) -> Progress {
        match self.function_converged {
            true => Progress::Converged,
            false => self.model.progress(),
        }
    }

    /// Returns the approximate memory of a thread for a pass, in bytes.
    pub(super) fn bytes(&self, separate: bool) -> usize {
        let intercepts = self.categories.len() - 1;
        let slopes = self.design.width();
        let width = 1 + intercepts + slopes * if separate { intercepts } else { 1 };
        // The triangular matrix, and rows that are still buffered.
        8 * (width * width / 2 + 2 * 64 * width)
    }
}

impl Reader {
    /// Returns the columns of the observation that was read.
    pub(super) fn row(&self) -> &[f64] {
        &self.row
    }
}

/// Adds an observation to an association.
pub(super) fn associate(association: &mut Association, fit: &Fit, reader: &Reader, observed: ModelObservation) {
    if let Some(category) = observed.category {
        let probabilities = fit.probabilities(reader.row());
        association.add(&probabilities, category, observed.frequency);
    }
}

/// Returns the index in `there` of each level.
fn ranks(there: &[u32], levels: &Levels) -> Vec<u32> {
    let mut ranks = vec![NONE; levels.len()];
    for (rank, &level) in (0..).zip(there) {
        ranks[level as usize] = rank;
    }
    ranks
}

/// Returns the index of a reference level.
fn found(level: &ReferenceLevel, variable: &LogisticVariable, levels: &Levels, there: &[u32]) -> Result<u32, NoModel> {
    Ok(match level {
        ReferenceLevel::First => 0,
        ReferenceLevel::Last => there.len().saturating_sub(1) as u32,
        ReferenceLevel::Shown(text) => {
            let mut numbers = there.iter();
            let place = numbers.position(|level| levels.level(*level).text == text.trim());
            let Some(place) = place else {
                return Err(NoModel::NoLevel(variable.class.heading.clone(), text.clone()));
            };
            place as u32
        }
    })
}

/// Returns the levels of a variable with a positive count, in order.
fn levels_in_order(levels: &Levels, variable: &LogisticVariable, counts: &[f64]) -> Vec<u32> {
    let count = |level: u32| counts.get(level as usize).copied().unwrap_or(0.0);
    let all = 0..levels.len() as u32;
    let mut there: Vec<u32> = all.filter(|level| count(*level) > 0.0).collect();
    if variable.by_frequency {
        there.sort_by(|a, b| count(*b).total_cmp(&count(*a)));
    } else {
        match variable.class.order {
            // The order of first occurrence is that of the numbers.
            ClassOrder::Data => {}
            ClassOrder::Internal => {
                there.sort_by(|a, b| levels.level(*a).least.cmp(&levels.level(*b).least));
            }
            ClassOrder::Formatted => {
                there.sort_by(|a, b| levels.level(*a).label.cmp(&levels.level(*b).label));
            }
        }
    }
    if variable.class.descending {
        there.reverse();
    }
    there
}

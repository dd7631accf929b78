//! The effects of a model.

use super::error::GlmError;

/// An effect: class variables crossed with each other and nested within others, times covariates. Variables are
/// identified by their index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The crossed class variables, in the order of the effect: the levels of the last one vary fastest from column to
    /// column.
    pub crossed: Vec<usize>,
    /// The class variables within which those are nested, whose levels vary slowest.
    pub nested: Vec<usize>,
    /// The covariates; one that occurs twice is squared.
    pub covariates: Vec<usize>,
}

impl Effect {
    /// Creates the effect of a class variable.
    pub fn class(class: usize) -> Self {
        Self::crossed(&[class])
    }

    /// Creates the effect of crossed class variables.
    pub fn crossed(classes: &[usize]) -> Self {
        Self {
            crossed: classes.to_vec(),
            ..Self::default()
        }
    }

    /// Creates the effect of a covariate.
    pub fn covariate(covariate: usize) -> Self {
        Self::default().times(covariate)
    }

    /// Nests the effect within a class variable.
    pub fn within(mut self, class: usize) -> Self {
        self.nested.push(class);
        self
    }

    /// Multiplies the effect by a covariate.
    pub fn times(mut self, covariate: usize) -> Self {
        self.covariates.push(covariate);
        self
    }

    /// Returns all its class variables in the order in which their levels vary, the slowest first.
    pub fn classes(&self) -> Vec<usize> {
        self.nested.iter().chain(&self.crossed).copied().collect()
    }

    /// Returns the covariates in ascending order.
    pub(super) fn monomial(&self) -> Vec<usize> {
        let mut covariates = self.covariates.clone();
        covariates.sort_unstable();
        covariates
    }

    /// Returns whether `other` contains this effect: it has the same covariates, and all of its class variables and
    /// others (SAS/STAT, "The Four Types of Estimable Functions").
    pub fn is_contained_in(&self, other: &Self) -> bool {
        let (classes, others) = (self.classes(), other.classes());
        others.len() > classes.len()
            && classes.iter().all(|class| others.contains(class))
            && self.monomial() == other.monomial()
    }
}

/// A model: its effects, and the number of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub(super) classes: usize,
    pub(super) covariates: usize,
    pub(super) intercept: bool,
    pub(super) effects: Vec<Effect>,
    /// The distinct products of covariates in the effects, the empty one first.
    pub(super) monomials: Vec<Vec<usize>>,
    /// The index of the product of each effect.
    pub(super) monomial_of: Vec<usize>,
}

impl Model {
    /// Creates a model of class variables and covariates, with or without an intercept.
    ///
    /// # Errors
    ///
    /// Returns an error if an effect has an index of no variable, or a class variable twice.
    pub fn new(classes: usize, covariates: usize, intercept: bool, effects: Vec<Effect>) -> Result<Self, GlmError> {
        let mut monomials = vec![Vec::new()];
        let mut monomial_of = Vec::with_capacity(effects.len());
        for (place, effect) in effects.iter().enumerate() {
            let of_effect = effect.classes();
            check(place, "class variable", &of_effect, classes)?;
            check(place, "covariate", &effect.covariates, covariates)?;
            for (index, class) in of_effect.iter().enumerate() {
                if of_effect[..index].contains(class) {
                    return Err(GlmError::RepeatedClass {
                        effect: place + 1,
                        index: class + 1,
                    });
                }
            }
            let monomial = effect.monomial();
            let known = monomials.iter().position(|known| *known == monomial);
            monomial_of.push(known.unwrap_or(monomials.len()));
            if known.is_none() {
                monomials.push(monomial);
            }
        }
        Ok(Self {
            classes,
            covariates,
            intercept,
            effects,
            monomials,
            monomial_of,
        })
    }

    /// Returns the effects, in the order of the model.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Returns whether there is an intercept.
    pub fn has_intercept(&self) -> bool {
        self.intercept
    }
}

fn check(effect: usize, kind: &'static str, used: &[usize], count: usize) -> Result<(), GlmError> {
    match used.iter().find(|index| **index >= count) {
        None => Ok(()),
        Some(index) => Err(GlmError::UnknownVariable {
            effect: effect + 1,
            kind,
            index: index + 1,
            count,
        }),
    }
}

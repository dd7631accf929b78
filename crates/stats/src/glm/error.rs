//! Why a model cannot be fitted.

/// What is wrong with a model or with what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GlmError {
    /// An effect names a variable that is not there.
    #[error("effect {effect} of the model has {kind} {index}, but there are only {count}")]
    UnknownVariable {
        /// The place of the effect in the model, from 1.
        effect: usize,
        /// `class variable` or `covariate`.
        kind: &'static str,
        /// The place of the variable, from 1.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A class variable stands twice in one effect.
    #[error("effect {effect} of the model has class variable {index} twice; name it once")]
    RepeatedClass {
        /// The place of the effect in the model, from 1.
        effect: usize,
        /// The place of the variable, from 1.
        index: usize,
    },
    /// An observation has a value that is not a finite number.
    #[error("an observation has an infinite value; leave it out")]
    NotFinite,
    /// The response's squares are beyond what a double holds.
    #[error(
        "the values of the response are too great or too small for their squares; divide or multiply them by a \
         power of ten"
    )]
    Squares,
    /// There is nothing to fit.
    #[error("there are no observations with values for all variables of the model")]
    NoObservations,
    /// More columns than a triangle of them can be kept of.
    #[error(
        "the model has {columns} columns, of which at most {limit} can be fitted; \
         leave out interactions or classes with many levels"
    )]
    TooManyColumns {
        /// Columns of the model.
        columns: usize,
        /// The most that can be fitted.
        limit: usize,
    },
    /// An effect that is not in the model, or that has covariates, has no means.
    #[error(
        "effect {effect} has no least squares means: only effects of class variables in the model have"
    )]
    NoMeans {
        /// The place of the effect, from 1.
        effect: usize,
    },
}

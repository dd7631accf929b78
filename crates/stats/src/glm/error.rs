//! Errors of models.

/// The reason why a model or a result is not available.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GlmError {
    /// An effect has an index of no variable.
    #[error("effect {effect} of the model has {kind} {index}, but there are only {count}")]
    UnknownVariable {
        /// The position of the effect in the model, from 1.
        effect: usize,
        /// `class variable` or `covariate`.
        kind: &'static str,
        /// The position of the variable, from 1.
        index: usize,
        /// The number of variables.
        count: usize,
    },
    /// A class variable occurs twice in one effect.
    #[error("effect {effect} of the model has class variable {index} twice; name it once")]
    RepeatedClass {
        /// The position of the effect in the model, from 1.
        effect: usize,
        /// The position of the variable, from 1.
        index: usize,
    },
    /// An observation has a value that is not a finite number.
    #[error("an observation has an infinite value; leave it out")]
    NotFinite,
    /// The response's squares overflow or underflow.
    #[error(
        "the values of the response are too great or too small for their squares; divide or multiply them by a \
         power of ten"
    )]
    Squares,
    /// There are no observations.
    #[error("there are no observations with values for all variables of the model")]
    NoObservations,
    /// There are too many columns.
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
    #[error("effect {effect} has no least squares means: only effects of class variables in the model have")]
    NoMeans {
        /// The position of the effect, from 1.
        effect: usize,
    },
}

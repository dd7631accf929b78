//! The general linear model with class variables and covariates, in the parametrization of PROC GLM: an
//! intercept and an indicator for each level that occurs, so that there are more columns than can be
//! estimated, and those that depend on earlier ones get the coefficient 0.
//!
//! [`Accumulator`] takes the observations, those of several threads are merged, and the model is fitted when
//! all of them are there:
//!
//! ```
//! use feedrate_stats::glm::{Accumulator, Effect, Model, Observation};
//!
//! // response = group x, where group has the levels 0 and 1.
//! let model = Model::new(1, 1, true, vec![Effect::class(0), Effect::covariate(0)])?;
//! let mut rows = Accumulator::new(model);
//! for (group, x, y) in [(0, 1.0, 3.1), (0, 2.0, 4.9), (1, 1.0, 5.2), (1, 2.0, 6.8), (1, 4.0, 11.1)] {
//!     rows.add(&Observation::new(&[group], &[x], y));
//! }
//! let fit = rows.fit()?;
//! assert_eq!(fit.type_three().len(), 2);
//! assert!(fit.type_three()[1].probability < 0.01);
//! # Ok::<(), feedrate_stats::glm::GlmError>(())
//! ```
//!
//! The observations of one combination of levels are kept as a small triangle over the covariates, for within it every
//! column of the model is a multiple of one of these. So a row costs the same however many levels the classes have, and
//! levels need not be known beforehand.

mod accumulator;
mod cell;
mod columns;
mod contrast;
mod effect;
mod error;
mod f_test;
mod fit;
mod means;
mod tests_of_effects;

#[cfg(test)]
mod tests;

pub use accumulator::{Accumulator, Observation};
pub use columns::Column;
pub use contrast::{Coefficients, Estimate};
pub use effect::{Effect, Model};
pub use error::GlmError;
pub use f_test::Test;
pub use fit::{AnalysisOfVariance, Fit, Parameter, Prediction};
pub use means::{LeastSquaresMean, LeastSquaresMeans};

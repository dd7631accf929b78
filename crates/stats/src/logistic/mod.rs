//! Logistic regression of a response with two or more ordered categories on any number of columns.
//!
//! With categories 0 to J the model is logit P(category ≤ j) = αⱼ + xᵀβ, one intercept for each of the first
//! J categories and the same slopes for all (P. McCullagh, "Regression Models for Ordinal Data", Journal of
//! the Royal Statistical Society B 42, 1980); with two categories this is the usual model of the first. It is
//! fitted by Fisher's scoring, each step of which goes through all observations, so the caller drives it:
//!
//! ```
//! use feedrate_stats::logistic::{Logistic, Options, Progress};
//!
//! let rows = [(1.0, 1), (2.0, 0), (3.0, 1), (4.0, 0), (5.0, 1), (6.0, 0), (7.0, 0)];
//! let mut model = Logistic::new(&[4.0, 3.0], 1, Options::default())?;
//! while model.progress() == Progress::Again {
//!     let mut pass = model.pass();
//!     for (x, category) in rows {
//!         pass.add(&[x], category, 1.0, 1.0);
//!     }
//!     model.end(pass);
//! }
//! assert_eq!(model.progress(), Progress::Converged);
//! assert!(model.fit().unwrap().parameters()[1].estimate > 0.0);
//! # Ok::<(), feedrate_stats::logistic::LogisticError>(())
//! ```
//!
//! Each thread has a [`Pass`] of its own, and they are merged before the pass ends.

mod association;
mod design;
mod fit;
mod iteration;
mod pass;

#[cfg(test)]
mod tests;

pub use association::{Association, Concordance};
pub use design::{ClassCoding, Coding, Design};
pub use fit::{Fit, OddsRatio, Parameter};
pub use iteration::{Logistic, LogisticError, Options, Progress};
pub use pass::Pass;

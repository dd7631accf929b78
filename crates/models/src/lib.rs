//! The procedures of statistical models, in a folder each: correlations, linear and logistic models.
//!
//! | modules | contents |
//! |---|---|
//! | [`PROCEDURES`] | the table of these procedures |
//! | `fault` | their faults |
//! | `levels` | the levels of class variables |
//! | `linear` | code shared by the procedures of linear models |
//! | `number` | numbers in listings |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod corr;
mod fault;
mod glm;
mod levels;
mod linear;
mod logistic;
mod number;
mod reg;
mod ttest;

use feedrate_procedure::Definition;

/// The procedures of this crate, sorted by name. A new one needs a folder, its `mod` and a line here.
pub const PROCEDURES: &[Definition] = &[
    glm::ANOVA,
    corr::DEFINITION,
    glm::DEFINITION,
    logistic::DEFINITION,
    reg::DEFINITION,
    ttest::DEFINITION,
];

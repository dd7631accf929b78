//! A model with everything that its listing shows.

use feedrate_stats::logistic::Fit;

use super::census::{Census, Group};
use super::fitting::FurtherPass;
use super::plan::Plan;
use super::request::Logistic;

/// A model to list.
pub(super) struct ModelListing<'l> {
    pub logistic: &'l Logistic,
    pub census: &'l Census<'l>,
    pub group: &'l Group,
    pub plan: &'l Plan,
    pub fit: &'l Fit,
    pub after: &'l FurtherPass,
    pub line_size: usize,
}

impl ModelListing<'_> {
    /// Returns whether the model has more than intercepts.
    pub(super) fn has_slopes(&self) -> bool {
        self.plan.design.width() > 0
    }
}

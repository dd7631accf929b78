//! A figure that is compared: a time, a rate, or a measure of the study.

use crate::figures::{SECONDS, THROUGHPUT};

/// A figure that is compared between cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The step; empty for the whole run.
    pub step: String,
    /// Its name among the figures.
    pub name: String,
    /// Its unit.
    pub unit: Option<String>,
    /// True if more is better.
    pub higher_is_better: bool,
}

impl Response {
    /// Returns its name for people.
    pub fn title(&self) -> String {
        let what = match self.name.as_str() {
            SECONDS => "time".to_owned(),
            THROUGHPUT => "throughput".to_owned(),
            name => name.replace('_', " "),
        };
        match self.step.is_empty() {
            true => what,
            false => format!("{what} of step {}", self.step),
        }
    }

    /// Returns how much better a value is than another one: above 1 if it is better.
    pub(super) fn gain(&self, value: f64, than: f64) -> f64 {
        if self.higher_is_better {
            value / than
        } else {
            than / value
        }
    }
}

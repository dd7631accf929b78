//! The notes about single data sets, which objects log at once.

use feedrate_values::Severity;

use super::{DataSetMade, DataSetRead};
use crate::environment::log::Log;

/// Notes how many observations of a data set were read.
pub(crate) fn log_one_read(read: &DataSetRead, note: &mut dyn FnMut(&str)) {
    let condition = match &read.condition {
        Some(condition) => format!("\nWHERE {condition};"),
        None => String::new(),
    };
    note(&format!(
        "There were {} observations read from the data set {}.{condition}",
        read.observations, read.name
    ));
}

/// Logs a data set that is complete.
pub(crate) fn log_complete(made: &DataSetMade, log: &mut dyn Log) {
    if let Some(text) = made.compression_disabled() {
        log.message(Severity::Note, &text);
    }
    let size = format!("{} observations and {} variables", made.observations, made.variables);
    log.message(Severity::Note, &format!("The data set {} has {size}.", made.name));
    if let Some(text) = made.compression() {
        log.message(Severity::Note, &text);
    }
}

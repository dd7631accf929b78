//! The notes of a step that are known before it runs.

use std::collections::BTreeSet;

use feedrate_program::{DataStep, Site, StaticNote};
use feedrate_values::Severity;

use super::notes::{in_lines, place};
use crate::environment::log::Log;

/// Logs the notes that are known before the step runs.
pub fn log_static_notes(step: &DataStep, log: &mut dyn Log) {
    let mut conversions = Vec::new();
    for (from, to, is_to_number) in [("Character", "numeric", true), ("Numeric", "character", false)] {
        let sites = step.notes.iter().filter_map(|note| match note {
            StaticNote::TextToNumber(site) if is_to_number => Some(site),
            StaticNote::NumberToText(site) if !is_to_number => Some(site),
            _ => None,
        });
        let sites = sites.filter_map(|site| step.sites.get(site.0 as usize).copied());
        let places = sites.collect::<BTreeSet<Site>>();
        if let Some(&first) = places.first() {
            let places: Vec<String> = places.into_iter().map(place).collect();
            let text = format!(
                "{from} values have been converted to {to} values at the places given by: \
                 (Line):(Column).\n{}",
                in_lines(&places)
            );
            conversions.push((first, text));
        }
    }
    // The kind of conversion that comes first in the program is noted first.
    conversions.sort();
    for (_, text) in conversions {
        log.message(Severity::Note, &text);
    }
    for note in &step.notes {
        if let StaticNote::Uninitialized(name) = note {
            log.message(Severity::Note, &format!("Variable {name} is uninitialized."));
        }
    }
}

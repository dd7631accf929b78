//! The notes of a step that are known before it runs.

use std::collections::BTreeSet;

use feedrate_program::{DataStep, Site, SiteId, StaticNote};
use feedrate_values::Severity;

use super::notes::{in_lines, place};
use crate::environment::log::Log;

/// Logs the notes that are known before the step runs.
pub fn log_static_notes(step: &DataStep, log: &mut dyn Log) {
    let places = |wanted: fn(&StaticNote) -> Option<SiteId>| -> Vec<String> {
        let sites = step.notes.iter().filter_map(wanted);
        let sites = sites.filter_map(|site| step.sites.get(site.0 as usize).copied());
        sites.collect::<BTreeSet<Site>>().into_iter().map(place).collect()
    };
    for (from, to, wanted) in [
        (
            "Character",
            "numeric",
            text_to_number as fn(&StaticNote) -> Option<SiteId>,
        ),
        ("Numeric", "character", number_to_text),
    ] {
        let places = places(wanted);
        if !places.is_empty() {
            let text = format!(
                "{from} values have been converted to {to} values at the places given by: \
                 (Line):(Column).\n{}",
                in_lines(&places)
            );
            log.message(Severity::Note, &text);
        }
    }
    for note in &step.notes {
        if let StaticNote::Uninitialized(name) = note {
            log.message(Severity::Note, &format!("Variable {name} is uninitialized."));
        }
    }
}

fn text_to_number(note: &StaticNote) -> Option<SiteId> {
    match note {
        StaticNote::TextToNumber(site) => Some(*site),
        _ => None,
    }
}

fn number_to_text(note: &StaticNote) -> Option<SiteId> {
    match note {
        StaticNote::NumberToText(site) => Some(*site),
        _ => None,
    }
}

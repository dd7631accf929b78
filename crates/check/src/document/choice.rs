//! The certainty of the chosen settings.

use feedrate_document::{Facts, format};

use crate::findings::SearchResult;
use crate::options::Effort;
use crate::result::FolderResult;

/// The share of the resamples from which on a choice is sure.
const SURE: f64 = 0.95;

/// Returns for each discipline which settings are equal, which of them was chosen, and how sure that is; `None` if no
/// search came to a choice.
pub(super) fn of(folder: &FolderResult, effort: Effort) -> Option<Facts> {
    let mut facts = Facts::new();
    let mut is_empty = true;
    for searched in &folder.findings.searched {
        if let Some(text) = describe(searched, effort) {
            facts.push(format!("Choice, {}", searched.discipline.name()), text);
            is_empty = false;
        }
    }
    (!is_empty).then_some(facts)
}

/// Returns in a few words whether a search is sure of its choice.
pub(super) fn in_short(searched: &SearchResult) -> String {
    match searched.certainty {
        Some(certainty) => of_100(certainty.within_tolerance),
        None => "unknown".to_owned(),
    }
}

/// Returns a share as a count. It is not rounded up, so that what is not sure does not look like it.
fn of_100(share: f64) -> String {
    // A share such as 0.29 is a little less as a binary number.
    format!("{:.0} of 100", (100.0 * share + 1e-9).floor())
}

fn describe(searched: &SearchResult, effort: Effort) -> Option<String> {
    let choice = searched.choice?;
    let buffers = format::size(choice.cost());
    let tolerance = format::percent(searched.tolerance);
    let Some(certainty) = searched.certainty else {
        return Some(format!(
            "{} ({buffers} of buffers for each file) was the fastest. The rounds of the search were too few to say \
             which others are equal to it, and how sure that is.",
            choice.label()
        ));
    };
    let labels: Vec<_> = searched.equal.iter().map(|setting| setting.label()).collect();
    let which = match labels.len() {
        0 | 1 => format!(
            "{} ({buffers} of buffers for each file). No other is known to be equal to it within {tolerance}.",
            choice.label()
        ),
        number => format!(
            "These {number} are equal within {tolerance}: {}. The cheapest of them is {} ({buffers} of buffers for \
             each file).",
            labels.join("; "),
            choice.label()
        ),
    };
    let sure = match (certainty.within_tolerance >= SURE, effort) {
        (true, _) => "",
        (false, Effort::Thorough) => " That is not sure: repeat on a quiet machine.",
        (false, _) => " That is not sure: repeat with --thorough, on a quiet machine.",
    };
    Some(format!(
        "{which} Resampling the {} rounds found it within {tolerance} of the best in {}, at {:.2} to {:.2} of the best \
         rate, and chose it in {}.{sure}",
        certainty.rounds,
        of_100(certainty.within_tolerance),
        certainty.of_best.low,
        certainty.of_best.high,
        of_100(certainty.same_choice),
    ))
}

#[cfg(test)]
mod tests {
    use feedrate_pageio::Discipline;
    use feedrate_stats::{Certainty, Interval};

    use super::*;
    use crate::setting::Setting;

    fn searched(equal: &[Setting], within: Option<f64>) -> SearchResult {
        SearchResult {
            discipline: Discipline::AsSas,
            choice: equal.last().copied(),
            equal: equal.to_vec(),
            tolerance: 0.03,
            certainty: within.map(|within_tolerance| Certainty {
                rounds: 23,
                within_tolerance,
                same_choice: 0.64,
                of_best: Interval { low: 0.968, high: 1.0 },
            }),
            trials: 140,
            ranking: Vec::new(),
        }
    }

    const LARGE: Setting = Setting::direct_as_sas(1 << 20, 9);
    const SMALL: Setting = Setting::direct_as_sas(64 << 10, 17);

    #[test]
    fn equal_settings_are_named_with_the_cheapest_of_them() {
        insta::assert_snapshot!(describe(&searched(&[LARGE, SMALL], Some(0.97)), Effort::Normal).unwrap());
    }

    #[test]
    fn a_choice_that_is_not_sure_says_so() {
        let shown = describe(&searched(&[SMALL], Some(0.8)), Effort::Quick).unwrap();
        assert!(shown.contains("No other is known"), "{shown}");
        assert!(shown.contains("That is not sure"), "{shown}");
        assert!(shown.contains("repeat with --thorough"), "{shown}");
        let thorough = describe(&searched(&[SMALL], Some(0.949)), Effort::Thorough).unwrap();
        assert!(thorough.contains("of the best in 94 of 100"), "{thorough}");
        assert!(thorough.contains("repeat on a quiet"), "{thorough}");
        assert_eq!((of_100(0.29), of_100(0.95)), ("29 of 100".into(), "95 of 100".into()));
        let few = describe(&searched(&[SMALL], None), Effort::Normal).unwrap();
        assert!(few.contains("too few"), "{few}");
        assert_eq!(describe(&searched(&[], None), Effort::Normal), None);
        assert_eq!(in_short(&searched(&[SMALL], Some(0.8))), "80 of 100");
    }
}

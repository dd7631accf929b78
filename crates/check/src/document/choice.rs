//! The certainty of the chosen settings.

use feedrate_document::{Facts, format};

use crate::findings::SearchResult;
use crate::options::Effort;
use crate::result::FolderResult;
use crate::setting::Setting;

/// The share of the resamples from which on a choice is sure.
const SURE: f64 = 0.95;

/// Returns for each discipline which settings are equal and which of them was chosen, and at last how sure that is;
/// `None` if no search came to a choice.
pub(super) fn of(folder: &FolderResult, effort: Effort) -> Option<Facts> {
    let searched = &folder.findings.searched;
    let mut facts = Facts::new();
    for searched in searched {
        if let Some(text) = describe(searched) {
            facts.push(format!("Choice, {}", searched.discipline.name()), text);
        }
    }
    if facts.entries.is_empty() {
        return None;
    }
    if let Some(text) = doubts(searched, effort) {
        facts.push("How sure", text);
    }
    Some(facts)
}

/// Returns how sure a search is of its choice, if that is this setting.
pub(super) fn in_a_sentence(searched: &SearchResult, setting: Setting) -> Option<String> {
    let certainty = searched.certainty.filter(|_| searched.choice == Some(setting))?;
    Some(format!(
        "The setting was within {} of the best in {} resamples of the search.",
        format::percent(searched.tolerance),
        of_100(certainty.within_tolerance)
    ))
}

/// Returns in a few words whether a search is sure of its choice.
pub(super) fn in_short(searched: &SearchResult) -> String {
    match searched.certainty {
        _ if searched.doubts.iter().any(|doubt| doubt.is_of_others()) => "undecided".to_owned(),
        Some(certainty) => of_100(certainty.within_tolerance),
        None => "unknown".to_owned(),
    }
}

/// Returns a share as a count. It is not rounded up, so that what is not sure does not look like it.
fn of_100(share: f64) -> String {
    // A share such as 0.29 is a little less as a binary number.
    format!("{:.0} of 100", (100.0 * share + 1e-9).floor())
}

fn describe(searched: &SearchResult) -> Option<String> {
    let choice = searched.choice?;
    let chosen = format!(
        "{} ({} of buffers for each file)",
        choice.label(),
        format::size(choice.cost())
    );
    let tolerance = format::percent(searched.tolerance);
    let Some(certainty) = searched.certainty else {
        return Some(format!("{chosen} was the fastest."));
    };
    let labels: Vec<_> = searched.equal.iter().map(|setting| setting.label()).collect();
    let which = match labels.len() {
        0 | 1 => format!("{chosen}. No other is known to be equal to it within {tolerance}."),
        number => format!(
            "{chosen}, the cheapest of {number} that are equal within {tolerance}: {}.",
            labels.join("; ")
        ),
    };
    Some(format!(
        "{which} In {} rounds, resampled: within {tolerance} of the best in {}, at {:.2} to {:.2} of the best rate; \
         the same choice in {}.",
        certainty.rounds,
        of_100(certainty.within_tolerance),
        certainty.of_best.low,
        certainty.of_best.high,
        of_100(certainty.same_choice),
    ))
}

/// Returns what is not sure of the choices, and what would tell; `None` if all are sure.
fn doubts(searched: &[SearchResult], effort: Effort) -> Option<String> {
    let chosen = || searched.iter().filter(|searched| searched.choice.is_some());
    let names = |is_meant: &dyn Fn(&SearchResult) -> bool| {
        let names: Vec<_> = chosen()
            .filter(|it| is_meant(it))
            .map(|it| it.discipline.name())
            .collect();
        (!names.is_empty()).then(|| names.join(" and "))
    };
    let unknown = names(&|searched| searched.certainty.is_none());
    let unsure = names(&|searched| searched.certainty.is_some_and(|it| it.within_tolerance < SURE));
    let again = match effort {
        Effort::Thorough => "repeat on a quiet machine",
        _ => "repeat with --thorough, on a quiet machine",
    };
    let unknown = unknown.map(|names| {
        format!(
            "The rounds of the search {names} were too few to say which others are equal to the fastest, and how sure \
             that is."
        )
    });
    let unsure = unsure.map(|names| format!("The choice {names} is not sure: {again}."));
    let sentences: Vec<String> = unknown.into_iter().chain(unsure).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

#[cfg(test)]
mod tests {
    use feedrate_pageio::Discipline;
    use feedrate_stats::{Certainty, Interval};

    use super::*;

    fn searched(equal: &[Setting], within: Option<f64>) -> SearchResult {
        SearchResult {
            discipline: Discipline::AsSas,
            choice: equal.last().copied(),
            equal: equal.to_vec(),
            tolerance: 0.03,
            possible: Vec::new(),
            doubts: Vec::new(),
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
        insta::assert_snapshot!(describe(&searched(&[LARGE, SMALL], Some(0.97))).unwrap());
    }

    #[test]
    fn a_choice_that_is_not_sure_says_so_once() {
        let doubts = |shares: [Option<f64>; 2], effort| {
            let searched = shares.map(|within| searched(&[SMALL], within));
            super::doubts(&searched, effort)
        };
        let shown = describe(&searched(&[SMALL], Some(0.8))).unwrap();
        assert!(shown.contains("No other is known"), "{shown}");
        let quick = doubts([Some(0.8), Some(0.97)], Effort::Quick).unwrap();
        assert_eq!(
            quick,
            "The choice as SAS is not sure: repeat with --thorough, on a quiet machine."
        );
        let thorough = doubts([Some(0.949), Some(0.1)], Effort::Thorough).unwrap();
        assert_eq!(
            thorough,
            "The choice as SAS and as SAS is not sure: repeat on a quiet machine."
        );
        let few = doubts([None, None], Effort::Normal).unwrap();
        assert_eq!(few.matches("too few").count(), 1, "{few}");
        assert_eq!(doubts([Some(0.95), Some(1.0)], Effort::Quick), None);
    }

    #[test]
    fn shares_are_not_rounded_up() {
        let shown = describe(&searched(&[SMALL], Some(0.949))).unwrap();
        assert!(shown.contains("of the best in 94 of 100"), "{shown}");
        assert_eq!((of_100(0.29), of_100(0.95)), ("29 of 100".into(), "95 of 100".into()));
        assert_eq!(describe(&searched(&[], None)), None);
        assert_eq!(in_short(&searched(&[SMALL], Some(0.8))), "80 of 100");
    }

    #[test]
    fn the_sentence_is_of_the_setting_that_was_chosen() {
        let searched = searched(&[SMALL], Some(0.8));
        let said = in_a_sentence(&searched, SMALL).unwrap();
        assert_eq!(
            said,
            "The setting was within 3 % of the best in 80 of 100 resamples of the search."
        );
        assert_eq!(in_a_sentence(&searched, LARGE), None);
    }
}

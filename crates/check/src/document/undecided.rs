//! The sentence on a choice of settings that is undecided: who was busy, and which settings are not told apart.

use feedrate_document::format;

use crate::disturbance::Disturbance;
use crate::doubt::Doubt;
use crate::findings::{Findings, SearchResult};

/// The most settings that are named.
const MOST_NAMED: usize = 6;

/// Returns it; `None` if each search is sure of its choice.
pub(super) fn of(findings: &Findings) -> Option<String> {
    let searches: Vec<&SearchResult> = findings.undecided().collect();
    if searches.is_empty() {
        return None;
    }
    let usual = Disturbance::default();
    let others = findings.disturbance.as_ref().unwrap_or(&usual);
    let doubts = [
        Doubt::NotTried,
        Doubt::NotRepeated,
        Doubt::Processors,
        Doubt::Device,
        Doubt::Memory,
        Doubt::FewRounds,
        Doubt::Alike,
    ];
    let reasons = doubts
        .into_iter()
        .filter(|doubt| searches.iter().any(|it| it.doubts.contains(doubt)));
    let reasons: Vec<String> = reasons.map(|doubt| reason(doubt, others)).collect();
    let apart: Vec<String> = searches.iter().map(|search| not_told_apart(search, findings)).collect();
    let apart = capitalized(&apart.join("; "));
    Some(format!(
        "The choice of the setting is undecided: {}. {}. Measure again when {}.",
        reasons.join("; "),
        apart,
        match searches
            .iter()
            .flat_map(|it| &it.doubts)
            .any(|doubt| doubt.is_of_others())
        {
            true => "they are idle",
            false => "there is more time, on a quiet machine",
        }
    ))
}

/// Returns a sentence with a large first letter.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn reason(doubt: Doubt, others: &Disturbance) -> String {
    match doubt {
        Doubt::NotTried => "a search ended before any of its settings was tried".to_owned(),
        Doubt::NotRepeated => "the check ended before its choice was repeated".to_owned(),
        Doubt::Processors => format!("during the search, {}", processors(others)),
        Doubt::Device => device(others),
        Doubt::Memory => "the hypervisor did not give memory back in time for cached settings".to_owned(),
        Doubt::FewRounds => "there was time for too few rounds".to_owned(),
        Doubt::Alike => "the rounds differ too much to tell the best".to_owned(),
    }
}

/// Returns what others had of the processors, and who they were.
pub(super) fn processors(others: &Disturbance) -> String {
    let share = others.processor_share.unwrap_or(0.0);
    let mut names: Vec<String> = others.programs.clone();
    if others.stolen_share.is_some_and(|stolen| stolen > share / 2.0) {
        names.insert(0, "the hypervisor".to_owned());
    }
    let who = match names.is_empty() {
        true => String::new(),
        false => format!(" ({})", names.join(", ")),
    };
    format!("others{who} had {} of the processors", format::percent(share))
}

fn device(others: &Disturbance) -> String {
    let read = others.device_read_share.unwrap_or(0.0);
    let written = others.device_write_share.unwrap_or(0.0);
    match others.device_share_before.filter(|before| *before > read) {
        Some(before) => format!(
            "others moved {} of its rate on the device before it",
            format::percent(before)
        ),
        None => format!(
            "others read {} of its bytes from the device, and wrote {} of what it wrote",
            format::percent(read),
            format::percent(written)
        ),
    }
}

/// Returns the settings among which a search cannot choose, the recommended one included, or the one that was ahead.
fn not_told_apart(search: &SearchResult, findings: &Findings) -> String {
    let Some(choice) = search.choice else {
        return format!("no setting was tried, {}", search.discipline.name());
    };
    let mut possible = search.possible.clone();
    let recommended = findings.for_sas().map(|measured| measured.setting);
    let recommended = recommended.filter(|it| it.discipline == search.discipline && *it != choice);
    if let Some(recommended) = recommended {
        possible.retain(|it| *it != recommended);
        possible.insert(0, recommended);
        if !possible.contains(&choice) {
            possible.insert(1, choice);
        }
    }
    if possible.len() <= 1 {
        return format!("{} was ahead, {}", choice.label(), search.discipline.name());
    }
    let mut labels: Vec<String> = possible.iter().map(|setting| setting.label()).collect();
    let more = labels.len().saturating_sub(MOST_NAMED);
    labels.truncate(MOST_NAMED);
    let more = match more {
        0 => String::new(),
        more => format!(" and {} more", format::count(more as u64)),
    };
    format!(
        "not told apart, {}: {}{more}",
        search.discipline.name(),
        labels.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use feedrate_pageio::Discipline;

    use super::*;
    use crate::search::{Search, TrialOutcome};
    use crate::setting::Setting;
    use crate::trial::Pattern;

    fn findings(doubts: &[Doubt], others: Disturbance) -> Findings {
        let possible: Vec<Setting> = (12..20).map(|shift| Setting::cached_as_sas(1 << shift)).collect();
        Findings {
            searched: vec![SearchResult {
                discipline: Discipline::AsSas,
                choice: possible.first().copied(),
                equal: Vec::new(),
                tolerance: 0.03,
                possible,
                doubts: doubts.to_vec(),
                certainty: None,
                trials: 90,
                ranking: Vec::new(),
            }],
            disturbance: Some(others),
            ..Findings::default()
        }
    }

    #[test]
    fn who_was_busy_is_named_with_the_settings_that_are_not_told_apart() {
        let busy = Disturbance {
            processor_share: Some(0.45),
            stolen_share: Some(0.3),
            programs: vec!["rustc".to_owned(), "make".to_owned()],
            device_read_share: Some(0.5),
            device_write_share: Some(0.25),
            ..Disturbance::default()
        };
        let shown = of(&findings(&[Doubt::Processors, Doubt::Device, Doubt::Alike], busy)).unwrap();
        insta::assert_snapshot!(shown);
        let few = of(&findings(&[Doubt::FewRounds], Disturbance::default())).unwrap();
        assert!(
            few.contains("too few rounds") && few.ends_with("on a quiet machine."),
            "{few}"
        );
        assert_eq!(of(&findings(&[], Disturbance::default())), None);
    }

    #[test]
    fn the_recommended_setting_is_among_those_that_are_not_told_apart() {
        let direct = Setting::direct_as_sas(1 << 20, 17);
        let mut found = findings(&[Doubt::FewRounds], Disturbance::default());
        found.searched[0].possible = vec![direct];
        found.searched[0].choice = Some(direct);
        assert!(of(&found).unwrap().contains("Direct 1M x 17 was ahead, as SAS."));
        let measured = |setting, rate| crate::testing::measured(Pattern::Mixed, setting, 2, &[rate], 0.1);
        found.confirmed = vec![measured(Setting::SAS_DEFAULT, 101.0), measured(direct, 100.0)];
        let shown = of(&found).unwrap();
        assert!(
            shown.contains("Not told apart, as SAS: cached 64K, direct 1M x 17."),
            "{shown}"
        );
    }

    #[test]
    fn a_search_that_tried_nothing_is_told() {
        let settings: Vec<Setting> = (12..20)
            .map(|shift| Setting::direct_overlapped(1 << shift, 1, 8))
            .collect();
        let mut search = Search::new(settings, 30, 1);
        let past = std::time::Instant::now();
        let goes_on = search.round::<()>(Some(past), |_| unreachable!("there is no time"));
        assert_eq!(goes_on, Ok(false));
        search.end();
        let mut found = findings(&[], Disturbance::default());
        let untried = SearchResult::of(Discipline::Overlapped, &search, &Disturbance::default());
        assert_eq!((untried.trials, untried.choice), (0, None));
        found.searched.push(untried);
        let shown = of(&found).unwrap();
        assert!(
            shown.contains("a search ended before any of its settings was tried. No setting was tried, overlapped.")
        );
        let mut stopped = findings(&[], Disturbance::default());
        stopped.doubt_what_was_not_repeated();
        let shown = of(&stopped).unwrap();
        assert!(
            shown.contains("the check ended before its choice was repeated"),
            "{shown}"
        );
    }

    #[test]
    fn settings_that_cannot_be_used_are_no_doubt() {
        let mut search = Search::new(vec![Setting::direct_overlapped(1 << 20, 1, 8)], 30, 1);
        while search.round::<()>(None, |_| Ok(TrialOutcome::Unusable)).unwrap() {}
        search.end();
        let found = SearchResult::of(Discipline::Overlapped, &search, &Disturbance::default());
        assert_eq!((found.choice, found.doubts), (None, Vec::new()));
    }
}

//! The results of a search after which nothing was repeated any more, because the check ended early.

use feedrate_document::{Block, Column, Outcome, Table, Verdict, format};

use super::words::{interval, mb};
use crate::findings::SearchResult;
use crate::result::{CheckResult, FolderResult};
use crate::search::RankedSetting;

/// The most settings of a table.
const MOST_ROWS: usize = 10;

/// Returns the best of the search with its interval, and the settings that lead; nothing if there is a verdict, or if
/// nothing was measured.
pub(super) fn of(folder: &FolderResult, result: &CheckResult) -> Vec<Block> {
    let searched: Vec<_> = folder
        .findings
        .searched
        .iter()
        .filter(|it| it.choice.is_some())
        .collect();
    if folder.verdict.is_some() || searched.is_empty() {
        return Vec::new();
    }
    let best = searched.iter().filter_map(|search| leader(search));
    let best = best.max_by(|one, other| rate(one).total_cmp(&rate(other)));
    let verdict = best.map(|best| Block::Verdict(verdict(best, &searched, result)));
    let tables = searched.iter().map(|search| Block::Table(table(search)));
    verdict.into_iter().chain(tables).collect()
}

/// Returns the standing of the chosen setting.
fn leader(search: &SearchResult) -> Option<&RankedSetting> {
    search
        .ranking
        .iter()
        .find(|ranked| Some(ranked.setting) == search.choice)
}

fn rate(ranked: &RankedSetting) -> f64 {
    ranked.megabytes_per_second.unwrap_or(0.0)
}

fn verdict(best: &RankedSetting, searched: &[&SearchResult], result: &CheckResult) -> Verdict {
    let cores = result.cores_to_feed.max(1) as f64;
    let headline = format!(
        "{} per physical core so far, {} required",
        mb(rate(best) / cores),
        mb(result.verdict.require_mb_per_core)
    );
    let sure = match best.megabytes_per_second_interval {
        Some(of_all) => format!(
            "95 % interval {} per core, of {} short trials",
            format::interval(&format::number(of_all.low / cores), &mb(of_all.high / cores)),
            best.rounds
        ),
        None => format!("of {} short trials, too few for an interval", best.rounds),
    };
    let ahead: Vec<String> = searched
        .iter()
        .filter_map(|search| Some(format!("{}: {}", search.discipline.name(), search.choice?.label())))
        .collect();
    Verdict::new(Outcome::Undecided, headline)
        .line(format!(
            "Unfinished: the search had not ended, and nothing was repeated; {sure}."
        ))
        .line(format!("Ahead so far, {}.", ahead.join("; ")))
}

fn table(search: &SearchResult) -> Table {
    let mut table = Table::new([
        Column::left("Setting"),
        Column::right("Median").unit("MB/s"),
        Column::right("95 % interval").unit("MB/s"),
        Column::right("Of best"),
        Column::right("95 % interval"),
        Column::right("Rounds"),
    ])
    .title(format!("Search {}, so far", search.discipline.name()));
    let measured = search
        .ranking
        .iter()
        .filter(|ranked| ranked.megabytes_per_second.is_some());
    for ranked in measured.take(MOST_ROWS) {
        let of_best = ranked.interval.map_or_else(
            || format::NOT_AVAILABLE.to_owned(),
            |it| format::interval(&format!("{:.2}", it.low), &format!("{:.2}", it.high)),
        );
        let cells = [
            ranked.setting.label(),
            format::number(rate(ranked)),
            interval(ranked.megabytes_per_second_interval),
            ranked
                .ratio
                .map_or_else(|| format::NOT_AVAILABLE.to_owned(), |it| format!("{it:.2}")),
            of_best,
            ranked.rounds.to_string(),
        ];
        table.push(cells, Some(ranked.setting) == search.choice);
    }
    table.caption("Trials of the search are short, and those of settings that left it are of other moments.")
}

#[cfg(test)]
mod tests {
    use feedrate_document::text;
    use feedrate_pageio::Discipline;

    use crate::disturbance::Disturbance;
    use crate::document::document;
    use crate::findings::{Findings, SearchResult};
    use crate::options::Options;
    use crate::phase::Phase;
    use crate::search::{Search, TrialOutcome};
    use crate::setting::Setting;
    use crate::testing;

    /// A search of so many rounds, and some trials of the next, among settings that get more with larger pages.
    fn searched(rounds: usize) -> SearchResult {
        let settings: Vec<Setting> = (14..20).map(|shift| Setting::cached_as_sas(1 << shift)).collect();
        let number = settings.len();
        let mut search = Search::new(settings, 30, 1);
        let mut trials = 0;
        let mut goes_on = true;
        while goes_on {
            let tried = search.round::<()>(None, |setting| {
                trials += 1;
                if trials > rounds * number + 2 {
                    return Ok(TrialOutcome::Stopped);
                }
                let noise = 1.0 + 0.001 * (trials % 7) as f64;
                Ok(TrialOutcome::Rate(100.0 * noise * (setting.page as f64).log2()))
            });
            goes_on = tried.unwrap();
        }
        search.end();
        SearchResult::of(Discipline::AsSas, &search, &Disturbance::default())
    }

    fn shown(rounds: usize) -> String {
        let options = Options::new(vec!["/data".into()]);
        let machine = testing::machine(2);
        let mut folder = testing::folder(&machine, &options, &[], (1.0, 1.0));
        folder.findings = Findings {
            searched: vec![searched(rounds)],
            ..Findings::default()
        };
        folder.judge(&options, &machine);
        let mut result = testing::result(machine, options, vec![folder]);
        result.complete = false;
        result.ended_in = Some(Phase::Search);
        let shown = text::render(&document(&result), &text::TextOptions::default());
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        shown
    }

    #[test]
    fn a_search_that_is_stopped_has_its_best_with_intervals() {
        let shown = shown(9);
        let end = shown.find("Conditions").unwrap();
        insta::assert_snapshot!(&shown[..end]);
    }

    #[test]
    fn a_first_round_that_is_stopped_has_what_was_tried() {
        let shown = shown(0);
        assert!(shown.contains("Ahead so far, as SAS: cached"), "{shown}");
        assert!(shown.contains("too few for an interval"), "{shown}");
    }
}

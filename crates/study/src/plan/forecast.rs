//! The time of a study before its own runs tell it: from what its runs last, from the runs of the same study at another
//! size, or from the bytes that it moves.

use std::collections::BTreeMap;
use std::path::PathBuf;

use feedrate_stats::Summary;

use super::Plan;
use crate::definition::{Space, Study};
use crate::store::Run;

/// The time of all runs, with what it is known from. Preparations are not in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Forecast {
    /// The runs last as long as they are set to.
    Lasting {
        /// The time of all.
        seconds: f64,
    },
    /// By runs of the same study at another size: in proportion to the bytes that they move.
    Scaled {
        /// The time of all.
        seconds: f64,
        /// The largest run as a multiple of the largest of those, by the bytes that they move.
        multiple: f64,
        /// The store of those runs.
        store: PathBuf,
    },
    /// Nothing was measured yet.
    Moved {
        /// The bytes that all runs move.
        bytes: f64,
    },
}

/// Runs of a study at another size.
#[derive(Clone, Debug)]
pub struct SmallRuns {
    /// Their store.
    pub store: PathBuf,
    /// The values of the parameters with which they were made.
    pub parameters: BTreeMap<String, String>,
    /// The runs.
    pub runs: Vec<Run>,
}

/// A run at another size, and what it tells.
struct KnownRun<'a> {
    levels: &'a BTreeMap<String, String>,
    moved: f64,
    seconds: f64,
}

impl Forecast {
    /// Returns the time of the runs of a plan; `None` if the study says neither what they move nor how long they last.
    pub fn of(study: &Study, plan: &Plan, small: Option<&SmallRuns>) -> Option<Self> {
        let blocks = plan.blocks.len() as f64;
        let sum = |product: &Space| {
            let cells = plan.cells.iter().map(|cell| product.bytes(&study.values(cell)));
            let all: Result<Vec<u64>, String> = cells.collect();
            Some(all.ok()?.iter().map(|&bytes| bytes as f64).sum::<f64>() * blocks)
        };
        if let Some(lasts) = &study.lasts {
            return Some(Self::Lasting { seconds: sum(lasts)? });
        }
        let moves = study.moves.as_ref()?;
        let scaled = small.and_then(|small| {
            let known = known(moves, small);
            let cells = plan.cells.iter().map(|cell| seconds(study, cell, moves, &known));
            let seconds: Option<Vec<f64>> = cells.collect();
            let bytes = plan.cells.iter().map(|cell| moves.bytes(&study.values(cell)));
            let largest = bytes.flatten().max().unwrap_or(0) as f64;
            let of_those = known.iter().map(|run| run.moved).fold(0.0, f64::max);
            Some(Self::Scaled {
                seconds: seconds?.iter().sum::<f64>() * blocks,
                multiple: largest / of_those,
                store: small.store.clone(),
            })
        });
        scaled.or_else(|| Some(Self::Moved { bytes: sum(moves)? }))
    }
}

/// Returns what runs at another size tell.
fn known<'a>(moves: &Space, small: &'a SmallRuns) -> Vec<KnownRun<'a>> {
    let runs = small.runs.iter().filter(|run| run.failure.is_none());
    runs.filter_map(|run| {
        let levels = run.levels.iter().map(|(name, level)| (name.clone(), level.clone()));
        let values = small.parameters.clone().into_iter().chain(levels).collect();
        let moved = moves.bytes(&values).ok().filter(|&bytes| bytes > 0)? as f64;
        Some(KnownRun {
            levels: &run.levels,
            moved,
            seconds: run.seconds,
        })
    })
    .collect()
}

/// Returns the seconds of a run of a cell by the runs that share most levels with it.
///
/// Of several sizes, the line through the medians of the least and of the greatest tells, so that the start of each run
/// is not multiplied; of one size, and where that line does not rise, the time is in proportion to the bytes.
fn seconds(study: &Study, cell: &[usize], moves: &Space, known: &[KnownRun<'_>]) -> Option<f64> {
    let levels = study.levels(cell);
    let shared = |run: &KnownRun<'_>| {
        let is_shared = |(name, level): &&(String, String)| run.levels.get(name) == Some(level);
        levels.iter().filter(is_shared).count()
    };
    let most = known.iter().map(shared).max()?;
    let close: Vec<&KnownRun<'_>> = known.iter().filter(|run| shared(run) == most).collect();
    let sizes = close.iter().map(|run| run.moved);
    let (least, greatest) = (sizes.clone().fold(f64::MAX, f64::min), sizes.fold(0.0, f64::max));
    let median = |moved: f64| {
        let of_size = close.iter().filter(|run| run.moved == moved);
        let seconds: Vec<f64> = of_size.map(|run| run.seconds).collect();
        Some(Summary::of(&seconds)?.median)
    };
    let (low, high) = (median(least)?, median(greatest)?);
    let bytes = moves.bytes(&study.values(cell)).ok()? as f64;
    let line = high + (high - low) / (greatest - least) * (bytes - greatest);
    match high > low && bytes > greatest && line.is_finite() {
        true => Some(line),
        false => Some(bytes / greatest * high),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use feedrate_document::text;

    use super::super::{Block, document};
    use super::*;
    use crate::definition::Overrides;

    const STUDY: &str = r#"
title = "Sizes"
source = "table 1 of \"A paper\" (2004)"
repeats = 2
moves = "10000000 * {size}"
[run]
command = ["run", "{method}", "{size}"]
[[factor]]
name = "method"
levels = ["cached", "direct"]
[[factor]]
name = "size"
levels = [16, 64]
[published_size]
levels = { size = [1000, 4000] }
"#;

    fn study(text: &str) -> Study {
        let overrides = Overrides {
            is_published_size: true,
            ..Overrides::default()
        };
        Study::parse(Path::new("s.toml"), text, &overrides).unwrap()
    }

    fn run(method: &str, size: &str, seconds: f64, failure: Option<&str>) -> Run {
        let levels = [("method", method), ("size", size)];
        Run {
            id: 1,
            levels: levels.map(|(name, level)| (name.to_owned(), level.to_owned())).into(),
            machine: 1,
            block: Block {
                is_warm_up: false,
                number: 1,
            },
            position: 1,
            started_at: String::new(),
            seconds,
            failure: failure.map(str::to_owned),
            notes: Vec::new(),
            figures: Vec::new(),
        }
    }

    fn small(runs: Vec<Run>) -> SmallRuns {
        SmallRuns {
            store: "s.feedrate".into(),
            parameters: BTreeMap::new(),
            runs,
        }
    }

    #[test]
    fn larger_runs_take_as_long_by_the_byte_as_small_ones_of_their_setting() {
        let study = study(STUDY);
        let plan = Plan::of(&study).unwrap();
        let runs = small(vec![
            run("cached", "16", 160.0, None),
            run("cached", "64", 64.0, None),
            run("cached", "64", 66.0, None),
            run("cached", "64", 62.0, None),
            run("direct", "64", 32.0, None),
            run("direct", "64", 1.0, Some("it failed")),
        ]);
        // 1 s for each of 5000 of cached, half of that for direct; twice.
        let Some(Forecast::Scaled { seconds, .. }) = Forecast::of(&study, &plan, Some(&runs)) else {
            panic!("it is not scaled");
        };
        assert!((seconds - 15_000.0).abs() < 1e-6, "{seconds}");
        // Without a run of the setting, those of another one tell.
        let others = small(vec![run("cached", "64", 64.0, None)]);
        let Some(Forecast::Scaled { seconds, .. }) = Forecast::of(&study, &plan, Some(&others)) else {
            panic!("it is not scaled");
        };
        assert!((seconds - 20_000.0).abs() < 1e-6, "{seconds}");
        // 10 s of each run are not multiplied.
        let two = small(vec![run("cached", "16", 26.0, None), run("cached", "64", 74.0, None)]);
        let Some(Forecast::Scaled { seconds, .. }) = Forecast::of(&study, &plan, Some(&two)) else {
            panic!("it is not scaled");
        };
        assert!((seconds - 20_080.0).abs() < 1e-6, "{seconds}");
        let none = Forecast::of(&study, &plan, Some(&small(Vec::new())));
        assert_eq!(none, Some(Forecast::Moved { bytes: 2e11 }));
    }

    #[test]
    fn the_plan_says_what_the_time_is_known_from() {
        let shown = |text: &str, small: Option<SmallRuns>| {
            let study = study(text);
            let plan = Plan::of(&study).unwrap();
            let forecast = Forecast::of(&study, &plan, small.as_ref());
            let (store, folder) = (Path::new("s.published.feedrate"), Path::new("."));
            let document = document(&study, &plan, &[], forecast.as_ref(), store, folder);
            text::render(&document, &Default::default())
        };
        let runs = small(vec![run("cached", "64", 64.0, None)]);
        let lasting = STUDY.replace("moves", "lasts").replace("10000000 * {size}", "30");
        let unknown = STUDY.replace("moves = \"10000000 * {size}\"", "");
        let plans = [
            shown(STUDY, None),
            shown(STUDY, Some(runs)),
            shown(&lasting, None),
            shown(&unknown, None),
        ];
        insta::assert_snapshot!(plans.join("\n"));
    }
}

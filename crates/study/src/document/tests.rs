use feedrate_document::text::{self, TextOptions};

use super::*;
use crate::analysis::simulated::{BUFFERS, SIZES, Simulation, of_buffers};

fn shown(data: &Data) -> String {
    text::render(&document(data, &Analysis::of(data)), &TextOptions::default())
}

#[test]
fn the_report_of_buffers() {
    let data = Simulation {
        text: BUFFERS,
        blocks: 8,
        noise: 0.02,
        wander: 0.5,
    }
    .data(4, of_buffers);
    let text = shown(&data);
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    insta::assert_snapshot!(text);
}

#[test]
fn the_report_over_sizes() {
    let data = Simulation {
        text: SIZES,
        blocks: 6,
        noise: 0.02,
        wander: 0.2,
    }
    .data(4, |levels| {
        let size = crate::definition::Level::new(levels[1]).number.unwrap() / 128e6;
        size.powf(if levels[0] == "direct" { 1.0 } else { 1.2 })
    });
    insta::assert_snapshot!(shown(&data));
}

#[test]
fn the_report_of_no_runs() {
    let data = Simulation {
        text: BUFFERS,
        blocks: 0,
        noise: 0.0,
        wander: 0.0,
    }
    .data(1, of_buffers);
    insta::assert_snapshot!(shown(&data));
}

/// A study in the form of a paper: its table of steps by sizes, its ratios, and what the paper has not beside them.
const REPEATED: &str = r#"
title = "Sizes"
source = "table 1 of \"A paper on direct transfers\" (2004)"
[run]
program = "steps.sas"
[[factor]]
name = "method"
levels = ["cached", "direct"]
[[factor]]
name = "size"
levels = [16, 64, 256]
let = "size"
covariate = true
[[factor]]
name = "discipline"
levels = ["as-sas", "overlapped"]
beside = ["overlapped"]
[[factor]]
name = "memory"
levels = ["128M"]
[[pair]]
compare = { method = "direct" }
with = { method = "cached" }
over = "size"
[[chart]]
title = "Time by size"
over = "size"
[[published]]
title = "Time of the steps by size"
note = "On a disk of 2004."
unit = "s"
columns = ["step", "256", "1024", "16384"]
column_is = [{ size = 256 }, { size = 1024 }, { size = 16384 }]
relative_to = { memory = "2G" }
of = { method = "cached" }
rows = [
  ["MEANS", 1.5, 31.8, 512.7],
  ["MEANS SGIO", 5.8, 47.0, 361.4],
  ["total", 21.7, 397.2, 4033.3],
  ["total SGIO", 38.4, "", 3233.1],
]
row_is = [
  { step = "2 MEANS", method = "cached" },
  { step = "2 MEANS", method = "direct" },
  { method = "cached" },
  { method = "direct" },
]
[[published]]
title = "Times relative to cached"
statistic = "covariance"
unit = "%"
columns = ["setting", "Unix", "MVS"]
rows = [["cached", 100, 100], ["direct", 80, ""]]
row_is = [{ method = "cached" }, { method = "direct" }]
[[published]]
title = "What they wrote"
columns = ["reads", "MB/s"]
rows = [["sequential", "about 73"]]
"#;

/// Returns runs in which direct transfers pay from 64 on, and overlapping them halves the times.
fn repeated(blocks: u32) -> Data {
    let mut data = Simulation {
        text: REPEATED,
        blocks,
        noise: 0.02,
        wander: 0.2,
    }
    .data(4, |levels| {
        let size: f64 = levels[1].parse().unwrap();
        let power = if levels[0] == "direct" { 0.9 } else { 1.2 };
        (size / 64.0).powf(power) * if levels[2] == "overlapped" { 0.5 } else { 1.0 }
    });
    for run in &mut data.runs {
        let seconds = run.run.seconds;
        for (step, share) in [("1 DATA", 0.7), ("2 MEANS", 0.3)] {
            run.run
                .figures
                .push(crate::figures::Figure::new(step, "seconds", share * seconds));
        }
    }
    data
}

#[test]
fn the_report_in_the_form_of_a_paper() {
    let text = shown(&repeated(8));
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    // The machine and what was run are as in other reports.
    let (text, _) = text.split_once("The cells: time").unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn what_stands_beside_is_in_no_choice_and_in_no_ratio_but_its_own() {
    let data = repeated(8);
    let analysis = Analysis::of(&data);
    let main = analysis.main().unwrap();
    let is_beside = |cell: usize| data.name(cell).contains("overlapped");
    assert_eq!(main.choices.len(), 3);
    for choice in &main.choices {
        let cells = [choice.cell, choice.best, choice.baseline].into_iter();
        assert!(!cells.chain(choice.rivals.iter().map(|rival| rival.cell)).any(is_beside));
    }
    assert_eq!(main.scaling.as_ref().unwrap().settings.len(), 2);
    let own = main.comparisons.iter().find(|of| of.compare == [(2, 1)]).unwrap();
    assert!((own.ratio.ratio - 0.5).abs() < 0.02, "{own:?}");
    // Where nothing else was run, it is what is chosen from.
    let mut only = data;
    only.study.factors[2].levels.remove(0);
    let runs = only.runs.iter().map(|run| run.run.clone());
    let runs: Vec<_> = runs.filter(|run| run.levels["discipline"] == "overlapped").collect();
    only.study.factors[2].beside = vec![0];
    let only = Data::of(only.study.clone(), only.facts, runs);
    assert_eq!(Analysis::of(&only).main().unwrap().choices.len(), 3);
}

#[test]
fn a_level_beside_that_is_listed_first_is_no_measure_of_others() {
    let text = REPEATED.replace(r#"["as-sas", "overlapped"]"#, r#"["overlapped", "as-sas"]"#);
    let mut data = Simulation {
        text: text.leak(),
        blocks: 6,
        noise: 0.0,
        wander: 0.2,
    }
    .data(4, |levels| if levels[2] == "overlapped" { 0.5 } else { 1.0 });
    data.study.published.clear();
    let analysis = Analysis::of(&data);
    let main = analysis.main().unwrap();
    let own = main.comparisons.iter().find(|of| of.compare == [(2, 0)]).unwrap();
    assert_eq!(own.with, [(2, 1)]);
    assert!((own.ratio.ratio - 0.5).abs() < 1e-9, "{own:?}");
    // The runs beside would make the discipline the greatest effect.
    assert!(main.effects.iter().all(|effect| !effect.factors.contains(&2)));
    let shown = shown(&data);
    let (_, cells) = shown.split_once("The cells: time").unwrap();
    assert!(cells.contains("50 %") && !cells.contains("200 %"), "{cells}");
}

/// Returns a report as one line.
fn in_a_line(data: &Data) -> String {
    shown(data).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn published_percents_are_not_those_of_another_setting() {
    let all = repeated(6);
    let runs = all.runs.iter().map(|run| run.run.clone());
    let runs: Vec<_> = runs.filter(|run| run.levels["method"] == "direct").collect();
    let data = Data::of(all.study.clone(), all.facts.clone(), runs);
    let percents = &Analysis::of(&data).counterparts[1];
    assert!(percents.rows.iter().all(|row| row.ours == [None]), "{percents:?}");
    let why = "the percents relate to cached, which was not run";
    assert!(in_a_line(&data).contains(why));
    let percents = &Analysis::of(&all).counterparts[1];
    assert_eq!(percents.rows[0].ours[0].unwrap().value, 100.0);
    assert!(percents.notes.is_empty());

    // They relate to the row that is 100, also where that is no first setting.
    let mut other = all;
    let [cached, direct] = &mut other.study.published[1].rows[..] else {
        panic!("{:?}", other.study.published)
    };
    (cached[1], cached[2]) = ("125".to_owned(), String::new());
    (direct[1], direct[2]) = ("100".to_owned(), "100".to_owned());
    let ours = |data: &Data, row: usize| Analysis::of(data).counterparts[1].rows[row].ours[0].unwrap();
    assert_eq!(ours(&other, 1).value, 100.0);
    let cached = ours(&other, 0);
    let interval = cached.interval.unwrap();
    assert!(
        interval.low < cached.value && cached.value < interval.high,
        "{cached:?}"
    );
}

#[test]
fn a_step_that_no_run_has_is_named() {
    let mut data = repeated(2);
    assert!(!in_a_line(&data).contains("No run has a step"));
    data.study.published[0].layout.as_mut().unwrap().rows[1].step = Some("2 MAENS".to_owned());
    let shown = in_a_line(&data);
    assert!(
        shown.contains("No run has a step 2 MAENS; the runs have 1 DATA, 2 MEANS."),
        "{shown}"
    );
}

#[test]
fn a_report_is_of_the_time_to_the_end_of_the_last_run() {
    let mut data = repeated(1);
    for (place, run) in data.runs.iter_mut().enumerate() {
        run.run.started_at = format!("2026-01-01T00:{place:02}:00Z");
        run.run.seconds = 0.5;
    }
    let last = data.runs.len() - 1;
    data.runs[last].run.seconds = 3600.5;
    let ended = format!("2026-01-01T00:00:00Z to 2026-01-01T01:{last:02}:00Z");
    assert!(in_a_line(&data).contains(&ended), "{}", shown(&data));
}

#[test]
fn few_blocks_say_so_where_a_ratio_turns() {
    let text = shown(&repeated(2));
    let (_, text) = text.split_once("method=direct against method=cached by size").unwrap();
    let (text, _) = text.split_once("Less than").unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn published_errors_and_charts_are_drawn_for_each_level() {
    let text = REPEATED
        .replace(
            "over = \"size\"\n[[published]]",
            "over = \"size\"\neach = [\"discipline\"]\n[[published]]",
        )
        .replace(
            "of = { method = \"cached\" }",
            "of = { method = \"cached\" }\nerrors = true",
        )
        .leak();
    let mut data = repeated(6);
    data.study = crate::definition::Study::parse(std::path::Path::new("s.toml"), text, &Default::default()).unwrap();
    let document = document(&data, &Analysis::of(&data));
    let plots: Vec<(&str, usize)> = document
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Plot(plot) if plot.title.starts_with("Time by size") => {
                Some((plot.title.as_str(), plot.series.len()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        plots,
        [
            ("Time by size: discipline as-sas", 2),
            ("Time by size: discipline overlapped", 2)
        ]
    );
    let shown = text::render(&document, &TextOptions::default());
    let (_, shown) = shown.split_once("Errors against").unwrap();
    let (shown, _) = shown.split_once("Times relative").unwrap();
    insta::assert_snapshot!(shown);
}

//! The result of a check as a report.

mod certainty;
mod choice;
mod context;
mod endurance;
mod facts;
mod iotest_rules;
mod judged;
mod notes;
mod picture;
mod plots;
mod so_far;
mod step_latencies;
mod steps;
mod summary;
mod tables;
mod undecided;
mod verdict;
mod words;

use feedrate_document::{Block, Code, Document, Facts, Note};

use crate::result::{CheckResult, FolderResult};
use words::counted;

/// Returns the report: the verdict with a picture, what to do, the figures, and at last the conditions with warnings.
pub fn document(result: &CheckResult) -> Document {
    let measured = result.folders.iter().map(|folder| &folder.folder);
    let others = result.options.folders.iter().skip(result.folders.len());
    let names: Vec<_> = measured
        .chain(others)
        .map(|folder| folder.display().to_string())
        .collect();
    let mut document = Document::new(format!("Storage check of {}", names.join(", "))).subtitle(format!(
        "feedrate {}, {}, {} for {}",
        result.feedrate.version,
        result.started_at,
        counted(result.streams, "stream"),
        counted(result.cores_to_feed, "core"),
    ));
    if let Some(error) = &result.error {
        document.push(vec![Note::warning(format!(
            "This check failed on its way: {error}. What follows is what had been measured by then."
        ))]);
    } else if !has_figures(result) {
        document.push(vec![Note::warning(
            "This check was interrupted before anything was measured.",
        )]);
        return document;
    } else if !result.complete {
        let phase = result
            .ended_in
            .map_or_else(String::new, |phase| format!(" ({})", phase.name()));
        document.push(vec![Note::warning(format!(
            "This check was interrupted{phase}: what follows is what had been measured by then."
        ))]);
    }
    let several = result.options.folders.len() > 1;
    if several {
        push_all(&mut document, result);
    }
    for folder in &result.folders {
        if several {
            document = document.heading(folder.folder.display().to_string());
        }
        push_folder(&mut document, result, folder);
    }
    if let Some(together) = &result.verdict.together {
        document = document.heading("All folders together");
        document.push(verdict::together(together, result));
    }
    document.push(vec![Note::info(
        "Mixed, as in these figures: each stream reads one file cold and writes another, a transfer of \
         the one for each of the other, until all has reached the device; both directions add up. \
         Cache shares speak of the page cache alone: caches in controllers, arrays and hypervisors are \
         below its sight. MB is 10^6 bytes.",
    )]);
    document
}

fn has_figures(result: &CheckResult) -> bool {
    let mut folders = result.folders.iter();
    folders.any(|folder| folder.findings.has_figures())
}

/// Adds what concerns several folders.
fn push_all(document: &mut Document, result: &CheckResult) {
    document.extend(verdict::of_all(result));
    document.extend(picture::of_all(result));
    document.extend(summary::work(result).map(Block::Text));
    document.push(summary::table(result));
}

fn push_folder(document: &mut Document, result: &CheckResult, folder: &FolderResult) {
    if let Some(verdict) = &folder.verdict {
        document.push(verdict::of_folder(verdict, folder, result));
        document.extend(picture::of_folder(folder, result));
    }
    document.extend(so_far::of(folder, result));
    push_settings(document, result, folder);
    push_figures(document, result, folder);
    push_commands(document, result, folder);
    document.push(section("Conditions", result, folder));
    document.push(facts::of(folder, result));
    let notes = notes::of(folder, result);
    if !notes.is_empty() {
        document.push(notes);
    }
}

/// Returns the heading of a folder's section, which names the folder where there are several.
fn section(name: &str, result: &CheckResult, folder: &FolderResult) -> Block {
    Block::Heading(match result.options.folders.len() {
        ..=1 => name.to_owned(),
        _ => format!("{}: {}", folder.folder.display(), name.to_lowercase()),
    })
}

/// Adds the lines for SAS, and when to use them.
fn push_settings(document: &mut Document, result: &CheckResult, folder: &FolderResult) {
    let Some(advice) = &folder.advice else {
        return;
    };
    if advice.sas.is_none() && advice.guidance.is_empty() {
        return;
    }
    document.push(section("Settings to use", result, folder));
    if let Some(sas) = &advice.sas {
        document.push(Code::plain(sas).caption(match advice.undecided {
            true => "SAS, one transfer at a time: undecided, as the verdict says",
            false => "SAS, one transfer at a time",
        }));
    }
    if !advice.guidance.is_empty() {
        let facts = advice.guidance.iter().fold(Facts::new(), |facts, guidance| {
            facts.fact(guidance.about, guidance.text.clone())
        });
        document.push(facts);
    }
}

/// Adds the tables, each with the plots of its figures.
fn push_figures(document: &mut Document, result: &CheckResult, folder: &FolderResult) {
    let findings = &folder.findings;
    if findings.confirmed.is_empty() && findings.steps.is_none() {
        return;
    }
    document.push(section("Figures", result, folder));
    if let Some(verdict) = &folder.verdict {
        document.push(judged::table(verdict, result));
    }
    document.extend(context::table(folder));
    if let Some(run) = &findings.endurance {
        document.push(endurance::table(run, result));
        document.push(endurance::plot(run, result));
    }
    if !findings.confirmed.is_empty() {
        document.push(tables::mixed(folder));
        document.extend(plots::repeats(folder));
    }
    document.extend(choice::of(folder, result.options.effort));
    document.extend(plots::by_setting(folder, result));
    if !findings.details.is_empty() {
        document.push(tables::details(folder));
    }
    document.extend(plots::latencies(folder));
    if !findings.scaling.is_empty() {
        document.push(tables::scaling(folder));
        document.extend(plots::by_streams(folder));
    }
    if let Some(found) = &findings.steps {
        document.push(steps::table(found));
        document.push(steps::plot(found));
        document.extend(step_latencies::table(found));
    }
}

/// Adds the commands that measure the best again.
fn push_commands(document: &mut Document, result: &CheckResult, folder: &FolderResult) {
    let Some(advice) = &folder.advice else {
        return;
    };
    document.push(section("To measure again", result, folder));
    document.push(Code::shell(&advice.feedrate).caption("feedrate, to measure the best again"));
    document.push(Code::shell(&advice.fio).caption("fio, the nearest it can do"));
}

#[cfg(test)]
mod tests {
    use feedrate_document::{html, text};

    use super::*;
    use crate::options::Options;
    use crate::setting::Setting;
    use crate::testing;

    fn sample() -> CheckResult {
        let options = Options::new(vec!["/data".into()]);
        let machine = testing::machine(2);
        let settings = [
            (Setting::SAS_DEFAULT, 180.0, 0.5),
            (Setting::direct_as_sas(64 << 10, 17), 390.0, 0.1),
            (Setting::direct_overlapped(1 << 20, 1, 8), 520.0, 0.1),
        ];
        let mut folder = testing::folder(&machine, &options, &settings, (0.7, 1.05));
        let [_, (as_sas, ..), (overlapped, ..)] = settings;
        folder.findings.steps = Some(testing::standard_steps(vec![
            testing::under(
                as_sas,
                [
                    (&[1.21, 1.15, 1.3], 0.15),
                    (&[0.9, 0.95, 0.92], 0.83),
                    (&[0.31, 0.3, 0.35], 0.35),
                    (&[1.02, 1.04, 1.01], 0.5),
                ],
            ),
            testing::under(
                overlapped,
                [
                    (&[1.11, 1.15, 1.1], 0.05),
                    (&[0.42, 0.41, 0.45], 0.73),
                    (&[0.21, 0.2, 0.15], 0.2),
                    (&[0.72, 0.74, 0.71], 0.4),
                ],
            ),
        ]));
        testing::result(machine, options, vec![folder])
    }

    #[test]
    fn a_summary_fits_80_columns() {
        let shown = text::render(&document(&sample()), &text::TextOptions::default());
        assert!(shown.lines().all(|line| line.chars().count() <= 80));
        insta::assert_snapshot!(shown);
    }

    #[test]
    fn the_verdict_comes_first_and_warnings_last() {
        let shown = text::render(&document(&sample()), &text::TextOptions::default());
        let parts = [
            "PASS  260 MB/s",
            "Rate per core of each setting",
            "Settings to use",
            "The verdict in figures",
            "Standard steps",
            "Conditions",
            "Test files",
            "note: Mixed",
        ];
        let places = parts.map(|part| shown.find(part).expect(part));
        assert!(places.is_sorted(), "{places:?}");
    }

    #[test]
    fn limits_that_are_not_told_are_so_in_one_sentence() {
        let mut result = sample();
        let verdict = result.folders[0].verdict.as_mut().unwrap();
        verdict.limit = crate::verdict::Limit::Unknown;
        verdict.as_sas_limit = Some(crate::verdict::Limit::Unknown);
        verdict.sas_default_limit = Some(crate::verdict::Limit::Unknown);
        let shown = text::render(&document(&result), &text::TextOptions::default());
        assert_eq!(shown.matches("do not differ clearly enough").count(), 1, "{shown}");
    }

    #[test]
    fn an_interrupted_check_says_so() {
        let mut result = sample();
        result.complete = false;
        let shown = text::render(&document(&result), &text::TextOptions::default());
        assert!(shown.contains("interrupted"));
    }

    #[test]
    fn a_check_that_was_interrupted_at_once_says_so_and_no_more() {
        let mut result = sample();
        (result.complete, result.folders) = (false, Vec::new());
        let shown = text::render(&document(&result), &text::TextOptions::default());
        assert!(shown.contains("Storage check of /data"), "{shown}");
        assert!(shown.contains("before anything was measured"), "{shown}");
    }

    /// The words of the report on a folder of this rate, on two processors, while others had so much of them.
    fn words_of(rate: f64, others: f64) -> String {
        let options = Options::new(vec!["/data".into()]);
        let machine = testing::machine(2);
        let settings = [(Setting::SAS_DEFAULT, rate, 0.1)];
        let mut folder = testing::folder(&machine, &options, &settings, (1.0, 1.0));
        for trial in &mut folder.findings.confirmed[0].trials {
            trial.other_load = Some(feedrate_machine::OtherLoad {
                programs_seconds: 2.0 * others,
                stolen_seconds: 0.0,
                processors_seconds: 2.0,
                elapsed_seconds: 1.0,
            });
        }
        folder.judge(&options, &machine);
        let result = testing::result(machine, options, vec![folder]);
        let shown = text::render(&document(&result), &text::TextOptions::default());
        shown.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_others_had_of_the_processors_is_told() {
        let undecided = words_of(42.0, 0.5);
        assert!(undecided.contains("UNDECIDED 21.0 MB/s per"), "{undecided}");
        assert!(
            undecided.contains("others had 50 % of the processors meanwhile"),
            "{undecided}"
        );
        assert!(undecided.contains("warning: While the best settings"), "{undecided}");
        assert!(
            undecided.contains("feeds not even one core with 100 MB/s."),
            "{undecided}"
        );
        assert!(!undecided.contains("FAIL"), "{undecided}");
        let warned = words_of(42.0, 0.06);
        assert!(warned.contains("FAIL") && warned.contains("others had 6 %"), "{warned}");
        let passed = words_of(900.0, 0.5);
        assert!(
            passed.contains("PASS") && passed.contains("others had 50 %"),
            "{passed}"
        );
        let alone = words_of(900.0, 0.01);
        assert!(!alone.contains("others had"), "{alone}");
    }

    #[test]
    fn the_page_has_the_plots() {
        let page = html::render(&document(&sample()), &html::HtmlOptions::default());
        assert!(page.contains("Mixed stream by the number of streams"));
        assert!(page.contains("Standard steps, real and raw"));
    }

    #[test]
    fn a_limit_that_steps_beat_is_told_to_be_none() {
        let mut result = sample();
        let table_of = |result: &CheckResult| {
            let shown = text::render(&document(result), &text::TextOptions::default());
            let row = shown.lines().find(|line| line.contains("DATA copy"));
            let row = row.expect("there is a row").to_owned();
            let words: Vec<_> = shown.split_whitespace().collect();
            (row, words.join(" ").contains("which so tell no limit"))
        };
        let (row, says_so) = table_of(&result);
        assert!(!row.contains("none") && row.contains('x') && !says_so, "{row}");
        let steps = result.folders[0].findings.steps.as_mut().unwrap();
        for under in &mut steps.settings {
            let copy = &mut under.steps[1];
            (copy.limit_beaten, copy.ratio) = (true, None);
        }
        let (row, says_so) = table_of(&result);
        assert!(row.contains("none") && !row.contains('x') && says_so, "{row}");
    }

    #[test]
    fn steps_that_failed_on_their_way_are_told_as_far_as_they_came() {
        let mut result = sample();
        let steps = result.folders[0].findings.steps.as_mut().unwrap();
        for under in &mut steps.settings {
            under.steps.truncate(2);
            for step in &mut under.steps {
                (step.limit_seconds, step.ratio) = (None, None);
            }
        }
        let shown = text::render(&document(&result), &text::TextOptions::default());
        assert!(shown.contains("DATA copy"), "{shown}");
        assert!(!shown.contains("all four"), "{shown}");
        let steps = &mut result.folders[0].findings.steps;
        *steps = None;
        result.folders[0].findings.steps_left_out = Some("there is too little room");
        let shown = text::render(&document(&result), &text::TextOptions::default());
        assert!(shown.contains("were not run: there is too little room."));
    }

    #[test]
    fn json_begins_with_what_it_is() {
        let text = serde_json::to_string(&sample()).unwrap();
        assert!(text.starts_with(r#"{"feedrate":{"version":"0.0.0","format":"check","format_version":1}"#));
    }
}

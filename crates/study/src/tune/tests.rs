use serde_json::json;

use super::choose::Races;
use super::*;
use crate::figures::{Figure, SECONDS};
use crate::store::Run;

fn request() -> Request {
    Request {
        program: PathBuf::from("p.sas"),
        arguments: vec!["--let".to_owned(), "a={b}".to_owned()],
        page_sizes: vec![16 << 10, 64 << 10],
        buffers: vec![1, 32, 128],
        is_cold: false,
        memory: None,
        rounds: (6, 10),
        verifications: 6,
        folder: PathBuf::from("."),
        store: PathBuf::from("p.tune.feedrate"),
        feedrate: PathBuf::from("feedrate"),
    }
}

fn file(path: &str, bytes: u64) -> serde_json::Value {
    json!({"name": path, "at_random": false, "file": {"path": path, "bytes": bytes}})
}

fn step(name: &str, line: u32, read: &[serde_json::Value], made: &[serde_json::Value]) -> serde_json::Value {
    json!({"name": name, "line": line, "read": read, "made": made, "updated": null, "usage": {"real_seconds": 1.0}})
}

const GB: u64 = 1 << 30;

#[test]
fn all_settings_are_cells_of_a_study_and_braces_are_kept() {
    let study = settings::study(&request()).unwrap();
    let plan = Plan::of(&study).unwrap();
    let names: Vec<String> = plan
        .cells
        .iter()
        .map(|cell| settings::of_cell(&study, cell).name())
        .collect();
    assert_eq!(
        names,
        [
            "cached, 16K",
            "cached, 64K",
            "SGIO, 1 x 16K",
            "SGIO, 1 x 64K",
            "SGIO, 32 x 16K",
            "SGIO, 32 x 64K",
            "SGIO, 128 x 16K",
            "SGIO, 128 x 64K"
        ]
    );
    assert_eq!(
        study.invocation.arguments,
        ["-o", "discipline=assas", "--let", "a={{b}}"]
    );
}

#[test]
fn steps_are_parts_by_their_lines() {
    let text = "data a; run;\n%steps\n  x = 1; run; proc print; run;\n";
    let big = [file("a", GB)];
    let record = json!({"steps": [
        step("DATA", 1, &[], &big),
        step("SORT", 2, &big, &[]),
        step("MEANS", 2, &big, &[]),
        step("PRINT", 3, &big, &[]),
    ]});
    let steps = steps::of(&record);
    let parts = steps::parts(&steps, text);
    // Text in the middle of a line goes with the part before.
    assert_eq!(
        parts,
        [
            Part {
                line: 1,
                steps: vec![0]
            },
            Part {
                line: 2,
                steps: vec![1, 2, 3]
            }
        ]
    );
    assert_eq!(steps::parts(&[], text), []);
}

#[test]
fn small_random_and_repeated_steps_stay_cached() {
    let stays = |steps: &[serde_json::Value], memory: u64| {
        let steps = steps::of(&json!({"steps": steps}));
        rules::stays_cached(
            &Part {
                line: 1,
                steps: vec![0],
            },
            &steps,
            memory,
        )
    };
    let small = step("DATA", 1, &[], &[file("a", 1 << 20)]);
    assert_eq!(stays(&[small], GB), Some(StaysCached::Small(1 << 20)));
    let mut random = step("DATA", 1, &[file("a", GB)], &[]);
    random["read"][0]["at_random"] = json!(true);
    assert_eq!(stays(&[random], GB), Some(StaysCached::Random("a".to_owned())));
    let passes = [
        step("GLM", 1, &[file("a", 3 * GB)], &[]),
        step("DATA", 2, &[], &[file("a", GB)]),
    ];
    assert_eq!(stays(&passes, GB), Some(StaysCached::SeveralPasses("a".to_owned())));
    let again = [
        step("DATA", 1, &[], &[file("a", GB)]),
        step("MEANS", 2, &[file("a", GB)], &[]),
    ];
    assert_eq!(
        stays(&again, 16 * GB),
        Some(StaysCached::FitsAndIsUsedAgain("a".to_owned()))
    );
    assert_eq!(stays(&again, 2 * GB), None);
    // That a small data set fits says nothing of a large one.
    let both = [
        step("MEANS", 1, &[file("a", 8 * GB)], &[file("d", 1 << 20)]),
        step("PRINT", 2, &[file("d", 1 << 20)], &[]),
    ];
    assert_eq!(stays(&both, 16 * GB), None);
}

/// Returns the runs of a round in which the part takes `seconds` of a setting.
fn runs(study: &crate::definition::Study, plan: &Plan, round: u32, seconds: impl Fn(Setting) -> f64) -> Vec<Run> {
    let runs = plan.cells.iter().map(|cell| {
        // Each round is slower than the one before.
        let seconds = seconds(settings::of_cell(study, cell)) * (1.0 + 0.01 * f64::from(round));
        Run {
            id: 1,
            levels: study.levels(cell).into_iter().collect(),
            machine: 1,
            block: Block {
                is_warm_up: false,
                number: round,
            },
            position: 1,
            started_at: String::new(),
            seconds,
            failure: None,
            notes: Vec::new(),
            figures: vec![Figure::new("1 DATA", SECONDS, seconds)],
        }
    });
    runs.collect()
}

fn advised(seconds: impl Fn(Setting) -> f64) -> PartChoice {
    let study = settings::study(&request()).unwrap();
    let plan = Plan::of(&study).unwrap();
    let steps = steps::of(&json!({"steps": [step("DATA", 1, &[], &[file("a", GB)])]}));
    let parts = steps::parts(&steps, "data a; run;");
    let mut races = Races::new(&study, &plan, parts, &steps, GB);
    let mut round = 0;
    while round < 10 && !races.is_decided() {
        round += 1;
        let mut of_round = plan.clone();
        of_round.cells = races.live();
        races.record(&study, &runs(&study, &of_round, round, &seconds), round);
    }
    assert!(round >= 6);
    races.advice().remove(0).chosen
}

#[test]
fn the_cheapest_setting_that_pays_is_advised_and_never_one_buffer() {
    let of = |setting: Setting| match setting.buffers {
        None => 1.0,
        // Were it the fastest, it would not be advised.
        Some(1) => 0.5,
        Some(32) => 0.701,
        _ => 0.7,
    };
    assert_eq!(advised(of), PartChoice::NothingPays);
    let of = |setting: Setting| match setting.buffers {
        None => 1.0,
        Some(1) => 1.5,
        Some(32) => 0.701,
        _ => 0.7,
    };
    match advised(of) {
        PartChoice::Pays { setting, ratio } => {
            assert_eq!(setting.name(), "SGIO, 32 x 16K");
            assert!((ratio.ratio - 0.701).abs() < 1e-6);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(advised(|_| 1.0), PartChoice::NothingPays);
}

#[test]
fn a_data_set_that_only_the_next_step_reads_could_be_a_pipe() {
    let made = |name: &str| json!({"name": name, "at_random": false, "file": {"path": name, "bytes": 5}});
    let record = json!({"steps": [
        step("DATA", 1, &[], &[made("WORK.A"), made("WORK.B")]),
        step("SORT", 2, &[made("WORK.A")], &[made("WORK.C")]),
        step("MEANS", 3, &[made("WORK.C")], &[]),
        step("PRINT", 4, &[made("WORK.C")], &[]),
    ]});
    let pipes = pipes::of(&steps::of(&record));
    assert_eq!(pipes.len(), 1);
    assert_eq!(
        (pipes[0].data_set.as_str(), pipes[0].seconds, pipes[0].at_least),
        ("WORK.A", 2.0, 1.0)
    );
}

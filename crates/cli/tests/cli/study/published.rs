//! The studies of published experiments, and the option for the size at which they were published.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ECHO, place_with};
use crate::json::parse;

/// Returns the files of `studies/`.
fn studies() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let entries = fs::read_dir(folder)
        .expect("the studies")
        .map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> = entries
        .filter(|file| file.extension() == Some("toml".as_ref()))
        .collect();
    files.sort_unstable();
    files
}

#[test]
fn each_study_says_what_it_repeats_and_is_planned_at_both_sizes() {
    let dir = place_with(ECHO);
    let mut told = Vec::new();
    for study in studies() {
        for option in ["", " --published"] {
            let plan = dir.succeed(&format!("study {} --plan --folder data{option}", study.display()));
            let name = study.file_name().expect("a name").to_string_lossy().into_owned();
            assert!(plan.contains("\nThis repeats "), "{name}: {plan}");
            assert!(!plan.contains("papers/"), "{name}: {plan}");
            // The free space and the folders are of this machine.
            let lines = plan.lines().skip_while(|line| !line.starts_with("Cells"));
            let facts = lines.take_while(|line| !line.starts_with("Space") && !line.starts_with("Folder"));
            told.push(format!("{name}{option}\n{}\n", facts.collect::<Vec<_>>().join("\n")));
        }
    }
    assert_eq!(told.len(), 14);
    insta::assert_snapshot!("published_sizes", told.join("\n"));
    assert_eq!(dir.names(), ["data", "s.toml"]);
}

#[test]
fn the_published_size_has_a_store_of_its_own_and_its_time_is_told_from_the_small_runs() {
    let text = ECHO.replace(
        "question =",
        "source = \"table 1\"\nmoves = \"100000000 * {n}\"\nquestion =",
    );
    let dir = place_with(&format!("{text}\n[published_size]\nlevels = {{ n = [500, 2000] }}\n"));
    let plan = |line: &str| dir.succeed(&format!("study s.toml --plan --folder data{line}"));
    assert!(plan(" --published").contains(" are moved: "));
    dir.succeed("study s.toml --folder data");
    let published = plan(" --published");
    assert!(published.contains("by the runs in s.feedrate"), "{published}");
    assert!(published.contains("s.published.feedrate"), "{published}");
    let report = dir.succeed("study s.toml --folder data --published --json p.json");
    assert!(report.contains("This repeats table 1."), "{report}");
    assert_eq!(
        dir.names(),
        ["data", "p.json", "s.feedrate", "s.published.feedrate", "s.toml"]
    );
    let result = parse(&fs::read_to_string(dir.path("p.json")).expect("a result"));
    assert_eq!(result["source"], "table 1");
    assert_eq!(result["factors"][0]["levels"], serde_json::json!(["500", "2000"]));
    // Its own runs tell better than those of another size.
    assert!(plan(" --published --repeats 3").contains("by the runs so far"));
    assert_eq!(
        dir.succeed("report s.published.feedrate").lines().nth(2),
        report.lines().nth(2)
    );
}

#[test]
fn a_study_without_a_published_size_says_so() {
    let dir = place_with(ECHO);
    let told = dir.fail("study s.toml --published");
    assert_eq!(
        told,
        "feedrate: --published: s.toml has no [published_size]; leave the option out, or say there what differs"
    );
}

//! DATA steps that are made up do the same through pipes as through files: each reads what other sessions send it
//! and sends what it makes to others.

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::ProptestConfig;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};

use super::{Lab, steps};
use crate::sessions::{SessionOutput, all_at_once, alone, port};

/// The data sets that DATA steps read.
const INPUTS: [&str; 7] = [
    "src.many",
    "src.flat",
    "src.few",
    "src.none",
    "src.repeated",
    "src.one",
    "src.exact",
];

/// The data sets that the first one makes.
const OUTPUTS: [&str; 2] = ["out.a1", "out.a2"];

#[test]
fn made_up_steps_do_the_same_through_pipes() {
    let lab = Lab::new();
    let mut config = ProptestConfig {
        failure_persistence: None,
        // A smaller program that fails likewise takes long to find.
        max_shrink_iters: 20,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 48;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1977);
    }
    let compared = std::cell::Cell::new(0);
    let ended = TestRunner::new(config).run(&steps::programs(), |program| {
        let is_compared = compare(&lab, &program).map_err(TestCaseError::fail)?;
        compared.set(compared.get() + u32::from(is_compared));
        Ok(())
    });
    if let Err(error) = ended {
        panic!("{error}");
    }
    // Otherwise nothing was compared.
    assert!(compared.get() > 10, "{}", compared.get());
}

/// Compares the first step of a program; false where it does not go through pipes, or fails by itself.
fn compare(lab: &Lab, program: &str) -> Result<bool, String> {
    let begin = program.find("data ").unwrap();
    let end = begin + program[begin..].find("\nrun;\n").unwrap() + 6;
    let (options, step) = (&program[..begin], &program[begin..end]);
    let inputs: BTreeSet<&str> = INPUTS.into_iter().filter(|name| step.contains(name)).collect();
    // A pipe is read once and in order, and does not tell how much comes.
    let reads_again = inputs.iter().any(|name| step.matches(name).count() > 1);
    let is_in_order = !["nobs=", "point="].iter().any(|it| step.contains(it));
    if inputs.is_empty() || reads_again || !is_in_order {
        return Ok(false);
    }
    let path = lab.path().display();
    let libraries = |out: &str| format!("libname src '{path}/src'; libname out '{path}/{out}'; {options}");
    let made: Vec<&str> = OUTPUTS.into_iter().filter(|name| step.contains(name)).collect();
    for folder in ["files", "piped"] {
        let _ = fs::remove_dir_all(lab.path().join(folder));
        fs::create_dir(lab.path().join(folder)).unwrap();
    }
    let through_files = alone(&format!("{} {step}", libraries("files")));
    if !through_files.record.steps[0].completed || !through_files.errors().is_empty() {
        return Ok(false);
    }
    let mut here = format!("{}\n", libraries("piped"));
    let mut piped = step.to_owned();
    let mut programs = Vec::new();
    let mut pipe = |name: &str, here: &mut String| {
        let (libref, member) = (format!("p{}", programs_name(name)), &name[4..]);
        let library = format!("libname {libref} sasesock ':{}' timeout=60;", port());
        here.push_str(&library);
        piped = piped.replace(name, &format!("{libref}.{member}"));
        format!("{library} {}", libraries("piped"))
            + &match name.starts_with("src") {
                true => format!("data {libref}.{member}; set {name}; run;"),
                false => format!("data {name}; set {libref}.{member}; run;"),
            }
    };
    for name in inputs.iter().chain(&made) {
        let other = pipe(name, &mut here);
        programs.push(other);
    }
    programs.push(format!("{here}\n{piped}"));
    let told = all_at_once(programs);
    let shown = |folder: &str| {
        let prints = made.iter().map(|name| format!("proc print data={name}; run;"));
        let prints: String = prints.collect();
        alone(&format!("{} {prints}", libraries(folder))).listing
    };
    let is_as_clean = match through_files.is_clean() {
        true => told.iter().all(SessionOutput::is_clean),
        false => told.iter().all(|told| told.errors().is_empty()),
    };
    if is_as_clean && shown("files") == shown("piped") {
        return Ok(true);
    }
    let logs: Vec<&str> = told.iter().map(|told| told.log.as_str()).collect();
    Err(format!(
        "{}\n{}\n{}",
        shown("files"),
        shown("piped"),
        logs.join("\n====\n")
    ))
}

/// Returns the part of a libref that is the data set's.
fn programs_name(name: &str) -> String {
    name.replace('.', "").chars().take(7).collect()
}

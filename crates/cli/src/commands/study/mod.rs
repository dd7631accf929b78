//! `feedrate study`.

mod arguments;
mod progress;

use std::path::{Path, PathBuf};

use feedrate_document::format;
use feedrate_machine::volume::Space;
use feedrate_study::analysis::{Analysis, Data};
use feedrate_study::conduct::{Conductor, Outcome};
use feedrate_study::definition::{Overrides, Study};
use feedrate_study::plan::{self, Forecast, History, Plan, SmallRuns};
use feedrate_study::store::{Run, Store};
use feedrate_study::{document, opening, result};

pub use arguments::StudyArguments;
pub use progress::StudyLine;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::interrupt::Interrupt;
use crate::output::{self, Results};
use crate::say;

/// The most repeats of a study.
const MOST_REPEATS: u32 = 10_000;

/// The smallest part of a volume that a study leaves free.
const LEFT_FREE: u64 = 1 << 30;

impl Execute for StudyArguments {
    fn execute(&self, _: &Invocation<'_>) -> CommandResult {
        run(self)
    }
}

fn run(arguments: &StudyArguments) -> CommandResult {
    let results = Results::to(arguments.json.as_deref(), arguments.html.as_deref())?;
    let store_file = arguments.store.clone().unwrap_or_else(|| default_store(arguments));
    check_results(&store_file, arguments.json.as_deref(), arguments.html.as_deref())?;
    let (study, plan, known) = planned(arguments, &store_file)?;
    let interrupt = Interrupt::listen()?;
    let forecast = Forecast::of(&study, &plan, small_runs(arguments, &store_file).as_ref());
    let shown = plan::document(&study, &plan, &known, forecast.as_ref(), &store_file, &arguments.folder);
    if arguments.plan {
        output::print(&shown, &interrupt.stop())?;
        return Ok(Exit::Success);
    }
    check_space(&plan, &arguments.folder)?;
    // Standard output is for the report.
    output::print_to_stderr(&shown, &interrupt.stop())?;
    let (mut store, machine) = opening::open(&study, &store_file, &arguments.folder)?;
    let program = std::env::current_exe().map_err(|error| format!("the program feedrate: {error}"))?;
    let outcome = {
        let mut line = StudyLine::show(interrupt.stop());
        Conductor {
            study: &study,
            plan: &plan,
            program: &program,
            folder: &arguments.folder,
            machine,
            stop: &interrupt.stop(),
        }
        .carry_out(&mut store, &mut line)
    };
    let outcome = interrupt.check(outcome).inspect_err(|exit| {
        if let Exit::Interrupted(_) = exit {
            say::line(format_args!(
                "the finished runs are in {}; the same command goes on with the others",
                store_file.display()
            ));
        }
    })?;
    deliver(&store, outcome, &results, &interrupt)
}

/// Returns the message of an error.
fn told(error: feedrate_study::Error) -> String {
    error.to_string()
}

/// Returns the study of the arguments, its plan, and the runs that its store has.
fn planned(arguments: &StudyArguments, store_file: &Path) -> Result<(Study, Plan, Vec<Run>), String> {
    let mut study = Study::read(&arguments.file, &overrides(arguments)).map_err(told)?;
    if !arguments.folder.is_dir() {
        return Err(format!(
            "--folder {}: it is no folder; name one",
            arguments.folder.display()
        ));
    }
    let plan_of = |study: &Study| {
        let mut plan = Plan::of(study)?;
        plan.keep_only(study, &arguments.only).map(|()| plan)
    };
    let mut plan = plan_of(&study).map_err(told)?;
    let known = match arguments.add_repeats {
        Some(_) => Store::open(store_file).and_then(|store| store.runs()),
        None => Store::runs_in(store_file),
    };
    let known = known.map_err(told)?;
    if let Some(more) = arguments.add_repeats {
        let history = History::of(&study, &plan.cells, known.clone());
        study.repeats = history.last_complete_block().saturating_add(more);
        if study.repeats > MOST_REPEATS {
            return Err(format!(
                "--add-repeats {more}: more than {MOST_REPEATS} repeats are not done"
            ));
        }
        plan = plan_of(&study).map_err(told)?;
    }
    Ok((study, plan, known))
}

/// Shows the results of a store whose runs have ended.
fn deliver(store: &Store, outcome: Outcome, results: &Results, interrupt: &Interrupt) -> CommandResult {
    let data = Data::read(store)?;
    let analysis = Analysis::of(&data);
    let value = result::of(&data, &analysis);
    results.deliver(&document(&data, &analysis), &value, &interrupt.stop())?;
    if outcome == Outcome::OutOfTime {
        say::line(format_args!(
            "the time is over; the same command goes on with the runs that are left"
        ));
    }
    Ok(match outcome == Outcome::Complete && data.failures.is_empty() {
        true => Exit::Success,
        false => Exit::Warnings,
    })
}

fn overrides(arguments: &StudyArguments) -> Overrides {
    Overrides {
        parameters: arguments.parameters.clone(),
        levels: arguments.levels.clone(),
        repeats: arguments.repeats,
        time_budget: arguments.time_budget,
        is_published_size: arguments.published,
    }
}

/// Returns the default store: runs at the published size have one of their own.
fn default_store(arguments: &StudyArguments) -> PathBuf {
    let store = store_beside(&arguments.file);
    match arguments.published {
        true => store.with_extension("published.feedrate"),
        false => store,
    }
}

/// Returns the default store of a study at its own size.
fn store_beside(file: &Path) -> PathBuf {
    Path::new(file.file_name().unwrap_or("study".as_ref())).with_extension("feedrate")
}

/// Returns the runs of the study at its own size, which tell how long those at the published size take. None where they
/// cannot be read, because nothing else depends on them.
fn small_runs(arguments: &StudyArguments, store_file: &Path) -> Option<SmallRuns> {
    let file = store_beside(&arguments.file);
    if !arguments.published || is_same(&file, store_file) || !file.exists() {
        return None;
    }
    let store = Store::open(&file).ok()?;
    let parameters = store.facts().ok()?.parameters;
    let runs = store.runs().ok()?;
    Some(SmallRuns {
        store: file,
        parameters,
        runs,
    })
}

/// Checks that results do not go into the store.
///
/// # Errors
///
/// Returns a message about the option that names it.
pub(super) fn check_results(store: &Path, json: Option<&Path>, html: Option<&Path>) -> Result<(), String> {
    for (option, file) in [("--json", json), ("--html", html)] {
        if file.is_some_and(|file| is_same(file, store)) {
            return Err(format!(
                "{option} names the store, {}; give it a file of its own",
                store.display()
            ));
        }
    }
    Ok(())
}

/// Returns true if two paths name the same place.
fn is_same(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let path = std::path::absolute(path).ok()?;
            Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
        })
    };
    resolved(a).is_some_and(|a| resolved(b) == Some(a))
}

/// Checks that the largest run fits on the volume.
fn check_space(plan: &Plan, folder: &Path) -> Result<(), String> {
    let Some(needed) = plan.space else {
        return Ok(());
    };
    let Ok(space) = Space::of(folder) else {
        return Ok(());
    };
    let free = space.available_bytes.saturating_sub(LEFT_FREE);
    match needed <= free {
        true => Ok(()),
        false => Err(format!(
            "a run needs {} and the volume of {} has {} to give; name another --folder, or smaller levels with \
             --levels",
            format::amount(needed),
            folder.display(),
            format::amount(free)
        )),
    }
}

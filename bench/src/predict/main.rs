//! Predicted times beside those of the programs and of fio, and the published interleave beside its job of fio.
//!
//! Not a test: a disk's rate wanders, so this takes many pairs and minutes, and may stay undecided.

mod agreement;
mod arguments;
mod case;
mod comparison;
mod course;
mod method;
mod prediction;
mod row;
mod stage;
mod study;
mod table;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use feedrate_bench::conditions::Conditions;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::fio::Fio;
use feedrate_bench::{race, volume};
use feedrate_stats::Verdict;
use serde::Serialize;

use arguments::Arguments;
use case::{Case, Sizes};
use comparison::Comparison;
use course::Course;
use method::Method;
use row::{Kind, Row};
use stage::Stage;
use study::Study;

/// All figures, for other programs.
#[derive(Debug, Serialize)]
struct Report<'a> {
    versions: &'a [String],
    /// Before and after.
    conditions: [Conditions; 2],
    pairs: u32,
    buffers: u32,
    comparisons: &'a [Comparison],
    studies: &'a [Study],
}

fn main() -> ExitCode {
    race::exit_code("predict", run(&Arguments::parse()))
}

/// Runs all cases; says whether none failed.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let stop = race::listen()?;
    let folder = race::folder(&arguments.folder, "feedrate-predict-")?;
    let other = arguments.other_folder.as_deref();
    let other = other
        .map(|other| race::folder(other, "feedrate-predict-"))
        .transpose()?;
    let course = Course {
        arguments,
        feedrate: Feedrate::find(arguments.feedrate.path().as_deref(), &[])?,
        stage: Stage::new(folder.path(), other.as_ref().map(|other| other.path()))?,
        stop,
    };
    let fio = Fio::find(&arguments.fio);
    let mut versions = vec![course.feedrate.version.clone()];
    versions.push(
        fio.as_ref()
            .map_or_else(|_| "no fio".to_owned(), |it| it.version.clone()),
    );
    let before = Conditions::now();
    let shown = |path: &Path| path.display().to_string();
    let folders = [shown(course.stage.home()), shown(course.stage.other())];
    println!(
        "{}",
        table::head(
            arguments,
            &versions,
            &before,
            folders.each_ref().map(String::as_str)
        )
    );
    let (mut comparisons, mut studies) = (Vec::new(), Vec::new());
    for &case in &arguments.cases {
        match case {
            Case::Paper => {
                studies.extend(study::run(&course, fio.as_ref().map_err(Clone::clone)?)?)
            }
            _ => comparisons.extend(compare(&course, case, &fio)?),
        }
    }
    let after = Conditions::now();
    println!("{}", table::foot(&comparisons, &before, &after));
    if let Some(path) = &arguments.json {
        let report = Report {
            versions: &versions,
            conditions: [before, after],
            pairs: arguments.turns() * 2,
            buffers: arguments.buffers,
            comparisons: &comparisons,
            studies: &studies,
        };
        let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        fs::write(path, text + "\n")
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let mut counted = comparisons.iter().filter(|it| it.counts());
    Ok(counted.all(|it| it.verdict != Verdict::Failed))
}

/// Makes the inputs of a case, profiles its program, and compares all its rows.
fn compare(
    course: &Course<'_>,
    case: Case,
    fio: &Result<Fio, String>,
) -> Result<Vec<Comparison>, String> {
    let sizes = course.arguments.sizes(case);
    let [home, other] = [course.stage.home(), course.stage.other()];
    volume::check_room(other, case.room(sizes), "give fewer --mb")?;
    let small = course.make_inputs(case, sizes.profiled, home)?;
    let large = course.make_inputs(case, sizes.predicted, other)?;
    let mut comparisons = Vec::new();
    for &method in &course.arguments.methods {
        let of = (case, sizes);
        let profile = |method: Method| course.profile(of, method, &small, home);
        let profiles = profile(method.other())
            .and_then(|elsewhere| profile(method).map(|for_fio| [elsewhere, for_fio]));
        let row = (of, method, Kind::Elsewhere);
        comparisons.push(one(course, row, &large, profiles, fio)?);
        if !course.arguments.no_controls {
            let profile = course.profile(of, method, &large, other);
            let profiles = profile.map(|same| [same.clone(), same]);
            let row = (of, method, Kind::Control);
            comparisons.push(one(course, row, &large, profiles, fio)?);
        }
    }
    stage::remove(&small)?;
    stage::remove(&large)?;
    Ok(comparisons)
}

/// Compares a row, predicted from the first profile and given to fio from the second, and prints it. What cannot be
/// compared is told in its place, unless a signal came.
fn one(
    course: &Course<'_>,
    ((case, sizes), method, kind): ((Case, Sizes), Method, Kind),
    data: &Path,
    profiles: Result<[std::path::PathBuf; 2], String>,
    fio: &Result<Fio, String>,
) -> Result<Comparison, String> {
    let profiles = profiles.as_ref();
    let path = |place: usize| profiles.map_or(Path::new(""), |profiles| profiles[place].as_path());
    let row = Row {
        case,
        sizes,
        method,
        kind,
        profile: path(0),
        profile_for_fio: path(1),
        data,
    };
    let turns = match profiles {
        Ok(_) => row.turns(course, fio),
        Err(why) => Err(why.clone()),
    };
    course.check()?;
    race::show("");
    let comparison = Comparison::of(&row, turns);
    println!("{}", table::row(&comparison, &row.title()));
    Ok(comparison)
}

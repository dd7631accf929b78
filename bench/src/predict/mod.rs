//! Predicted times beside those of the programs and of fio, and the published interleave beside its job of fio.

mod case;
mod comparison;
mod course;
mod method;
mod prediction;
mod study;
mod turns;

use std::path::{Path, PathBuf};

use clap::Args;
use feedrate_bench::harness::arguments::{FioArgument, Patience, Place, Rounds};
use feedrate_bench::harness::bench::{Bench, folder};
use feedrate_bench::harness::cases::named;
use feedrate_bench::harness::rounds::show;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::fio::Fio;
use feedrate_bench::volume;
use serde::Serialize;

use case::{CASES, Case, Sizes};
use comparison::Comparison;
use course::Course;
use method::Method;
use study::Study;
use turns::{Kind, Row};

/// Compare the times that `feedrate predict` expects with those of the programs, and with fio's of the derived jobs
///
/// Each program is profiled over small data, with one method, in one folder, and predicted over larger data, with the
/// other method, in another folder.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    /// Folder, on another volume if there is one, in which programs are predicted; all files are made in a
    /// new folder in it too, and removed [default: a second folder in --folder]
    #[arg(long, value_name = "FOLDER")]
    other_folder: Option<PathBuf>,

    /// The cases to be run, in this order; `paper` is the published interleave beside its job of fio
    #[arg(long, value_name = "CASE", value_delimiter = ',', value_parser = named(CASES, |case| (case.name, "")),
          default_values = CASES.iter().filter(|case| !case.is_study).map(|case| case.name))]
    cases: Vec<&'static Case>,

    /// The methods with which programs are predicted; each is profiled with the other one
    #[arg(long, value_name = "METHOD", value_delimiter = ',', default_values = ["cached", "direct"])]
    methods: Vec<Method>,

    /// MB of a data set for which a program is predicted [default: 800, and for `paper` the published sizes]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(5..=1_000_000))]
    mb: Option<u64>,

    /// Size of the predicted data, in sizes of the profiled data
    #[arg(long, value_name = "NUMBER", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(3..=1000))]
    factor: u64,

    /// Number of profiles of a program; the run in the middle counts
    #[arg(long, value_name = "NUMBER", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    profiles: u32,

    /// Pages of a direct transfer (BUFNO)
    #[arg(long, value_name = "PAGES", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    buffers: u32,

    #[command(flatten)]
    rounds: Rounds<10>,

    /// Leave out the controls, which predict what was profiled
    #[arg(long)]
    no_controls: bool,

    #[command(flatten)]
    patience: Patience<30>,

    #[command(flatten)]
    fio: FioArgument,
}

/// The figures, for other programs.
#[derive(Debug, Serialize)]
struct Figures {
    pairs: u32,
    buffers: u32,
    comparisons: Vec<Comparison>,
    studies: Vec<Study>,
}

/// Runs all cases. Returns true if none failed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let bench = Bench::begin("predict", &arguments.place)?.with_patience(arguments.patience.time());
    let other = arguments.other_folder.as_deref();
    let other = other.map(|other| folder("predict", other)).transpose()?;
    let predicted = other.as_ref().map_or(bench.folder(), |other| other.path());
    let predicted = predicted.join("predicted");
    volume::make(&predicted)?;
    let mut course = Course {
        feedrate: Feedrate::find(&arguments.place, &[])?,
        home: bench.subfolder("profiled")?,
        other: predicted
            .canonicalize()
            .map_err(|error| format!("cannot find the other folder: {error}"))?,
        bench,
        buffers: arguments.buffers,
        profiles: arguments.profiles,
        rounds: arguments.rounds.rounds,
    };
    let fio = Fio::find(&arguments.fio.fio);
    let of_fio = fio.as_ref().map_or("no fio", |fio| fio.version.as_str());
    let versions = vec![course.feedrate.version.clone(), of_fio.to_owned()];
    let pairs = course.rounds.div_ceil(2) * 2;
    let head = head(&course, pairs);
    course.bench.head(versions, &head);
    let mut figures = Figures {
        pairs,
        buffers: arguments.buffers,
        comparisons: Vec::new(),
        studies: Vec::new(),
    };
    for case in &arguments.cases {
        if case.is_study {
            let fio = fio.as_ref().map_err(Clone::clone)?;
            let studied = study::run(&course, fio, case, (arguments.mb, arguments.factor))?;
            figures.studies.extend(studied);
        } else {
            figures.comparisons.extend(compare(arguments, &course, case, &fio)?);
        }
    }
    let counted = figures.comparisons.iter().filter(|it| it.counts());
    let verdicts: Vec<_> = counted.map(|it| it.verdict).collect();
    course.bench.end(&verdicts, &figures)
}

fn head(course: &Course, pairs: u32) -> String {
    format!(
        "profiled in {}, predicted in {}\n\
         pairs: {pairs}, profiles: {}, pages of a direct transfer: {}\n\n\
         predicted, real, fio: seconds, medians. noise: the range of the quartiles, as a share of the median.\n\
         Ratios are those of the pairs, with their intervals at 95 %.\n",
        course.home.display(),
        course.other.display(),
        course.profiles,
        course.buffers,
    )
}

/// Makes the inputs of a case, profiles its program, and compares all its rows.
fn compare(
    arguments: &Arguments,
    course: &Course,
    case: &'static Case,
    fio: &Result<Fio, String>,
) -> Result<Vec<Comparison>, String> {
    let sizes = case.sizes(arguments.mb.unwrap_or(800), arguments.factor);
    let (home, other) = (&course.home, &course.other);
    volume::check_room(other, case.room(sizes), "give fewer --mb")?;
    let small = course.make_inputs(case, sizes.profiled, home)?;
    let large = course.make_inputs(case, sizes.predicted, other)?;
    let mut comparisons = Vec::new();
    for &method in &arguments.methods {
        let of = (case, sizes);
        let profile = |method: Method| course.profile(of, method, &small, home);
        let profiles =
            profile(method.other()).and_then(|elsewhere| profile(method).map(|for_fio| [elsewhere, for_fio]));
        let row = (of, method, Kind::Elsewhere);
        comparisons.push(one(course, row, &large, profiles, fio)?);
        if !arguments.no_controls {
            let profile = course.profile(of, method, &large, other);
            let profiles = profile.map(|same| [same.clone(), same]);
            let row = (of, method, Kind::Control);
            comparisons.push(one(course, row, &large, profiles, fio)?);
        }
    }
    volume::remove(&small)?;
    volume::remove(&large)?;
    Ok(comparisons)
}

/// Compares a row, predicted from the first profile and given to fio from the second, and prints it. What cannot be
/// compared is told in its place, unless a signal came.
fn one(
    course: &Course,
    ((case, sizes), method, kind): ((&'static Case, Sizes), Method, Kind),
    data: &Path,
    profiles: Result<[PathBuf; 2], String>,
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
    course.bench.check()?;
    show("");
    let comparison = Comparison::of(&row, turns);
    println!("{}", comparison.rows(&row.title()));
    Ok(comparison)
}

//! Predicted times beside those of the programs and of fio, and the published interleave beside its job of fio.

mod case;
mod comparison;
mod course;
mod four;
mod method;
mod prediction;
mod study;
mod turns;

use std::path::PathBuf;

use clap::Args;
use feedrate_bench::harness::arguments::{FioArgument, Patience, Place, Rounds};
use feedrate_bench::harness::bench::{Bench, folder};
use feedrate_bench::harness::cases::named;
use feedrate_bench::harness::rounds::show;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::fio::Fio;
use feedrate_bench::volume;
use serde::Serialize;

use case::{CASES, Case};
use comparison::Comparison;
use course::Course;
use four::RuledRow;
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

    /// Hold four programs to the noise of their own runs: an interleave, a sort that spills, MEANS with TABULATE and a
    /// join in PROC SQL, with 400 MB a data set unless --mb says otherwise, past the page cache, without fio and
    /// without controls; and print one table
    #[arg(long, conflicts_with_all = ["cases", "methods", "no_controls"])]
    four: bool,

    /// With --four, add the interleave of 2 x 4 GB (of ten times --mb), which is asked to be within 2 %
    #[arg(long, requires = "four")]
    large: bool,

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

    /// Number of profiles of a program before each round; the run in the middle counts
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
    rounds: u32,
    buffers: u32,
    comparisons: Vec<Comparison>,
    /// The four programs by the rule of the noise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    four: Vec<RuledRow>,
    studies: Vec<Study>,
}

impl Arguments {
    /// Returns the cases.
    fn cases(&self) -> Vec<&'static Case> {
        if !self.four {
            return self.cases.clone();
        }
        let names = four::PROGRAMS.into_iter().chain(self.large.then_some(four::LARGE));
        let cases = names.map(|name| CASES.iter().find(|case| case.name == name));
        cases.map(|case| case.expect("a test finds all of them")).collect()
    }

    /// Returns the methods with which programs are predicted.
    fn methods(&self) -> Vec<Method> {
        match self.four {
            true => vec![Method::Direct],
            false => self.methods.clone(),
        }
    }

    /// Returns the MB of a data set.
    fn megabytes(&self, case: &Case) -> u64 {
        match (self.four, case.is_large) {
            (false, _) => self.mb.unwrap_or(800),
            (true, false) => self.mb.unwrap_or(four::MB),
            // It is profiled with as much, and predicted with five times as much.
            (true, true) => self.mb.unwrap_or(four::MB) * 2,
        }
    }
}

/// Runs all cases. Returns true if none failed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let bench = Bench::begin("predict", &arguments.place)?.with_patience(arguments.patience.time());
    let other = arguments.other_folder.as_deref();
    let other = other.map(|other| folder("predict", other)).transpose()?;
    let predicted = other.as_ref().map_or(bench.folder(), |other| other.path());
    let predicted = predicted.join("predicted");
    volume::make(&predicted)?;
    let cases = arguments.cases();
    let features: &[&str] = match cases.iter().any(|case| case.needs_sql) {
        true => &["sql"],
        false => &[],
    };
    let mut course = Course {
        feedrate: Feedrate::find(&arguments.place, features)?,
        home: bench.subfolder("profiled")?,
        other: predicted
            .canonicalize()
            .map_err(|error| format!("cannot find the other folder: {error}"))?,
        bench,
        buffers: arguments.buffers,
        profiles: arguments.profiles,
        rounds: arguments.rounds.rounds,
    };
    let fio = match arguments.four {
        true => Err("it does not run beside the four programs".to_owned()),
        false => Fio::find(&arguments.fio.fio),
    };
    let of_fio = fio.as_ref().map_or("no fio", |fio| fio.version.as_str());
    let versions = vec![course.feedrate.version.clone(), of_fio.to_owned()];
    let head = head(&course);
    course.bench.head(versions, &head);
    let mut figures = Figures {
        rounds: course.rounds,
        buffers: arguments.buffers,
        comparisons: Vec::new(),
        four: Vec::new(),
        studies: Vec::new(),
    };
    for case in cases {
        if case.is_study {
            let fio = fio.as_ref().map_err(Clone::clone)?;
            let studied = study::run(&course, fio, case, (arguments.mb, arguments.factor))?;
            figures.studies.extend(studied);
        } else {
            figures.comparisons.extend(compare(arguments, &course, case, &fio)?);
        }
    }
    if arguments.four {
        figures.four = figures.comparisons.iter().map(RuledRow::of).collect();
        println!("{}", four::table(&figures.four));
        let verdicts: Vec<_> = figures.four.iter().map(|row| row.verdict).collect();
        return course.bench.end(&verdicts, &figures);
    }
    let counted = figures.comparisons.iter().filter(|it| it.counts());
    let verdicts: Vec<_> = counted.map(|it| it.verdict).collect();
    course.bench.end(&verdicts, &figures)
}

fn head(course: &Course) -> String {
    format!(
        "profiled in {}, predicted in {}\n\
         rounds: {}, each with {} profiles, pages of a direct transfer: {}\n\n\
         predicted, real, fio: seconds, medians. noise: the range of the quartiles, as a share of the median.\n\
         Ratios are those of the rounds, with their intervals at 95 %.\n",
        course.home.display(),
        course.other.display(),
        course.rounds,
        course.profiles,
        course.buffers,
    )
}

/// Makes the inputs of a case, and compares all its rows.
fn compare(
    arguments: &Arguments,
    course: &Course,
    case: &'static Case,
    fio: &Result<Fio, String>,
) -> Result<Vec<Comparison>, String> {
    let sizes = case.sizes(arguments.megabytes(case), arguments.factor);
    let (home, other) = (&course.home, &course.other);
    volume::check_room(other, case.room(sizes), "give fewer --mb")?;
    let small = course.make_inputs(case, sizes.profiled, home)?;
    let large = course.make_inputs(case, sizes.predicted, other)?;
    let mut comparisons = Vec::new();
    for method in arguments.methods() {
        let row = Row {
            case,
            sizes,
            method,
            kind: Kind::Elsewhere,
            profiled: &small,
            home,
            data: &large,
        };
        comparisons.push(one(course, &row, fio)?);
        if !arguments.no_controls && !arguments.four {
            let control = Row {
                kind: Kind::Control,
                profiled: &large,
                home: other,
                ..row
            };
            comparisons.push(one(course, &control, fio)?);
        }
    }
    volume::remove(&small)?;
    volume::remove(&large)?;
    Ok(comparisons)
}

/// Compares a row and prints it. What cannot be compared is told in its place, unless a signal came.
fn one(course: &Course, row: &Row<'_>, fio: &Result<Fio, String>) -> Result<Comparison, String> {
    let turns = row.turns(course, fio);
    course.bench.check()?;
    show("");
    let comparison = Comparison::of(row, turns);
    println!("{}", comparison.rows(&row.title()));
    Ok(comparison)
}

#[cfg(test)]
mod tests {
    use feedrate_bench::harness::arguments::parsed;

    use super::*;

    fn names(words: &[&str]) -> Vec<&'static str> {
        let arguments: Arguments = parsed(words).unwrap();
        arguments.cases().iter().map(|case| case.name).collect()
    }

    #[test]
    fn four_programs_are_held_to_their_noise() {
        assert_eq!(names(&["--four"]), four::PROGRAMS);
        assert_eq!(names(&["--four", "--large"]).last(), Some(&four::LARGE));
        let arguments: Arguments = parsed(&["--four", "--large"]).unwrap();
        let predicted = |place: usize| {
            let case = arguments.cases()[place];
            case.sizes(arguments.megabytes(case), arguments.factor).predicted * 200
        };
        assert_eq!((predicted(0), predicted(4)), (400_000_000, 4_000_000_000));
        assert!(parsed::<Arguments>(&["--large"]).is_err());
        assert!(parsed::<Arguments>(&["--four", "--cases", "sort"]).is_err());
    }
}

//! One step of each procedure over one table: seconds, and on how many cores.

mod steps;
mod tables;

use std::path::PathBuf;

use clap::Args;
use feedrate_bench::harness::arguments::{Patience, Place};
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::cases::named;
use feedrate_bench::harness::rounds::show;
use feedrate_bench::harness::table::Columns;
use feedrate_bench::peers::feedrate::{Feedrate, Record, Step, Usage};
use feedrate_bench::volume;
use feedrate_stats::Verdict;
use serde::Serialize;

use steps::{NamedStep, STEPS};

/// Run one step of each procedure, and tell its seconds and cores
///
/// Each step runs once, in a program of its own, over a table that the page cache holds. What it makes is in WORK,
/// which nothing brings to the device, or in a file of lines, and is removed. There are no peers and no requirement:
/// the table shows which steps are slow for their rows, and which use one core alone. A step that does not complete
/// has failed, but for one of a procedure that the build does not have.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    /// The steps to be run, in this order
    #[arg(long, value_name = "STEP", value_delimiter = ',',
          value_parser = named(STEPS, |step| (step.name, "")),
          default_values = STEPS.iter().map(|step| step.name))]
    steps: Vec<&'static NamedStep>,

    /// Rows of the table; each has 114 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 2_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=1_000_000_000))]
    rows: u64,

    #[command(flatten)]
    patience: Patience<10>,
}

/// The figures of a step.
#[derive(Clone, Debug, Serialize)]
struct Figures {
    /// Its name.
    name: &'static str,
    /// Its times; absent if it did not complete.
    times: Option<Times>,
    /// The reason why it did not.
    reason: Option<String>,
}

impl Figures {
    fn has_failed(&self) -> bool {
        let is_absent = |reason: &str| reason.contains("Procedure") && reason.contains("not found");
        self.reason.as_deref().is_some_and(|reason| !is_absent(reason))
    }
}

/// The times of a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Times {
    /// From its start to its end.
    seconds: f64,
    /// Processor seconds of all its threads, the kernel's for it included.
    cpu_seconds: f64,
    /// Seconds that it stood still for storage.
    waited_seconds: f64,
}

/// All figures, for other programs.
#[derive(Debug, Serialize)]
struct Sweep {
    rows: u64,
    steps: Vec<Figures>,
}

/// Where a step runs.
#[derive(Debug)]
struct Course {
    bench: Bench,
    feedrate: Feedrate,
    tables: PathBuf,
    made: PathBuf,
}

const COLUMNS: Columns<6> = Columns([-16, 10, 10, 7, 10, 8]);

/// Runs the steps. Returns true if all completed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let bench = Bench::begin("sweep", &arguments.place)?.with_patience(arguments.patience.time());
    // The table, two copies and its lines, and what a step makes beside what it lays down.
    bench.need_room(8 * arguments.rows * tables::ROW_BYTES, "give fewer --rows")?;
    let mut course = Course {
        feedrate: Feedrate::find(&arguments.place, &["sql"])?,
        tables: bench.subfolder("tables")?,
        made: bench.folder().join("made"),
        bench,
    };
    let lines = format!(
        "{} rows, {} MB, from the page cache; each step once\n",
        arguments.rows,
        arguments.rows * tables::ROW_BYTES / 1_000_000
    );
    course.bench.head(vec![course.feedrate.version.clone()], &lines);
    show("making the tables");
    course.execute(&tables::program(arguments.rows))?;
    print!(
        "{}",
        COLUMNS.line(["step", "s", "cpu s", "cores", "waited s", "ns/row"])
    );
    let mut figures = Vec::new();
    for step in &arguments.steps {
        show(step.name);
        let of_step = course.measure(step)?;
        show("");
        print!("{}", row(&of_step, arguments.rows));
        figures.push(of_step);
    }
    let failed = figures.iter().filter(|each| each.has_failed());
    let failed: Vec<_> = failed.map(|_| Verdict::Failed).collect();
    let sweep = Sweep {
        rows: arguments.rows,
        steps: figures,
    };
    course.bench.end(&failed, &sweep)
}

impl Course {
    /// Runs a step once. What it makes is gone after it.
    fn measure(&self, step: &NamedStep) -> Result<Figures, String> {
        volume::settle(self.bench.folder())?;
        for file in volume::files(&self.tables)? {
            volume::warm(&file)?;
        }
        let ran = self.execute(step.program);
        // A signal ends all, and no step has failed by it.
        self.bench.check()?;
        let times = ran.and_then(|record| times(&record));
        Ok(Figures {
            name: step.name,
            times: times.as_ref().ok().copied(),
            reason: times.err(),
        })
    }

    fn execute(&self, program: &str) -> Result<Record, String> {
        volume::remove(&self.made)?;
        volume::make(&self.made)?;
        let text = tables::libraries(&self.tables, &self.made) + program + "\n";
        let ran = self.feedrate.program(&text, &self.bench)?.run();
        volume::remove(&self.made)?;
        Ok(ran?.record)
    }
}

/// Returns the times of the last step of a program.
fn times(record: &Record) -> Result<Times, String> {
    let of = |(step, usage): (&Step, &Usage)| Times {
        seconds: usage.real_seconds,
        cpu_seconds: usage.cpu_seconds(),
        waited_seconds: step.waited_seconds.unwrap_or_default(),
    };
    let step = record.steps.last();
    let told = step.and_then(|step| Some((step, step.usage.as_ref()?)));
    told.map(of).ok_or_else(|| "it tells no time".to_owned())
}

fn row(figures: &Figures, rows: u64) -> String {
    match figures.times {
        Some(Times {
            seconds,
            cpu_seconds,
            waited_seconds,
        }) => COLUMNS.line([
            figures.name,
            &format!("{seconds:.3}"),
            &format!("{cpu_seconds:.3}"),
            &format!("{:.2}", cpu_seconds / seconds),
            &format!("{waited_seconds:.3}"),
            &format!("{:.0}", seconds * 1e9 / rows as f64),
        ]),
        None => {
            let reason = figures.reason.as_deref().unwrap_or_default();
            let error = reason.find("ERROR").map_or(reason, |begin| &reason[begin..]);
            let line: String = error.chars().take(62).collect();
            format!("{:<16} {line}\n", figures.name)
        }
    }
}

#[cfg(test)]
mod tests {
    use feedrate_bench::harness::arguments::parsed;

    use super::*;

    #[test]
    fn all_steps_run_unless_some_are_named() {
        let steps = |words: &[&str]| parsed::<Arguments>(words).unwrap().steps.len();
        assert_eq!(steps(&[]), STEPS.len());
        assert_eq!(steps(&["--steps", "sort,print"]), 2);
    }

    #[test]
    fn a_row_tells_cores_or_the_reason() {
        let mut figures = Figures {
            name: "sort",
            times: Some(Times {
                seconds: 2.0,
                cpu_seconds: 3.0,
                waited_seconds: 0.5,
            }),
            reason: None,
        };
        assert_eq!(
            row(&figures, 1_000_000).split_whitespace().collect::<Vec<_>>(),
            ["sort", "2.000", "3.000", "1.50", "0.500", "2000"]
        );
        figures.times = None;
        figures.reason = Some("it failed with 2: ERROR: no".to_owned());
        assert_eq!(row(&figures, 1), format!("{:<16} ERROR: no\n", "sort"));
        assert!(figures.has_failed());
        figures.reason = Some("it failed with 2: ERROR: Procedure SORT not found.".to_owned());
        assert!(!figures.has_failed());
    }
}

//! A ramp of `feedrate run` beside fio's clones of the same streams.

use std::path::Path;

use clap::Args;
use feedrate_bench::harness::arguments::{FioArgument, Patience, Place, Rounds};
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::rounds::show;
use feedrate_bench::harness::table::{Columns, amount, ratio_or_dash};
use feedrate_bench::peers::feedrate::{Feedrate, read};
use feedrate_bench::peers::fio::{Fio, seconds_of_groups};
use feedrate_bench::process::child::Bounds;
use feedrate_bench::volume;
use feedrate_stats::{PairedRatio, Summary};
use serde::{Deserialize, Serialize};

/// A stream: a data set is written past the page cache, and read once.
const PROGRAM: &str = "\
data a (sgio=yes bufno=16);
  array v{16} v1-v16;
  do i = 1 to &rows;
    output;
  end;
run;
data _null_;
  set a (sgio=yes bufno=16);
run;
";

/// The bytes of an observation.
const ROW_BYTES: u64 = 17 * 8;

/// Compare the rates of a ramp with those of as many clones of its stream in fio
///
/// A stream writes a data set past the page cache and reads it. In each round a ramp runs it for 1, 2, 4 and more
/// users, and fio writes and reads as many bytes in as many files at the same time. The ratios say how near programs
/// come to what storage gives, and whether both slow down with users in the same way.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    /// The most users
    #[arg(long, value_name = "NUMBER", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=256))]
    most: u32,

    /// MB of the data set of a user
    #[arg(long, value_name = "MB", default_value_t = 256,
          value_parser = clap::value_parser!(u64).range(1..=100_000))]
    mb: u64,

    #[command(flatten)]
    rounds: Rounds<6>,

    #[command(flatten)]
    patience: Patience<30>,

    #[command(flatten)]
    fio: FioArgument,
}

/// The figures of a number of users.
#[derive(Clone, Debug, Default, Serialize)]
struct Row {
    users: u32,
    /// MB/s of the programs of the ramp, and of fio's clones, for each round.
    rates: Vec<(f64, f64)>,
}

#[derive(Debug, Serialize)]
struct Figures {
    megabytes: u64,
    rows: Vec<Row>,
}

/// The result of a ramp, as far as it is read.
#[derive(Debug, Deserialize)]
struct Ramp {
    levels: Vec<Level>,
}

#[derive(Debug, Deserialize)]
struct Level {
    users: u32,
    megabytes_per_second: Option<f64>,
}

/// Runs all rounds. Returns true, as nothing is required of the ratios.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut bench = Bench::begin("users", &arguments.place)?.with_patience(arguments.patience.time());
    let needed = u64::from(arguments.most) * arguments.mb * 2_000_000;
    bench.need_room(needed, "ask for fewer users by --most, or less data by --mb")?;
    let feedrate = Feedrate::find(&arguments.place, &[])?;
    let fio = Fio::find(&arguments.fio.fio)?;
    let lines = format!(
        "{} MB a user, written and read past the page cache; {} rounds of a ramp and fio's clones",
        arguments.mb, arguments.rounds.rounds
    );
    bench.head(vec![feedrate.version.clone(), fio.version.clone()], &lines);
    let mut rows: Vec<Row> = Vec::new();
    for round in 0..arguments.rounds.rounds {
        show(&format!("round {} of {}", round + 1, arguments.rounds.rounds));
        let levels = ramp(&feedrate, arguments, &bench)?;
        for level in levels {
            let Some(rate) = level.megabytes_per_second else {
                return Err(format!("the rate of {} users is not known", level.users));
            };
            let clones = clones(&fio, level.users, arguments.mb, &bench)?;
            let place = rows.iter().position(|row| row.users == level.users);
            let place = place.unwrap_or_else(|| {
                rows.push(Row {
                    users: level.users,
                    rates: Vec::new(),
                });
                rows.len() - 1
            });
            rows[place].rates.push((rate, clones));
        }
    }
    show("");
    print!("{}", table(&rows));
    let megabytes = arguments.mb;
    bench.end(&[], &Figures { megabytes, rows })
}

/// Runs the stream for more and more users, and returns what each number of them had.
fn ramp(feedrate: &Feedrate, arguments: &Arguments, bench: &Bench) -> Result<Vec<Level>, String> {
    let program = bench.folder().join("stream.sas");
    volume::write(&program, PROGRAM)?;
    let work = bench.subfolder("work")?;
    volume::settle(&work)?;
    let figures = bench.beside("ramp.json");
    let mut command = feedrate.command("run");
    command
        .arg(&program)
        .arg(format!("--ramp={}", arguments.most))
        // No limit ends it: how many users are served is not what is compared.
        .args(["--repeats", "3", "--response", "24h", "--work"])
        .arg(&work)
        .arg("--let")
        .arg(format!("rows={}", arguments.mb * 1_000_000 / ROW_BYTES))
        .arg("--json")
        .arg(&figures);
    // Where runs scatter much, the ramp is undecided, which does not matter here.
    let bounds = Bounds {
        most_code: 2,
        ..Bounds::default()
    };
    bench.run(&mut command, bounds)?;
    let ramp: Ramp = read(&figures)?;
    Ok(ramp.levels)
}

/// Runs as many clones of the stream in fio, and returns the MB/s of all together.
fn clones(fio: &Fio, users: u32, mb: u64, bench: &Bench) -> Result<f64, String> {
    let folder = bench.subfolder("clones")?;
    volume::settle(&folder)?;
    let job = bench.folder().join("clones.fio");
    volume::write(&job, job_file(users, mb))?;
    let (jobs, _) = fio.run_file(&job, &folder, bench)?;
    let bytes: u64 = jobs.iter().map(|job| job.bytes()).sum();
    let rate = bytes as f64 / 1e6 / seconds_of_groups(&jobs);
    remove_all(&folder)?;
    Ok(rate)
}

fn job_file(users: u32, mb: u64) -> String {
    format!(
        "[global]\ndirect=1\nbs=1m\nioengine=psync\nsize={mb}000000\nfilename_format=clone.$jobnum\nnumjobs={users}\n\
         [writes]\nrw=write\n[reads]\nstonewall\nrw=read\n"
    )
}

fn remove_all(folder: &Path) -> Result<(), String> {
    volume::remove(folder)?;
    volume::make(folder)
}

fn table(rows: &[Row]) -> String {
    let columns = Columns([5, 12, 12, 24, 24]);
    let mut table = columns.line(["users", "ramp, MB/s", "fio, MB/s", "ramp / fio", "relative to one user"]);
    let of_one: Vec<f64> = rows
        .iter()
        .find(|row| row.users == 1)
        .map(|row| row.rates.iter().map(|(ramp, fio)| ramp / fio).collect())
        .unwrap_or_default();
    for row in rows {
        let median = |of: fn(&(f64, f64)) -> f64| {
            let values: Vec<f64> = row.rates.iter().map(of).collect();
            Summary::of(&values).map_or_else(|| "-".to_owned(), |summary| amount(summary.median))
        };
        let scaled: Vec<(f64, f64)> = row
            .rates
            .iter()
            .zip(&of_one)
            .map(|((ramp, fio), one)| (ramp / fio, *one))
            .collect();
        table += &columns.line([
            &row.users.to_string(),
            &median(|(ramp, _)| *ramp),
            &median(|(_, fio)| *fio),
            &ratio_or_dash(PairedRatio::of(&row.rates).as_ref()),
            &ratio_or_dash(PairedRatio::of(&scaled).as_ref()),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_ratios_of_rounds_and_relative_to_one_user() {
        let row = |users, ramp: f64| Row {
            users,
            rates: (0..6).map(|round| (ramp + f64::from(round), 200.0)).collect(),
        };
        let table = table(&[row(1, 100.0), row(2, 150.0)]);
        assert_eq!(table.lines().count(), 3);
        assert!(table.contains("0.51"), "{table}");
        assert!(job_file(4, 10).contains("numjobs=4\n[writes]"));
    }
}

//! Transfers of the same bytes as a table, and nothing done with them, by feedrate and by fio.

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::run::Run;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::file::TestFile;
use feedrate_bench::peers::fio::{Fio, file_name};
use feedrate_bench::volume;

use super::case::{Case, Pass, RawRate};
use super::competitor::{Shape, Who};
use super::raw_rate::Raw;

/// Runs the transfers of a case once.
pub fn run(
    who: Who,
    shape: Shape,
    case: &Case,
    (raw, feedrate, bench): (&Raw, &Feedrate, &Bench),
) -> Result<Run, String> {
    let files = raw.files(case)?;
    let (file, written) = (&files.file, files.written(case)?);
    let rate = case.raw.ok_or("nothing raw is run in this case")?;
    one_after_the_other(rate, |pass| match who {
        Who::RawFio => by_fio(&raw.fio, pass, [file, written], shape, bench),
        _ => by_feedrate(feedrate, pass, [file, written], shape, bench),
    })
}

/// Makes a pass by `feedrate measure`. Half of the transfers of a copy read.
fn by_feedrate(
    feedrate: &Feedrate,
    pass: Pass,
    [file, written]: [&TestFile; 2],
    shape: Shape,
    bench: &Bench,
) -> Result<Run, String> {
    if pass != Pass::Read {
        written.mark()?;
    }
    let Shape { kib, depth } = shape;
    let size = file.size();
    let mut options = format!("--method direct --page {kib}K --depth {depth} --size {size}");
    let mut more = Vec::new();
    options += match pass {
        Pass::Read => " --do read",
        Pass::Write => " --do write --target overwrite --durable",
        Pass::Both => {
            more.extend(["--write-to", volume::text(written.path())?]);
            " --do mix --target overwrite --durable"
        }
    };
    let (figures, ran) = feedrate.measure(file.path(), &options, &more, bench)?;
    let figures = figures.with_fastest_engine()?;
    let run = Run {
        seconds: figures.seconds,
        cpu_seconds: figures.cpu.seconds_per_gigabyte * figures.bytes as f64 / 1e9,
        storage_read_bytes: figures.storage_read_bytes,
        ..Run::default()
    };
    Ok(run.of_process(ran.usage))
}

/// Makes a pass by fio. A copy is two of its jobs at the same time.
fn by_fio(fio: &Fio, pass: Pass, [file, written]: [&TestFile; 2], shape: Shape, bench: &Bench) -> Result<Run, String> {
    let all = format!(
        "--name=global --thread --disable_slat=1 --disable_lat=1 --bs={}k --size={}{}",
        shape.kib,
        file.size(),
        Fio::direct(shape.depth, shape.depth / 2)
    );
    let words = |options: &str| options.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut options = words(&all);
    if pass != Pass::Write {
        options.extend(["--name=read".to_owned(), file_name(file.path())]);
        options.push("--rw=read".to_owned());
    }
    if pass != Pass::Read {
        options.extend(["--name=write".to_owned(), file_name(written.path())]);
        options.extend(words("--rw=write --overwrite=1 --fallocate=none --end_fsync=1"));
    }
    let (jobs, ran) = fio.run(&options, written.folder(), bench)?;
    let run = Run {
        // They start together, and the copy is made when the slower one is done.
        seconds: jobs.iter().map(|job| job.seconds()).fold(0.0, f64::max),
        cpu_seconds: jobs.iter().map(|job| job.cpu_seconds()).sum(),
        storage_read_bytes: Some(ran.usage.storage_read_bytes),
        ..Run::default()
    };
    Ok(run.of_process(ran.usage))
}

/// Makes the passes one after the other, and adds up their times.
fn one_after_the_other(rate: RawRate, pass: impl Fn(Pass) -> Result<Run, String>) -> Result<Run, String> {
    let runs: Vec<_> = rate.passes.iter().map(|&each| pass(each)).collect::<Result<_, _>>()?;
    let times_all = |value: fn(&Run) -> f64| f64::from(rate.times) * runs.iter().map(value).sum::<f64>();
    let peaks = runs.iter().map(|run| run.peak_memory_bytes);
    Ok(Run {
        seconds: times_all(|run| run.seconds),
        cpu_seconds: times_all(|run| run.cpu_seconds),
        storage_read_bytes: runs.iter().map(|run| run.storage_read_bytes).sum(),
        peak_memory_bytes: peaks.max().unwrap_or_default(),
        ..Run::default()
    })
}

#[cfg(test)]
mod tests {
    use super::super::cases::CASES;
    use super::*;

    #[test]
    fn a_spilled_sort_takes_twice_the_time_of_a_read_and_a_write() {
        let case = CASES.iter().find(|case| case.name == "sort-spilled").unwrap();
        let run = one_after_the_other(case.raw.unwrap(), |pass| {
            Ok(Run {
                seconds: if pass == Pass::Read { 1.0 } else { 2.0 },
                cpu_seconds: 0.5,
                peak_memory_bytes: 7,
                ..Run::default()
            })
        });
        let run = run.unwrap();
        assert_eq!((run.seconds, run.cpu_seconds), (6.0, 2.0));
        assert_eq!((run.storage_read_bytes, run.peak_memory_bytes), (None, 7));
    }
}

//! Cases of a job file, which both programs get: feedrate as `feedrate fio`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use feedrate_bench::child::Stop;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::file::TestFile;
use feedrate_bench::fio::{Fio, Flow, file_name};

use crate::case::{Case, Jobs, Rate};
use crate::measurement::Measurement;

/// Who runs it.
#[derive(Clone, Copy, Debug)]
pub enum Program<'a> {
    /// `feedrate fio`
    Feedrate(&'a Feedrate),
    /// fio
    Fio(&'a Fio),
}

/// The job file. It asks for fio's best engine and for one latency of each transfer, as the cases of one stream do, and
/// for no more transfers at once than fio is best at: half of those in flight.
pub fn text(case: &Case, jobs: Jobs, file: &Path, size: u64, seconds: f64) -> String {
    let name = file_name(file);
    let time = match jobs.once {
        true => String::new(),
        false => format!("time_based\nruntime={}ms\n", (seconds * 1e3).round()),
    };
    let mut text = format!(
        "[raw]\n{}\nrw={}\nbs={}\n{time}thread\nfallocate=none\nnorandommap\n\
         disable_slat=1\ndisable_lat=1\ngroup_reporting\n{}",
        name.trim_start_matches("--"),
        jobs.rw,
        case.block,
        if jobs.once {
            "direct=0\nioengine=psync\ninvalidate=1\n".to_owned()
        } else if jobs.cached {
            "direct=0\nioengine=psync\ninvalidate=0\n".to_owned()
        } else {
            format!(
                "direct=1\nioengine=io_uring\nfixedbufs\nregisterfiles\niodepth={}\n",
                case.depth
            )
        },
    );
    let mut line = |name: &str, value: u64| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name}={value}");
    };
    let clones = u64::from(jobs.clones);
    if jobs.is_random() {
        line("size", size);
    } else {
        // Whole blocks of every length that there is.
        let part = (size / clones) >> 20 << 20;
        line("size", part);
        line("offset_increment", part);
    }
    line("numjobs", clones);
    if let Some(percent) = jobs.reads_percent {
        line("rwmixread", u64::from(percent));
    }
    match jobs.rate {
        // Those that wait for their time anyway are submitted one by one.
        Some(Rate::Bytes(bytes)) => line("rate", bytes),
        Some(Rate::Blocks(blocks)) => line("rate_iops", blocks),
        None if jobs.cached => {}
        None => {
            let half = u64::from(case.depth / 2);
            line("iodepth_batch_submit", half);
            line("iodepth_batch_complete_min", half);
            line("iodepth_batch_complete_max", u64::from(case.depth));
        }
    }
    text
}

/// Runs a case.
pub fn run(
    program: Program<'_>,
    case: &Case,
    jobs: Jobs,
    file: &TestFile,
    seconds: f64,
    stop: &Stop,
) -> Result<Measurement, String> {
    let job_file = file.beside("raw.fio");
    fs::write(
        &job_file,
        text(case, jobs, file.path(), case.bytes_of(file.size()), seconds),
    )
    .map_err(|error| format!("cannot write the job file: {error}"))?;
    let (output, errors) = (file.beside("jobs.json"), file.beside("jobs.errors"));
    let (done, usage) = match program {
        Program::Feedrate(feedrate) => {
            let engine = match jobs.cached {
                true => Feedrate::COPIES,
                false => Feedrate::FASTEST,
            };
            feedrate.fio(&job_file, engine, file.folder(), &output, &errors, stop)
        }
        Program::Fio(fio) => {
            let options = [job_file.display().to_string()];
            fio.run(&options, file.folder(), &output, &errors, stop)
        }
    }
    .map_err(|error| format!("{}: {error}", case.name))?;
    // Clones are one group.
    let [job] = &done[..] else {
        return Err(format!(
            "{}: {} reports in the place of one",
            case.name,
            done.len()
        ));
    };
    let flows = [&job.read, &job.write].map(|flow| (flow.io_bytes > 0).then_some(flow));
    let sum = |figure: fn(&Flow) -> f64| flows.iter().flatten().map(|flow| figure(flow)).sum();
    let bytes = job.read.io_bytes + job.write.io_bytes;
    let megabytes_per_second: f64 = sum(|flow| flow.bw_bytes / 1e6);
    let of_asked = flows.iter().flatten().map(|flow| {
        let clones = f64::from(jobs.clones);
        match jobs.rate {
            Some(Rate::Bytes(asked)) => flow.bw_bytes / (asked as f64 * clones),
            Some(Rate::Blocks(asked)) => flow.iops / (asked as f64 * clones),
            None => 1.0,
        }
    });
    Ok(Measurement {
        bytes,
        megabytes_per_second,
        transfers_per_second: sum(|flow| flow.iops),
        own_cpu_per_gigabyte: job.cpu_seconds() / (bytes as f64 / 1e9),
        whole_cpu_per_gigabyte: 0.0,
        of_asked: of_asked
            .max_by(|one, other| (one - 1.0).abs().total_cmp(&(other - 1.0).abs()))
            .unwrap_or(1.0),
        storage_share: 0.0,
    }
    .with_whole(usage))
}

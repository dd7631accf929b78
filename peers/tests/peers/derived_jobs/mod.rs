//! Derived jobs as job files: fio, and feedrate in its place, move the same bytes as the job says.

mod jobs;

use std::fs;
use std::path::Path;
use std::process::Command;

use feedrate_pageio::{Direction, Method};
use feedrate_predict::fio_job::{self, FioJob, FioOptions, Form};
use feedrate_predict::job::{Job, JobStep, Order, Origin, Use};
use serde_json::Value;

use crate::program::{feedrate, folder, number};
use jobs::{CACHED, INPUT, KIB, MIB, direct, file, in_turn, job, overlapped, read, together, write};

/// Runs a job file in its folder, and gives its jobs.
fn run(program: &mut Command, folder: &Path, json: &str) -> Vec<Value> {
    let output = program
        .arg("--output-format=json")
        .args([&format!("--output={json}"), "job.fio"])
        .current_dir(folder)
        .output()
        .expect("fio, which .ci/run installs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let text = fs::read_to_string(folder.join(json)).expect("figures");
    let start = text.find('{').expect("JSON");
    let document: Value = serde_json::from_str(&text[start..]).expect("JSON");
    document["jobs"].as_array().expect("jobs").clone()
}

/// Compares the bytes of each step in each direction.
fn compare(job: &Job, ran: &[Value], what: &str) {
    for (index, step) in job.steps.iter().enumerate() {
        let prefix = format!("step-{}-", index + 1);
        for (direction, path) in [
            (Direction::Read, "/read/io_bytes"),
            (Direction::Write, "/write/io_bytes"),
        ] {
            let jobs = ran.iter().filter(|it| {
                let name = it["jobname"].as_str().expect("a name");
                name.starts_with(&prefix)
            });
            let moved: u64 = jobs.map(|it| number(it, path)).sum();
            let uses = step
                .uses
                .iter()
                .filter(|it| it.direction == direction && job.files[it.file].origin != Origin::Pipe);
            let expected: u64 = uses.map(|it| it.bytes).sum();
            assert_eq!(moved, expected, "{what}: step {index}, {direction:?}");
        }
    }
    assert!(ran.iter().all(|it| number(it, "/error") == 0), "{what}");
}

/// Runs a job as its file says, twice in fio and then in feedrate, and compares what was moved. Returns the job file.
fn check(job: &Job, what: &str) -> FioJob {
    let mut made = None;
    for directory in ["theirs", "ours"] {
        let folder = folder();
        fs::create_dir(folder.path().join(directory)).expect("a folder");
        let options = FioOptions {
            directory: directory.to_owned(),
            stem: "job".to_owned(),
            form: Form::Exact,
        };
        let fio_job = fio_job::write(job, &options);
        fs::write(folder.path().join("job.fio"), &fio_job.text).expect("a job file");
        for (name, log) in &fio_job.logs {
            fs::write(folder.path().join(name), log).expect("a recording");
        }
        for time in 1..=2 {
            let mut program = match directory {
                "theirs" => Command::new("fio"),
                _ => Command::new(feedrate()),
            };
            if directory == "ours" {
                program.arg("fio");
            }
            let what = format!("{what}, {directory}, run {time}\n{}", fio_job.text);
            let ran = run(&mut program, folder.path(), &format!("{time}.json"));
            compare(job, &ran, &what);
            compare_files(job, &folder.path().join(directory), &what);
        }
        made = Some(fio_job);
    }
    made.expect("two runs")
}

/// Compares the lengths of the files that stay.
fn compare_files(job: &Job, folder: &Path, what: &str) {
    for (index, file) in job.files.iter().enumerate() {
        let stays = !matches!(file.origin, Origin::Pipe | Origin::Utility);
        let mut uses = job.steps.iter().flat_map(|step| &step.uses);
        if stays && uses.any(|it| it.file == index) {
            let there = fs::metadata(folder.join(format!("job.f{index}"))).expect(what);
            assert_eq!(there.len(), file.bytes, "{what}: file {index}");
        }
    }
}

#[test]
fn derived_jobs_of_one_step_move_the_same_bytes_in_fio() {
    let header = |it: Use| Use {
        header_bytes: 8 * KIB,
        ..it
    };
    let bytes = 8 * KIB + 20 * 64 * KIB;
    let files = || vec![file(INPUT, bytes), file(CACHED, MIB + 100), file(Origin::Made, bytes)];
    let copy = together("DATA", vec![header(read(0, bytes)), header(write(2, bytes))]);
    let interleave = together(
        "DATA",
        vec![header(read(0, bytes)), read(1, MIB + 100), write(2, bytes)],
    );
    let durable = Use {
        durable: true,
        ..direct(write(2, bytes))
    };
    let unbuffered = together("DATA", vec![direct(read(0, bytes)), durable]);
    let queued = together("DATA", vec![overlapped(read(0, bytes)), overlapped(write(2, bytes))]);
    let at_random = |it: Use| Use {
        order: Order::Random,
        ..it
    };
    let looked_up = together(
        "DATA",
        vec![read(1, MIB + 100), at_random(read(0, 2 * MIB)), write(2, bytes)],
    );
    let through = Use {
        method: Method::WriteThrough,
        ..write(2, bytes)
    };
    let twice = together("DATA", vec![read(0, 2 * bytes), through]);
    // The front, once more than a pass.
    let front_again = together("MEANS", vec![overlapped(read(0, bytes + 64 * KIB + 576))]);
    for (what, step, logs) in [
        ("the front again", front_again, 0),
        ("a copy", copy, 1),
        ("an interleave", interleave, 1),
        ("direct", unbuffered, 1),
        ("overlapped", queued, 0),
        ("at random", looked_up, 1),
        ("read twice", twice, 1),
    ] {
        let made = check(&job(files(), vec![step]), what);
        assert_eq!(made.logs.len(), logs, "{what}");
    }
}

#[test]
fn derived_jobs_of_threads_and_sorts_move_the_same_bytes_in_fio() {
    let by = |threads: u32, it: Use| Use { threads, ..it };
    let bytes = 3 * MIB + 5000;
    let mut utility = file(Origin::Utility, 3 * MIB);
    utility.removed_after = Some(1);
    let files = vec![
        file(INPUT, bytes),
        utility,
        file(Origin::Made, 3 * MIB),
        file(Origin::Made, 4 * MIB),
    ];
    let sort = in_turn(
        "SORT",
        vec![
            by(3, direct(read(0, bytes))),
            write(1, 3 * MIB),
            read(1, 3 * MIB),
            write(2, 3 * MIB),
        ],
    );
    let means = together("MEANS", vec![by(2, overlapped(read(0, bytes)))]);
    let at_once = together("DATA", vec![by(3, read(2, 3 * MIB)), by(3, write(3, 4 * MIB))]);
    let at_random = Use {
        order: Order::Random,
        threads: 2,
        ..read(3, 5 * MIB)
    };
    let updated = Use {
        order: Order::Random,
        ..write(2, MIB)
    };
    let steps = vec![
        means,
        sort,
        at_once,
        together("DATA", vec![at_random]),
        together("DATA", vec![updated]),
    ];
    let made = check(&job(files, steps), "threads");
    assert_eq!(made.logs.len(), 3);
}

#[test]
fn derived_jobs_of_sessions_move_the_same_bytes_in_fio() {
    let of = |session: &str, after: Vec<usize>, uses: Vec<Use>| JobStep {
        session: session.to_owned(),
        after,
        ..together("DATA", uses)
    };
    let files = vec![
        file(INPUT, MIB),
        file(Origin::Pipe, MIB),
        file(Origin::Made, MIB),
        file(Origin::Made, MIB),
    ];
    let steps = vec![
        of("one", vec![], vec![read(0, MIB), write(1, MIB)]),
        of("two", vec![], vec![read(1, MIB), write(2, MIB)]),
        of("one", vec![0], vec![read(0, MIB), write(3, MIB)]),
        of("two", vec![1, 2], vec![read(2, MIB), read(3, MIB)]),
    ];
    let made = check(&job(files, steps), "sessions");
    assert!(made.text.contains("wait_for=step-1-data"), "{}", made.text);
    assert!(!made.notes.is_empty());
}

//! The job files that come with fio run: those that read and write files or block devices, and those of calls that
//! move no bytes.
//!
//! Files that they name are made small and put into a folder of the test's own, and files take the places of devices;
//! all else stays as it is.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use crate::program::{feedrate, folder};

/// Where Debian's package fio-examples has them.
const EXAMPLES: &str = "/usr/share/doc/fio/examples";

/// Those of files, and why some do not run. The others are of networks, object stores, zoned devices, persistent
/// memory, or of programs.
const OF_FILES: [(&str, Option<&str>); 42] = [
    ("1mbs_clients", None),
    ("aio-read", None),
    ("backwards-read", None),
    ("basic-verify", None),
    ("butterfly", None),
    ("cmdprio-bssplit", None),
    ("cmdprio-percentage", None),
    ("cpuio", None),
    ("cross-stripe-verify", None),
    ("dedupe-global", None),
    ("disk-zone-profile", None),
    ("enospc-pressure", Some("before the")),
    ("exitwhat", None),
    ("falloc", None),
    ("filecreate-ioengine", None),
    ("filedelete-ioengine", None),
    ("filestat-ioengine", None),
    ("fio-rand-RW", None),
    ("fio-rand-read", None),
    ("fio-rand-write", None),
    ("fio-seq-RW", None),
    ("fio-seq-read", None),
    ("fio-seq-write", None),
    ("fixed-rate-submission", None),
    ("flow", None),
    ("fsx", None),
    ("ftruncate", None),
    ("iometer-file-access-server", None),
    ("jesd219", None),
    ("latency-profile", None),
    ("null", None),
    ("numa", None),
    ("poisson-rate-submission", None),
    ("rand-zones", None),
    ("ssd-steadystate", None),
    ("ssd-test", None),
    ("steadystate", None),
    ("surface-scan", None),
    ("tiobench-example", None),
    ("waitfor", None),
    ("xnvme-compare", None),
    ("zipf", None),
];

/// So many run at once.
const AT_ONCE: usize = 4;

/// Bytes of a file that stands for a device: more than any offset in them, and nothing of it takes space.
const DEVICE_BYTES: u64 = 4 << 40;

/// The job file, made to run in the current folder within a second.
fn adapted(text: &str) -> String {
    let mut adapted = String::new();
    for line in text.lines() {
        let (option, value) = line.split_once('=').unwrap_or((line, ""));
        let line = match (option.trim(), value.trim()) {
            ("runtime" | "timeout", _) => format!("{option}=300ms"),
            // Seconds.
            ("startdelay" | "ramp_time", _) => format!("{option}={value}ms"),
            ("directory", _) => format!("{option}=."),
            // Each of 16 jobs has 31250 files.
            ("nrfiles", number) if number.len() > 4 => format!("{option}=300"),
            ("filename", path) if path.starts_with("/tmp/") => {
                format!("{option}={}", path.trim_start_matches("/tmp/"))
            }
            ("filename", path) if path.starts_with("/dev/") && !is_of_all_systems(path) => {
                format!("{option}=device")
            }
            // A machine of two nodes.
            ("numa_cpu_nodes" | "numa_mem_policy", nodes) => {
                format!("{option}={}", nodes.replace("0-1", "0"))
            }
            _ => line.to_owned(),
        };
        adapted += &line;
        adapted.push('\n');
    }
    adapted
}

fn is_of_all_systems(path: &str) -> bool {
    ["/dev/null", "/dev/zero"].contains(&path)
}

/// Runs an example, and says why it did not.
fn run(name: &str) -> Result<(), String> {
    let folder = folder();
    let here = |name: &str| folder.path().join(name);
    let text = fs::read(Path::new(EXAMPLES).join(format!("{name}.fio")))
        .unwrap_or_else(|error| panic!("{name}: {error}; .ci/run installs fio-examples"));
    let text = String::from_utf8_lossy(&text);
    fs::write(here("job.fio"), adapted(&text)).expect("a job file");
    // The files that their authors had already.
    for there in ["device", "testfile"] {
        let file = File::create(here(there)).expect("a file");
        file.set_len(DEVICE_BYTES).expect("a long file");
    }
    let mut command = Command::new(feedrate());
    command
        .args(["fio", "--max-size=4m", "--overwrite-foreign", "--runtime=1"])
        .args(["--output-format=json", "--output=out.json"])
        .current_dir(folder.path());
    if name == "xnvme-compare" {
        // As its first lines say that it is to be run.
        command.args(["--section=default", "--ioengine=io_uring", "--filename=device"]);
    }
    let output = command.arg("job.fio").output().expect("feedrate runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        // 1 where a job failed, 2 where it was refused before anything ran.
        let code = output.status.code();
        assert!(matches!(code, Some(1 | 2)), "{name}: {code:?} {errors}");
        return Err(errors.into_owned());
    }
    let json = fs::read_to_string(here("out.json")).expect("results");
    let document: Value = serde_json::from_str(&json).expect("results are JSON");
    let jobs = document["jobs"].as_array().expect("jobs");
    let moved: u64 = jobs
        .iter()
        .flat_map(|job| [&job["read"]["total_ios"], &job["write"]["total_ios"]])
        .filter_map(Value::as_u64)
        .sum();
    let failed = jobs.iter().find(|job| job["error"] != 0);
    assert!(failed.is_none(), "{name}: {failed:?} {errors}");
    assert!(moved > 0, "{name} moved nothing: {errors}");
    Ok(())
}

#[test]
fn job_files_that_come_with_fio_run() {
    feedrate();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((name, expected)) = OF_FILES.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match (run(name), expected) {
                        (Ok(()), None) => {}
                        (Err(errors), Some(reason)) => {
                            assert!(errors.contains(reason), "{name}: {errors}");
                        }
                        (Err(errors), None) => panic!("{name}: {errors}"),
                        (Ok(()), Some(_)) => panic!("{name} runs now: say so here"),
                    }
                }
            });
        }
    });
    let run = OF_FILES.iter().filter(|(_, reason)| reason.is_none());
    let share = run.count() as f64 / OF_FILES.len() as f64;
    assert!(share >= 0.85, "{share}");
}

//! Plans the job files that come with fio: those of files are planned, and the others are rejected with a reason.

use std::path::{Path, PathBuf};

use crate::command_line;
use crate::load::load_with;
use crate::plan::{HostFacts, Settings, plan};
use crate::request::{Request, Run};
use crate::text::VariableValues;

/// The folder of Debian's package fio-examples.
const FOLDER: &str = "/usr/share/doc/fio/examples";

/// Those that read and write files or block devices with an engine for that, and those of calls that move no bytes. The
/// others are about networks, zoned devices, object stores, persistent memory, or programs.
const OF_FILES: [&str; 42] = [
    "1mbs_clients",
    "aio-read",
    "backwards-read",
    "basic-verify",
    "butterfly",
    "cmdprio-bssplit",
    "cmdprio-percentage",
    "cpuio",
    "cross-stripe-verify",
    "dedupe-global",
    "disk-zone-profile",
    "enospc-pressure",
    "exitwhat",
    "falloc",
    "filecreate-ioengine",
    "filedelete-ioengine",
    "filestat-ioengine",
    "fio-rand-RW",
    "fio-rand-read",
    "fio-rand-write",
    "fio-seq-RW",
    "fio-seq-read",
    "fio-seq-write",
    "fixed-rate-submission",
    "flow",
    "fsx",
    "ftruncate",
    "iometer-file-access-server",
    "jesd219",
    "latency-profile",
    "null",
    "numa",
    "poisson-rate-submission",
    "rand-zones",
    "ssd-steadystate",
    "ssd-test",
    "steadystate",
    "surface-scan",
    "tiobench-example",
    "waitfor",
    "xnvme-compare",
    "zipf",
];

/// A machine with what the files name: two nodes, devices of 1 TB, and a file that several of them share.
struct Example;

impl HostFacts for Example {
    fn length(&self, path: &Path) -> Option<u64> {
        (path.starts_with("/dev") || path == Path::new("/tmp/testfile")).then_some(1 << 40)
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        (node < 2).then(|| vec![node])
    }
}

fn run(path: &Path) -> Run {
    match command_line::parse(&[path.into(), "--max-size=64m".into()]) {
        Ok(Request::Run(run)) => *run,
        other => panic!("{other:?}"),
    }
}

fn planned(path: &Path) -> Result<usize, String> {
    let variable = |name: &str| match name {
        "FIO_RW" => Some("randwrite".to_owned()),
        "FIO_IODEPTH" => Some("4".to_owned()),
        "FIO_BS" => Some("8k".to_owned()),
        _ => None,
    };
    let surroundings = VariableValues {
        variable: &variable,
        processors: 2,
        page_bytes: 4096,
        memory_mib: 4096,
    };
    let settings = Settings {
        max_size: Some(64 << 20),
        max_jobs: 4096,
        readonly: false,
        overwrite_foreign: false,
        seed: 1,
        state_prefix: "local".into(),
    };
    load_with(&run(path), &surroundings)
        .and_then(|jobs| plan(&jobs, &settings, &Example))
        .map(|plan| plan.workers.len())
        .map_err(|error| error.to_string())
}

#[test]
fn examples_of_file_io_are_planned() {
    let folder = PathBuf::from(FOLDER);
    if !folder.is_dir() {
        println!("skipped: there is no {FOLDER}; the package fio-examples has it");
        return;
    }
    let mut found = 0;
    for name in OF_FILES {
        let path = folder.join(format!("{name}.fio"));
        if !path.is_file() {
            continue;
        }
        found += 1;
        match planned(&path) {
            Ok(workers) => assert!(workers > 0),
            Err(message) => panic!("{name}: {message}"),
        }
    }
    assert!(found >= 30, "{found} of the examples are there");
}

#[test]
fn the_other_examples_say_why_not() {
    let Ok(folder) = std::fs::read_dir(FOLDER) else {
        println!("skipped: there is no {FOLDER}; the package fio-examples has it");
        return;
    };
    for entry in folder {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_job_file = path.extension().is_some_and(|extension| extension == "fio");
        if !is_job_file || OF_FILES.contains(&name.as_str()) {
            continue;
        }
        let message = planned(&path).expect_err(&name);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains("is not supported"), "{name}: {message}");
        println!("{message}");
    }
}

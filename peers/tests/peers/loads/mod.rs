//! Loads move what fio's jobs move: the same bytes in as many blocks at the same places, and files of the same sizes.

mod cases;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;

use feedrate_workload::Control;
use feedrate_workload::load::{self, Load, LoadFile, LoadOutcome, NullWatch, Schedule};
use serde_json::Value;

use cases::{CASES, Case, Equality, M, case, write};

use crate::program::{folder, number, peer_succeeds};

/// The blocks that a program moved, and their sums.
#[derive(Debug, Default, PartialEq, Eq)]
struct MovedBlocks {
    /// Bytes and blocks read, and written.
    read: (u64, u64),
    write: (u64, u64),
    /// The number of times that each block was moved: whether written, its offset, its bytes.
    places: BTreeMap<(bool, u64, u64), u64>,
    sizes: Vec<u64>,
}

fn paths(folder: &Path, case: &Case) -> Vec<std::path::PathBuf> {
    (0..case.files.len())
        .map(|index| folder.join(format!("file{index}")))
        .collect()
}

fn prepare(paths: &[std::path::PathBuf], case: &Case) {
    if let Some(bytes) = case.existing {
        for path in paths {
            fs::write(path, vec![1; bytes as usize]).expect("a file that is there before");
        }
    }
}

fn sizes(paths: &[std::path::PathBuf]) -> Vec<u64> {
    paths
        .iter()
        .map(|path| fs::metadata(path).expect("a file of the load").len())
        .collect()
}

fn fio(folder: &Path, case: &Case) -> MovedBlocks {
    let paths = paths(folder, case);
    prepare(&paths, case);
    let log = folder.join("places");
    let names: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    let text = peer_succeeds(
        "fio",
        [
            "--name=peer",
            "--thread",
            "--output-format=json",
            "--ioengine=psync",
            // It would lie in the current folder.
            "--verify_state_save=0",
        ]
        .map(str::to_owned)
        .into_iter()
        .chain([
            format!("--filename={}", names.join(":")),
            format!("--size={}", case.files.iter().sum::<u64>()),
            format!("--write_iolog={}", log.display()),
        ])
        .chain(case.fio.split_whitespace().map(str::to_owned)),
    );
    let start = text.find('{').expect("fio prints JSON");
    let document: Value = serde_json::from_str(&text[start..]).expect("fio prints JSON");
    let moved = |direction: &str| {
        let figure = |name| number(&document, &format!("/jobs/0/{direction}/{name}"));
        (figure("io_bytes"), figure("total_ios"))
    };
    let mut places = BTreeMap::new();
    for line in fs::read_to_string(&log).expect("fio wrote its log").lines() {
        let fields: Vec<_> = line.split_whitespace().collect();
        if let [.., action @ ("read" | "write"), offset, bytes] = fields[..] {
            let place = (
                action == "write",
                offset.parse().expect("an offset"),
                bytes.parse().expect("a length"),
            );
            *places.entry(place).or_default() += 1;
        }
    }
    MovedBlocks {
        read: moved("read"),
        write: moved("write"),
        places,
        sizes: sizes(&paths),
    }
}

fn ours(folder: &Path, case: &Case) -> (MovedBlocks, LoadOutcome) {
    let paths = paths(folder, case);
    prepare(&paths, case);
    let files = paths
        .iter()
        .zip(case.files)
        .map(|(path, &bytes)| LoadFile::new(path, bytes))
        .collect();
    let mut load = Load::new("ours", files);
    load.logs.latency = true;
    (case.change)(&mut load);
    let schedule = Schedule {
        batches: vec![vec![load]],
    };
    let mut outcome = load::run(&schedule, &Control::default(), &mut NullWatch).expect("a schedule that runs");
    let outcome = outcome.batches.remove(0).loads.remove(0);
    assert!(outcome.error.is_none(), "{}: {:?}", case.fio, outcome.error);
    let mut places = BTreeMap::new();
    for entry in &outcome.series.latency {
        *places
            .entry((entry.is_write, entry.offset, entry.block_bytes))
            .or_default() += 1;
    }
    let moved = |flow: &load::Flow| (flow.bytes, flow.operations);
    let found = MovedBlocks {
        read: moved(&outcome.flow.read),
        write: moved(&outcome.flow.write),
        places,
        sizes: sizes(&paths),
    };
    (found, outcome)
}

/// fio mostly waits for itself, so several run at once.
const AT_ONCE: usize = 8;

#[test]
fn loads_move_what_jobs_of_fio_move() {
    thread::scope(|scope| {
        for first in 0..AT_ONCE {
            scope.spawn(move || CASES.iter().skip(first).step_by(AT_ONCE).for_each(compare));
        }
    });
}

fn compare(case: &Case) {
    let (here, there) = (folder(), folder());
    let (ours, _) = ours(here.path(), case);
    let theirs = fio(there.path(), case);
    assert!(!theirs.places.is_empty(), "{}", case.fio);
    assert_eq!(ours.sizes, theirs.sizes, "{}", case.fio);
    match case.same {
        Equality::Places => assert_eq!(ours, theirs, "{}", case.fio),
        Equality::Blocks => {
            assert_eq!(ours.read, theirs.read, "{}", case.fio);
            assert_eq!(ours.write, theirs.write, "{}", case.fio);
        }
        Equality::BlocksInAll => {
            let sum = |found: &MovedBlocks| (found.read.0 + found.write.0, found.read.1 + found.write.1);
            assert_eq!(sum(&ours), sum(&theirs), "{}", case.fio);
            // Nearly half of each.
            let share = ours.read.1 as f64 / sum(&ours).1 as f64;
            assert!((0.3..0.7).contains(&share), "{}", case.fio);
        }
        Equality::Bytes => {
            assert_eq!(ours.read.0, theirs.read.0, "{}", case.fio);
            assert_eq!(ours.write.0, theirs.write.0, "{}", case.fio);
        }
    }
}

#[test]
fn flushes_are_as_many_as_in_fio() {
    let job = case("--rw=write --fsync=5", &[M], Equality::Places, |load| {
        write(load);
        load.flush.every = 5;
    });
    let (here, there) = (folder(), folder());
    let (_, outcome) = ours(here.path(), &job);
    let file = there.path().join("file");
    let text = peer_succeeds(
        "fio",
        [
            "--name=peer".to_owned(),
            "--thread".to_owned(),
            "--output-format=json".to_owned(),
            "--ioengine=psync".to_owned(),
            "--rw=write".to_owned(),
            "--fsync=5".to_owned(),
            "--size=1m".to_owned(),
            format!("--filename={}", file.display()),
        ],
    );
    let start = text.find('{').expect("fio prints JSON");
    let document: Value = serde_json::from_str(&text[start..]).expect("fio prints JSON");
    let theirs = number(&document, "/jobs/0/sync/total_ios");
    assert_eq!(outcome.flushes.count(), theirs);
}

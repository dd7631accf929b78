//! Devices as files of a load. Those of disks are tried beside fio, in `peers/`.

use std::path::Path;

use feedrate_pageio::Error as PagesError;
use feedrate_pageio::cache::{CacheShare, UnknownBecause};
use feedrate_workload::Error;
use feedrate_workload::load::{Directions, Limit, LoadEngine, LoadFile, Verify, VerifyMethod, VerifySum};

use crate::loads::ground::{ENGINES, K, load, run, run_to_its_end, try_run};

#[test]
fn zeros_are_read_by_all_engines_that_map_nothing() {
    for (engine, depth) in ENGINES {
        let mut load = load(Path::new("/dev/zero"), Directions::Read, 1024 * K);
        load.engine = engine;
        load.depth.most = depth;
        if engine == LoadEngine::MAPPED {
            let refused = try_run(vec![vec![load]]).unwrap_err().to_string();
            assert!(refused.contains("/dev/zero cannot be mapped"), "{refused}");
            continue;
        }
        let outcome = run(&load);
        assert_eq!((outcome.flow.read.bytes, outcome.flow.read.operations), (1024 * K, 256));
    }
}

#[test]
fn what_comes_from_no_storage_is_not_said_to_come_from_the_cache() {
    let zeros = load(Path::new("/dev/zero"), Directions::Read, 64 * K);
    let outcome = try_run(vec![vec![zeros]]).unwrap();
    assert_eq!(
        outcome.batches[0].cache,
        CacheShare::Unknown(UnknownBecause::NotCounted)
    );
}

#[test]
fn what_keeps_nothing_is_written_and_stays() {
    let mut load = load(Path::new("/dev/null"), Directions::Write, 1024 * K);
    load.flush.at_end = true;
    load.flush.on_close = true;
    load.layout.unlink = true;
    let outcome = run(&load);
    assert_eq!(outcome.flow.write.bytes, 1024 * K);
    assert!(Path::new("/dev/null").exists());
    load.files[0].path = "/dev/full".into();
    let full = run_to_its_end(&load).error.unwrap();
    assert!(full.text.contains("no space left"), "{}", full.text);
    // To whom a full device is the end, it is one.
    load.limit = Limit {
        until_full: true,
        ..load.limit
    };
    assert!(run_to_its_end(&load).error.is_none());
}

#[test]
fn a_device_that_cannot_do_what_is_asked_says_so() {
    let mut zeros = load(Path::new("/dev/zero"), Directions::Read, 64 * K);
    zeros.direct = true;
    let direct = run_to_its_end(&zeros).error.unwrap();
    assert!(direct.text.contains("refuses direct I/O"), "{}", direct.text);
    zeros.files[0].bytes = None;
    let endless = try_run(vec![vec![zeros]]).unwrap_err().to_string();
    assert!(endless.contains("give a size"), "{endless}");
    let ends = run_to_its_end(&load(Path::new("/dev/null"), Directions::Read, 64 * K));
    assert!(ends.error.unwrap().text.contains("ends at byte 0"));
    let mut proof = load(Path::new("/dev/null"), Directions::Write, 64 * K);
    proof.verify = Some(Verify {
        method: VerifyMethod::Sum(VerifySum::Crc32c),
        interval: None,
        header_at: 0,
        numbers: true,
        read_back: true,
        fatal: true,
        dump: false,
        backlog: None,
        only_flushed: false,
        until: None,
    });
    let lost = run_to_its_end(&proof).error.unwrap();
    assert!(lost.text.contains("ends at byte 0"), "{}", lost.text);
}

#[test]
fn other_devices_are_not_touched() {
    for directions in [Directions::Read, Directions::Write] {
        let mut terminal = load(Path::new("/dev/tty"), directions, 64 * K);
        terminal.overwrite_foreign = true;
        let refused = try_run(vec![vec![terminal]]).unwrap_err();
        assert!(
            matches!(refused, Error::Pages(PagesError::NotAFile { .. })),
            "{refused}"
        );
    }
    let random = load(Path::new("/dev/urandom"), Directions::Write, 64 * K);
    let refused = try_run(vec![vec![random]]).unwrap_err();
    assert!(matches!(refused, Error::Device { .. }), "{refused}");
}

#[test]
fn a_device_that_is_not_there_is_not_made_a_file() {
    let path = Path::new("/dev/no-such-device-of-feedrate");
    let mut misspelt = load(path, Directions::Write, 64 * K);
    misspelt.files.push(LoadFile::new("/dev/null", 64 * K));
    let refused = try_run(vec![vec![misspelt]]);
    let made = path.exists();
    // Where `/dev` is an ordinary folder it is one of files, and a file may be made.
    let _ = std::fs::remove_file(path);
    if let Err(refused) = refused {
        assert!(refused.to_string().contains("no such file"), "{refused}");
        assert!(!made);
    }
}

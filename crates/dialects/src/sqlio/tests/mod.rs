//! Tests of arguments, rules, lines and plans, without moving blocks.

mod refused;
mod texts;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::Duration;

use feedrate_workload::load::{Directions, LoadEngine, Order, WriteSync};
use proptest::prelude::*;

use super::request::{Affinity, BufferMode, Pattern, Request, Test};
use super::sizes::SizedFile;
use super::{parse_with, plan};
use crate::{Drives, testing};

/// Returns the parameter file of the tests, for any name.
fn parameters(_: &Path) -> io::Result<Vec<u8>> {
    Ok(b"# comment\r\nF:\\testfile.dat 1 0x0 10000\r\n".to_vec())
}

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

fn request(line: &str) -> super::Result<Request> {
    parse_with(&words(line), &Drives::parse("F:=/mnt/f").unwrap(), &parameters)
}

fn test(line: &str) -> Test {
    match request(line) {
        Ok(Request::Test(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}

fn message(line: &str) -> String {
    let message = request(line).expect_err(line).to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

/// Returns files that are as large as the test needs.
fn sizes(test: &Test) -> Vec<SizedFile> {
    test.files()
        .map(|file| SizedFile {
            file: file.clone(),
            has: 10_000 << 20,
            needs: 10_000 << 20,
            offset: test.start_blocks * test.block_bytes,
            part: 10_000 << 20,
        })
        .collect()
}

#[test]
fn no_argument_is_a_test_with_the_defaults() {
    let test = test("");
    assert!(!test.writes);
    assert_eq!((test.threads(), test.seconds, test.block_bytes), (1, 30, 2048));
    assert_eq!(test.buffering, BufferMode::None);
    assert_eq!(
        test.pattern,
        Pattern::Stripes {
            factor: 64,
            ios: 64,
            same_run: false
        }
    );
    assert_eq!(test.pools[0].files[0].path, Path::new("testfile.dat"));
}

#[test]
fn the_published_batch_is_read_as_it_stands() {
    for depth in [2, 8, 16, 32, 64, 128, 256] {
        let line = format!("-kW -s30 -o{depth}   -fsequential -b256 -BH -LS -Fparam_F.txt");
        let test = test(&line);
        assert!(test.writes);
        assert_eq!(test.outstanding, Some(depth));
        assert_eq!(test.pattern, Pattern::Sequential);
        assert_eq!(test.pools[0].files[0].path, Path::new("/mnt/f/testfile.dat"));
        assert_eq!(test.pools[0].files[0].megabytes, Some(10_000));
        let schedule = plan::schedule(&test, &sizes(&test), 7);
        let load = &schedule.batches[0][0];
        assert_eq!(load.directions, Directions::Write);
        assert_eq!(load.depth.most, depth);
        assert_eq!(load.order, Order::Shared { step: 0 });
        assert!(load.direct);
        assert_eq!(load.write_sync, WriteSync::Nothing);
        assert_eq!(load.limit.time, Some(Duration::from_secs(30)));
    }
}

#[test]
fn every_option_of_the_reference_is_read() {
    let test = test("-kr -t4 -s5 -o0 -b16 -f128 -i32 -S10 -By -mS4 -LPi -Up -aR0x5 -v1.1.1 -64 -D11 a.dat b.dat");
    assert_eq!(test.outstanding, None);
    assert_eq!(test.buffering, BufferMode::All);
    assert_eq!(test.start_blocks, 10);
    assert_eq!(test.pools[0].affinity, Affinity::RoundRobin(vec![0, 2]));
    assert!(test.latency.unwrap().initiation && test.latency.unwrap().processor_timer);
    assert!(test.utilisation.unwrap().each_processor);
    assert_eq!(test.remarks.len(), 3);
    let loads = &plan::schedule(&test, &sizes(&test), 7).batches[0];
    assert_eq!(loads.len(), 4);
    assert_eq!(loads[1].processors, Some(vec![2]));
    assert_eq!(loads[1].files.len(), 2);
    assert_eq!(loads[1].engine, LoadEngine::vectored(4));
    assert_eq!(
        loads[1].order,
        Order::Grid {
            row: 128,
            rows: 32,
            first: 32,
            count: 1
        }
    );
}

#[test]
fn drives_disks_and_devices_are_files_too() {
    let on_drives = test(r"-dF --map G:=/mnt/g \test");
    assert_eq!(on_drives.pools[0].files[0].path, Path::new("/mnt/f/test"));
    let on_drives = test("-dFG --map=G:=/mnt/g -t2");
    assert_eq!(on_drives.pools[0].files[1].path, Path::new("/mnt/g/testfile.dat"));
    let raw = test("-RF,10 --map 10:=/dev/sdb --map F:=/dev/sdc1");
    let files = &raw.pools[0].files;
    assert_eq!(files[0].path, Path::new("/dev/sdc1"));
    assert_eq!(files[1].path, Path::new("/dev/sdb"));
    assert!(files.iter().all(|file| file.raw));
    assert_eq!(test("-RF12 --map 1:=/dev/a --map 2:=/dev/b").pools[0].files.len(), 3);
}

#[cfg(unix)]
#[test]
fn devices_are_named_and_drives_without_a_map_are_asked_for() {
    assert_eq!(test("-R/dev/sdb,/dev/sdc").pools[0].files.len(), 2);
    assert!(message("-RE").contains("--map E:="));
    assert!(message("-RX,").contains("--map X:="));
    assert!(message(r"E:\x.dat").contains("--map E:=/mnt/e"));
}

#[cfg(windows)]
#[test]
fn drives_are_paths_and_disks_are_refused() {
    let on_drives = test(r"-dEG --map G:=D:\g \test");
    let paths = on_drives.pools[0].files.iter().map(|file| file.path.as_os_str());
    assert!(paths.eq([r"E:\test", r"D:\g\test"]));
    assert_eq!(test(r"E:\a b.dat").pools[0].files[0].path.as_os_str(), r"E:\a");
    for line in ["-RE", "-R1", "E:", "#3"] {
        assert!(message(line).contains("is a disk or a partition"), "{line}");
    }
}

#[test]
fn threads_share_the_columns_of_a_stripe() {
    let test = test("-t3 -f8 -i4 x.dat");
    let loads = &plan::schedule(&test, &sizes(&test), 7).batches[0];
    let columns: Vec<_> = loads
        .iter()
        .map(|load| match load.order {
            Order::Grid { first, count, .. } => (first, count),
            ref other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(columns, [(0, 2), (2, 3), (5, 3)]);
}

#[test]
fn each_thread_has_a_queue_for_each_file() {
    let test = test("-t2 -o8 -frandom a b c");
    let loads = &plan::schedule(&test, &sizes(&test), 7).batches[0];
    assert_eq!(loads.len(), 6);
    assert!(loads.iter().all(|load| load.files.len() == 1 && load.depth.most == 8));
    let mut seeds: Vec<u64> = loads.iter().map(|load| load.seed).collect();
    seeds.dedup();
    assert_eq!(seeds.len(), 6);
}

#[test]
fn a_parameter_file_stands_above_threads_and_files() {
    let test = test("-t2 -p0 -fsequential -Fp.txt other.dat");
    assert_eq!(test.threads(), 1);
    assert_eq!(
        test.remarks,
        ["the parameter file says which files, threads and processors: -t, -p, the file name are not used"]
    );
}

proptest! {
    #[test]
    fn any_arguments_and_any_parameter_file_can_be_read(
        arguments in proptest::collection::vec("(-[a-zA-Z0-9]?)?.{0,12}", 0..6),
        file in proptest::collection::vec(any::<u8>(), 0..80),
    ) {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        if let Some(test) = testing::sqlio(&arguments, &file) {
            let _ = plan::schedule(&test, &sizes(&test), 1);
        }
    }

    #[test]
    fn numbers_of_options_come_back(
        threads in 1u32..=256, seconds in 1u64..100_000, depth in 1u32..=256, kilobytes in 1u64..4096,
    ) {
        let test = test(&format!("-t{threads} -s{seconds} -o{depth} -b{kilobytes} -frandom x"));
        prop_assert_eq!(test.threads(), threads);
        prop_assert_eq!(test.seconds, seconds);
        prop_assert_eq!(test.outstanding, Some(depth));
        prop_assert_eq!(test.block_bytes, kilobytes * 1024);
    }
}

//! Arguments, rules, lines and plans, without a block being moved.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use feedrate_pageio::{CpuUse, Depth, EngineKind, EngineReport, Latencies};
use feedrate_workload::load::{
    Contents, Directions, Flow, LoadEngine, LoadOutcome, LoadSeries, Order as LoadOrder,
    PerDirection, WriteSync,
};
use proptest::prelude::*;

use super::report::{self, Ran};
use super::request::{Cache, Order, Queues, Request, Test};
use super::sizes::Sized;
use super::{explain, parse, plan, profile};
use crate::Drives;

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

fn request(line: &str) -> super::Result<Request> {
    parse(&words(line), &Drives::parse("F:=/mnt/f").unwrap())
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

fn sizes(test: &Test) -> Vec<Sized> {
    let one = Sized {
        has: 1 << 30,
        size: 1 << 30,
        offset: test.from,
        part: 1 << 30,
    };
    vec![one; test.targets.len()]
}

#[test]
fn a_target_alone_is_a_test_with_the_defaults() {
    let test = test("x.dat");
    assert_eq!(test.block, 64 << 10);
    assert_eq!((test.warm_up, test.duration), (5, 10));
    assert_eq!(
        test.queues,
        Queues::OfEachTarget {
            threads: 1,
            depth: 2
        }
    );
    assert_eq!(test.cache, Cache::Cached);
    assert_eq!(
        test.order,
        Order::Sequential {
            stride: 64 << 10,
            interlocked: false
        }
    );
    let load = &plan::schedule(&test, &sizes(&test)).batches[0][0];
    assert_eq!(load.ramp, Duration::from_secs(5));
    assert_eq!(load.content, Contents::Pattern((0..=255).collect()));
}

#[test]
fn what_takes_the_place_of_sqlio_is_a_load_of_the_same_kind() {
    let test = test(r"-w100 -d30 -W0 -t2 -o8 -b256K -si -Su -L -Z20M F:\testfile.dat");
    let schedule = plan::schedule(&test, &sizes(&test));
    let load = &schedule.batches[0][1];
    assert_eq!(schedule.batches[0].len(), 2);
    assert_eq!(load.files[0].path, Path::new("/mnt/f/testfile.dat"));
    assert_eq!(load.directions, Directions::Write);
    assert_eq!(load.order, LoadOrder::Shared { step: 0 });
    assert_eq!(load.depth.most, 8);
    assert_eq!(load.content, Contents::Same);
    assert!(load.direct);
    assert_eq!(load.write_sync, WriteSync::Nothing);
}

#[test]
fn orders_and_their_places() {
    let strided = test("-b4K -s8b -T1b -t3 x");
    let loads = &plan::schedule(&strided, &sizes(&strided)).batches[0];
    assert_eq!(loads[2].files[0].start, 8192);
    assert_eq!(loads[2].order, LoadOrder::Sequential { step: 28 << 10 });
    let random = test("-b8K -r4K -rs80 -w30 -g100i x");
    let load = &plan::schedule(&random, &sizes(&random)).batches[0][0];
    assert_eq!(load.alignment, Some(4096));
    assert_eq!(load.directions, Directions::Mixed { read_percent: 70 });
    assert_eq!(load.pace.read.operations, Some(70));
    assert_eq!(load.pace.write.operations, Some(30));
    assert!(matches!(
        load.order,
        LoadOrder::Random {
            random_percent: 80,
            ..
        }
    ));
    let bytes = test("-g1000 x");
    let load = &plan::schedule(&bytes, &sizes(&bytes)).batches[0][0];
    assert_eq!(load.pace.read.bytes, Some(1_000_000));
    assert_eq!(load.pace.write.bytes, None);
    let mapped = test("-Sm -o8 x");
    let load = &plan::schedule(&mapped, &sizes(&mapped)).batches[0][0];
    assert_eq!((load.engine, load.depth.most), (LoadEngine::Mapped, 1));
}

#[test]
fn threads_of_all_targets_work_on_each() {
    let test = test("-F3 -o4 a b");
    let places: Vec<_> = plan::places(&test)
        .iter()
        .map(|place| (place.thread, place.target))
        .collect();
    assert_eq!(places, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
    let each = self::test("-t2 a b");
    let places: Vec<_> = plan::places(&each)
        .iter()
        .map(|place| (place.thread, place.target))
        .collect();
    assert_eq!(places, [(0, 0), (1, 0), (2, 1), (3, 1)]);
}

#[test]
fn a_target_that_is_not_there_is_made() {
    let test = test("-c1M -Sh x y x");
    let mut sizes = sizes(&test);
    for sized in &mut sizes {
        (sized.has, sized.size) = (0, 1 << 20);
    }
    assert_eq!(plan::filling(&test, &sizes).batches.len(), 2);
}

#[test]
fn what_makes_no_sense_is_said() {
    for (line, part) in [
        ("", "no target is named"),
        ("x -t2", "-t2 comes after a target"),
        ("-q x", "-q is not an option; run diskspd -?"),
        ("-b0 x", "size of a block"),
        ("-b4X x", "size of a block"),
        ("-w101 x", "how many of 100 blocks"),
        ("-w x", "how many of 100 blocks"),
        ("-t2 -F2 x", "-F and -t do not go together"),
        ("-O4 x", "add -F"),
        ("-F2 -O4 x y", "-O is for one target here"),
        ("-r -s x", "-s and -r do not go together"),
        ("-rs50 -si x", "-s and -r do not go together"),
        ("-rs0 x", "1 to 100"),
        ("-rdpct90/0 x", "shares of blocks"),
        ("-si4K x", "use -si65536 or more"),
        ("-T1M -r x", "-T and -r do not go together"),
        ("-T1M -si x", "-T and -si do not go together"),
        ("-i4 x", "-i and -j need each other"),
        ("-g4 -x x", "-g and -x do not go together"),
        ("-n -a0 x", "-n and -a do not go together"),
        ("-B1G -f1M x", "not after 1073741824 where it begins"),
        ("-B1G:1M -f1M x", "-f and -B with a size do not go together"),
        ("-Sbu x", "both to use the page cache and to go past it"),
        ("-Sx x", "write letters of b, h, m, u and w"),
        ("-Sr x", "-Sr is not to be had here"),
        ("-Rxml x", "-Rxml is not to be had here"),
        ("-Xp.xml x", "-Xp.xml is not to be had here"),
        ("-ysevent x", "events of Windows"),
        ("-eDISK_IO x", "events of the Windows kernel"),
        ("-Nv x", "-Nv is not to be had here"),
        ("-p x", "-p is not to be had here"),
        ("-C5 x", "-C5 is not to be had here"),
        ("-d0 x", "-d0 measures nothing"),
        ("-z4294967296 x", "32 bits"),
        ("-t5000 x", "5000 threads are more than 4096"),
        (r"G:\x.dat", "--map G:=/mnt/g"),
        ("#1", "--map #1=/dev/sdX"),
        ("--mop x", "run diskspd -?"),
    ] {
        let message = message(line);
        assert!(message.contains(part), "{line}: {message}");
    }
    assert_eq!(request("-?").unwrap(), Request::Help);
    assert!(matches!(
        request("-Rp -C0 -eq x").unwrap(),
        Request::Profile(_)
    ));
}

#[test]
fn the_profile_is_that_of_the_original() {
    let lines = |line: &str| profile::profile(&test(line));
    insta::assert_snapshot!(lines(
        r"-d120 -W15 -L -r -w40 -t8 -b64K -Su -c10G F:\perfdisk.io"
    ));
    insta::assert_snapshot!(lines(
        "-v -F4 -O8 -D500 -a0,1 -B1M:1G -si128K -Sbw -frst -Zr -i10 -j20 -g500i -I1 x.dat"
    ));
    insta::assert_snapshot!(lines("-n -t2 -x -T1G -Sm -Z1500K -z7 -w100 a.dat b.dat"));
    insta::assert_snapshot!(lines("-rdpct90/10:0/10:5/20 -Sh -Z -o1 -g1024 a.dat"));
    insta::assert_snapshot!(lines("-rdabs90/10G:5/20G -rs100 a.dat"));
}

#[test]
fn the_words_of_a_test() {
    let words = |line: &str| explain::explain(&test(line));
    insta::assert_snapshot!(words(
        "-d120 -W15 -L -r -w40 -t8 -b64K -Su -c10G perfdisk.io"
    ));
    insta::assert_snapshot!(words(
        "-F4 -si128K -Sbw -i10 -j20 -g500 -a0,1 -l -B1M:1G -w100 -Z x.dat"
    ));
    for line in [
        "-rs10 x",
        "-rdpct90/10 -Sm x",
        "-T1G -Zr -w100 x",
        "-g5i -Sh -F2 -O3 x",
    ] {
        assert!(words(line).lines().all(|line| line.chars().count() <= 80));
    }
}

#[test]
fn sizes_are_told_in_their_largest_unit() {
    for (bytes, text) in [
        (0, "0"),
        (512, "512"),
        (1536, "1.50KiB"),
        (64 << 10, "64KiB"),
        (1024 << 20, "1GiB"),
        (3 << 40, "3TiB"),
    ] {
        assert_eq!(profile::size(bytes), text);
    }
}

proptest! {
    #[test]
    fn any_arguments_can_be_read(
        arguments in proptest::collection::vec("(-[a-zA-Z0-9]?)?.{0,12}", 0..6),
    ) {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        if let Ok(Request::Test(test) | Request::Explain(test) | Request::Profile(test)) =
            parse(&arguments, &Drives::default())
        {
            let _ = explain::explain(&test);
            let _ = profile::profile(&test);
            let _ = plan::schedule(&test, &sizes(&test));
        }
    }

    #[test]
    fn sizes_of_options_come_back(block in 1u64..1 << 20, blocks in 1u64..1000, threads in 1u32..64) {
        let test = test(&format!("-b{block} -s{blocks}b -t{threads} -c{blocks}K x"));
        prop_assert_eq!(test.block, block);
        prop_assert_eq!(test.order, Order::Sequential { stride: block * blocks, interlocked: false });
        prop_assert_eq!(test.create, Some(blocks << 10));
    }
}

/// What a load of made-up figures came to: so many reads and writes of 8 KiB.
fn outcome(reads: u64, writes: u64) -> LoadOutcome {
    let flow = |operations: u64, micros: u64| {
        let mut flow = Flow {
            bytes: operations * 8192,
            operations,
            operation_samples: vec![operations as f64 * 0.9, operations as f64 * 1.1],
            ..Flow::default()
        };
        for latency in [micros, micros * 2, micros * 3] {
            flow.total.record(Duration::from_micros(latency));
        }
        flow
    };
    LoadOutcome {
        name: String::new(),
        group: 0,
        process_id: 0,
        began_after: Some(Duration::ZERO),
        flow: PerDirection {
            read: flow(reads, 100),
            write: if writes > 0 {
                flow(writes, 1000)
            } else {
                Flow::default()
            },
        },
        read_back: Flow::default(),
        flushes: Latencies::new(),
        run_time: Duration::from_millis(10_010),
        ramped: Duration::ZERO,
        cpu: CpuUse::default(),
        depth_levels: [0; 7],
        submitted: [0; 7],
        completed: [0; 7],
        depth: Depth { most: 1, mean: 1.0 },
        engine: EngineReport {
            kind: EngineKind::Sync,
            depth: 1,
            refused: Vec::new(),
        },
        checked: 0,
        differ: 0,
        differences: Vec::new(),
        error: None,
        stopped: false,
        passes: 0,
        series: LoadSeries::default(),
        steady: None,
        latency_target: None,
        notes: Vec::new(),
    }
}

fn reported(line: &str, loads: &[LoadOutcome]) -> String {
    let test = test(line);
    report::report(&Ran {
        test: &test,
        sizes: &vec![50 << 20; test.targets.len()],
        places: &plan::places(&test),
        loads: &loads.iter().collect::<Vec<_>>(),
        processors: None,
    })
}

#[test]
fn the_report_is_that_of_the_original() {
    let two = [outcome(1000, 400), outcome(2000, 600)];
    insta::assert_snapshot!(reported("-t2 -w30 -b8K -L -D x.dat", &two));
    insta::assert_snapshot!(reported("-b8K x.dat y.dat", &two));
    let reads = [outcome(1000, 0), outcome(500, 0)];
    insta::assert_snapshot!(reported("-b8K -L x.dat y.dat", &reads));
    let nothing = [LoadOutcome {
        run_time: Duration::ZERO,
        ..outcome(0, 0)
    }];
    insta::assert_snapshot!(reported("x.dat", &nothing));
}

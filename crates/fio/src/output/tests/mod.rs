//! Golden outputs of synthetic results.

mod interval_lines;
mod live;
mod log_files;
mod made_up;
mod parsers;
mod verdict;

use std::time::{Duration, SystemTime};

use feedrate_workload::load::{LoadError, ScheduleOutcome, SteadyOutcome};

use self::made_up::{MadeUp, batch, flow, group_reporting, job, outcome, samples};
use super::disks::{DiskCounts, DiskUse};
use super::{RunResults, account, clock, header, print};
use crate::job::{Engine, Location, OptionText, Rw, SteadyState, UnifiedReporting};
use crate::request::Format::{self, Json, JsonPlus, Normal, Terse};
use crate::require;

const SECOND: Duration = Duration::from_secs(1);

/// The moment at which all synthetic runs end.
fn ended() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(1_795_293_827_824)
}

fn disk() -> DiskUse {
    DiskUse {
        name: "vda".to_owned(),
        counts: DiskCounts {
            reads: 1183,
            writes: 1308,
            read_ms: 70,
            write_ms: 73,
            queue_ms: 145,
            utilisation: 13.5592,
            ..DiskCounts::default()
        },
        members: Vec::new(),
    }
}

/// Returns the output of a synthetic run in some formats, at a fixed time.
fn printed(made_up: &MadeUp, formats: &[Format]) -> String {
    let disks = [disk()];
    let judgement = require::judge_for(100.0, 2, &made_up.outcome, None);
    let report = RunResults {
        disks: &disks,
        judgement: Some(&judgement),
        ..made_up.report(ended())
    };
    let formats = formats.iter().copied().collect();
    let mut out = header(&made_up.jobs, &made_up.plan, formats).into_bytes();
    print(&report, formats, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.replace(&clock::as_ctime(ended()), "Sat Nov 21 20:43:47 2026")
}

/// Returns two clones in one report, a job with a queue, one that failed after a while, and one that was never run.
fn several() -> MadeUp {
    let mut made_up = MadeUp::default();
    let mut writer = group_reporting(job("one", Rw::Write));
    writer.options.jobs.description = Some("first one".to_owned());
    writer.options.engine.fsync = 64;
    let writer = made_up.job(writer);
    let mut mixed = job("two", Rw::RandRw);
    mixed.options.engine.ioengine = Engine::Libaio;
    mixed.options.engine.iodepth = 8;
    mixed.options.blocks.bs.read = (4096, 16_384);
    mixed.options.pace.latency_target = Some(Duration::from_micros(1000));
    mixed.options.pace.latency_window = Duration::from_millis(300);
    mixed.options.pace.latency_percentile = 90.0;
    let mixed = made_up.job(mixed);
    let failing = made_up.job(job("three", Rw::Read));
    let never = made_up.job(job("four", Rw::RandRead));

    let mut loads = Vec::new();
    for clone in 0..2 {
        made_up.worker(writer, clone, 0);
        let mut load = outcome("one", SECOND);
        load.flow.write = flow(512 << 20, 131_072, SECOND, 1.3);
        load.flow.write.bandwidth_samples = samples(&[500e6, 520e6]);
        load.flow.write.operation_samples = samples(&[122_070.0, 126_953.0]);
        load.flushes = flow(0, 2048, SECOND, 500.0).completion;
        load.depth_levels[0] = 131_072;
        load.submitted[1] = 131_072;
        load.completed[1] = 131_072;
        loads.push(load);
    }
    made_up.batch(loads);

    made_up.worker(mixed, 0, 1);
    let mut load = outcome("two", 2 * SECOND);
    load.flow.read = flow(300 << 20, 40_000, 2 * SECOND, 200.0);
    load.flow.write = flow(100 << 20, 25_600, 2 * SECOND, 30.0);
    load.flow.read.submission = flow(0, 40_000, SECOND, 2.0).completion;
    load.flow.write.submission = flow(0, 25_600, SECOND, 2.0).completion;
    load.depth_levels = [1, 2, 4, 65_593, 0, 0, 0];
    load.submitted[1] = 60_000;
    load.completed = [10, 50_000, 0, 0, 0, 0, 0];
    load.notes = vec!["libaio runs on io_uring".to_owned()];
    made_up.worker(failing, 0, 1);
    let mut failed = outcome("three", SECOND);
    failed.flow.read = flow(4096, 1, Duration::from_micros(300), 80.0);
    failed.depth_levels[0] = 1;
    failed.error = Some(LoadError {
        errno: 5,
        text: "read of 4096 bytes at 4096 of /data/x: Input/output error".to_owned(),
    });
    made_up.batch(vec![load, failed]);
    made_up.worker(never, 0, 2);
    let mut unbegun = outcome("four", Duration::ZERO);
    unbegun.began_after = None;
    unbegun.stopped = true;
    made_up.batch(vec![unbegun]);
    made_up.outcome.stopped = true;
    made_up
}

#[test]
fn normal_of_several_jobs() {
    insta::assert_snapshot!(printed(&several(), &[Normal]));
}

#[test]
fn terse_of_several_jobs() {
    insta::assert_snapshot!(printed(&several(), &[Terse]));
}

#[test]
fn json_of_several_jobs() {
    insta::assert_snapshot!(printed(&several(), &[Json]));
}

#[test]
fn formats_come_in_the_order_of_fio() {
    let text = printed(&several(), &[Normal, JsonPlus, Terse]);
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} in {text}"));
    let order = [
        "one: (g=0)",
        "fio-3.33\n",
        "\n3;fio-3.33;one",
        "\n{\n",
        "\n}\n",
        "err= 0",
    ];
    let places = order.map(at);
    assert!(places.is_sorted(), "{places:?}");
    assert!(text.contains("\"bins\" : {"));
}

#[test]
fn only_what_was_asked_for_is_printed() {
    assert!(printed(&several(), &[Json]).starts_with("{\n"));
    assert!(printed(&several(), &[Json]).ends_with("\n}\n"));
    let terse = printed(&several(), &[Terse]);
    assert!(terse.lines().all(|line| line.starts_with("3;fio-3.33;")), "{terse}");
    assert_eq!(terse.lines().count(), 4);
}

#[test]
fn a_job_that_moved_nothing_is_in_json_and_terse_alone() {
    let made_up = several();
    assert!(!printed(&made_up, &[Normal]).contains("four: (groupid"));
    assert!(printed(&made_up, &[Json]).contains("\"jobname\" : \"four\""));
    assert!(!printed(&made_up, &[Terse]).contains("nan"));
}

#[test]
fn steady_and_unified_jobs() {
    let mut made_up = MadeUp::default();
    let mut steady = job("steady", Rw::ReadWrite);
    steady.options.pace.steadystate = Some(SteadyState {
        iops: true,
        slope: false,
        limit: 50.0,
        is_percent: true,
    });
    steady.options.pace.steadystate_duration = 4 * SECOND;
    steady.options.reports.unified_rw_reporting = UnifiedReporting::Mixed;
    steady.options.reports.percentile_list = vec![50.0, 99.0];
    let steady = made_up.job(steady);
    made_up.worker(steady, 0, 0);
    let mut load = outcome("steady", 2 * SECOND);
    load.flow.read = flow(1 << 30, 1024, 2 * SECOND, 900.0);
    load.flow.write = flow(1 << 30, 1024, 2 * SECOND, 1100.0);
    load.steady = Some(SteadyOutcome {
        attained: true,
        criterion: 4.024_632,
        max_deviation: 135_499.5,
        slope: 0.0,
        bandwidth: vec![14_345_238_260.0, 13_235_224_576.0],
        operations: vec![3_502_255.0, 3_231_256.0],
    });
    made_up.batch(vec![load]);
    insta::assert_snapshot!(printed(&made_up, &[Normal, Terse]));
    let json = printed(&made_up, &[Json]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let job = &json["jobs"][0];
    assert_eq!(job["mixed"]["total_ios"], 2048);
    assert!(job.get("read").is_none());
    assert_eq!(
        job["steadystate"].to_string(),
        concat!(
            r#"{"attained":1,"criterion":"4.024632%","data":{"bw":[14345238260,13235224576,0,0],"#,
            r#""bw_mean":13790231418,"iops":[3502255,3231256,0,0],"iops_mean":3366755},"duration":4,"#,
            r#""max_deviation":135499.5,"slope":0.0,"ss":"iops:50.000000%"}"#
        )
    );
}

#[test]
fn gtod_reduce_leaves_no_latencies() {
    let mut made_up = MadeUp::default();
    let mut quick = job("quick", Rw::Read);
    let options = &mut quick.options;
    for off in [
        &mut options.reports.disable_lat,
        &mut options.reports.disable_clat,
        &mut options.reports.disable_slat,
    ] {
        *off = true;
    }
    options.reports.disable_bw_measurement = true;
    let quick = made_up.job(quick);
    made_up.worker(quick, 0, 0);
    let mut load = outcome("quick", SECOND);
    load.flow.read = flow(1 << 20, 256, SECOND, 20.0);
    load.flow.read.bandwidth_samples = samples(&[1e6]);
    made_up.batch(vec![load]);
    let text = printed(&made_up, &[Normal]);
    for absent in ["clat", "lat (", "bw (", "percentiles"] {
        assert!(!text.contains(absent), "{absent} in {text}");
    }
    assert!(
        text.contains("read: IOPS=256, BW=1024KiB/s (1049kB/s)(1024KiB/1000msec)"),
        "{text}"
    );
}

#[test]
fn options_in_json_are_those_of_the_last_job_of_a_group() {
    let with = |name, options: &[(&'static str, Option<&str>)]| {
        let mut job = group_reporting(job(name, Rw::Read));
        let options = options.iter().map(|&(name, value)| OptionText {
            name,
            value: value.map(str::to_owned),
            location: Location::COMMAND_LINE,
        });
        job.own_options = options.collect();
        job
    };
    let mut made_up = MadeUp::default();
    let jobs = [
        (with("first", &[("bs", Some("4k"))]), 0),
        (with("second", &[("bs", Some("8k"))]), 0),
        (with("bare", &[("thread", None)]), 1),
        (with("none", &[]), 2),
    ];
    let mut loads = Vec::new();
    for (job, group) in jobs {
        loads.push(outcome(&job.name, SECOND));
        let index = made_up.job(job);
        made_up.worker(index, 0, group);
    }
    made_up.batch(loads);
    let json: serde_json::Value = serde_json::from_str(&printed(&made_up, &[Json])).unwrap();
    // As fio 3.33 has them: a group has the name of its first job and the options of its last.
    assert_eq!(json["jobs"][0]["jobname"], "first");
    assert_eq!(json["jobs"][0]["job options"], serde_json::json!({"bs": "8k"}));
    assert_eq!(json["jobs"][1]["job options"], serde_json::json!({}));
    assert!(json["jobs"][2].get("job options").is_none());
}

#[test]
fn an_empty_run_is_whole_json() {
    let text = printed(&MadeUp::default(), &[Json]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["jobs"], serde_json::json!([]));
}

#[test]
fn the_account_tells_what_fio_does_not() {
    let made_up = several();
    insta::assert_snapshot!(account(&made_up.report(ended())), @r"
    two, three: 300MiB read, 25 % of it from the page cache
    two: libaio runs on io_uring
    three: read of 4096 bytes at 4096 of /data/x: Input/output error
    ");
}

#[test]
fn arrays_are_told_with_their_members() {
    let member = DiskCounts {
        reads: 10,
        utilisation: 50.0,
        ..DiskCounts::default()
    };
    let busier = DiskCounts {
        reads: 20,
        utilisation: 70.0,
        ..DiskCounts::default()
    };
    let array = DiskUse {
        name: "md0".to_owned(),
        members: vec![member, busier],
        ..disk()
    };
    assert_eq!(
        super::disks::text(std::slice::from_ref(&array)).trim(),
        "Disk stats (read/write):\n    md0: ios=1183/1308, merge=0/0, ticks=70/73, in_queue=145, util=13.56%, \
         aggrios=15/0, aggrmerge=0/0, aggrticks=0/0, aggrin_queue=0, aggrutil=70.00%"
    );
    insta::assert_snapshot!(
        super::disks::columns(&[array]),
        @";md0;1183;1308;0;0;70;73;145;13.56%;slaves;15;0;0;0;0;0;0;70.00%"
    );
    assert_eq!(super::disks::text(&[]), "");
}

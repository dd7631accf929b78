//! Tests of the table, and of options whose values have a grammar of their own.

mod table;

use std::collections::HashSet;

use feedrate_workload::load::FileLocking;

use super::*;
use crate::job::{FileService, Options, RandomDistribution, Rw, SizeOf};
use crate::value::Value;

fn set(name: &str, text: Option<&str>) -> Result<Options, String> {
    let mut options = Options::default();
    let option = named(name).unwrap();
    assert!(matches!(option.effect, Effect::Takes), "{name} takes no effect");
    options.set(option.name, &mut Value::new(text, false, 1024))?;
    Ok(options)
}

#[test]
fn every_name_is_there_once() {
    let mut seen = HashSet::new();
    for option in all() {
        for name in std::iter::once(&option.name).chain(option.aliases) {
            assert!(seen.insert(*name), "{name}");
        }
        assert!(!option.help.is_empty());
    }
    let takes = all().filter(|option| matches!(option.effect, Effect::Takes));
    assert!(takes.count() >= 85);
}

#[test]
fn shares_in_a_range_are_left_out_as_fio_leaves_them_out() {
    // fio's header shows 512B-1024B for both.
    for text in ["512/25:1k:25:2k:25:4k/25", "1k/5-512/3"] {
        let mut options = Options::default();
        let mut value = Value::new(Some(text), false, 1024);
        options.set("bsrange", &mut value).unwrap();
        assert_eq!(options.blocks.bs.write, (512, 1024), "{text}");
        assert!(value.into_traps()[0].contains("bssplit="));
    }
}

#[test]
fn directions_and_their_numbers() {
    let of = |text| {
        let options = set("rw", Some(text)).unwrap();
        (options.blocks.rw, options.blocks.rw_step, options.blocks.rw_hold)
    };
    assert_eq!(of("read"), (Rw::Read, 0, 1));
    assert_eq!(of("read:-8k"), (Rw::Read, -8192, 1));
    assert_eq!(of("write:112k"), (Rw::Write, 112 << 10, 1));
    assert_eq!(of("randread:8"), (Rw::RandRead, 0, 8));
    assert!(set("rw", Some("Read")).is_err());
    let trim = named("trim_backlog").unwrap().refusal(Some("8"));
    assert!(trim.is_some_and(|advice| advice.contains("rw=trim")));
    assert_eq!(named("readwrite").unwrap().refusal(Some("read:4k")), None);
}

#[test]
fn harmless_values_of_refused_options_are_taken() {
    assert_eq!(named("hipri_percentage").unwrap().refusal(Some("100")), None);
    let polled = named("hipri_percentage").unwrap().refusal(Some("50"));
    assert!(polled.is_some());
    assert!(named("ioengine").unwrap().refusal(Some("http")).is_some());
    assert!(named("verify").unwrap().refusal(Some("pattern_hdr")).is_some());
}

#[test]
fn block_lengths() {
    let options = set("bs", Some(",8k")).unwrap();
    assert_eq!(options.blocks.bs.read, (4096, 4096));
    assert_eq!(options.blocks.bs.write, (8192, 8192));
    let options = set("bsrange", Some("16k-4k,1k:2k")).unwrap();
    assert_eq!(options.blocks.bs.read, (4096, 16384));
    assert_eq!(options.blocks.bs.write, (1024, 2048));
    let split = set("bssplit", Some("4k/10:64k/50:32k/40,8k/100"))
        .unwrap()
        .blocks
        .bssplit;
    assert_eq!(split.read, [(4096, 10.0), (65536, 50.0), (32768, 40.0)]);
    assert_eq!(split.write, [(8192, 100.0)]);
    let split = set("bssplit", Some("4k/50:8k:16k/")).unwrap().blocks.bssplit;
    assert_eq!(split.read, [(4096, 50.0), (8192, 25.0), (16384, 25.0)]);
    for wrong in ["4k/60:8k/50", "4k/60", ":", "0/100", "4k/x"] {
        assert!(set("bssplit", Some(wrong)).is_err(), "{wrong}");
    }
    assert!(set("bs", Some("0")).is_err());
    // fio 3.33 reads and writes 4 KiB, with 4k-512k as with 4k.
    let options = set("bs", Some("4k-512k,8k-64k")).unwrap();
    assert_eq!(options.blocks.bs.read, (4096, 4096));
    assert_eq!(options.blocks.bs.write, (8192, 8192));
    assert!(set("bs", Some("-4k")).is_err());
}

#[test]
fn distributions() {
    let of = |text| set("random_distribution", Some(text)).map(|options| options.order.random_distribution);
    assert_eq!(of("zipf"), Ok(RandomDistribution::Zipf(1.1)));
    assert_eq!(of("zipf:0.5"), Ok(RandomDistribution::Zipf(0.5)));
    assert_eq!(of("pareto:0.3"), Ok(RandomDistribution::Pareto(0.3)));
    // fio 3.33 takes normal with deviations of 0, its default, to less than 100 %.
    assert_eq!(of("normal"), Ok(RandomDistribution::Normal(0.0)));
    assert_eq!(of("normal:0"), Ok(RandomDistribution::Normal(0.0)));
    assert!(of("normal:100").is_err());
    let zones = vec![
        (50.0, SizeOf::Percent(5.0)),
        (30.0, SizeOf::Percent(15.0)),
        (20.0, SizeOf::Percent(80.0)),
    ];
    assert_eq!(
        of("zoned:50/5:30/15:20/80"),
        Ok(RandomDistribution::Zoned(zones.clone()))
    );
    assert_eq!(of("zoned:50/5:30/15:20/"), Ok(RandomDistribution::Zoned(zones)));
    let absolute = vec![(60.0, SizeOf::Bytes(20 << 30)), (40.0, SizeOf::Bytes(1 << 40))];
    assert_eq!(of("zoned_abs:60/20g:40/1t"), Ok(RandomDistribution::Zoned(absolute)));
    for wrong in ["zipf:1", "pareto:2", "zoned:50/5", "zoned_abs:100/", "even"] {
        assert!(of(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn patterns_of_several_parts_are_as_in_fio() {
    let of = |text| set("verify_pattern", Some(text)).map(|options| options.contents.verify_pattern);
    for (text, bytes, offsets) in [
        ("\"abcd\"", &b"abcd"[..], &[][..]),
        ("-1024", &[0, 0xfc, 0xff, 0xff], &[]),
        ("66", &[0x42], &[]),
        ("0xFF0X1", &[0xff, 1], &[]),
        ("%o", &[0; 8], &[0]),
        ("\"123\"0xFFeeCC", &[0x31, 0x32, 0x33, 0xff, 0xee, 0xcc], &[]),
        (
            "\"abc\"-120xdeadface",
            &[0x61, 0x62, 0x63, 0xf4, 0xff, 0xff, 0xff, 0xde, 0xad, 0xfa, 0xce],
            &[],
        ),
        (
            "-100xab\"1\"%o\"2\"",
            &[0xf6, 0xff, 0xff, 0xff, 0xab, 0x31, 0, 0, 0, 0, 0, 0, 0, 0, 0x32],
            &[6],
        ),
    ] {
        let pattern = of(text).unwrap();
        assert_eq!((&pattern.bytes[..], &pattern.offsets[..]), (bytes, offsets), "{text}");
    }
    assert!(set("buffer_pattern", Some("%o")).is_err());
    for wrong in ["0x", "\"abc", "-", "'file'", "x", "0x1g"] {
        assert!(of(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn patterns() {
    let of = |text| set("buffer_pattern", Some(text)).map(|options| options.contents.buffer_pattern);
    assert_eq!(of("0xaa555aa5"), Ok(vec![0xaa, 0x55, 0x5a, 0xa5]));
    assert_eq!(of("0xabc"), Ok(vec![0x0a, 0xbc]));
    assert_eq!(of("\"ab\"0x01"), Ok(vec![b'a', b'b', 1]));
    assert_eq!(of("258"), Ok(vec![2, 1]));
    for wrong in ["0x", "\"ab", "%o", "zz", "99999999999"] {
        assert!(of(wrong).is_err(), "{wrong}");
    }
}

#[cfg(windows)]
#[test]
fn names_with_drives_and_shares_are_read_as_fio_for_windows_does() {
    let names = set("filename", Some(r"E\:\a b\c:\\server\share\d"))
        .unwrap()
        .files
        .filename;
    assert_eq!(names, [r"E:\a b\c", r"\\server\share\d"]);
    let names = set("filename", Some(r"E:\a:F:/b:c")).unwrap().files.filename;
    assert_eq!(names, [r"E:\a", "F:/b", "c"]);
}

#[test]
fn lists_of_names_and_numbers() {
    let names = set("filename", Some("/dev/a:b\\:c:")).unwrap().files.filename;
    assert_eq!(names, ["/dev/a", "b:c"]);
    let numbers = |text| set("cpus_allowed", Some(text)).map(|options| options.jobs.cpus_allowed);
    assert_eq!(numbers("0,2,4-6"), Ok(Some(vec![0, 2, 4, 5, 6])));
    assert!(numbers("0-4294967295").is_err());
    assert_eq!(set("cpumask", Some("5")).unwrap().jobs.cpus_allowed, Some(vec![0, 2]));
    let service = |text| set("file_service_type", Some(text)).unwrap().files.file_service_type;
    assert_eq!(service("roundrobin:4"), FileService::RoundRobin(4));
    assert_eq!(service("zipf:1.2"), FileService::Zipf(1.2, 1));
    let list = set("percentile_list", Some("99.9:50:99.9"))
        .unwrap()
        .reports
        .percentile_list;
    assert_eq!(list, [50.0, 99.9]);
}

#[test]
fn misspelt_options_are_recognised() {
    assert_eq!(nearest("numjob"), Some("numjobs"));
    assert_eq!(nearest("iodpeth=4"), Some("iodepth"));
    assert_eq!(nearest("BS"), Some("bs"));
    assert_eq!(nearest("group-reporting"), Some("group_reporting"));
    assert_eq!(nearest("nonsense"), None);
    assert_eq!(nearest(&"bs".repeat(10_000)), None);
}

#[test]
fn options_of_later_releases_are_taken_or_refused_with_a_reason() {
    // Those of options.c of fio 3.42 that 3.33 does not have.
    for name in [
        "comm",
        "dataplacement",
        "dp_scheme",
        "end_syncfs",
        "fdp",
        "filetype",
        "job_start_clock_id",
        "log_issue_time",
        "log_window_value",
        "num_range",
        "plid_select",
        "plids",
        "priohint",
        "ramp_size",
        "random_sequence_stride",
        "recover_zbd_write_error",
        "spr_cs",
        "spr_num_regions",
        "spr_op",
        "sprandom",
        "steadystate_check_interval",
        "thinkcycles",
        "verify_header_seed",
        "verify_pattern_interval",
        "verify_policy",
        "verify_write_sequence",
        "write_zone_remainder",
    ] {
        assert!(named(name).is_some(), "{name}");
    }
    assert_eq!(set("ramp_size", Some("1m")).unwrap().blocks.ramp_size, 1 << 20);
    assert!(set("end_syncfs", Some("1")).unwrap().engine.end_syncfs);
    assert!(set("log_window_value", Some("max")).unwrap().reports.log_max_value);
    assert!(set("ss_interval", Some("1")).is_ok() && set("ss_interval", Some("2")).is_err());
    assert!(named("thinkcycles").unwrap().refusal(Some("9")).is_some());
    assert_eq!(named("thinkcycles").unwrap().refusal(Some("0")), None);
}

#[test]
fn locks_of_files_are_those_of_fio() {
    let of = |text| set("lockfile", Some(text)).map(|options| options.files.lockfile);
    assert_eq!(of("none"), Ok(FileLocking::None));
    assert_eq!(of("exclusive"), Ok(FileLocking::Exclusive));
    assert_eq!(of("readwrite"), Ok(FileLocking::ReadWrite));
    assert!(of("1").is_err());
}

//! Tests of profiles: what they mean, what is printed of them, and what is refused. The meaning of elements is that of
//! `diskspd.xsd` and of the wiki of DiskSpd, "XML profiles".

mod printed;
mod refused;

use std::ffi::OsString;
use std::path::Path;

use feedrate_workload::load::{Directions, Order as LoadOrder};
use proptest::prelude::*;

use super::super::request::{Format, Request, Test, Threads, TimeSpan};
use super::super::sizes::{SizedTarget, growths};
use super::super::target::{Cache, Content, Distribution, Order, Throttle};
use super::super::{Error, parse_with, plan};
use crate::{Drives, testing};

const SPANS: &str = include_str!("spans.xml");

fn request(line: &str, profile: &[u8]) -> Result<Request, Error> {
    let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
    let drives = Drives::parse("F:=/mnt/f").unwrap();
    parse_with(&words, &drives, &|_: &Path| Ok(profile.to_vec()))
}

fn test(line: &str, profile: &str) -> Test {
    match request(line, profile.as_bytes()) {
        Ok(Request::Test(test) | Request::Profile(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}

fn message(line: &str, profile: &[u8]) -> String {
    let message = request(line, profile).expect_err(line).to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

#[test]
fn targets_and_time_spans_have_settings_of_their_own() {
    let test = test(r"-Xp.xml F:\data.dat", SPANS);
    let [first, second] = &test.spans[..] else {
        panic!("{test:?}");
    };
    let times = |span: &TimeSpan| (span.warm_up, span.duration, span.cool_down, span.seed);
    assert_eq!(times(first), (0, 20, 2, 7));
    // As DiskSpd has them without elements.
    assert_eq!(times(second), (5, 10, 0, 0));
    assert_eq!(first.processors, [(0, 0), (0, 1)]);
    assert_eq!((first.latency, first.interval), (true, Some(500)));
    let [data, log] = &first.targets[..] else {
        panic!("{first:?}");
    };
    assert_eq!(
        (data.name.as_str(), data.path.as_path()),
        (r"F:\data.dat", Path::new("/mnt/f/data.dat"))
    );
    assert_eq!(
        (data.block, data.from, data.end, data.create),
        (8192, 1 << 20, None, Some(8 << 20))
    );
    assert_eq!((data.threads, data.depth, data.write_percent), (4, 32, 30));
    assert_eq!((data.cache, data.write_through), (Cache::Direct, true));
    assert_eq!(data.throttle, Some(Throttle::BlocksPerSecond(1500)));
    assert_eq!(
        data.content,
        Content::Source {
            bytes: 65_536,
            file: None
        }
    );
    let shares = Distribution {
        absolute: false,
        parts: vec![(95, 5), (4, 10)],
    };
    assert_eq!(
        data.order,
        Order::Random {
            align: 8192,
            percent: 80,
            distribution: Some(shares)
        }
    );
    assert_eq!((log.cache, log.burst, log.think), (Cache::Cached, Some(10), Some(5)));
    assert_eq!(
        log.order,
        Order::Sequential {
            stride: 4096,
            interlocked: true
        }
    );
    assert_eq!(second.threads, Threads::OfAll { threads: 3 });
    assert!(second.random_writes);
    assert_eq!((second.targets[0].block, second.targets[0].depth), (64 << 10, 2));
    assert_eq!(
        (second.targets[1].cache, second.targets[1].write_through),
        (Cache::Direct, true)
    );
}

#[test]
fn each_target_is_a_load_of_its_own_kind() {
    let test = test("-Xp.xml x.dat", SPANS);
    let sized = SizedTarget {
        has: 0,
        size: 8 << 20,
        offset: 0,
        part: 1 << 20,
    };
    let of = |number: usize| {
        let span = &test.spans[number];
        plan::schedule(&test, span, &vec![sized.clone(); 2], &[])
            .batches
            .remove(0)
    };
    let first = of(0);
    let kinds: Vec<_> = first.iter().map(|load| (load.depth.most, load.directions)).collect();
    let mixed = Directions::Mixed { read_percent: 70 };
    assert_eq!(kinds[..4], [(32, mixed); 4]);
    assert_eq!(kinds[4..], [(1, Directions::Write); 2]);
    assert_eq!(first[4].order, LoadOrder::Shared { step: 0 });
    assert!(first[3].direct && !first[4].direct);
    // Three threads on two targets.
    assert_eq!(of(1).len(), 6);
    // A file has the largest size of all time spans before the first of them.
    let sizes: Vec<Vec<SizedTarget>> = [[8, 1], [8, 2]]
        .map(|sizes| {
            sizes
                .map(|size| SizedTarget {
                    size: size << 20,
                    ..sized.clone()
                })
                .to_vec()
        })
        .to_vec();
    let needs: Vec<u64> = growths(&test, &sizes).iter().map(|growth| growth.needs).collect();
    assert_eq!(needs, [8 << 20, 2 << 20]);
}

#[test]
fn options_beside_a_profile_are_for_all_time_spans() {
    let test = test("-W1 -d2 -C3 -z4 -v -Rxml -X p.xml x.dat", SPANS);
    for span in &test.spans {
        assert_eq!((span.warm_up, span.duration, span.cool_down, span.seed), (1, 2, 3, 4));
    }
    assert_eq!((test.verbose, test.format), (true, Format::Xml));
    let in_xml = SPANS.replace("<ResultFormat>text", "<ResultFormat>xml");
    assert_eq!(self::test("-Xp.xml x", &in_xml).format, Format::Xml);
    assert_eq!(self::test("-Rptext -Xp.xml x", &in_xml).format, Format::Text);
    assert_eq!(self::test("-Rp -Xp.xml x", &in_xml).format, Format::Xml);
}

#[test]
fn profiles_are_read_as_powershell_writes_them() {
    let units: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(SPANS.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let marked = format!("\u{feff}{SPANS}").replace('\n', "\r\n");
    for bytes in [&units[..], marked.as_bytes()] {
        let Ok(Request::Test(test)) = request("-Xp.xml x", bytes) else {
            panic!();
        };
        assert_eq!(test.spans.len(), 2);
    }
    assert!(message("-Xp.xml x", b"<Profile>\xe4").contains("neither UTF-8 nor UTF-16"));
}

proptest! {
    #[test]
    fn any_bytes_can_be_a_profile(
        at in 0..SPANS.len(), cut in 0usize..40, bytes in proptest::collection::vec(any::<u8>(), 0..20),
    ) {
        let mut profile = SPANS.as_bytes().to_vec();
        profile.splice(at..(at + cut).min(SPANS.len()), bytes);
        testing::diskspd(&["-Xp.xml".into(), "x".into()], &profile);
    }
}

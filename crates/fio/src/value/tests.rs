//! Compares values with those of fio 3.33.

use std::time::Duration;

use super::*;
use crate::kinds::SizeOf;

fn strictly(text: &str) -> u64 {
    Value::new(Some(text), true, 1024).bytes().unwrap()
}

fn meant(text: &str) -> (u64, usize) {
    let mut value = Value::new(Some(text), false, 1024);
    let bytes = value.bytes().unwrap();
    (bytes, value.into_traps().len())
}

#[test]
fn sizes_as_fio_reads_them() {
    // Each was tried as `bs=` of a job, whose header shows the bytes.
    for (text, bytes) in [
        ("1.5k", 1),
        (" 8k", 8),
        ("1kib", 1000),
        ("1ki", 1024),
        ("1K", 1024),
        ("0x10k", 16),
        ("4 k", 4),
        ("4x", 4),
        ("4kx", 4096),
        ("1m", 1 << 20),
        ("1mb", 1 << 20),
        ("1MiB", 1_000_000),
        ("1Mi", 1 << 20),
        ("1b", 1),
        ("010", 10),
        ("4096.9", 4096),
        ("1e3", 1),
        ("8kk", 8192),
        ("4k-8k", 4096),
    ] {
        assert_eq!(strictly(text), bytes, "{text}");
    }
}

#[test]
fn sizes_as_they_were_meant() {
    assert_eq!(meant("1.5k"), (1536, 1));
    assert_eq!(meant(" 8k"), (8192, 1));
    assert_eq!(meant("1kib"), (1024, 1));
    assert_eq!(meant("1MiB"), (1 << 20, 1));
    assert_eq!(meant("4 k"), (4096, 1));
    assert_eq!(meant("64k"), (65536, 0));
    assert_eq!(meant(" 8"), (8, 0));
    assert_eq!(meant("2Gi"), (2 << 30, 0));
    assert_eq!(meant("(4*4k)"), (16384, 1));
    assert_eq!(meant("64k)"), (65536, 1));
    for text in [
        "4x",
        "k",
        "-1",
        "1..5k",
        "4kx",
        "1e3",
        "18446744073709551616",
        "99999999p",
    ] {
        assert!(Value::new(Some(text), false, 1024).bytes().is_err(), "{text}");
    }
}

#[test]
fn a_thousand_to_the_k() {
    for (text, bytes) in [("1k", 1000), ("1kib", 1024), ("1ki", 1000), ("1m", 1_000_000)] {
        assert_eq!(Value::new(Some(text), true, 1000).bytes(), Ok(bytes), "{text}");
    }
    assert_eq!(Value::new(Some("1ki"), false, 1000).bytes(), Ok(1024));
}

#[test]
fn times_as_fio_reads_them() {
    // Each was tried as `latency_window=`, which fio's JSON contains in microseconds.
    for (text, microseconds) in [
        ("100", 100),
        ("10ms", 10_000),
        ("2s", 2_000_000),
        ("1.5s", 1),
        ("1h30m", 1),
        ("500us", 500),
        ("10S", 10_000_000),
        ("10sec", 10),
        ("1m", 60_000_000),
        ("10min", 10),
        ("1msec", 1000),
        ("1d", 86_400_000_000),
        ("5x", 5),
        (" 5s", 5),
        ("5 s", 5),
        ("3ns", 3),
        ("10MS", 10_000),
    ] {
        let time = Value::new(Some(text), true, 1024).time(Unit::Microseconds);
        assert_eq!(time, Ok(Duration::from_micros(microseconds)), "{text}");
    }
}

#[test]
fn times_as_they_were_meant() {
    for (text, milliseconds) in [
        ("30", 30_000),
        ("1.5s", 1500),
        ("1h30m", 5_400_000),
        ("10sec", 10_000),
        ("10 min", 600_000),
        (" 5s", 5000),
    ] {
        let time = Value::new(Some(text), false, 1024).time(Unit::Seconds);
        assert_eq!(time, Ok(Duration::from_millis(milliseconds)), "{text}");
    }
    for text in ["5x", "s", "1h30", "", "--"] {
        assert!(
            Value::new(Some(text), false, 1024).time(Unit::Seconds).is_err(),
            "{text}"
        );
    }
    let mut value = Value::new(Some("1s"), false, 1024);
    assert_eq!(value.milliseconds(), Ok(Duration::from_secs(1)));
    assert_eq!(value.into_traps().len(), 1);
}

#[test]
fn values_for_each_direction() {
    let each = |text| Value::new(Some(text), false, 1024).each(|value, part| value.bytes_of(part));
    let of = |read, write, trim| Ok(EachDirection { read, write, trim });
    assert_eq!(each("4k"), of(Some(4096), Some(4096), Some(4096)));
    assert_eq!(each("4k,8k"), of(Some(4096), Some(8192), Some(8192)));
    assert_eq!(each(",8k"), of(None, Some(8192), Some(8192)));
    assert_eq!(each("8k,32k,"), of(Some(8192), Some(32768), None));
    assert!(each("1,2,3,4").is_err());
}

#[test]
fn percentages() {
    let size = |text| Value::new(Some(text), false, 1024).size();
    assert_eq!(size("50%"), Ok(SizeOf::Percent(50.0)));
    assert_eq!(size("100%"), Ok(SizeOf::Percent(100.0)));
    assert!(size("101%").unwrap_err().contains("more than all"));
    assert_eq!(size("1g"), Ok(SizeOf::Bytes(1 << 30)));
    assert!(size("128z").is_err());
    assert!(size("%").is_err());
}

#[test]
fn arithmetic() {
    let read = |number: &str| number.parse().ok();
    assert_eq!(calculate("2*3+4", &read), Some(10.0));
    assert_eq!(calculate("2 * (3 + 4)", &read), Some(14.0));
    assert_eq!(calculate("7/2", &read), Some(3.0));
    assert_eq!(calculate("-3+10", &read), Some(7.0));
    assert_eq!(calculate("1/0", &read), None);
    assert_eq!(calculate("2 cpus", &read), None);
    assert_eq!(calculate(&"(".repeat(100_000), &read), None);
    assert_eq!(calculate(&"-".repeat(100_000), &read), None);
}

#[test]
fn booleans_end_at_their_digit() {
    // As fio 3.33 reads per_job_logs=0/1 (0), 1/0 and 1x (1); 2, true and nothing are errors.
    for (text, is_on) in [("0", false), ("1", true), ("0/1", false), ("1/0", true), (" 1x", true)] {
        let mut value = Value::new(Some(text), false, 1024);
        assert_eq!(value.boolean(), Ok(is_on), "{text}");
        assert_eq!(value.into_traps().is_empty(), text.len() == 1, "{text}");
    }
    for text in ["2", "true", "yes", "", "/1", "-1"] {
        assert!(Value::new(Some(text), false, 1024).boolean().is_err(), "{text}");
    }
}

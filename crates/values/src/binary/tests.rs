//! Tests of numbers as bytes.

use proptest::prelude::*;

use super::stamp::Stamp;
use super::{of_format, of_informat};
use crate::missing;

/// All names that are both formats and informats.
const NAMES: [&str; 22] = [
    "IB", "IBR", "PIB", "PIBR", "S370FIB", "S370FIBU", "S370FPIB", "RB", "IEEE", "FLOAT", "VAXRB", "S370FRB", "PD",
    "PK", "S370FPD", "S370FPDU", "ZD", "VMSZN", "S370FZD", "S370FZDL", "S370FZDS", "S370FZDT",
];

fn hex(name: &str, number: f64, width: usize) -> String {
    let mut out = Vec::new();
    of_format(name).unwrap().form.write(number, width, 0, &mut out);
    assert_eq!(out.len(), width);
    out.iter().map(|byte| format!("{byte:02X}")).collect()
}

fn read(name: &str, bytes: &[u8]) -> Option<f64> {
    of_informat(name).unwrap().form.read(bytes, 0)
}

#[test]
fn bytes_of_each_form() {
    for (name, number, width, bytes) in [
        ("IB", -1234.0, 4, "2EFBFFFF"),
        ("PIB", -1.0, 2, "FFFF"),
        ("S370FIBU", -245.0, 1, "F5"),
        ("RB", 128.0, 8, "0000000000006040"),
        ("RB", 128.0, 3, "006040"),
        ("IEEE", 1.0, 4, "3F800000"),
        ("IEEE", 1.0, 5, "3FF0000000"),
        ("FLOAT", 1.0, 4, "0000803F"),
        ("PK", 128.0, 4, "00000128"),
        ("S370FPDU", 128.0, 4, "0000128F"),
        ("S370FZDU", 123.0, 3, "F1F2F3"),
        ("S370FZDL", -123.0, 3, "D1F2F3"),
        ("S370FZDS", 123.0, 4, "4EF1F2F3"),
        ("S370FZDT", -123.0, 4, "F1F2F360"),
        ("S370FPD", missing::MISSING, 2, "000D"),
        ("PDJULG", 14_609.0, 4, "1999365F"),
        ("PDJULI", 14_610.0, 4, "0100001F"),
    ] {
        assert_eq!(hex(name, number, width), bytes, "{name}");
    }
}

#[test]
fn dates_and_times_of_records() {
    for (name, bytes, number) in [
        (
            "MSEC",
            &[0x00, 0x00, 0xEA, 0x04, 0x4E, 0x65, 0xA0, 0x00][..],
            62_818.412_122,
        ),
        ("TU", &[0x8F, 0xC7, 0xA9, 0xBC], 62_818.411_562_5),
        (
            "SHRSTAMP",
            &[0x00, 0x97, 0x23, 0x9F, 0x12, 0x40, 0x35, 0x76],
            1_188_304_835.76,
        ),
        (
            "RMFSTAMP",
            &[0x01, 0x42, 0x22, 0x5F, 0x01, 0x02, 0x28, 0x6F],
            1_350_138_145.0,
        ),
    ] {
        let (stamp, width) = Stamp::of_name(name).unwrap();
        assert_eq!(usize::from(width), bytes.len());
        let read = stamp.read(bytes).unwrap();
        assert!((read - number).abs() < 1e-6, "{name}: {read}");
        assert_eq!(stamp.read(&bytes[1..]), None);
    }
    assert_eq!(read("PDJULG", &[0x19, 0x99, 0x36, 0x5F]), Some(14_609.0));
    assert_eq!(read("PDJULI", &[0x01, 0x00, 0x00, 0x1F]), Some(14_610.0));
    assert_eq!(
        read("PDJULI", &[0x01, 0x00, 0x36, 0x7F]),
        None,
        "no leap year has 367 days"
    );
}

#[test]
fn bytes_that_are_no_numbers() {
    assert_eq!(read("PD", &[0, 0xA1]), None);
    assert_eq!(read("S370FPD", &[0x12, 0x34]), None, "no sign");
    assert_eq!(read("ZD", b"1x3"), None);
    assert_eq!(read("ZD", b"  12L"), Some(-123.0));
    assert_eq!(read("ZDB", b"1 B"), Some(102.0));
    assert_eq!(read("IEEE", &[0x7F, 0xF0, 0, 0, 0, 0, 0, 0]), None, "no infinity");
    for name in NAMES {
        assert_eq!(read(name, &[]), None);
    }
}

proptest! {
    #[test]
    fn numbers_come_back(number in 0i32..10_000, name in proptest::sample::select(&NAMES[..])) {
        let rule = of_format(name).unwrap();
        let mut out = Vec::new();
        let width = if matches!(name, "FLOAT") { 4 } else { 8 };
        rule.form.write(f64::from(number), width, 0, &mut out);
        prop_assert_eq!(rule.form.read(&out, 0), Some(f64::from(number)), "{}", name);
    }

    #[test]
    fn no_bytes_do_harm(
        bytes in proptest::collection::vec(any::<u8>(), 0..34),
        name in proptest::sample::select(&NAMES[..]),
    ) {
        if let Some(number) = read(name, &bytes) {
            prop_assert!(!number.is_infinite());
        }
    }

    #[test]
    fn any_number_has_its_width(
        number in any::<f64>(),
        width in 1usize..=16,
        name in proptest::sample::select(&NAMES[..]),
    ) {
        let rule = of_format(name).unwrap();
        let width = width.clamp(usize::from(rule.least), usize::from(rule.most));
        let mut out = Vec::new();
        rule.form.write(number, width, 2, &mut out);
        prop_assert_eq!(out.len(), width);
    }
}

//! Properties of every format and every value.

use proptest::prelude::*;

use super::put_with;
use super::user::{at, open};
use crate::format::{Formats, Label, UserFormat, write_best};
use crate::ranges::{Range, Ranges};
use crate::spec::Spec;
use crate::value::{Kind, Value};

/// Every numeric format, with its least and greatest width.
const NUMERIC: [(&str, u16, u16); 68] = [
    ("BEST", 1, 32),
    ("F", 1, 32),
    ("COMMA", 1, 32),
    ("DOLLAR", 2, 32),
    ("PERCENT", 4, 32),
    ("PERCENTN", 4, 32),
    ("Z", 1, 32),
    ("E", 7, 32),
    ("HEX", 1, 16),
    ("DATE", 5, 11),
    ("MONYY", 5, 7),
    ("WORDDATE", 3, 32),
    ("WORDDATX", 3, 32),
    ("WEEKDATE", 3, 37),
    ("WEEKDATX", 3, 37),
    ("DOWNAME", 1, 32),
    ("MONNAME", 1, 32),
    ("WEEKDAY", 1, 32),
    ("DAY", 2, 32),
    ("MONTH", 1, 32),
    ("YEAR", 2, 32),
    ("QTR", 1, 32),
    ("QTRR", 3, 32),
    ("JULIAN", 5, 7),
    ("JULDAY", 3, 32),
    ("DTDATE", 5, 9),
    ("DTMONYY", 5, 7),
    ("DTYEAR", 2, 4),
    ("TIME", 2, 20),
    ("TOD", 2, 20),
    ("TIMEAMPM", 2, 20),
    ("HHMM", 2, 20),
    ("HOUR", 2, 20),
    ("MMSS", 2, 20),
    ("DATETIME", 7, 40),
    ("MMDDYY", 2, 10),
    ("MMDDYYN", 2, 8),
    ("DDMMYYP", 2, 10),
    ("YYMMDD", 2, 10),
    ("YYMM", 5, 32),
    ("YYMMN", 4, 32),
    ("MMYY", 5, 32),
    ("MMYYN", 4, 32),
    ("YYQ", 4, 32),
    ("YYQN", 3, 32),
    ("YYQR", 6, 32),
    ("YYQRN", 5, 32),
    ("YYQRS", 6, 32),
    ("PVALUE", 3, 32),
    ("DATEAMPM", 7, 40),
    ("MDYAMPM", 8, 40),
    ("E8601DT", 19, 26),
    ("B8601DT", 15, 26),
    ("E8601DZ", 20, 35),
    ("B8601LX", 20, 35),
    ("E8601TM", 8, 15),
    ("B8601TM", 6, 15),
    ("E8601TZ", 9, 20),
    ("E8601TX", 9, 20),
    ("E8601DA", 10, 10),
    ("B8601DN", 8, 10),
    ("YYMON", 5, 32),
    ("WEEKU", 3, 32),
    ("WEEKV", 3, 32),
    ("MINGUO", 1, 10),
    ("NENGO", 2, 10),
    ("DTYYQC", 4, 6),
    ("DTWKDATX", 3, 37),
];

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        -1e6..1e6f64,
        -2e9..2e9f64,
        (-40i32..40, -1000i64..1000).prop_map(|(power, n)| n as f64 * 10f64.powi(power)),
        any::<u64>().prop_map(f64::from_bits),
    ]
}

proptest! {
    #[test]
    fn the_width_is_kept(
        number in any_number(),
        (name, least, most) in proptest::sample::select(&NUMERIC[..]),
        width in 0u16..41,
        decimals in 0u16..32,
    ) {
        let width = least + width % (most - least + 1);
        let mut spec = Spec { name: name.into(), width: Some(width), decimals: Some(decimals % width) };
        let formats = Formats::new();
        let format = formats.resolve(&spec, Kind::Number, 8).or_else(|_| {
            spec.decimals = None;
            formats.resolve(&spec, Kind::Number, 8)
        });
        let text = format.unwrap().text(Value::Number(number));
        prop_assert_eq!(text.len(), usize::from(width));
        prop_assert!(text.is_ascii());
    }

    #[test]
    fn best_reads_back_within_its_digits(number in any_number(), width in 8usize..33) {
        prop_assume!(number.is_finite());
        let mut out = Vec::new();
        write_best(number, width, &mut out);
        let read = crate::number::parse(&out).unwrap();
        // The digits that a sign and an exponent of three digits, or four zeros after a point, leave room for.
        let digits = (width - 7).min(14);
        let error = number.abs() * 10f64.powi(1 - digits as i32);
        prop_assert!((read - number).abs() <= error, "{number} as {}", String::from_utf8_lossy(&out));
    }

    #[test]
    fn best_of_whole_numbers_is_exact(number in -99_999_999_999i64..999_999_999_999) {
        let mut out = Vec::new();
        write_best(number as f64, 12, &mut out);
        prop_assert_eq!(String::from_utf8(out).unwrap(), number.to_string());
    }

    #[test]
    fn any_text_fits(text in proptest::collection::vec(any::<u8>(), 0..50), width in 1usize..60) {
        let formats = Formats::new();
        for name in ["$", "$UPCASE", "$HEX"] {
            let spec = Spec { name: name.into(), width: u16::try_from(width).ok(), decimals: None };
            let format = formats.resolve(&spec, Kind::Text, text.len()).unwrap();
            prop_assert_eq!(format.text(Value::Text(&text)).len(), width);
        }
    }

    #[test]
    fn a_range_is_found_as_by_looking_at_all(
        bounds in proptest::collection::btree_set(-50i32..50, 2..12),
        number in -60i32..60,
    ) {
        // Every second gap between the bounds is a range.
        let bounds: Vec<f64> = bounds.into_iter().map(f64::from).collect();
        let ranges: Vec<_> = bounds
            .chunks_exact(2)
            .map(|pair| Range { low: at(pair[0]), high: open(pair[1]), label: Label::Text(pair[0].to_string().into()) })
            .collect();
        let expected = ranges.iter().find(|range| {
            range.low.value.unwrap() <= f64::from(number) && f64::from(number) < range.high.value.unwrap()
        });
        let expected = expected.map_or("none".to_owned(), |range| range.low.value.unwrap().to_string());
        let mut formats = Formats::new();
        let mut format = UserFormat::new("R", Ranges::Numbers(ranges));
        format.other = Some(Label::Text(b"none".to_vec()));
        format.widths.default = Some(8);
        formats.define(format).unwrap();
        let text = put_with(&formats, Value::Number(f64::from(number)), "r.");
        prop_assert_eq!(text.trim_end(), expected);
    }
}

//! Tests of informats against SAS's manual, and of their common properties.

use proptest::prelude::*;

use super::*;
use crate::calendar::Date;
use crate::format::Formats;
use crate::value::Value;

fn resolve(text: &str, kind: Kind) -> Informat {
    let spec: Spec = text.parse().unwrap();
    Informat::resolve(&spec, kind, 8, InformatSettings::default()).unwrap()
}

fn read(field: &str, informat: &str) -> Option<f64> {
    resolve(informat, Kind::Number).read_number(field.as_bytes()).ok()
}

#[test]
fn numbers() {
    for (field, informat, number) in [
        ("12.5", "8.", 12.5),
        ("  1234", "6.2", 12.34),
        ("12.34", "8.1", 12.34),
        ("1.257E3", "e7.", 1257.0),
        ("12d3", "e7.", 12_000.0),
        ("$1,000,000", "comma10.", 1_000_000.0),
        ("(500)", "comma10.", -500.0),
        ("-1,250.5", "dollar12.", -1250.5),
        ("$ -3", "comma5.", -3.0),
        ("123-45-6789", "comma11.", 123_456_789.0),
        ("1e-3", "comma5.", 0.001),
        ("1%", "percent4.", 0.01),
        ("(20%)", "percent5.", -0.2),
        ("5", "percent5.", 5.0),
        ("88F", "hex3.", 2191.0),
        ("3FF0000000000000", "hex16.", 1.0),
        ("-7", "best12.", -7.0),
    ] {
        assert_eq!(read(field, informat), Some(number), "{field} {informat}");
    }
    for (field, informat) in [
        ("abc", "8."),
        ("1,000", "8."),
        ("--", "comma5."),
        ("G1", "hex2."),
        ("$", "comma3."),
        ("1 2", "8."),
    ] {
        assert_eq!(read(field, informat), None, "{field} {informat}");
    }
}

#[test]
fn missing_values() {
    for informat in ["8.", "date9.", "comma8.", "time8.", "anydtdte20.", "hex4."] {
        for field in ["", "    ", ".", "  . "] {
            assert_eq!(
                read(field, informat).and_then(missing::letter),
                Some(None),
                "{informat}"
            );
        }
        assert_eq!(
            read(".b", informat).and_then(missing::letter),
            Some(Some('B')),
            "{informat}"
        );
    }
    assert_eq!(read("R", "8."), None);
    let mut settings = InformatSettings::default();
    assert!(settings.missing_letters.insert(b'r'));
    assert!(settings.missing_letters.insert(b'_'));
    assert!(!settings.missing_letters.insert(b'1'));
    let informat = Informat::default_of(Kind::Number, 8, settings);
    assert_eq!(informat.read_number(b" R ").map(missing::letter), Ok(Some(Some('R'))));
    assert_eq!(informat.read_number(b"_").map(missing::letter), Ok(Some(Some('_'))));
    assert_eq!(informat.read_number(b"S"), Err(InvalidData));
}

#[test]
fn dates() {
    for (field, informat, days) in [
        ("16mar12", "date11.", 19_068),
        ("16 mar 12", "date11.", 19_068),
        ("16-mar-2012", "date11.", 19_068),
        ("1JAN1960", "date9.", 0),
        ("031612", "mmddyy8.", 19_068),
        ("03/16/12", "mmddyy8.", 19_068),
        ("03 16 12", "mmddyy8.", 19_068),
        ("03162012", "mmddyy8.", 19_068),
        ("3/6/2012", "mmddyy10.", 19_058),
        ("160399", "ddmmyy10.", 14_319),
        ("16/03/99", "ddmmyy10.", 14_319),
        ("16 03 1999", "ddmmyy10.", 14_319),
        ("120316", "yymmdd10.", 19_068),
        ("12/03/16", "yymmdd10.", 19_068),
        ("2012-03-16", "yymmdd10.", 19_068),
        ("20120316", "yymmdd8.", 19_068),
        ("mar2012", "monyy7.", 19_053),
        ("MAR12", "monyy5.", 19_053),
        ("201208", "yymmn6.", 19_206),
        ("2012q3", "yyq6.", 19_175),
        ("12001", "julian5.", 18_993),
        ("2012076", "julian7.", 19_068),
    ] {
        assert_eq!(read(field, informat), Some(f64::from(days)), "{field} {informat}");
    }
    for (field, informat) in [
        ("30feb2012", "date9."),
        ("16mar", "date9."),
        ("16mar123", "date9."),
        ("13/16/12", "mmddyy8."),
        ("03/1612", "mmddyy8."),
        ("03161", "mmddyy8."),
        ("2011366", "julian7."),
        ("2012000", "julian7."),
        ("2012q5", "yyq6."),
        ("16mar1500", "date9."),
    ] {
        assert_eq!(read(field, informat), None, "{field} {informat}");
    }
}

/// From logs of SAS in SAS-L: "Safe way to test if a date is valid", January 2007, and "Scary date9. informat and how
/// to judge if a string is a date", November 2008.
#[test]
fn a_date_is_read_as_numbers_and_what_follows_is_left() {
    for (field, informat, date) in [
        ("01JAN0005ABCD", "date9.", (2005, 1, 1)),
        ("1JAN5ABCD", "date9.", (2005, 1, 1)),
        ("0001JAN0005ABCD", "date11.", (2005, 1, 1)),
        ("3oct8", "date9.", (2008, 10, 3)),
        ("3oct18 8", "date9.", (2018, 10, 3)),
        ("3oct1XX8", "date9.", (2001, 10, 3)),
        ("3oct1XX89", "date9.", (2001, 10, 3)),
        ("17Mar1783", "date7.", (2017, 3, 17)),
        ("17Mar1783", "date9.", (1783, 3, 17)),
    ] {
        let days = read(&field[..field.len().min(width(informat))], informat);
        let date = Date::new(date.0, date.1, date.2).unwrap().days();
        assert_eq!(days, Some(f64::from(date)), "{field} {informat}");
    }
    for field in ["01jan188", "01jan1299", "0oct08", "1JAN", "1JANABCD"] {
        assert_eq!(read(field, "date9."), None, "{field}");
    }
    // Others need the whole field.
    for (field, informat) in [
        ("03/16/12x", "mmddyy10."),
        ("16mar2012x", "anydtdte20."),
        ("mar12x", "monyy7."),
    ] {
        assert_eq!(read(field, informat), None, "{field} {informat}");
    }
}

fn width(informat: &str) -> usize {
    let spec: Spec = informat.parse().unwrap();
    usize::from(spec.width.unwrap())
}

#[test]
fn two_digits_of_a_year_go_by_the_setting() {
    let spec: Spec = "date7.".parse().unwrap();
    let settings = InformatSettings {
        year_cutoff: 1950,
        ..InformatSettings::default()
    };
    let informat = Informat::resolve(&spec, Kind::Number, 8, settings).unwrap();
    let year = |field: &str| {
        Date::of(informat.read_number(field.as_bytes()).unwrap())
            .unwrap()
            .year()
    };
    assert_eq!(year("01jan49"), 2049);
    assert_eq!(year("01jan50"), 1950);
}

#[test]
fn times_and_datetimes() {
    for (field, informat, seconds) in [
        ("12.56", "time10.", 46_560.0),
        ("120:120", "time10.", 439_200.0),
        ("1:13 pm", "time10.", 47_580.0),
        ("14:30:08.5", "time10.", 52_208.5),
        ("12:05am", "time10.", 300.0),
        ("-1:00", "time10.", -3600.0),
        ("16mar12:11:23:07.4", "datetime20.", 1_647_516_187.4),
        ("16mar2012/11:23:07.4", "datetime20.", 1_647_516_187.4),
        ("16mar2012/11:23 PM", "datetime20.", 1_647_559_380.0),
        ("01JAN1960:00:00:00", "datetime18.", 0.0),
    ] {
        assert_eq!(read(field, informat), Some(seconds), "{field} {informat}");
    }
    for (field, informat) in [
        ("12", "time5."),
        ("13:00 pm", "time8."),
        ("1:00 xm", "time8."),
        ("16mar2012", "datetime20."),
        ("a:b", "time5."),
    ] {
        assert_eq!(read(field, informat), None, "{field} {informat}");
    }
}

#[test]
fn dates_of_any_form() {
    for field in [
        "01JAN12",
        "01JAN2012",
        "01JAN2012 14:30:08.5",
        "01012012",
        "2012001",
        "12001",
        "01/01/12",
        "JAN2012",
        "jan12",
        "20120101",
        "12q1",
        "2012Q1",
        "January 1, 2012",
        "Jan 1 2012",
        "2012-01-01",
        "2012-01",
        "12/01",
        "01/2012",
        "1/1/2012 11:23",
        "01-01-12 3:53 pm",
        "2012-01-01T14:30:08Z",
        "010112",
    ] {
        assert_eq!(read(field, "anydtdte32."), Some(18_993.0), "{field}");
    }
    assert_eq!(read("14:30", "anydtdte9."), Some(0.0));
    assert_eq!(read("10:11:12", "anydttme8."), Some(36_672.0));
    assert_eq!(read("2012-01-01T00:01:00", "anydttme20."), Some(60.0));
    assert_eq!(
        read("01JAN2012 14:30", "anydtdtm20."),
        Some(18_993.0 * 86_400.0 + 52_200.0)
    );
    assert_eq!(read("2012-01-01", "anydtdtm20."), Some(18_993.0 * 86_400.0));
    for field in ["hello", "99/99/99", "1", "12.56", "2012-13-01", "01JAN2012 x"] {
        assert_eq!(read(field, "anydtdte20."), None, "{field}");
    }
}

#[test]
fn the_order_of_three_numbers() {
    let spec: Spec = "anydtdte10.".parse().unwrap();
    let read = |field: &str, date_order| {
        let settings = InformatSettings {
            date_order,
            ..InformatSettings::default()
        };
        let informat = Informat::resolve(&spec, Kind::Number, 8, settings).unwrap();
        let date = Date::of(informat.read_number(field.as_bytes()).unwrap()).unwrap();
        (date.year(), date.month(), date.day())
    };
    assert_eq!(read("05/04/03", DateOrder::MonthDayYear), (2003, 5, 4));
    assert_eq!(read("05/04/03", DateOrder::DayMonthYear), (2003, 4, 5));
    assert_eq!(read("05/04/03", DateOrder::YearMonthDay), (2005, 4, 3));
    assert_eq!(
        read("25/04/03", DateOrder::MonthDayYear),
        (2003, 4, 25),
        "no 25th month"
    );
}

#[test]
fn text() {
    for (field, informat, text) in [
        ("  ab ", "$5.", "ab "),
        (" . ", "$3.", ""),
        ("  ab", "$char4.", "  ab"),
        (".", "$char1.", "."),
        ("aB", "$upcase2.", "AB"),
        ("ab", "char2.", "ab"),
        ("'a''b'", "$quote8.", "a'b"),
        ("a\0b", "$charzb3.", "a b"),
        ("6C6", "$hex3.", "l"),
        ("6", "$hex2.", "`"),
        ("\x12\x3F", "$phex2.", "123"),
        ("", "$phex2.", ""),
    ] {
        let mut out = Vec::new();
        resolve(informat, Kind::Text)
            .read_text(field.as_bytes(), &mut out)
            .unwrap();
        assert_eq!(out, text.as_bytes(), "{field} {informat}");
    }
    assert_eq!(
        resolve("8.", Kind::Number).read_text(b"x", &mut Vec::new()),
        Err(InvalidData)
    );
    assert_eq!(resolve("$8.", Kind::Text).read_number(b"1"), Err(InvalidData));
    assert_eq!(
        resolve("$hex4.", Kind::Text).read_text(b"4G", &mut Vec::new()),
        Err(InvalidData)
    );
}

#[test]
fn forms_of_numbers_of_few_users() {
    for (field, informat, number) in [
        ("12.5", "stimer10.", Some(12.5)),
        ("1:02.5", "stimer10.", Some(62.5)),
        ("1:02:03", "stimer10.", Some(3723.0)),
        ("1:02:03:04", "stimer10.", None),
        ("1:x2", "stimer10.", None),
        ("102", "binary3.", None),
        ("12", "bz4.", Some(1200.0)),
        ("   .", "bz4.", Some(0.0)),
        ("- 1 ", "bz4.", Some(-10.0)),
        ("1x", "bz2.", None),
        ("1.234,5", "commax7.", Some(1234.5)),
        ("1.5,2", "numx5.", None),
        ("\x01", "bits8.4", Some(16.0)),
        ("12-", "trailsgn3.", Some(-12.0)),
        ("-12-", "trailsgn4.", Some(12.0)),
    ] {
        assert_eq!(read(field, informat), number, "{field} {informat}");
    }
}

#[test]
fn errors_name_what_is_wrong() {
    let error = |text: &str, kind| {
        let spec: Spec = text.parse().unwrap();
        Informat::resolve(&spec, kind, 8, InformatSettings::default())
            .unwrap_err()
            .to_string()
    };
    insta::assert_snapshot!(
        [
            error("nosuch5.", Kind::Number),
            error("$char5.", Kind::Number),
            error("date9.", Kind::Text),
            error("date5.", Kind::Number),
            error("8.32", Kind::Number),
            error("date9.2", Kind::Number),
        ]
        .join("\n"),
        @r"
        48-59: The informat NOSUCH was not found or could not be loaded.
        informat $CHAR5. reads text, and the variable is for numbers
        informat DATE9. reads numbers, and the variable is for text
        the width of informat DATE5. cannot be; it is 7 to 32
        informat 8.32 has too many decimals; it takes at most 31
        informat DATE9.2 has too many decimals; it takes at most 0
        ");
}

const NUMERIC: [&str; 17] = [
    "F32.2",
    "COMMA32.",
    "PERCENT32.",
    "HEX16.",
    "DATE32.",
    "MMDDYY32.",
    "DDMMYY32.",
    "YYMMDD32.",
    "MONYY32.",
    "YYMMN6.",
    "YYQ32.",
    "JULIAN32.",
    "TIME32.",
    "DATETIME40.",
    "ANYDTDTE32.",
    "ANYDTTME32.",
    "ANYDTDTM32.",
];

/// Informats and formats that are inverses of each other for dates with four-digit years.
const PAIRS: [(&str, &str); 12] = [
    ("date9.", "date9."),
    ("date11.", "date11."),
    ("mmddyy10.", "mmddyy10."),
    ("ddmmyyp10.", "ddmmyy10."),
    ("yymmdd10.", "yymmdd10."),
    ("yymmddn8.", "yymmdd8."),
    ("mmddyyn8.", "mmddyy8."),
    ("julian7.", "julian7."),
    ("worddate20.", "anydtdte20."),
    ("weeku11.", "weeku11."),
    ("weekv11.", "weekv11."),
    ("weekw9.", "weekw9."),
];

proptest! {
    #[test]
    fn no_bytes_do_harm(
        bytes in proptest::collection::vec(any::<u8>(), 0..40),
        informat in proptest::sample::select(&NUMERIC[..]),
    ) {
        if let Ok(number) = resolve(informat, Kind::Number).read_number(&bytes) {
            prop_assert!(!number.is_infinite());
        }
    }

    #[test]
    fn near_fields_do_no_harm(
        field in "[0-9:/. ,TZqjanpm$%()E+-]{0,24}",
        informat in proptest::sample::select(&NUMERIC[..]),
    ) {
        if let Ok(number) = resolve(informat, Kind::Number).read_number(field.as_bytes()) {
            prop_assert!(!number.is_infinite());
        }
    }

    #[test]
    fn dates_come_back(days in -138_061i32..2_936_547, (format, informat) in proptest::sample::select(&PAIRS[..])) {
        let format = Formats::new().resolve(&format.parse().unwrap(), Kind::Number, 8).unwrap();
        let text = format.text(Value::Number(f64::from(days)));
        let read = resolve(informat, Kind::Number).read_number(&text);
        prop_assert_eq!(read, Ok(f64::from(days)), "{}", String::from_utf8_lossy(&text));
    }

    #[test]
    fn datetimes_come_back(seconds in -11_928_470_400i64..253_000_000_000) {
        let format = Formats::new().resolve(&"datetime19.".parse().unwrap(), Kind::Number, 8).unwrap();
        let text = format.text(Value::Number(seconds as f64));
        for informat in ["datetime19.", "anydtdtm19."] {
            let read = resolve(informat, Kind::Number).read_number(&text);
            prop_assert_eq!(read, Ok(seconds as f64), "{}", String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn times_come_back(hundredths in 0u32..36_000_000) {
        let seconds = f64::from(hundredths) / 100.0;
        let format = Formats::new().resolve(&"time12.2".parse().unwrap(), Kind::Number, 8).unwrap();
        let text = format.text(Value::Number(seconds));
        let read = resolve("time12.", Kind::Number).read_number(&text).unwrap();
        prop_assert!((read - seconds).abs() < 1e-9, "{}", String::from_utf8_lossy(&text));
    }

    #[test]
    fn commas_come_back(cents in -99_999_999i64..99_999_999) {
        let format = Formats::new().resolve(&"dollar20.2".parse().unwrap(), Kind::Number, 8).unwrap();
        let text = format.text(Value::Number(cents as f64 / 100.0));
        prop_assert_eq!(resolve("dollar20.", Kind::Number).read_number(&text), Ok(cents as f64 / 100.0));
    }
}

#[test]
fn iso_8601() {
    let datetime = 1_679_130_307.25;
    for (field, informat, number) in [
        ("2013-03-17", "e8601da.", Some(19_434.0)),
        ("2013-03-17", "is8601da10.", Some(19_434.0)),
        ("20130317", "b8601da8.", Some(19_434.0)),
        ("2013-03-17", "e8601dn.", Some(1_679_097_600.0)),
        ("2013-03-17T09:05:07.25", "e8601dt22.2", Some(datetime)),
        ("2013-03-17T09:05", "e8601dt.", Some(datetime - 7.25)),
        ("20130317T09050725", "b8601dt17.", Some(datetime)),
        ("20130317T090507.25", "b8601dt18.", Some(datetime)),
        ("2013-03-17T09:05:07.25Z", "e8601dz26.", Some(datetime)),
        ("2013-03-17T11:05:07.25+02:00", "e8601dz28.", Some(datetime)),
        ("20130317T043507.25-0430", "b8601dz.", Some(datetime)),
        ("09:05:07.25", "e8601tm12.2", Some(32_707.25)),
        ("090507", "b8601tm.", Some(32_707.0)),
        ("01:00:00+02:00", "e8601tz.", Some(82_800.0)),
        ("23:00:00-0200", "b8601tz.", None),
        ("230000-0200", "b8601tz.", Some(3600.0)),
        ("2013-3-17", "e8601da.", None),
        ("20130317", "e8601da.", None),
        ("2013-02-30", "e8601da.", None),
        ("2013-03-17 09:05:07", "e8601dt.", None),
        ("2013-03-17T09:05:07", "e8601dz.", None),
        ("2013-03-17T25:05:07", "e8601dt.", None),
        ("2013-03-17T09:05:07x", "e8601dt26.", None),
    ] {
        let informat = informat.parse().unwrap();
        let informat = Informat::resolve(&informat, Kind::Number, 8, InformatSettings::default()).unwrap();
        assert_eq!(informat.read_number(field.as_bytes()).ok(), number, "{field}");
    }
    let settings = InformatSettings {
        utc_offset: -3600,
        ..InformatSettings::default()
    };
    let local = Informat::resolve(&"e8601lz.".parse().unwrap(), Kind::Number, 8, settings).unwrap();
    assert_eq!(local.read_number(b"00:30:00Z"), Ok(84_600.0));
}

#[test]
fn widths_and_decimals_that_mean_nothing() {
    for (field, informat, number) in [
        ("17MAR2013:09:05:07.25", "datetime22.3", 1_679_130_307.25),
        ("0:29:35", "time15.4", 1775.0),
        ("03/17/2013 09:05:07.25 AM", "anydtdtm60.", 1_679_130_307.25),
        ("17MAR2013", "anydtdte60.", 19_434.0),
        ("9:05:07", "anydttme60.", 32_707.0),
        ("3/17/2013 9:05 PM", "mdyampm25.", 1_679_173_500.0),
        ("2013-03-17 21:05", "ymddttm24.", 1_679_173_500.0),
    ] {
        let informat = informat.parse().unwrap();
        let informat = Informat::resolve(&informat, Kind::Number, 8, InformatSettings::default()).unwrap();
        assert_eq!(informat.read_number(field.as_bytes()), Ok(number), "{field}");
    }
}

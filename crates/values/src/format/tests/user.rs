//! Formats of PROC FORMAT.

use super::{put_with, spec};
use crate::format::{Bound, FormatError, Formats, Label, Range, Ranges, UserFormat};
use crate::missing;
use crate::value::{Kind, Value};

pub(super) fn at<T>(value: T) -> Bound<T> {
    Bound {
        value: Some(value),
        is_included: true,
    }
}

pub(super) fn open<T>(value: T) -> Bound<T> {
    Bound {
        value: Some(value),
        is_included: false,
    }
}

fn end<T>() -> Bound<T> {
    Bound {
        value: None,
        is_included: true,
    }
}

fn range<T>(low: Bound<T>, high: Bound<T>, label: &str) -> Range<T> {
    Range {
        low,
        high,
        label: Label::Text(label.into()),
    }
}

fn signs() -> UserFormat {
    UserFormat {
        name: "signs".into(),
        ranges: Ranges::Numbers(vec![
            range(open(0.0), end(), "positive"),
            range(at(0.0), at(0.0), "zero"),
            range(end(), open(0.0), "negative"),
            range(at(missing::MISSING), at(missing::MISSING), "none"),
        ]),
        other: None,
        width: None,
    }
}

#[test]
fn formats_of_the_user_for_numbers() {
    let mut formats = Formats::new();
    formats.define(signs()).unwrap();
    let put = |number, format: &str| put_with(&formats, Value::Number(number), format);
    assert_eq!(put(7.0, "signs."), "positive");
    assert_eq!(put(-1e300, "signs."), "negative");
    assert_eq!(put(0.0, "signs."), "zero    ");
    assert_eq!(put(-0.0, "signs4."), "zero");
    assert_eq!(put(1e-13, "signs3."), "pos", "an exact match comes before a near one");
    assert_eq!(put(missing::MISSING, "signs."), "none    ");
    assert_eq!(put(missing::special(b'A').unwrap(), "signs."), "       A");
}

#[test]
fn ranges_of_the_user_and_what_is_near_them() {
    let mut formats = Formats::new();
    let levels = UserFormat {
        name: "LEVELS".into(),
        ranges: Ranges::Numbers(vec![
            range(at(1.0), at(5.0), "low"),
            range(at(5.0), open(10.0), "middle"),
            range(at(20.0), at(20.0), "twenty"),
            Range {
                low: at(100.0),
                high: end(),
                label: Label::Format(spec("comma9.1")),
            },
        ]),
        other: Some(Label::Text(b"?".to_vec())),
        width: Some(9),
    };
    formats.define(levels).unwrap();
    let put = |number| put_with(&formats, Value::Number(number), "levels.");
    assert_eq!(put(5.0), "low      ");
    assert_eq!(put(5.1), "middle   ");
    assert_eq!(put(10.0), "?        ");
    assert_eq!(put(0.1 + 0.2 + 19.7), "twenty   ");
    assert_eq!(put(20.0 + 1e-13), "twenty   ");
    assert_eq!(put(1.0 - 1e-13), "low      ");
    assert_eq!(put(12_345.6), " 12,345.6");
    assert_eq!(put(missing::MISSING), "?        ");
}

#[test]
fn formats_of_the_user_for_text() {
    let mut formats = Formats::new();
    let sexes = UserFormat {
        name: "$sex".into(),
        ranges: Ranges::Text(vec![
            range(at(b"M".to_vec()), at(b"M".to_vec()), "male"),
            range(at(b"F".to_vec()), at(b"F".to_vec()), "female"),
            range(at(b"a".to_vec()), open(b"c".to_vec()), "small"),
        ]),
        other: None,
        width: None,
    };
    formats.define(sexes).unwrap();
    let put = |text: &str, format| put_with(&formats, Value::Text(text.as_bytes()), format);
    assert_eq!(put("M   ", "$sex."), "male  ");
    assert_eq!(put("F", "sex."), "female");
    assert_eq!(put("bz", "$sex."), "small ");
    assert_eq!(put("c", "$sex."), "c     ");
    assert_eq!(put("", "$sex3."), "   ");
}

#[test]
fn formats_that_cannot_be_made() {
    let mut formats = Formats::new();
    let mut refuse = |name: &str, ranges| {
        let format = UserFormat {
            name: name.into(),
            ranges,
            other: None,
            width: None,
        };
        formats.define(format).unwrap_err().to_string()
    };
    let numbers = |ranges: &[(f64, f64)]| {
        Ranges::Numbers(
            ranges
                .iter()
                .map(|&(low, high)| range(at(low), at(high), "x"))
                .collect(),
        )
    };
    insta::assert_snapshot!(
        [
            refuse("a1", numbers(&[(1.0, 1.0)])),
            refuse("date", numbers(&[(1.0, 1.0)])),
            refuse("$a", numbers(&[(1.0, 1.0)])),
            refuse("a", numbers(&[(2.0, 1.0)])),
            refuse("a", numbers(&[(1.0, 3.0), (2.0, 4.0)])),
            refuse("a", numbers(&[(1.0, 1.0), (1.0, 1.0)])),
        ]
        .join("\n"),
        @r"
        `A1` is no name for a format; it has letters, digits and underscores, begins with no digit and ends with none
        DATE is a format of the language; choose another name
        the values of format $A do not go with its name; only a name with `$` is for text
        a range of format A ends before it begins
        two ranges of format A have values in common; a value can have one label
        two ranges of format A have values in common; a value can have one label
        ");
}

#[test]
fn labels_that_name_each_other() {
    let mut formats = Formats::new();
    let mut circle = signs();
    circle.other = Some(Label::Format(spec("signs8.")));
    formats.define(circle).unwrap();
    let error = formats.resolve(&spec("signs."), Kind::Number, 8).unwrap_err();
    assert_eq!(error, FormatError::Circle("SIGNS".into()));
}

//! Formats of PROC FORMAT.

use super::{put_with, spec};
use crate::format::{FormatError, Formats, Label, UserFormat, UserWidths};
use crate::missing;
use crate::ranges::{Arrangement, Bound, Range, Ranges};
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

fn range<T>(low: Bound<T>, high: Bound<T>, label: &str) -> Range<T, Label> {
    Range {
        low,
        high,
        label: Label::Text(label.into()),
    }
}

fn signs() -> UserFormat {
    UserFormat::new(
        "signs",
        Ranges::Numbers(vec![
            range(open(0.0), end(), "positive"),
            range(at(0.0), at(0.0), "zero"),
            range(end(), open(0.0), "negative"),
            range(at(missing::MISSING), at(missing::MISSING), "none"),
        ]),
    )
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
    assert_eq!(
        put(1e-13, "signs3."),
        "neg",
        "the range in the middle is looked at first, and is near enough"
    );
    assert_eq!(put(missing::MISSING, "signs."), "none    ");
    assert_eq!(put(missing::special(b'A').unwrap(), "signs."), "       A");
}

#[test]
fn ranges_of_the_user_and_what_is_near_them() {
    let mut formats = Formats::new();
    let ranges = Ranges::Numbers(vec![
        range(at(1.0), at(5.0), "low"),
        range(at(5.0), open(10.0), "middle"),
        range(at(20.0), at(20.0), "twenty"),
        Range {
            low: at(100.0),
            high: end(),
            label: Label::Format(spec("comma9.1")),
        },
    ]);
    let levels = UserFormat {
        other: Some(Label::Text(b"?".to_vec())),
        widths: UserWidths {
            default: Some(9),
            ..UserWidths::default()
        },
        ..UserFormat::new("LEVELS", ranges)
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
    let sexes = UserFormat::new(
        "$sex",
        Ranges::Text(vec![
            range(at(b"M".to_vec()), at(b"M".to_vec()), "male"),
            range(at(b"F".to_vec()), at(b"F".to_vec()), "female"),
            range(at(b"a".to_vec()), open(b"c".to_vec()), "small"),
        ]),
    );
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
    let mut refuse = |name: &str, ranges| formats.define(UserFormat::new(name, ranges)).unwrap_err().to_string();
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
        Start is greater than end: 2-1, in format A
        These two ranges overlap: 1-3 and 2-4, in format A
        These two ranges overlap: 1 and 1, in format A
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

#[test]
fn ranges_of_formats_with_options() {
    let mut formats = Formats::new();
    let mut near = UserFormat::new(
        "near",
        Ranges::Numbers(vec![
            range(at(1.0), at(1.0), "A"),
            range(at(2.0), at(2.0), "B"),
            range(at(3.0), at(3.0), "C"),
        ]),
    );
    near.fuzz = 0.2;
    near.widths.most = Some(8);
    formats.define(near).unwrap();
    let put = |number, format: &str| put_with(&formats, Value::Number(number), format);
    assert_eq!(put(2.1, "near3."), "B  ");
    assert_eq!(put(2.3, "near3."), "2.3");
    let error = formats.resolve(&spec("near9."), Kind::Number, 8).unwrap_err();
    assert_eq!(error.to_string(), "the width of format NEAR9. cannot be; it is 1 to 8");
    let overlapping = |overlaps, is_as_written| {
        let mut formats = Formats::new();
        let mut format = UserFormat::new(
            "ages",
            Ranges::Numbers(vec![range(at(10.0), at(50.0), "wide"), range(at(1.0), at(20.0), "low")]),
        );
        format.arrangement = Arrangement {
            overlaps,
            is_as_written,
        };
        formats
            .define(format)
            .map(|()| put_with(&formats, Value::Number(15.0), "ages."))
    };
    assert_eq!(overlapping(true, false).unwrap(), "low ");
    assert_eq!(overlapping(true, true).unwrap(), "wide");
    assert!(overlapping(false, true).is_err());
}

//! Tests of formats against SAS's manual, and of their common properties.

mod clocks;
mod dates;
mod numbers;
mod properties;
mod user;

use super::*;
use crate::missing;
use crate::spec::Spec;
use crate::value::Value;

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn put_with(formats: &Formats, value: Value<'_>, format: &str) -> String {
    let length = match value {
        Value::Text(text) => text.len(),
        Value::Number(_) => 8,
    };
    let format = formats.resolve(&spec(format), value.kind(), length).unwrap();
    let mut out = b"before".to_vec();
    format.write(value, &mut out);
    assert_eq!(out.len(), 6 + format.width());
    String::from_utf8(out.split_off(6)).unwrap()
}

fn put(number: f64, format: &str) -> String {
    put_with(&Formats::new(), Value::Number(number), format)
}

fn put_text(text: &str, format: &str) -> String {
    put_with(&Formats::new(), Value::Text(text.as_bytes()), format)
}

#[test]
fn text() {
    for (text, format, written) in [
        ("abc", "$5.", "abc  "),
        ("abc", "$2.", "ab"),
        ("  abc", "$char6.", "  abc "),
        ("abc", "$upcase3.", "ABC"),
        ("AB", "$hex4.", "4142"),
        ("AB", "$hex6.", "4142  "),
        ("abc", "upcase.", "ABC"),
        ("abc", "$.", "abc"),
    ] {
        assert_eq!(put_text(text, format), written, "{text} {format}");
    }
}

#[test]
fn errors_name_what_is_wrong() {
    let formats = Formats::new();
    let error = |text: &str, kind| formats.resolve(&spec(text), kind, 8).unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            error("nosuch5.", Kind::Number),
            error("$char5.", Kind::Number),
            error("date9.", Kind::Text),
            error("nosuch9.", Kind::Text),
            error("date4.", Kind::Number),
            error("8.8", Kind::Number),
            error("date9.2", Kind::Number),
            error("best33.", Kind::Number),
        ]
        .join("\n"),
        @r"
        48-59: The format NOSUCH was not found or could not be loaded.
        format $CHAR5. is for text, and the value is a number
        format DATE9. is for numbers, and the value is text
        48-59: The format NOSUCH was not found or could not be loaded.
        the width of format DATE4. cannot be; it is 5 to 11
        format 8.8 has too many decimals; it takes at most 7
        format DATE9.2 has too many decimals; it takes at most 0
        the width of format BEST33. cannot be; it is 1 to 32
        ");
}

#[test]
fn defaults() {
    assert_eq!(
        Formats::of_language()
            .default_of(Kind::Number, 8)
            .text(Value::Number(1.5)),
        b"         1.5"
    );
    assert_eq!(
        Formats::of_language()
            .default_of(Kind::Text, 4)
            .text(Value::Text(b"ab")),
        b"ab  "
    );
    assert_eq!(Formats::of_language().default_of(Kind::Text, 0).width(), 1);
    let mut out = b"x=".to_vec();
    write_best(1.0 / 3.0, 12, &mut out);
    write_best(-2.0, 12, &mut out);
    assert_eq!(out, b"x=0.3333333333-2");
}

#[test]
fn the_default_in_the_place_of_another_keeps_its_width() {
    let instead = |text: &str, kind| Formats::of_language().instead_of(&spec(text), kind, 5);
    assert_eq!(instead("nosuch4.1", Kind::Number).text(Value::Number(1.26)), b"1.26");
    assert_eq!(instead("nosuch.", Kind::Number).width(), 12);
    assert_eq!(instead("nosuch99.", Kind::Number).width(), 12);
    assert_eq!(instead("$nosuch2.", Kind::Text).text(Value::Text(b"abc")), b"ab");
    assert_eq!(instead("$nosuch.", Kind::Text).width(), 5);
}

#[test]
fn only_what_shows_all_of_a_text_tells_it_apart() {
    let tells_apart = |text: &str, length| {
        let format = Formats::new().resolve(&spec(text), Kind::Text, 8).unwrap();
        format.tells_texts_apart(length)
    };
    for (text, tells) in [
        ("$8.", true),
        ("$7.", false),
        ("$CHAR9.", true),
        ("$UPCASE8.", false),
        ("$HEX16.", true),
        ("$HEX15.", false),
    ] {
        assert_eq!(tells_apart(text, 8), tells, "{text}");
    }
    assert!(!Formats::of_language().default_of(Kind::Number, 8).tells_texts_apart(8));
}

/// Checks the names that the documents list.
#[test]
fn what_the_documents_list_is_there() {
    let text = include_str!("../../../../../docs/language.md");
    let formats = text.split("Formats of numbers: ").nth(1).unwrap();
    let (formats, informats) = formats.split_once("Informats: ").unwrap();
    let (own, iso) = formats.split_once("; of ISO 8601: ").unwrap();
    let informats = informats.split_once(", E8601").unwrap().0;
    let names = |text: &'static str| {
        let words = text.split([' ', ',', ';', ':', '\n', '`', '.', '(', ')']);
        let is_name =
            |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte == b'$' || byte.is_ascii_uppercase());
        words.filter(is_name)
    };
    assert!(names(own).count() > 50);
    for name in names(own) {
        assert!(rule_of(name).is_some(), "{name}");
    }
    for kind in names(iso).filter(|name| name.len() == 2) {
        for stem in ["E8601", "IS8601", "B8601"] {
            assert!(rule_of(&format!("{stem}{kind}")).is_some(), "{kind}");
        }
    }
    for name in names(informats) {
        let spec = spec(&format!("{name}."));
        let kind = if spec.is_text() { Kind::Text } else { Kind::Number };
        let settings = crate::informat::InformatSettings::default();
        let resolved = crate::informat::Informat::resolve(&spec, kind, 8, settings);
        assert!(resolved.is_ok(), "{name}");
    }
}

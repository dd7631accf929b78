//! Tests of representations.

use proptest::prelude::*;

use super::*;

/// Names whose formats turn any text into the representation, and back.
const NAMES: [&str; 10] = [
    "BASE64X", "UESC", "UNCR", "UPAREN", "UCS2B", "UCS2L", "UCS2X", "UCS4B", "UCS4L", "UCS4X",
];

fn encoded(name: &str, text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    of_name(name)
        .unwrap()
        .form
        .encode(text.as_bytes(), usize::MAX, &mut out);
    out
}

fn decoded(form: Representation, field: &[u8]) -> Option<String> {
    let mut out = Vec::new();
    form.decode(field, &mut out)?;
    Some(String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn texts_in_each_representation() {
    for (name, text, shown) in [
        ("BASE64X", "MyPassword", "TXlQYXNzd29yZA=="),
        ("UESC", "大 a", "\\u5927 a"),
        ("UESC", "\\u5927 \\uu5927 \\x", "\\uu5927 \\uuu5927 \\x"),
        ("UESC", "😀", "\\uD83D\\uDE00"),
        ("UNCR", "大abc", "&#22823;abc"),
        ("UPAREN", "abc3", "<u0061><u0062><u0063><u0033>"),
        ("UCS2B", "A", "\0A"),
        ("UCS2L", "A", "A\0"),
        ("UCS4B", "A", "\0\0\0A"),
    ] {
        assert_eq!(String::from_utf8_lossy(&encoded(name, text)), shown, "{name} {text}");
    }
}

#[test]
fn what_does_not_fit_is_left_out() {
    let cut = |name: &str, most| {
        let mut out = Vec::new();
        of_name(name).unwrap().form.encode("大大".as_bytes(), most, &mut out);
        out.len()
    };
    assert_eq!((cut("UESC", 11), cut("UNCR", 8), cut("UCS2B", 3)), (6, 8, 2));
    assert_eq!(cut("BASE64X", 7), 0, "a part of it means another text");
}

#[test]
fn fields_that_mean_other_texts_than_they_look() {
    let form = |name: &str| of_name(name).unwrap().form;
    assert_eq!(
        decoded(form("UESC"), b"\\uu5927 \\u592 \\").as_deref(),
        Some("\\u5927 \\u592 \\")
    );
    assert_eq!(
        decoded(form("UESC"), b"\\uD83D").as_deref(),
        Some("\\uD83D"),
        "half a character"
    );
    assert_eq!(decoded(form("UNCR"), b"&#22823;&#;&#99").as_deref(), Some("大&#;&#99"));
    assert_eq!(
        decoded(partial_parentheses(), b"<u0061><u5927>").as_deref(),
        Some("a<u5927>")
    );
    assert_eq!(decoded(form("UCS2B"), b"\xD8\x3D"), None);
    assert_eq!(decoded(form("UCS4L"), b"\xFF\xFF\xFF\xFF"), None);
    for wrong in ["TQ", "T===", "TQ==TQ==", "T!Q="] {
        assert_eq!(decoded(form("BASE64X"), wrong.as_bytes()), None, "{wrong}");
    }
    assert!(of_name("UCS3B").is_none() && of_name("UE").is_none() && of_name("").is_none());
}

proptest! {
    #[test]
    fn texts_come_back(text in "\\PC{0,12}", name in proptest::sample::select(&NAMES[..])) {
        let text = text.trim_end_matches(' ');
        let back = decoded(of_name(name).unwrap().form, &encoded(name, text));
        // A text that looks like a reference is read as one.
        if !text.contains("&#") && !text.contains("<u") {
            prop_assert_eq!(back.as_deref(), Some(text));
        }
    }

    #[test]
    fn no_bytes_do_harm(
        bytes in proptest::collection::vec(any::<u8>(), 0..20),
        name in proptest::sample::select(&NAMES[..]),
    ) {
        let form = of_name(name).unwrap().form;
        let mut out = Vec::new();
        form.encode(&bytes, 10, &mut out);
        prop_assert!(out.len() <= 10);
        form.decode(&bytes, &mut out);
    }
}

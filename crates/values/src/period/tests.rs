//! Tests of durations, datetimes and intervals.

use proptest::prelude::*;

use super::*;

fn shown(form: &str, value: &str) -> Option<String> {
    let mut out = Vec::new();
    write(PeriodForm::of_name(form)?, value.as_bytes(), 0, &mut out)?;
    Some(String::from_utf8_lossy(&out).into_owned())
}

fn digits(field: &str, is_extended: bool) -> Option<String> {
    let mut out = Vec::new();
    read(field.as_bytes(), is_extended, &mut out)?;
    Some(String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn fields_are_digits_and_digits_are_text() {
    for (form, field, value) in [
        ("N8601E", "P2Y4M5DT5H1M12.5S", "00024050501127D0"),
        ("N8601E", "2012-09-15T15:53:00", "2012915155300FFD"),
        (
            "N8601E",
            "P33Y1M4DT3H2M55S/2012-09-15T15:53:00",
            "0033104030255FFC2012915155300FFD",
        ),
        ("N8601EA", "P0002-04-05T05:01:12.500", "00024050501127D0"),
        (
            "N8601EH",
            "2008----T15:-:-/P--03--T15:53:-",
            "2008FFF15FFFFFFDFFFF3FF1553FFFFC",
        ),
        ("N8601EX", "2008-xx-xxT15:xx:xx", "2008FFF15FFFFFFD"),
        ("N8601E", "P3M", "FFFF3FFFFFFFFFFC"),
        ("N8601E", "PT36H", "FFFFFFF36FFFFFFC"),
        ("N8601E", "2012-09", "20129FFFFFFFFFFD"),
    ] {
        assert_eq!(digits(field, true).as_deref(), Some(value), "{field}");
        assert_eq!(shown(form, value).as_deref(), Some(field), "{value}");
    }
    assert_eq!(digits("20080915T155300.25", false).as_deref(), Some("20089151553003E9"));
    assert_eq!(
        shown("N8601BA", "20089151553003E9").as_deref(),
        Some("20080915T155300.25")
    );
    let mut out = Vec::new();
    write(
        PeriodForm::of_name("N8601EA").unwrap(),
        b"00024050501127D0",
        1,
        &mut out,
    );
    assert!(out.ends_with(b"12.5"));
}

#[test]
fn what_is_no_period() {
    for field in [
        "P",
        "PT",
        "P2",
        "P2M3Y",
        "P2.5Y",
        "P3D4H",
        "P13M",
        "P2W",
        "-P2Y",
        "2012-13-01",
        "2012-02-30",
        "2012-09-15T24:00:00",
        "2012-9-15",
        "20120915",
        "a/b/c",
        "2012-09-15T15:53:00.1234",
        "",
    ] {
        assert_eq!(digits(field, true), None, "{field}");
    }
    for value in [
        "0002",
        "00024050501127D",
        "G002405050112FFC",
        "0002405050112FFE",
        "0002405050112FFCA",
    ] {
        assert_eq!(shown("N8601E", value), None, "{value}");
    }
    assert_eq!(shown("N8601E", "   ").as_deref(), Some(""));
    assert!(PeriodForm::of_name("N8601").is_none());
}

proptest! {
    #[test]
    fn digits_come_back(
        years in 0u32..=9999,
        month in 1u32..=12,
        seconds in 0u32..60,
        thousandths in 0u32..1000,
        is_extended: bool,
    ) {
        let field = match is_extended {
            true => format!("P{years:04}-{month:02}-05T06:07:{seconds:02}.{thousandths:03}"),
            false => format!("P{years:04}{month:02}05T0607{seconds:02}.{thousandths:03}"),
        };
        let value = digits(&field, is_extended).unwrap();
        prop_assert_eq!(value.len(), LENGTH);
        prop_assert_eq!(shown("N8601EA", &value).unwrap().len(), "P0002-04-05T05:01:12.500".len());
    }

    #[test]
    fn no_text_does_harm(text in "[P0-9TYMDHSx:/.,-]{0,40}", is_extended: bool) {
        if let Some(value) = digits(&text, is_extended) {
            prop_assert!(shown("N8601X", &value).is_some(), "{}", value);
        }
    }
}

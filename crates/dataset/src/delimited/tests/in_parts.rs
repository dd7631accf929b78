//! Files that several threads read in parts are those that one reads from front to back.

use std::ops::Range;

use feedrate_values::informat::InformatSettings;
use proptest::prelude::*;

use super::*;
use crate::file_format::RowMemory;

const ALL: Range<u64> = 0..u64::MAX;

/// Returns all that is known of a file whose rows are read in these ranges, one after the other.
fn outcome(text: &[u8], format: &DelimitedFormat, division: Division, ranges: &[Range<u64>]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    let settings = Settings::default();
    let mut source = match format.source(file.path(), &settings, division) {
        Ok(source) => source,
        Err(error) => return error.to_string().replace(&file.path().display().to_string(), "FILE"),
    };
    let mut told = format!("{:?} {}\n", source.schema(), source.rows());
    let length = source.schema().row_length() as usize;
    for (index, range) in ranges.iter().enumerate() {
        source.seek(range.clone()).unwrap();
        let mut memory = RowMemory::default();
        let mut next = None;
        while let Some(block) = source.next_block(&mut memory).unwrap() {
            let first = block.before.unwrap();
            assert!(next.is_none_or(|next| next == first) && block.stored > 0);
            next = Some(first + block.stored as u64);
            for (row, number) in memory.bytes().chunks_exact(length).zip(first..) {
                if range.contains(&number) {
                    told += &format!("{number} {:?}\n", row.escape_ascii().to_string());
                }
            }
        }
        // Values that are read again are told again.
        if index == 0 {
            told += &format!(
                "{:?} {:?} {:?}\n",
                source.account().notes,
                source.lost(),
                format.tally().get()
            );
        }
        assert!(next.unwrap_or(0) >= range.end.min(source.rows()) || range.start >= source.rows() || range.is_empty());
    }
    told
}

/// Returns the formats by which a text is read.
fn formats(shape: Shape) -> [DelimitedFormat; 3] {
    let import = |rows| DelimitedFormat::import(shape, rows, InformatSettings::default());
    [DelimitedFormat::new(shape), import(2), import(u64::MAX)]
}

/// Texts that keep the rules, and those that break them.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let values = prop_oneof![
        8 => "[0-9]{1,3}|-?[0-9]\\.[0-9]{1,2}|\\.|[0-9]e[0-9]",
        4 => "[a-c ä€]{0,4}",
        2 => Just("2020-02-29".to_owned()),
        2 => Just("10:00:00".to_owned()),
        4 => "\"([a,;é]|\"\"|\r|\n){0,6}\"",
        1 => "[a\"]{1,4}",
        1 => "\"[a,\n]{0,3}\"?x?\"?",
        1 => "x{50,90}",
    ];
    let breaks =
        prop_oneof![6 => Just("\n"), 3 => Just("\r\n"), 1 => Just("\r"), 1 => Just("\n\n"), 1 => Just("\r\n\r\n")];
    let separators = prop_oneof![6 => Just(","), 1 => Just(";")];
    let line = (proptest::collection::vec((values, separators), 1..4), breaks);
    let lines = proptest::collection::vec(line, 0..30);
    let whole = (any::<(bool, bool, bool)>(), lines, any::<bool>());
    whole.prop_map(|((has_mark, same_breaks, in_windows), lines, ends_open)| {
        let mut text = Vec::new();
        if has_mark && lines.len() % 3 == 0 {
            text.extend_from_slice(b"\xef\xbb\xbf");
        }
        let first = lines.first().map_or("", |(_, first)| *first);
        for (values, own) in &lines {
            for (index, (value, separator)) in values.iter().enumerate() {
                if index > 0 {
                    text.extend_from_slice(separator.as_bytes());
                }
                text.extend_from_slice(value.as_bytes());
            }
            text.extend_from_slice(if same_breaks { first } else { own }.as_bytes());
        }
        if ends_open {
            text.pop();
        }
        if in_windows && text.len() % 4 == 0 {
            let letters = text.iter_mut().filter(|byte| **byte == b'a');
            letters.for_each(|letter| *letter = 0xE4);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn parts_are_read_as_the_whole_is(
        text in texts(), has_names: bool, first_line in prop_oneof![4 => Just(None), 1 => (1_u64..5).prop_map(Some)],
        semicolon in prop_oneof![4 => Just(false), 1 => Just(true)], part_bytes in 3_u64..60, threads in 2_usize..4,
        ranges in proptest::collection::vec((0_u64..30, 0_u64..30), 0..3),
    ) {
        let shape = Shape {
            delimiter: if semicolon { b';' } else { b',' },
            has_names,
            first_line,
        };
        let others = ranges.into_iter().map(|(start, count)| start..start + count);
        let wanted: Vec<_> = std::iter::once(ALL).chain(others).collect();
        let whole = Division { part_bytes: u64::MAX, threads: 1 };
        for (one, other) in formats(shape).into_iter().zip(formats(shape)) {
            let expected = outcome(&text, &one, whole, &wanted);
            let found = outcome(&text, &other, Division { part_bytes, threads }, &wanted);
            prop_assert_eq!(&found, &expected, "{}", text.escape_ascii());
        }
    }
}

#[test]
fn values_longer_than_parts_are_read() {
    let long = "x,\n\"\"".repeat(40_000);
    let text = format!("a,b\n1,\"{long}\"\n2,y\n\"{long}\",z\n{}", "3,4\n".repeat(9));
    let shape = Shape::default();
    let (one, other) = (DelimitedFormat::new(shape), DelimitedFormat::new(shape));
    let whole = Division {
        part_bytes: u64::MAX,
        threads: 1,
    };
    let expected = outcome(text.as_bytes(), &one, whole, std::slice::from_ref(&ALL));
    let parts = Division {
        part_bytes: 1000,
        threads: 3,
    };
    assert!(outcome(text.as_bytes(), &other, parts, std::slice::from_ref(&ALL)) == expected);
    assert!(expected.contains(" 12\n"));
}

#[test]
fn variables_that_are_not_wanted_are_left_out() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let lines: String = (0..1000).map(|row| format!("{row},x{row},{}\n", row * 2)).collect();
    fs::write(file.path(), format!("a,b,c\n{lines}")).unwrap();
    for threads in [1, 2] {
        let division = Division {
            part_bytes: 2000,
            threads,
        };
        let format = DelimitedFormat::default();
        let mut source = format.source(file.path(), &Settings::default(), division).unwrap();
        source.select_variables(&[false, false, true]);
        let fields: Vec<_> = source
            .schema()
            .variables()
            .iter()
            .map(|it| it.number_field(Order::Little))
            .collect();
        let length = source.schema().row_length() as usize;
        let (mut memory, mut rows) = (RowMemory::default(), 0);
        while source.next_block(&mut memory).unwrap().is_some() {
            for row in memory.bytes().chunks_exact(length) {
                assert_eq!(fields[2].unwrap().get(row), f64::from(rows * 2));
                assert_ne!(fields[0].unwrap().get(row), f64::from(rows));
                rows += 1;
            }
        }
        assert_eq!(rows, 1000);
        assert!(source.can_seek() && source.group_starts().len() > 3);
    }
}

//! Variables of every kind that feedrate writes, found by others: many, with long names and labels, of every
//! length, and with text of every script.

use std::fmt::Write;

use super::contents::{Column, Contents, number, text};
use super::written::assert_all_find;

/// A file of this many variables has its names, labels and formats in several pieces and on several pages.
#[test]
fn a_thousand_variables_with_long_names_and_labels_are_found() {
    const VARIABLES: usize = 1000;
    let (mut columns, mut statements) = (Vec::new(), String::new());
    let mut arrays = [String::new(), String::new()];
    for index in 0..VARIABLES {
        let name = format!("{:_<32}", format!("Variable_{index}"));
        // The longest labels: of 256 letters, and of as many bytes in fewer letters.
        let label = match index % 3 {
            0 => format!("{:.<256}", format!("Label {index} ")),
            1 => format!("{index:0>4}{}", "é".repeat(126)),
            _ => String::new(),
        };
        let (dollar, length, format) = match index % 2 {
            0 => ("", 8, "COMMA12.2"),
            _ => ("$", 7, "$CHAR5."),
        };
        writeln!(
            statements,
            "length {name} {dollar}{length}; format {name} {format}; label {name}='{label}';"
        )
        .unwrap();
        write!(arrays[index % 2], "{name} ").unwrap();
        columns.push(Column::new(&name, length).shown(format).labelled(&label));
    }
    let [numbers, texts] = arrays;
    write!(
        statements,
        "array numbers {{*}} {numbers}; array texts {{*}} {texts};
         do row = 1 to 30;
           do k = 1 to dim(numbers);
             numbers{{k}} = row * 1000 + k / 8; texts{{k}} = cats(row, '/', k);
           end;
           output;
         end;
         drop row k;"
    )
    .unwrap();
    let cell = |row: usize, index: usize| match (index % 2, index / 2 + 1) {
        (0, k) => number((row * 1000) as f64 + k as f64 / 8.0),
        (_, k) => text(format!("{row}/{k}")),
    };
    let row = |row: usize| (0..VARIABLES).map(|index| cell(row, index)).collect();
    let rows = (1..=30).map(row).collect();
    assert_all_find(&Contents { columns, rows }, &statements);
}

/// A number of fewer than eight bytes lacks the bits at its end: a value that has none there comes back as
/// it was, another one is cut.
#[test]
fn numbers_of_every_length_are_found() {
    const ROWS: u32 = 500;
    let mut statements = String::from("length i 8");
    let mut columns = vec![Column::new("i", 8)];
    for length in 3..=8 {
        write!(statements, " whole{length} cut{length} {length}").unwrap();
        columns.push(Column::new(&format!("whole{length}"), length));
        columns.push(Column::new(&format!("cut{length}"), length));
    }
    write!(statements, ";\ndo i = 1 to {ROWS};\n").unwrap();
    for length in 3..=8 {
        let bits = 8 * length - 12;
        writeln!(
            statements,
            "whole{length} = (2**{bits} + mod(i * {STEP}, 2**{bits})) * 2**(mod(i, 80) - 70);
             if mod(i, 3) = 0 then whole{length} = -whole{length};
             cut{length} = i / 7;"
        )
        .unwrap();
    }
    statements.push_str("output; end;");
    let row = |i: u32| {
        let mut row = vec![number(i.into())];
        for length in 3..=8 {
            let bits = 8 * length - 12;
            let whole = (1_u64 << bits) + u64::from(i) * STEP % (1 << bits);
            let scale = 2_f64.powi((i % 80) as i32 - 70);
            let sign = if i.is_multiple_of(3) { -1.0 } else { 1.0 };
            row.push(number(whole as f64 * scale * sign));
            let cut = (f64::from(i) / 7.0).to_bits() >> (64 - 8 * length) << (64 - 8 * length);
            row.push(number(f64::from_bits(cut)));
        }
        row
    };
    assert_all_find(
        &Contents {
            columns,
            rows: (1..=ROWS).map(row).collect(),
        },
        &statements,
    );
}

/// Odd, so that it reaches the last bit; its product with a row's number is exact in a double.
const STEP: u64 = 1_099_511_627_791;

#[test]
fn text_of_every_script_and_length_is_found() {
    const WORDS: [&str; 7] = ["grün", "日本語", "Ελλάδα", "😀🎉", "a\u{301}", "\u{a0}x", "tab\there"];
    let longest = 32_767;
    let mut statements = format!("length t $ 20 full $ 4 longest $ {longest} one $ 1;\n");
    let mut rows = Vec::new();
    for (index, word) in WORDS.iter().enumerate() {
        // The first one fills its variable to the last byte or so, and the others less and less of it.
        let repeated = longest / word.len() / (1 + index * index);
        writeln!(
            statements,
            "t = '{word}'; full = 'abé'; longest = repeat('{word}', {});
             one = substr('xyz', mod({index}, 3) + 1, 1); output;",
            repeated - 1
        )
        .unwrap();
        let one = ["x", "y", "z"][index % 3];
        rows.push(vec![text(*word), text("abé"), text(word.repeat(repeated)), text(one)]);
    }
    let columns = vec![
        Column::new("t", 20),
        Column::new("full", 4),
        Column::new("longest", longest as u32),
        Column::new("one", 1),
    ];
    assert_all_find(&Contents { columns, rows }, &statements);
}

/// Names that are not plain words, which a name literal has.
#[test]
fn names_in_other_scripts_are_found() {
    let expected = Contents {
        columns: vec![
            Column::new("größe in m", 8).labelled("It's > \"1\" & more"),
            Column::new("日本", 3),
        ],
        rows: vec![vec![number(1.5), text("a")]],
    };
    let statements = "'größe in m'n = 1.5; length '日本'n $ 3; '日本'n = 'a';
        label 'größe in m'n = 'It''s > \"1\" & more';";
    assert_all_find(&expected, statements);
}

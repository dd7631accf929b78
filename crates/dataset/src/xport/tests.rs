//! Tests on transport files that are built record by record.

use feedrate_values::{Spec, missing};
use proptest::prelude::*;

use super::*;
use crate::format::Order;

/// A record, padded with blanks.
fn record(parts: &[&[u8]]) -> Vec<u8> {
    let mut record = parts.concat();
    assert!(record.len() <= 80, "{}", record.len());
    record.resize(80, b' ');
    record
}

fn heading(name: &str, digits: &str) -> Vec<u8> {
    let text = format!("HEADER RECORD*******{name:8}HEADER RECORD!!!!!!!{digits:0<30}");
    record(&[text.as_bytes()])
}

fn padded(text: &str, length: usize) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    assert!(bytes.len() <= length);
    bytes.resize(length, b' ');
    bytes
}

/// A variable of a file: its name, label, length, position and format.
struct FileVariable {
    name: &'static str,
    label: &'static str,
    is_text: bool,
    length: u16,
    position: u32,
    format: (&'static str, u16, u16),
}

impl FileVariable {
    fn number(name: &'static str, length: u16, position: u32) -> Self {
        Self {
            name,
            label: "",
            is_text: false,
            length,
            position,
            format: ("", 0, 0),
        }
    }

    fn text(name: &'static str, length: u16, position: u32) -> Self {
        Self {
            is_text: true,
            ..Self::number(name, length, position)
        }
    }

    fn described(&self, number: u16, long: bool) -> Vec<u8> {
        let (format, width, decimals) = self.format;
        let mut bytes = Vec::new();
        for integer in [1 + u16::from(self.is_text), 0, self.length, number] {
            bytes.extend(integer.to_be_bytes());
        }
        bytes.extend(padded(&self.name[..self.name.len().min(8)], 8));
        bytes.extend(padded(self.label, 40));
        bytes.extend(padded(format, 8));
        for integer in [width, decimals, 0, 0] {
            bytes.extend(integer.to_be_bytes());
        }
        bytes.extend(padded("", 8));
        bytes.extend([0; 4]);
        bytes.extend(self.position.to_be_bytes());
        bytes.extend(padded(if long { self.name } else { "" }, 32));
        bytes.resize(140, 0);
        bytes
    }
}

fn library() -> Vec<u8> {
    [
        heading("LIBRARY", ""),
        record(&[b"SAS     SAS     SASLIB  9.4     Linux   "]),
        record(&[b"21NOV26:10:00:00"]),
    ]
    .concat()
}

fn member(name: &str, variables: &[FileVariable], rows: &[u8]) -> Vec<u8> {
    let mut bytes = [
        heading("MEMBER", "000000000000000001600000000140"),
        heading("DSCRPTR", ""),
        record(&[b"SAS     ", &padded(name, 8), b"SASDATA 9.4     Linux   "]),
        record(&[&padded("21NOV26:10:00:00", 32), &padded("All of it", 40), b"        "]),
        heading("NAMESTR", &format!("00000{:05}", variables.len())),
    ]
    .concat();
    let described: Vec<u8> = (1..)
        .zip(variables)
        .flat_map(|(number, variable)| variable.described(number, false))
        .collect();
    bytes.extend(&described);
    fill(&mut bytes);
    bytes.extend(heading("OBS", ""));
    bytes.extend(rows);
    fill(&mut bytes);
    bytes
}

fn fill(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(80), b' ');
}

fn scan(bytes: &[u8]) -> Result<Vec<Member>, XportError> {
    let mut scanner = Scanner::new();
    scanner.take(bytes)?;
    Ok(scanner.finish()?.members)
}

fn rows_of(member: &Member, file: &[u8]) -> Vec<Vec<u8>> {
    let mut decoder = member.decoder();
    let start = member.start as usize;
    file[start..]
        .chunks_exact(member.row_length)
        .take(member.rows as usize)
        .map(|of_file| {
            let mut row = vec![0; member.schema.row_length() as usize];
            decoder.decode(of_file, &mut row);
            row
        })
        .collect()
}

fn class() -> Vec<u8> {
    let variables = [
        FileVariable {
            label: "First name",
            ..FileVariable::text("NAME", 8, 0)
        },
        FileVariable {
            format: ("DATE", 9, 0),
            ..FileVariable::number("BORN", 4, 8)
        },
        FileVariable::number("HEIGHT", 8, 12),
    ];
    let mut rows = Vec::new();
    rows.extend(b"Alfred  \x44\x27\x10\x00\xC2\x76\xA0\0\0\0\0\0");
    rows.extend(b"Zo\xEB     .\0\0\0A\0\0\0\0\0\0\0");
    [library(), member("CLASS", &variables, &rows)].concat()
}

#[test]
fn a_file_of_version_5_is_read() {
    let file = class();
    let members = scan(&file).unwrap();
    let [member] = members.as_slice() else {
        panic!("{members:?}");
    };
    assert_eq!((member.name.as_str(), member.label.as_str()), ("CLASS", "All of it"));
    assert_eq!((member.rows, member.row_length), (2, 20));
    let schema = &member.schema;
    let name = schema.find("name").unwrap();
    assert_eq!((name.length, name.label.as_str()), (8, "First name"));
    let born = schema.find("born").unwrap();
    assert_eq!(born.format.as_ref().map(Spec::to_string).as_deref(), Some("DATE9."));
    let height = schema.find("height").unwrap();
    let rows = rows_of(member, &file);
    let order = crate::format::Order::Little;
    let number = |variable: &crate::Variable, row: usize| variable.number_field(order).unwrap().get(&rows[row]);
    assert_eq!((number(born, 0), number(height, 0)), (10_000.0, -118.625));
    assert_eq!(number(born, 1).to_bits(), missing::MISSING.to_bits());
    assert_eq!(number(height, 1).to_bits(), missing::special(b'A').unwrap().to_bits());
    assert_eq!(name.text_field().unwrap().get(&rows[0]), b"Alfred  ");
    assert_eq!(name.text_field().unwrap().get(&rows[1]), "Zoë    ".as_bytes());
}

/// `6±0.5` has five bytes in Windows-1252 and six in UTF-8 (TS-140 says nothing of encodings).
#[test]
fn variables_are_as_long_as_their_texts_become() {
    let variables = [
        FileVariable {
            format: ("$", 5, 0),
            ..FileVariable::text("NOTE", 5, 0)
        },
        FileVariable {
            format: ("$", 9, 0),
            ..FileVariable::text("PLAIN", 4, 5)
        },
        FileVariable::text("BLANK", 3, 9),
    ];
    let rows = b"6\xB10.5abcdZ\xEB 3    \xC3\xA9  \xE9 \xEB";
    let file = [library(), member("A", &variables, rows)].concat();
    let members = scan(&file).unwrap();
    let shown: Vec<_> = members[0]
        .schema
        .variables()
        .iter()
        .map(|it| {
            let format = it.format.as_ref().map(Spec::to_string);
            format!("{} {} {}", it.name, it.length, format.unwrap_or_default())
        })
        .collect();
    assert_eq!(shown, ["NOTE 6 $6.", "PLAIN 4 $9.", "BLANK 5 "]);
    assert_eq!(members[0].stored_lengths().collect::<Vec<_>>(), [5, 4, 3]);
    let found = rows_of(&members[0], &file);
    assert_eq!(
        found.concat(),
        "6±0.5abcdZë  3     é  é ë".as_bytes(),
        "{}",
        String::from_utf8_lossy(&found.concat())
    );
    insta::assert_snapshot!(members[0].notes.join("\n"), @"its variables are as long as their texts are in UTF-8, \
        longer than in the file: NOTE (5 bytes, 6 here), BLANK (3 bytes, 5 here)");
    // More room than the texts of the file need: twice as much as they have there.
    let mut member = members[0].clone();
    let twice = CharacterExpansion {
        thousandths: 2000,
        ..CharacterExpansion::default()
    };
    member.expand(twice).unwrap();
    let lengths: Vec<_> = member.schema.variables().iter().map(|it| it.length).collect();
    assert_eq!(lengths, [10, 8, 6]);
    assert_eq!(&rows_of(&member, &file)[0][..10], "6±0.5    ".as_bytes());
}

/// The name of the first is blank, as R writes it for a data set without one.
#[test]
fn data_sets_get_names_that_they_can_have() {
    let one = [FileVariable::text("A", 3, 0)];
    let names = ["", "1ST", "A B", "A_B", "OK", "ok", "DATA1"];
    let mut file = library();
    for name in names {
        file.extend(member(name, &one, b"abc"));
    }
    let members = scan(&file).unwrap();
    let found: Vec<_> = members.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(found, ["DATA12", "_1ST", "A_B2", "A_B", "OK", "ok2", "DATA1"]);
    let notes: Vec<_> = members.iter().flat_map(|it| &it.notes).collect();
    assert_eq!(notes.len(), 4);
    insta::assert_snapshot!(notes[0], @"its name in the file is ``: no data set can have that, or another one has it");
}

#[test]
fn several_data_sets_follow_one_another() {
    let one = [FileVariable::text("A", 3, 0)];
    let rows = b"abcdef ghi";
    let file = [
        library(),
        member("ONE", &one, &rows[..6]),
        member("NONE", &one, b""),
        member("TWO", &one, &rows[7..]),
    ]
    .concat();
    let members = scan(&file).unwrap();
    let found: Vec<_> = members
        .iter()
        .map(|member| (member.name.as_str(), rows_of(member, &file).concat()))
        .collect();
    assert_eq!(
        found,
        [
            ("ONE", b"abcdef".to_vec()),
            ("NONE", Vec::new()),
            ("TWO", b"ghi".to_vec())
        ]
    );
}

/// Returns the beginning of a file of version 8, up to the descriptions of its variables.
fn version_8(variables: &[FileVariable]) -> Vec<u8> {
    let mut file = [
        heading("LIBV8", ""),
        record(&[b"SAS     SAS     SASLIB  9.4     Linux   "]),
        record(&[b"21NOV26:10:00:00"]),
        heading("MEMBV8", "000000000000000001600000000140"),
        heading("DSCPTV8", ""),
        record(&[
            b"SAS     ",
            &padded("a_name_of_a_data_set", 32),
            b"SASDATA 9.4     Linux   ",
        ]),
        record(&[b"21NOV26:10:00:00"]),
        heading("NAMSTV8", &format!("{:010}", variables.len())),
    ]
    .concat();
    for (number, variable) in (1..).zip(variables) {
        file.extend(variable.described(number, true));
    }
    fill(&mut file);
    file
}

#[test]
fn values_are_in_the_order_of_their_variables_whatever_their_positions() {
    // As %LOC2XPT writes it: positions of a data set, where numbers come first, and values in order.
    let variables = [
        FileVariable::text("name", 5, 16),
        FileVariable::number("x", 8, 0),
        FileVariable::text("place", 3, 21),
        FileVariable::number("y", 8, 8),
    ];
    let mut file = version_8(&variables);
    file.extend(heading("OBSV8", ""));
    for (name, place) in [("Anna ", "Ulm"), ("Bruno", "Rom")] {
        file.extend(name.bytes());
        file.extend(b"\x41\x10\0\0\0\0\0\0");
        file.extend(place.bytes());
        file.extend(b"\xC2\x76\xA0\0\0\0\0\0");
    }
    fill(&mut file);
    let members = scan(&file).unwrap();
    assert_eq!((members[0].rows, members[0].row_length), (2, 24));
    let schema = &members[0].schema;
    let text = |name| schema.find(name).unwrap().text_field().unwrap();
    let number = |name| {
        let variable = schema.find(name).unwrap();
        variable.number_field(Order::Little).unwrap()
    };
    for (row, (name, place)) in rows_of(&members[0], &file)
        .iter()
        .zip([("Anna ", "Ulm"), ("Bruno", "Rom")])
    {
        assert_eq!(text("name").get(row), name.as_bytes());
        assert_eq!(text("place").get(row), place.as_bytes());
        assert_eq!((number("x").get(row), number("y").get(row)), (1.0, -118.625));
    }
}

#[test]
fn positions_that_fit_no_order_of_the_variables_are_refused() {
    let message = |variables: &[FileVariable]| scan(&version_8(variables)).unwrap_err().to_string();
    insta::assert_snapshot!(
        message(&[FileVariable::text("a", 5, 0), FileVariable::number("b", 8, 8)]),
        @"data set a_name_of_a_data_set cannot be read: variable b is told to begin at byte 8 of a row, where the \
            values of the others leave a gap after byte 5; write the file again where it was made"
    );
    insta::assert_snapshot!(
        message(&[FileVariable::text("a", 5, 0), FileVariable::number("b", 8, 4)]),
        @"data set a_name_of_a_data_set cannot be read: variable b is told to begin at byte 4 of a row, where the \
            values of the others leave no room before byte 5; write the file again where it was made"
    );
    insta::assert_snapshot!(message(&[FileVariable::text("a", 5, 1)]), @"data set a_name_of_a_data_set cannot be read: \
        variable a is told to begin at byte 1 of a row, where the values of the others leave a gap after byte 0; write \
        the file again where it was made");
    let twice = member(
        "C",
        &[FileVariable::text("A", 5, 0), FileVariable::text("B", 5, 0)],
        b"",
    );
    insta::assert_snapshot!(scan(&[library(), twice].concat()).unwrap_err(), @"data set C cannot be read: variable B \
        is told to begin at byte 0 of a row, where the values of the others leave no room before byte 5; write the \
        file again where it was made");
}

#[test]
fn a_file_of_version_8_is_read() {
    let variables = [
        FileVariable::text("a_long_name_of_text", 300, 0),
        FileVariable::number("x", 8, 300),
    ];
    let mut file = version_8(&variables);
    let label = "a label of more than the forty bytes that were enough for version 5";
    file.extend(heading("LABELV8", "00001"));
    for integer in [1_u16, 19, label.len() as u16] {
        file.extend(integer.to_be_bytes());
    }
    file.extend(b"a_long_name_of_text");
    file.extend(label.as_bytes());
    fill(&mut file);
    file.extend(heading("OBSV8", ""));
    file.extend(padded("some text", 300));
    file.extend(b"\x41\x10\0\0\0\0\0\0");
    fill(&mut file);
    let members = scan(&file).unwrap();
    assert_eq!(members[0].name, "a_name_of_a_data_set");
    assert_eq!(members[0].rows, 1);
    let [text, x] = members[0].schema.variables() else {
        panic!("{members:?}");
    };
    assert_eq!(
        (text.name.as_str(), text.label.as_str()),
        ("a_long_name_of_text", label)
    );
    assert_eq!(x.name, "x");
}

/// The order of texts is that of SAS's macro XPT2LOC and of ReadStat 1.1.9; so are the columns of the number of rows.
#[test]
fn a_file_of_version_9_has_long_formats_and_tells_its_rows() {
    let variables = [FileVariable::text("a", 8, 0)];
    let with = |rows: &str| {
        let mut file = version_8(&variables);
        file.extend(heading("LABELV9", "00001"));
        let texts = ["a", "its label", "$A_LONG_FORMAT12.", "$A_LONG_INFORMAT."];
        file.extend(1_u16.to_be_bytes());
        for text in texts {
            file.extend((text.len() as u16).to_be_bytes());
        }
        file.extend(texts.concat().as_bytes());
        fill(&mut file);
        file.extend(heading("OBSV8", &format!("{rows:>15}")));
        file.extend(padded("some", 8));
        fill(&mut file);
        scan(&file).unwrap()
    };
    let members = with("4");
    let [variable] = members[0].schema.variables() else {
        panic!("{members:?}");
    };
    assert_eq!(variable.label, "its label");
    assert_eq!(
        [&variable.format, &variable.informat].map(|spec| spec.as_ref().map(ToString::to_string)),
        [
            Some("$A_LONG_FORMAT12.".to_owned()),
            Some("$A_LONG_INFORMAT.".to_owned())
        ]
    );
    assert_eq!(members[0].rows, 4);
    // Unknown, or untrue.
    for rows in ["0", "11", "x"] {
        assert_eq!(with(rows)[0].rows, 1, "{rows}");
    }
}

#[test]
fn a_file_may_end_after_any_row_but_not_within_one() {
    let rows = b"A\x10\0\0\0\0\0\0".repeat(3);
    let mut file = [library(), member("A", &[FileVariable::number("X", 8, 0)], &rows)].concat();
    let start = scan(&file).unwrap()[0].start as usize;
    for (length, rows) in [(26, 3), (24, 3), (16, 2), (0, 0)] {
        file.truncate(start + length);
        let members = scan(&file).unwrap();
        assert_eq!(members[0].rows, rows, "{length} bytes");
    }
    file.extend(b"A\x10\0\0");
    assert_eq!(
        scan(&file),
        Err(XportError::Ends {
            at: (start + 4) as u64,
            expected: "the rest of a row"
        })
    );
}

#[test]
fn other_files_are_refused_by_name() {
    let message = |bytes: &[u8]| scan(bytes).unwrap_err().to_string();
    insta::assert_snapshot!(message(b"PK\x03\x04"), @"it does not begin as a transport file does; name a file that \
        PROC COPY or a DATA step wrote through the XPORT engine");
    insta::assert_snapshot!(message(&[b"**COMPRESSED** ".repeat(10)].concat()), @"it was written by PROC CPORT, whose \
        format is not published; write it through the XPORT engine where it was made");
    insta::assert_snapshot!(message(&class()[..700]), @"it ends at byte 700, where a description of a variable should \
        be; copy it again from where it came, in binary mode");
    let mut damaged = class();
    damaged[560] = b'?';
    insta::assert_snapshot!(message(&damaged), @"the record at byte 560 is not what it must be: it should be the \
        heading of the variables; copy the file again from where it came, in binary mode");
}

proptest! {
    #[test]
    fn rows_of_every_length_and_number_are_counted(length in 1_u16..200, count in 0_usize..60) {
        let rows: Vec<u8> = (0..count * usize::from(length)).map(|index| b'a' + (index % 26) as u8).collect();
        let file = [library(), member("A", &[FileVariable::text("T", length, 0)], &rows)].concat();
        let members = scan(&file).unwrap();
        prop_assert_eq!(members[0].rows, count as u64);
        prop_assert_eq!(rows_of(&members[0], &file).concat(), rows);
    }

    #[test]
    fn it_does_not_matter_how_the_file_comes_in_pieces(size in 1_usize..300) {
        let file = class();
        let mut scanner = Scanner::new();
        for piece in file.chunks(size) {
            scanner.take(piece).unwrap();
        }
        prop_assert_eq!(scanner.finish().unwrap().members, scan(&file).unwrap());
    }

    #[test]
    fn no_bytes_make_it_panic(
        changes in prop::collection::vec((0_usize..1300, any::<u8>()), 0..8),
        length in 0_usize..1300,
    ) {
        let mut file = class();
        for (at, byte) in changes {
            let at = at % file.len();
            file[at] = byte;
        }
        file.truncate(length.max(400));
        if let Ok(members) = scan(&file) {
            for member in members.iter().filter(|member| member.rows > 0) {
                let end = member.start + member.rows * member.row_length as u64;
                prop_assert!(end <= file.len().next_multiple_of(80) as u64);
                let mut whole = file.clone();
                fill(&mut whole);
                prop_assert_eq!(rows_of(member, &whole).len() as u64, member.rows);
            }
        }
    }
}

//! Rows as lines of values.

use feedrate_values::format::{Format, Formats, Moment};
use feedrate_values::{Kind, Value, missing};

use super::tally::{LineCounter, LineTally};
use super::{Rules, Shape, moment};
use crate::file_format::without_blanks;
use crate::format::field::{NumberField, Order, TextField};
use crate::schema::{Schema, Variable};

const QUOTE: u8 = b'"';

/// The bytes of which numbers, dates and times are made.
const OF_NUMBERS: &[u8] = b"0123456789+-.:eTNainf";

/// Lays out rows as lines.
#[derive(Debug)]
pub(super) struct LineLayout {
    columns: Vec<Column>,
    row_length: usize,
    delimiter: u8,
    /// True for the bytes that a value has only between quotation marks.
    is_quoted: [bool; 256],
    /// True if numbers, dates and times have none of them.
    are_numbers_plain: bool,
}

/// The lines of some rows, and what they could not express.
#[derive(Debug, Default)]
pub(super) struct RowLines {
    pub bytes: Vec<u8>,
    pub tally: LineTally,
    pub lost_letters: u64,
    pub not_whole: u64,
    pub no_moments: u64,
}

#[derive(Clone, Debug)]
enum Column {
    Number(NumberField, Option<Moment>),
    Text(TextField),
    /// With the formats of PROC EXPORT.
    FormattedNumber(NumberField, Format),
    FormattedText(TextField, Format),
}

impl Column {
    /// Returns the column of a variable in a library.
    fn of_library(variable: &Variable) -> Option<Self> {
        Some(match variable.kind {
            Kind::Number => Self::Number(
                variable.number_field(Order::Little)?,
                variable.format.as_ref().and_then(Moment::of),
            ),
            Kind::Text => Self::Text(variable.text_field()?),
        })
    }

    /// Returns the column of an exported variable; without a format it has the default one.
    fn of_export(variable: &Variable, formats: &Formats) -> Option<Self> {
        let (kind, length) = (variable.kind, variable.length as usize);
        let format = match &variable.format {
            None => formats.default_of(kind, length),
            Some(spec) => formats
                .resolve(spec, kind, length)
                .unwrap_or_else(|_| formats.instead_of(spec, kind, length)),
        };
        Some(match kind {
            Kind::Number => Self::FormattedNumber(variable.number_field(Order::Little)?, format),
            Kind::Text => Self::FormattedText(variable.text_field()?, format),
        })
    }
}

impl LineLayout {
    pub fn new(schema: &Schema, shape: Shape, rules: &Rules) -> Self {
        let column = |variable| match rules {
            Rules::Export(formats) => Column::of_export(variable, formats),
            Rules::Library | Rules::Import(..) => Column::of_library(variable),
        };
        let mut is_quoted = [false; 256];
        for byte in [shape.delimiter, QUOTE, b'\r', b'\n'] {
            is_quoted[usize::from(byte)] = true;
        }
        Self {
            columns: schema.variables().iter().filter_map(column).collect(),
            row_length: schema.row_length() as usize,
            delimiter: shape.delimiter,
            is_quoted,
            are_numbers_plain: !OF_NUMBERS.contains(&shape.delimiter),
        }
    }

    /// Returns the line of the names of columns.
    pub fn names<'a>(&self, names: impl Iterator<Item = &'a str>) -> RowLines {
        let (mut lines, mut counter) = (RowLines::default(), LineCounter::default());
        for (index, name) in names.enumerate() {
            if index > 0 {
                lines.bytes.push(self.delimiter);
            }
            self.put_text(name.as_bytes(), &mut lines.bytes);
        }
        lines.end_line(0);
        counter.take(&lines.bytes);
        lines.tally = counter.tally();
        lines
    }

    /// Lays out rows in the memory of `bytes`.
    pub fn lines(&self, rows: &[u8], mut bytes: Vec<u8>) -> RowLines {
        bytes.clear();
        let mut lines = RowLines {
            bytes,
            ..RowLines::default()
        };
        let (mut counter, mut scratch) = (LineCounter::default(), Vec::new());
        for row in rows.chunks_exact(self.row_length) {
            let start = lines.bytes.len();
            let mut has_quotes = false;
            for (index, column) in self.columns.iter().enumerate() {
                if index > 0 {
                    lines.bytes.push(self.delimiter);
                }
                has_quotes |= self.put(column, row, &mut lines, &mut scratch);
            }
            lines.end_line(start);
            // Only a value between quotation marks can have the end of a line.
            match has_quotes {
                true => counter.take(&lines.bytes[start..]),
                false => counter.take_line(lines.bytes.len() - start - 1),
            }
        }
        lines.tally = counter.tally();
        lines
    }

    /// Appends a value of a row. Returns whether it has quotation marks.
    fn put(&self, column: &Column, row: &[u8], lines: &mut RowLines, scratch: &mut Vec<u8>) -> bool {
        scratch.clear();
        match column {
            Column::Text(field) => return self.put_text(without_blanks(field.get(row)), &mut lines.bytes),
            &Column::Number(field, moment) => {
                let start = lines.bytes.len();
                lines.put_number(field.get(row), moment);
                if self.are_numbers_plain {
                    return false;
                }
                scratch.extend(lines.bytes.drain(start..));
            }
            Column::FormattedNumber(field, format) => {
                let number = field.get(row);
                // An ordinary missing value is nothing between two delimiters, whatever its format.
                if missing::letter(number) != Some(None) {
                    format.write(Value::Number(number), scratch);
                }
            }
            Column::FormattedText(field, format) => {
                let text = without_blanks(field.get(row));
                if !text.is_empty() {
                    format.write(Value::Text(text), scratch);
                }
            }
        }
        self.put_text(scratch.trim_ascii(), &mut lines.bytes)
    }

    /// Appends a text, between quotation marks if it needs them, and returns whether it does.
    fn put_text(&self, text: &[u8], bytes: &mut Vec<u8>) -> bool {
        let is_quoted = text
            .iter()
            .fold(false, |any, &byte| any | self.is_quoted[usize::from(byte)]);
        if !is_quoted {
            bytes.extend_from_slice(text);
            return false;
        }
        bytes.push(QUOTE);
        for piece in text.split_inclusive(|&byte| byte == QUOTE) {
            bytes.extend_from_slice(piece);
            if piece.last() == Some(&QUOTE) {
                bytes.push(QUOTE);
            }
        }
        bytes.push(QUOTE);
        true
    }
}

impl RowLines {
    /// Ends the line that begins at `start`. A single empty value has quotation marks, because an empty line has no
    /// value.
    fn end_line(&mut self, start: usize) {
        if self.bytes.len() == start {
            self.bytes.extend_from_slice(&[QUOTE, QUOTE]);
        }
        self.bytes.push(b'\n');
    }

    fn put_number(&mut self, number: f64, moment: Option<Moment>) {
        if number.is_nan() {
            self.lost_letters += u64::from(missing::letter(number).flatten().is_some());
            return;
        }
        let start = self.bytes.len();
        match moment.map(|moment| moment::write(moment, number, &mut self.bytes)) {
            Some(Some(is_whole)) => self.not_whole += u64::from(!is_whole),
            told => {
                self.no_moments += u64::from(told.is_some());
                self.bytes.truncate(start);
                write_number(number, &mut self.bytes);
            }
        }
    }
}

/// Writes a number with the fewest digits that identify it.
fn write_number(number: f64, out: &mut Vec<u8>) {
    /// The limit below which whole numbers are written without an exponent.
    const MOST: f64 = 1e15;
    if number.fract() == 0.0 && number.abs() < MOST {
        out.extend_from_slice(itoa::Buffer::new().format(number as i64).as_bytes());
    } else {
        out.extend_from_slice(zmij::Buffer::new().format(number).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shape(delimiter: u8) -> Shape {
        Shape {
            delimiter,
            ..Shape::default()
        }
    }

    /// Returns the lines of rows of a number and a text.
    fn lines_of(rows: &[(f64, String)], delimiter: u8) -> RowLines {
        let schema = Schema::lay_out(vec![Variable::number("n"), Variable::text("s", 24)]).unwrap();
        let mut bytes = Vec::new();
        for (number, text) in rows {
            bytes.extend_from_slice(&number.to_le_bytes());
            bytes.extend_from_slice(format!("{text:24}").as_bytes());
        }
        let layout = LineLayout::new(&schema, shape(delimiter), &Rules::Library);
        // Padding counts characters and a field bytes.
        let length = schema.row_length() as usize;
        assert_eq!(bytes.len() % length, 0, "the texts are ASCII");
        layout.lines(&bytes, b"of another room".to_vec())
    }

    /// Returns the lines that a writer of another crate makes of the values.
    fn expected(rows: &[(f64, String)], delimiter: u8) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
        for (number, text) in rows {
            let mut value = Vec::new();
            if !number.is_nan() {
                write_number(*number, &mut value);
            }
            writer
                .write_record([&value[..], text.trim_end_matches(' ').as_bytes()])
                .unwrap();
        }
        writer.into_inner().unwrap()
    }

    #[test]
    fn whole_numbers_have_no_exponent_below_a_limit() {
        let written = |number| {
            let mut out = Vec::new();
            write_number(number, &mut out);
            String::from_utf8(out).unwrap()
        };
        let numbers = [
            0.0,
            -0.0,
            7.0,
            -12.0,
            999_999_999_999_999.0,
            1e15,
            0.1,
            -2.5e-7,
            1e300,
            f64::INFINITY,
        ];
        let expected = "0 0 7 -12 999999999999999 1000000000000000.0 0.1 -2.5e-7 1e+300 inf";
        assert_eq!(numbers.map(written).join(" "), expected);
    }

    #[test]
    fn a_single_empty_value_has_quotation_marks() {
        let schema = Schema::lay_out(vec![Variable::text("s", 2)]).unwrap();
        let layout = LineLayout::new(&schema, shape(b','), &Rules::Library);
        let lines = layout.lines(b"a   \"\n", Vec::new());
        assert_eq!(lines.bytes, b"a\n\"\"\n\"\"\"\n\"\n");
        assert_eq!(
            (lines.tally.lines, lines.tally.shortest, lines.tally.longest),
            (4, 1, 3)
        );
        assert_eq!(layout.names(["x,y", "z"].into_iter()).bytes, b"\"x,y\",z\n");
    }

    proptest! {
        #[test]
        fn lines_are_those_of_another_writer(
            rows in proptest::collection::vec((any::<f64>(), "[a-z,;\"\r\n .1-]{0,24}"), 0..40),
            delimiter in proptest::sample::select(&b",;\t.1-e"[..]),
        ) {
            let lines = lines_of(&rows, delimiter);
            prop_assert_eq!(&lines.bytes, &expected(&rows, delimiter));
            let mut counter = LineCounter::default();
            counter.take(&lines.bytes);
            prop_assert_eq!(lines.tally, counter.tally());
        }
    }
}

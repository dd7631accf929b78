//! Writes a new file of this format.

use std::io::Write;

use feedrate_values::format::{Format, Formats, Moment};
use feedrate_values::{Kind, Value, missing};

use super::tally::{CountedStream, SharedTally};
use super::{Rules, Shape, moment};
use crate::error::{Error, Result};
use crate::file_format::{RowRoom, RowSink, SinkOutput, lost_letters};
use crate::format::field::{NumberField, Order, TextField};
use crate::pages::StreamWriter;
use crate::schema::{Schema, Variable};

/// Writes rows as lines.
#[derive(Debug)]
pub(super) struct Sink {
    writer: csv::Writer<CountedStream<StreamWriter>>,
    columns: Vec<Column>,
    row_length: usize,
    text: Vec<u8>,
    lost_letters: u64,
    not_whole: u64,
    no_moments: u64,
    /// The lines that were written.
    tally: SharedTally,
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

impl Sink {
    pub fn begin(
        schema: &Schema,
        stream: StreamWriter,
        shape: Shape,
        rules: &Rules,
        tally: SharedTally,
    ) -> Result<Self> {
        let column = |variable| match rules {
            Rules::Export(formats) => Column::of_export(variable, formats),
            Rules::Library | Rules::Import(..) => Column::of_library(variable),
        };
        let columns = schema.variables().iter().filter_map(column);
        let mut sink = Self {
            writer: csv::WriterBuilder::new()
                .delimiter(shape.delimiter)
                .from_writer(CountedStream::new(stream)),
            columns: columns.collect(),
            row_length: schema.row_length() as usize,
            text: Vec::new(),
            lost_letters: 0,
            not_whole: 0,
            no_moments: 0,
            tally,
        };
        if shape.has_names {
            let names = schema.variables().iter().map(|variable| &variable.name);
            sink.writer.write_record(names).map_err(failed)?;
        }
        Ok(sink)
    }

    fn number(&mut self, number: f64, moment: Option<Moment>) {
        if number.is_nan() {
            self.lost_letters += u64::from(missing::letter(number).flatten().is_some());
            return;
        }
        match moment.map(|moment| moment::write(moment, number, &mut self.text)) {
            Some(Some(is_whole)) => self.not_whole += u64::from(!is_whole),
            told => {
                self.no_moments += u64::from(told.is_some());
                self.text.clear();
                write_number(number, &mut self.text);
            }
        }
    }
}

/// Writes a number with the fewest digits that identify it.
fn write_number(number: f64, out: &mut Vec<u8>) {
    /// The limit below which whole numbers are written without an exponent.
    const MOST: f64 = 1e15;
    if number.fract() == 0.0 && number.abs() < MOST {
        // Writing to memory does not fail.
        let _ = write!(out, "{}", number as i64);
    } else {
        out.extend_from_slice(zmij::Buffer::new().format(number).as_bytes());
    }
}

impl RowSink for Sink {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        for row in room.rows().chunks_exact(self.row_length) {
            for index in 0..self.columns.len() {
                self.text.clear();
                match &self.columns[index] {
                    &Column::Number(field, moment) => {
                        self.number(field.get(row), moment);
                        self.writer.write_field(&self.text).map_err(failed)?;
                    }
                    Column::FormattedNumber(field, format) => {
                        let number = field.get(row);
                        // An ordinary missing value is nothing between two delimiters, whatever its format.
                        if missing::letter(number) != Some(None) {
                            format.write(Value::Number(number), &mut self.text);
                        }
                        let text = self.text.trim_ascii();
                        self.writer.write_field(text).map_err(failed)?;
                    }
                    Column::FormattedText(field, format) => {
                        let text = crate::file_format::without_blanks(field.get(row));
                        if !text.is_empty() {
                            format.write(Value::Text(text), &mut self.text);
                        }
                        let text = self.text.trim_ascii();
                        self.writer.write_field(text).map_err(failed)?;
                    }
                    Column::Text(field) => {
                        let text = crate::file_format::without_blanks(field.get(row));
                        self.writer.write_field(text).map_err(failed)?;
                    }
                }
            }
            self.writer.write_record(None::<&[u8]>).map_err(failed)?;
        }
        room.clear();
        Ok(())
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.take(&mut room)?;
        let mut notes: Vec<String> = lost_letters(self.lost_letters).into_iter().collect();
        if self.not_whole > 0 {
            notes.push(format!(
                "{} dates and times are more exact than days or microseconds, and the rest was left out",
                self.not_whole
            ));
        }
        if self.no_moments > 0 {
            notes.push(format!(
                "{} values of variables with a format of dates or times are none, and were written as numbers",
                self.no_moments
            ));
        }
        let stream = self.writer.into_inner().map_err(|error| {
            let error = error.into_error();
            Error::of_stream(std::path::Path::new("the new file"), error)
        })?;
        let (stream, lines) = stream.into_parts();
        self.tally.set(lines);
        SinkOutput::of_stream(stream, notes)
    }
}

fn failed(error: csv::Error) -> Error {
    let path = std::path::Path::new("the new file");
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Error::of_stream(path, error),
        other => Error::Foreign {
            path: path.into(),
            reason: format!("{other:?}"),
        },
    }
}

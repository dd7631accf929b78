//! Encodes rows as a batch of columns.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, Date32Array, Float64Array, RecordBatch, StringArray, Time64MicrosecondArray, TimestampMicrosecondArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Schema as ArrowSchema, SchemaRef, TimeUnit};
use feedrate_dataset::file_format::without_blanks;
use feedrate_dataset::format::field::{NumberField, Order, TextField};
use feedrate_dataset::{Error, Result, Schema};
use feedrate_values::format::Moment;
use feedrate_values::missing;

use crate::file_bytes::failed;
use crate::moments;
use crate::tally::Tally;

/// Rows of which all columns are encoded before the next ones, so that they stay in a cache: their approximate bytes.
const RUN_BYTES: usize = 128 << 10;

/// Encodes rows as columns.
#[derive(Debug)]
pub struct Encoder {
    schema: SchemaRef,
    columns: Vec<Column>,
    row_length: usize,
}

#[derive(Debug)]
struct Column {
    name: String,
    kind: ColumnKind,
}

#[derive(Clone, Copy, Debug)]
enum ColumnKind {
    Number(NumberField),
    Moment(NumberField, Moment),
    Text(TextField),
}

/// The values of a column so far.
enum Values {
    /// With the number of missing ones, which are NaN.
    Numbers(Vec<f64>, usize),
    Texts(TextValues),
}

/// Texts one after the other, and where each ends.
struct TextValues {
    bytes: Vec<u8>,
    offsets: Vec<i32>,
}

impl Encoder {
    /// Creates an encoder for rows of these variables.
    pub fn new(schema: &Schema) -> Self {
        let mut columns = Vec::new();
        for variable in schema.variables() {
            let moment = variable.format.as_ref().and_then(Moment::of);
            let kind = match (variable.number_field(Order::Little), variable.text_field()) {
                (Some(field), _) => {
                    moment.map_or(ColumnKind::Number(field), |moment| ColumnKind::Moment(field, moment))
                }
                (None, Some(field)) => ColumnKind::Text(field),
                (None, None) => continue,
            };
            columns.push(Column {
                name: variable.name.clone(),
                kind,
            });
        }
        let fields = columns.iter().map(|column| {
            let data_type = match column.kind {
                ColumnKind::Number(_) => DataType::Float64,
                ColumnKind::Moment(_, Moment::Date) => DataType::Date32,
                ColumnKind::Moment(_, Moment::Datetime) => DataType::Timestamp(TimeUnit::Microsecond, None),
                ColumnKind::Moment(_, Moment::Time) => DataType::Time64(TimeUnit::Microsecond),
                ColumnKind::Text(_) => DataType::Utf8,
            };
            Field::new(&column.name, data_type, true)
        });
        Self {
            schema: Arc::new(ArrowSchema::new(fields.collect::<Vec<_>>())),
            columns,
            row_length: schema.row_length() as usize,
        }
    }

    /// Returns the columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the bytes of a row.
    pub fn row_length(&self) -> usize {
        self.row_length
    }

    /// Checks that the columns can hold the values of rows, which `before` others precede.
    ///
    /// # Errors
    ///
    /// Returns an error for a value that cannot be represented in its column.
    pub fn check(&self, rows: &[u8], before: u64) -> Result<()> {
        for Column { name, kind } in &self.columns {
            let &ColumnKind::Moment(field, moment) = kind else {
                continue;
            };
            for (index, row) in rows.chunks_exact(self.row_length).enumerate() {
                let value = field.get(row);
                if !value.is_nan() && !moments::can_hold(moment, value) {
                    return Err(Error::Value {
                        observation: before + index as u64 + 1,
                        value,
                        variable: name.clone(),
                        reason: moments::reason(moment),
                    });
                }
            }
        }
        Ok(())
    }

    /// Returns a batch of rows, which were [checked](Self::check), and what it does not hold exactly.
    ///
    /// # Errors
    ///
    /// Returns the error of Arrow if the batch cannot be made.
    pub fn batch(&self, rows: &[u8]) -> Result<(RecordBatch, Tally)> {
        let count = rows.len() / self.row_length;
        let mut tally = Tally {
            longest: vec![0; self.columns.len()],
            ..Tally::default()
        };
        let mut values: Vec<Values> = self
            .columns
            .iter()
            .map(|column| Values::new(column.kind, count))
            .collect();
        let run = (RUN_BYTES / self.row_length).max(1) * self.row_length;
        for rows in rows.chunks(run) {
            for (index, (column, values)) in self.columns.iter().zip(&mut values).enumerate() {
                let rows = rows.chunks_exact(self.row_length);
                match (column.kind, values) {
                    (ColumnKind::Text(field), Values::Texts(texts)) => {
                        let longest = texts.extend(rows.map(|row| field.get(row)), &mut tally.not_text)?;
                        tally.longest[index] = tally.longest[index].max(longest);
                    }
                    (ColumnKind::Number(field) | ColumnKind::Moment(field, _), Values::Numbers(numbers, missing)) => {
                        for row in rows {
                            let number = field.get(row);
                            if number.is_nan() {
                                *missing += 1;
                                tally.lost_letters += u64::from(missing::letter(number).flatten().is_some());
                            }
                            numbers.push(number);
                        }
                    }
                    _ => {}
                }
            }
        }
        let arrays = self.columns.iter().zip(values);
        let arrays = arrays.map(|(column, values)| values.array(column.kind, &mut tally.not_whole));
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays.collect::<Result<_>>()?);
        Ok((batch.map_err(failed)?, tally))
    }

    /// Returns the names of the character columns and their longest values, in bytes. What was no UTF-8 may have become
    /// longer than its variable.
    pub fn longest<'a>(&'a self, tally: &'a Tally) -> impl Iterator<Item = (&'a str, usize)> {
        let columns = self.columns.iter().zip(&tally.longest);
        columns.filter_map(|(column, longest)| match column.kind {
            ColumnKind::Text(_) => Some((column.name.as_str(), *longest)),
            _ => None,
        })
    }
}

impl Values {
    fn new(kind: ColumnKind, count: usize) -> Self {
        match kind {
            ColumnKind::Number(_) | ColumnKind::Moment(..) => Self::Numbers(Vec::with_capacity(count), 0),
            ColumnKind::Text(_) => {
                let mut offsets = Vec::with_capacity(count + 1);
                offsets.push(0);
                Self::Texts(TextValues {
                    bytes: Vec::new(),
                    offsets,
                })
            }
        }
    }

    fn array(self, kind: ColumnKind, not_whole: &mut u64) -> Result<ArrayRef> {
        let (mut numbers, missing) = match self {
            Self::Texts(texts) => return texts.array(),
            Self::Numbers(numbers, missing) => (numbers, missing),
        };
        let is_there = || BooleanBuffer::collect_bool(numbers.len(), |index| !numbers[index].is_nan());
        let nulls = (missing > 0).then(|| NullBuffer::new(is_there()));
        if missing > 0 {
            // A file also has the value beneath a NULL.
            numbers
                .iter_mut()
                .filter(|number| number.is_nan())
                .for_each(|number| *number = 0.0);
        }
        let mut exactly = |(value, is_whole): (i64, bool), index: usize| {
            let is_null = nulls.as_ref().is_some_and(|nulls| nulls.is_null(index));
            *not_whole += u64::from(!is_whole && !is_null);
            if is_null { 0 } else { value }
        };
        let mut converted = |convert: fn(f64) -> Option<(i64, bool)>| -> Vec<i64> {
            let numbers = numbers.iter().enumerate();
            // They were checked.
            let values = numbers.map(|(index, &number)| exactly(convert(number).unwrap_or_default(), index));
            values.collect()
        };
        Ok(match kind {
            ColumnKind::Moment(_, Moment::Date) => {
                let days = converted(|number| moments::days(number).map(|(days, is_whole)| (days.into(), is_whole)));
                let days: Vec<i32> = days.into_iter().map(|days| days as i32).collect();
                Arc::new(Date32Array::new(days.into(), nulls))
            }
            ColumnKind::Moment(_, Moment::Datetime) => {
                let values = converted(moments::since_1970);
                Arc::new(TimestampMicrosecondArray::new(values.into(), nulls))
            }
            ColumnKind::Moment(_, Moment::Time) => {
                let values = converted(moments::of_day);
                Arc::new(Time64MicrosecondArray::new(values.into(), nulls))
            }
            ColumnKind::Number(_) | ColumnKind::Text(_) => Arc::new(Float64Array::new(numbers.into(), nulls)),
        })
    }
}

impl TextValues {
    /// Adds texts without their trailing blanks, counts those that are no UTF-8, and returns the length of the longest.
    fn extend<'a>(&mut self, texts: impl Iterator<Item = &'a [u8]> + Clone, not_text: &mut u64) -> Result<usize> {
        let (bytes, count) = (self.bytes.len(), self.offsets.len());
        let mut longest = 0;
        for text in texts.clone() {
            longest = longest.max(self.push(without_blanks(text))?);
        }
        if self.bytes[bytes..].is_ascii() {
            return Ok(longest);
        }
        self.bytes.truncate(bytes);
        self.offsets.truncate(count);
        longest = 0;
        for text in texts {
            let text = String::from_utf8_lossy(without_blanks(text));
            *not_text += u64::from(matches!(text, Cow::Owned(_)));
            longest = longest.max(self.push(text.as_bytes())?);
        }
        Ok(longest)
    }

    fn push(&mut self, text: &[u8]) -> Result<usize> {
        self.bytes.extend_from_slice(text);
        let end = i32::try_from(self.bytes.len());
        self.offsets
            .push(end.map_err(|_| failed("a column has more than 2 GiB of text in one batch"))?);
        Ok(text.len())
    }

    fn array(self) -> Result<ArrayRef> {
        let offsets = OffsetBuffer::new(self.offsets.into());
        let array = StringArray::try_new(offsets, Buffer::from_vec(self.bytes), None);
        Ok(Arc::new(array.map_err(failed)?))
    }
}

//! Encodes rows as a batch of columns.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{
    Date32Builder, Float64Builder, PrimitiveBuilder, StringBuilder, Time64MicrosecondBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, ArrowPrimitiveType, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema as ArrowSchema, SchemaRef, TimeUnit};
use feedrate_dataset::file_format::{lost_letters, without_blanks};
use feedrate_dataset::format::field::{NumberField, Order, TextField};
use feedrate_dataset::{Error, Result, Schema};
use feedrate_values::format::Moment;
use feedrate_values::missing;

use crate::decode::{DAYS_TO_1970, SECONDS_A_DAY, SECONDS_TO_1970};
use feedrate_values::calendar::to_gregorian;

const MICROSECONDS: f64 = 1e6;

const NO_DATE: &str = "which is no date that a column of dates can hold; write it with another format";
const NO_DATETIME: &str = "which is no datetime that a column of timestamps can hold; write it with another format";
const NO_TIME: &str =
    "which is no time of day, and a column of times can hold nothing else; write it with another format";

/// Encodes rows as columns.
#[derive(Debug)]
pub struct Encoder {
    schema: SchemaRef,
    columns: Vec<(String, Column)>,
    row_length: usize,
    /// The number of rows so far, and of those that are not in a batch yet.
    taken: u64,
    waiting: usize,
    lost_letters: u64,
    not_whole: u64,
    not_text: u64,
}

#[derive(Debug)]
enum Column {
    Number(NumberField, Float64Builder),
    Date(NumberField, Date32Builder),
    Datetime(NumberField, TimestampMicrosecondBuilder),
    Time(NumberField, Time64MicrosecondBuilder),
    /// With the longest value so far, in bytes.
    Text(TextField, StringBuilder, usize),
}

impl Encoder {
    /// Creates an encoder for rows of these variables.
    pub fn new(schema: &Schema) -> Self {
        let mut columns = Vec::new();
        for variable in schema.variables() {
            let moment = variable.format.as_ref().and_then(Moment::of);
            let number = variable.number_field(Order::Little);
            let text = variable.text_field();
            let column = match (number, text) {
                (Some(field), _) => match moment {
                    None => Column::Number(field, Float64Builder::new()),
                    Some(Moment::Date) => Column::Date(field, Date32Builder::new()),
                    Some(Moment::Datetime) => Column::Datetime(field, TimestampMicrosecondBuilder::new()),
                    Some(Moment::Time) => Column::Time(field, Time64MicrosecondBuilder::new()),
                },
                (None, Some(field)) => Column::Text(field, StringBuilder::new(), 0),
                (None, None) => continue,
            };
            columns.push((variable.name.clone(), column));
        }
        let fields = columns.iter().map(|(name, column)| {
            let data_type = match column {
                Column::Number(..) => DataType::Float64,
                Column::Date(..) => DataType::Date32,
                Column::Datetime(..) => DataType::Timestamp(TimeUnit::Microsecond, None),
                Column::Time(..) => DataType::Time64(TimeUnit::Microsecond),
                Column::Text(..) => DataType::Utf8,
            };
            Field::new(name, data_type, true)
        });
        Self {
            schema: Arc::new(ArrowSchema::new(fields.collect::<Vec<_>>())),
            columns,
            row_length: schema.row_length() as usize,
            taken: 0,
            waiting: 0,
            lost_letters: 0,
            not_whole: 0,
            not_text: 0,
        }
    }

    /// Returns the columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Adds consecutive rows.
    ///
    /// # Errors
    ///
    /// Returns an error for a value that cannot be represented in its column.
    pub fn take(&mut self, rows: &[u8]) -> Result<()> {
        for (name, column) in &mut self.columns {
            let rows = || rows.chunks_exact(self.row_length);
            let (letters, not_whole) = (&mut self.lost_letters, &mut self.not_whole);
            let numbers = |field: NumberField| {
                rows().map(move |row| {
                    let number = field.get(row);
                    if !number.is_nan() {
                        return Some(number);
                    }
                    *letters += u64::from(missing::letter(number).flatten().is_some());
                    None
                })
            };
            let added = match column {
                Column::Number(field, builder) => {
                    builder.extend(numbers(*field));
                    Ok(())
                }
                Column::Date(field, builder) => add_moments(builder, numbers(*field), days, not_whole, NO_DATE),
                Column::Datetime(field, builder) => {
                    add_moments(builder, numbers(*field), since_1970, not_whole, NO_DATETIME)
                }
                Column::Time(field, builder) => add_moments(builder, numbers(*field), of_day, not_whole, NO_TIME),
                Column::Text(field, builder, longest) => {
                    for row in rows() {
                        let text = String::from_utf8_lossy(without_blanks(field.get(row)));
                        self.not_text += u64::from(matches!(text, Cow::Owned(_)));
                        *longest = text.len().max(*longest);
                        builder.append_value(text);
                    }
                    Ok(())
                }
            };
            added.map_err(|(index, value, reason)| Error::Value {
                observation: self.taken + index as u64 + 1,
                value,
                variable: name.clone(),
                reason,
            })?;
        }
        let count = rows.len() / self.row_length;
        self.taken += count as u64;
        self.waiting += count;
        Ok(())
    }

    /// Returns the names of the character columns and their longest values so far, in bytes. What was no UTF-8 may have
    /// become longer than its variable.
    pub fn longest(&self) -> impl Iterator<Item = (&str, usize)> {
        self.columns.iter().filter_map(|(name, column)| match column {
            Column::Text(.., longest) => Some((name.as_str(), *longest)),
            _ => None,
        })
    }

    /// Returns how many rows are not in a batch yet.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Returns a batch of the rows that are not in one yet.
    ///
    /// # Errors
    ///
    /// Returns the error of Arrow if the batch cannot be made.
    pub fn batch(&mut self) -> std::result::Result<RecordBatch, ArrowError> {
        let arrays = self.columns.iter_mut().map(|(_, column)| -> ArrayRef {
            match column {
                Column::Number(_, builder) => Arc::new(builder.finish()),
                Column::Date(_, builder) => Arc::new(builder.finish()),
                Column::Datetime(_, builder) => Arc::new(builder.finish()),
                Column::Time(_, builder) => Arc::new(builder.finish()),
                Column::Text(_, builder, _) => Arc::new(builder.finish()),
            }
        });
        let arrays = arrays.collect();
        self.waiting = 0;
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
    }

    /// Returns notes on values that could not be written exactly.
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = lost_letters(self.lost_letters).into_iter().collect();
        if self.not_whole > 0 {
            notes.push(format!(
                "{} dates and times are more exact than days or microseconds, and the rest was left out",
                self.not_whole
            ));
        }
        if self.not_text > 0 {
            notes.push(format!(
                "{} texts are no UTF-8, and what is none of them was replaced",
                self.not_text
            ));
        }
        notes
    }
}

/// Adds dates, datetimes or times, which `convert` makes of numbers, and tells whether that is exact. Fails with the
/// index and the value of the first number that is none, and with the reason.
fn add_moments<T: ArrowPrimitiveType>(
    builder: &mut PrimitiveBuilder<T>,
    numbers: impl Iterator<Item = Option<f64>>,
    convert: impl Fn(f64) -> Option<(T::Native, bool)>,
    not_whole: &mut u64,
    reason: &'static str,
) -> std::result::Result<(), (usize, f64, &'static str)> {
    for (index, number) in numbers.enumerate() {
        let Some(number) = number else {
            builder.append_null();
            continue;
        };
        let (value, is_whole) = convert(number).ok_or((index, number, reason))?;
        *not_whole += u64::from(!is_whole);
        builder.append_value(value);
    }
    Ok(())
}

/// Converts days since 1960 to days since 1970, and returns whether the conversion is exact; `None` if the number is
/// too large.
fn days(number: f64) -> Option<(i32, bool)> {
    // The cast saturates; a number that is too large is rejected below.
    let days = to_gregorian(number.floor() as i64).saturating_sub(i64::from(DAYS_TO_1970));
    Some((i32::try_from(days).ok()?, number.fract() == 0.0))
}

/// Converts the seconds of a time of day to microseconds, in the same way; `None` if it is none.
fn of_day(seconds: f64) -> Option<(i64, bool)> {
    microseconds(seconds, 0).filter(|(value, _)| (0..SECONDS_A_DAY * MICROSECONDS as i64).contains(value))
}

/// Converts seconds since 1960 to microseconds since 1970, in the same way.
fn since_1970(seconds: f64) -> Option<(i64, bool)> {
    let day = (seconds / SECONDS_A_DAY as f64).floor() as i64;
    let lacking = to_gregorian(day).saturating_sub(day);
    microseconds(seconds, SECONDS_TO_1970 - lacking * SECONDS_A_DAY)
}

/// Converts seconds to microseconds, moved by `before` seconds, and returns whether the conversion is exact; `None` if
/// the number is too large.
fn microseconds(seconds: f64, before: i64) -> Option<(i64, bool)> {
    /// Microseconds overflow beyond this.
    const MOST: f64 = 9e12;
    if seconds.abs() > MOST {
        return None;
    }
    let (whole, rest) = (seconds.floor(), seconds - seconds.floor());
    let rest_microseconds = (rest * MICROSECONDS).round();
    let value = (whole as i64 - before) * MICROSECONDS as i64 + rest_microseconds as i64;
    let is_whole = match before {
        // A difference may have no exact double, but a quotient is the double that its digits make.
        0 if value.unsigned_abs() <= 1 << 53 => value as f64 / MICROSECONDS == seconds,
        _ => rest_microseconds / MICROSECONDS == rest,
    };
    Some((value, is_whole))
}

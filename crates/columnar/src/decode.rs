//! Decodes a batch of columns to rows.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Decimal128Type, Float64Type, Int16Type, Int32Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType};
use feedrate_dataset::file_format::{set_text, without_blanks};
use feedrate_dataset::format::field::{NumberField, TextField};
use feedrate_values::calendar::from_gregorian;
use feedrate_values::missing::MISSING;

use crate::columns::{Column, Kind, RowField, UUID_LENGTH};

/// Days from 1 January 1960 to 1 January 1970.
pub const DAYS_TO_1970: i32 = 3653;

/// Seconds from 1 January 1960 to 1 January 1970.
pub const SECONDS_TO_1970: i64 = DAYS_TO_1970 as i64 * SECONDS_A_DAY;

/// Seconds in a day.
pub const SECONDS_A_DAY: i64 = 86_400;

/// The largest of consecutive integers that a double represents exactly.
const MOST_EXACT: i128 = 1 << 53;

/// Counts of values that could not be represented exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostValues {
    /// Character values that were truncated.
    pub cut: u64,
    large: u64,
    infinite: u64,
    not_text: u64,
}

impl LostValues {
    /// Returns notes on these values.
    pub fn notes(&self) -> Vec<String> {
        let told = [
            (
                self.large,
                "whole numbers beyond 2**53 lost digits: a number has 53 bits",
            ),
            (self.infinite, "infinite numbers became missing values"),
            (
                self.not_text,
                "texts are no UTF-8, and what is none of them was replaced",
            ),
        ];
        let told = told.into_iter().filter(|(count, _)| *count > 0);
        told.map(|(count, what)| format!("{count} {what}")).collect()
    }
}

/// Decodes a batch, which has these columns in this order, to rows of `length` bytes each.
///
/// # Errors
///
/// Returns the error of Arrow if a column cannot be converted.
pub fn decode(
    batch: &RecordBatch,
    columns: &[Column],
    length: usize,
    rows: &mut [u8],
    lost: &mut LostValues,
) -> Result<(), ArrowError> {
    for (array, column) in batch.columns().iter().zip(columns) {
        let array = plain(array)?;
        match column.place {
            RowField::Number(field) => numbers(&array, column.kind, field, length, rows, lost)?,
            RowField::Text(field) if column.kind == Kind::Uuid => {
                uuids(&array, field, length, rows)?;
            }
            RowField::Text(field) => texts(&array, field, length, rows, lost)?,
        }
    }
    Ok(())
}

/// Returns the longest value of a character column, without trailing blanks, in bytes.
///
/// # Errors
///
/// Returns the error of Arrow if the column cannot be converted.
pub fn longest(array: &ArrayRef) -> Result<usize, ArrowError> {
    // All values that keys or runs refer to count, each once.
    let texts = match array.data_type() {
        DataType::Dictionary(..) => array.as_any_dictionary().values(),
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => array.as_run::<Int16Type>().values(),
            DataType::Int32 => array.as_run::<Int32Type>().values(),
            _ => array.as_run::<Int64Type>().values(),
        },
        _ => array,
    };
    let mut longest = 0;
    each_text(texts, |_, text| {
        // Bytes that are not UTF-8 may become longer.
        if text.len() > longest / 3 {
            longest = longest.max(without_blanks(String::from_utf8_lossy(text).as_bytes()).len());
        }
    })?;
    Ok(longest)
}

/// Expands a column that is encoded by keys or run lengths.
fn plain(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    match array.data_type() {
        DataType::Dictionary(_, values) => arrow_cast::cast(array, values),
        DataType::RunEndEncoded(_, values) => arrow_cast::cast(array, values.data_type()),
        _ => Ok(array.clone()),
    }
}

fn numbers(
    array: &ArrayRef,
    kind: Kind,
    field: NumberField,
    length: usize,
    rows: &mut [u8],
    lost: &mut LostValues,
) -> Result<(), ArrowError> {
    match kind {
        Kind::Days => {
            let days = arrow_cast::cast(array, &DataType::Date32)?;
            let days = days.as_primitive::<Date32Type>();
            set(array, field, length, rows, |index| {
                from_gregorian(i64::from(days.value(index)) + i64::from(DAYS_TO_1970)) as f64
            });
        }
        Kind::Since1970(units) => {
            let moments = arrow_cast::cast(array, &DataType::Int64)?;
            let moments = moments.as_primitive::<Int64Type>();
            set(array, field, length, rows, |index| {
                since_1960(moments.value(index), units)
            });
        }
        Kind::Clock(units) => {
            let clock = arrow_cast::cast(array, &DataType::Int64)?;
            let clock = clock.as_primitive::<Int64Type>();
            set(array, field, length, rows, |index| {
                seconds(clock.value(index), units, 0)
            });
        }
        Kind::Number if *array.data_type() == DataType::Null => set(array, field, length, rows, |_| MISSING),
        Kind::Number | Kind::Text | Kind::Uuid => {
            lost.large += large(array)?;
            let array = arrow_cast::cast(array, &DataType::Float64)?;
            let array = array.as_primitive::<Float64Type>();
            set(array, field, length, rows, |index| match array.value(index) {
                number if number.is_finite() => number,
                number => {
                    lost.infinite += u64::from(number.is_infinite());
                    MISSING
                }
            });
        }
    }
    Ok(())
}

/// Sets the numbers of a column; NULL is missing.
fn set(array: &dyn Array, field: NumberField, length: usize, rows: &mut [u8], mut value: impl FnMut(usize) -> f64) {
    let nulls = array.nulls();
    for (index, row) in rows.chunks_exact_mut(length).enumerate() {
        let is_nothing = nulls.is_some_and(|nulls| nulls.is_null(index));
        field.set(row, if is_nothing { MISSING } else { value(index) });
    }
}

/// Converts units since 1970 to seconds since 1960.
fn since_1960(units: i64, units_a_second: i64) -> f64 {
    let day = units.div_euclid(units_a_second).div_euclid(SECONDS_A_DAY) + i64::from(DAYS_TO_1970);
    let lacking = day - from_gregorian(day);
    seconds(units, units_a_second, SECONDS_TO_1970 - lacking * SECONDS_A_DAY)
}

/// Converts units to seconds, without intermediate results that lose digits.
fn seconds(units: i64, units_a_second: i64, before: i64) -> f64 {
    let moved = before
        .checked_mul(units_a_second)
        .and_then(|before| units.checked_add(before));
    if let Some(units) = moved.filter(|units| i128::from(units.unsigned_abs()) <= MOST_EXACT) {
        // A quotient of exact numbers is rounded once.
        return units as f64 / units_a_second as f64;
    }
    let whole = units.div_euclid(units_a_second) + before;
    let rest = units.rem_euclid(units_a_second);
    match (whole, rest) {
        // Away from zero, as a number has the more decimals the nearer it is to zero.
        (..0, 1..) => -(((-(whole + 1)) as f64) + (units_a_second - rest) as f64 / units_a_second as f64),
        _ => whole as f64 + rest as f64 / units_a_second as f64,
    }
}

/// Counts the integers that a double cannot represent exactly.
fn large(array: &ArrayRef) -> Result<u64, ArrowError> {
    let count = match array.data_type() {
        DataType::Int64 => {
            let values = array.as_primitive::<Int64Type>().iter().flatten();
            values.filter(|value| i128::from(*value).abs() > MOST_EXACT).count()
        }
        DataType::UInt64 => {
            let values = array.as_primitive::<UInt64Type>().iter().flatten();
            values.filter(|value| i128::from(*value) > MOST_EXACT).count()
        }
        DataType::Decimal128(..) => {
            let values = array.as_primitive::<Decimal128Type>().iter().flatten();
            values
                .filter(|value| value.unsigned_abs() > MOST_EXACT.unsigned_abs())
                .count()
        }
        _ => 0,
    };
    Ok(count as u64)
}

fn texts(
    array: &ArrayRef,
    field: TextField,
    length: usize,
    rows: &mut [u8],
    lost: &mut LostValues,
) -> Result<(), ArrowError> {
    // Columns of UTF-8 types were validated already.
    let is_utf8 = matches!(
        array.data_type(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
    );
    each_text(array, |index, text| {
        let row = &mut rows[index * length..][..length];
        if is_utf8 {
            lost.cut += u64::from(set_text(field, row, text));
            return;
        }
        let text = String::from_utf8_lossy(text);
        lost.not_text += u64::from(matches!(text, Cow::Owned(_)));
        lost.cut += u64::from(set_text(field, row, text.as_bytes()));
    })
}

/// Writes the 16 bytes of UUIDs as RFC 9562 shows them.
fn uuids(array: &ArrayRef, field: TextField, length: usize, rows: &mut [u8]) -> Result<(), ArrowError> {
    let mut shown = String::with_capacity(UUID_LENGTH);
    each_text(array, |index, bytes| {
        shown.clear();
        for (at, byte) in bytes.iter().enumerate() {
            if [4, 6, 8, 10].contains(&at) {
                shown.push('-');
            }
            for digit in [byte >> 4, byte & 0xF] {
                shown.extend(char::from_digit(digit.into(), 16));
            }
        }
        set_text(field, &mut rows[index * length..][..length], shown.as_bytes());
    })
}

/// Calls `take` for every value of a character column with its row; NULL is an empty value.
fn each_text(array: &ArrayRef, mut take: impl FnMut(usize, &[u8])) -> Result<(), ArrowError> {
    macro_rules! each {
        ($texts:expr) => {{
            let texts = $texts;
            for index in 0..texts.len() {
                match texts.is_null(index) {
                    true => take(index, b""),
                    false => take(index, texts.value(index).as_ref()),
                }
            }
        }};
    }
    match array.data_type() {
        DataType::Utf8 => each!(array.as_string::<i32>()),
        DataType::LargeUtf8 => each!(array.as_string::<i64>()),
        DataType::Utf8View => each!(array.as_string_view()),
        DataType::Binary => each!(array.as_binary::<i32>()),
        DataType::LargeBinary => each!(array.as_binary::<i64>()),
        DataType::BinaryView => each!(array.as_binary_view()),
        DataType::FixedSizeBinary(_) => each!(array.as_fixed_size_binary()),
        other => {
            let message = format!("{other} is no text");
            return Err(ArrowError::CastError(message));
        }
    }
    Ok(())
}

//! The values of columns as those of variables.

use std::borrow::Cow;

use arrow_array::builder::BinaryViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Decimal128Type, Float64Type, Int16Type, Int32Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, Float64Array};
use arrow_schema::{ArrowError, DataType};
use feedrate_dataset::file_format::{fitted, without_blanks};
use feedrate_values::calendar::from_gregorian;
use feedrate_values::missing::MISSING;

use crate::columns::{Kind, UUID_LENGTH};
use crate::lost_values::LostValues;
use crate::views::{FittedTexts, longest_view};

/// Days from 1 January 1960 to 1 January 1970.
pub const DAYS_TO_1970: i32 = 3653;

/// Seconds from 1 January 1960 to 1 January 1970.
pub const SECONDS_TO_1970: i64 = DAYS_TO_1970 as i64 * SECONDS_A_DAY;

/// Seconds in a day.
pub const SECONDS_A_DAY: i64 = 86_400;

/// The largest of consecutive integers that a double represents exactly.
const MOST_EXACT: i128 = 1 << 53;

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
    if let Some(views) = texts.as_string_view_opt() {
        return Ok(longest_view(&views.clone().to_binary_view()));
    }
    let is_utf8 = is_utf8(texts);
    let mut longest = 0;
    each_text(texts, |_, text| {
        if is_utf8 && text.len() > longest {
            longest = longest.max(without_blanks(text).len());
        } else if !is_utf8 && text.len() > longest / 3 {
            // Bytes that are not UTF-8 may become longer.
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

/// Returns the numbers of a column; NULL is missing.
///
/// # Errors
///
/// Returns the error of Arrow if the column cannot be converted.
pub fn numbers(array: &ArrayRef, kind: Kind, lost: &mut LostValues) -> Result<Vec<f64>, ArrowError> {
    let array = &plain(array)?;
    let mut numbers: Vec<f64> = match kind {
        Kind::Days => {
            let days = arrow_cast::cast(array, &DataType::Date32)?;
            let days = days.as_primitive::<Date32Type>().values().iter();
            days.map(|days| from_gregorian(i64::from(*days) + i64::from(DAYS_TO_1970)) as f64)
                .collect()
        }
        Kind::Since1970(units) => {
            let moments = arrow_cast::cast(array, &DataType::Int64)?;
            let moments = moments.as_primitive::<Int64Type>().values().iter();
            moments.map(|moment| since_1960(*moment, units)).collect()
        }
        Kind::Clock(units) => {
            let clock = arrow_cast::cast(array, &DataType::Int64)?;
            let clock = clock.as_primitive::<Int64Type>().values().iter();
            clock.map(|clock| seconds(*clock, units, 0)).collect()
        }
        Kind::Number if *array.data_type() == DataType::Null => vec![MISSING; array.len()],
        Kind::Number | Kind::Text | Kind::Uuid => {
            lost.large += large(array)?;
            let array = arrow_cast::cast(array, &DataType::Float64)?;
            let array = array.as_primitive::<Float64Type>();
            lost.infinite += infinite(array);
            let finite = |number: &f64| if number.is_finite() { *number } else { MISSING };
            array.values().iter().map(finite).collect()
        }
    };
    if let Some(nulls) = array.logical_nulls() {
        for (number, is_valid) in numbers.iter_mut().zip(nulls.iter()) {
            if !is_valid {
                *number = MISSING;
            }
        }
    }
    Ok(numbers)
}

/// Counts infinite numbers.
fn infinite(array: &Float64Array) -> u64 {
    let values = array.values().iter().enumerate();
    let infinite = values.filter(|(index, number)| number.is_infinite() && array.is_valid(*index));
    infinite.count() as u64
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

/// Returns the character values of a column without trailing blanks, each at most `length` bytes long; NULL is empty.
///
/// # Errors
///
/// Returns the error of Arrow if the column cannot be converted.
pub fn texts(array: &ArrayRef, kind: Kind, length: usize, lost: &mut LostValues) -> Result<FittedTexts, ArrowError> {
    let array = &plain(array)?;
    if kind == Kind::Uuid {
        return uuids(array, length);
    }
    if !is_utf8(array) {
        return replaced(array, length, lost);
    }
    let views = arrow_cast::cast(array, &DataType::Utf8View)?;
    let views = views.as_string_view().clone().to_binary_view();
    Ok(FittedTexts::new(&views, length, lost))
}

/// Returns bytes as texts: what of them is not UTF-8 is replaced.
fn replaced(array: &ArrayRef, length: usize, lost: &mut LostValues) -> Result<FittedTexts, ArrowError> {
    let mut texts = BinaryViewBuilder::with_capacity(array.len());
    each_text(array, |_, bytes| {
        let text = String::from_utf8_lossy(bytes);
        lost.not_text += u64::from(matches!(text, Cow::Owned(_)));
        let (fitted, is_cut) = fitted(text.as_bytes(), length);
        lost.cut += u64::from(is_cut);
        texts.append_value(without_blanks(fitted));
    })?;
    Ok(texts.finish().into())
}

/// Returns whether the values of a column are UTF-8: those of UTF-8 types were validated already.
fn is_utf8(array: &ArrayRef) -> bool {
    matches!(
        array.data_type(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
    )
}

/// Returns UUIDs of 16 bytes as RFC 9562 shows them.
fn uuids(array: &ArrayRef, length: usize) -> Result<FittedTexts, ArrowError> {
    let mut shown = String::with_capacity(UUID_LENGTH);
    let mut texts = BinaryViewBuilder::with_capacity(array.len());
    each_text(array, |_, bytes| {
        shown.clear();
        for (at, byte) in bytes.iter().enumerate() {
            if [4, 6, 8, 10].contains(&at) {
                shown.push('-');
            }
            for digit in [byte >> 4, byte & 0xF] {
                shown.extend(char::from_digit(digit.into(), 16));
            }
        }
        texts.append_value(fitted(shown.as_bytes(), length).0);
    })?;
    Ok(texts.finish().into())
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

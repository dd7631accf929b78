//! The columns of a row group that are written with a dictionary of their values.

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type, Time64MicrosecondType, TimestampMicrosecondType};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// The most values that are looked at.
const SAMPLE: usize = 2048;

/// Of fewer values nothing is concluded.
const LEAST_SAMPLE: usize = 32;

/// A dictionary that grows beyond this is given up by the writer, and what it took is lost.
const MOST_BYTES: f64 = (1 << 20) as f64;

/// A column with a dictionary is to be no larger than this share of it without.
const LARGEST_SHARE: f64 = 0.9;

/// The bytes of the length of a text.
const LENGTH: usize = 4;

/// Returns whether a column is written with a dictionary: unless a sample of its values tells that it would be too
/// large or save too little. Looking all values up only to find that takes most of the time of a column.
pub fn pays(column: &ArrayRef) -> bool {
    let rows = sampled_rows(column.len());
    let rows = rows.into_iter().filter(|&row| column.is_valid(row));
    let (mut bytes, mut sampled) = (0, 0);
    let distinct = match column.data_type() {
        DataType::Utf8 => {
            let texts = column.as_string::<i32>();
            let values = rows.map(|row| texts.value(row)).inspect(|text| {
                bytes += text.len() + LENGTH;
                sampled += 1;
            });
            distinct(values.collect())
        }
        other => {
            let value = |row: usize| match other {
                DataType::Float64 => Some(column.as_primitive::<Float64Type>().value(row).to_bits()),
                DataType::Date32 => Some(column.as_primitive::<Date32Type>().value(row) as u64),
                DataType::Time64(_) => Some(column.as_primitive::<Time64MicrosecondType>().value(row) as u64),
                DataType::Timestamp(..) => Some(column.as_primitive::<TimestampMicrosecondType>().value(row) as u64),
                _ => None,
            };
            let width = other.primitive_width().unwrap_or(LENGTH);
            let values = rows.filter_map(value).inspect(|_| {
                bytes += width;
                sampled += 1;
            });
            distinct(values.collect())
        }
    };
    if sampled < LEAST_SAMPLE {
        return true;
    }
    let width = bytes as f64 / sampled as f64;
    is_worthwhile(
        width,
        (column.len() - column.null_count()) as f64,
        sampled as f64,
        distinct as f64,
    )
}

/// Returns the rows of the sample in their order; all of a short column. They are always the same and lie irregularly,
/// as values of rows at equal distances may be all different where every value is frequent.
fn sampled_rows(count: usize) -> Vec<usize> {
    if count <= SAMPLE {
        return (0..count).collect();
    }
    // The finalizer of SplitMix64.
    let mixed = |index: u64| {
        let mixed = index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    };
    let row = |index| ((u128::from(mixed(index)) * count as u128) >> 64) as usize;
    let mut rows: Vec<usize> = (1..=SAMPLE as u64).map(row).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Returns how many of the values are different.
fn distinct<T: Ord>(mut values: Vec<T>) -> usize {
    values.sort_unstable();
    values.dedup();
    values.len()
}

/// Returns whether a dictionary pays for `count` values of about `width` bytes, if `distinct` of `sampled` ones are
/// different.
fn is_worthwhile(width: f64, count: f64, sampled: f64, distinct: f64) -> bool {
    let entries = expected_entries(count, sampled, distinct);
    let dictionary = entries * width;
    let indices = count * entries.log2().ceil().max(1.0) / 8.0;
    dictionary <= MOST_BYTES && dictionary + indices <= LARGEST_SHARE * count * width
}

/// Returns how many different values `count` values have, if `distinct` of `sampled` ones are different and all of them
/// are equally frequent.
fn expected_entries(count: f64, sampled: f64, distinct: f64) -> f64 {
    if sampled >= count {
        return distinct;
    }
    // Of `all` values, so many are expected among `drawn` ones.
    let among = |all: f64, drawn: f64| all * (1.0 - (-drawn / all).exp());
    let (mut low, mut high) = (distinct, count * sampled);
    if among(high, sampled) <= distinct {
        return count;
    }
    for _ in 0..60 {
        let middle = (low * high).sqrt();
        match among(middle, sampled) < distinct {
            true => low = middle,
            false => high = middle,
        }
    }
    among(low, count)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{Date32Array, Float64Array, StringArray};

    use super::*;

    const ROWS: usize = 1 << 17;

    /// Returns whether a dictionary pays for texts and numbers of so many values.
    fn of_values(values: usize) -> (bool, bool) {
        let value = |row: usize| row.wrapping_mul(2_654_435_761) % values;
        let texts: StringArray = (0..ROWS).map(|row| Some(format!("text{:012}", value(row)))).collect();
        let numbers: Float64Array = (0..ROWS).map(|row| Some(value(row) as f64)).collect();
        (
            pays(&(Arc::new(texts) as ArrayRef)),
            pays(&(Arc::new(numbers) as ArrayRef)),
        )
    }

    #[test]
    fn few_values_have_a_dictionary_and_many_have_none() {
        assert_eq!([1, 2, 300, 4001, 30_000].map(of_values), [(true, true); 5]);
        // Texts of these fill more than the dictionary may have.
        assert_eq!(of_values(90_000), (false, false));
        assert_eq!(of_values(ROWS), (false, false));
    }

    #[test]
    fn sorted_values_in_runs_have_a_dictionary() {
        let numbers: Float64Array = (0..ROWS).map(|row| Some((row / 20) as f64)).collect();
        assert!(pays(&(Arc::new(numbers) as ArrayRef)));
    }

    #[test]
    fn missing_values_and_short_columns_are_no_values() {
        let nothing: Float64Array = (0..ROWS).map(|_| None).collect();
        assert!(pays(&(Arc::new(nothing) as ArrayRef)));
        let few: Date32Array = (0..100).map(Some).collect();
        assert!(!pays(&(Arc::new(few) as ArrayRef)));
        let some: StringArray = (0..ROWS)
            .map(|row| (row % 3 == 0).then_some(["a", "b"][row % 2]))
            .collect();
        assert!(pays(&(Arc::new(some) as ArrayRef)));
        assert!(pays(&(Arc::new(StringArray::from(Vec::<&str>::new())) as ArrayRef)));
    }

    #[test]
    fn entries_are_estimated_from_a_sample() {
        for all in [10.0, 1000.0, 50_000.0_f64] {
            let drawn = all * (1.0 - (-2048.0 / all).exp());
            let expected = all * (1.0 - (-131_072.0 / all).exp());
            let estimated = expected_entries(131_072.0, 2048.0, drawn.round());
            assert!((estimated / expected - 1.0).abs() < 0.1, "{all} {estimated} {expected}");
        }
        assert_eq!(expected_entries(131_072.0, 2048.0, 2048.0), 131_072.0);
        assert_eq!(expected_entries(100.0, 100.0, 7.0), 7.0);
    }
}

//! The ranges of keys of an index with which conditions can hold.

use std::ops::Bound;

use feedrate_dataset::Schema;
use feedrate_dataset::index::{Index, KeyRange};

use super::interval::Interval;
use super::restriction::{Restriction, left};

/// The most ranges that are looked up one by one.
const MOST: usize = 1000;

/// Why no ranges of an index have all rows with which all conditions can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoRanges {
    /// No condition limits its first variable.
    Condition,
    /// The index is without missing values, and the conditions can hold with them.
    Missing,
}

/// Returns the ranges, in order, of an index that has all rows with which all conditions can hold.
///
/// A variable behind the first counts where the conditions leave single values of those before it.
pub(super) fn of(index: &Index, restrictions: &[Restriction<'_>], schema: &Schema) -> Result<Vec<KeyRange>, NoRanges> {
    let keys = index.keys(schema).ok_or(NoRanges::Condition)?;
    let fields = keys.reader().fields();
    let mut whole = keys.length();
    // The values of the variables so far, with what may follow them.
    let mut prefixes = vec![Vec::new()];
    let mut ranges = Vec::new();
    for (at, (name, field)) in index.variables.iter().zip(fields).enumerate() {
        let length = field.end - field.start;
        let Some((variable, left)) = left(restrictions, name, length, schema) else {
            if at == 0 {
                return Err(NoRanges::Condition);
            }
            break;
        };
        if at == 0 && index.no_missing && left.iter().any(|interval| variable.has_missing(interval)) {
            return Err(NoRanges::Missing);
        }
        if at > 0 && prefixes.len().saturating_mul(left.len()) > MOST {
            break;
        }
        whole -= length;
        let mut longer = Vec::new();
        ranges.clear();
        for prefix in &prefixes {
            for interval in &left {
                ranges.push(range(prefix, interval, length, whole));
                if let Some(value) = interval.only() {
                    longer.push([prefix, value].concat());
                }
            }
        }
        if longer.len() < ranges.len() {
            return Ok(ranges);
        }
        prefixes = longer;
    }
    Ok(ranges)
}

/// Returns the keys that begin with a prefix and a value of an interval, which has `length` bytes, and behind which
/// `rest` bytes follow.
fn range(prefix: &[u8], interval: &Interval, length: usize, rest: usize) -> KeyRange {
    let key = |value: &[u8], fill: u8| {
        let mut key = [prefix, value].concat();
        key.resize(prefix.len() + length + rest, fill);
        key
    };
    KeyRange {
        from: match &interval.from {
            Bound::Included(value) => Bound::Included(key(value, 0)),
            Bound::Excluded(value) => Bound::Excluded(key(value, u8::MAX)),
            Bound::Unbounded if prefix.is_empty() => Bound::Unbounded,
            Bound::Unbounded => Bound::Included(key(&[], 0)),
        },
        to: match &interval.to {
            Bound::Included(value) => Bound::Included(key(value, u8::MAX)),
            Bound::Excluded(value) => Bound::Excluded(key(value, 0)),
            Bound::Unbounded if prefix.is_empty() => Bound::Unbounded,
            Bound::Unbounded => Bound::Included(key(&[], u8::MAX)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_length_of_those_of_the_index() {
        let interval = |from, to| Interval { from, to };
        let (low, high) = (vec![1, 2], vec![3, 4]);
        for (interval, from, to) in [
            (
                interval(Bound::Unbounded, Bound::Unbounded),
                Bound::Included(vec![9, 0, 0, 0]),
                Bound::Included(vec![9, 255, 255, 255]),
            ),
            (
                interval(Bound::Included(low.clone()), Bound::Excluded(high.clone())),
                Bound::Included(vec![9, 1, 2, 0]),
                Bound::Excluded(vec![9, 3, 4, 0]),
            ),
            (
                interval(Bound::Excluded(low), Bound::Included(high)),
                Bound::Excluded(vec![9, 1, 2, 255]),
                Bound::Included(vec![9, 3, 4, 255]),
            ),
        ] {
            assert_eq!(range(&[9], &interval, 2, 1), KeyRange { from, to });
        }
    }
}

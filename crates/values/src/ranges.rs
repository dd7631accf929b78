//! Ranges of values with labels, as VALUE, PICTURE and INVALUE of PROC FORMAT define them: their order, and the search
//! for the range of a value.
//!
//! The search halves the sorted ranges and ends at the first one that contains the value or that a number misses by no
//! more than the fuzz factor. A number beside a bound that two ranges share therefore belongs to the range that is
//! looked at first, whichever contains it exactly.

use std::cmp::Ordering;

use crate::missing;
use crate::value::compare_text;

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound<T> {
    /// The value; `None` for `LOW` or `HIGH`.
    pub value: Option<T>,
    /// True if the value itself is in the range, without `<`.
    pub is_included: bool,
}

/// Values between two bounds. A single value is a range with two equal bounds.
///
/// `LOW` of numbers is the least number, so that missing values are not included; `LOW` of character values is the
/// least value.
#[derive(Clone, Debug, PartialEq)]
pub struct Range<T, L> {
    /// The lower end.
    pub low: Bound<T>,
    /// The upper end.
    pub high: Bound<T>,
    /// The result for its values.
    pub label: L,
}

/// All ranges of a format or informat, which are of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Ranges<L> {
    /// Of numbers, including missing values.
    Numbers(Vec<Range<f64, L>>),
    /// Of character values.
    Text(Vec<Range<Vec<u8>, L>>),
}

/// The relation of the ranges of a format to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// `MULTILABEL`: ranges may have values in common.
    pub overlaps: bool,
    /// `NOTSORTED`: ranges are kept, and searched, in the order in which they were written.
    pub is_as_written: bool,
}

/// The reason why ranges cannot be those of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RangeFault {
    /// A range ends before it begins.
    Backwards(String),
    /// Two ranges have values in common.
    Overlap(String, String),
}

/// The values of ranges.
trait RangeValue: Sized {
    /// Compares two values.
    fn order(&self, other: &Self) -> Ordering;
    /// Returns whether a value is at or above `LOW`.
    fn is_above_low(&self) -> bool;
    /// Returns the value for a message.
    fn shown(&self) -> String;
}

impl RangeValue for f64 {
    fn order(&self, other: &Self) -> Ordering {
        missing::compare(*self, *other)
    }

    fn is_above_low(&self) -> bool {
        !missing::is_missing(*self)
    }

    fn shown(&self) -> String {
        match missing::letter(*self) {
            Some(Some(letter)) => format!(".{letter}"),
            Some(None) => ".".to_owned(),
            None => self.to_string(),
        }
    }
}

impl RangeValue for Vec<u8> {
    fn order(&self, other: &Self) -> Ordering {
        compare_text(self, other)
    }

    fn is_above_low(&self) -> bool {
        true
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(self).into_owned()
    }
}

impl<L> Ranges<L> {
    /// Brings the ranges into the order of the search, and checks them. Of two ranges that share a bound, the lower one
    /// has its value.
    pub fn arrange(&mut self, arrangement: Arrangement) -> Result<(), RangeFault> {
        match self {
            Self::Numbers(ranges) => arrange(ranges, arrangement),
            Self::Text(ranges) => arrange(ranges, arrangement),
        }
    }

    /// Returns how many ranges there are.
    pub fn count(&self) -> usize {
        match self {
            Self::Numbers(ranges) => ranges.len(),
            Self::Text(ranges) => ranges.len(),
        }
    }

    /// Returns the label of the range at an index, if there are that many.
    pub fn label(&self, index: usize) -> Option<&L> {
        match self {
            Self::Numbers(ranges) => ranges.get(index).map(|range| &range.label),
            Self::Text(ranges) => ranges.get(index).map(|range| &range.label),
        }
    }

    /// Returns the labels in the order of the ranges.
    pub fn labels(&self) -> impl Iterator<Item = &L> {
        (0..self.count()).filter_map(|index| self.label(index))
    }

    /// Returns the index of the range of a number, which may be `fuzz` outside of it.
    pub fn find_number(&self, number: f64, fuzz: f64, arrangement: Arrangement) -> Option<usize> {
        let Self::Numbers(ranges) = self else {
            return None;
        };
        let is_near = |bound: &f64| (bound - number).abs() <= fuzz;
        let is_above_low = number.is_above_low();
        let place = |range: &Range<f64, L>| {
            let order = |bound: &f64| missing::compare(*bound, number);
            place(range, order, is_near, is_above_low)
        };
        search(ranges, place, arrangement)
    }

    /// Returns the index of the range of a character value.
    pub fn find_text(&self, text: &[u8], arrangement: Arrangement) -> Option<usize> {
        let Self::Text(ranges) = self else {
            return None;
        };
        let place = |range: &Range<Vec<u8>, L>| place(range, |bound| compare_text(bound, text), |_| false, true);
        search(ranges, place, arrangement)
    }
}

/// Returns the first range for which `place` is equal.
fn search<T, L>(
    ranges: &[Range<T, L>],
    place: impl Fn(&Range<T, L>) -> Ordering,
    arrangement: Arrangement,
) -> Option<usize> {
    if arrangement.overlaps || arrangement.is_as_written {
        return ranges.iter().position(|range| place(range) == Ordering::Equal);
    }
    let (mut first, mut end) = (0, ranges.len());
    while first < end {
        let middle = first + (end - first - 1) / 2;
        match place(&ranges[middle]) {
            Ordering::Less => end = middle,
            Ordering::Greater => first = middle + 1,
            Ordering::Equal => return Some(middle),
        }
    }
    None
}

/// Returns the place of a value relative to a range: below it, in it or above it. `order` compares a bound with the
/// value, and `is_near` tells whether that bound counts as reached.
fn place<T, L>(
    range: &Range<T, L>,
    order: impl Fn(&T) -> Ordering,
    is_near: impl Fn(&T) -> bool,
    is_above_low: bool,
) -> Ordering {
    match &range.low.value {
        Some(low) => match order(low) {
            Ordering::Greater if !is_near(low) => return Ordering::Less,
            Ordering::Equal if !range.low.is_included => return Ordering::Less,
            _ => {}
        },
        None if !is_above_low => return Ordering::Less,
        None => {}
    }
    match &range.high.value {
        Some(high) => match order(high) {
            Ordering::Less if !is_near(high) => Ordering::Greater,
            Ordering::Equal if !range.high.is_included => Ordering::Greater,
            _ => Ordering::Equal,
        },
        None => Ordering::Equal,
    }
}

fn arrange<T: RangeValue, L>(ranges: &mut [Range<T, L>], arrangement: Arrangement) -> Result<(), RangeFault> {
    for range in ranges.iter() {
        if let (Some(low), Some(high)) = (&range.low.value, &range.high.value) {
            let is_empty = match low.order(high) {
                Ordering::Less => false,
                Ordering::Equal => !range.low.is_included || !range.high.is_included,
                Ordering::Greater => true,
            };
            if is_empty {
                return Err(RangeFault::Backwards(shown(range)));
            }
        }
    }
    let mut order: Vec<usize> = (0..ranges.len()).collect();
    order.sort_by(|&a, &b| compare_low(&ranges[a], &ranges[b]).then_with(|| compare_high(&ranges[a], &ranges[b])));
    if !arrangement.overlaps {
        for pair in order.windows(2) {
            part(ranges, pair[0], pair[1])?;
        }
    }
    if !arrangement.is_as_written {
        ranges.sort_by(|a, b| compare_low(a, b).then_with(|| compare_high(a, b)));
    }
    Ok(())
}

/// Takes a bound that two ranges share from the upper one.
fn part<T: RangeValue, L>(ranges: &mut [Range<T, L>], lower: usize, upper: usize) -> Result<(), RangeFault> {
    let (below, above) = (&ranges[lower], &ranges[upper]);
    let order = match (&below.high.value, &above.low.value) {
        (Some(high), Some(low)) => high.order(low),
        // Missing values are below `LOW`.
        (Some(high), None) if !high.is_above_low() => Ordering::Less,
        _ => Ordering::Greater,
    };
    let shares = order == Ordering::Equal && below.high.is_included && above.low.is_included;
    let is_single = above.low.value.as_ref().zip(above.high.value.as_ref());
    let is_single = is_single.is_some_and(|(low, high)| low.order(high) == Ordering::Equal);
    if order == Ordering::Greater || shares && is_single {
        return Err(RangeFault::Overlap(shown(below), shown(above)));
    }
    if shares {
        ranges[upper].low.is_included = false;
    }
    Ok(())
}

fn compare_low<T: RangeValue, L>(a: &Range<T, L>, b: &Range<T, L>) -> Ordering {
    match (&a.low.value, &b.low.value) {
        (Some(x), Some(y)) => x.order(y).then(b.low.is_included.cmp(&a.low.is_included)),
        (None, None) => Ordering::Equal,
        (None, Some(y)) if y.is_above_low() => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (Some(x), None) if x.is_above_low() => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
    }
}

fn compare_high<T: RangeValue, L>(a: &Range<T, L>, b: &Range<T, L>) -> Ordering {
    match (&a.high.value, &b.high.value) {
        (Some(x), Some(y)) => x.order(y).then(a.high.is_included.cmp(&b.high.is_included)),
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
    }
}

/// Returns a range as a program writes it: `1-<5`.
fn shown<T: RangeValue, L>(range: &Range<T, L>) -> String {
    let low = range.low.value.as_ref().map_or_else(|| "LOW".to_owned(), T::shown);
    let high = range.high.value.as_ref().map_or_else(|| "HIGH".to_owned(), T::shown);
    let sign = |is_included: bool| if is_included { "" } else { "<" };
    let (after, before) = (sign(range.low.is_included), sign(range.high.is_included));
    match low == high && after.is_empty() && before.is_empty() {
        true => low,
        false => format!("{low}{after}-{before}{high}"),
    }
}

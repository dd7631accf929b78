//! Formats that a program defines with `value` of PROC FORMAT: values and ranges, each with a label.

use std::cmp::Ordering;

use super::{DefineError, Format, MOST_WIDTH, text};
use crate::spec::Spec;
use crate::value::compare_text;
use crate::{Kind, missing};

/// The distance from a range at which a number is still in it, as in SAS (the default of `FUZZ=`).
const FUZZ: f64 = 1e-12;

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound<T> {
    /// The value; `None` for `LOW` or `HIGH`.
    pub value: Option<T>,
    /// True if the value itself is in the range, without `<`.
    pub is_included: bool,
}

/// The label of a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// This text.
    Text(Vec<u8>),
    /// The value in another format, as in `[DATE9.]`.
    Format(Spec),
}

/// Values between two bounds. A single value is a range with two equal bounds.
///
/// `LOW` of numbers is the least number, so that missing values are not included; `LOW` of character values is the
/// least value.
#[derive(Clone, Debug, PartialEq)]
pub struct Range<T> {
    /// The lower end.
    pub low: Bound<T>,
    /// The upper end.
    pub high: Bound<T>,
    /// The text that is written.
    pub label: Label,
}

/// All ranges of a format, which are of one kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Ranges {
    /// Of numbers, including missing values.
    Numbers(Vec<Range<f64>>),
    /// Of character values.
    Text(Vec<Range<Vec<u8>>>),
}

/// A format as defined by `value`.
#[derive(Clone, Debug, PartialEq)]
pub struct UserFormat {
    /// Its name in upper case, including the `$` of character formats.
    pub name: String,
    /// Its ranges in any order.
    pub ranges: Ranges,
    /// The label of all other values; `None` writes them unformatted.
    pub other: Option<Label>,
    /// The width of `default=`; otherwise it is that of the longest label.
    pub width: Option<u16>,
}

impl UserFormat {
    /// Sorts the ranges and checks that no value has two labels. Two ranges may share a bound: it belongs to the lower
    /// one.
    pub(super) fn check(&mut self) -> Result<(), DefineError> {
        let name = self.name.strip_prefix('$').unwrap_or(&self.name);
        let is_text = matches!(self.ranges, Ranges::Text(_));
        let is_name = !name.is_empty()
            && name.len() <= 32
            && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && !name.ends_with(|c: char| c.is_ascii_digit());
        if !is_name {
            return Err(DefineError::Name(self.name.clone()));
        }
        if is_text != self.name.starts_with('$') {
            return Err(DefineError::Kind(self.name.clone()));
        }
        let is_sound = match &mut self.ranges {
            Ranges::Numbers(ranges) => sort(ranges),
            Ranges::Text(ranges) => sort(ranges),
        };
        match is_sound {
            Ok(()) => Ok(()),
            Err(Fault::Backwards) => Err(DefineError::Backwards(self.name.clone())),
            Err(Fault::Overlap) => Err(DefineError::Overlap(self.name.clone())),
        }
    }
}

/// The values of ranges.
trait RangeValue: Sized {
    /// Compares two values.
    fn order(&self, other: &Self) -> Ordering;
    /// Returns whether a value is at or above `LOW`.
    fn is_above_low(&self) -> bool;
}

impl RangeValue for f64 {
    fn order(&self, other: &Self) -> Ordering {
        missing::compare(*self, *other)
    }

    fn is_above_low(&self) -> bool {
        !missing::is_missing(*self)
    }
}

impl RangeValue for Vec<u8> {
    fn order(&self, other: &Self) -> Ordering {
        compare_text(self, other)
    }

    fn is_above_low(&self) -> bool {
        true
    }
}

enum Fault {
    Backwards,
    Overlap,
}

fn sort<T: RangeValue>(ranges: &mut [Range<T>]) -> Result<(), Fault> {
    for range in ranges.iter() {
        if let (Some(low), Some(high)) = (&range.low.value, &range.high.value) {
            let is_empty = match low.order(high) {
                Ordering::Less => false,
                Ordering::Equal => !range.low.is_included || !range.high.is_included,
                Ordering::Greater => true,
            };
            if is_empty {
                return Err(Fault::Backwards);
            }
        }
    }
    ranges.sort_by(|a, b| compare_low(&a.low, &b.low).then_with(|| compare_high(&a.high, &b.high)));
    for pair in ranges.windows(2) {
        let meets = match (&pair[0].high.value, &pair[1].low.value) {
            (Some(high), Some(low)) => high.order(low) != Ordering::Greater,
            // Missing values are below `LOW`.
            (Some(high), None) => !high.is_above_low(),
            (None, _) => false,
        };
        // A shared bound is allowed unless both ranges are that one value.
        let is_same = compare_low(&pair[0].low, &pair[1].low) == Ordering::Equal
            && compare_high(&pair[0].high, &pair[1].high) == Ordering::Equal;
        if !meets || is_same {
            return Err(Fault::Overlap);
        }
    }
    Ok(())
}

fn compare_low<T: RangeValue>(a: &Bound<T>, b: &Bound<T>) -> Ordering {
    match (&a.value, &b.value) {
        (Some(x), Some(y)) => x.order(y).then(b.is_included.cmp(&a.is_included)),
        (None, None) => Ordering::Equal,
        (None, Some(y)) if y.is_above_low() => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (Some(x), None) if x.is_above_low() => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
    }
}

fn compare_high<T: RangeValue>(a: &Bound<T>, b: &Bound<T>) -> Ordering {
    match (&a.value, &b.value) {
        (Some(x), Some(y)) => x.order(y).then(a.is_included.cmp(&b.is_included)),
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
    }
}

/// A resolved label.
#[derive(Clone, Debug)]
pub(super) enum Ready {
    Text(Vec<u8>),
    Format(Format),
}

/// A format of the user with resolved labels, which are in the order of the ranges.
#[derive(Debug)]
pub(super) struct ReadyFormat {
    pub(super) ranges: Ranges,
    pub(super) labels: Vec<Ready>,
    pub(super) other: Option<Ready>,
}

impl ReadyFormat {
    /// Returns the width of the widest label.
    pub(super) fn label_width(&self) -> usize {
        let width = |label: &Ready| match label {
            Ready::Text(text) => text.len(),
            Ready::Format(format) => format.width(),
        };
        self.labels
            .iter()
            .chain(&self.other)
            .map(width)
            .max()
            .unwrap_or(1)
            .clamp(1, usize::from(MOST_WIDTH))
    }

    /// Returns the kind of its values.
    pub(super) fn kind(&self) -> Kind {
        match self.ranges {
            Ranges::Numbers(_) => Kind::Number,
            Ranges::Text(_) => Kind::Text,
        }
    }

    /// Returns the label of a number.
    pub(super) fn of_number(&self, number: f64) -> Option<&Ready> {
        let Ranges::Numbers(ranges) = &self.ranges else {
            return None;
        };
        find(ranges, |bound| missing::compare(*bound, number), number.is_above_low())
            .or_else(|| find_near(ranges, number))
            .map(|index| &self.labels[index])
            .or(self.other.as_ref())
    }

    /// Returns the label of a character value.
    pub(super) fn of_text(&self, text: &[u8]) -> Option<&Ready> {
        let Ranges::Text(ranges) = &self.ranges else {
            return None;
        };
        find(ranges, |bound| compare_text(bound, text), true)
            .map(|index| &self.labels[index])
            .or(self.other.as_ref())
    }
}

/// Returns the first range that contains a value. `order` compares a bound with the value, and `is_above_low` is
/// whether the value is at or above `LOW`.
fn find<T>(ranges: &[Range<T>], order: impl Fn(&T) -> Ordering, is_above_low: bool) -> Option<usize> {
    let begins_before = |range: &Range<T>| match &range.low.value {
        Some(low) => order(low) != Ordering::Greater,
        None => is_above_low,
    };
    let holds = |range: &Range<T>| {
        let from_low = match &range.low.value {
            Some(low) => match order(low) {
                Ordering::Less => true,
                Ordering::Equal => range.low.is_included,
                Ordering::Greater => false,
            },
            None => is_above_low,
        };
        from_low
            && match &range.high.value {
                Some(high) => match order(high) {
                    Ordering::Greater => true,
                    Ordering::Equal => range.high.is_included,
                    Ordering::Less => false,
                },
                None => is_above_low,
            }
    };
    // At most three ranges touch at one value: one that ends there, the value alone, and one that begins.
    let end = ranges.partition_point(begins_before);
    (end.saturating_sub(3)..end).find(|&index| holds(&ranges[index]))
}

/// Returns the range that a number misses by no more than rounding errors.
fn find_near(ranges: &[Range<f64>], number: f64) -> Option<usize> {
    let is_near =
        |bound: &Bound<f64>| bound.is_included && bound.value.is_some_and(|value| (value - number).abs() <= FUZZ);
    let end = ranges.partition_point(|range| {
        range
            .low
            .value
            .is_none_or(|low| missing::compare(low, number) != Ordering::Greater)
    });
    (end.saturating_sub(1)..ranges.len().min(end + 1))
        .find(|&index| is_near(&ranges[index].low) || is_near(&ranges[index].high))
}

/// Appends a label, truncated or padded to the width.
pub(super) fn write_label(text: &[u8], width: usize, out: &mut Vec<u8>) {
    text::write(text::TextForm::Plain, text, width, out);
}

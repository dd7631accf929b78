//! The values of a variable that a condition leaves, as intervals of the bytes that they have in keys.

use std::ops::Bound;

use feedrate_dataset::key::sortable;
use feedrate_program::{Arithmetic, Comparison, Logic, Membership, Number, Slot, Text};
use feedrate_values::missing;
use feedrate_values::value::trim;

use super::interval::{Interval, intersection, united};

/// A variable of an index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    /// Its slot in the vector of the condition.
    pub(super) slot: Slot,
    /// Its bytes in a key.
    pub(super) length: usize,
}

impl Variable {
    /// Returns all missing values.
    fn missing(self) -> Interval {
        match self.slot {
            Slot::Number(_) => {
                let greatest = missing::special(b'Z').unwrap_or(missing::MISSING);
                Interval {
                    from: Bound::Unbounded,
                    to: Bound::Included(of_number(greatest)),
                }
            }
            Slot::Text(_) => Interval::point(vec![b' '; self.length]),
        }
    }

    /// Returns whether an interval has a missing value.
    pub(super) fn has_missing(self, interval: &Interval) -> bool {
        !interval.common(&self.missing()).is_empty()
    }

    /// Returns the intervals of its values with which a condition can hold, ascending and apart from each other; `None`
    /// if they are not limited.
    pub(super) fn intervals(self, condition: &Number) -> Option<Vec<Interval>> {
        match condition {
            Number::Logic(Logic::And, left, right) => match (self.intervals(left), self.intervals(right)) {
                (Some(left), Some(right)) => Some(intersection(&left, &right)),
                (one, other) => one.or(other),
            },
            Number::Logic(Logic::Or, left, right) => {
                let mut both = self.intervals(left)?;
                both.extend(self.intervals(right)?);
                let both = united(both);
                (!both.iter().any(Interval::is_all)).then_some(both)
            }
            Number::Compare(comparison, left, right) => {
                let (comparison, value) = match (self.is_number(left), self.is_number(right)) {
                    (true, false) => (*comparison, constant(right)?),
                    (false, true) => (turned(*comparison), constant(left)?),
                    _ => return None,
                };
                Some(vec![compared(comparison, of_number(value), true)?])
            }
            Number::CompareText {
                comparison,
                prefix,
                left,
                right,
            } => {
                let (comparison, value) = match (&**left, &**right) {
                    (text, Text::Constant(value)) if self.is_text(text) => (*comparison, value),
                    (Text::Constant(value), text) if self.is_text(text) => (turned(*comparison), value),
                    _ => return None,
                };
                match (prefix, comparison) {
                    (false, _) => {
                        let (bytes, is_whole) = self.padded(value);
                        Some(vec![compared(comparison, bytes, is_whole)?])
                    }
                    (true, Comparison::Equal) => Some(vec![self.beginning_with(value)?]),
                    (true, _) => None,
                }
            }
            Number::In(value, among) if self.is_number(value) => {
                let members = among.iter().map(|member| match *member {
                    Membership::One(value) => Interval::point(of_number(value)),
                    Membership::Range(from, to) => Interval {
                        from: Bound::Included(of_number(from)),
                        to: Bound::Included(of_number(to)),
                    },
                });
                Some(united(members.collect()))
            }
            Number::InText { value, prefix, among } if self.is_text(value) => {
                let members = among.iter().map(|member| match prefix {
                    false => Some(Interval::point(self.padded(member).0)),
                    true => self.beginning_with(trim(member)),
                });
                Some(united(members.collect::<Option<_>>()?))
            }
            Number::Like { value, pattern, escape } if self.is_text(value) => {
                let is_special = |byte: &u8| matches!(byte, b'%' | b'_') || Some(*byte) == *escape;
                let plain = pattern.iter().position(is_special);
                self.beginning_with(trim(&pattern[..plain.unwrap_or(pattern.len())]))
                    .map(|interval| vec![interval])
            }
            _ => None,
        }
    }

    fn is_number(self, number: &Number) -> bool {
        matches!(number, Number::Variable(slot) if self.slot == Slot::Number(*slot))
    }

    fn is_text(self, text: &Text) -> bool {
        matches!(text, Text::Variable(slot) if self.slot == Slot::Text(*slot))
    }

    /// Returns a character value in the length of the variable, and whether all of it is there.
    fn padded(self, value: &[u8]) -> (Vec<u8>, bool) {
        let value = trim(value);
        let is_whole = value.len() <= self.length;
        let mut bytes = value[..value.len().min(self.length)].to_vec();
        bytes.resize(self.length, b' ');
        (bytes, is_whole)
    }

    /// Returns the values that begin with some bytes; `None` if there are no such bytes.
    fn beginning_with(self, value: &[u8]) -> Option<Interval> {
        let common = &value[..value.len().min(self.length)];
        let filled = |byte| {
            let mut bytes = common.to_vec();
            bytes.resize(self.length, byte);
            Bound::Included(bytes)
        };
        (!common.is_empty()).then(|| Interval {
            from: filled(0),
            to: filled(u8::MAX),
        })
    }
}

fn of_number(number: f64) -> Vec<u8> {
    sortable(number).to_be_bytes().to_vec()
}

/// Returns the value of a number that is known before a row is read.
fn constant(number: &Number) -> Option<f64> {
    match number {
        Number::Constant(number) => Some(*number),
        Number::Negate(number, _) => {
            let number = constant(number)?;
            (!missing::is_missing(number)).then_some(-number)
        }
        Number::Arithmetic(operation, left, right, _) => {
            let (left, right) = (constant(left)?, constant(right)?);
            let result = match operation {
                Arithmetic::Add => left + right,
                Arithmetic::Subtract => left - right,
                Arithmetic::Multiply => left * right,
                Arithmetic::Divide | Arithmetic::Power => return None,
            };
            // Missing operands, which are no numbers, and an overflow are for the executors.
            result.is_finite().then_some(result)
        }
        _ => None,
    }
}

/// Returns the comparison with its sides exchanged.
fn turned(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        same @ (Comparison::Equal | Comparison::NotEqual) => same,
    }
}

/// Returns the values for which a comparison with one can hold; `None` if they are no interval. Of a value that is not
/// `whole`, which begins with `bytes`, it is not known on which side of it they are.
fn compared(comparison: Comparison, bytes: Vec<u8>, is_whole: bool) -> Option<Interval> {
    let excluded = |bytes| match is_whole {
        true => Bound::Excluded(bytes),
        false => Bound::Included(bytes),
    };
    let (from, to) = match comparison {
        Comparison::Equal => return Some(Interval::point(bytes)),
        Comparison::NotEqual => return None,
        Comparison::Less => (Bound::Unbounded, excluded(bytes)),
        Comparison::LessOrEqual => (Bound::Unbounded, Bound::Included(bytes)),
        Comparison::Greater => (excluded(bytes), Bound::Unbounded),
        Comparison::GreaterOrEqual => (Bound::Included(bytes), Bound::Unbounded),
    };
    Some(Interval { from, to })
}

#[cfg(test)]
mod tests;

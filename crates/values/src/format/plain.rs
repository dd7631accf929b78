//! A number as digits and a point, with as many decimals as fit in a width.

use crate::number::decimal::Decimal;

/// The result of writing a number in a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It is in the form of the format.
    Full,
    /// It is in another form, because the format is too narrow.
    Changed,
    /// It does not fit.
    None,
}

impl Fit {
    pub(super) fn full(fits: bool) -> Self {
        if fits { Self::Full } else { Self::None }
    }

    pub(super) fn changed(fits: bool) -> Self {
        if fits { Self::Changed } else { Self::None }
    }
}

/// A number with a sign and decimals that fits in a width.
pub(super) struct Plain {
    rounded: Decimal,
    is_negative: bool,
    places: usize,
    drops_zero: bool,
}

impl Plain {
    /// Rounds to as many of the decimals as fit.
    pub(super) fn within(exact: &Decimal, is_negative: bool, width: usize, mut places: usize) -> Option<Self> {
        loop {
            let mut rounded = *exact;
            rounded.round_to_places(places);
            let length = usize::from(is_negative) + rounded.whole_length() + if places > 0 { places + 1 } else { 0 };
            let is_below_one = rounded.is_zero() || rounded.point() <= 0;
            let drops_zero = length > width && is_below_one && places > 0;
            let excess = (length - usize::from(drops_zero)).saturating_sub(width);
            if excess == 0 {
                return Some(Self {
                    rounded,
                    is_negative,
                    places,
                    drops_zero,
                });
            }
            if places == 0 || excess > places + 1 {
                return None;
            }
            places = places.saturating_sub(excess);
        }
    }

    pub(super) fn length(&self) -> usize {
        usize::from(self.is_negative) + self.rounded.whole_length() - usize::from(self.drops_zero)
            + if self.places > 0 { self.places + 1 } else { 0 }
    }

    /// Returns whether it has all requested decimals.
    pub(super) fn fit(&self, places: usize) -> Fit {
        match self.places == places {
            true => Fit::Full,
            false => Fit::Changed,
        }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        self.write_filled(0, out);
    }

    /// Appends it with zeros between the sign and the digits.
    pub(super) fn write_filled(&self, zeros: usize, out: &mut Vec<u8>) {
        if self.is_negative {
            out.push(b'-');
        }
        out.resize(out.len() + zeros, b'0');
        if !self.drops_zero {
            self.rounded.write_whole(out);
        }
        self.rounded.write_places(self.places, out);
    }
}

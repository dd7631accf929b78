//! Determines the kind of a column from all of its values.

use feedrate_values::format::Moment;

use super::moment;
use crate::file_format::without_blanks;

/// The kind of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Moment(Moment),
    Text,
}

/// The traits of the values of a column so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guess {
    /// The classes of its values, a bit for each.
    classes: u8,
    /// The class of the first value that is not blank, and the part of the file with it.
    first: Option<(usize, u8)>,
    /// The length of the longest value without trailing blanks, in bytes of UTF-8.
    pub longest: usize,
}

const MOMENTS: [Moment; 3] = [Moment::Date, Moment::Datetime, Moment::Time];

/// The classes of values, which have none in common: the point for a missing value, numbers, [moments](MOMENTS) and all
/// others.
const POINT: u8 = 1;
const NUMBER: u8 = 1 << 1;
const FIRST_MOMENT: u8 = 1 << 2;
const OTHER: u8 = 1 << 5;

impl Guess {
    /// Takes another value, in UTF-8, of a part of the file.
    #[inline]
    pub fn take(&mut self, text: &[u8], part: usize) {
        self.longest = self.longest.max(without_blanks(text).len());
        if self.is_text() {
            return;
        }
        let text = text.trim_ascii();
        if text.is_empty() {
            return;
        }
        let class = self.class_of(text);
        self.classes |= class;
        if self.first.is_none() {
            self.first = Some((part, class));
        }
    }

    /// Adds the values of other parts of the file.
    pub fn merge(&mut self, other: &Self) {
        self.longest = self.longest.max(other.longest);
        self.classes |= other.classes;
        self.first = match (self.first, other.first) {
            (Some(one), Some(other)) if other.0 < one.0 => Some(other),
            (one, other) => one.or(other),
        };
    }

    /// Returns the kind of the column; one without values is a character variable. The point is a number if it is the
    /// first value, and otherwise a value of any kind.
    pub fn kind(self) -> Kind {
        let first = self.first.map_or(OTHER, |(_, class)| class);
        let has_no_others = |classes: u8| self.classes & !(classes | POINT) == 0;
        if matches!(first, POINT | NUMBER) && has_no_others(NUMBER) {
            return Kind::Number;
        }
        let mut moments = MOMENTS.into_iter().enumerate();
        let moment = moments.find(|(index, _)| first == FIRST_MOMENT << index);
        match moment {
            Some((_, moment)) if has_no_others(first) => Kind::Moment(moment),
            _ => Kind::Text,
        }
    }

    /// Returns whether the column is one of character values, whatever values follow and precede.
    #[inline]
    fn is_text(&self) -> bool {
        let others = self.classes & !POINT;
        others & OTHER != 0 || others & others.wrapping_sub(1) != 0
    }

    #[inline]
    fn class_of(&self, text: &[u8]) -> u8 {
        if text == b"." {
            return POINT;
        }
        let moments = || MOMENTS.into_iter().enumerate();
        // Most values are of the class of those before them.
        for (index, moment) in moments() {
            let class = FIRST_MOMENT << index;
            if self.classes & class != 0 && moment::parse(moment, text).is_some() {
                return class;
            }
        }
        if is_number(text) {
            return NUMBER;
        }
        let found = moments().find(|&(_, moment)| moment::parse(moment, text).is_some());
        found.map_or(OTHER, |(index, _)| FIRST_MOMENT << index)
    }
}

/// Returns whether a value is a number in the usual notation, or the point for a missing value.
pub(super) fn is_number(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let unsigned = |text: &[u8]| match text {
        [b'+' | b'-', ..] => 1,
        _ => 0,
    };
    if text == b"." {
        return true;
    }
    let mut rest = &text[unsigned(text)..];
    let whole = digits(rest);
    rest = &rest[whole..];
    let mut behind = 0;
    if let [b'.', after @ ..] = rest {
        behind = digits(after);
        rest = &after[behind..];
    }
    if whole + behind == 0 {
        return false;
    }
    if let [b'e' | b'E', after @ ..] = rest {
        let after = &after[unsigned(after)..];
        return digits(after) == after.len() && (1..=4).contains(&after.len());
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(texts: &[&str]) -> (Kind, usize) {
        let mut guess = Guess::default();
        for text in texts {
            guess.take(text.as_bytes(), 0);
        }
        // The same in two parts, which are known in any order.
        for middle in 0..texts.len() {
            let mut parts = [Guess::default(); 2];
            for (index, text) in texts.iter().enumerate() {
                let part = usize::from(index >= middle);
                parts[part].take(text.as_bytes(), part);
            }
            let [mut first, mut second] = parts;
            first.merge(&parts[1]);
            second.merge(&parts[0]);
            for merged in [first, second] {
                assert_eq!(
                    (merged.kind(), merged.longest),
                    (guess.kind(), guess.longest),
                    "{texts:?}"
                );
            }
        }
        (guess.kind(), guess.longest)
    }

    #[test]
    fn all_texts_of_a_column_tell_what_it_is() {
        assert_eq!(guess(&["1", "", "-2.5e3", ".", " 7 "]), (Kind::Number, 6));
        assert_eq!(guess(&["1", "x"]), (Kind::Text, 1));
        assert_eq!(guess(&["", "  "]), (Kind::Text, 0));
        assert_eq!(
            guess(&["2020-01-31", "", "1999-12-31"]),
            (Kind::Moment(Moment::Date), 10)
        );
        assert_eq!(guess(&["2020-01-31", "7"]), (Kind::Text, 10));
        assert_eq!(
            guess(&["2020-01-31T00:00:01", "2020-01-31 10:00:00"]).0,
            Kind::Moment(Moment::Datetime)
        );
        assert_eq!(guess(&["10:00:00"]).0, Kind::Moment(Moment::Time));
        assert_eq!(guess(&["2020-01-31", ".", "2020-01-31"]).0, Kind::Moment(Moment::Date));
        assert_eq!(guess(&[".", "2020-01-31"]).0, Kind::Text);
        assert_eq!(guess(&[".", "1"]).0, Kind::Number);
        assert_eq!(guess(&["10:00:00", "2020-01-31"]).0, Kind::Text);
    }

    #[test]
    fn numbers_are_those_of_other_programs_too() {
        for text in ["1", "+1", "-0.5", ".5", "5.", "1e10", "1E-5", "."] {
            assert!(is_number(text.as_bytes()), "{text}");
        }
        for text in [
            "1-5", "2020-01", "1D5", "nan", "inf", "e5", "1e", "+", "-", "1e99999", "0x1",
        ] {
            assert!(!is_number(text.as_bytes()), "{text}");
        }
    }
}

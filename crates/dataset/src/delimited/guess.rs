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

/// The traits that the values of a column have in common so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guess {
    /// `None` as long as all values are blank.
    kind: Option<Kind>,
    /// The length of the longest value without trailing blanks, in bytes of UTF-8.
    pub longest: usize,
}

const MOMENTS: [Moment; 3] = [Moment::Date, Moment::Datetime, Moment::Time];

impl Guess {
    /// Takes another value, in UTF-8.
    pub fn take(&mut self, text: &[u8]) {
        self.longest = self.longest.max(without_blanks(text).len());
        if self.kind == Some(Kind::Text) {
            return;
        }
        let text = text.trim_ascii();
        if text.is_empty() {
            return;
        }
        let is_still = match self.kind {
            Some(Kind::Number) => is_number(text),
            Some(Kind::Moment(moment)) => text == b"." || moment::parse(moment, text).is_some(),
            _ => false,
        };
        if !is_still {
            self.kind = Some(match self.kind {
                None => kind_of(text),
                Some(_) => Kind::Text,
            });
        }
    }

    /// Returns the kind of the column; one without values is a character variable.
    pub fn kind(self) -> Kind {
        self.kind.unwrap_or(Kind::Text)
    }
}

fn kind_of(text: &[u8]) -> Kind {
    if is_number(text) {
        return Kind::Number;
    }
    let mut moments = MOMENTS.into_iter();
    moments
        .find(|&moment| moment::parse(moment, text).is_some())
        .map_or(Kind::Text, Kind::Moment)
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
            guess.take(text.as_bytes());
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

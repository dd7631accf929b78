//! Pictures of PROC FORMAT: templates into which the digits of numbers, or the parts of dates and times, are put.

mod directive;
mod language;

pub use directive::{PictureMoment, UnknownDirective, check_directives};
pub use language::{LANGUAGES, Language};

use crate::number::digits;

/// The distance to the next whole number at which a product with the multiplier counts as that number.
///
/// Published results lie on both sides of it: 123456788.99999999 is taken as 123456789, and 1234567889.9999998 is cut.
const CUT_FUZZ: f64 = 1e-7;

/// A picture with its options.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The template: digits stand for digits of the number, or directives for parts of a moment.
    pub template: Vec<u8>,
    /// `PREFIX=`: the text before the first digit.
    pub prefix: Vec<u8>,
    /// `FILL=`: the character before the prefix.
    pub fill: u8,
    /// `MULT=`; without it, a power of ten moves the decimals of the template before the point.
    pub multiplier: Option<f64>,
    /// `NOEDIT`: the template is a text.
    pub is_literal: bool,
    /// `ROUND`: the product is rounded rather than cut.
    pub rounds: bool,
    /// `DATATYPE=`.
    pub moment: Option<PictureMoment>,
    /// `DECSEP=`: the character before decimals.
    pub decimal_separator: u8,
    /// `DIG3SEP=`: the character between groups of three digits.
    pub group_separator: u8,
    /// `LANGUAGE=`: the language of the names of months and days.
    pub language: &'static Language,
}

impl Picture {
    /// Returns a picture without options.
    pub fn new(template: Vec<u8>) -> Self {
        Self {
            template,
            prefix: Vec::new(),
            fill: b' ',
            multiplier: None,
            is_literal: false,
            rounds: false,
            moment: None,
            decimal_separator: b'.',
            group_separator: b',',
            language: &LANGUAGES[0],
        }
    }

    /// Returns the number of digits that it has room for; 0 if it is a text.
    fn selectors(&self) -> usize {
        match self.is_literal {
            true => 0,
            false => self.template.iter().filter(|byte| byte.is_ascii_digit()).count(),
        }
    }

    /// Returns the default width. A prefix has room in the picture, unless a message character begins it.
    pub(super) fn width(&self) -> usize {
        let begins_with_message = !self.template.first().is_some_and(u8::is_ascii_digit);
        let is_number = self.moment.is_none() && self.selectors() > 0;
        let before = match begins_with_message && is_number {
            true => self.prefix.len(),
            false => 0,
        };
        self.template.len() + before
    }

    /// Returns the decimal point of the template: `DECSEP=` as it stands there, or a point that is written as that.
    fn point(&self) -> u8 {
        let separators = [b'.', self.decimal_separator];
        let mut backwards = self.template.iter().rev();
        match backwards.find(|byte| separators.contains(byte)) {
            Some(&last) => last,
            None => b'.',
        }
    }

    /// Returns the factor of numbers.
    pub fn factor(&self) -> f64 {
        self.multiplier.unwrap_or_else(|| {
            let point = self.point();
            let mut after = self.template.iter().skip_while(|byte| **byte != point);
            let decimals = after.by_ref().filter(|byte| byte.is_ascii_digit()).count();
            10f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX))
        })
    }

    /// Returns the character of the template as it is written.
    fn written(&self, character: u8, point: u8) -> u8 {
        // A template with the separators of the United States has those of the options in the result.
        match character {
            _ if point == self.decimal_separator => character,
            b'.' => self.decimal_separator,
            b',' => self.group_separator,
            other => other,
        }
    }

    /// Returns whether it is written as it is, and has nothing of the number.
    pub(super) fn is_label(&self) -> bool {
        self.moment.is_none() && self.selectors() == 0
    }

    /// Appends exactly `width` bytes for a number, which is not missing unless the picture is a label.
    pub(super) fn write(&self, number: f64, width: usize, out: &mut Vec<u8>) -> bool {
        let end = out.len() + width;
        if let Some(moment) = self.moment {
            let fits = directive::write(self, moment, number, out);
            if !fits {
                out.resize(end, b'*');
            }
        } else if self.selectors() == 0 {
            out.extend_from_slice(&self.template);
        } else {
            self.write_digits(number, width, out);
        }
        out.resize(end, b' ');
        true
    }

    /// Appends `width` bytes: the template, aligned to the right, with the digits of a number.
    fn write_digits(&self, number: f64, width: usize, out: &mut Vec<u8>) {
        let mut number_digits = Vec::with_capacity(20);
        self.digits_of(number, &mut number_digits);
        let (selectors, point) = (self.selectors(), self.point());
        let missing = selectors.saturating_sub(number_digits.len());
        let excess = number_digits.len().saturating_sub(selectors);
        let mut given = std::iter::repeat_n(b'0', missing).chain(number_digits[excess..].iter().copied());
        let start = out.len();
        out.resize(start + width.saturating_sub(self.template.len()), self.fill);
        let mut first = None;
        for &character in &self.template {
            let shown = match character.is_ascii_digit() {
                true => {
                    let digit = given.next().unwrap_or(b'0');
                    let is_shown = first.is_some() || digit != b'0' || character != b'0';
                    is_shown.then_some(digit)
                }
                false => first.map(|_| self.written(character, point)),
            };
            if shown.is_some() {
                first.get_or_insert(out.len());
            }
            out.push(shown.unwrap_or(self.fill));
        }
        // A prefix without room is left out.
        if let Some(first) = first
            && first - start >= self.prefix.len()
        {
            out[first - self.prefix.len()..first].copy_from_slice(&self.prefix);
        }
        let too_many = (out.len() - start).saturating_sub(width);
        out.drain(start..start + too_many);
    }

    /// Appends the digits of the product of a number, without its sign and decimals.
    fn digits_of(&self, number: f64, out: &mut Vec<u8>) {
        let product = number.abs() * self.factor();
        let whole = match self.rounds {
            true => product.round(),
            false => (product + CUT_FUZZ).floor(),
        };
        if whole < 1e18 {
            // Fewer than 19 digits.
            digits::push(whole as u64, 1, out);
        } else {
            out.extend(format!("{whole:.0}").bytes().filter(u8::is_ascii_digit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(picture: &Picture, number: f64, width: usize) -> String {
        let mut out = Vec::new();
        picture.write(number, width, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn digits_take_the_places_of_digits() {
        let pay = Picture {
            prefix: b"$".to_vec(),
            ..Picture::new(b"000,009.99".to_vec())
        };
        assert_eq!(text(&pay, 25_500.0, 10), "$25,500.00");
        assert_eq!(text(&pay, 0.0, 10), "     $0.00");
        assert_eq!(text(&pay, 123_456.78, 10), "123,456.78", "a prefix without room");
        assert_eq!(text(&pay, -1.5, 12), "       $1.50");
        assert_eq!(text(&pay, 1e300, 10).len(), 10);
        let million = Picture {
            prefix: b"$".to_vec(),
            multiplier: Some(0.00001),
            ..Picture::new(b"09.9M".to_vec())
        };
        assert_eq!(text(&million, 1_600_000.0, 5), "$1.6M");
    }

    #[test]
    fn zeros_of_the_template_suppress_zeros() {
        let plain = Picture::new(b"0,000".to_vec());
        assert_eq!(text(&plain, 12.0, 5), "   12");
        assert_eq!(text(&plain, 0.0, 5), "     ");
        assert_eq!(text(&Picture::new(b"9,999".to_vec()), 12.0, 5), "0,012");
        let filled = Picture {
            fill: b'*',
            prefix: b"$".to_vec(),
            ..Picture::new(b"00,000,000.00".to_vec())
        };
        assert_eq!(text(&filled, 1259.45, 13), "****$1,259.45");
    }

    #[test]
    fn rounding_and_texts() {
        let thousands = Picture {
            multiplier: Some(0.001),
            rounds: true,
            ..Picture::new(b"009k".to_vec())
        };
        assert_eq!(text(&thousands, 29_761.0, 4), " 30k");
        let message = Picture {
            is_literal: true,
            ..Picture::new(b">1000 miles".to_vec())
        };
        assert_eq!(text(&message, 5.0, 12), ">1000 miles ");
    }

    #[test]
    fn separators_of_other_countries() {
        let as_here = Picture {
            decimal_separator: b',',
            group_separator: b'.',
            ..Picture::new(b"000,009.99".to_vec())
        };
        assert_eq!(text(&as_here, 1234.5, 10), "  1.234,50");
        let as_there = Picture {
            decimal_separator: b',',
            group_separator: b'.',
            ..Picture::new(b"000.009,99".to_vec())
        };
        assert_eq!(text(&as_there, 1234.5, 10), "  1.234,50");
    }
}

//! Integer and floating-point arithmetic.

use std::cmp::Ordering;

use feedrate_values::informat::{Informat, InformatSettings};
use feedrate_values::{Kind, Spec, format, missing, number};

use super::tokens::Operator;

/// The numbers of one arithmetic.
pub(super) trait Arithmetic: Copy + From<bool> {
    /// Parses an operand.
    fn read(text: &str) -> Option<Self>;

    /// Formats the number.
    fn write(&self) -> String;

    /// Computes `+ - * / **`, or returns the reason why there is no result.
    fn compute(self, operator: Operator, other: Self) -> Result<Self, &'static str>;

    /// Returns the number with the opposite sign.
    fn negate(self) -> Result<Self, &'static str>;

    fn compare(self, other: Self) -> Ordering;

    /// Returns whether it counts as true.
    fn holds(self) -> bool;
}

const TOO_GREAT: &str = "a number is too great";
const DIVISION_BY_ZERO: &str = "a division by zero is";

impl Arithmetic for i64 {
    fn read(text: &str) -> Option<Self> {
        match text.strip_suffix(['x', 'X']) {
            Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => Self::from_str_radix(digits, 16).ok(),
            _ => text.parse().ok(),
        }
    }

    fn write(&self) -> String {
        self.to_string()
    }

    fn compute(self, operator: Operator, other: Self) -> Result<Self, &'static str> {
        let result = match operator {
            Operator::Plus => self.checked_add(other),
            Operator::Minus => self.checked_sub(other),
            Operator::Times => self.checked_mul(other),
            Operator::Power => match u32::try_from(other) {
                Ok(power) => self.checked_pow(power),
                // Only 1 and -1 have an integer power other than zero with a negative or very great exponent.
                Err(_) => match self {
                    1 => Some(1),
                    -1 => Some(if other % 2 == 0 { 1 } else { -1 }),
                    0 if other < 0 => return Err(DIVISION_BY_ZERO),
                    0 => Some(0),
                    _ if other < 0 => Some(0),
                    _ => None,
                },
            },
            _ if other == 0 => return Err(DIVISION_BY_ZERO),
            _ => self.checked_div(other),
        };
        result.ok_or(TOO_GREAT)
    }

    fn negate(self) -> Result<Self, &'static str> {
        self.checked_neg().ok_or(TOO_GREAT)
    }

    fn compare(self, other: Self) -> Ordering {
        self.cmp(&other)
    }

    fn holds(self) -> bool {
        self != 0
    }
}

/// A number, or a missing value.
impl Arithmetic for f64 {
    fn read(text: &str) -> Option<Self> {
        if let Some(quote @ ('\'' | '"')) = text.chars().next() {
            let (inner, suffix) = text[1..].rsplit_once(quote)?;
            return moment(inner, suffix);
        }
        match text.strip_suffix(['x', 'X']) {
            Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => {
                // More digits than an integer has are not meant as a number.
                u64::from_str_radix(digits, 16).ok().map(|value| value as Self)
            }
            // An empty text is not an operand, although it is a missing value elsewhere.
            _ if text.trim().is_empty() => None,
            _ => number::parse(text.as_bytes()),
        }
    }

    fn write(&self) -> String {
        let mut out = Vec::new();
        format::write_best(*self, 16, &mut out);
        String::from_utf8_lossy(&out).trim().to_owned()
    }

    fn compute(self, operator: Operator, other: Self) -> Result<Self, &'static str> {
        if missing::is_missing(self) || missing::is_missing(other) {
            return Ok(missing::MISSING);
        }
        let result = match operator {
            Operator::Plus => self + other,
            Operator::Minus => self - other,
            Operator::Times => self * other,
            Operator::Power => self.powf(other),
            _ if other == 0.0 => return Err(DIVISION_BY_ZERO),
            _ => self / other,
        };
        Ok(missing::of_operation(result))
    }

    fn negate(self) -> Result<Self, &'static str> {
        Ok(if missing::is_missing(self) {
            missing::MISSING
        } else {
            -self
        })
    }

    fn compare(self, other: Self) -> Ordering {
        missing::compare(self, other)
    }

    fn holds(self) -> bool {
        !missing::is_missing(self) && self != 0.0
    }
}

/// Returns the value of `'01jan2026'd` and similar literals, given the text in the quotes and the suffix.
fn moment(text: &str, suffix: &str) -> Option<f64> {
    let informat = match suffix.to_ascii_lowercase().as_str() {
        "d" => "DATE.",
        "t" => "TIME.",
        "dt" => "DATETIME.",
        _ => return None,
    };
    let spec: Spec = informat.parse().ok()?;
    let settings = InformatSettings::default();
    let informat = Informat::resolve(&spec, Kind::Number, 8, settings).ok()?;
    // The informat leaves what follows a date; a literal has nothing there.
    let is_date = suffix.eq_ignore_ascii_case("d");
    let is_whole = !is_date || text.trim_end().ends_with(|c: char| c.is_ascii_digit());
    is_whole.then(|| informat.read_number(text.as_bytes()).ok())?
}

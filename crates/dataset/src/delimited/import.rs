//! The columns of a file as PROC IMPORT determines them: an informat, a format and a length from its first rows.

use feedrate_values::informat::{DateOrder, Informat, InformatSettings, plain_text};
use feedrate_values::{Kind, Spec};

use super::guess::is_number;
use crate::file_format::without_blanks;
use crate::schema::{LONGEST_TEXT, Variable};

/// A way to read the values of a column as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Number,
    /// With commas between digits, or a dollar sign.
    Grouped,
    /// `15JAN2020`
    Date,
    MonthDayYear,
    DayMonthYear,
    YearMonthDay,
    Time,
    Datetime,
}

const READINGS: [Reading; 8] = [
    Reading::Number,
    Reading::Grouped,
    Reading::Date,
    Reading::MonthDayYear,
    Reading::DayMonthYear,
    Reading::YearMonthDay,
    Reading::Time,
    Reading::Datetime,
];

/// The common form of the values of a column so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImportGuess {
    settings: InformatSettings,
    /// The readings of all values so far, in the order of [`READINGS`].
    possible: [bool; READINGS.len()],
    /// True if there is a value that is not missing.
    has_values: bool,
    /// The lengths of the longest value and of the longest number.
    longest: usize,
    widest: usize,
}

impl ImportGuess {
    /// Creates the guess of a column without values.
    pub fn new(settings: InformatSettings) -> Self {
        Self {
            settings,
            possible: [true; READINGS.len()],
            has_values: false,
            longest: 0,
            widest: 0,
        }
    }

    /// Returns the settings of its informats.
    pub fn settings(self) -> InformatSettings {
        self.settings
    }

    /// Takes another value, in UTF-8.
    pub fn take(&mut self, text: &[u8]) {
        self.longest = self.longest.max(without_blanks(plain_text(text)).len());
        let text = text.trim_ascii();
        if matches!(text, [] | [b'.']) {
            return;
        }
        self.has_values = true;
        self.widest = self.widest.max(text.len());
        for (reading, is_possible) in READINGS.iter().zip(&mut self.possible) {
            *is_possible = *is_possible && reading.reads(text, self.settings);
        }
    }

    /// Adds the values of other parts of the file.
    pub fn merge(&mut self, other: &Self) {
        for (one, other) in self.possible.iter_mut().zip(other.possible) {
            *one &= other;
        }
        self.has_values |= other.has_values;
        self.longest = self.longest.max(other.longest);
        self.widest = self.widest.max(other.widest);
    }

    /// Returns the variable of the column.
    pub fn variable(self, name: String) -> Variable {
        let spec = |text: &str| text.parse::<Spec>().ok();
        let Some(reading) = self.reading() else {
            let length = self.longest.clamp(1, LONGEST_TEXT as usize);
            return Variable {
                format: spec(&format!("${length}.")),
                informat: spec(&format!("${length}.")),
                ..Variable::text(name, length as u32)
            };
        };
        let (informat, format) = reading.specs(self.widest);
        Variable {
            format: spec(format),
            informat: spec(informat),
            ..Variable::number(name)
        }
    }

    /// Returns the reading of a column of numbers; `None` of a column of texts, or without values.
    fn reading(self) -> Option<Reading> {
        let possible = READINGS.iter().zip(self.possible);
        let mut possible = possible.filter(|(_, is_possible)| *is_possible);
        let first = possible.next().map(|(reading, _)| *reading);
        let is_day_first = self.settings.date_order == DateOrder::DayMonthYear;
        match (self.has_values, first, possible.next()) {
            (false, ..) => None,
            // A date that could be either is in the order of DATESTYLE=.
            (_, Some(Reading::MonthDayYear), Some((Reading::DayMonthYear, _))) if is_day_first => {
                Some(Reading::DayMonthYear)
            }
            (_, first, _) => first,
        }
    }
}

/// Returns the informat of an imported variable.
pub(super) fn informat(variable: &Variable, settings: InformatSettings) -> Option<Informat> {
    let spec = variable.informat.as_ref()?;
    Informat::resolve(spec, variable.kind, variable.length as usize, settings).ok()
}

impl Reading {
    /// Returns whether a value that is not missing is of this form and has a value.
    fn reads(self, text: &[u8], settings: InformatSettings) -> bool {
        let is_formed = match self {
            Self::Number => return is_number(text),
            Self::Grouped => return is_number(text) || is_grouped(text),
            Self::Date => {
                shape(text).is_some_and(|shape| matches!(shape.as_str(), "9A9" | "9-A-9" | "9 A 9" | "9/A/9"))
            }
            Self::MonthDayYear | Self::DayMonthYear => is_date_in_numbers(text, false),
            Self::YearMonthDay => is_date_in_numbers(text, true),
            Self::Time => is_time(text),
            Self::Datetime => text.contains(&b':') && !is_time(text) && !begins_with_hour(text),
        };
        let informat = self.specs(text.len()).0.parse::<Spec>().ok();
        let informat = informat.and_then(|spec| Informat::resolve(&spec, Kind::Number, 8, settings).ok());
        is_formed && informat.is_some_and(|informat| informat.read_number(text).is_ok())
    }

    /// Returns the informat and the format for values of at most so many characters.
    fn specs(self, widest: usize) -> (&'static str, &'static str) {
        match self {
            Self::Number => ("BEST32.", "BEST12."),
            Self::Grouped => ("NLNUM32.", "NLNUM12."),
            Self::Date if widest <= 7 => ("DATE7.", "DATE7."),
            Self::Date if widest <= 9 => ("DATE9.", "DATE9."),
            Self::Date => ("DATE11.", "DATE11."),
            Self::MonthDayYear if widest <= 8 => ("MMDDYY8.", "MMDDYY8."),
            Self::MonthDayYear => ("MMDDYY10.", "MMDDYY10."),
            Self::DayMonthYear if widest <= 8 => ("DDMMYY8.", "DDMMYY8."),
            Self::DayMonthYear => ("DDMMYY10.", "DDMMYY10."),
            Self::YearMonthDay => ("YYMMDD10.", "YYMMDD10."),
            Self::Time => ("TIME20.3", "TIME20.3"),
            Self::Datetime => ("ANYDTDTM40.", "DATETIME."),
        }
    }
}

/// Returns a text with a 9 for each run of digits and an A for each of letters; `None` if it has more than 8 parts.
fn shape(text: &[u8]) -> Option<String> {
    let mut shape = String::new();
    for byte in text {
        let part = match byte {
            b'0'..=b'9' => '9',
            b'a'..=b'z' | b'A'..=b'Z' => 'A',
            other => char::from(*other),
        };
        if !(shape.ends_with(part) && part.is_ascii_alphanumeric()) {
            shape.push(part);
        }
        if shape.len() > 8 {
            return None;
        }
    }
    Some(shape)
}

/// Returns whether a text is `01/15/2020` with the year last or first; of two digits only if it is last.
fn is_date_in_numbers(text: &[u8], year_first: bool) -> bool {
    let Some(separator) = text.iter().find(|byte| !byte.is_ascii_digit()) else {
        return false;
    };
    let mut parts = text.split(|byte| byte == separator);
    let parts = [parts.next(), parts.next(), parts.next(), parts.next()];
    let [Some(a), Some(b), Some(c), None] = parts else {
        return false;
    };
    let (year, others) = match year_first {
        true => (a, [b, c]),
        false => (c, [a, b]),
    };
    let is_number = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    let is_year = year.len() == 4 || !year_first && *separator != b'.' && year.len() == 2;
    matches!(separator, b'/' | b'-' | b'.')
        && is_year
        && others.iter().all(|part| matches!(part.len(), 1 | 2))
        && [a, b, c].into_iter().all(is_number)
}

/// Returns whether a text is a number with commas between its digits by threes, with a dollar sign, or in parentheses.
fn is_grouped(text: &[u8]) -> bool {
    let inner = text
        .strip_prefix(b"(")
        .and_then(|rest| rest.strip_suffix(b")"))
        .unwrap_or(text);
    let inner = inner.strip_prefix(b"-").unwrap_or(inner);
    let inner = inner.strip_prefix(b"$").unwrap_or(inner);
    let inner = inner.strip_prefix(b"-").unwrap_or(inner);
    let (whole, fraction) = match inner.iter().position(|byte| *byte == b'.') {
        Some(point) => (&inner[..point], &inner[point + 1..]),
        None => (inner, &b""[..]),
    };
    let mut groups = whole.split(|byte| *byte == b',');
    let first = groups.next().unwrap_or_default();
    let has_groups = whole.contains(&b',');
    let digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    digits(first)
        && (!has_groups || (1..=3).contains(&first.len()))
        && groups.all(|group| group.len() == 3 && digits(group))
        && digits(fraction)
        && !(first.is_empty() && fraction.is_empty())
}

/// Returns whether a text is `10:30`, with seconds, their fraction and `AM` or `PM` if present.
fn is_time(text: &[u8]) -> bool {
    let upper = text.to_ascii_uppercase();
    let clock = upper
        .strip_suffix(b"AM")
        .or_else(|| upper.strip_suffix(b"PM"))
        .unwrap_or(&upper)
        .trim_ascii_end();
    shape(clock).is_some_and(|shape| matches!(shape.as_str(), "9:9" | "9:9:9" | "9:9:9.9"))
}

/// Returns whether a colon follows the first digits.
fn begins_with_hour(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.get(digits) == Some(&b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(texts: &[&str], settings: InformatSettings) -> String {
        let mut guess = ImportGuess::new(settings);
        for text in texts {
            guess.take(text.as_bytes());
        }
        let variable = guess.variable("x".to_owned());
        let shown = |spec: Option<Spec>| spec.map(|spec| spec.to_string()).unwrap_or_default();
        format!("{} {}", shown(variable.informat), shown(variable.format))
    }

    // Informats and formats in published logs of PROC IMPORT: BEST32. and BEST12., NLNUM32. and NLNUM12. for amounts of
    // money, MMDDYY10., YYMMDD10., DDMMYY10., DATE9., DATE11., TIME20.3, ANYDTDTM40. with DATETIME., $w.
    #[test]
    fn informats_and_formats_by_the_values() {
        for (texts, wanted) in [
            (&["1", "", "-2.5e3", ".", " 7 "][..], "BEST32. BEST12."),
            (&["$1,234.50", "12"], "NLNUM32. NLNUM12."),
            (&["1,234,567", "($5)"], "NLNUM32. NLNUM12."),
            (&["1,23"], "$4. $4."),
            (&["15JAN2020", "1feb2020"], "DATE9. DATE9."),
            (&["15JAN20"], "DATE7. DATE7."),
            (&["15-JAN-2020"], "DATE11. DATE11."),
            (&["15JUX2020"], "$9. $9."),
            (&["01/15/2020", "2/3/2020"], "MMDDYY10. MMDDYY10."),
            (&["01/15/20"], "MMDDYY8. MMDDYY8."),
            (&["01/02/2020", "15/01/2020"], "DDMMYY10. DDMMYY10."),
            (&["2020-01-31", "1999-12-31"], "YYMMDD10. YYMMDD10."),
            (&["2020-01-31", "7"], "$10. $10."),
            (&["10:30", "10:30:15.5"], "TIME20.3 TIME20.3"),
            (&["10:30 PM"], "TIME20.3 TIME20.3"),
            (&["01/15/2020 10:30"], "ANYDTDTM40. DATETIME."),
            (&["2020-01-15T10:30:00"], "ANYDTDTM40. DATETIME."),
            (&["15JAN2020:10:30:00"], "ANYDTDTM40. DATETIME."),
            (&["see: above"], "$10. $10."),
            (&["", "."], "$1. $1."),
            (&["  ab", " . ", ".A"], "$2. $2."),
        ] {
            assert_eq!(guess(texts, InformatSettings::default()), wanted, "{texts:?}");
        }
        let settings = InformatSettings {
            date_order: DateOrder::DayMonthYear,
            ..InformatSettings::default()
        };
        assert_eq!(guess(&["01/02/2020"], settings), "DDMMYY10. DDMMYY10.");
        assert_eq!(guess(&["01/22/2020"], settings), "MMDDYY10. MMDDYY10.");
    }
}

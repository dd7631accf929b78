//! Constants: numbers, missing values, strings, dates and times.

use feedrate_values::calendar::{self, Date, SECONDS_A_DAY};
use feedrate_values::missing;

use crate::parse::cursor::{Cursor, Result, shown};
use crate::token::{Symbol, Token, TokenKind};
use crate::tree::ExpressionKind;

impl Cursor<'_> {
    /// Parses an unsigned constant, which must be next.
    pub(super) fn literal(&mut self) -> Result<ExpressionKind> {
        let Some(token) = self.token(0) else {
            return Err(self.expected("a constant"));
        };
        if token.is_symbol(Symbol::Dot) {
            return self.missing_value();
        }
        if let Some(text) = self.take_text()? {
            return Ok(ExpressionKind::Text(text));
        }
        let number = match token.kind {
            TokenKind::Number => match token.number() {
                Some(number) => number,
                None => {
                    return Err(self.error(format!("{} is too large for a number", shown(token))));
                }
            },
            TokenKind::Date => self.moment(token, "date", "'31JAN2026'd", date)?,
            TokenKind::Time => self.moment(token, "time", "'23:59:59't", |text, _| time(text))?,
            TokenKind::DateTime => self.moment(token, "datetime", "'31JAN2026:23:59:59'dt", datetime)?,
            TokenKind::Bits => {
                return Err(self
                    .error(format!("{} is a pattern of bits, which is not supported", shown(token)))
                    .with_hint("BAND, BOR and BXOR work on the bits of numbers"));
            }
            _ => return Err(self.expected("a constant")),
        };
        self.skip(1);
        Ok(ExpressionKind::Number(number))
    }

    fn moment(&self, token: &Token, what: &str, example: &str, value: fn(&str, i32) -> Option<f64>) -> Result<f64> {
        value(token.text.trim(), self.year_cutoff).ok_or_else(|| {
            let constant = shown(token);
            self.error(format!(
                "Invalid date/time/datetime constant {}.",
                constant.trim_matches('`')
            ))
            .with_hint(format!("a {what} is written as in {example}"))
        })
    }

    /// Parses `.`, `._` and `.A` to `.Z`.
    fn missing_value(&mut self) -> Result<ExpressionKind> {
        self.skip(1);
        let letter = match self.token(0) {
            Some(token) if token.kind == TokenKind::Name && !token.space_before => token,
            _ => return Ok(ExpressionKind::Number(missing::MISSING)),
        };
        // `if x=.then` is the missing value `.` and a word.
        let [byte] = letter.text.as_bytes() else {
            return Ok(ExpressionKind::Number(missing::MISSING));
        };
        let Some(value) = missing::special(*byte) else {
            return Ok(ExpressionKind::Number(missing::MISSING));
        };
        self.skip(1);
        Ok(ExpressionKind::Number(value))
    }
}

/// Returns the days since 1960 of `31JAN2026` or `31-jan-26`.
fn date(text: &str, cutoff: i32) -> Option<f64> {
    let (day, rest) = digits(text, 2)?;
    let rest = part(rest);
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (month, rest) = rest.split_at(letters);
    let month = calendar::month_of_name(month.as_bytes())?;
    let rest = part(rest);
    let (year, after) = digits(rest, 5)?;
    if !after.is_empty() {
        return None;
    }
    let year = i32::try_from(year).ok()?;
    let year = if rest.len() <= 2 {
        calendar::full_year(year, cutoff)
    } else {
        year
    };
    Date::new(year, month, day).map(|date| f64::from(date.days()))
}

/// Returns the seconds since midnight of `9:30`, `23:59:59.5` or `9:30 pm`.
fn time(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let (clock, half) = match lower.strip_suffix("am").or_else(|| lower.strip_suffix('a')) {
        Some(clock) => (clock, Some(0)),
        None => match lower.strip_suffix("pm").or_else(|| lower.strip_suffix('p')) {
            Some(clock) => (clock, Some(12)),
            None => (lower.as_str(), None),
        },
    };
    let (hour, rest) = digits(clock.trim_end(), 5)?;
    // Minutes and seconds may be any number, as in the informat.
    let (minute, rest) = digits(rest.strip_prefix(':')?, 5)?;
    let second: f64 = match rest.strip_prefix(':') {
        Some(seconds) if seconds.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => seconds.parse().ok()?,
        Some(_) => return None,
        None if rest.is_empty() => 0.0,
        None => return None,
    };
    let hour = match half {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(half) => hour % 12 + half,
        None => hour,
    };
    Some(f64::from(hour) * 3600.0 + f64::from(minute) * 60.0 + second)
}

/// Returns the seconds since 1960 of `31JAN2026:23:59:59`; a blank or a `T` may precede the time.
fn datetime(text: &str, cutoff: i32) -> Option<f64> {
    let month = text.find(|c: char| c.is_ascii_alphabetic())?;
    let year = month + text[month..].find(|c: char| c.is_ascii_digit())?;
    let end = text[year..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(text.len(), |at| year + at);
    let days = date(&text[..end], cutoff)?;
    let seconds = match text[end..].strip_prefix([':', ' ', 'T', 't', '/']) {
        Some(clock) => time(clock.trim_start())?,
        None if end == text.len() => 0.0,
        None => return None,
    };
    Some(days * SECONDS_A_DAY + seconds)
}

/// Parses an integer of at most `most` digits, and returns it with what follows.
fn digits(text: &str, most: usize) -> Option<(u32, &str)> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = (1..=most).contains(&count).then(|| text[..count].parse().ok())??;
    Some((number, &text[count..]))
}

/// Skips the separator that is allowed between day, month and year.
fn part(text: &str) -> &str {
    text.strip_prefix(['-', '/', ' ', '.']).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_since_1960() {
        assert_eq!(date("01JAN1960", 1926), Some(0.0));
        assert_eq!(date("1jan1960", 1926), Some(0.0));
        assert_eq!(date("31-Dec-59", 1926), Some(-1.0));
        assert_eq!(date("31-Dec-25", 1926), date("31DEC2025", 1926));
        assert_eq!(date("31-Dec-25", 1900), date("31DEC1925", 1926));
        for text in [
            "",
            "1",
            "JAN1960",
            "01JAN",
            "30FEB2020",
            "01JAN2020x",
            "1é1",
            "001JAN2020",
            "01JAN1",
        ] {
            let expected = if text == "01JAN1" {
                date("01JAN2001", 1926)
            } else {
                None
            };
            assert_eq!(date(text, 1926), expected, "{text}");
        }
    }

    #[test]
    fn times_are_seconds_since_midnight() {
        assert_eq!(time("0:00"), Some(0.0));
        assert_eq!(time("9:30"), Some(34_200.0));
        assert_eq!(time("23:59:59.5"), Some(86_399.5));
        assert_eq!(time("12:00 am"), Some(0.0));
        assert_eq!(time("1:30PM"), Some(48_600.0));
        assert_eq!(time("3:19:60"), time("3:20"));
        assert_eq!(time("9:60"), time("10:00"));
        for text in ["", "9", "9:", "9:30x", "13:00pm", "9:30:nan", "é:30"] {
            assert_eq!(time(text), None, "{text}");
        }
    }

    #[test]
    fn datetimes_are_seconds_since_1960() {
        assert_eq!(datetime("02JAN1960:00:00:01", 1926), Some(86_401.0));
        assert_eq!(datetime("02JAN60 0:01", 1926), Some(86_460.0));
        assert_eq!(datetime("02JAN1960", 1926), Some(86_400.0));
        for text in ["", "02JAN1960x", "02JAN1960:", "0:00", "é"] {
            assert_eq!(datetime(text, 1926), None, "{text}");
        }
    }
}

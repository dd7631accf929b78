//! The directives of pictures for dates, times and datetimes: `%Y`, `%0m`, `%A`.

use super::Picture;
use crate::calendar::{Date, SECONDS_A_DAY, is_leap};
use crate::number::digits;

/// The meaning of the numbers that a picture with directives shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureMoment {
    /// `DATATYPE=DATE`: days since 1960.
    Date,
    /// `DATATYPE=TIME`: seconds since midnight.
    Time,
    /// `DATATYPE=DATETIME`: seconds since 1960.
    Datetime,
    /// `DATATYPE=DATETIME_UTIL`: seconds since 1960, midnight being 24:00 of the day before.
    DatetimeUtil,
}

impl PictureMoment {
    /// Returns the one of a word for `DATATYPE=`, in any case.
    pub fn of(word: &str) -> Option<Self> {
        let mut all = [Self::Date, Self::Time, Self::Datetime, Self::DatetimeUtil].into_iter();
        all.find(|moment| moment.name().eq_ignore_ascii_case(word))
    }

    /// Returns the word for `DATATYPE=`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Date => "DATE",
            Self::Time => "TIME",
            Self::Datetime => "DATETIME",
            Self::DatetimeUtil => "DATETIME_UTIL",
        }
    }
}

/// The error for a directive that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no directive %{0} of dates and times; there are {LETTERS}, and %% for a percent sign")]
pub struct UnknownDirective(String);

/// The letters of the directives.
const LETTERS: &str = "%a %A %b %B %C %d %D %e %F %G %H %I %j %m %M %n %o %p %S %u %U %V %w %W %y %Y";

/// A piece of a template.
enum Piece<'t> {
    Text(&'t [u8]),
    Directive {
        letter: u8,
        /// A zero before the letter: numbers have leading zeros.
        has_zeros: bool,
        /// Another number before the letter: names have at most so many letters.
        most: Option<usize>,
    },
}

/// Checks the directives of a template.
///
/// # Errors
///
/// Returns the first one that does not exist.
pub fn check_directives(template: &[u8]) -> Result<(), UnknownDirective> {
    let unknown = pieces(template).find_map(|piece| match piece {
        Piece::Directive { letter, .. } if letter != b'%' && !is_directive(letter) => Some(letter),
        _ => None,
    });
    match unknown {
        Some(letter) => Err(UnknownDirective(char::from(letter).to_string())),
        None => Ok(()),
    }
}

fn is_directive(letter: u8) -> bool {
    letter.is_ascii_alphabetic() && LETTERS.as_bytes().contains(&letter)
}

/// Returns the texts and directives of a template.
fn pieces(template: &[u8]) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        if first != b'%' {
            let end = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            rest = after;
            return Some(Piece::Text(text));
        }
        let flags = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let Some(&letter) = rest.get(1 + flags) else {
            return Some(Piece::Text(std::mem::take(&mut rest)));
        };
        let digits = &rest[1..=flags];
        let most = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        rest = &rest[2 + flags..];
        Some(Piece::Directive {
            letter,
            has_zeros: digits.first() == Some(&b'0'),
            most: most.filter(|most| *most > 0),
        })
    })
}

/// A date and a time of day, with the days of a duration.
struct Clock {
    date: Date,
    days: f64,
    hour: u32,
    minute: u32,
    second: u32,
}

impl Clock {
    /// Returns the parts of a number; `None` if it is outside of the calendar.
    fn of(moment: PictureMoment, number: f64, rounds: bool) -> Option<Self> {
        if moment == PictureMoment::Date {
            let days = number.floor();
            return Some(Self {
                date: Date::of(days)?,
                days,
                hour: 0,
                minute: 0,
                second: 0,
            });
        }
        let whole = if rounds { number.round() } else { number.floor() };
        let days = (whole / SECONDS_A_DAY).floor();
        // The seconds of a day, which are fewer than 86,400.
        let seconds = (whole - days * SECONDS_A_DAY) as u32;
        let is_end = moment == PictureMoment::DatetimeUtil && seconds == 0;
        let days = if is_end { days - 1.0 } else { days };
        Some(Self {
            date: Date::of(days)?,
            days,
            hour: if is_end { 24 } else { seconds / 3600 },
            minute: seconds / 60 % 60,
            second: seconds % 60,
        })
    }

    fn half_day_hour(&self) -> u32 {
        match self.hour % 12 {
            0 => 12,
            hour => hour,
        }
    }

    /// Returns the number of the week whose first day has a number from 0, Sunday, of the week.
    fn week_from(&self, first: u32) -> u32 {
        let weekday = (self.date.weekday() + 6 - first) % 7;
        (self.date.day_of_year() + 6 - weekday) / 7
    }

    /// Returns the year and week by ISO 8601.
    fn iso_week(&self) -> (i32, u32) {
        let weekday = (self.date.weekday() + 5) % 7 + 1;
        let week = (self.date.day_of_year() + 10 - weekday) / 7;
        let year = self.date.year();
        match week {
            0 => (year - 1, weeks_of(year - 1)),
            week if week > weeks_of(year) => (year + 1, 1),
            week => (year, week),
        }
    }
}

/// Returns how many weeks a year has by ISO 8601.
fn weeks_of(year: i32) -> u32 {
    // The weekday of 1 January, 5 for Thursday.
    let first = Date::new(year, 1, 1).map_or(0, Date::weekday);
    match first == 5 || first == 4 && is_leap(year) {
        true => 53,
        false => 52,
    }
}

/// Appends the text of a number; `false` if it is outside of the calendar.
pub(super) fn write(picture: &Picture, moment: PictureMoment, number: f64, out: &mut Vec<u8>) -> bool {
    let Some(clock) = Clock::of(moment, number, picture.rounds) else {
        return false;
    };
    for piece in pieces(&picture.template) {
        match piece {
            Piece::Text(text) => out.extend_from_slice(text),
            Piece::Directive {
                letter,
                has_zeros,
                most,
            } => match name_of(letter, picture, &clock) {
                Some((name, least)) => put_name(&name, least, most, out),
                None => put_number(letter, has_zeros, &clock, out),
            },
        }
    }
    true
}

/// Returns the text of a directive for names, with its least width; `None` of one for numbers.
fn name_of(letter: u8, picture: &Picture, clock: &Clock) -> Option<(String, usize)> {
    let language = picture.language;
    let month = language.months[clock.date.month() as usize - 1];
    let weekday = language.weekdays[clock.date.weekday() as usize - 1];
    let short = |name: &str| name.chars().take(3).collect::<String>();
    let longest = |names: &[&str]| names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let of = |name: String| Some((name, 0));
    match letter {
        b'a' => of(short(weekday)),
        b'A' => of(weekday.to_owned()),
        // In English in capitals, as in DATE9.
        b'b' if language.name == "ENGLISH" => of(short(month).to_uppercase()),
        b'b' => of(short(month)),
        b'B' => of(month.to_owned()),
        b'C' => Some((month.to_owned(), longest(&language.months))),
        b'F' => Some((weekday.to_owned(), longest(&language.weekdays))),
        b'p' => of(if clock.hour % 24 < 12 { "AM" } else { "PM" }.to_owned()),
        b'%' => of("%".to_owned()),
        _ => None,
    }
}

fn put_name(name: &str, least: usize, most: Option<usize>, out: &mut Vec<u8>) {
    let letters = name.chars().count();
    let mut bytes = [0; 4];
    for letter in name.chars().take(most.unwrap_or(letters)) {
        out.extend_from_slice(letter.encode_utf8(&mut bytes).as_bytes());
    }
    out.resize(out.len() + least.saturating_sub(letters), b' ');
}

fn put_number(letter: u8, has_zeros: bool, clock: &Clock, out: &mut Vec<u8>) {
    let date = clock.date;
    let year = date.year().unsigned_abs();
    // The number, how many digits it has with leading zeros, and whether blanks stand for them.
    let (number, places, is_padded) = match letter {
        b'd' => (date.day(), 2, false),
        b'D' => return digits::push(u64::from(date.day()), 2, out),
        b'e' => (date.day(), 2, true),
        b'G' => (clock.iso_week().0.unsigned_abs(), 4, false),
        b'H' => (clock.hour, 2, false),
        b'I' => (clock.half_day_hour(), 2, false),
        b'j' => (date.day_of_year(), 3, false),
        b'm' => (date.month(), 2, false),
        b'M' => (clock.minute, 2, false),
        b'n' => {
            // The days of a duration, of which there are fewer than 10 million in the calendar.
            return digits::push(clock.days.abs() as u64, 1, out);
        }
        b'o' => (date.month(), 2, true),
        b'S' => (clock.second, 2, false),
        b'u' => ((date.weekday() + 5) % 7 + 1, 1, false),
        b'U' => (clock.week_from(0), 2, false),
        b'V' => (clock.iso_week().1, 2, false),
        b'w' => (date.weekday(), 1, false),
        b'W' => (clock.week_from(1), 2, false),
        b'y' => (year % 100, 2, false),
        // `%Y`; others were refused.
        _ => return digits::push(u64::from(year), 4, out),
    };
    if is_padded && number < 10 {
        out.push(b' ');
    }
    digits::push(u64::from(number), if has_zeros { places } else { 1 }, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(moment: PictureMoment, template: &str, number: f64) -> String {
        let picture = Picture::new(template.into());
        let mut out = Vec::new();
        assert!(write(&picture, moment, number, &mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn directives_are_parts_of_dates_and_times() {
        // 9 March 2018, 07:02:25.
        let number = 21_252.0 * SECONDS_A_DAY + 25_345.0;
        let of = |template| text(PictureMoment::Datetime, template, number);
        assert_eq!(of("%0d.%0m.%Y %0H:%0M:%0S"), "09.03.2018 07:02:25");
        assert_eq!(of("%d/%m/%0y %H:%M:%S %p"), "9/3/18 7:2:25 AM");
        assert_eq!(of("%A, %B %D,%Y"), "Friday, March 09,2018");
        assert_eq!(of("%0d-%b-%Y %3B %a"), "09-MAR-2018 Mar Fri");
        assert_eq!(of("%j %0j %U %W %V %G %w %u"), "68 068 9 10 10 2018 6 5");
        assert_eq!(of("%e %o|%C|100%%"), " 9  3|March    |100%");
    }

    #[test]
    fn midnight_and_durations() {
        let day = 21_252.0 * SECONDS_A_DAY;
        assert_eq!(text(PictureMoment::DatetimeUtil, "%d %0H:%0M", day), "8 24:00");
        assert_eq!(text(PictureMoment::Time, "%I:%0M %p", 45_000.0), "12:30 PM");
        assert_eq!(text(PictureMoment::Time, "%n %H", 90_000.0), "1 1");
    }

    #[test]
    fn unknown_directives_are_refused() {
        assert!(check_directives(b"%0d %% %3B").is_ok());
        assert!(check_directives(b"%Q").unwrap_err().to_string().contains("%Q"));
        assert!(check_directives(b"100%").is_ok());
    }
}

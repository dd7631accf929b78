//! Functions of dates, times and datetimes.

mod difference;
pub(super) mod holiday;
mod interval;
mod interval_kinds;
pub(super) mod intervals;
pub(super) mod seasons;

use super::{ArgumentKind, Arguments, Context, Function, initial, number_at, text_at};
use crate::calendar::{Date, SECONDS_A_DAY, full_year};
use crate::missing::{self, MISSING};
use crate::value::Value;

pub(super) use interval::{Interval, Values};

use ArgumentKind::{Number, Text};

const DATES_AND_BASIS: &[ArgumentKind] = &[Number, Number, Text];

/// The functions that use the time.
pub(super) const ASK_THE_CLOCK: &[&str] = &["DATE", "DATETIME", "TIME", "TODAY", "WEEK"];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::numbers("DATE", 0, 0, |context, _| today(context)),
    Function::numbers("TODAY", 0, 0, |context, _| today(context)),
    Function::numbers("DATETIME", 0, 0, |context, _| context.clock.datetime()),
    Function::numbers("TIME", 0, 0, |context, _| time_of_day(context.clock.datetime())),
    Function::unary("YEAR", |x| of_date(x, |date| date.year().into())),
    Function::unary("MONTH", |x| of_date(x, |date| date.month().into())),
    Function::unary("DAY", |x| of_date(x, |date| date.day().into())),
    Function::unary("QTR", |x| of_date(x, |date| date.quarter().into())),
    Function::unary("WEEKDAY", |x| of_date(x, |date| date.weekday().into())),
    Function::number("WEEK", Arguments::between(0, 2, &[Number, Text]), week),
    Function::unary("HOUR", |x| (time_of_day(x) / 3600.0).floor()),
    Function::unary("MINUTE", |x| (time_of_day(x) / 60.0).floor() % 60.0),
    Function::unary("SECOND", |x| time_of_day(x) % 60.0),
    Function::unary("DATEPART", |x| (x / SECONDS_A_DAY).floor()),
    Function::unary("TIMEPART", time_of_day),
    Function::numbers("MDY", 3, 3, |context, x| match *x {
        [month, day, year] => date_of_parts(context, [year, month, day], [2, 0, 1]),
        _ => MISSING,
    }),
    Function::numbers("YYQ", 2, 2, |context, x| match *x {
        [_, quarter] if !quarter.is_nan() && !(1.0..5.0).contains(&quarter) => context.invalid(1),
        [year, quarter] => date_of_parts(context, [year, quarter.trunc() * 3.0 - 2.0, 1.0], [0, 1, 1]),
        _ => MISSING,
    }),
    Function::numbers("HMS", 3, 3, |_, x| match *x {
        [hours, minutes, seconds] => sum(0.0, hours, minutes, seconds),
        _ => MISSING,
    }),
    Function::numbers("DHMS", 4, 4, |_, x| match *x {
        [days, hours, minutes, seconds] => sum(days, hours, minutes, seconds),
        _ => MISSING,
    }),
    Function::numbers("JULDATE", 1, 1, |context, x| {
        let span = context.informats.year_cutoff..context.informats.year_cutoff.saturating_add(100);
        julian(context, x, |year| {
            if span.contains(&year) {
                year.rem_euclid(100)
            } else {
                year
            }
        })
    }),
    Function::numbers("JULDATE7", 1, 1, |context, x| julian(context, x, |year| year)),
    Function::numbers("DATEJUL", 1, 1, date_of_julian),
    Function::number("YRDIF", Arguments::between(2, 3, DATES_AND_BASIS), difference::years),
    Function::number("DATDIF", Arguments::exactly(DATES_AND_BASIS), difference::days),
];

fn today(context: &Context<'_>) -> f64 {
    (context.clock.datetime() / SECONDS_A_DAY).floor()
}

/// Returns the seconds since midnight of a datetime or a time; missing values stay missing.
fn time_of_day(seconds: f64) -> f64 {
    seconds - (seconds / SECONDS_A_DAY).floor() * SECONDS_A_DAY
}

/// Returns an element of a date; missing outside of the calendar.
fn of_date(days: f64, part: fn(Date) -> f64) -> f64 {
    Date::of(days).map_or(MISSING, part)
}

/// Returns a year of two digits with its century, and any other as it is.
fn with_century(context: &Context<'_>, year: i32) -> i32 {
    match year {
        0..100 => full_year(year, context.informats.year_cutoff),
        _ => year,
    }
}

fn sum(days: f64, hours: f64, minutes: f64, seconds: f64) -> f64 {
    missing::of_operation(days * SECONDS_A_DAY + hours * 3600.0 + minutes * 60.0 + seconds)
}

/// Returns the date of a year, month and day, ignoring fractions, given also the positions of these arguments in the
/// call.
fn date_of_parts(context: &mut Context<'_>, parts: [f64; 3], positions: [usize; 3]) -> f64 {
    if parts.iter().any(|part| part.is_nan()) {
        return MISSING;
    }
    // Casts saturate, at values outside of the calendar.
    let [year, month, day] = parts.map(|part| part as i32);
    let year = with_century(context, year);
    let unsigned = |part: i32| u32::try_from(part).unwrap_or(0);
    if let Some(date) = Date::new(year, unsigned(month), unsigned(day)) {
        return date.days().into();
    }
    // The invalid argument is the first that no values of the others could make valid.
    let blame = if Date::new(year, 1, 1).is_none() {
        0
    } else if Date::new(year, unsigned(month), 1).is_none() {
        1
    } else {
        2
    };
    context.invalid(positions[blame])
}

/// `WEEK(date, descriptor)`: `U` counts weeks from the first Sunday of the year, `W` from the first
/// Monday, with days before it in week 0; `V` is ISO 8601.
fn week(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let days = if arguments.is_empty() {
        today(context)
    } else {
        number_at(arguments, 0)
    };
    if days.is_nan() {
        return MISSING;
    }
    let Some(date) = Date::of(days) else {
        return context.invalid(0);
    };
    let day_of_year = date.day_of_year();
    // Days since Monday; Monday is the first day in ISO 8601.
    let since_monday = (date.weekday() + 5) % 7;
    let descriptor = initial(text_at(arguments, 1));
    match descriptor {
        None | Some(b'U') => f64::from((day_of_year + 7 - date.weekday()) / 7),
        Some(b'W') => f64::from((day_of_year + 6 - since_monday) / 7),
        Some(b'V') => {
            // The week belongs to the year of its Thursday.
            let thursday = date.days() - since_monday as i32 + 3;
            Date::from_days(thursday).map_or(MISSING, |thursday| f64::from((thursday.day_of_year() - 1) / 7 + 1))
        }
        Some(_) => context.invalid(1),
    }
}

/// Returns the year and the day of the year as one number, `yyyyddd`.
fn julian(context: &mut Context<'_>, x: &[f64], shorten: impl Fn(i32) -> i32) -> f64 {
    match x {
        [days] if days.is_nan() => MISSING,
        [days] => match Date::of(*days) {
            Some(date) => f64::from(shorten(date.year()) * 1000) + f64::from(date.day_of_year()),
            None => context.invalid(0),
        },
        _ => MISSING,
    }
}

/// Returns the date of a number `yyddd` or `yyyyddd`.
fn date_of_julian(context: &mut Context<'_>, x: &[f64]) -> f64 {
    let &[number] = x else { return MISSING };
    if number.is_nan() {
        return MISSING;
    }
    let number = number as i32;
    let (year, day) = (number.div_euclid(1000), number.rem_euclid(1000));
    let year = with_century(context, year);
    match Date::new(year, 1, 1).zip(Date::new(year, 12, 31)) {
        Some((first, last)) if day >= 1 && first.days() + day - 1 <= last.days() => f64::from(first.days() + day - 1),
        _ => context.invalid(0),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::{NOW, call, invalid, number};
    use crate::calendar::Date;
    use crate::missing::MISSING;
    use crate::value::Value;

    /// The number of a date.
    pub(in crate::function) fn day(year: i32, month: u32, day: u32) -> f64 {
        Date::new(year, month, day).unwrap().days().into()
    }

    #[test]
    fn the_present() {
        assert_eq!(number("TODAY", &[]), day(2024, 3, 15));
        assert_eq!(number("DATE", &[]), day(2024, 3, 15));
        assert_eq!(number("DATETIME", &[]), NOW.0);
        assert_eq!(number("TIME", &[]), 13.0 * 3600.0 + 45.0 * 60.0 + 30.25);
    }

    #[test]
    fn parts() {
        let date = day(2019, 10, 31);
        for (name, want) in [
            ("YEAR", 2019.0),
            ("MONTH", 10.0),
            ("DAY", 31.0),
            ("QTR", 4.0),
            ("WEEKDAY", 5.0),
        ] {
            assert_eq!(number(name, &[date]), want, "{name}");
            assert_eq!(number(name, &[date + 0.9]), want, "{name}");
            assert!(invalid(name, &[1e12]), "{name}");
            assert!(!invalid(name, &[MISSING]), "{name}");
        }
        for seconds in [NOW.0, NOW.0 - 86_400.0 * 30_000.0] {
            assert_eq!(number("HOUR", &[seconds]), 13.0);
            assert_eq!(number("MINUTE", &[seconds]), 45.0);
            assert_eq!(number("SECOND", &[seconds]), 30.25);
            assert_eq!(number("TIMEPART", &[seconds]), 49_530.25);
        }
        assert_eq!(number("DATEPART", &[NOW.0]), day(2024, 3, 15));
        assert_eq!(number("DATEPART", &[-1.0]), -1.0);
    }

    #[test]
    fn composing() {
        assert_eq!(number("MDY", &[8.0, 27.0, 1990.0]), day(1990, 8, 27));
        assert_eq!(number("MDY", &[8.0, 27.0, 90.0]), day(1990, 8, 27));
        assert_eq!(number("MDY", &[8.0, 27.0, 25.0]), day(2025, 8, 27));
        assert_eq!(number("YYQ", &[2001.0, 3.0]), day(2001, 7, 1));
        assert_eq!(number("HMS", &[12.0, 45.0, 10.0]), 45_910.0);
        assert_eq!(number("DHMS", &[1.0, 0.0, 0.0, 15.5]), 86_415.5);
        assert!(number("HMS", &[1.0, MISSING, 0.0]).is_nan());
        for parts in [
            [2.0, 30.0, 2000.0],
            [13.0, 1.0, 2000.0],
            [1.0, 1.0, 1e9],
            [0.0, -1.0, 2000.0],
        ] {
            assert!(invalid("MDY", &parts), "{parts:?}");
        }
        assert!(invalid("YYQ", &[2001.0, 5.0]));
        assert!(!invalid("MDY", &[1.0, MISSING, 2000.0]));
    }

    #[test]
    fn julian_dates() {
        assert_eq!(number("JULDATE", &[day(1999, 12, 31)]), 99_365.0);
        assert_eq!(number("JULDATE", &[day(1899, 12, 31)]), 1_899_365.0);
        assert_eq!(number("JULDATE7", &[day(1999, 12, 31)]), 1_999_365.0);
        assert_eq!(number("DATEJUL", &[99_365.0]), day(1999, 12, 31));
        assert_eq!(number("DATEJUL", &[1_999_001.0]), day(1999, 1, 1));
        assert!(invalid("DATEJUL", &[1_999_366.0]));
        assert!(invalid("DATEJUL", &[1_999_000.0]));
    }

    #[test]
    fn weeks() {
        let week = |date: f64, descriptor: &str| {
            call("WEEK", &[Value::Number(date), Value::Text(descriptor.as_bytes())]).unwrap()
        };
        // 2006 began on a Sunday.
        assert_eq!(week(day(2006, 1, 1), "v"), 52.0);
        assert_eq!(week(day(2006, 1, 1), "u"), 1.0);
        assert_eq!(week(day(2006, 1, 1), "w"), 0.0);
        assert_eq!(week(day(2005, 12, 30), "v"), 52.0);
        assert_eq!(week(day(2006, 1, 2), "w"), 1.0);
        assert_eq!(week(day(2004, 12, 31), "v"), 53.0);
        assert!(week(day(2006, 1, 1), "x").is_nan());
    }
}

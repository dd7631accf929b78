//! Holidays, and the weekdays of months.

use super::super::{ArgumentKind, Arguments, Context, Function, number_at, text_at};
use crate::calendar::{Date, days_in_month};
use crate::missing::MISSING;
use crate::value::trim;

use ArgumentKind::{Number, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::number("HOLIDAY", Arguments::exactly(&[Text, Number]), |context, x| {
        let name = trim(text_at(x, 0)).trim_ascii_start();
        let year = number_at(x, 1);
        if year.is_nan() {
            return MISSING;
        }
        let Some((_, rule)) = HOLIDAYS
            .iter()
            .find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes()))
        else {
            return context.invalid(0);
        };
        // Casts saturate, at years outside of the calendar.
        rule.day_of(year as i32).map_or_else(|| context.invalid(1), f64::from)
    }),
    Function::numbers("NWKDOM", 4, 4, weekday_of_month),
];

/// The rule by which a holiday moves.
#[derive(Clone, Copy)]
enum Rule {
    /// A day of a month.
    Fixed(u32, u32),
    /// The nth weekday of a month, 1 for Sunday; the 5th is the last.
    Weekday(u32, u32, u32),
    /// Easter Sunday of the Gregorian calendar.
    Easter,
    /// The Monday on or before a day of a month.
    MondayBefore(u32, u32),
    /// A day of a month, or the Monday after it if it is a Sunday; if the flag is set, the Friday before a Saturday.
    Observed(u32, u32, bool),
}

const HOLIDAYS: &[(&str, Rule)] = &[
    ("BOXING", Rule::Fixed(12, 26)),
    ("CANADA", Rule::Fixed(7, 1)),
    ("CANADAOBSERVED", Rule::Observed(7, 1, false)),
    ("CHRISTMAS", Rule::Fixed(12, 25)),
    ("COLUMBUS", Rule::Weekday(2, 2, 10)),
    ("EASTER", Rule::Easter),
    ("FATHERS", Rule::Weekday(3, 1, 6)),
    ("HALLOWEEN", Rule::Fixed(10, 31)),
    ("LABOR", Rule::Weekday(1, 2, 9)),
    ("MLK", Rule::Weekday(3, 2, 1)),
    ("MEMORIAL", Rule::Weekday(5, 2, 5)),
    ("MOTHERS", Rule::Weekday(2, 1, 5)),
    ("NEWYEAR", Rule::Fixed(1, 1)),
    ("THANKSGIVING", Rule::Weekday(4, 5, 11)),
    ("THANKSGIVINGCANADA", Rule::Weekday(2, 2, 10)),
    ("USINDEPENDENCE", Rule::Fixed(7, 4)),
    ("USPRESIDENTS", Rule::Weekday(3, 2, 2)),
    ("VALENTINES", Rule::Fixed(2, 14)),
    ("VETERANS", Rule::Fixed(11, 11)),
    ("VETERANSUSG", Rule::Observed(11, 11, true)),
    ("VETERANSUSPS", Rule::Observed(11, 11, false)),
    ("VICTORIA", Rule::MondayBefore(5, 24)),
];

impl Rule {
    /// Returns the day of a year, if that is in the calendar.
    fn day_of(self, year: i32) -> Option<i32> {
        match self {
            Self::Fixed(month, day) => Date::new(year, month, day).map(Date::days),
            Self::Weekday(n, weekday, month) => nth_weekday(n, weekday, month, year),
            Self::Easter => easter(year),
            Self::MondayBefore(month, day) => {
                let date = Date::new(year, month, day)?;
                Some(date.days() - (date.weekday() as i32 + 5) % 7)
            }
            Self::Observed(month, day, before_saturday) => {
                let date = Date::new(year, month, day)?;
                let moved = match date.weekday() {
                    1 => 1,
                    7 if before_saturday => -1,
                    _ => 0,
                };
                Some(date.days() + moved)
            }
        }
    }
}

/// Returns the nth weekday of a month, 1 for Sunday; the 5th is the last, also if there are only four.
fn nth_weekday(n: u32, weekday: u32, month: u32, year: i32) -> Option<i32> {
    let first = Date::new(year, month, 1)?;
    let day = 1 + (weekday + 7 - first.weekday()) % 7 + 7 * (n - 1);
    let day = if day > days_in_month(year, month) { day - 7 } else { day };
    Some(first.days() + day as i32 - 1)
}

/// Returns Easter Sunday by the anonymous algorithm of 1876 (Nature 13).
fn easter(year: i32) -> Option<i32> {
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let sum = h + l - 7 * m + 114;
    Date::new(year, u32::try_from(sum / 31).ok()?, u32::try_from(sum % 31 + 1).ok()?).map(Date::days)
}

/// `NWKDOM(n, weekday, month, year)`.
fn weekday_of_month(context: &mut Context<'_>, x: &[f64]) -> f64 {
    let &[n, weekday, month, year] = x else { return MISSING };
    if x.iter().any(|number| number.is_nan()) {
        return MISSING;
    }
    for (position, (number, most)) in [(n, 5.0), (weekday, 7.0), (month, 12.0)].into_iter().enumerate() {
        if number.fract() != 0.0 || !(1.0..=most).contains(&number) {
            return context.invalid(position);
        }
    }
    let day = nth_weekday(n as u32, weekday as u32, month as u32, year as i32);
    day.map_or_else(|| context.invalid(3), f64::from)
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call, invalid, number};
    use super::super::tests::day;
    use crate::value::Value;

    #[test]
    fn days_that_move() {
        let holiday = |name: &str, year: f64| call("HOLIDAY", &[Value::Text(name.as_bytes()), Value::Number(year)]);
        for (name, year, want) in [
            ("easter", 2024.0, day(2024, 3, 31)),
            ("EASTER ", 2000.0, day(2000, 4, 23)),
            ("memorial", 2024.0, day(2024, 5, 27)),
            ("labor", 2025.0, day(2025, 9, 1)),
            ("veteransusg", 2023.0, day(2023, 11, 10)),
            ("veteransusps", 2018.0, day(2018, 11, 12)),
            ("canadaobserved", 2018.0, day(2018, 7, 2)),
            ("victoria", 2021.0, day(2021, 5, 24)),
        ] {
            assert_eq!(holiday(name, year), Some(want), "{name} {year}");
        }
        assert!(holiday("none", 2024.0).is_some_and(f64::is_nan));
        assert_eq!(number("NWKDOM", &[5.0, 2.0, 2.0, 2021.0]), day(2021, 2, 22));
        assert!(invalid("NWKDOM", &[6.0, 2.0, 2.0, 2021.0]));
    }
}

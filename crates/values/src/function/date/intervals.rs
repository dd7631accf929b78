//! `INTNX`, which advances by intervals, and `INTCK`, which counts them.

use super::super::{ArgumentKind, Arguments, Context, Function, initial, number_at, text_at};
use super::interval::{Interval, Values};
use crate::calendar::{Date, SECONDS_A_DAY};
use crate::missing::MISSING;
use crate::value::Value;

use ArgumentKind::{Number, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::number(
        "INTNX",
        Arguments::between(3, 4, &[Text, Number, Number, Text]),
        advance,
    ),
    Function::number("INTCK", Arguments::between(3, 4, &[Text, Number, Number, Text]), count),
];

/// Larger times and counts are outside of the calendar for any interval.
const MOST: f64 = 1e15;

const DAY: i64 = 86_400;

/// A value in the unit of its interval, and the rest.
pub(super) struct Split {
    /// Days or seconds.
    pub(super) whole: i64,
    /// The seconds of the day of a datetime, or the fraction of a second.
    rest: f64,
}

impl Split {
    /// Splits a value; `None` outside of the calendar.
    pub(super) fn of(value: f64, values: Values) -> Option<Self> {
        if value.abs() >= MOST {
            return None;
        }
        Some(match values {
            Values::Dates => Self {
                whole: Date::of(value)?.days().into(),
                rest: 0.0,
            },
            Values::Datetimes => {
                let (date, rest) = Date::of_datetime(value)?;
                Self {
                    whole: date.days().into(),
                    rest,
                }
            }
            Values::Seconds => Self {
                whole: value.floor() as i64,
                rest: value - value.floor(),
            },
        })
    }
}

/// The position of the result in the interval.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alignment {
    Beginning,
    Middle,
    End,
    Same,
}

/// `INTNX(interval, from, count, alignment)`.
fn advance(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let (from, count) = (number_at(arguments, 1), number_at(arguments, 2));
    if from.is_nan() || count.is_nan() {
        return MISSING;
    }
    let Some(interval) = Interval::of_name(text_at(arguments, 0)) else {
        return context.invalid(0);
    };
    let alignment = match initial(text_at(arguments, 3)) {
        None | Some(b'B') => Alignment::Beginning,
        Some(b'M') => Alignment::Middle,
        Some(b'E') => Alignment::End,
        Some(b'S') => Alignment::Same,
        Some(_) => return context.invalid(3),
    };
    let Some(from) = Split::of(from, interval.values) else {
        return context.invalid(1);
    };
    if count.abs() >= MOST {
        return context.invalid(2);
    }
    match aligned(&interval, &from, count as i64, alignment) {
        Some(value) => value,
        None => context.invalid(2),
    }
}

/// Returns the value some intervals later; `None` outside of the calendar.
fn aligned(interval: &Interval, from: &Split, count: i64, alignment: Alignment) -> Option<f64> {
    // The unit of the interval in units of the value.
    let unit = if interval.values == Values::Datetimes { DAY } else { 1 };
    let value = if alignment == Alignment::Same {
        let whole = interval.same(from.whole, count)?.checked_mul(unit)?;
        whole as f64 + from.rest
    } else {
        let index = interval.index(from.whole)?.checked_add(count)?;
        let start = interval.start(index)?.checked_mul(unit)?;
        // The last interval of the calendar has no next one.
        let last = || interval.start(index.checked_add(1)?)?.checked_mul(unit)?.checked_sub(1);
        let whole = match alignment {
            Alignment::End => last()?,
            Alignment::Middle => start + (last()? - start) / 2,
            _ => start,
        };
        whole as f64
    };
    let date = match interval.values {
        Values::Dates => value,
        Values::Datetimes | Values::Seconds => value / SECONDS_A_DAY,
    };
    Date::of(date).map(|_| value)
}

/// `INTCK(interval, from, to, method)`: the discrete method counts the beginnings of intervals after the first value up
/// to the second; the continuous one counts complete intervals from the first value.
fn count(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let (from, to) = (number_at(arguments, 1), number_at(arguments, 2));
    if from.is_nan() || to.is_nan() {
        return MISSING;
    }
    let Some(interval) = Interval::of_name(text_at(arguments, 0)) else {
        return context.invalid(0);
    };
    let continuous = match initial(text_at(arguments, 3)) {
        None | Some(b'D') => false,
        Some(b'C') => true,
        Some(_) => return context.invalid(3),
    };
    let Some(first) = Split::of(from, interval.values) else {
        return context.invalid(1);
    };
    let Some(second) = Split::of(to, interval.values) else {
        return context.invalid(2);
    };
    let counted = match (continuous, from <= to) {
        (false, _) => starts_between(&interval, &first, &second),
        (true, true) => whole_between(&interval, &first, &second),
        (true, false) => whole_between(&interval, &second, &first).map(|count| -count),
    };
    counted.map_or_else(|| context.invalid(1), |count| count as f64)
}

fn starts_between(interval: &Interval, from: &Split, to: &Split) -> Option<i64> {
    interval.index(to.whole)?.checked_sub(interval.index(from.whole)?)
}

/// Returns the complete intervals from a value to a later one.
fn whole_between(interval: &Interval, from: &Split, to: &Split) -> Option<i64> {
    let count = starts_between(interval, from, to)?;
    // Values outside of the calendar are never reached.
    let reached = |count| match interval.same(from.whole, count) {
        Some(whole) => whole < to.whole || (whole == to.whole && from.rest <= to.rest),
        None => false,
    };
    Some(if count > 0 && !reached(count) { count - 1 } else { count })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::call;
    use super::super::tests::day;
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> Value<'_> {
        Value::Text(text.as_bytes())
    }

    fn intnx(interval: &str, from: f64, count: f64, alignment: &str) -> f64 {
        let arguments = [
            text(interval),
            Value::Number(from),
            Value::Number(count),
            text(alignment),
        ];
        call("INTNX", &arguments).unwrap()
    }

    fn intck(interval: &str, from: f64, to: f64, method: &str) -> f64 {
        let arguments = [text(interval), Value::Number(from), Value::Number(to), text(method)];
        call("INTCK", &arguments).unwrap()
    }

    /// Examples of the language's reference and of papers by its users.
    #[test]
    fn going_on() {
        for (interval, (year, month, date), count, alignment, want) in [
            ("MONTH", (2007, 10, 21), 1.0, "", (2007, 11, 1)),
            ("MONTH", (1997, 12, 16), 3.0, "", (1998, 3, 1)),
            ("YEAR", (2002, 11, 20), -1.0, "", (2001, 1, 1)),
            ("YEAR", (2002, 11, 20), -1.0, "sameday", (2001, 11, 20)),
            ("MONTH", (2000, 3, 15), 5.0, "same", (2000, 8, 15)),
            ("YEAR", (2000, 2, 29), 2.0, "same", (2002, 2, 28)),
            ("MONTH", (2001, 8, 31), 1.0, "same", (2001, 9, 30)),
            ("MONTH", (2003, 3, 31), -1.0, "same", (2003, 2, 28)),
            ("MONTH", (2004, 3, 31), -1.0, "same", (2004, 2, 29)),
            ("WEEK", (2022, 1, 4), 1.0, "begin", (2022, 1, 9)),
            ("WEEK", (2022, 1, 4), 1.0, "middle", (2022, 1, 12)),
            ("WEEK", (2022, 1, 4), 1.0, "end", (2022, 1, 15)),
            ("WEEK", (2022, 1, 4), 1.0, "same", (2022, 1, 11)),
            ("WEEK.4", (1991, 9, 30), 3.0, "", (1991, 10, 16)),
            ("DAY3", (2006, 12, 31), 0.0, "", (2006, 12, 31)),
            ("DAY3", (2007, 4, 1), 0.0, "", (2007, 3, 31)),
            ("DAY50", (1998, 10, 1), 1.0, "", (1998, 11, 17)),
            ("WEEK2", (1998, 8, 1), 1.0, "", (1998, 8, 2)),
            ("WEEKDAY", (2024, 3, 15), 1.0, "", (2024, 3, 18)),
            ("WEEKDAY", (2024, 3, 17), 0.0, "", (2024, 3, 15)),
            ("WEEKDAY3.2", (1960, 1, 5), 0.0, "", (1960, 1, 4)),
            ("TENDAY", (2024, 2, 25), 0.0, "end", (2024, 2, 29)),
            ("SEMIMONTH2.2", (2024, 2, 3), 0.0, "", (2024, 1, 16)),
            ("MONTH2.2", (2024, 2, 3), 1.0, "", (2024, 4, 1)),
            ("MONTH13", (1961, 2, 1), 1.0, "", (1962, 3, 1)),
            ("QTR", (2024, 5, 5), 0.0, "e", (2024, 6, 30)),
            ("QTR", (2024, 5, 31), 1.0, "s", (2024, 8, 31)),
            ("YEAR.10", (2024, 5, 5), 0.0, "", (2023, 10, 1)),
            ("YEAR", (1996, 5, 5), 0.0, "m", (1996, 7, 1)),
            ("SEMIYEAR.3", (2024, 2, 5), 0.0, "", (2023, 9, 1)),
        ] {
            let got = intnx(interval, day(year, month, date), count, alignment);
            let want = day(want.0, want.1, want.2);
            assert_eq!(got, want, "{interval} from {year}-{month}-{date} {count} {alignment}");
        }
    }

    #[test]
    fn going_on_with_times() {
        let noon = day(2024, 1, 31) * 86_400.0 + 43_200.5;
        assert_eq!(intnx("DTMONTH", noon, 1.0, ""), day(2024, 2, 1) * 86_400.0);
        assert_eq!(
            intnx("DTMONTH", noon, 1.0, "same"),
            day(2024, 2, 29) * 86_400.0 + 43_200.5
        );
        assert_eq!(intnx("DTDAY", noon, 0.0, "end"), day(2024, 2, 1) * 86_400.0 - 1.0);
        assert_eq!(intnx("HOUR", noon, 2.0, ""), day(2024, 1, 31) * 86_400.0 + 50_400.0);
        assert_eq!(intnx("HOUR", 3_700.5, 1.0, "same"), 7_300.5);
        assert_eq!(intnx("HOUR8.7", 0.0, 0.0, ""), -7_200.0);
        assert_eq!(intnx("MINUTE15", 1_000.0, 1.0, "end"), 2_699.0);
    }

    #[test]
    fn counting() {
        for (interval, (y1, m1, d1), (y2, m2, d2), method, want) in [
            ("QTR", (1995, 1, 10), (1995, 7, 1), "", 2.0),
            ("YEAR", (1994, 12, 31), (1995, 1, 1), "", 1.0),
            ("YEAR", (1994, 1, 1), (1994, 12, 31), "", 0.0),
            ("YEAR", (1996, 12, 31), (1998, 1, 1), "", 2.0),
            ("SEMIYEAR", (1995, 1, 1), (1998, 1, 1), "", 6.0),
            ("WEEKDAY7W", (1997, 1, 1), (1997, 2, 1), "", 26.0),
            ("MONTH", (1991, 1, 1), (1991, 1, 31), "", 0.0),
            ("MONTH", (1991, 1, 31), (1991, 2, 1), "", 1.0),
            ("MONTH", (1991, 2, 1), (1991, 1, 31), "", -1.0),
            ("MONTH2", (2000, 2, 15), (2000, 3, 15), "", 1.0),
            ("DAY50", (1998, 10, 1), (1999, 1, 1), "", 1.0),
            ("WEEKDAY", (1991, 10, 16), (1991, 11, 9), "", 17.0),
            ("MONTH", (2024, 1, 15), (2024, 2, 14), "c", 0.0),
            ("MONTH", (2024, 1, 15), (2024, 2, 15), "c", 1.0),
            ("MONTH", (2024, 2, 15), (2024, 1, 15), "continuous", -1.0),
            ("MONTH", (2024, 1, 31), (2024, 2, 29), "c", 1.0),
            ("YEAR", (2000, 6, 1), (2024, 5, 31), "c", 23.0),
            ("WEEK", (2024, 3, 15), (2024, 3, 21), "c", 0.0),
            ("WEEK", (2024, 3, 15), (2024, 3, 22), "c", 1.0),
            ("days", (2020, 1, 1), (2021, 3, 15), "", 439.0),
            ("months", (2020, 1, 1), (2021, 3, 15), "", 14.0),
            ("Weeks", (2020, 1, 1), (2021, 3, 15), "", 63.0),
            ("qtrs", (2020, 1, 1), (2021, 3, 15), "", 4.0),
        ] {
            let got = intck(interval, day(y1, m1, d1), day(y2, m2, d2), method);
            assert_eq!(got, want, "{interval} {y1}-{m1}-{d1} {y2}-{m2}-{d2} {method}");
        }
        assert_eq!(intck("HOUR", 3_599.0, 7_200.0, ""), 2.0);
        assert_eq!(intck("HOUR", 3_599.5, 7_200.0, "c"), 1.0);
        assert_eq!(intck("DTMONTH", 86_399.0, 31.0 * 86_400.0, ""), 1.0);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(intnx("FORTNIGHT", 0.0, 1.0, "").is_nan());
        assert!(intnx("MONTH", 0.0, 1.0, "x").is_nan());
        assert!(intnx("MONTH", 1e9, 1.0, "").is_nan());
        assert!(intnx("MONTH", 0.0, 1e9, "").is_nan());
        assert!(intnx("DAY", 0.0, 1e300, "s").is_nan());
        assert!(intck("MONTH", 0.0, 1e9, "").is_nan());
    }

    proptest! {
        /// The two functions agree: counting to the start of an interval gives its number.
        #[test]
        fn counting_undoes_going_on(
            from in 0_i32..200_000,
            count in -300_i32..300,
            interval in prop::sample::select(vec![
                "DAY", "WEEK.3", "WEEKDAY", "MONTH", "QTR2", "YEAR.10", "TENDAY", "SEMIMONTH3.2",
            ]),
        ) {
            let later = intnx(interval, from.into(), count.into(), "");
            prop_assert_eq!(intck(interval, from.into(), later, ""), f64::from(count));
        }
    }
}

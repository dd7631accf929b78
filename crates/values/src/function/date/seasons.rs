//! Intervals within longer ones: `INTINDEX`, `INTCINDEX`, `INTSEAS`, `INTCYCLE`, `INTSHIFT`, `INTTEST`, `INTFMT`.

use super::super::{
    ArgumentKind, Arguments, Context, Function, ONE_TEXT, TextLength, initial, number_at, number_or, text_at,
};
use super::interval::{Interval, Values};
use super::interval_kinds::IntervalKind;
use super::intervals::Split;
use crate::missing::MISSING;
use crate::value::Value;

use ArgumentKind::{Number, Text};

/// The length of the longest name of an interval.
const NAME: TextLength = TextLength::Fixed(32);

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::number(
        "INTINDEX",
        Arguments::between(2, 3, &[Text, Number, Number]),
        |context, x| index(context, x, |interval, cycle| Some((interval, cycle))),
    ),
    Function::number(
        "INTCINDEX",
        Arguments::between(2, 3, &[Text, Number, Number]),
        |context, x| {
            index(context, x, |_, cycle| {
                let next = Cycle::of(&cycle, None)?.interval;
                Some((cycle, next))
            })
        },
    ),
    Function::number(
        "INTSEAS",
        Arguments::between(1, 2, &[Text, Number]),
        |context, x| match cycle(context, x, 1) {
            Some((_, cycle)) => cycle.count as f64,
            None => MISSING,
        },
    ),
    Function::text(
        "INTCYCLE",
        Arguments::between(1, 2, &[Text, Number]),
        NAME,
        |context, x, out| {
            if let Some((_, cycle)) = cycle(context, x, 1) {
                out.extend(cycle.name().bytes());
            }
        },
    ),
    Function::text("INTSHIFT", ONE_TEXT, NAME, |context, x, out| {
        match Interval::of_name(text_at(x, 0)) {
            Some(interval) => out.extend(shift(&interval).bytes()),
            None => {
                context.invalid(0);
            }
        }
    }),
    Function::number("INTTEST", ONE_TEXT, |_, x| {
        f64::from(u8::from(Interval::of_name(text_at(x, 0)).is_some()))
    }),
    Function::text("INTFMT", Arguments::exactly(&[Text, Text]), NAME, |context, x, out| {
        let is_long = match initial(text_at(x, 1)) {
            Some(b'L') => true,
            Some(b'S') => false,
            _ => {
                context.invalid(1);
                return;
            }
        };
        match Interval::of_name(text_at(x, 0)).and_then(|interval| format(&interval, is_long)) {
            Some(format) => out.extend(format.bytes()),
            None => {
                context.invalid(0);
            }
        }
    }),
];

/// The longer interval in which an interval has its season.
struct Cycle {
    interval: Interval,
    /// The number of the shorter intervals in it.
    count: i64,
    /// True if its values are datetimes.
    is_datetime: bool,
}

/// The kinds of longer intervals, and the number of times that a kind occurs in one; the first is meant where no number
/// is given.
fn seasons(kind: IntervalKind) -> &'static [(IntervalKind, i64)] {
    use IntervalKind::{
        Day, Hour, Minute, Month, Quarter, Second, SemiMonth, SemiYear, TenDay, Week, WorkingDay, Year,
    };
    match kind {
        Year => &[(Year, 1)],
        SemiYear => &[(Year, 2)],
        Quarter => &[(Year, 4), (SemiYear, 2)],
        Month => &[(Year, 12), (SemiYear, 6), (Quarter, 3)],
        SemiMonth => &[(Year, 24), (SemiYear, 12), (Quarter, 6), (Month, 2)],
        TenDay => &[(Year, 36), (SemiYear, 18), (Quarter, 9), (Month, 3)],
        Week => &[(Year, 52), (Year, 53)],
        WorkingDay => &[(Week, 5)],
        Day => &[(Week, 7), (TenDay, 10)],
        Hour => &[(Day, 24), (Week, 168)],
        Minute => &[(Hour, 60), (Day, 1440)],
        Second => &[(Minute, 60), (Hour, 3600)],
    }
}

impl Cycle {
    /// Returns the cycle in which an interval occurs so many times.
    fn of(interval: &Interval, seasonality: Option<i64>) -> Option<Self> {
        let is_datetime = interval.values != Values::Dates;
        let working_days = match interval.kind() {
            IntervalKind::WorkingDay => interval.working_days(),
            _ => 0,
        };
        let known = seasons(interval.kind()).iter().map(|&(kind, count)| match kind {
            IntervalKind::Week if working_days > 0 => (kind, working_days),
            _ => (kind, count),
        });
        let multiple = interval.multiple();
        let mut fitting = known.filter(|(_, count)| count % multiple == 0 || *count == 1);
        let (kind, count) = match seasonality {
            None => fitting.next()?,
            Some(wanted) => fitting.find(|(_, count)| count / multiple == wanted)?,
        };
        let prefix = if is_datetime { "DT" } else { "" };
        Some(Self {
            interval: Interval::of_name(format!("{prefix}{}", kind.name()).as_bytes())?,
            count: (count / multiple).max(1),
            is_datetime,
        })
    }

    fn name(&self) -> String {
        let prefix = if self.is_datetime { "DT" } else { "" };
        format!("{prefix}{}", self.interval.kind().name())
    }
}

/// Reads an interval, and the number of times that it occurs in its cycle, from a position.
fn cycle(context: &mut Context<'_>, arguments: &[Value<'_>], position: usize) -> Option<(Interval, Cycle)> {
    let Some(interval) = Interval::of_name(text_at(arguments, 0)) else {
        context.invalid(0);
        return None;
    };
    let seasonality = number_or(arguments, position, MISSING);
    let wanted = (!seasonality.is_nan()).then_some(seasonality as i64);
    let found = Cycle::of(&interval, wanted);
    if found.is_none() {
        context.invalid(if wanted.is_some() { position } else { 0 });
    }
    Some((interval, found?))
}

/// Returns the number of an interval in its cycle, given both by the interval and the cycle of the arguments.
fn index(
    context: &mut Context<'_>,
    arguments: &[Value<'_>],
    choose: fn(Interval, Interval) -> Option<(Interval, Interval)>,
) -> f64 {
    let value = number_at(arguments, 1);
    if value.is_nan() {
        return MISSING;
    }
    let Some((interval, cycle)) = cycle(context, arguments, 2) else {
        return MISSING;
    };
    let Some((interval, cycle)) = choose(interval, cycle.interval) else {
        return context.invalid(0);
    };
    let number = number_in(&interval, &cycle, value);
    number.map_or_else(|| context.invalid(1), |number| number as f64)
}

fn number_in(interval: &Interval, cycle: &Interval, value: f64) -> Option<i64> {
    // The kinds of a day or longer count days, also of datetimes.
    let split = Split::of(value, interval.values)?;
    let index = interval.index(split.whole)?;
    let is_working_day = interval.kind() == IntervalKind::WorkingDay;
    let at = if is_working_day {
        interval.start(index)?
    } else {
        split.whole
    };
    let in_days = |value: i64| match (interval.values, cycle.values) {
        (Values::Seconds, Values::Datetimes) => value.div_euclid(86_400),
        _ => value,
    };
    let start = cycle.start(cycle.index(in_days(at))?)?;
    let start = match (interval.values, cycle.values) {
        (Values::Seconds, Values::Datetimes) => start.checked_mul(86_400)?,
        _ => start,
    };
    let first = interval.index(start)?;
    // A week that begins in the year before is the first one; a working day of the week before is none of this week.
    let skipped = is_working_day && interval.start(first)? < start;
    Some(index - first + i64::from(!skipped))
}

/// Returns the interval by whose number another one is shifted.
fn shift(interval: &Interval) -> String {
    use IntervalKind::{Day, Month, Quarter, SemiYear, Week, Year};
    let unit = match interval.kind() {
        Year | SemiYear | Quarter => Month,
        Week => Day,
        kind => kind,
    };
    let prefix = if interval.values == Values::Dates { "" } else { "DT" };
    format!("{prefix}{}", unit.name())
}

/// Returns the format that shows the beginnings of intervals; `None` for kinds for which none is known.
fn format(interval: &Interval, is_long: bool) -> Option<String> {
    let (name, short, long) = match (interval.values, interval.kind()) {
        (Values::Dates | Values::Datetimes, IntervalKind::Year) => ("YEAR", 2, 4),
        (Values::Dates | Values::Datetimes, IntervalKind::Quarter) => ("YYQC", 4, 6),
        (Values::Dates | Values::Datetimes, IntervalKind::Month) => ("MONYY", 5, 7),
        (Values::Dates, IntervalKind::Week) => ("WEEKDATX", 15, 17),
        (Values::Dates | Values::Datetimes, IntervalKind::Day) => ("DATE", 7, 9),
        _ => return None,
    };
    let prefix = if interval.values == Values::Datetimes { "DT" } else { "" };
    Some(format!("{prefix}{name}{}.", if is_long { long } else { short }))
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call, call_text, of_text};
    use super::super::tests::day;
    use super::*;

    fn number(name: &str, interval: &str, value: f64) -> f64 {
        call(name, &[Value::Text(interval.as_bytes()), Value::Number(value)]).unwrap()
    }

    #[test]
    fn numbers_in_cycles() {
        for (interval, value, want) in [
            ("WEEKDAY", day(2024, 3, 18), 1.0),
            ("WEEKDAY", day(2024, 3, 22), 5.0),
            ("WEEKDAY", day(2024, 3, 24), 5.0),
            ("DAY", day(2024, 3, 24), 1.0),
            ("WEEK", day(2005, 1, 1), 1.0),
            ("WEEK", day(2005, 1, 2), 2.0),
            ("SEMIYEAR", day(2024, 3, 24), 1.0),
            ("MONTH2", day(2024, 12, 24), 6.0),
            ("YEAR", day(2024, 12, 24), 1.0),
            ("DTDAY", day(2024, 3, 24) * 86_400.0 + 5.0, 1.0),
            ("SECOND", 125.5, 6.0),
        ] {
            assert_eq!(number("INTINDEX", interval, value), want, "{interval} {value}");
        }
        assert_eq!(number("INTCINDEX", "HOUR", day(2024, 3, 24) * 86_400.0), 1.0);
        assert!(number("INTINDEX", "MONTH5", 0.0).is_nan());
        let seasonal = |interval: &'static str, count: f64| {
            call_text("INTCYCLE", &[Value::Text(interval.as_bytes()), Value::Number(count)])
        };
        assert_eq!(seasonal("MONTH", 3.0), "QTR");
        assert_eq!(seasonal("MONTH", 5.0), "");
        assert_eq!(of_text("INTSEAS", &["WEEKDAY1W"]), 6.0);
        assert_eq!(of_text("INTTEST", &["FORTNIGHT"]), 0.0);
    }
}

//! Amounts over time at rates that change, and nominal and effective rates.

use super::super::date::{Interval, Values};
use super::super::{ArgumentKind, Arguments, Context, Function, number_at, text_at};
use crate::calendar::Date;
use crate::missing::MISSING;
use crate::value::{Value, trim};

use ArgumentKind::{Number, Text};

pub(in super::super) const FUNCTIONS: &[Function] = &[
    Function::number("EFFRATE", Arguments::exactly(&[Text, Number]), |context, x| {
        converted(context, x, |rate, times| match times {
            None => rate.exp_m1(),
            Some(times) => (times * (rate / times).ln_1p()).exp_m1(),
        })
    }),
    Function::number("NOMRATE", Arguments::exactly(&[Text, Number]), |context, x| {
        converted(context, x, |rate, times| match times {
            None => rate.ln_1p(),
            Some(times) => times * (rate.ln_1p() / times).exp_m1(),
        })
    }),
    Function::number(
        "TIMEVALUE",
        Arguments::at_least(6, &[Number, Number, Number, Text, Number]),
        time_value,
    ),
    Function::number(
        "SAVINGS",
        Arguments::at_least(8, &[Number, Number, Number, Number, Text, Text, Number]),
        savings,
    ),
];

/// The compounding of interest.
enum InterestRule {
    Continuous,
    /// At the beginnings of intervals, of which so many make a year.
    Interval(Interval, f64),
}

impl InterestRule {
    fn of_name(name: &[u8]) -> Option<Self> {
        let name = trim(name).trim_ascii_start();
        if name.eq_ignore_ascii_case(b"CONTINUOUS") {
            return Some(Self::Continuous);
        }
        let interval = Interval::of_name(name).filter(|interval| interval.values == Values::Dates)?;
        Some(Self::Interval(interval, interval.in_a_year()?))
    }
}

/// Converts a rate, in percent, to another one as a share.
fn converted(context: &mut Context<'_>, arguments: &[Value<'_>], convert: fn(f64, Option<f64>) -> f64) -> f64 {
    let rate = number_at(arguments, 1);
    if rate.is_nan() {
        return MISSING;
    }
    let times = match InterestRule::of_name(text_at(arguments, 0)) {
        Some(InterestRule::Continuous) => None,
        Some(InterestRule::Interval(_, times)) => Some(times),
        None => return context.invalid(0),
    };
    if rate < -99.0 {
        return context.invalid(1);
    }
    context.finite(convert(rate / 100.0, times))
}

/// Rates, in percent, and the days from which they hold.
struct Rates(Vec<(i64, f64)>);

impl Rates {
    /// Reads pairs of a date and a rate from a position on. The error is the position of an invalid argument.
    fn of(arguments: &[Value<'_>], from: usize) -> Result<Self, usize> {
        let mut rates = Vec::with_capacity(arguments.len() / 2);
        for position in (from..arguments.len()).step_by(2) {
            let day = day_at(arguments, position).ok_or(position)?;
            let rate = number_at(arguments, position + 1);
            if !(-99.0..=120.0).contains(&rate) {
                return Err((position + 1).min(arguments.len() - 1));
            }
            rates.push((day, rate / 100.0));
        }
        // The last of the rates of one day holds.
        rates.sort_by_key(|(day, _)| *day);
        Ok(Self(rates))
    }

    /// Returns the rate of a day.
    fn on(&self, day: i64) -> Option<f64> {
        let after = self.0.partition_point(|(from, _)| *from <= day);
        after.checked_sub(1).map(|last| self.0[last].1)
    }

    /// Returns the first day after a day from which another rate holds.
    fn next_change(&self, day: i64) -> Option<i64> {
        let after = self.0.partition_point(|(from, _)| *from <= day);
        self.0.get(after).map(|(from, _)| *from)
    }

    /// Returns the growth of an amount from a day to a later one: compound for whole intervals, simple for parts.
    fn growth(&self, compounding: &InterestRule, from: i64, to: i64) -> Option<f64> {
        let (mut at, mut growth) = (from, 1.0);
        while at < to {
            let (interval, times) = match compounding {
                InterestRule::Interval(interval, times) => (interval, times),
                InterestRule::Continuous => {
                    let end = self.next_change(at).unwrap_or(to).min(to);
                    growth *= (self.on(at)? * (end - at) as f64 / 365.0).exp();
                    at = end;
                    continue;
                }
            };
            let index = interval.index(at)?;
            let (first, next) = (interval.start(index)?, interval.start(index.checked_add(1)?)?);
            let end = next.min(to);
            let mut interest = 0.0;
            while at < end {
                let until = self.next_change(at).unwrap_or(end).min(end);
                interest += self.on(at)? / times * (until - at) as f64 / (next - first) as f64;
                at = until;
            }
            growth *= 1.0 + interest;
        }
        Some(growth)
    }

    /// Returns the value on a day of an amount on another, which may be later.
    fn value(&self, compounding: &InterestRule, amount: f64, from: i64, to: i64) -> Option<f64> {
        Some(match from <= to {
            true => amount * self.growth(compounding, from, to)?,
            false => amount / self.growth(compounding, to, from)?,
        })
    }
}

fn day_at(arguments: &[Value<'_>], position: usize) -> Option<i64> {
    Date::of(number_at(arguments, position)).map(|date| date.days().into())
}

fn is_missing(arguments: &[Value<'_>]) -> bool {
    arguments
        .iter()
        .any(|value| matches!(value, Value::Number(number) if number.is_nan()))
}

/// `TIMEVALUE(base date, date, amount, interval, date, rate, …)`.
fn time_value(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    if is_missing(arguments) {
        return MISSING;
    }
    let Some(base) = day_at(arguments, 0) else {
        return context.invalid(0);
    };
    let Some(from) = day_at(arguments, 1) else {
        return context.invalid(1);
    };
    let Some(compounding) = InterestRule::of_name(text_at(arguments, 3)) else {
        return context.invalid(3);
    };
    let rates = match Rates::of(arguments, 4) {
        Ok(rates) => rates,
        Err(position) => return context.invalid(position),
    };
    match rates.value(&compounding, number_at(arguments, 2), from, base) {
        Some(value) => context.finite(value),
        None => context.invalid(4),
    }
}

/// The most deposits of one call.
const MOST_DEPOSITS: f64 = 1e5;

/// `SAVINGS(base date, first deposit, amount, number, interval of deposits, interval, date, rate, …)`: deposits after
/// the base date do not count.
fn savings(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    if is_missing(arguments) {
        return MISSING;
    }
    let Some(base) = day_at(arguments, 0) else {
        return context.invalid(0);
    };
    let Some(first) = day_at(arguments, 1) else {
        return context.invalid(1);
    };
    let (amount, count) = (number_at(arguments, 2), number_at(arguments, 3));
    if !(1.0..=MOST_DEPOSITS).contains(&count) || count.fract() != 0.0 {
        return context.invalid(3);
    }
    let deposits = Interval::of_name(text_at(arguments, 4));
    let Some(deposits) = deposits.filter(|interval| interval.values == Values::Dates) else {
        return context.invalid(4);
    };
    let Some(compounding) = InterestRule::of_name(text_at(arguments, 5)) else {
        return context.invalid(5);
    };
    let rates = match Rates::of(arguments, 6) {
        Ok(rates) => rates,
        Err(position) => return context.invalid(position),
    };
    let day_of = |number: i64| match number {
        0 => Some(first),
        // The deposits after the first are at the beginnings of intervals.
        _ => deposits.start(deposits.index(first)?.checked_add(number)?),
    };
    let balance = (0..count as i64).try_fold(0.0, |balance, number| {
        let day = day_of(number)?;
        let value = if day <= base {
            rates.value(&compounding, amount, day, base)?
        } else {
            0.0
        };
        Some(balance + value)
    });
    match balance {
        Some(balance) => context.finite(balance),
        None => context.invalid(6),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::call;
    use super::*;

    #[test]
    fn rates_and_values() {
        let rate =
            |name: &str, interval: &str| call(name, &[Value::Text(interval.as_bytes()), Value::Number(10.0)]).unwrap();
        assert!((rate("EFFRATE", "MONTH") - 0.104_713_067_441_296_6).abs() < 1e-14);
        assert!((rate("EFFRATE", "continuous") - 0.1_f64.exp_m1()).abs() < 1e-15);
        assert!((rate("NOMRATE", "DAY") - 365.0 * (1.1_f64.powf(1.0 / 365.0) - 1.0)).abs() < 1e-12);
        assert!(rate("EFFRATE", "HOUR").is_nan());
        let value = |base: f64, from: f64| {
            let numbers = [base, from, 1000.0].map(Value::Number);
            let rest = [Value::Text(b"YEAR"), Value::Number(0.0), Value::Number(10.0)];
            call("TIMEVALUE", &[&numbers[..], &rest[..]].concat()).unwrap()
        };
        // 1960 is a leap year.
        assert!((value(366.0, 0.0) - 1100.0).abs() < 1e-9);
        assert!((value(183.0, 0.0) - 1050.0).abs() < 1e-9);
        assert!((value(0.0, 366.0) - 1000.0 / 1.1).abs() < 1e-9);
        assert!(value(10.0, -1.0).is_nan());
    }
}

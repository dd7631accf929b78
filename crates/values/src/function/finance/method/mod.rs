//! `FINANCE(method, …)`: the methods and their parameters.

mod asset;
mod basis;
mod bill;
mod coupon;
mod french;
mod loan;
mod odd;
mod price;
mod series;

use super::super::{ArgumentKind, Arguments, Context, Function, number_at, text_at};
use crate::missing::MISSING;
use crate::value::{Value, trim};

pub(in super::super) const FUNCTIONS: &[Function] = &[Function::number(
    "FINANCE",
    Arguments::at_least(2, &[ArgumentKind::Text, ArgumentKind::Number]),
    finance,
)];

/// A method of `FINANCE`.
struct Method {
    /// The name in upper case.
    name: &'static str,
    /// The number of parameters that it needs.
    least: usize,
    /// The number of parameters that it takes.
    most: usize,
    body: Body,
}

/// The implementation of a method: `None` for parameters that it is not defined for.
type Body = fn(&Parameters<'_>) -> Option<f64>;

impl Method {
    const fn new(name: &'static str, least: usize, most: usize, body: Body) -> Self {
        Self {
            name,
            least,
            most,
            body,
        }
    }
}

/// The parameters of a call.
struct Parameters<'a>(&'a [f64]);

impl Parameters<'_> {
    /// Returns the parameter at a position, which is there.
    fn at(&self, position: usize) -> f64 {
        self.0.get(position).copied().unwrap_or(MISSING)
    }

    /// Returns the parameter at a position, or this value where it is left out or missing.
    fn or(&self, position: usize, default: f64) -> f64 {
        match self.at(position) {
            given if given.is_nan() => default,
            given => given,
        }
    }
}

fn finance(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let name = trim(text_at(arguments, 0)).trim_ascii_start();
    let tables = [
        asset::METHODS,
        bill::METHODS,
        coupon::METHODS,
        french::METHODS,
        loan::METHODS,
        odd::METHODS,
        price::METHODS,
        series::METHODS,
    ];
    let mut methods = tables.into_iter().flatten();
    let Some(method) = methods.find(|method| name.eq_ignore_ascii_case(method.name.as_bytes())) else {
        return context.invalid(0);
    };
    let count = arguments.len() - 1;
    if !(method.least..=method.most).contains(&count) {
        return context.invalid(0);
    }
    let given: Vec<f64> = (1..arguments.len())
        .map(|position| number_at(arguments, position))
        .collect();
    if given[..method.least].iter().any(|parameter| parameter.is_nan()) {
        return MISSING;
    }
    match (method.body)(&Parameters(&given)) {
        Some(value) if value.is_finite() => value,
        _ => context.invalid(1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::call;
    use crate::value::Value;

    pub(super) fn finance(method: &str, parameters: &[f64]) -> Option<f64> {
        let mut arguments = vec![Value::Text(method.as_bytes())];
        arguments.extend(parameters.iter().copied().map(Value::Number));
        call("FINANCE", &arguments).filter(|value| !value.is_nan())
    }

    #[test]
    fn methods_are_found_and_their_parameters_counted() {
        assert_eq!(finance("sln", &[30_000.0, 7500.0, 10.0]), Some(2250.0));
        assert_eq!(finance("SLN", &[30_000.0, 7500.0]), None);
        assert_eq!(finance("SLNX", &[30_000.0, 7500.0, 10.0]), None);
        assert_eq!(finance("SLN", &[30_000.0, 7500.0, 0.0]), None);
    }
}

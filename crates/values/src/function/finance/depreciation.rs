//! Depreciations of one period, and those accumulated up to a period.

use super::super::{Context, Function};
use crate::missing::MISSING;

pub(in super::super) const FUNCTIONS: &[Function] = &[
    Function::numbers("DACCDB", 4, 4, |context, x| declining(context, x, accumulated_balance)),
    Function::numbers("DEPDB", 4, 4, |context, x| {
        declining(context, x, |asset, period| {
            last(period, |period| accumulated_balance(asset, period))
        })
    }),
    Function::numbers("DACCDBSL", 4, 4, |context, x| {
        declining(context, x, accumulated_switching)
    }),
    Function::numbers("DEPDBSL", 4, 4, |context, x| {
        declining(context, x, |asset, period| {
            last(period, |period| accumulated_switching(asset, period))
        })
    }),
    Function::numbers("DACCSL", 3, 3, |context, x| even(context, x, accumulated_line)),
    Function::numbers("DEPSL", 3, 3, |context, x| {
        even(context, x, |asset, period| {
            last(period, |period| accumulated_line(asset, period))
        })
    }),
    Function::numbers("DACCSYD", 3, 3, |context, x| even(context, x, accumulated_digits)),
    Function::numbers("DEPSYD", 3, 3, |context, x| {
        even(context, x, |asset, period| {
            last(period, |period| accumulated_digits(asset, period))
        })
    }),
    Function::numbers("DACCTAB", 3, usize::MAX, |context, x| {
        by_table(context, x, accumulated_shares)
    }),
    Function::numbers("DEPTAB", 3, usize::MAX, |context, x| {
        by_table(context, x, |shares, period| {
            last(period, |period| accumulated_shares(shares, period))
        })
    }),
];

/// An asset worth 1 at first.
struct Asset {
    /// Its lifetime in periods.
    lifetime: f64,
    /// The part of the remaining value that is lost in a period.
    share: f64,
}

/// The depreciation of the period that ends at `period`.
fn last(period: f64, accumulated: impl Fn(f64) -> f64) -> f64 {
    accumulated(period) - accumulated(period - 1.0)
}

fn accumulated_balance(asset: &Asset, period: f64) -> f64 {
    if period <= 0.0 {
        return 0.0;
    }
    1.0 - (1.0 - asset.share).powf(period.floor()) * (1.0 - period.fract() * asset.share)
}

/// The declining balance as long as it loses more in a period than an even loss of the rest.
fn accumulated_switching(asset: &Asset, period: f64) -> f64 {
    // A line of `lifetime - n` periods from the end of period n loses more from this period on.
    let switch = (asset.lifetime - asset.share.recip() + 1.0)
        .floor()
        .clamp(0.0, asset.lifetime);
    if period <= switch {
        return accumulated_balance(asset, period);
    }
    let before = accumulated_balance(asset, switch);
    let rest = 1.0 - before;
    before + rest * ((period - switch) / (asset.lifetime - switch)).clamp(0.0, 1.0)
}

fn accumulated_line(asset: &Asset, period: f64) -> f64 {
    (period / asset.lifetime).clamp(0.0, 1.0)
}

/// By the digits of the years: the last period counts once, the one before it twice, and so on.
fn accumulated_digits(asset: &Asset, period: f64) -> f64 {
    let digits = |period: f64| {
        let whole = period.floor();
        whole * (asset.lifetime - (whole - 1.0) / 2.0) + period.fract() * (asset.lifetime - whole)
    };
    if period <= 0.0 {
        0.0
    } else if period >= asset.lifetime {
        1.0
    } else {
        digits(period) / digits(asset.lifetime)
    }
}

fn accumulated_shares(shares: &[f64], period: f64) -> f64 {
    let whole = period.max(0.0).floor();
    // Casts saturate.
    let (done, rest) = shares.split_at((whole as usize).min(shares.len()));
    let partial = if period > 0.0 { period.fract() } else { 0.0 };
    done.iter().sum::<f64>() + rest.first().map_or(0.0, |share| share * partial)
}

/// Computes a figure of a period, a value, a lifetime and a rate.
fn declining(context: &mut Context<'_>, x: &[f64], figure: impl Fn(&Asset, f64) -> f64) -> f64 {
    let &[period, value, lifetime, rate] = x else {
        return MISSING;
    };
    if x.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    if lifetime <= 0.0 {
        return context.invalid(2);
    }
    if rate <= 0.0 {
        return context.invalid(3);
    }
    let share = rate / lifetime;
    context.finite(value * figure(&Asset { lifetime, share }, period))
}

/// Computes a figure of a period, a value and a lifetime.
fn even(context: &mut Context<'_>, x: &[f64], figure: impl Fn(&Asset, f64) -> f64) -> f64 {
    let &[period, value, lifetime] = x else {
        return MISSING;
    };
    if x.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    if lifetime <= 0.0 {
        return context.invalid(2);
    }
    let share = lifetime.recip();
    context.finite(value * figure(&Asset { lifetime, share }, period))
}

/// Computes a figure of a period, a value and the shares of it that are lost in each period.
fn by_table(context: &mut Context<'_>, x: &[f64], figure: impl Fn(&[f64], f64) -> f64) -> f64 {
    let [period, value, shares @ ..] = x else {
        return MISSING;
    };
    if x.iter().any(|argument| argument.is_nan()) {
        return MISSING;
    }
    context.finite(value * figure(shares, *period))
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{invalid, number};

    #[test]
    fn all_of_the_value_is_lost_in_the_end() {
        for accumulated in ["DACCSL", "DACCSYD"] {
            assert_eq!(number(accumulated, &[10.0, 500.0, 10.0]), 500.0);
            assert_eq!(number(accumulated, &[0.0, 500.0, 10.0]), 0.0);
            assert!(invalid(accumulated, &[1.0, 500.0, 0.0]));
        }
        let switching = number("DACCDBSL", &[10.0, 500.0, 10.0, 1.5]);
        assert!((switching - 500.0).abs() < 1e-9);
        assert_eq!(number("DACCTAB", &[7.0, 500.0, 0.5, 0.5]), 500.0);
        let half = number("DACCTAB", &[1.5, 500.0, 0.5, 0.5]);
        assert_eq!(half, 375.0);
        let years: f64 = (1..=10)
            .map(|year| number("DEPDBSL", &[year.into(), 500.0, 10.0, 1.5]))
            .sum();
        assert!((years - 500.0).abs() < 1e-9, "{years}");
    }
}

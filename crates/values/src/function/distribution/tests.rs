//! Values of SciPy 1.17 and of the multiple precision of mpmath 1.4.

use super::super::testing::{call, invalid, number, outcome};
use crate::missing::MISSING;
use crate::value::Value;

fn value(function: &str, name: &str, numbers: &[f64]) -> f64 {
    let mut arguments = vec![Value::Text(name.as_bytes())];
    arguments.extend(numbers.iter().copied().map(Value::Number));
    call(function, &arguments).unwrap()
}

#[test]
fn values_of_other_programs() {
    for (function, name, numbers, want) in [
        ("CDF", "CHISQ", &[10.0, 3.0, 5.0][..], 0.7066486477774525),
        ("CDF", "CHISQ", &[200.0, 3.0, 150.0][..], 0.9655212637857306),
        ("CDF", "F", &[3.0, 2.0, 10.0, 4.0][..], 0.5489678908785349),
        ("CDF", "T", &[2.5, 8.0, 1.5][..], 0.7835015422426789),
        ("CDF", "T", &[-1.0, 8.0, 1.5][..], 0.008179331095979181),
        ("CDF", "T", &[1.0, 4.0, -2.0][..], 0.9974267678251557),
        ("CDF", "GAMMA", &[2.5, 0.3, 4.0][..], 0.8495960423242115),
        ("CDF", "BETA", &[2.5, 3.0, 0.4, 1.0, 4.0][..], 0.0375199802658972),
        ("CDF", "NORMAL", &[-8.0][..], 6.22096057427174e-16),
        ("CDF", "WALD", &[3.0, 2.0, 1.5][..], 0.895836411933796),
        ("CDF", "BINOMIAL", &[300.0, 0.3, 1000.0][..], 0.5155935198141203),
        ("CDF", "NEGB", &[7.0, 0.3, 2.5][..], 0.7135053819956565),
        ("CDF", "GEOM", &[3.0, 0.2][..], 0.5903999999999999),
        ("CDF", "HYPER", &[2.0, 20.0, 8.0, 6.0, 1.7][..], 0.32126716886317064),
        ("CDF", "PARETO", &[3.0, 2.0, 1.5][..], 0.75),
        ("PDF", "CHISQ", &[10.0, 3.0, 5.0][..], 0.058091403907451246),
        ("PDF", "F", &[3.0, 2.0, 10.0, 4.0][..], 0.14231166840917153),
        ("PDF", "T", &[2.5, 8.0, 1.5][..], 0.21852768673878473),
        ("PDF", "T", &[0.9, 5.0][..], 0.2419443436135898),
        ("PDF", "HYPER", &[2.0, 20.0, 8.0, 6.0, 1.7][..], 0.24866349290021447),
        ("PDF", "NEGB", &[7.0, 0.3, 2.5][..], 0.07228291902393498),
        ("PDF", "LOGN", &[2.0, 0.5, 1.5][..], 0.13188288209943969),
        ("PDF", "F", &[3.32, 2.0, 3.0][..], 0.05402696258579414),
        ("PDF", "WEIB", &[1.5, 2.0, 3.0][..], 0.2596002610238016),
        ("PDF", "GAMMA", &[2.5, 0.3, 4.0][..], 0.0621571256299739),
        ("PDF", "WALD", &[3.0, 2.0, 1.5][..], 0.07779977737854327),
        ("QUANTILE", "GAMMA", &[1e-10, 0.5][..], 7.85398163397448e-21),
        ("QUANTILE", "T", &[0.01, 5.0][..], -3.364929998907218),
        ("QUANTILE", "F", &[0.001, 2.0, 3.0][..], 0.0010008340747537205),
        ("QUANTILE", "WALD", &[0.6, 2.0][..], 0.9526209927095978),
        ("QUANTILE", "CHISQ", &[0.9, 3.0, 5.0][..], 14.896384993275374),
        ("QUANTILE", "NORMAL", &[1e-20][..], -9.262340089798409),
        ("QUANTILE", "T", &[0.9, 8.0, 1.5][..], 3.2256870085252105),
        ("QUANTILE", "BINOM", &[0.9, 0.3, 1000.0][..], 319.0),
    ] {
        let got = value(function, name, numbers);
        assert!(
            (got - want).abs() <= 1e-9 * want.abs(),
            "{function} {name} {numbers:?}: {got} for {want}"
        );
    }
    for ([x, y, r], want) in [
        ([0.4, -0.3, 0.2], 0.278_318_334_519_016_44),
        ([1.0, 2.0, 0.95], 0.841_336_147_032_871_1),
        ([-1.0, 0.5, -0.9], 0.008_980_507_006_225_491),
    ] {
        let got = number("PROBBNRM", &[x, y, r]);
        assert!((got - want).abs() <= 1e-9, "{x} {y} {r}: {got}");
    }
}

#[test]
fn both_tails_and_logarithms() {
    for (name, numbers) in [
        ("NORMAL", &[1.5, 1.0, 2.0][..]),
        ("CAUCHY", &[-3.0]),
        ("LAPLACE", &[-0.5]),
        ("LOGISTIC", &[3.0]),
        ("BERN", &[0.0, 0.25]),
        ("GENPOISSON", &[3.0, 1.0, 0.7]),
        ("NORMALMIX", &[2.3, 2.0, 0.4, 0.6, 0.5, 1.5, 0.8, 1.6]),
        ("T", &[1.0, 4.0, 2.0]),
    ] {
        let lower = value("CDF", name, numbers);
        assert!((lower + value("SDF", name, numbers) - 1.0).abs() < 1e-12, "{name}");
        assert!((value("LOGCDF", name, numbers) - lower.ln()).abs() < 1e-12, "{name}");
        assert!(
            (value("LOGPDF", name, numbers).exp() - value("PDF", name, numbers)).abs() < 1e-12,
            "{name}"
        );
    }
    assert!(value("LOGPDF", "UNIFORM", &[2.0]).is_nan());
}

#[test]
fn quantiles_undo_probabilities() {
    for (name, numbers) in [
        ("BETA", &[2.0, 3.0][..]),
        ("CAUCHY", &[]),
        ("CHISQ", &[3.0]),
        ("EXPO", &[2.0]),
        ("F", &[2.0, 5.0, 1.0]),
        ("GAMMA", &[0.7]),
        ("GAUSS", &[]),
        ("IGAUSS", &[2.0, 3.0]),
        ("LAPLACE", &[]),
        ("LOGISTIC", &[]),
        ("LOGNORMAL", &[]),
        ("NORMALMIX", &[2.0, 0.4, 0.6, 0.5, 1.5, 0.8, 1.6]),
        ("PARETO", &[3.0]),
        ("T", &[4.0, -1.0]),
        ("UNIFORM", &[2.0, 4.0]),
        ("WEIBULL", &[1.5]),
    ] {
        for probability in [0.01, 0.3, 0.5, 0.9, 0.999] {
            let with = |first: f64| [&[first][..], numbers].concat();
            let quantile = value("QUANTILE", name, &with(probability));
            let back = value("CDF", name, &with(quantile));
            assert!((back - probability).abs() < 1e-11, "{name} {probability}: {back}");
            let survivor = value("SQUANTILE", name, &with(1.0 - probability));
            assert!(
                (survivor - quantile).abs() <= 1e-9 * quantile.abs().max(1.0),
                "{name} {probability}"
            );
        }
    }
}

#[test]
fn quantiles_of_small_upper_tails_undo_survivor_functions() {
    for (name, numbers) in [
        ("BETA", &[2.0, 3.0][..]),
        ("CAUCHY", &[]),
        ("CHISQ", &[3.0]),
        ("EXPO", &[2.0]),
        ("F", &[2.0, 5.0]),
        ("GAMMA", &[0.7]),
        ("GAUSS", &[]),
        ("LAPLACE", &[]),
        ("LOGISTIC", &[]),
        ("LOGNORMAL", &[]),
        ("PARETO", &[3.0]),
        ("T", &[4.0]),
        ("WEIBULL", &[1.5]),
    ] {
        for probability in [1e-30, 1e-20, 1e-9] {
            let with = |first: f64| [&[first][..], numbers].concat();
            let quantile = value("SQUANTILE", name, &with(probability));
            // A beta value next to 1 has no digits left for what is missing to 1.
            if name == "BETA" && probability < 1e-9 {
                continue;
            }
            let back = value("SDF", name, &with(quantile));
            let margin = if name == "BETA" { 1e-6 } else { 1e-10 };
            assert!(
                (back / probability - 1.0).abs() < margin,
                "{name} {probability}: {back}"
            );
        }
    }
    for (name, numbers) in [("POISSON", &[4.0][..]), ("GEOM", &[0.2]), ("BINOM", &[0.3, 200.0])] {
        let with = |first: f64| [&[first][..], numbers].concat();
        let count = value("SQUANTILE", name, &with(1e-20));
        let survivor = |count: f64| value("SDF", name, &with(count));
        assert!(
            survivor(count) <= 1e-20 && survivor(count - 1.0) > 1e-20,
            "{name} {count}"
        );
    }
}

#[test]
fn noncentralities_undo_probabilities() {
    for (inverse, lower, numbers) in [
        ("CNONCT", "PROBCHI", &[8.0, 3.0][..]),
        ("FNONCT", "PROBF", &[4.0, 3.0, 10.0]),
        ("TNONCT", "PROBT", &[2.0, 6.0]),
    ] {
        let noncentrality = number(inverse, &[numbers, &[0.3]].concat());
        let back = number(lower, &[numbers, &[noncentrality]].concat());
        assert!((back - 0.3).abs() < 1e-10, "{inverse} {noncentrality} {back}");
    }
    assert!(invalid("CNONCT", &[8.0, 3.0, 0.999]));
}

#[test]
fn parameters_that_are_not_valid() {
    for (function, name, numbers) in [
        ("CDF", "NONE", &[1.0][..]),
        ("CDF", "NOR", &[1.0]),
        ("CDF", "NORMAL", &[1.0, 0.0, 0.0]),
        ("CDF", "CHISQ", &[1.0]),
        ("CDF", "HYPER", &[1.0, 5.0, 6.0, 2.0]),
        ("PDF", "NORMALMIX", &[1.0, 2.0, 0.5, 0.4, 0.0, 0.0, 1.0, 1.0]),
        ("QUANTILE", "NORMAL", &[1.5]),
        ("QUANTILE", "NORMAL", &[1.0]),
    ] {
        let mut arguments = vec![Value::Text(name.as_bytes())];
        arguments.extend(numbers.iter().copied().map(Value::Number));
        assert!(
            outcome(function, &arguments).2.is_some(),
            "{function} {name} {numbers:?}"
        );
    }
    let with_missing = [Value::Text(b"NORMAL"), Value::Number(MISSING)];
    assert!(outcome("CDF", &with_missing).2.is_none());
}

//! Bessel and Airy functions.
//!
//! Sources: Abramowitz and Stegun, chapters 9 and 10: 9.1.10 and 9.6.10 (series), 9.1.22 (integrals), 9.2.5 and 9.7.1
//! (large arguments), 9.6.24 (K), 10.4.14 and 10.4.31 (Airy functions by K), 10.4.60 and 10.4.62.

use std::f64::consts::{FRAC_PI_4, PI};

use super::{Context, Function};
use crate::missing::MISSING;

pub(super) const FUNCTIONS: &[Function] = &[
    Function::unary("AIRY", |x| airy(x).0),
    Function::unary("DAIRY", |x| airy(x).1),
    Function::numbers("JBESSEL", 2, 2, |context, x| of_order(context, x, first_kind)),
    Function::numbers("IBESSEL", 3, 3, |context, x| match *x {
        [order, at, code] if !code.is_nan() => {
            let is_scaled = code != 0.0;
            of_order(context, &[order, at], |order, x| modified(order, x, is_scaled))
        }
        _ => MISSING,
    }),
];

/// The greatest sum of an order and an argument whose integral is computed.
const MOST: f64 = 1e5;

fn of_order(context: &mut Context<'_>, x: &[f64], function: impl Fn(f64, f64) -> f64) -> f64 {
    match *x {
        [order, at] if order.is_nan() || at.is_nan() => MISSING,
        [order, _] if order < 0.0 => context.invalid(0),
        [_, at] if at < 0.0 => context.invalid(1),
        [order, at] => context.finite(function(order, at)),
        _ => MISSING,
    }
}

/// The nodes and weights of a rule of Gauss and Legendre with 16 points, those above 0.
const RULE: [(f64, f64); 8] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_6),
    (0.458_016_777_657_227_4, 0.169_156_519_395_002_54),
    (0.617_876_244_402_643_7, 0.149_595_988_816_576_73),
    (0.755_404_408_355_003, 0.124_628_971_255_533_87),
    (0.865_631_202_387_831_7, 0.095_158_511_682_492_78),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_89),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_095),
];

/// Integrates over so many parts of an interval.
pub(super) fn integral(from: f64, to: f64, parts: u32, function: impl Fn(f64) -> f64) -> f64 {
    let half = (to - from) / f64::from(parts) / 2.0;
    let of_part = |part: u32| {
        let middle = from + half * (2.0 * f64::from(part) + 1.0);
        let pairs = RULE
            .iter()
            .map(|&(node, weight)| weight * (function(middle - half * node) + function(middle + half * node)));
        half * pairs.sum::<f64>()
    };
    (0..parts).map(of_part).sum()
}

/// The series of 9.1.10 and 9.6.10 without its first factor, and the greatest of its terms.
fn series(order: f64, square: f64) -> (f64, f64) {
    let (mut sum, mut term, mut greatest, mut number) = (1.0, 1.0_f64, 1.0_f64, 0.0);
    while term.abs() > 1e-18 * greatest.min(f64::abs(sum)) && number < 1e5 {
        number += 1.0;
        term *= square / (number * (order + number));
        sum += term;
        greatest = greatest.max(term.abs());
    }
    (sum, greatest)
}

/// The logarithm of the first factor of the series.
fn leading(order: f64, x: f64) -> f64 {
    order * (x / 2.0).ln() - libm::lgamma(order + 1.0)
}

fn first_kind(order: f64, x: f64) -> f64 {
    if x == 0.0 {
        return f64::from(u8::from(order == 0.0));
    }
    if x > 50.0 && x > 2.0 * order * order {
        return oscillating(order, x);
    }
    if x < 40.0 {
        let (sum, greatest) = series(order, -x * x / 4.0);
        if greatest < 1e4 * sum.abs() {
            return sum * leading(order, x).exp();
        }
    }
    if order + x > MOST {
        return f64::NAN;
    }
    let parts = ((order + x) / 4.0) as u32 + 4;
    let first = integral(0.0, PI, parts, |t| (order * t - x * t.sin()).cos());
    let end = (40.0 / x).asinh();
    let second = match order.fract() {
        0.0 => 0.0,
        fraction => {
            (fraction * PI).sin()
                * if order.trunc() % 2.0 == 0.0 { 1.0 } else { -1.0 }
                * integral(0.0, end, 16, |t| (-x * t.sinh() - order * t).exp())
        }
    };
    (first - second) / PI
}

/// The coefficients of 9.2.9 and 9.2.10 as terms of one sum, until they grow.
fn asymptotic_terms(order: f64, x: f64) -> Vec<f64> {
    let square = 4.0 * order * order;
    let mut terms = vec![1.0];
    let mut term = 1.0_f64;
    for number in 1..100 {
        let odd = f64::from(2 * number - 1);
        let next = term * (square - odd * odd) / (f64::from(number) * 8.0 * x);
        if next.abs() >= term.abs() || next == 0.0 {
            break;
        }
        term = next;
        terms.push(term);
        if term.abs() < 1e-18 {
            break;
        }
    }
    terms
}

/// Large arguments, 9.2.5.
fn oscillating(order: f64, x: f64) -> f64 {
    let (mut cosine, mut sine) = (0.0, 0.0);
    for (number, term) in asymptotic_terms(order, x).into_iter().enumerate() {
        match number % 4 {
            0 => cosine += term,
            1 => sine += term,
            2 => cosine -= term,
            _ => sine -= term,
        }
    }
    let phase = x - order * PI / 2.0 - FRAC_PI_4;
    (2.0 / (PI * x)).sqrt() * (cosine * phase.cos() - sine * phase.sin())
}

fn modified(order: f64, x: f64, is_scaled: bool) -> f64 {
    let scale = if is_scaled { x } else { 0.0 };
    if x == 0.0 {
        return f64::from(u8::from(order == 0.0));
    }
    if x > 50.0 && x > 2.0 * order * order {
        let signed = asymptotic_terms(order, x).into_iter().enumerate();
        let sum: f64 = signed
            .map(|(number, term)| if number % 2 == 0 { term } else { -term })
            .sum();
        return sum * (x - scale).exp() / (2.0 * PI * x).sqrt();
    }
    if x > 600.0 {
        // Its terms would not be finite.
        return f64::NAN;
    }
    series(order, x * x / 4.0).0 * (leading(order, x) - scale).exp()
}

/// The value and the slope at 0.
const AT_ZERO: (f64, f64) = (0.355_028_053_887_817_2, -0.258_819_403_792_806_8);

/// The function of Airy and its derivative.
fn airy(x: f64) -> (f64, f64) {
    if x >= 2.0 {
        let zeta = 2.0 / 3.0 * x.powf(1.5);
        let k = |order: f64| {
            let end = (1.0 + 40.0 / zeta).acosh();
            (-zeta).exp() * integral(0.0, end, 12, |t| (zeta - zeta * t.cosh()).exp() * (order * t).cosh())
        };
        (
            (x / 3.0).sqrt() / PI * k(1.0 / 3.0),
            -x / (PI * 3_f64.sqrt()) * k(2.0 / 3.0),
        )
    } else if x >= -40.0 {
        let steps = (x.abs() * 4.0).ceil().max(1.0);
        let width = x / steps;
        let (mut at, mut found) = (0.0, AT_ZERO);
        for _ in 0..steps as u32 {
            found = step(at, found, width);
            at += width;
        }
        found
    } else {
        airy_of_far(-x)
    }
}

/// Continues a solution of y'' = x y by its Taylor series.
fn step(at: f64, (value, slope): (f64, f64), width: f64) -> (f64, f64) {
    let mut coefficients = [0.0; 32];
    (coefficients[0], coefficients[1], coefficients[2]) = (value, slope, at * value / 2.0);
    for number in 3..32 {
        let n = number as f64;
        coefficients[number] = (at * coefficients[number - 2] + coefficients[number - 3]) / (n * (n - 1.0));
    }
    let (mut sum, mut derivative) = (0.0, 0.0);
    for coefficient in coefficients.iter().rev() {
        derivative = derivative * width + sum;
        sum = sum * width + coefficient;
    }
    (sum, derivative)
}

/// Far below 0, by its distance from there: 10.4.60 and 10.4.62.
fn airy_of_far(x: f64) -> (f64, f64) {
    let zeta = 2.0 / 3.0 * x.powf(1.5);
    let phase = zeta + FRAC_PI_4;
    let (mut term, mut sums) = (1.0, [0.0; 4]);
    for number in 0..16_u32 {
        let k = f64::from(number);
        let slope_term = if number == 0 {
            1.0
        } else {
            -(6.0 * k + 1.0) / (6.0 * k - 1.0) * term
        };
        let sign = if number / 2 % 2 == 0 { 1.0 } else { -1.0 };
        let odd = number as usize % 2;
        sums[odd] += sign * term;
        sums[2 + odd] += sign * slope_term;
        let next = (6.0 * k + 5.0) * (6.0 * k + 3.0) * (6.0 * k + 1.0) / (216.0 * (k + 1.0) * (2.0 * k + 1.0));
        term *= next / zeta;
    }
    let scale = PI.sqrt() * x.sqrt().sqrt();
    let value = (phase.sin() * sums[0] - phase.cos() * sums[1]) / scale;
    let slope = -(phase.cos() * sums[2] + phase.sin() * sums[3]) * x.sqrt() / scale;
    (value, slope)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{invalid, number};

    /// Values of mpmath 1.4.
    #[test]
    fn values_of_another_program() {
        let near = |name: &str, x: &[f64], want: f64| {
            let got = number(name, x);
            assert!(
                (got - want).abs() <= 1e-11 * want.abs().max(1e-3),
                "{name} {x:?}: {got} for {want}"
            );
        };
        for (name, x, want) in [
            ("JBESSEL", &[0.0, 0.5][..], 0.938_469_807_240_812_9),
            ("JBESSEL", &[2.0, 2.0][..], 0.352_834_028_615_637_73),
            ("JBESSEL", &[0.333_333_333_333_333_3, 7.5][..], 0.289_676_596_292_362_53),
            ("JBESSEL", &[2.5, 30.0][..], 0.141_202_858_799_282_13),
            ("JBESSEL", &[10.0, 3.0][..], 1.292_835_164_571_588_3e-05),
            ("JBESSEL", &[0.0, 45.0][..], 0.115_818_670_673_256_32),
            ("JBESSEL", &[7.25, 60.0][..], -0.043_281_065_802_503_12),
            ("JBESSEL", &[40.0, 35.0][..], 0.014_965_632_617_051_043),
            ("JBESSEL", &[100.0, 30.0][..], 4.578_801_528_175_244_3e-42),
            ("JBESSEL", &[0.5, 200.0][..], -0.049_270_523_842_854_48),
            ("IBESSEL", &[2.0, 2.0, 0.0][..], 0.688_948_447_698_738_2),
            ("IBESSEL", &[2.0, 2.0, 1.0][..], 0.093_239_033_304_733_38),
            ("IBESSEL", &[0.0, 0.1, 0.0][..], 1.002_501_562_934_095_6),
            ("IBESSEL", &[3.5, 40.0, 1.0][..], 0.054_193_141_298_155_67),
            ("IBESSEL", &[12.0, 100.0, 1.0][..], 0.019_389_565_226_932_82),
            ("IBESSEL", &[0.0, 700.0, 1.0][..], 0.015_081_295_651_531_358),
            ("IBESSEL", &[0.25, 20.0, 0.0][..], 43_488_477.762_579_14),
            ("AIRY", &[0.0][..], 0.355_028_053_887_817_2),
            ("DAIRY", &[0.0][..], -0.258_819_403_792_806_8),
            ("AIRY", &[1.5][..], 0.071_749_497_008_105_41),
            ("DAIRY", &[1.5][..], -0.097_382_012_842_301_32),
            ("AIRY", &[2.0][..], 0.034_924_130_423_274_38),
            ("DAIRY", &[2.0][..], -0.053_090_384_433_653_63),
            ("AIRY", &[5.0][..], 0.000_108_344_428_136_074_42),
            ("DAIRY", &[5.0][..], -0.000_247_413_890_868_462_5),
            ("AIRY", &[10.0][..], 1.104_753_255_289_868_6e-10),
            ("DAIRY", &[10.0][..], -3.520_633_676_738_923_7e-10),
            ("AIRY", &[-0.5][..], 0.475_728_091_610_539_6),
            ("DAIRY", &[-0.5][..], -0.204_081_670_339_547_38),
            ("AIRY", &[-2.0][..], 0.227_407_428_201_685_58),
            ("DAIRY", &[-2.0][..], 0.618_259_020_741_691),
            ("AIRY", &[-7.3][..], 0.335_770_370_515_147_3),
            ("DAIRY", &[-7.3][..], -0.180_095_804_483_293_65),
            ("AIRY", &[-20.0][..], -0.176_406_127_077_984_7),
            ("DAIRY", &[-20.0][..], 0.892_862_856_736_471_3),
            ("AIRY", &[-39.0][..], -0.046_599_240_593_965_98),
            ("DAIRY", &[-39.0][..], -1.379_849_835_370_964_5),
            ("AIRY", &[-41.0][..], -0.027_898_913_373_551_656),
            ("DAIRY", &[-41.0][..], -1.416_598_684_801_359_2),
            ("AIRY", &[-100.0][..], 0.176_753_393_239_552_9),
            ("DAIRY", &[-100.0][..], -0.242_297_031_660_583_8),
        ] {
            near(name, x, want);
        }
        assert!(invalid("JBESSEL", &[-1.0, 1.0]) && invalid("IBESSEL", &[1.0, -1.0, 0.0]));
    }
}

//! Numbers in words, in Roman numerals, as fractions and as numbers of the social security.

use crate::number::decimal::Decimal;
use crate::number::digits;

/// The greatest number whose hundredths are exact.
const MOST_HUNDREDTHS: f64 = 9e15;

/// The error of a decimal with which a fraction is taken for the exact one.
const PRECISION: f64 = 1e-12;

/// The values of Roman numerals.
const NUMERALS: [(u64, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

const BELOW_TWENTY: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// Powers of a thousand, the largest first.
const POWERS: [(u64, &str); 5] = [
    (1_000_000_000_000_000, "quadrillion"),
    (1_000_000_000_000, "trillion"),
    (1_000_000_000, "billion"),
    (1_000_000, "million"),
    (1000, "thousand"),
];

/// `WORDSw.`: `two and ten hundredths`, and `WORDFw.`: `two and 10/100`. A text that does not fit is cut and ends with
/// an asterisk. Returns `false` for a number without words.
pub(super) fn words(number: f64, width: usize, has_digits: bool, out: &mut Vec<u8>) -> bool {
    if number.abs() >= MOST_HUNDREDTHS {
        return false;
    }
    let mut rounded = Decimal::of(number);
    rounded.round_to_places(2);
    let mut text = String::new();
    if number < 0.0 && !rounded.is_zero() {
        text.push_str("minus ");
    }
    let before = usize::try_from(rounded.point()).unwrap_or(0);
    let whole = (0..before).fold(0, |whole: u64, index| whole * 10 + u64::from(rounded.digit(index)));
    push_words(whole, &mut text);
    let mut places = Vec::new();
    rounded.write_places(2, &mut places);
    let hundredths = u64::from(places[1] - b'0') * 10 + u64::from(places[2] - b'0');
    if hundredths > 0 {
        text.push_str(" and ");
        if has_digits {
            text.push_str(&format!("{hundredths:02}/100"));
        } else {
            push_words(hundredths, &mut text);
            text.push_str(if hundredths == 1 { " hundredth" } else { " hundredths" });
        }
    }
    let start = out.len();
    out.extend_from_slice(text.as_bytes());
    if text.len() > width {
        out.truncate(start + width - 1);
        out.push(b'*');
    }
    true
}

fn push_words(mut number: u64, text: &mut String) {
    let separate = |text: &mut String, rest: u64| {
        if rest > 0 {
            text.push(' ');
        }
    };
    for (power, name) in POWERS {
        if number >= power {
            push_words(number / power, text);
            text.push(' ');
            text.push_str(name);
            number %= power;
            separate(text, number);
            if number == 0 {
                return;
            }
        }
    }
    if number >= 100 {
        text.push_str(BELOW_TWENTY[(number / 100) as usize]);
        text.push_str(" hundred");
        number %= 100;
        separate(text, number);
        if number == 0 {
            return;
        }
    }
    if number < 20 {
        text.push_str(BELOW_TWENTY[number as usize]);
        return;
    }
    text.push_str(TENS[(number / 10) as usize]);
    if !number.is_multiple_of(10) {
        text.push('-');
        text.push_str(BELOW_TWENTY[(number % 10) as usize]);
    }
}

/// `ROMANw.`: the integer part. Returns `false` if it is not positive or does not fit.
pub(super) fn roman(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    // More thousands than columns do not fit.
    if !(1.0..1000.0 * (width as f64 + 1.0)).contains(&number) {
        return false;
    }
    let start = out.len();
    let mut rest = number as u64;
    for (value, numeral) in NUMERALS {
        while rest >= value {
            out.extend_from_slice(numeral.as_bytes());
            rest -= value;
        }
    }
    out.len() - start <= width
}

/// `FRACTw.`: a fraction in reduced form after the integer part, `1+2/5`: the first convergent that is the number, or
/// the last one that fits. Returns `false` if none fits.
pub(super) fn fraction(number: f64, width: usize, out: &mut Vec<u8>) -> bool {
    let magnitude = number.abs();
    if magnitude >= MOST_HUNDREDTHS {
        return false;
    }
    let whole = magnitude.trunc();
    let part = magnitude - whole;
    let (mut before, mut convergent) = ((0.0, 1.0), (1.0, 0.0));
    let mut rest = part;
    let mut found: Option<String> = None;
    loop {
        let quotient = rest.floor();
        let next: (f64, f64) = (quotient * convergent.0 + before.0, quotient * convergent.1 + before.1);
        let text = fraction_text(number < 0.0, whole, next);
        if text.len() > width {
            break;
        }
        found = Some(text);
        (before, convergent) = (convergent, next);
        let is_exact = (next.0 / next.1 - part).abs() <= PRECISION;
        let remainder = rest - quotient;
        if is_exact || remainder == 0.0 {
            break;
        }
        rest = 1.0 / remainder;
    }
    match found {
        Some(text) => {
            out.extend_from_slice(text.as_bytes());
            true
        }
        None => false,
    }
}

/// Returns the sign, the integer part and the fraction of a number. The parts of a negative number are both subtracted,
/// so that the text is the number; how SAS writes those is not documented.
fn fraction_text(is_negative: bool, whole: f64, (numerator, denominator): (f64, f64)) -> String {
    let (whole, numerator) = match denominator {
        1.0 => (whole + numerator, 0.0),
        _ => (whole, numerator),
    };
    let minus = if is_negative && (whole > 0.0 || numerator > 0.0) {
        "-"
    } else {
        ""
    };
    let sign = if is_negative { '-' } else { '+' };
    if numerator == 0.0 {
        format!("{minus}{whole}")
    } else if whole == 0.0 {
        format!("{minus}{numerator}/{denominator}")
    } else {
        format!("{minus}{whole}{sign}{numerator}/{denominator}")
    }
}

/// `SSNw.`: nine digits in three groups, and points for a missing value or more digits.
pub(super) fn social_security(number: f64, out: &mut Vec<u8>) {
    if !(0.0..1e9).contains(&number) {
        out.extend_from_slice(b"...-..-....");
        return;
    }
    let number = number as u64;
    for (index, (part, least)) in [
        (number / 1_000_000, 3),
        (number / 10_000 % 100, 2),
        (number % 10_000, 4),
    ]
    .into_iter()
    .enumerate()
    {
        if index > 0 {
            out.push(b'-');
        }
        digits::push(part, least, out);
    }
}

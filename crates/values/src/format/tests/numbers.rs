//! Tests of formats of numbers.

use super::put;
use super::{missing, put_with};
use crate::format::Formats;
use crate::value::{Kind, Value};

#[test]
fn best_of_large_and_whole_numbers() {
    for (number, format, text) in [
        (1_257_000.0, "best6.", "1.26E6"),
        (1_257_000.0, "best3.", "1E6"),
        (0.0, "best12.", "           0"),
        (-0.0, "best2.", " 0"),
        (123_456_789_012.0, "best12.", "123456789012"),
        (1_234_567_890_123.0, "best12.", "1.2345679E12"),
        (-1_234_567_890_123.0, "best12.", "-1.234568E12"),
        (999_999.99, "best6.", "   1E6"),
        (9_007_199_254_740_992.0, "best16.", "9007199254740992"),
        (
            1_152_921_504_606_846_976.0,
            "best32.",
            "             1152921504606846976",
        ),
        (1e300, "best12.", "       1E300"),
        (100.0, "best2.", "**"),
        (f64::MAX, "best12.", "1.797693E308"),
    ] {
        assert_eq!(put(number, format), text, "{number} {format}");
    }
}

#[test]
fn best_of_fractions() {
    for (number, format, text) in [
        (1.0 / 3.0, "best12.", "0.3333333333"),
        (-1.0 / 3.0, "best12.", "-0.333333333"),
        (1.0 / 3.0, "best32.", "                0.33333333333333"),
        (std::f64::consts::PI, "best32.", "                3.14159265358979"),
        (0.1 + 0.2, "best12.", "         0.3"),
        (0.1 + 0.2, "best32.", "                             0.3"),
        (123_456.789, "best8.", "123456.8"),
        (123_456.789, "best7.", " 123457"),
        (0.00001, "best12.", "     0.00001"),
        (0.000005, "best12.", "        5E-6"),
        (1.0 / 65536.0 / 2.0, "best12.", "7.6293945E-6"),
        (0.001234, "best6.", "0.0012"),
        (0.5, "best2.", ".5"),
        (0.5, "best1.", "1"),
        (1e-200, "best3.", "  0"),
        (1e-200, "best12.", "      1E-200"),
        (-0.5, "best1.", "*"),
        (9.999_999_999_9, "best6.", "    10"),
    ] {
        assert_eq!(put(number, format), text, "{number} {format}");
    }
}

#[test]
fn fixed_decimals_and_what_is_too_narrow() {
    for (number, format, text) in [
        (12.345, "8.2", "   12.35"),
        (-0.001, "8.2", "   -0.00"),
        (0.5, "3.2", ".50"),
        (-0.5, "4.2", "-.50"),
        (2.5, "1.", "3"),
        (1.005, "8.2", "    1.01"),
        (12_345.678, "7.3", "12345.7"),
        (123_456.0, "8.2", "123456.0"),
        (123_456_789.0, "6.1", "1.23E8"),
        (-123_456_789.0, "3.", "***"),
        (1e-300, "8.2", "    0.00"),
        (99.995, "6.2", "100.00"),
        (7.0, "f5.1", "  7.0"),
    ] {
        assert_eq!(put(number, format), text, "{number} {format}");
    }
}

#[test]
fn commas_dollars_percents_zeros() {
    for (number, format, text) in [
        (23_451.23, "comma10.2", " 23,451.23"),
        (1_234_567.89, "comma12.2", "1,234,567.89"),
        (1_234_567.89, "comma10.2", "1234567.89"),
        (-1234.0, "comma8.", "  -1,234"),
        (100.0, "comma6.", "   100"),
        (1254.71, "dollar10.2", " $1,254.71"),
        (-1254.71, "dollar11.2", " $-1,254.71"),
        (1_234_567.0, "dollar8.", "$1234567"),
        (12_345.67, "dollar8.2", "12345.67"),
        (0.1, "percent10.", "      10% "),
        (1.2, "percent10.", "     120% "),
        (-0.05, "percent10.", "(      5%)"),
        (0.125, "percent9.2", "  12.50% "),
        (0.07, "percent8.", "     7% "),
        (-0.1, "percentn10.", "      -10%"),
        (0.2, "percentn10.", "       20%"),
        (-6.3, "percentn10.", "     -630%"),
        (1350.0, "z8.", "00001350"),
        (-120.0, "z8.", "-0000120"),
        (3.456, "z8.2", "00003.46"),
    ] {
        assert_eq!(put(number, format), text, "{number} {format}");
    }
}

#[test]
fn exponents_and_hexadecimal() {
    for (number, format, text) in [
        (123.0, "e10.", " 1.230E+02"),
        (-123.0, "e10.", "-1.230E+02"),
        (12_345_678.0, "e10.", " 1.235E+07"),
        (123_456_789.0, "e8.", " 1.2E+08"),
        (0.123, "e10.", " 1.230E-01"),
        (0.000_000_234_5, "e10.", " 2.345E-07"),
        (0.0, "e10.", " 0.000E+00"),
        (9.9999e99, "e10.", " 1.00E+100"),
        (1e-300, "e7.", " 1E-300"),
        (35.4, "hex8.", "00000023"),
        (88.0, "hex8.", "00000058"),
        (-150.0, "hex8.", "FFFFFF6A"),
        (1.0, "hex16.", "3FF0000000000000"),
        (missing::MISSING, "hex16.", "FFFFFE0000000000"),
        (123.45, "binary8.", "01111011"),
        (123.0, "binary8.", "01111011"),
        (-123.0, "binary8.", "10000101"),
        (5.0, "binary.", "00000101"),
        (256.0, "binary8.", "00000000"),
        (
            1.0,
            "binary64.",
            "0011111111110000000000000000000000000000000000000000000000000000",
        ),
        (256.0, "hex2.", "00"),
    ] {
        assert_eq!(put(number, format), text, "{number} {format}");
    }
}

#[test]
fn missing_values_stand_to_the_right() {
    let mut formats = Formats::new();
    for format in [
        "8.2",
        "best5.",
        "date9.",
        "comma10.",
        "time8.",
        "percent6.",
        "z4.",
        "hex4.",
    ] {
        let text = put_with(&formats, Value::Number(missing::MISSING), format);
        assert_eq!(text.trim_start(), ".", "{format}");
    }
    assert_eq!(put(missing::special(b'k').unwrap(), "date9."), "        K");
    assert_eq!(put(missing::UNDERSCORE, "3."), "  _");
    formats.set_missing_character(b' ');
    assert_eq!(put_with(&formats, Value::Number(missing::MISSING), "8."), "        ");
    assert_eq!(
        put_with(&formats, Value::Number(missing::special(b'A').unwrap()), "2."),
        " A"
    );
}

#[test]
fn what_does_not_fit_is_said() {
    let formats = Formats::new();
    for (spec, number, fits) in [
        ("8.2", 1234.5, true),
        ("6.2", 1234.5, false),
        ("4.2", 0.123, true),
        ("3.2", 0.123, true),
        ("2.", 1e6, false),
        ("COMMA8.", 1_234_567.0, false),
        ("COMMA9.", 1_234_567.0, true),
        ("DOLLAR4.", 1000.0, false),
        ("PERCENT8.1", 12.345, false),
        ("PERCENT6.", 0.5, true),
        ("PERCENTN5.", -0.5, true),
        ("Z3.", 1234.0, false),
        ("BEST3.", 1.0 / 3.0, true),
        ("BEST2.", 123.0, false),
        ("8.2", f64::NAN, true),
        ("8.2", f64::INFINITY, false),
        // That a number is not a date does not depend on the width.
        ("DATE9.", 1e300, true),
    ] {
        let format = formats.resolve(&spec.parse().unwrap(), Kind::Number, 8).unwrap();
        let mut out = Vec::new();
        let said = format.write(Value::Number(number), &mut out);
        assert_eq!(said, fits, "{number} in {spec}");
    }
}

#[test]
fn a_number_of_any_width_is_rounded_as_by_its_format() {
    for (number, decimals, text) in [
        (2.125, 2, "2.13"),
        (-2.125, 2, "-2.13"),
        (0.5, 0, "1"),
        (1.005, 2, "1.01"),
        (1e22, 1, "10000000000000000000000.0"),
        (-0.0, 1, "0.0"),
        (-0.001, 2, "-0.00"),
        (f64::NAN, 2, crate::missing::PLACEHOLDER),
    ] {
        assert_eq!(crate::format::fixed(number, decimals), text);
    }
    assert_eq!(put(2.125, "4.2"), crate::format::fixed(2.125, 2));
}

//! Expressions of the macro language, as in `%eval`, `%sysevalf` and `%if`.
//!
//! Operands are text without quotes. Two operands that are numbers are compared as numbers, any others as text. There
//! are two arithmetics: integer, for `%eval` and wherever the language itself needs a number, and floating-point, for
//! `%sysevalf`.

mod arithmetic;
mod parse;
mod tokens;

use std::borrow::Cow;

use super::mask;
use crate::error::Problem;
use arithmetic::Arithmetic;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
enum Value<N> {
    /// An operand, or text that may be one.
    Text(String),
    Number(N),
}

impl<N: Arithmetic> Value<N> {
    fn number(&self) -> Option<N> {
        match self {
            // Masked blanks around a number are part of a text, and none of the number.
            Self::Text(text) => N::read(text.trim_matches(' ')),
            Self::Number(number) => Some(*number),
        }
    }

    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(number.write()),
        }
    }
}

/// Evaluates an integer expression. `in` is an operator if `in_delimiter`, the separator of the items after it, is
/// given.
pub(crate) fn integer(text: &str, in_delimiter: Option<char>) -> Result<i64, Problem> {
    value(text, in_delimiter)
}

/// Evaluates a floating-point expression, whose value can be missing.
pub(crate) fn float(text: &str, in_delimiter: Option<char>) -> Result<f64, Problem> {
    value(text, in_delimiter)
}

/// Parses a number: decimal, hexadecimal or a date.
pub(crate) fn read_float(text: &str) -> Option<f64> {
    f64::read(text)
}

/// Formats a number as `%sysevalf` does: up to 16 characters, without blanks.
pub(crate) fn write_float(number: f64) -> String {
    number.write()
}

fn value<N: Arithmetic>(text: &str, in_delimiter: Option<char>) -> Result<N, Problem> {
    let value: Value<N> = parse::expression(text, in_delimiter)?;
    value.number().ok_or_else(|| not_a_number(&value.text(), text))
}

fn not_a_number(operand: &str, expression: &str) -> Problem {
    let condition = shown(expression);
    let mut words = operand.split_whitespace();
    if words.next().is_some_and(|first| read_float(first).is_some()) && words.next().is_some() {
        return Problem::NoOperator(condition);
    }
    Problem::NotANumber {
        operand: shown(operand),
        condition,
    }
}

fn bad(what: &str, expression: &str) -> Problem {
    Problem::BadExpression {
        what: what.to_owned(),
        condition: shown(expression),
    }
}

/// Returns a text for use in messages.
fn shown(text: &str) -> String {
    let text = mask::unmask(text.trim());
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eval(text: &str) -> String {
        match integer(text, None) {
            Ok(value) => value.to_string(),
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn integers_are_computed() {
        for (text, value) in [
            ("1+2*3", "7"),
            ("(1 + 2) * 3", "9"),
            ("7/2", "3"),
            ("-7/2", "-3"),
            ("2**3**2", "512"),
            ("-2**2", "-4"),
            ("2**-1", "0"),
            ("0FFx", "255"),
            ("1 - -1", "2"),
            ("10 > 9", "1"),
            ("a10 > a9", "0"),
            ("1 and 0 or 1", "1"),
            ("not 0", "1"),
            ("^1", "0"),
            ("5 eq 5", "1"),
            ("x ne y", "1"),
            ("3 ^= 3", "0"),
            ("a =", "0"),
            ("=", "1"),
            ("abc = abc ", "1"),
            ("\"a-b\" = \"a-b\"", "1"),
            ("1 < 2 < 2", "1"),
        ] {
            assert_eq!(eval(text), value, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        insta::assert_snapshot!(
            [
                "",
                "1+",
                "1+a",
                "1.5+1",
                "1/0",
                "(1",
                "1)",
                "1 (2)",
                "9223372036854775807+1",
                "a and b"
            ]
            .map(|text| format!("{text:8} -> {}", eval(text)))
            .join("\n")
        );
    }

    #[test]
    fn items_are_looked_for_with_in() {
        assert_eq!(integer("b in a b c", Some(' ')), Ok(1));
        assert_eq!(integer("b in (a b c)", Some(' ')), Ok(1));
        assert_eq!(integer("d # a,b,c", Some(',')), Ok(0));
        assert_eq!(integer("2 in 1 02", Some(' ')), Ok(1));
        assert!(integer("b in a b c", None).is_err());
    }

    #[test]
    fn masked_operators_are_text() {
        assert_eq!(integer(&format!("{} = a", mask::mask("or")), None), Ok(0));
        assert_eq!(integer(&format!("{m} = {m}", m = mask::mask("a-b")), None), Ok(1));
        assert_eq!(integer(&mask::mask("  1 "), None), Ok(1));
        assert!(integer(&mask::mask("  "), None).is_err());
    }

    #[test]
    fn numbers_in_floating_point() {
        let sysevalf = |text| float(text, None).map(write_float);
        for (text, value) in [
            ("1/4", "0.25"),
            ("10/3", "3.33333333333333"),
            ("1.5e3 + 1E-1", "1500.1"),
            ("2**0.5", "1.4142135623731"),
            ("1.0 = 1", "1"),
            ("'01jan1960'd + 1", "1"),
            (". + 1", "."),
            ("3 * 2", "6"),
        ] {
            assert_eq!(sysevalf(text).as_deref(), Ok(value), "{text}");
        }
        assert!(float("1/0", None).is_err());
    }

    #[test]
    fn deep_nesting_is_refused() {
        for text in ["(".repeat(100_000), "-".repeat(100_000), "1**".repeat(100_000)] {
            assert!(integer(&text, None).is_err());
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[-+*/()<>=^~|&#a-c0-9.'\" \u{10FF2B}]{0,40}") {
            let _ = integer(&text, Some(' '));
            let _ = float(&text, None);
        }

        #[test]
        fn sums_and_products_are_those_of_integers(a in -1000_i64..1000, b in -1000_i64..1000, c in 1_i64..100) {
            proptest::prop_assert_eq!(integer(&format!("{a} + {b} * {c}"), None), Ok(a + b * c));
            proptest::prop_assert_eq!(integer(&format!("({a} - {b}) / {c}"), None), Ok((a - b) / c));
        }
    }
}

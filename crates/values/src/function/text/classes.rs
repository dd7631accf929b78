//! The first character in, or not in, a class: `ANYDIGIT`, `NOTALPHA` and others.

use super::super::{ArgumentKind, Arguments, Function, number_or, text_at};
use super::find_byte;
use super::set::is_space;
use crate::value::Value;

const ARGUMENTS: Arguments = Arguments::between(1, 2, &[ArgumentKind::Text, ArgumentKind::Number]);

macro_rules! pairs {
    ($($any:literal $not:literal $class:expr;)*) => {
        &[$(
            Function::number($any, ARGUMENTS, |_, x| first(x, true, $class)),
            Function::number($not, ARGUMENTS, |_, x| first(x, false, $class)),
        )*]
    };
}

pub(in crate::function) const FUNCTIONS: &[Function] = pairs! {
    "ANYALNUM" "NOTALNUM" |byte: u8| byte.is_ascii_alphanumeric();
    "ANYALPHA" "NOTALPHA" |byte: u8| byte.is_ascii_alphabetic();
    "ANYCNTRL" "NOTCNTRL" |byte: u8| byte.is_ascii_control();
    "ANYDIGIT" "NOTDIGIT" |byte: u8| byte.is_ascii_digit();
    "ANYFIRST" "NOTFIRST" |byte: u8| byte == b'_' || byte.is_ascii_alphabetic();
    "ANYGRAPH" "NOTGRAPH" |byte: u8| byte.is_ascii_graphic();
    "ANYLOWER" "NOTLOWER" |byte: u8| byte.is_ascii_lowercase();
    "ANYNAME" "NOTNAME" |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric();
    "ANYPRINT" "NOTPRINT" |byte: u8| (b' '..=b'~').contains(&byte);
    "ANYPUNCT" "NOTPUNCT" |byte: u8| byte.is_ascii_punctuation();
    "ANYSPACE" "NOTSPACE" is_space;
    "ANYUPPER" "NOTUPPER" |byte: u8| byte.is_ascii_uppercase();
    "ANYXDIGIT" "NOTXDIGIT" |byte: u8| byte.is_ascii_hexdigit();
};

/// Returns the position of the first character in, or not in, a class, from the start in the second argument on, or
/// backward if that is negative.
fn first(arguments: &[Value<'_>], is: bool, class: fn(u8) -> bool) -> f64 {
    let start = number_or(arguments, 1, 1.0);
    find_byte(text_at(arguments, 0), start, |byte| class(*byte) == is)
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call, of_text};
    use crate::value::Value;

    #[test]
    fn first_of_a_class() {
        for (name, text, want) in [
            ("ANYALPHA", "12 ab", 4.0),
            ("ANYDIGIT", "ab", 0.0),
            ("NOTDIGIT", "123 ", 4.0),
            ("NOTDIGIT", "123", 0.0),
            ("ANYSPACE", "a\tb", 2.0),
            ("NOTALPHA", "ab1", 3.0),
            ("ANYPUNCT", "ab!", 3.0),
            ("NOTNAME", "a_1 x", 4.0),
            ("ANYUPPER", "abC", 3.0),
            ("NOTXDIGIT", "FFg", 3.0),
            ("ANYALPHA", "", 0.0),
        ] {
            assert_eq!(of_text(name, &[text]), want, "{name}({text:?})");
        }
    }

    #[test]
    fn from_a_start() {
        let digit = |start| call("ANYDIGIT", &[Value::Text(b"1a2b3"), Value::Number(start)]);
        for (start, want) in [
            (2.0, 3.0),
            (-4.0, 3.0),
            (-99.0, 5.0),
            (6.0, 0.0),
            (0.0, 0.0),
            (f64::NAN, 0.0),
        ] {
            assert_eq!(digit(start), Some(want), "{start}");
        }
    }
}

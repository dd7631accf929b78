//! Searching, counting and replacing substrings.

use super::super::{ArgumentKind, Arguments, Context, Function, LENGTH, text_at};
use super::characters::modifiers_and_start;
use super::set::CharacterSet;
use super::{has, position, put, search_from};
use crate::value::{Value, trim};

use ArgumentKind::{Any, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::number("INDEX", Arguments::exactly(&[Text, Text]), |_, x| {
        position(find(text_at(x, 0), text_at(x, 1), false))
    }),
    Function::number("INDEXW", Arguments::between(2, 3, &[Text]), word_index),
    Function::number("FIND", Arguments::between(2, 4, &[Text, Text, Any]), find_text),
    Function::number("COUNT", Arguments::between(2, 3, &[Text]), count),
    Function::text("TRANWRD", Arguments::between(3, 3, &[Text]), LENGTH, |_, x, out| {
        // An empty replacement stands for a blank; TRANSTRN removes the text.
        let replacement = match text_at(x, 2) {
            b"" => b" ",
            replacement => replacement,
        };
        replace(text_at(x, 0), text_at(x, 1), replacement, out);
    }),
    Function::text("TRANSTRN", Arguments::between(3, 3, &[Text]), LENGTH, |_, x, out| {
        replace(text_at(x, 0), text_at(x, 1), text_at(x, 2), out);
    }),
];

/// Returns the first occurrence of a text in another. An empty one does not occur.
fn find(text: &[u8], wanted: &[u8], ignore_case: bool) -> Option<usize> {
    let &first = wanted.first()?;
    let last = text.len().checked_sub(wanted.len())?;
    if ignore_case {
        return (0..=last).find(|&at| matches_at(text, wanted, at, true));
    }
    let mut from = 0;
    // Most of the time is spent on finding the first byte, which compilers vectorize.
    while let Some(step) = text[from..=last].iter().position(|&byte| byte == first) {
        from += step;
        if matches_at(text, wanted, from, false) {
            return Some(from);
        }
        from += 1;
        if from > last {
            return None;
        }
    }
    None
}

fn matches_at(text: &[u8], wanted: &[u8], at: usize, ignore_case: bool) -> bool {
    let here = &text[at..at + wanted.len()];
    if ignore_case {
        here.eq_ignore_ascii_case(wanted)
    } else {
        here == wanted
    }
}

/// `FIND(text, wanted, modifiers, start)`, the last two in either order. `I` ignores case, `T` trailing blanks of both
/// texts.
fn find_text(_: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let (modifiers, start) = modifiers_and_start(arguments);
    let ignore_case = has(modifiers, b'I');
    let shaped = |text| {
        if has(modifiers, b'T') { trim(text) } else { text }
    };
    let (text, wanted) = (shaped(text_at(arguments, 0)), shaped(text_at(arguments, 1)));
    let Some((from, forward)) = search_from(start.unwrap_or(1.0), text.len()) else {
        return 0.0;
    };
    if forward {
        position(find(&text[from..], wanted, ignore_case).map(|at| from + at))
    } else {
        let Some(last) = text.len().checked_sub(wanted.len()) else {
            return 0.0;
        };
        if wanted.is_empty() {
            return 0.0;
        }
        let mut places = (0..=from.min(last)).rev();
        position(places.find(|&at| matches_at(text, wanted, at, ignore_case)))
    }
}

/// Counts the occurrences of a text in another that do not overlap.
fn count(_: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let modifiers = text_at(arguments, 2);
    let shaped = |text| {
        if has(modifiers, b'T') { trim(text) } else { text }
    };
    let (mut text, wanted) = (shaped(text_at(arguments, 0)), shaped(text_at(arguments, 1)));
    let mut count = 0.0;
    while let Some(at) = find(text, wanted, has(modifiers, b'I')) {
        count += 1.0;
        text = &text[at + wanted.len()..];
    }
    count
}

/// Returns the position of a word between delimiters, which are blanks unless a list is given, or the ends of the text.
fn word_index(_: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let delimiters = if arguments.len() > 2 {
        text_at(arguments, 2)
    } else {
        b" "
    };
    let delimiters = CharacterSet::of(delimiters);
    let text = trim(text_at(arguments, 0));
    let wanted = trim(text_at(arguments, 1));
    if text.is_empty() && wanted.is_empty() {
        return 1.0;
    }
    let bounded = |at: usize| {
        let before = at.checked_sub(1).is_none_or(|before| delimiters.contains(text[before]));
        let after = text
            .get(at + wanted.len())
            .is_none_or(|&byte| delimiters.contains(byte));
        before && after
    };
    let mut from = 0;
    while let Some(step) = find(&text[from..], wanted, false) {
        if bounded(from + step) {
            return position(Some(from + step));
        }
        from += step + 1;
    }
    0.0
}

/// Replaces all occurrences of a text, including its trailing blanks.
fn replace(mut text: &[u8], wanted: &[u8], replacement: &[u8], out: &mut Vec<u8>) {
    while let Some(at) = find(text, wanted, false) {
        put(out, &text[..at]);
        put(out, replacement);
        text = &text[at + wanted.len()..];
    }
    put(out, text);
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call, of_text, text};
    use crate::value::Value;

    #[test]
    fn finding() {
        for (whole, wanted, want) in [
            ("ABC.DEF (X=Y)", "X=Y", 10.0),
            ("abab", "b", 2.0),
            ("aab", "ab", 2.0),
            ("ab", "abc", 0.0),
            ("ab", "b ", 0.0),
            ("ab", "", 0.0),
            ("", "a", 0.0),
        ] {
            assert_eq!(of_text("INDEX", &[whole, wanted]), want, "{whole} {wanted}");
        }
        assert_eq!(of_text("FIND", &["She sells SEAshells", "sea"]), 0.0);
        assert_eq!(of_text("FIND", &["She sells SEAshells", "sea", "i"]), 11.0);
        assert_eq!(of_text("FIND", &["abc", "b  ", "t"]), 2.0);
        let from = |start| {
            let text = |text: &'static str| Value::Text(text.as_bytes());
            call("FIND", &[text("abcabc"), text("bc"), Value::Number(start), text("i")])
        };
        for (start, want) in [(1.0, 2.0), (3.0, 5.0), (6.0, 0.0), (-6.0, 5.0), (-4.0, 2.0), (0.0, 0.0)] {
            assert_eq!(from(start), Some(want), "{start}");
        }
    }

    #[test]
    fn whole_words() {
        assert_eq!(of_text("INDEXW", &["asdf adog dog", "dog  "]), 11.0);
        assert_eq!(of_text("INDEXW", &["abcdef x=y", "def"]), 0.0);
        assert_eq!(of_text("INDEXW", &["abc,def@ xyz", "def", ",@"]), 5.0);
    }

    #[test]
    fn counting() {
        assert_eq!(of_text("COUNT", &["aaaa", "aa"]), 2.0);
        assert_eq!(of_text("COUNT", &["This is A", "IS", "i"]), 2.0);
        assert_eq!(of_text("COUNT", &["abc", ""]), 0.0);
    }

    #[test]
    fn replacing() {
        assert_eq!(text("TRANWRD", &["Mrs. Joan", "Mrs.", "Ms."]), "Ms. Joan");
        assert_eq!(text("TRANWRD", &["a-b-c", "-", ""]), "a b c");
        assert_eq!(text("TRANSTRN", &["a-b-c", "-", ""]), "abc");
        assert_eq!(text("TRANWRD", &["abc", "", "x"]), "abc");
        assert_eq!(text("TRANWRD", &["aaa", "a", "aa"]), "aaaaaa");
        let grown = text("TRANWRD", &[&"a".repeat(20_000), "a", "bb"]);
        assert_eq!(grown.len(), 32_767);
    }
}

//! `FINDW`, which finds a word between delimiters.

use super::super::{ArgumentKind, Arguments, Context, Function, text_at};
use super::words::Delimiters;
use super::{has, position, search_from};
use crate::value::{Value, trim};

use ArgumentKind::{Any, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[Function::number(
    "FINDW",
    Arguments::between(2, 5, &[Text, Text, Any]).omitting_from(2),
    find_word,
)];

/// `FINDW(text, word, delimiters, modifiers, start)`; the start, a number, stands at any place after the word.
fn find_word(_: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let (mut lists, mut start) = ([None, None], None);
    for argument in arguments.iter().skip(2) {
        match *argument {
            Value::Number(number) => start = Some(number),
            Value::Text(text) if lists[0].is_none() => lists[0] = Some(text),
            Value::Text(text) => lists[1] = Some(text),
        }
    }
    let modifiers = lists[1].unwrap_or(b"");
    let delimiters = Delimiters::new(lists[0], lists[1]);
    let (mut text, mut word) = (text_at(arguments, 0), text_at(arguments, 1));
    if delimiters.trim {
        (text, word) = (trim(text), trim(word));
    }
    if has(modifiers, b'R') {
        word = stripped(word, &delimiters);
    }
    let start = match (start, delimiters.backward) {
        (Some(start), false) => start,
        (Some(start), true) => -start.abs(),
        (None, false) => 1.0,
        (None, true) => -(text.len() as f64),
    };
    let Some((from, forward)) = search_from(start, text.len()) else {
        return 0.0;
    };
    let is_word = |found: &[u8]| match has(modifiers, b'I') {
        true => found.eq_ignore_ascii_case(word),
        false => found == word,
    };
    if has(modifiers, b'E') {
        return counted(text, &delimiters, from, forward, is_word);
    }
    if word.is_empty() || word.len() > text.len() {
        return 0.0;
    }
    let is_delimiter = |at: usize| delimiters.set.contains(text[at]);
    let is_at = |at: usize| {
        let end = at + word.len();
        is_word(&text[at..end]) && (at == 0 || is_delimiter(at - 1)) && (end == text.len() || is_delimiter(end))
    };
    let last = text.len() - word.len();
    if delimiters.quotes {
        let mut words = delimiters.words(text).filter(|span| is_word(&text[span.clone()]));
        return position(
            match forward {
                true => words.find(|span| span.start >= from),
                false => words.filter(|span| span.start <= from).last(),
            }
            .map(|span| span.start),
        );
    }
    position(match forward {
        true => (from..=last).find(|&at| is_at(at)),
        false => (0..=from.min(last)).rev().find(|&at| is_at(at)),
    })
}

/// Returns the number of words up to the wanted one, from the start on or backward from it; 0 if it is not there.
fn counted(text: &[u8], delimiters: &Delimiters, from: usize, forward: bool, is_word: impl Fn(&[u8]) -> bool) -> f64 {
    if forward {
        let mut words = delimiters.words(text).filter(|span| span.start >= from);
        return position(words.position(|span| is_word(&text[span])));
    }
    let words: Vec<_> = delimiters.words(text).filter(|span| span.end <= from + 1).collect();
    position(words.into_iter().rev().position(|span| is_word(&text[span])))
}

/// Returns a word without the delimiters around it.
fn stripped<'a>(mut word: &'a [u8], delimiters: &Delimiters) -> &'a [u8] {
    while let [first, rest @ ..] = word
        && delimiters.set.contains(*first)
    {
        word = rest;
    }
    while let [rest @ .., last] = word
        && delimiters.set.contains(*last)
    {
        word = rest;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call, of_text};
    use crate::value::Value;

    #[test]
    fn words_between_delimiters() {
        for (arguments, want) in [
            (&["one two, three", "two"][..], 5.0),
            (&["one two, three", "tw"], 0.0),
            (&["a:b c", "b c", ":"], 3.0),
            (&["One two one", "one", " ", "i"], 1.0),
            (&["one two one", "one", " ", "b"], 9.0),
            (&["one two three", "three", " ", "e"], 3.0),
            (&["a,'b,c',c", "c", ",", "q"], 9.0),
            (&["one two", " two ", " ", "r"], 5.0),
            (&["", "a"], 0.0),
            (&["a", ""], 0.0),
        ] {
            assert_eq!(of_text("FINDW", arguments), want, "{arguments:?}");
        }
        let text = |text: &'static str| Value::Text(text.as_bytes());
        let from = |start| call("FINDW", &[text("ab ab ab"), text("ab"), Value::Number(start)]);
        assert_eq!((from(2.0), from(-7.0), from(9.0)), (Some(4.0), Some(7.0), Some(0.0)));
    }
}

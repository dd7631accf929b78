//! Functions of characters that may take several bytes: `KSUBSTR`, `KLENGTH` and others.
//!
//! A character is one of UTF-8 where the text is valid UTF-8, and a byte otherwise. Positions and lengths count
//! characters, except in those functions whose name ends in `B` and in `KTRUNCATE`.

use super::super::{
    AS_GIVEN, ArgumentKind, Arguments, Context, Function, LENGTH, ONE_TEXT, number_at, number_or, text_at,
};
use super::{position, put, trim_start};
use crate::case::Case;
use crate::value::{Value, trim};

use ArgumentKind::{Any, Number, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::number("KLENGTH", ONE_TEXT, |_, x| {
        characters(trim(text_at(x, 0))).count() as f64
    }),
    Function::number("KCOUNT", ONE_TEXT, |_, x| {
        characters(text_at(x, 0))
            .filter(|character| character.len() > 1)
            .count() as f64
    }),
    Function::text(
        "KSUBSTR",
        Arguments::between(2, 3, &[Text, Number]),
        AS_GIVEN,
        |context, x, out| {
            let all: Vec<_> = characters(text_at(x, 0)).collect();
            if let Some(part) = part(context, x, all.len(), 1) {
                all[part].iter().for_each(|character| put(out, character));
            }
        },
    ),
    Function::text(
        "KSUBSTRB",
        Arguments::between(2, 3, &[Text, Number]),
        AS_GIVEN,
        |context, x, out| {
            let text = text_at(x, 0);
            if let Some(part) = part(context, x, text.len(), 1) {
                // A part of a character is left out.
                let mut at = 0;
                for character in characters(text) {
                    if part.start <= at && at + character.len() <= part.end {
                        put(out, character);
                    }
                    at += character.len();
                }
            }
        },
    ),
    Function::text(
        "KUPDATE",
        Arguments::between(2, 4, &[Text, Number, Any, Text]).omitting_from(2),
        AS_GIVEN,
        update,
    ),
    Function::number("KINDEX", Arguments::exactly(&[Text, Text]), |_, x| {
        let (text, wanted) = (text_at(x, 0), text_at(x, 1));
        place(text, |rest| !wanted.is_empty() && rest.starts_with(wanted))
    }),
    Function::number("KINDEXC", Arguments::at_least(2, &[Text]), |_, x| {
        let text = text_at(x, 0);
        position(characters(text).position(|character| is_listed(character, &x[1..])))
    }),
    Function::number("KINDEXB", Arguments::exactly(&[Text, Text]), |_, x| {
        let (text, wanted) = (text_at(x, 0), text_at(x, 1));
        let found = text.windows(wanted.len().max(1)).position(|part| part == wanted);
        position(found)
    }),
    Function::number("KINDEXCB", Arguments::at_least(2, &[Text]), |_, x| {
        let mut at = 0;
        let mut starts = characters(text_at(x, 0)).map(|character| {
            at += character.len();
            (at - character.len(), character)
        });
        position(
            starts
                .find(|(_, character)| is_listed(character, &x[1..]))
                .map(|(start, _)| start),
        )
    }),
    Function::text(
        "KSUBSTRN",
        Arguments::between(2, 3, &[Text, Number]),
        AS_GIVEN,
        |_, x, out| {
            let (start, length) = (number_at(x, 1).round(), number_or(x, 2, f64::MAX).round());
            let places = characters(text_at(x, 0)).zip(1_u32..);
            let part = places.filter(|(_, place)| (start..start + length).contains(&f64::from(*place)));
            part.for_each(|(character, _)| put(out, character));
        },
    ),
    Function::number("KVERIFY", Arguments::at_least(2, &[Text]), |_, x| {
        let text = text_at(x, 0);
        position(characters(text).position(|character| !is_listed(character, &x[1..])))
    }),
    Function::text("KSCAN", Arguments::between(2, 3, &[Text, Number, Text]), AS_GIVEN, scan),
    Function::text("KCOMPRESS", Arguments::between(1, 2, &[Text]), AS_GIVEN, |_, x, out| {
        let list = if x.len() > 1 { text_at(x, 1) } else { b" " };
        let kept = characters(text_at(x, 0)).filter(|character| !has_character(list, character));
        kept.for_each(|character| put(out, character));
    }),
    Function::text("KTRANSLATE", Arguments::at_least(3, &[Text]), AS_GIVEN, translate),
    Function::text("KREVERSE", ONE_TEXT, AS_GIVEN, |_, x, out| {
        let all: Vec<_> = characters(text_at(x, 0)).collect();
        all.into_iter().rev().for_each(|character| put(out, character));
    }),
    Function::text("KUPCASE", ONE_TEXT, AS_GIVEN, |_, x, out| {
        Case::Upper.write(text_at(x, 0), out)
    }),
    Function::text("KLOWCASE", ONE_TEXT, AS_GIVEN, |_, x, out| {
        Case::Lower.write(text_at(x, 0), out)
    }),
    Function::text("KLEFT", ONE_TEXT, AS_GIVEN, |_, x, out| {
        put(out, trim_start(text_at(x, 0)));
        out.resize(text_at(x, 0).len(), b' ');
    }),
    Function::text("KRIGHT", ONE_TEXT, AS_GIVEN, |_, x, out| {
        let text = trim(text_at(x, 0));
        out.resize(text_at(x, 0).len() - text.len(), b' ');
        put(out, text);
    }),
    Function::text("KTRIM", ONE_TEXT, AS_GIVEN, |_, x, out| put(out, trim(text_at(x, 0)))),
    Function::text("KSTRIP", ONE_TEXT, AS_GIVEN, |_, x, out| {
        put(out, trim_start(trim(text_at(x, 0))))
    }),
    Function::text("KSTRCAT", Arguments::at_least(1, &[Text]), LENGTH, |_, x, out| {
        (0..x.len()).for_each(|position| put(out, text_at(x, position)));
    }),
    Function::text(
        "KTRUNCATE",
        Arguments::exactly(&[Text, Number]),
        AS_GIVEN,
        |context, x, out| {
            let most = number_at(x, 1);
            if most.is_nan() || most < 0.0 {
                context.invalid(1);
                return;
            }
            for character in characters(text_at(x, 0)) {
                if (out.len() + character.len()) as f64 > most {
                    break;
                }
                put(out, character);
            }
        },
    ),
];

/// Returns the characters of a text.
fn characters(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_valid = std::str::from_utf8(text).is_ok();
    let is_start = move |byte: u8| !is_valid || byte & 0xC0 != 0x80;
    let mut rest = text;
    std::iter::from_fn(move || {
        let more = rest.get(1..)?.iter().take_while(|&&byte| !is_start(byte)).count();
        let (character, after) = rest.split_at(1 + more);
        rest = after;
        Some(character)
    })
}

fn has_character(list: &[u8], character: &[u8]) -> bool {
    characters(list).any(|listed| listed == character)
}

fn is_listed(character: &[u8], lists: &[Value<'_>]) -> bool {
    (0..lists.len()).any(|position| has_character(text_at(lists, position), character))
}

/// Returns the position in characters of the first place where the rest of the text is as wanted.
fn place(text: &[u8], is_wanted: impl Fn(&[u8]) -> bool) -> f64 {
    let mut at = 0;
    position(characters(text).position(|character| {
        let found = is_wanted(&text[at..]);
        at += character.len();
        found
    }))
}

/// Returns the part that the arguments from `first` on, its start and its length, name of so many characters. It must
/// begin within them; one that would end beyond them is cut.
fn part(
    context: &mut Context<'_>,
    arguments: &[Value<'_>],
    count: usize,
    first: usize,
) -> Option<std::ops::Range<usize>> {
    let start = number_at(arguments, first);
    if !(1.0..count as f64 + 1.0).contains(&start) {
        context.invalid(first);
        return None;
    }
    let start = start as usize - 1;
    let rest = count - start;
    let length = number_or(arguments, first + 1, rest as f64);
    if (0.0..rest as f64 + 1.0).contains(&length) {
        Some(start..start + length as usize)
    } else {
        context.invalid(first + 1);
        Some(start..count)
    }
}

/// `KUPDATE(text, start, length, replacement)`; without a replacement the part is removed.
fn update(context: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let all: Vec<_> = characters(text_at(arguments, 0)).collect();
    let replacement = (2..arguments.len())
        .map(|position| text_at(arguments, position))
        .find(|text| !text.is_empty());
    let measures: Vec<_> = arguments
        .iter()
        .take(3)
        .filter(|value| !matches!(value, Value::Text(b"")))
        .copied()
        .collect();
    let measures = match measures.last() {
        Some(Value::Text(_)) => &measures[..measures.len() - 1],
        _ => &measures[..],
    };
    if let Some(part) = part(context, measures, all.len(), 1) {
        all[..part.start].iter().for_each(|character| put(out, character));
        put(out, replacement.unwrap_or(b""));
        all[part.end..].iter().for_each(|character| put(out, character));
    }
}

/// `KSCAN(text, number, delimiters)`.
fn scan(_: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    let delimiters: &[u8] = match arguments.len() {
        0..=2 => b" !$%&()*+,-./;<^|",
        _ => text_at(arguments, 2),
    };
    let text = text_at(arguments, 0);
    let (mut words, mut start, mut at) = (Vec::new(), 0, 0);
    for character in characters(text) {
        let end = at + character.len();
        if has_character(delimiters, character) {
            words.push(start..at);
            start = end;
        }
        at = end;
    }
    words.push(start..at);
    words.retain(|word| !word.is_empty());
    let number = number_at(arguments, 1);
    let index = match number {
        _ if number >= 1.0 => Some(number as usize - 1),
        // Casts saturate.
        _ if number <= -1.0 => words.len().checked_sub(-number as usize),
        _ => None,
    };
    if let Some(word) = index.and_then(|index| words.get(index)) {
        put(out, &text[word.clone()]);
    }
}

/// `KTRANSLATE(text, to, from, …)`: characters without a counterpart become blanks.
fn translate(_: &mut Context<'_>, arguments: &[Value<'_>], out: &mut Vec<u8>) {
    for character in characters(text_at(arguments, 0)) {
        let mut pairs = arguments[1..].chunks_exact(2);
        let found = pairs.find_map(|pair| {
            let at = characters(text_at(pair, 1)).position(|listed| listed == character)?;
            Some(characters(text_at(pair, 0)).nth(at).unwrap_or(b" "))
        });
        put(out, found.unwrap_or(character));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{call_text, of_text, text};
    use crate::value::Value;

    #[test]
    fn characters_of_several_bytes() {
        let part = |name: &str, start: f64, length: f64| {
            call_text(
                name,
                &[
                    Value::Text("aé日b".as_bytes()),
                    Value::Number(start),
                    Value::Number(length),
                ],
            )
        };
        assert_eq!(part("KSUBSTR", 2.0, 2.0), "é日");
        assert_eq!(part("KSUBSTRB", 2.0, 3.0), "é");
        assert_eq!(of_text("KLENGTH", &["aé日b  "]), 4.0);
        assert_eq!(of_text("KINDEX", &["aé日b", "日"]), 3.0);
        assert_eq!(of_text("KINDEXC", &["aé日b", "b日"]), 3.0);
        assert_eq!(of_text("KVERIFY", &["aé日b", "éa"]), 3.0);
        assert_eq!(of_text("KINDEXB", &["aé日b", "日"]), 4.0);
        assert_eq!(of_text("KINDEXCB", &["aé日b", "b日"]), 4.0);
        assert_eq!(part("KSUBSTRN", 0.0, 3.0), "aé");
        assert_eq!(part("KSUBSTRN", 9.0, 3.0), "");
        assert_eq!(text("KREVERSE", &["aé日"]), "日éa");
        assert_eq!(text("KUPCASE", &["aé"]), "AÉ");
        assert_eq!(text("KCOMPRESS", &["a é 日", " 日"]), "aé");
        assert_eq!(text("KTRANSLATE", &["日本", "ab", "日本"]), "ab");
        let scan = |number| {
            call_text(
                "KSCAN",
                &[
                    Value::Text("日、本".as_bytes()),
                    Value::Number(number),
                    Value::Text("、".as_bytes()),
                ],
            )
        };
        assert_eq!(
            (scan(2.0).as_str(), scan(-2.0).as_str(), scan(3.0).as_str()),
            ("本", "日", "")
        );
        let cut = |most| call_text("KTRUNCATE", &[Value::Text("日本".as_bytes()), Value::Number(most)]);
        assert_eq!((cut(4.0).as_str(), cut(6.0).as_str()), ("日", "日本"));
        let updated = call_text(
            "KUPDATE",
            &[
                Value::Text("日本".as_bytes()),
                Value::Number(2.0),
                Value::Number(1.0),
                Value::Text(b"x"),
            ],
        );
        assert_eq!(updated, "日x");
    }
}

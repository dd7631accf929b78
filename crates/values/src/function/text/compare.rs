//! Comparisons of two texts: `COMPARE`, and the modifiers that it shares with the edit distances.

use super::super::{ArgumentKind, Arguments, Context, Function, text_at};
use super::quotes::name_in_literal;
use super::{position, trim_start};
use crate::value::{Value, trim};

pub(in crate::function) const FUNCTIONS: &[Function] = &[Function::number(
    "COMPARE",
    Arguments::between(2, 3, &[ArgumentKind::Text]),
    compare,
)];

/// Two texts after the modifiers: without trailing blanks, and further as these say.
pub(super) struct ComparedTexts<'a> {
    pub(super) first: &'a [u8],
    pub(super) second: &'a [u8],
    ignores_case: bool,
}

impl<'a> ComparedTexts<'a> {
    /// Applies modifiers in their order: `I` ignores case, `L` removes leading blanks, `N` takes name literals out of
    /// their quotes and ignores case, `:` cuts the longer text to the shorter one, or to one character. Blanks do not
    /// count. Returns `None` for another modifier.
    pub(super) fn new(first: &'a [u8], second: &'a [u8], modifiers: &[u8]) -> Option<Self> {
        let (mut first, mut second) = (trim(first), trim(second));
        let (mut ignores_case, mut cuts) = (false, false);
        for modifier in modifiers {
            match modifier.to_ascii_uppercase() {
                b'I' => ignores_case = true,
                b'L' => (first, second) = (trim_start(first), trim_start(second)),
                b'N' => {
                    ignores_case = true;
                    first = name_in_literal(first).unwrap_or(first);
                    second = name_in_literal(second).unwrap_or(second);
                }
                b':' => cuts = true,
                b' ' => {}
                _ => return None,
            }
        }
        if cuts {
            let length = first.len().min(second.len()).max(1);
            first = &first[..first.len().min(length)];
            second = &second[..second.len().min(length)];
        }
        Some(Self {
            first,
            second,
            ignores_case,
        })
    }

    /// Returns a byte as it is compared.
    pub(super) fn folded(&self, byte: u8) -> u8 {
        match self.ignores_case {
            true => byte.to_ascii_lowercase(),
            false => byte,
        }
    }
}

/// Returns the position of the first difference, negative if the first text sorts first; 0 for equal texts.
fn compare(context: &mut Context<'_>, arguments: &[Value<'_>]) -> f64 {
    let Some(texts) = ComparedTexts::new(text_at(arguments, 0), text_at(arguments, 1), text_at(arguments, 2)) else {
        return context.invalid(2);
    };
    let at = |text: &[u8], index: usize| texts.folded(text.get(index).copied().unwrap_or(b' '));
    let (first, second) = (texts.first, texts.second);
    let length = first.len().max(second.len());
    let difference = (0..length).find(|&index| at(first, index) != at(second, index));
    let place = position(difference);
    match difference {
        Some(index) if at(first, index) < at(second, index) => -place,
        _ => place,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::of_text;

    #[test]
    fn comparisons() {
        for (a, b, modifiers, want) in [
            ("abc", "abd", "", -3.0),
            ("abd", "abc", "", 3.0),
            ("ab ", "ab", "", 0.0),
            ("ABC", "abc", "i", 0.0),
            (" ab", "ab", "l", 0.0),
            ("abc", "ab", ":", 0.0),
            ("", "abc", ":", -1.0),
            ("abc", "ab", "", 3.0),
            (" 'a b'N", "A B", "ln", 0.0),
            (" 'a b'N", "A B", "nl", -1.0),
        ] {
            assert_eq!(of_text("COMPARE", &[a, b, modifiers]), want, "{a} {b} {modifiers}");
        }
    }
}

//! Edit distances: `COMPLEV`, `COMPGED` and `SPEDIS`.

use super::super::{ArgumentKind, Arguments, Context, Function, text_at};
use super::compare::ComparedTexts;
use super::edit_costs::{EditCosts, NEVER};
use crate::value::{Value, trim};

use ArgumentKind::{Any, Text};

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::number("COMPLEV", Arguments::between(2, 4, &[Text, Text, Any]), |context, x| {
        measured(context, x, |_, first, second| levenshtein(first, second))
    }),
    Function::number("COMPGED", Arguments::between(2, 4, &[Text, Text, Any]), |context, x| {
        measured(context, x, generalized)
    }),
    Function::number("SPEDIS", Arguments::exactly(&[Text, Text]), |_, x| {
        spelling(trim(text_at(x, 0)), trim(text_at(x, 1)))
    }),
];

/// The functions whose results depend on `CALL COMPCOST`.
pub(in crate::function) const ASK_THE_COSTS: &[&str] = &["COMPGED"];

/// Calls a distance with the texts that the modifiers leave; a distance beyond the cutoff is the cutoff. The modifiers
/// and the cutoff are the last two arguments in either order.
fn measured(context: &mut Context<'_>, arguments: &[Value<'_>], distance: fn(&EditCosts, &[u8], &[u8]) -> f64) -> f64 {
    let (mut modifiers, mut cutoff) = ((&b""[..], 2), f64::INFINITY);
    for (position, argument) in arguments.iter().enumerate().skip(2) {
        match *argument {
            Value::Text(text) => modifiers = (text, position),
            Value::Number(number) if !number.is_nan() => cutoff = number,
            Value::Number(_) => {}
        }
    }
    let Some(texts) = ComparedTexts::new(text_at(arguments, 0), text_at(arguments, 1), modifiers.0) else {
        return context.invalid(modifiers.1);
    };
    let folded = |text: &[u8]| text.iter().map(|&byte| texts.folded(byte)).collect::<Vec<_>>();
    distance(&context.edits, &folded(texts.first), &folded(texts.second)).min(cutoff)
}

/// Returns the number of insertions, deletions and replacements.
fn levenshtein(first: &[u8], second: &[u8]) -> f64 {
    let mut row: Vec<u32> = (0..=second.len() as u32).collect();
    for (i, a) in first.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i as u32 + 1;
        for (j, b) in second.iter().enumerate() {
            let replaced = diagonal + u32::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    f64::from(row[second.len()])
}

/// Returns the least cost of constructing the first text from the second one. A pointer moves through the second, and
/// each operation moves it, appends to the first, or both.
fn generalized(costs: &EditCosts, first: &[u8], second: &[u8]) -> f64 {
    let kept = |text: &[u8]| {
        let drops = |byte: &u8| {
            (*byte == b' ' && costs.of("BLANK") == 0.0)
                || (byte.is_ascii_punctuation() && costs.of("PUNCTUATION") == 0.0)
        };
        text.iter().copied().filter(|byte| !drops(byte)).collect::<Vec<_>>()
    };
    Construction {
        costs,
        first: &kept(first),
        second: &kept(second),
    }
    .cheapest()
}

/// The construction of one text from another.
struct Construction<'a> {
    costs: &'a EditCosts,
    first: &'a [u8],
    second: &'a [u8],
}

impl Construction<'_> {
    /// Returns the cost of the cheapest one.
    fn cheapest(&self) -> f64 {
        let swap = self.costs.of("SWAP");
        let (n, m) = (self.first.len(), self.second.len());
        // The cost of the first `i` characters with the pointer at `j`, for three values of `i`.
        let mut rows = vec![vec![f64::INFINITY; m + 1]; 3];
        rows[0][0] = 0.0;
        for i in 0..=n {
            for j in 0..=m {
                let here = rows[0][j];
                let mut reach = |down: usize, at: usize, cost: f64| {
                    let place: &mut f64 = &mut rows[down][at];
                    *place = place.min(here + cost);
                };
                if i < n {
                    reach(1, j, self.addition(i, j));
                }
                if j < m {
                    reach(0, j + 1, self.removal(i, j));
                }
                if i < n && j < m {
                    reach(1, j + 1, self.replacement(i, j));
                    let swapped = (self.first.get(i + 1), self.second.get(j + 1));
                    if swapped == (self.second.get(j), self.first.get(i)) && swapped.0.is_some() && swapped.1.is_some()
                    {
                        reach(2, j + 2, swap);
                    }
                }
            }
            if i < n {
                rows.rotate_left(1);
                rows[2].fill(f64::INFINITY);
            }
        }
        rows[0][m]
    }

    /// The cost of a blank or a mark of punctuation, which cost less than other characters.
    fn special(&self, byte: u8) -> f64 {
        let [_, blank, _, _, _, _, _, _, _, punctuation, ..] = self.costs.0;
        match byte {
            b' ' => blank,
            _ if byte.is_ascii_punctuation() => punctuation,
            _ => NEVER,
        }
    }

    /// The cost of a character that is added while the pointer stays.
    fn addition(&self, i: usize, j: usize) -> f64 {
        let [append, _, _, double, _, finsert, _, insert, ..] = self.costs.0;
        let (made, at) = (self.first[i], self.second.get(j).copied());
        let plain = if j == 0 { finsert } else { insert };
        let is_appended = at.is_none() && self.first.len() > self.second.len();
        let appended = if is_appended { append } else { NEVER };
        let doubled = if at == Some(made) { double } else { NEVER };
        plain.min(self.special(made)).min(appended).min(doubled)
    }

    /// The cost of moving the pointer without adding a character.
    fn removal(&self, i: usize, j: usize) -> f64 {
        let [_, _, delete, _, fdelete, _, _, _, _, _, _, single, _, truncate] = self.costs.0;
        let at = self.second[j];
        let plain = if i == 0 { fdelete } else { delete };
        let is_cut = i == self.first.len() && self.first.len() < self.second.len();
        let cut = if is_cut { truncate } else { NEVER };
        let singled = if self.second.get(j + 1) == Some(&at) {
            single
        } else {
            NEVER
        };
        plain.min(self.special(at)).min(cut).min(singled)
    }

    /// The cost of adding a character in place of that at the pointer.
    fn replacement(&self, i: usize, j: usize) -> f64 {
        let [_, _, _, _, _, _, freplace, _, matching, _, replace, ..] = self.costs.0;
        let (made, at) = (self.first[i], self.second[j]);
        let plain = if i == 0 && j == 0 { freplace } else { replace };
        let matched = if made == at { matching } else { NEVER };
        let is_special = (made == b' ') == (at == b' ') && made.is_ascii_punctuation() == at.is_ascii_punctuation();
        let special = if is_special { self.special(made) } else { NEVER };
        plain.min(matched).min(special)
    }
}

/// Returns the cost of turning the keyword into the query, divided by the length of the query.
fn spelling(query: &[u8], keyword: &[u8]) -> f64 {
    let (n, m) = (query.len(), keyword.len());
    let mut rows = vec![vec![f64::INFINITY; m + 1]; 3];
    rows[0][0] = 0.0;
    for i in 0..=n {
        for j in 0..=m {
            let here = rows[0][j];
            let mut reach = |down: usize, at: usize, cost: f64| {
                let place: &mut f64 = &mut rows[down][at];
                *place = place.min(here + cost);
            };
            let (made, at) = (query.get(i).copied(), keyword.get(j).copied());
            if let Some(made) = made {
                let plain = match (j, at) {
                    (0, _) => 200.0,
                    (_, None) => 35.0,
                    _ => 100.0,
                };
                reach(1, j, if at == Some(made) { 50.0 } else { plain });
            }
            if let Some(at) = at {
                let is_double = keyword.get(j + 1) == Some(&at);
                let plain = if i == 0 && j == 0 { 100.0 } else { 50.0 };
                reach(0, j + 1, if is_double { 25.0 } else { plain });
            }
            if let (Some(made), Some(at)) = (made, at) {
                let plain = if i == 0 && j == 0 { 200.0 } else { 100.0 };
                reach(1, j + 1, if made == at { 0.0 } else { plain });
                if (query.get(i + 1), keyword.get(j + 1)) == (Some(&at), Some(&made)) {
                    reach(2, j + 2, 50.0);
                }
            }
        }
        if i < n {
            rows.rotate_left(1);
            rows[2].fill(f64::INFINITY);
        }
    }
    (rows[0][m] / n.max(1) as f64).floor()
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::of_text;

    #[test]
    fn levenshtein_distances() {
        for (a, b, want) in [
            ("kitten", "sitting", 3.0),
            ("abc ", "abc", 0.0),
            ("", "abc", 3.0),
            ("", "", 0.0),
        ] {
            assert_eq!(of_text("COMPLEV", &[a, b]), want, "{a} {b}");
        }
        assert_eq!(of_text("COMPLEV", &["ABC", "abd", "i"]), 1.0);
    }

    /// The costs that the language's reference names for each operation, or for several.
    #[test]
    fn generalized_distances() {
        for (text, want) in [
            ("baboon", 0.0),
            ("baXboon", 100.0),
            ("baoon", 100.0),
            ("baXoon", 100.0),
            ("baboonX", 50.0),
            ("baboo", 10.0),
            ("babboon", 20.0),
            ("babon", 20.0),
            ("baobon", 20.0),
            ("bab oon", 10.0),
            ("bab,oon", 30.0),
            ("bXaYoon", 200.0),
            ("Xbaboon", 200.0),
            ("Xaboon", 200.0),
            ("aboon", 120.0),
            ("axon", 320.0),
            ("balloon", 200.0),
        ] {
            assert_eq!(of_text("COMPGED", &[text, "baboon"]), want, "{text}");
        }
    }

    #[test]
    fn blank_texts() {
        assert_eq!(of_text("SPEDIS", &["", ""]), 0.0);
        assert_eq!(of_text("COMPGED", &["", ""]), 0.0);
    }
}

//! Lengths in drawings, in their own units: about pixels.

/// The distance between lines of text.
pub(super) const LINE: f64 = 13.0;

/// Returns the height of all lines of a text but the first.
pub(super) fn more(lines: &[String]) -> f64 {
    LINE * lines.len().saturating_sub(1) as f64
}

/// The size of the letters.
const EM: f64 = 12.0;

/// Returns the width of a text, at most: as wide as the widest font of the style sheet has it.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(letter).sum()
}

fn letter(letter: char) -> f64 {
    let em = match letter {
        'i' | 'j' | 'l' | '.' | ',' | ';' | ':' | '\'' | '|' | '!' | ' ' => 0.36,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '\u{2026}' => 1.0,
        'A'..='Z' | '<' | '>' | '=' | '+' | '\u{d7}' => 0.79,
        '\0'..='\u{2ff}' => 0.64,
        _ => 1.0,
    };
    em * EM
}

/// Returns a text in lines that fit, each but the last ending with a word where that is possible.
pub(super) fn lines(text: &str, room: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ').flat_map(|word| pieces(word, room)) {
        if !line.is_empty() && width(&line) + width(word.trim_end()) > room {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        line.push_str(word);
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// Returns a word in pieces that fit, of a letter at least.
fn pieces(word: &str, room: f64) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), word);
    while width(rest.trim_end()) > room {
        let mut wide = 0.0;
        let fits = |(_, c): &(usize, char)| {
            wide += letter(*c);
            wide <= room
        };
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = rest.char_indices().take_while(fits).last();
        let end = end.map_or(first, |(at, c)| at + c.len_utf8());
        if end >= rest.len() {
            break;
        }
        let (piece, more) = rest.split_at(end);
        pieces.push(piece);
        rest = more;
    }
    pieces.push(rest);
    pieces
}

/// Formats a coordinate, rounded to a tenth of a unit.
pub(super) fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!([12.0, 12.34, -0.01].map(at), ["12", "12.3", "-0"]);
    }

    #[test]
    fn lines_fit_and_lose_no_letter() {
        let text = "direct, pages of 64K, 16 buffers, overlapped";
        assert_eq!(lines(text, 1e9), [text]);
        for room in [0.0, 5.0, 40.0, 90.0, 200.0] {
            let lines = lines(text, room);
            let kept: String = lines.concat();
            assert_eq!(kept.replace(' ', ""), text.replace(' ', ""), "{room}");
            let longest = |line: &String| line.chars().count() == 1 || width(line) <= room;
            assert!(lines.iter().all(longest), "{room}: {lines:?}");
        }
        assert_eq!(lines("", 10.0), [""]);
    }
}

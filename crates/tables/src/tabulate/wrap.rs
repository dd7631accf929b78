//! Wraps text to a width.

/// Wraps text to lines of at most `width` characters. Lines are broken between words; a word that is too long for a
/// line is hyphenated.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let mut letters: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + letters.len() <= width {
            line.push(' ');
            length += 1;
        } else if length > 0 {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        while letters.len() > width - length {
            let rest = letters.split_off((width - 1).max(1));
            let mut part: String = letters.into_iter().collect();
            if width > 1 {
                part.push('-');
            }
            lines.push(part);
            letters = rest;
        }
        length += letters.len();
        line.extend(letters);
    }
    if length > 0 || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words() {
        assert_eq!(wrap("Residential Customers", 12), ["Residential", "Customers"]);
        assert_eq!(wrap("a bc d", 4), ["a bc", "d"]);
        assert_eq!(wrap("  ", 4), [""]);
    }

    #[test]
    fn words_that_are_too_long_are_parted() {
        assert_eq!(wrap("Expenditures", 8), ["Expendi-", "tures"]);
        assert_eq!(wrap("an Expenditures x", 8), ["an", "Expendi-", "tures x"]);
        assert_eq!(wrap("abc", 1), ["a", "b", "c"]);
        assert_eq!(wrap("äöü", 0), ["ä", "ö", "ü"]);
    }
}

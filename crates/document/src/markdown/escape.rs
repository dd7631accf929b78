//! Escapes text such that Markdown shows it as it is.

/// Returns a text as one line that Markdown shows as this text. White space is reduced to single spaces.
pub(super) fn escaped(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let mut shown = String::with_capacity(text.len() + 8);
    let mut before = None;
    for (at, c) in text.char_indices() {
        let after = text[at + c.len_utf8()..].chars().next();
        if is_special(c, before, after) {
            shown.push('\\');
        }
        shown.push(c);
        before = Some(c);
    }
    begin_as_text(shown)
}

/// Returns whether a character may be markup at its place.
fn is_special(c: char, before: Option<char>, after: Option<char>) -> bool {
    let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '$' | '@' => true,
        // Names such as io_uring stay legible.
        '_' => !(in_word(before) && in_word(after)),
        // A heading or its end, or the number of an issue.
        '#' => matches!(before, None | Some(' ')),
        // An entity, such as `&lt;`.
        '&' => in_word(after) || after == Some('#'),
        // An address, such as `https://`, or a name of a picture, such as `:smile:`.
        ':' => after == Some('/') || (!in_word(before) && !matches!(after, None | Some(' '))),
        // An address that begins with `www.`.
        '.' => matches!(before, Some('w' | 'W')),
        _ => false,
    }
}

/// Escapes what begins a list or a line at the start of a text.
fn begin_as_text(mut text: String) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let mut rest = text[digits..].chars();
    let (first, second) = (rest.next(), rest.next());
    let place = match first {
        Some('.' | ')') if digits > 0 && matches!(second, None | Some(' ')) => Some(digits),
        Some('-' | '+' | '=') if digits == 0 && !second.is_some_and(char::is_alphanumeric) => Some(0),
        _ => None,
    };
    if let Some(place) = place {
        text.insert(place, '\\');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_shown_as_text() {
        let shown = [
            "a | b",
            "*bold* _it_ io_uring",
            "[x](y) <b> &lt; R&D a & b",
            "# 1",
            "1. one",
            "97.3 %",
            "- x",
            "-1 %",
            "10:30, see https://x.org or www.x.org",
            "C:\\data",
        ]
        .map(escaped)
        .join("\n");
        insta::assert_snapshot!(shown, @r"
        a \| b
        \*bold\* \_it\_ io_uring
        \[x\](y) \<b\> \&lt; R\&D a & b
        \# 1
        1\. one
        97.3 %
        \- x
        -1 %
        10:30, see https\://x.org or www\.x.org
        C:\\data
        ");
    }
}

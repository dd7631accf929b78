//! Escapes text for HTML: nothing in it is taken for an element, controls the reader's program, or reorders a line.

use std::fmt::{Display, Formatter, Result, Write};

/// A text that is shown verbatim, in elements and in quoted attributes without line feeds.
#[derive(Clone, Copy, Debug)]
pub(super) struct HtmlText<'t>(pub &'t str);

impl Display for HtmlText<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let mut rest = self.0;
        while let Some(at) = rest.find(is_special) {
            formatter.write_str(&rest[..at])?;
            let mut letters = rest[at..].chars();
            match letters.next() {
                Some('&') => formatter.write_str("&amp;")?,
                Some('<') => formatter.write_str("&lt;")?,
                Some('>') => formatter.write_str("&gt;")?,
                Some('"') => formatter.write_str("&quot;")?,
                Some('\n') => formatter.write_str("<br>")?,
                Some('\t') => formatter.write_char(' ')?,
                _ => formatter.write_char('\u{fffd}')?,
            }
            rest = letters.as_str();
        }
        formatter.write_str(rest)
    }
}

fn is_special(letter: char) -> bool {
    matches!(letter, '&' | '<' | '>' | '"')
        || letter.is_control()
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || (letter as u32) & 0xfffe == 0xfffe
        || matches!(letter, '\u{fdd0}'..='\u{fdef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_an_element() {
        let text = "<a href=\"x\">&amp;\u{1b}[31m\u{202e}\tü\n2";
        assert_eq!(
            HtmlText(text).to_string(),
            "&lt;a href=&quot;x&quot;&gt;&amp;amp;\u{fffd}[31m\u{fffd} ü<br>2"
        );
        assert_eq!(HtmlText("plain").to_string(), "plain");
    }
}

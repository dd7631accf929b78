//! Dashes of documents that stand where an option has a hyphen, as in text that was copied from a page.

use std::ffi::OsStr;
use std::path::Path;

/// The characters that look like a hyphen, with their names.
const DASHES: [(char, &str); 9] = [
    ('\u{2010}', "a typographic hyphen (U+2010)"),
    ('\u{2011}', "a non-breaking hyphen (U+2011)"),
    ('\u{2012}', "a figure dash (U+2012)"),
    ('\u{2013}', "an en dash (U+2013)"),
    ('\u{2014}', "an em dash (U+2014)"),
    ('\u{2015}', "a horizontal bar (U+2015)"),
    ('\u{2212}', "a minus sign (U+2212)"),
    ('\u{fe63}', "a small hyphen (U+FE63)"),
    ('\u{ff0d}', "a full-width hyphen (U+FF0D)"),
];

/// Returns the argument with hyphens in place of the dashes that it begins with; `None` if it begins with none.
pub fn with_hyphen(argument: &str) -> Option<String> {
    let (_, plain) = split(argument)?;
    Some(plain)
}

/// Returns an error, as one line, for an argument that looks like an option but begins with a dash that is no hyphen;
/// `None` if it does not, or is the name of a file.
pub fn complaint(argument: &OsStr) -> Option<String> {
    let text = argument.to_str()?;
    let (name, plain) = split(text)?;
    let option = plain.trim_start_matches('-');
    let is_option = option.starts_with(|letter: char| letter == '?' || letter.is_alphanumeric());
    if !is_option || Path::new(argument).exists() {
        return None;
    }
    Some(format!(
        "the argument '{text}' begins with {name} and not with a hyphen, as in text copied from a document; write \
         {plain}, or ./{text} for a file of that name"
    ))
}

/// Returns the name of the dash that a text begins with, and the text with hyphens in place of all at its beginning.
fn split(text: &str) -> Option<(&'static str, String)> {
    let named = |letter: char| DASHES.iter().find(|(dash, _)| *dash == letter);
    let (_, name) = named(text.chars().next()?)?;
    let rest = text.trim_start_matches(|letter| named(letter).is_some());
    let hyphens = text[..text.len() - rest.len()].chars().map(|_| '-');
    Some((name, hyphens.chain(rest.chars()).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_in_place_of_a_hyphen_is_named() {
        let said = |text: &str| complaint(OsStr::new(text));
        assert_eq!(
            said("–b64K").as_deref(),
            Some(
                "the argument '–b64K' begins with an en dash (U+2013) and not with a hyphen, as in text copied from a \
                 document; write -b64K, or ./–b64K for a file of that name"
            )
        );
        assert!(said("—explain").is_some_and(|text| text.contains("an em dash (U+2014)")));
        for option in ["–-lint", "––lint"] {
            assert!(said(option).is_some_and(|text| text.contains("write --lint,")));
        }
        for plain in ["-b64K", "b–64K", "–", "– note", ""] {
            assert_eq!(said(plain), None, "{plain}");
        }
        assert_eq!(with_hyphen("−kW").as_deref(), Some("-kW"));
        assert_eq!(with_hyphen("-kW"), None);
    }
}

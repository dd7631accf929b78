//! The text of a profile, and its elements.

use std::borrow::Cow;

use roxmltree::{Document, Error, ParsingOptions};

use super::fields::{Wrong, shortened};

/// The most elements and texts of a profile.
const MOST_NODES: u32 = 200_000;

/// The longest piece from a `<` to the next, except for comments. The time to parse a tag grows with the square of its
/// attributes.
const LONGEST_TAG: usize = 16 << 10;

/// The most declarations of namespaces. Each element within may hold all of them.
const MOST_NAMESPACES: usize = 16;

/// Decodes the bytes of a profile: UTF-8, or UTF-16, in which PowerShell writes files.
pub(super) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, Wrong> {
    let units = |of: fn([u8; 2]) -> u16| -> Vec<u16> {
        let pairs = bytes.chunks_exact(2);
        pairs.map(|pair| of([pair[0], pair[1]])).collect()
    };
    let decoded = match bytes {
        [0xff, 0xfe, ..] | [b'<', 0, ..] => String::from_utf16(&units(u16::from_le_bytes)).ok(),
        [0xfe, 0xff, ..] | [0, b'<', ..] => String::from_utf16(&units(u16::from_be_bytes)).ok(),
        _ => {
            let text = std::str::from_utf8(bytes).ok();
            let text = text.map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
            return text.map(Cow::Borrowed).ok_or_else(not_text);
        }
    };
    let text = decoded.ok_or_else(not_text)?;
    Ok(Cow::Owned(
        text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text),
    ))
}

fn not_text() -> Wrong {
    Wrong::new(0, "it is neither UTF-8 nor UTF-16; save it as UTF-8")
}

/// Parses the text. Document types, and with them entities, are refused.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Wrong> {
    let mut at = 0;
    for piece in text.split('<') {
        if piece.len() > LONGEST_TAG && !piece.starts_with("!--") {
            let what = "an element is longer than 16 KiB, which none of a profile is";
            return Err(Wrong::new(at, what));
        }
        at += piece.len() + 1;
    }
    if text.matches("xmlns").count() > MOST_NAMESPACES {
        let what = "it has many namespaces, and profiles have none; leave them out";
        return Err(Wrong::new(0, what));
    }
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| wrong(text, &error))
}

fn wrong(text: &str, error: &Error) -> Wrong {
    let line = error.pos().row.saturating_sub(1) as usize;
    let at = match line {
        0 => 0,
        line => text.match_indices('\n').nth(line - 1).map_or(0, |(at, _)| at + 1),
    };
    match error {
        Error::DtdDetected => {
            let at = text.find("<!DOCTYPE").unwrap_or(0);
            let what = "document types and entities of their own are not read; leave them out";
            Wrong::new(at, what)
        }
        Error::NodesLimitReached => Wrong::new(0, "it has more elements than a profile has"),
        error => Wrong::new(at, format!("it is not XML: {}", shortened(&error.to_string(), 100))),
    }
}

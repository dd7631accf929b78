//! The name of a format or informat with its width and decimals.

use std::fmt;
use std::str::FromStr;

/// `DOLLAR12.2`, `$CHAR8.`, `DATE9.`, `8.2`.
///
/// The name is in upper case and includes the `$` of character formats; it is empty for `w.d`, and `$` alone for `$w.`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The name in upper case, without width, decimals or dot.
    pub name: String,
    /// The width; `None` for the default of the format.
    pub width: Option<u16>,
    /// The decimals; `None` for the default of the format.
    pub decimals: Option<u16>,
}

/// The error for a text that is not a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the name of a format; it ends with a dot, as in `DOLLAR12.2` or `$CHAR8.`")]
pub struct NotASpec(String);

impl Spec {
    /// Returns whether it is for character values.
    pub fn is_text(&self) -> bool {
        self.name.starts_with('$')
    }
}

/// Returns whether a name of ISO 8601 is that of the extended notation, and the letters after it. `IS8601` is an older
/// name of `E8601`.
pub(crate) fn iso_kind(name: &str) -> Option<(bool, &str)> {
    let of = |stem, is_extended| Some((is_extended, name.strip_prefix(stem)?));
    of("E8601", true)
        .or_else(|| of("IS8601", true))
        .or_else(|| of("B8601", false))
}

impl FromStr for Spec {
    type Err = NotASpec;

    fn from_str(text: &str) -> Result<Self, NotASpec> {
        let refuse = || NotASpec(text.to_owned());
        let (before, after) = text.rsplit_once('.').ok_or_else(refuse)?;
        let letters = before.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = |digits: &str| match digits {
            "" => Ok(None),
            _ => digits.parse().map(Some).map_err(|_| refuse()),
        };
        let name = letters.strip_prefix('$').unwrap_or(letters);
        let is_name = name.is_empty()
            || !name.starts_with(|c: char| c.is_ascii_digit())
                && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
        if !is_name || letters.is_empty() && before.is_empty() {
            return Err(refuse());
        }
        Ok(Self {
            name: letters.to_ascii_uppercase(),
            width: number(&before[letters.len()..])?,
            decimals: number(after)?,
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)?;
        if let Some(width) = self.width {
            write!(formatter, "{width}")?;
        }
        formatter.write_str(".")?;
        match self.decimals {
            Some(decimals) => write!(formatter, "{decimals}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_come_back_as_they_were() {
        for text in ["DOLLAR12.2", "$CHAR8.", "$.", "DATE9.", "8.2", "8.", "BEST.", "$3."] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        let spec: Spec = "dollar12.2".parse().unwrap();
        assert_eq!(
            (spec.name.as_str(), spec.width, spec.decimals),
            ("DOLLAR", Some(12), Some(2))
        );
    }

    #[test]
    fn what_is_no_spec_is_refused() {
        for text in ["", ".", "DATE9", "a b.", "8.x", "é8.", "99999999.", ".2"] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}

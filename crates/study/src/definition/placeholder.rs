//! Placeholders in the texts of a study: `{name}` stands for a level or a parameter.

use std::collections::BTreeMap;

/// Replaces each `{name}` by its value. `{{` and `}}` stand for braces, and braces around anything else than a name are
/// kept, as in JSON and shell functions.
///
/// # Errors
///
/// Returns the name that has no value.
pub fn fill(text: &str, values: &BTreeMap<String, String>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        filled.push_str(&rest[..at]);
        rest = &rest[at..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            filled.push_str(&rest[..1]);
            rest = &rest[2..];
        } else if let Some(name) = name_of(rest) {
            filled.push_str(values.get(name).ok_or(name)?);
            rest = &rest[name.len() + 2..];
        } else {
            filled.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Returns whether a placeholder of a name is in a text.
pub(crate) fn mentions(text: &str, name: &str) -> bool {
    text.contains(&format!("{{{name}}}"))
}

/// Returns whether placeholders can have this name: letters, digits, `_` and `-`, the first a letter.
pub(crate) fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_part)
}

/// Returns the name of the placeholder that a text begins with.
fn name_of(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('{')?.split_once('}')?;
    is_name(name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_and_other_braces_are_kept() {
        let values = BTreeMap::from([("size".to_owned(), "16M".to_owned())]);
        let filled = |text| fill(text, &values);
        assert_eq!(filled("--size={size}x").unwrap(), "--size=16Mx");
        assert_eq!(filled("{{size}}").unwrap(), "{size}");
        assert_eq!(filled("f() { echo; }").unwrap(), "f() { echo; }");
        assert_eq!(filled("{\"a\": {size}}").unwrap(), "{\"a\": 16M}");
        assert_eq!(filled("{other}").unwrap_err(), "other");
        assert_eq!(filled("{").unwrap(), "{");
        assert_eq!(filled("größe {size}").unwrap(), "größe 16M");
    }
}

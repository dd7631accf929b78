//! Small forms that many kernel files share.

/// The choice in brackets of a list of choices: `none [mq-deadline] kyber` gives `mq-deadline`.
///
/// Files with only one choice print it bare.
pub(crate) fn chosen(text: &str) -> Option<&str> {
    match text.split_once('[') {
        Some((_, rest)) => rest.split_once(']').map(|(choice, _)| choice.trim()),
        None => {
            let mut words = text.split_whitespace();
            words.next().filter(|_| words.next().is_none())
        }
    }
}

/// The value after `name:` of a file such as `/proc/self/status` or `/proc/meminfo`.
pub(crate) fn after_colon<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then_some(value.trim())
    })
}

/// A value in bytes after `name:`, where `kB` means 2^10 bytes, as in `/proc/meminfo` and `/proc/PID/status`.
pub(crate) fn bytes_after_colon(text: &str, name: &str) -> Option<u64> {
    let mut words = after_colon(text, name)?.split_whitespace();
    let number: u64 = words.next()?.parse().ok()?;
    match words.next() {
        Some(_) => number.checked_mul(1024),
        None => Some(number),
    }
}

/// Paths in JSON: a path that is no UTF-8 must not spoil a whole report.
pub(crate) mod lossy_path {
    use std::path::{Path, PathBuf};

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(path: &Path, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&path.to_string_lossy())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<PathBuf, D::Error> {
        String::deserialize(from).map(PathBuf::from)
    }
}

/// [`lossy_path`] for a path that may be missing.
pub(crate) mod lossy_path_option {
    use std::path::PathBuf;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(path: &Option<PathBuf>, out: S) -> Result<S::Ok, S::Error> {
        path.as_ref().map(|path| path.to_string_lossy()).serialize(out)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(PathBuf::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choice_is_the_bracketed_word() {
        assert_eq!(chosen("none [mq-deadline] kyber bfq"), Some("mq-deadline"));
        assert_eq!(chosen("[none]"), Some("none"));
        assert_eq!(chosen("none"), Some("none"));
        assert_eq!(chosen("a b"), None);
        assert_eq!(chosen("[unclosed"), None);
        assert_eq!(chosen(""), None);
    }

    #[test]
    fn kilobytes_are_kibibytes() {
        let text = "MemTotal:       16 kB\nHugePages_Total:       3\n";
        assert_eq!(bytes_after_colon(text, "MemTotal"), Some(16384));
        assert_eq!(bytes_after_colon(text, "HugePages_Total"), Some(3));
        assert_eq!(bytes_after_colon(text, "MemFree"), None);
        let huge = "MemTotal: 18446744073709551615 kB";
        assert_eq!(bytes_after_colon(huge, "MemTotal"), None);
    }
}

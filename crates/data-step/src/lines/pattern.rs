//! Files whose names match a pattern such as `data/*.csv`.

use std::io;
use std::path::{Component, Path, PathBuf};

use feedrate_pageio::folder;

/// Returns the files of a path: itself, or those that exist and match it, sorted by name, if it has `*`, `?` or `[…]`
/// and no file has just that name. Names that begin with a period match only where the pattern has one.
///
/// # Errors
///
/// Fails if a folder cannot be read, or if no file matches.
pub(super) fn files_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    let is_pattern = |text: &[u8]| text.iter().any(|byte| b"*?[".contains(byte));
    if !is_pattern(path.as_os_str().as_encoded_bytes()) || path.exists() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = vec![PathBuf::new()];
    for component in path.components() {
        let pattern = match component {
            Component::Normal(name) if is_pattern(name.as_encoded_bytes()) => name.as_encoded_bytes(),
            other => {
                found.iter_mut().for_each(|path| path.push(other));
                continue;
            }
        };
        let mut matching = Vec::new();
        for path in found {
            let here = if path.as_os_str().is_empty() {
                Path::new(".")
            } else {
                &path
            };
            // Only folders have entries.
            if !here.is_dir() {
                continue;
            }
            for entry in folder::entries(here)? {
                let name = entry?.file_name();
                let name_bytes = name.as_encoded_bytes();
                let is_shown = !name_bytes.starts_with(b".") || pattern.starts_with(b".");
                if is_shown && matches(pattern, name_bytes) {
                    matching.push(path.join(name));
                }
            }
        }
        found = matching;
    }
    found.retain(|path| path.exists() && !path.is_dir());
    found.sort();
    match found.is_empty() {
        true => Err(io::ErrorKind::NotFound.into()),
        false => Ok(found),
    }
}

/// Returns whether a name matches a pattern.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    // The last `*` and the name behind what it stands for, to which a mismatch goes back.
    let (mut rest, mut left) = (pattern, name);
    let mut last: Option<(&[u8], &[u8])> = None;
    loop {
        if let Some((b'*', behind)) = rest.split_first().map(|(first, behind)| (*first, behind)) {
            last = Some((behind, left));
            rest = behind;
            continue;
        }
        match (rest.is_empty(), left.split_first()) {
            (true, None) => return true,
            (false, Some((byte, after))) => {
                if let Some(behind) = one(rest, *byte) {
                    (rest, left) = (behind, after);
                    continue;
                }
            }
            (_, None) => return false,
            (true, Some(_)) => {}
        }
        let Some((behind, from)) = last else {
            return false;
        };
        let Some((_, shorter)) = from.split_first() else {
            return false;
        };
        last = Some((behind, shorter));
        (rest, left) = (behind, shorter);
    }
}

/// Returns the pattern behind its first part, if a byte matches that.
fn one(pattern: &[u8], byte: u8) -> Option<&[u8]> {
    let (first, behind) = pattern.split_first()?;
    match first {
        b'?' => Some(behind),
        b'[' => {
            let Some(end) = behind.iter().skip(1).position(|&byte| byte == b']') else {
                // A bracket that is never closed stands for itself.
                return (byte == b'[').then_some(behind);
            };
            let (set, after) = (&behind[..=end], &behind[end + 2..]);
            let (set, is_wanted) = match set.split_first() {
                Some((b'!' | b'^', others)) if !others.is_empty() => (others, false),
                _ => (set, true),
            };
            (is_in(set, byte) == is_wanted).then_some(after)
        }
        first => (*first == byte).then_some(behind),
    }
}

/// Returns whether a byte is in a set such as `a-cx`.
fn is_in(set: &[u8], byte: u8) -> bool {
    let mut set = set;
    loop {
        match set {
            [from, b'-', to, rest @ ..] => {
                if (*from..=*to).contains(&byte) {
                    return true;
                }
                set = rest;
            }
            [one, rest @ ..] => {
                if *one == byte {
                    return true;
                }
                set = rest;
            }
            [] => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_patterns() {
        for (pattern, name, is_match) in [
            ("*", "", true),
            ("*.csv", "a.csv", true),
            ("*.csv", "a.csv.gz", false),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
            ("t?st", "test", true),
            ("t?st", "tst", false),
            ("[a-cx]1", "b1", true),
            ("[!a-c]1", "b1", false),
            ("[!a-c]1", "d1", true),
            ("[]]", "]", true),
            ("[ab", "[ab", true),
            ("", "", true),
            ("", "a", false),
        ] {
            assert_eq!(
                matches(pattern.as_bytes(), name.as_bytes()),
                is_match,
                "{pattern} {name}"
            );
        }
    }

    #[test]
    fn files_are_found_in_folders() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b/2.csv", "a/1.csv", "a/.3.csv", "a/1.txt", "c", "a*"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        std::fs::create_dir(folder.path().join("a/0.csv")).unwrap();
        let of = |pattern: &str| {
            let found = files_of(&folder.path().join(pattern)).unwrap().into_iter();
            let names = found.map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string());
            names.collect::<Vec<_>>()
        };
        assert_eq!(of("*/*.csv"), ["a/1.csv", "b/2.csv"]);
        assert_eq!(of("a/.*"), ["a/.3.csv"]);
        assert_eq!(of("a*"), ["a*"]);
        assert_eq!(of("none"), ["none"]);
        assert_eq!(
            files_of(&folder.path().join("*.x")).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }
}

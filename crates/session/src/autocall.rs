//! The folders of autocall macros.

use std::collections::HashMap;
use std::path::PathBuf;

/// The folders that a value of SASAUTOS= names, in its order: paths in quotes, and what FILENAME has named. A word
/// that names nothing is a path, but SASAUTOS itself: that is the library of the SAS System, which is not here.
pub fn folders(value: &str, files: &HashMap<String, PathBuf>) -> Vec<PathBuf> {
    let value = value.trim();
    let inner = value.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let mut folders = Vec::new();
    let Some(inner) = inner else {
        folders.extend(folder_of(value, files));
        return folders;
    };
    let mut rest = inner.trim_start_matches(is_between);
    while let Some(first) = rest.chars().next() {
        if matches!(first, '\'' | '"') {
            let (path, after) = rest[1..].split_once(first).unwrap_or((&rest[1..], ""));
            folders.push(PathBuf::from(path));
            rest = after;
        } else {
            let end = rest.find(is_between).unwrap_or(rest.len());
            folders.extend(folder_of(&rest[..end], files));
            rest = &rest[end..];
        }
        rest = rest.trim_start_matches(is_between);
    }
    folders
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

fn folder_of(word: &str, files: &HashMap<String, PathBuf>) -> Option<PathBuf> {
    let key = word.to_ascii_uppercase();
    match files.get(&key) {
        Some(path) => Some(path.clone()),
        None if key.is_empty() || key == "SASAUTOS" => None,
        None => Some(PathBuf::from(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_paths_and_names() {
        let files = HashMap::from([("MINE".to_owned(), PathBuf::from("/m"))]);
        let of = |value| {
            let folders = folders(value, &files).into_iter();
            folders
                .map(|it| it.display().to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(of("SASAUTOS"), [""; 0]);
        assert_eq!(of("/a b"), ["/a b"]);
        assert_eq!(of("mine"), ["/m"]);
        assert_eq!(
            of("('/a b', \"c\" Mine sasautos d/e)"),
            ["/a b", "c", "/m", "d/e"]
        );
        assert_eq!(of("('/a"), ["('/a"]);
        assert_eq!(of("('/a)"), ["/a"]);
        assert_eq!(of("()"), [""; 0]);
    }
}

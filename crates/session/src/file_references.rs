//! FILENAME: names for files and folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use feedrate_language::Diagnostic;
use feedrate_language::tree::Name;

use crate::statement_log::StatementLog;

/// Paths by their filerefs, ignoring case.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileReferences(BTreeMap<String, PathBuf>);

impl FileReferences {
    /// Executes FILENAME: assigns a path, or removes the fileref if there is none.
    pub(crate) fn filename(&mut self, name: &Name, path: Option<String>, log: &mut StatementLog<'_, '_>) {
        let key = name.text.to_ascii_uppercase();
        match path {
            Some(path) => {
                self.0.insert(key, PathBuf::from(path));
            }
            None if self.0.remove(&key).is_some() => {
                log.note(&format!("Fileref {key} has been deassigned."));
            }
            None => {
                let text = format!("No logical assign for filename {key}.");
                log.diagnostics(&[Diagnostic::warning(name.at, text)]);
            }
        }
    }

    /// Returns the path of a fileref.
    pub(crate) fn path(&self, name: &str) -> Option<&Path> {
        self.0.get(&name.to_ascii_uppercase()).map(PathBuf::as_path)
    }

    /// Returns all filerefs, in upper case, and their paths, sorted.
    pub(crate) fn list(&self) -> Vec<(String, PathBuf)> {
        self.0.clone().into_iter().collect()
    }

    /// Returns the folders of autocall macros in a value of SASAUTOS=, in its order: quoted paths, and filerefs. A word
    /// that is not a fileref is a path, except SASAUTOS itself: that is the library of the SAS System, which does not
    /// exist here.
    pub(crate) fn autocall_folders(&self, value: &str) -> Vec<PathBuf> {
        let value = value.trim();
        let inner = value.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        let mut folders = Vec::new();
        let Some(inner) = inner else {
            folders.extend(self.autocall_folder(value));
            return folders;
        };
        let mut rest = inner.trim_start_matches(is_separator);
        while let Some(first) = rest.chars().next() {
            if matches!(first, '\'' | '"') {
                let (path, after) = rest[1..].split_once(first).unwrap_or((&rest[1..], ""));
                folders.push(PathBuf::from(path));
                rest = after;
            } else {
                let end = rest.find(is_separator).unwrap_or(rest.len());
                folders.extend(self.autocall_folder(&rest[..end]));
                rest = &rest[end..];
            }
            rest = rest.trim_start_matches(is_separator);
        }
        folders
    }

    fn autocall_folder(&self, word: &str) -> Option<PathBuf> {
        match self.path(word) {
            Some(path) => Some(path.to_path_buf()),
            None if word.is_empty() || word.eq_ignore_ascii_case("SASAUTOS") => None,
            None => Some(PathBuf::from(word)),
        }
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c == ','
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_paths_and_names() {
        let mine = ("MINE".to_owned(), PathBuf::from("/m"));
        let files = FileReferences(BTreeMap::from([mine]));
        let of = |value| {
            let folders = files.autocall_folders(value).into_iter();
            folders.map(|it| it.display().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(of("SASAUTOS"), [""; 0]);
        assert_eq!(of("/a b"), ["/a b"]);
        assert_eq!(of("mine"), ["/m"]);
        assert_eq!(of("('/a b', \"c\" Mine sasautos d/e)"), ["/a b", "c", "/m", "d/e"]);
        assert_eq!(of("('/a"), ["('/a"]);
        assert_eq!(of("('/a)"), ["/a"]);
        assert_eq!(of("()"), [""; 0]);
    }
}

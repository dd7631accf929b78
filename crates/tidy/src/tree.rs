//! The sources of the workspace.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io, thread};

use crate::source::Source;

/// The folders of the workspace that hold Rust.
const FOLDERS: [&str; 4] = ["bench", "crates", "fuzz", "peers"];

/// The sources of a workspace.
#[derive(Debug)]
pub struct Tree {
    /// The workspace's root.
    pub root: PathBuf,
    /// The Rust files, sorted by path.
    pub sources: Vec<Source>,
}

impl Tree {
    /// Reads the sources of a workspace.
    ///
    /// # Errors
    ///
    /// The first file or folder that cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut paths = Vec::new();
        for folder in FOLDERS {
            let folder = root.join(folder);
            if folder.is_dir() {
                collect(&folder, &mut paths)?;
            }
        }
        paths.sort();
        let half = paths.len() / 2;
        let mut sources = Vec::with_capacity(paths.len());
        thread::scope(|scope| {
            let rest = scope.spawn(|| read_all(root, &paths[half..]));
            sources.extend(read_all(root, &paths[..half])?);
            sources.extend(rest.join().expect("reading does not panic")?);
            io::Result::Ok(())
        })?;
        mark_test_modules(&mut sources);
        Ok(Self {
            root: root.to_owned(),
            sources,
        })
    }

    /// Returns the sources that are not for tests only.
    pub fn product(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter().filter(|source| !source.is_test)
    }
}

fn read_all(root: &Path, paths: &[PathBuf]) -> io::Result<Vec<Source>> {
    let mut sources = Vec::with_capacity(paths.len());
    for path in paths {
        let text = fs::read_to_string(path)?;
        let path = path.strip_prefix(root).expect("the path is below the root");
        sources.push(Source::new(path.to_string_lossy(), text));
    }
    Ok(sources)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if entry.file_name() != "target" {
                collect(&path, paths)?;
            }
        } else if path.extension() == Some(OsStr::new("rs")) {
            paths.push(path);
        }
    }
    Ok(())
}

/// Marks the files of modules that are declared behind `#[cfg(test)]`.
fn mark_test_modules(sources: &mut [Source]) {
    let mut places = Vec::new();
    for source in sources.iter() {
        let folder = module_folder(&source.path);
        let mut after_test = false;
        for line in source.text.lines() {
            let line = line.trim();
            let name = line.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
            let name = name.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
            if let Some(name) = name.filter(|_| after_test) {
                places.push(format!("{folder}/{name}.rs"));
                places.push(format!("{folder}/{name}/"));
            }
            after_test = line == "#[cfg(test)]" || (after_test && line.starts_with("#["));
        }
    }
    for source in sources {
        let path = &source.path;
        source.is_test |= places.iter().any(|place| {
            if place.ends_with('/') {
                path.starts_with(place)
            } else {
                path == place
            }
        });
    }
}

/// Returns the folder in which the files of a file's child modules lie.
pub fn module_folder(path: &str) -> &str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    match path.rsplit('/').next() {
        Some("mod.rs" | "lib.rs" | "main.rs") => folder,
        _ => path.strip_suffix(".rs").unwrap_or(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_declared_for_tests_are_tests() {
        let mut sources = vec![
            Source::new(
                "crates/a/src/b/mod.rs",
                "mod c;\n#[cfg(test)]\npub(crate) mod samples;\n",
            ),
            Source::new("crates/a/src/b/c.rs", "#[cfg(test)]\nmod case;\n"),
            Source::new("crates/a/src/b/c/case.rs", ""),
            Source::new("crates/a/src/b/samples/x.rs", ""),
        ];
        mark_test_modules(&mut sources);
        let tests: Vec<_> = sources.iter().map(|source| source.is_test).collect();
        assert_eq!(tests, [false, false, true, true]);
    }
}

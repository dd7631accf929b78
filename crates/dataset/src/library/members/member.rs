//! The data sets in a folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use feedrate_pageio::folder;

use crate::error::{Error, Result};
use crate::name::is_member;

/// A data set's file in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name of the data set, in capitals.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// The length of the file in bytes; in a transport file, that of its rows.
    pub bytes: u64,
    /// When it was last written, if known.
    pub modified: Option<SystemTime>,
}

/// Returns the data sets of a folder, in files with this extension, in the order of their names. Of files whose names
/// differ only in case, the one in lower case counts, or else the first.
pub(in crate::library) fn list(folder: &Path, extension: &str) -> Result<Vec<Member>> {
    let failed = |source| Error::file("list the data sets in", folder, source);
    let mut members = Vec::new();
    for entry in folder::entries(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let Some(name) = name_of(&entry.file_name(), extension) else {
            continue;
        };
        // A link counts as its target; a dangling one is no data set.
        if let Ok(metadata) = fs::metadata(entry.path())
            && metadata.is_file()
        {
            members.push(Member {
                name,
                path: entry.path(),
                bytes: metadata.len(),
                modified: metadata.modified().ok(),
            });
        }
    }
    let is_exact = |member: &Member| member.path == file_of(folder, &member.name, extension);
    members.sort_by(|a, b| {
        let by_name = a.name.cmp(&b.name);
        by_name.then_with(|| is_exact(b).cmp(&is_exact(a)).then_with(|| a.path.cmp(&b.path)))
    });
    members.dedup_by(|later, kept| later.name == kept.name);
    Ok(members)
}

/// Returns the path of a new data set.
pub(in crate::library) fn file_of(folder: &Path, name: &str, extension: &str) -> PathBuf {
    folder.join(format!("{}{extension}", name.to_ascii_lowercase()))
}

/// Returns the file of a data set, in any case of its name; `None` if there is none.
pub(in crate::library) fn find(folder: &Path, name: &str, extension: &str) -> Result<Option<PathBuf>> {
    let exact = file_of(folder, name, extension);
    match fs::metadata(&exact) {
        Ok(_) => return Ok(Some(exact)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(source) => return Err(Error::file("look for a data set at", exact, source)),
    }
    Ok(list(folder, extension)?
        .into_iter()
        .find(|member| member.name == name)
        .map(|member| member.path))
}

/// Returns the name of the data set in a file of that name, in capitals.
fn name_of(file: &OsStr, extension: &str) -> Option<String> {
    let file = file.to_str()?;
    let (stem, end) = file.split_at_checked(file.len().checked_sub(extension.len())?)?;
    (end.eq_ignore_ascii_case(extension) && is_member(stem)).then(|| stem.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::EXTENSION;

    fn names(members: &[Member]) -> Vec<&str> {
        members.iter().map(|member| member.name.as_str()).collect()
    }

    #[test]
    fn only_files_that_can_be_data_sets_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for file in [
            "b.sas7bdat",
            "a.sas7bdat",
            "Mixed.SAS7BDAT",
            "c.sas7bcat",
            "not a name.sas7bdat",
            ".a.feedrate-1-1.tmp",
            "readme.txt",
            ".sas7bdat",
            "1.sas7bdat",
        ] {
            fs::write(path.join(file), "x").unwrap();
        }
        fs::create_dir(path.join("folder.sas7bdat")).unwrap();
        let members = list(path, EXTENSION).unwrap();
        assert_eq!(names(&members), ["A", "B", "MIXED"]);
        assert!(members.iter().all(|member| member.bytes == 1));
    }

    #[test]
    #[cfg(unix)]
    fn links_to_files_are_listed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("b.sas7bdat"), "x").unwrap();
        symlink(path.join("b.sas7bdat"), path.join("linked.sas7bdat")).unwrap();
        symlink(path.join("nothing"), path.join("broken.sas7bdat")).unwrap();
        let members = list(path, EXTENSION).unwrap();
        assert_eq!(names(&members), ["B", "LINKED"]);
        assert!(members.iter().all(|member| member.bytes == 1));
    }

    // Elsewhere two names that differ in case alone are one.
    #[test]
    #[cfg(unix)]
    fn names_are_found_in_any_case_and_lower_case_counts_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("Sales.sas7bdat"), "1").unwrap();
        assert_eq!(
            find(path, "SALES", EXTENSION).unwrap(),
            Some(path.join("Sales.sas7bdat"))
        );
        fs::write(path.join("sales.sas7bdat"), "22").unwrap();
        assert_eq!(
            find(path, "SALES", EXTENSION).unwrap(),
            Some(path.join("sales.sas7bdat"))
        );
        let members = list(path, EXTENSION).unwrap();
        assert_eq!((names(&members), members[0].bytes), (vec!["SALES"], 2));
        assert_eq!(find(path, "OTHER", EXTENSION).unwrap(), None);
    }
}

//! The names of drafts.

use std::io;
use std::path::{Path, PathBuf};

use crate::system;

/// The text behind the name of the final file.
pub(super) const MIDDLE: &str = ".feedrate-";

/// The end of the name.
pub(super) const END: &str = ".tmp";

/// The number of hexadecimal digits between the two.
pub(super) const DIGITS: usize = 16;

/// The maximum number of characters of the final name in that of the draft.
const LONGEST_STEM: usize = 48;

/// Returns a random name for a draft.
pub(super) fn name_for(destination: &Path) -> io::Result<PathBuf> {
    Ok(path_of(destination, system::random()?))
}

/// Returns the path of the draft with this number.
pub(crate) fn path_of(destination: &Path, number: u64) -> PathBuf {
    let stem = destination.file_stem().unwrap_or_default().to_string_lossy();
    let stem: String = stem.chars().take(LONGEST_STEM).collect();
    let name = format!(".{stem}{MIDDLE}{number:0width$x}{END}", width = DIGITS);
    destination.with_file_name(name)
}

/// Returns the number of a draft by its path.
pub(crate) fn number_of(path: &Path) -> Option<u64> {
    let (_, digits) = path.file_name()?.to_str()?.strip_suffix(END)?.rsplit_once(MIDDLE)?;
    u64::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::super::sweep::is_draft_name;
    use super::*;

    #[test]
    fn names_are_never_the_same_and_are_known_again() {
        let destination = Path::new("/data/sales.sas7bdat");
        let names = [(); 2].map(|()| name_for(destination).unwrap());
        assert_ne!(names[0], names[1]);
        for name in names {
            assert_eq!(name.parent(), destination.parent());
            let name = name.file_name().unwrap().to_str().unwrap();
            assert!(name.starts_with(".sales.feedrate-"), "{name}");
            assert!(is_draft_name(name), "{name}");
        }
        let long = PathBuf::from(format!("/data/{}.csv", "ä".repeat(120)));
        let name = name_for(&long).unwrap();
        assert!(name.file_name().unwrap().len() < 200);
    }
}

//! The mapping of Windows file names to files of this machine.
//!
//! Scripts for sqlio and diskspd name their files `F:\testfile.dat`, their volumes `F:` and their disks `1:`.
//! [`Drives`] maps these to folders and devices. On Windows they are paths, and a mapping is an exception.

use std::ffi::{OsStr, OsString};
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf, is_separator};

use crate::system;

/// The mapping of Windows drives. Where it has none for a name, Windows uses that as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drives {
    /// The beginnings of names, with `\` between their parts, and their replacements.
    maps: Vec<(String, PathBuf)>,
}

/// The reason why a name cannot be mapped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DriveError {
    /// A malformed mapping.
    #[error("--map {given}: write DRIVE:=FOLDER, such as --map F:=/mnt/f")]
    NotAMap {
        /// The mapping.
        given: String,
    },
    /// A disk or a partition where these are not moved to and from.
    #[error("{name} is a disk or a partition, of which feedrate moves nothing on Windows; name a file")]
    Disk {
        /// Its name.
        name: String,
    },
    /// A Windows name without a mapping.
    #[error(
        "{name} is a name on Windows; say where it is here with --map {drive}={example}, or for every \
         call with FEEDRATE_MAP='{drive}={example}'{}", file_here(name, *.is_here)
    )]
    Unmapped {
        /// The name.
        name: String,
        /// The beginning of it that should be mapped.
        drive: String,
        /// An example of a replacement.
        example: String,
        /// True if the current folder has a file of exactly that name.
        is_here: bool,
    },
}

fn file_here(name: &str, is_here: bool) -> String {
    match is_here {
        true => format!("; the file of that name in this folder is ./{name}"),
        false => String::new(),
    }
}

impl Drives {
    /// Parses the mappings of `FEEDRATE_MAP`: `F:=/mnt/f;G:=/mnt/g`.
    ///
    /// # Errors
    ///
    /// Returns an error if a mapping has no `=` or nothing on one of its sides.
    pub fn parse(text: &str) -> Result<Self, DriveError> {
        let mut drives = Self::default();
        for map in text.split(';').filter(|map| !map.trim().is_empty()) {
            drives.add(map)?;
        }
        Ok(drives)
    }

    /// Adds a mapping such as `F:=/mnt/f`. The text before the `=` may be any beginning of a name, also a folder or a
    /// share; a later mapping of the same beginning replaces the earlier.
    ///
    /// # Errors
    ///
    /// Returns an error if it has no `=` or nothing on one of its sides.
    pub fn add(&mut self, map: &str) -> Result<(), DriveError> {
        let not_a_map = || DriveError::NotAMap { given: map.to_owned() };
        let (key, place) = map.split_once('=').ok_or_else(not_a_map)?;
        let (key, place) = (key.trim().replace('/', "\\"), place.trim());
        if key.is_empty() || place.is_empty() {
            return Err(not_a_map());
        }
        self.maps.retain(|(own, _)| !own.eq_ignore_ascii_case(&key));
        self.maps.push((key, place.into()));
        // The longest matching beginning applies.
        self.maps.sort_by_key(|(key, _)| usize::MAX - key.len());
        Ok(())
    }

    /// Returns the path of a file. Mappings are tried first. A name that only Windows can resolve is an error then,
    /// even if a file with that name exists here, because it was not meant. Then the name is used as it is, if there is
    /// such a file; then a relative Windows name with its separators changed. On Windows all names without a mapping
    /// are used as they are, except those of disks (`#3`, `3:`).
    ///
    /// # Errors
    ///
    /// Returns an error if only Windows could resolve the name, and on Windows if it is that of a disk.
    pub fn find(&self, name: &OsStr) -> Result<PathBuf, DriveError> {
        let Some(text) = name.to_str() else {
            return Ok(name.into());
        };
        let windows = text.replace('/', "\\");
        for (key, place) in &self.maps {
            if let Some(rest) = after(&windows, key) {
                return Ok(below(place, rest));
            }
        }
        if system::HAS_DRIVES {
            return match beginning(text) == Some(text) && is_disk(text) {
                true => Err(DriveError::Disk { name: text.to_owned() }),
                false => Ok(name.into()),
            };
        }
        let is_here = Path::new(name).exists();
        match beginning(text) {
            Some(drive) => Err(DriveError::Unmapped {
                name: text.to_owned(),
                example: example(drive),
                drive: drive.to_owned(),
                is_here,
            }),
            None if is_here => Ok(name.into()),
            None => Ok(text.replace('\\', "/").into()),
        }
    }
}

/// Returns what follows a beginning, if a name has it and it ends at a separator.
fn after<'a>(name: &'a str, key: &str) -> Option<&'a str> {
    let head = name.get(..key.len())?;
    if !head.eq_ignore_ascii_case(key) {
        return None;
    }
    let rest = &name[key.len()..];
    let ends = key.ends_with([':', '\\']) || rest.is_empty() || rest.starts_with('\\');
    ends.then_some(rest)
}

fn below(place: &Path, rest: &str) -> PathBuf {
    let rest = rest.trim_start_matches('\\');
    if rest.is_empty() {
        return place.into();
    }
    let mut path: OsString = place.into();
    if !place.to_string_lossy().ends_with(is_separator) {
        path.push(MAIN_SEPARATOR_STR);
    }
    path.push(rest.replace('\\', MAIN_SEPARATOR_STR));
    path.into()
}

/// Returns whether the name of a device or drive is that of a disk: `#3`, `3:`.
fn is_disk(name: &str) -> bool {
    let number = name.strip_prefix('#').or(name.strip_suffix(':'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the part of a name that only Windows can resolve: a drive, a disk's number, a share.
fn beginning(name: &str) -> Option<&str> {
    if name.starts_with('\\') {
        // `\\server\share\…` to the end of the share, `\…` its first character.
        let Some(share) = name.strip_prefix(r"\\") else {
            return Some("\\");
        };
        let ends: Vec<usize> = share.match_indices('\\').map(|(at, _)| at).collect();
        return Some(ends.get(1).map_or(name, |end| &name[..end + 2]));
    }
    if name.starts_with('#') && name.len() > 1 && name[1..].bytes().all(|b| b.is_ascii_digit()) {
        return Some(name);
    }
    let (drive, _) = name.split_once(':')?;
    let letter = drive.len() == 1 && drive.bytes().all(|byte| byte.is_ascii_alphabetic());
    let disk = !drive.is_empty() && drive.len() < 4 && drive.bytes().all(|b| b.is_ascii_digit());
    (letter || disk).then(|| &name[..=drive.len()])
}

fn example(drive: &str) -> String {
    match drive.strip_suffix(':') {
        Some(letter) if letter.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            format!("/mnt/{}", letter.to_ascii_lowercase())
        }
        Some(_) => "/dev/sdX".to_owned(),
        None if drive.starts_with('#') || drive.starts_with(r"\\.\") => "/dev/sdX".to_owned(),
        None => "/mnt/share".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(maps: &str, name: &str) -> String {
        match Drives::parse(maps).unwrap().find(OsStr::new(name)) {
            Ok(path) => path.display().to_string().replace(is_separator, "/"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_drive_is_where_its_map_says() {
        let maps = r"F:=/mnt/f;g:=/mnt/g/;F:\data=/srv;1:=/dev/sdb;\\nas\x=/mnt/nas;\=/mnt/c";
        for (name, path) in [
            (r"F:\testfile.dat", "/mnt/f/testfile.dat"),
            (r"f:testfile.dat", "/mnt/f/testfile.dat"),
            (r"F:/a/b.dat", "/mnt/f/a/b.dat"),
            (r"G:\a\b.dat", "/mnt/g/a/b.dat"),
            (r"f:\DATA\x.dat", "/srv/x.dat"),
            (r"F:\database\x.dat", "/mnt/f/database/x.dat"),
            ("1:", "/dev/sdb"),
            (r"\\NAS\x\y.dat", "/mnt/nas/y.dat"),
            (r"\test", "/mnt/c/test"),
        ] {
            assert_eq!(found(maps, name), path, "{name}");
        }
    }

    #[cfg(windows)]
    #[test]
    fn without_a_map_names_are_as_they_are_and_disks_are_refused() {
        let drives = Drives::parse("F:=D:\\f").unwrap();
        let found = |name: &str| drives.find(OsStr::new(name)).map_err(|error| error.to_string());
        for name in [r"E:\a\b", "E:b", r"\\server\share\b", r"\\?\E:\a", r"\a", "a/b", "E:"] {
            assert_eq!(found(name).unwrap().as_os_str(), name);
        }
        assert_eq!(found(r"F:\a\b").unwrap().as_os_str(), r"D:\f\a\b");
        for name in ["#3", "12:"] {
            assert!(found(name).unwrap_err().contains("is a disk"), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn without_a_map_a_drive_is_asked_for_and_other_names_are_as_they_are() {
        for (name, part) in [
            (r"F:\testfile.dat", "--map F:=/mnt/f,"),
            ("12:", "--map 12:=/dev/sdX,"),
            ("#3", "--map #3=/dev/sdX,"),
            (r"\\.\PhysicalDrive3", r"--map \\.\PhysicalDrive3=/dev/sdX,"),
            (r"\\nas\x\y.dat", r"--map \\nas\x=/mnt/share,"),
            (r"\test", r"--map \=/mnt/share,"),
        ] {
            let message = found("", name);
            assert!(message.contains(part), "{message}");
            assert!(!message.contains('\n'));
        }
        assert_eq!(found("", "/mnt/f/x:y"), "/mnt/f/x:y");
        assert_eq!(found("", r"sub\x.dat"), "sub/x.dat");
        assert_eq!(found("", "testfile.dat"), "testfile.dat");
        assert_eq!(found("", r"./d:\test.out"), "./d:/test.out");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_has_such_a_name_here_is_that_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(r"a\b");
        std::fs::write(&path, "").unwrap();
        assert_eq!(Drives::default().find(path.as_os_str()).unwrap(), path);
    }

    #[test]
    fn a_file_that_is_called_like_one_of_windows_is_named_with_its_folder() {
        // A name with a drive refers to a file in this folder only if it exists.
        let unmapped = |is_here| {
            let error = DriveError::Unmapped {
                name: r"d:\test.out".to_owned(),
                drive: "d:".to_owned(),
                example: "/mnt/d".to_owned(),
                is_here,
            };
            error.to_string()
        };
        assert!(unmapped(true).ends_with(r"is ./d:\test.out"));
        assert!(!unmapped(false).contains("./"));
    }

    #[test]
    fn a_map_says_both() {
        for map in ["F:", "F:=", "=/mnt", "="] {
            assert!(Drives::parse(map).is_err(), "{map}");
        }
        assert_eq!(Drives::parse(" ; ").unwrap(), Drives::default());
    }

    proptest! {
        #[test]
        fn any_name_and_any_map_can_be_read(maps in ".{0,40}", name in ".{0,40}") {
            let drives = Drives::parse(&maps).unwrap_or_default();
            let _ = drives.find(OsStr::new(&name));
        }
    }
}

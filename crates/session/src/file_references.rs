//! FILENAME: names for files and folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use feedrate_dataset::Libraries;
use feedrate_dataset::library::{TEMPORARY_FILE, WORK};
use feedrate_language::Diagnostic;
use feedrate_language::tree::{FilenameRequest, InfileOption, Name};
use feedrate_lower::FileFacts;
use feedrate_program::Device;

use crate::statement_log::StatementLog;
use crate::system::NULL;

/// The word for all filerefs.
const ALL: &str = "_ALL_";

/// The device of ordinary files.
const DISK: &str = "DISK";

/// The meaning of a fileref.
#[derive(Clone, Debug)]
struct Reference {
    place: FileFacts,
    /// True if the file is removed with the fileref.
    is_temporary: bool,
    /// The options of its FILENAME statement, for INFILE and FILE.
    options: Vec<InfileOption>,
}

impl From<PathBuf> for Reference {
    fn from(path: PathBuf) -> Self {
        Self {
            place: path.into(),
            is_temporary: false,
            options: Vec::new(),
        }
    }
}

/// Paths by their filerefs, ignoring case.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileReferences {
    assigned: BTreeMap<String, Reference>,
    /// The number of names that were given to filerefs and files without one.
    named: u32,
}

impl FileReferences {
    /// Executes FILENAME: assigns a fileref, removes it or tells what it stands for.
    pub(crate) fn filename(
        &mut self,
        name: &Name,
        request: FilenameRequest,
        libraries: &Libraries,
        allows_commands: bool,
        log: &mut StatementLog<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let key = name.text.to_ascii_uppercase();
        match request {
            FilenameRequest::Assign { device, paths, options } => {
                let device_name = device.as_ref().map(|device| device.text.as_str());
                let at = device.as_ref().map_or(name.at, |device| device.at);
                self.assign(&key, device_name, &paths, libraries, allows_commands)
                    .map_err(|text| Diagnostic::error(at, text))?;
                if let Some(reference) = self.assigned.get_mut(&key) {
                    reference.options = options;
                }
            }
            FilenameRequest::Clear if key == ALL => {
                let names: Vec<String> = self.assigned.keys().cloned().collect();
                for name in names {
                    self.remove(&name);
                    log.note(&format!("Fileref {name} has been deassigned."));
                }
            }
            FilenameRequest::Clear if self.remove(&key) => {
                log.note(&format!("Fileref {key} has been deassigned."));
            }
            FilenameRequest::List if key == ALL => {
                for (name, path) in self.list() {
                    log.note(&format!("Fileref= {name}\nPhysical Name= {}", path.display()));
                }
            }
            FilenameRequest::List if self.assigned.contains_key(&key) => {
                let place = self.facts(&key).into_iter();
                let paths = place.flat_map(|place| std::iter::once(place.path).chain(place.further));
                for path in paths {
                    log.note(&format!("Fileref= {key}\nPhysical Name= {}", path.display()));
                }
            }
            FilenameRequest::Clear | FilenameRequest::List => {
                let text = format!("No logical assign for filename {key}.");
                log.diagnostics(&[Diagnostic::warning(name.at, text)]);
            }
        }
        Ok(())
    }

    /// Assigns a fileref to paths on a device, by its name in any case; without a device it is that of ordinary files.
    ///
    /// # Errors
    ///
    /// Returns the reason if there is no such device, or if the device does not have such a file.
    pub(crate) fn assign(
        &mut self,
        name: &str,
        device: Option<&str>,
        paths: &[String],
        libraries: &Libraries,
        allows_commands: bool,
    ) -> Result<(), String> {
        let paths: Vec<&String> = paths.iter().filter(|path| !path.is_empty()).collect();
        let device = device.unwrap_or(DISK).to_ascii_uppercase();
        let reference = match (device.as_str(), paths.as_slice()) {
            (DISK, []) => return Err(format!("FILENAME {name} needs a path in quotes")),
            (DISK, [path, further @ ..]) => Reference {
                place: FileFacts {
                    further: further.iter().map(PathBuf::from).collect(),
                    ..PathBuf::from(path).into()
                },
                ..Reference::from(PathBuf::new())
            },
            ("TEMP", []) => {
                let work = libraries.place(WORK).map_err(|error| error.to_string())?;
                Reference {
                    is_temporary: true,
                    ..work.join(self.unused_name()).into()
                }
            }
            ("DUMMY", _) => PathBuf::from(NULL).into(),
            ("TEMP", _) => return Err("FILENAME with TEMP takes no path".to_owned()),
            ("PIPE", _) if !allows_commands => {
                let text = "Insufficient authorization to access PIPE.\nThe user allows commands of the system with \
                            `feedrate run -o xcmd`.";
                return Err(text.to_owned());
            }
            ("PIPE", [command]) => Reference {
                place: FileFacts {
                    device: Device::Pipe,
                    ..PathBuf::from(command).into()
                },
                ..Reference::from(PathBuf::new())
            },
            ("PIPE", _) => return Err(format!("FILENAME {name} PIPE needs one command in quotes")),
            ("ZIP", [path]) => Reference {
                place: FileFacts {
                    device: Device::Zip(String::new()),
                    ..PathBuf::from(path).into()
                },
                ..Reference::from(PathBuf::new())
            },
            ("ZIP", _) => return Err(format!("FILENAME {name} ZIP needs the path of one file in quotes")),
            ("URL" | "FTP" | "SFTP" | "SOCKET" | "EMAIL" | "WEBDAV" | "HADOOP" | "S3", _) => {
                return Err(format!(
                    "FILENAME with {device} uses the network, which programs may not do here; give the path of a file"
                ));
            }
            _ => {
                return Err(format!(
                    "the device {device} of FILENAME is not supported; give the path of a file"
                ));
            }
        };
        self.remove(name);
        self.assigned.insert(name.to_ascii_uppercase(), reference);
        Ok(())
    }

    /// Removes a fileref, and its file if that is a temporary one. Returns whether there was one.
    pub(crate) fn remove(&mut self, name: &str) -> bool {
        let removed = self.assigned.remove(&name.to_ascii_uppercase());
        if let Some(reference) = removed.as_ref().filter(|reference| reference.is_temporary) {
            // It was perhaps never written, and goes with the folder of WORK otherwise.
            let _ = std::fs::remove_file(&reference.place.path);
        }
        removed.is_some()
    }

    /// Removes all temporary files, at the end of the program.
    pub(crate) fn remove_temporary(&mut self) {
        let temporary = self.assigned.iter().filter(|(_, reference)| reference.is_temporary);
        let names: Vec<String> = temporary.map(|(name, _)| name.clone()).collect();
        for name in names {
            self.remove(&name);
        }
    }

    /// Returns a name that no fileref and no temporary file has.
    pub(crate) fn unused_name(&mut self) -> String {
        loop {
            self.named += 1;
            let name = format!("{TEMPORARY_FILE}{:05}", self.named);
            if !self.assigned.contains_key(&name) {
                return name;
            }
        }
    }

    /// Returns the options of the FILENAME statement of a fileref.
    pub(crate) fn options(&self, name: &str) -> &[InfileOption] {
        let reference = self.assigned.get(&name.to_ascii_uppercase());
        reference.map_or(&[], |reference| &reference.options)
    }

    /// Returns the path of a fileref of a single file or folder.
    pub(crate) fn path(&self, name: &str) -> Option<&Path> {
        let place = &self.assigned.get(&name.to_ascii_uppercase())?.place;
        let is_single = place.device == Device::Disk && place.further.is_empty();
        is_single.then_some(place.path.as_path())
    }

    /// Returns the path of a fileref of a single file or folder, which may be compressed.
    pub(crate) fn place(&self, name: &str) -> Option<&Path> {
        let place = &self.assigned.get(&name.to_ascii_uppercase())?.place;
        let is_single = place.device != Device::Pipe && place.further.is_empty();
        is_single.then_some(place.path.as_path())
    }

    /// Returns what a fileref stands for.
    pub(crate) fn facts(&self, name: &str) -> Option<FileFacts> {
        let reference = self.assigned.get(&name.to_ascii_uppercase());
        reference.map(|reference| reference.place.clone())
    }

    /// Returns all filerefs, in upper case, and their paths, sorted.
    pub(crate) fn list(&self) -> Vec<(String, PathBuf)> {
        let assigned = self.assigned.iter();
        assigned
            .map(|(name, reference)| (name.clone(), reference.place.path.clone()))
            .collect()
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
        let mut files = FileReferences::default();
        files.assigned.insert("MINE".to_owned(), PathBuf::from("/m").into());
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

//! The folders that programs work in: two libraries and files beside them, what they hold, and what of it is the
//! user's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use feedrate_bench::volume::{self, cannot};

/// The folders of a disk: the libraries D and E, and one for other files.
pub const FOLDERS: [&str; 3] = ["d", "e", "out"];

/// The user's own files, some of which are named nearly as feedrate names its own.
const OWN: [&str; 6] = [
    "d/notes.txt",
    "d/b.sas7bdat.old",
    "d/.b.feedrate-12.tmp",
    "d/.b.feedrate-0123456789abcdef.tmp",
    "d/.c.feedrate-x-1.tmp.txt",
    "out/.hidden",
];

/// The ending of an index file, behind the name of its data set's file.
pub const INDEX_EXTENSION: &str = ".index";

/// The text of the user's own files.
const OWN_TEXT: &[u8] = b"years of work\n";

/// The contents of a disk: of each data set its observations as PUT writes them, of each other file its text. A file
/// that is not in it is not there.
pub type Contents = BTreeMap<&'static str, Rc<str>>;

/// The folders of a round, or of one state of a disk.
#[derive(Clone, Debug)]
pub struct Disk {
    root: PathBuf,
}

impl Disk {
    /// Makes one with the user's own files in a folder.
    pub fn make(root: PathBuf) -> Result<Self, String> {
        let disk = Self::empty(root)?;
        for name in OWN {
            volume::write(&disk.path(name), OWN_TEXT)?;
        }
        Ok(disk)
    }

    /// Makes one without files.
    pub fn empty(root: PathBuf) -> Result<Self, String> {
        for folder in FOLDERS {
            volume::make(&root.join(folder))?;
        }
        Ok(Self { root })
    }

    /// One that is there.
    pub fn at(root: PathBuf) -> Self {
        Self { root }
    }

    /// Makes one that is as another is.
    pub fn copy_of(&self, root: PathBuf) -> Result<Self, String> {
        let copy = Self::empty(root)?;
        for name in self.names()? {
            let from = self.path(&name);
            fs::copy(&from, copy.path(&name)).map_err(cannot("copy", &from))?;
        }
        Ok(copy)
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where something in it is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The statements that assign its libraries. `options` go with each.
    pub fn libraries(&self, options: &str) -> String {
        let assign = |libref| {
            let place = self.path(libref);
            format!("libname {libref} '{}' {options};\n", place.display())
        };
        assign("d") + &assign("e")
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        for folder in FOLDERS {
            let path = self.path(folder);
            let entries = fs::read_dir(&path).map_err(cannot("list", &path))?;
            let entries = entries.flatten().map(|entry| entry.file_name());
            names.extend(entries.map(|name| format!("{folder}/{}", name.to_string_lossy())));
        }
        names.sort();
        Ok(names)
    }

    /// Those of the user's own files that are not as they were.
    pub fn harmed_own(&self) -> Vec<&'static str> {
        let is_harmed = |name: &&str| fs::read(self.path(name)).map_or(true, |text| text != OWN_TEXT);
        OWN.into_iter().filter(is_harmed).collect()
    }

    /// Files that are neither the user's own nor in any of the contents, nor the indexes of a data set of theirs.
    pub fn strange(&self, known: [&Contents; 2]) -> Result<Vec<String>, String> {
        let is_known = |name: &str| OWN.contains(&name) || known.iter().any(|contents| contents.contains_key(name));
        let is_index = |name: &str| {
            let of = name.strip_suffix(INDEX_EXTENSION);
            of.is_some_and(|of| is_known(of) && self.path(of).exists())
        };
        let mut names = self.names()?;
        names.retain(|name| !is_known(name) && !is_index(name));
        Ok(names)
    }
}

/// The data set that a name of a file stands for, unless it is no data set's.
pub fn data_set_of(name: &str) -> Option<String> {
    let name = name.strip_suffix(".sas7bdat")?;
    name.split_once('/')
        .map(|(libref, member)| format!("{libref}.{member}"))
}

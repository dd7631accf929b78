//! Calls about a file or folder by its name, which open, ask or remove it and move none of its bytes.
//!
//! A call is a file of this folder or shares one with its variants, and is a constant of [`NameCall`].

mod make;
mod remove;
mod status;

use std::fmt;
use std::io;
use std::path::Path;

/// A call about a file or folder by its name.
#[derive(Clone, Copy)]
pub struct NameCall(&'static Facts);

/// The effect of a call on what a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameEffect {
    /// It is there afterwards.
    Made,
    /// None.
    None,
    /// It is gone afterwards.
    Removed,
}

/// The facts of a call, stated in its own file.
struct Facts {
    /// In reports, such as "stat".
    name: &'static str,
    /// In errors, such as "remove".
    action: &'static str,
    effect: NameEffect,
    make: fn(&Path) -> io::Result<()>,
}

impl NameCall {
    /// Returns the name in reports, such as "unlink".
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the word that errors say it with, such as "remove".
    pub fn action(self) -> &'static str {
        self.0.action
    }

    /// Returns its effect.
    pub fn effect(self) -> NameEffect {
        self.0.effect
    }

    /// Makes the call.
    ///
    /// # Errors
    /// The error of the system.
    pub fn make(self, path: &Path) -> io::Result<()> {
        (self.0.make)(path)
    }
}

impl PartialEq for NameCall {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for NameCall {}

impl fmt::Debug for NameCall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.name)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn calls_change_what_they_say() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        for (make, remove) in [
            (NameCall::OPEN_NEW, NameCall::REMOVE),
            (NameCall::MAKE_FOLDER, NameCall::REMOVE_FOLDER),
        ] {
            for status in [NameCall::STATUS, NameCall::LINK_STATUS] {
                assert!(status.make(&path).is_err(), "{status:?}");
                make.make(&path).unwrap();
                status.make(&path).unwrap();
                remove.make(&path).unwrap();
            }
            assert!(remove.make(&path).is_err());
        }
        fs::write(&path, "content").unwrap();
        NameCall::OPEN_NEW.make(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"content");
        assert!(NameCall::MAKE_FOLDER.make(&path).is_err());
        assert!(NameCall::REMOVE_FOLDER.make(&path).is_err());
    }
}

//! Open file descriptions: what the handles of several processes may share, such as a shell and what it starts.
//!
//! A position belongs to a description. It is counted once, although processes are read at slightly different moments.

use std::collections::BTreeMap;

/// A number of an open file of a process: the process, and the number.
pub(crate) type Holder = (u32, u32);

/// An open file description.
#[derive(Debug)]
pub(crate) struct Description {
    /// The file.
    place: usize,
    /// The flags of `open(2)`.
    flags: u32,
    /// The position that was seen last; `None` if it was not seen before.
    position: Option<u64>,
    /// A handle of it in the last look.
    holder: Holder,
    /// The last look at it.
    look: u64,
}

/// The open file descriptions of the command.
#[derive(Debug, Default)]
pub(crate) struct Descriptions {
    /// The oldest first, which is most likely to be inherited.
    all: BTreeMap<u64, Description>,
    next: u64,
    look: u64,
}

/// A reading of a handle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The handle.
    pub(crate) holder: Holder,
    /// The file.
    pub(crate) place: usize,
    /// The flags of `open(2)`.
    pub(crate) flags: u32,
    /// The position.
    pub(crate) position: u64,
}

impl Descriptions {
    /// Begins a look. Descriptions that had no handle in the last one are gone.
    pub(crate) fn begin_look(&mut self) {
        let last = self.look;
        self.all.retain(|_, description| description.look == last);
        self.look += 1;
    }

    /// Returns whether a description was read in this look, so that another handle of it need not be.
    pub(crate) fn is_read(&self, id: u64) -> bool {
        let description = self.all.get(&id);
        description.is_some_and(|description| description.look == self.look)
    }

    /// Returns the description of a handle that was not seen before.
    pub(crate) fn find(&mut self, reading: Reading) -> u64 {
        self.find_by(reading, is_shared)
    }

    fn find_by(&mut self, reading: Reading, is_shared: impl Fn(Holder, Holder) -> Option<bool>) -> u64 {
        let same = self.all.iter().find(|(_, description)| {
            let is_alike = description.place == reading.place
                && description.flags & libc::O_ACCMODE as u32 == reading.flags & libc::O_ACCMODE as u32;
            // Where the system does not tell: children inherit handles more often than they open the same file.
            let guess = || match description.holder.0 == reading.holder.0 {
                true => description.position == Some(reading.position),
                false => description.flags == reading.flags,
            };
            is_alike && is_shared(description.holder, reading.holder).unwrap_or_else(guess)
        });
        if let Some((id, _)) = same {
            return *id;
        }
        let id = self.next;
        self.next += 1;
        let description = Description {
            place: reading.place,
            flags: reading.flags,
            position: None,
            holder: reading.holder,
            // Not read yet.
            look: self.look.wrapping_sub(1),
        };
        self.all.insert(id, description);
        id
    }

    /// Notes the position of a description, and returns the one before: `None` in it if it was not seen before, and
    /// nothing if it was read in this look already.
    pub(crate) fn read(&mut self, id: u64, reading: Reading) -> Option<Option<u64>> {
        let look = self.look;
        let description = self.all.entry(id).or_insert(Description {
            place: reading.place,
            flags: reading.flags,
            position: None,
            holder: reading.holder,
            look: look.wrapping_sub(1),
        });
        if description.look == look {
            return None;
        }
        description.look = look;
        description.holder = reading.holder;
        description.flags = reading.flags;
        Some(description.position.replace(reading.position))
    }
}

/// Returns whether two handles have the same description (`kcmp(2)`); `None` if the system does not tell.
fn is_shared(one: Holder, other: Holder) -> Option<bool> {
    const KCMP_FILE: libc::c_long = 0;
    let [one_process, one_number, other_process, other_number] =
        [one.0, one.1, other.0, other.1].map(libc::c_long::from);
    // SAFETY: the call takes five numbers and no memory, and changes nothing.
    let compared = unsafe {
        libc::syscall(
            libc::SYS_kcmp,
            one_process,
            other_process,
            KCMP_FILE,
            one_number,
            other_number,
        )
    };
    match compared {
        0 => Some(true),
        -1 => match std::io::Error::last_os_error().raw_os_error() {
            // One of them is gone.
            Some(libc::EBADF | libc::ESRCH) => Some(false),
            _ => None,
        },
        _ => Some(false),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::fd::AsRawFd;

    use super::*;

    fn reading(holder: Holder, position: u64) -> Reading {
        Reading {
            holder,
            place: 0,
            flags: 0,
            position,
        }
    }

    #[test]
    fn a_shared_description_is_read_once_in_a_look() {
        let mut all = Descriptions::default();
        let shared = |_, _| Some(true);
        all.begin_look();
        let id = all.find_by(reading((1, 5), 100), shared);
        assert!(!all.is_read(id));
        assert_eq!(all.read(id, reading((1, 5), 100)), Some(None));
        assert!(all.is_read(id));
        assert_eq!(all.find_by(reading((2, 1), 164), shared), id);
        assert_eq!(all.read(id, reading((2, 1), 164)), None);
        all.begin_look();
        assert_eq!(all.read(id, reading((2, 1), 300)), Some(Some(100)));
        // The first look without a handle, and the next.
        all.begin_look();
        all.begin_look();
        assert!(all.all.is_empty());
        assert_eq!(all.read(id, reading((2, 1), 300)), Some(None));
    }

    #[test]
    fn others_are_told_apart() {
        let mut all = Descriptions::default();
        all.begin_look();
        let id = all.find_by(reading((1, 5), 0), |_, _| Some(true));
        all.read(id, reading((1, 5), 100));
        assert_ne!(all.find_by(reading((1, 6), 100), |_, _| Some(false)), id);
        // Guessed.
        assert_eq!(all.find_by(reading((2, 6), 700), |_, _| None), id);
        let other = all.find_by(reading((1, 7), 700), |_, _| None);
        assert_ne!(other, id);
    }

    #[test]
    fn the_system_tells_duplicates_from_files_that_are_opened_again() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let file = File::open(path).unwrap();
        let duplicate = file.try_clone().unwrap();
        let again = File::open(path).unwrap();
        let holder = |file: &File| (std::process::id(), u32::try_from(file.as_raw_fd()).unwrap());
        // A container may refuse to tell.
        if let Some(is_shared) = is_shared(holder(&file), holder(&duplicate)) {
            assert!(is_shared);
            assert_eq!(super::is_shared(holder(&file), holder(&again)), Some(false));
        }
    }
}

//! The alignment that direct I/O on a file needs.

use std::fs::File;

use serde::{Deserialize, Serialize};

use crate::system;

/// The alignment that direct I/O on a file needs, in bytes. Powers of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alignment {
    /// Of buffers in memory.
    pub memory: u64,
    /// Of offsets and lengths.
    pub offset: u64,
}

impl Alignment {
    /// The alignment that direct I/O needs when the system does not tell: every device today takes 4 KiB.
    pub(crate) const SAFE: Self = Self {
        memory: 4096,
        offset: 4096,
    };
}

pub(super) const SAFE_ALIGNMENT: Alignment = Alignment::SAFE;

/// Returns the alignment that the system says that direct I/O on a file needs. `None` when it says that this file takes
/// none: it may be opened for it, but its transfers would go through the page cache.
pub(super) fn direct_alignment(file: &File) -> Option<Alignment> {
    system::direct_alignment(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{OpenRequest, PageFile};
    use crate::method::Method;

    #[test]
    fn direct_alignment_is_a_power_of_two() {
        let path = tempfile::NamedTempFile::new_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let file = PageFile::open(path.path(), OpenRequest::read(Method::Cached)).unwrap();
        let Alignment { memory, offset } = file.alignment();
        assert!(memory.is_power_of_two() && offset.is_power_of_two());
    }
}

//! The alignment that direct I/O on a file needs.

use serde::{Deserialize, Serialize};

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

//! The rotation of content, by which what is written differs from what was written before.

use feedrate_pageio::{Content, PageFile};

/// The rotation of a writer over content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rotation {
    /// It takes the longest unused of so many bytes of content, a few of which change.
    Over(usize),
    /// It takes what it used last, all of which changes.
    Stays,
}

impl Rotation {
    /// Returns which suits a stream that writes a file. The content of direct writes may lie anywhere. Cached ones are
    /// copied, and are to find it in the processor's cache, as with a program that has just filled its page.
    pub(crate) fn of(file: &PageFile) -> Self {
        if file.method().is_direct() {
            Self::Over(Content::ARENA_BYTES)
        } else if file.may_compress_far() {
            Self::Stays
        } else {
            Self::Over(Content::CACHED_BYTES)
        }
    }

    /// Returns how many slots of content a writer has, each for a transfer of so many bytes.
    pub(crate) fn slots(self, transfer_bytes: usize, depth: usize) -> usize {
        match self {
            Self::Over(bytes) => (bytes / transfer_bytes).max(depth),
            Self::Stays => depth,
        }
    }

    /// Changes the content of a slot before it is written.
    pub(crate) fn change(self, content: &mut Content, buffer: &mut [u8]) {
        match self {
            Self::Over(_) => content.stamp(buffer),
            Self::Stays => content.renew(buffer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_that_changes_as_a_whole_is_no_more_than_what_is_in_flight() {
        let (rotates, stays) = (Rotation::Over(4 << 20), Rotation::Stays);
        assert_eq!(rotates.slots(64 << 10, 1), 64);
        assert_eq!(rotates.slots(8 << 20, 2), 2);
        assert_eq!(stays.slots(64 << 10, 1), 1);
        assert_eq!(stays.slots(64 << 10, 16), 16);
    }

    #[test]
    fn each_way_changes_every_block_and_one_all_of_it() {
        for (rotation, least, most) in [(Rotation::Over(0), 50, 64), (Rotation::Stays, 4000, 4096)] {
            let mut content = Content::new(1, 0);
            let mut buffer = vec![0; 4096];
            content.fill(&mut buffer);
            let before = buffer.clone();
            rotation.change(&mut content, &mut buffer);
            let changed = before.iter().zip(&buffer).filter(|(a, b)| a != b).count();
            assert!((least..=most).contains(&changed), "{changed}");
            for (before, after) in before.chunks(512).zip(buffer.chunks(512)) {
                assert_ne!(before, after);
            }
        }
    }
}

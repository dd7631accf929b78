//! Page 0 of an index file.
//!
//! ```text
//! 0    the checksum of the page
//! 4    "FX", the version of the format
//! 8    the number by which the header of the data set names the file
//! 16   the numbers of rows and of deleted rows of the data set, and the time of its last change
//! 40   bytes of a page; the number of indexes
//! 48   the list of free pages
//! 64   each index: its tree, its properties, its name, the number of its variables, their names
//! ```

use std::num::NonZeroU64;

use feedrate_index::{FreeList, Tree, seal_page, verify_page};

use super::definition::Index;

const MAGIC: &[u8; 2] = b"FX";
const VERSION: u16 = 1;

/// The offset of the first index.
const INDEXES: usize = 64;

/// The smallest and the largest page.
pub(crate) const SMALLEST_PAGE: u32 = 1024;
pub(crate) const LARGEST_PAGE: u32 = 32 << 10;

const UNIQUE: u8 = 1;
const NO_MISSING: u8 = 2;

/// The state of a data set, by which its index file is known to be up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DataSetState {
    /// The number of rows, including deleted ones.
    pub(crate) stored: u64,
    pub(crate) deleted: u64,
    /// The bits of the time of the last change.
    pub(crate) modified: u64,
}

/// The content of page 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IndexHead {
    pub(crate) id: NonZeroU64,
    pub(crate) state: DataSetState,
    pub(crate) page_bytes: u32,
    pub(crate) free: FreeList,
    pub(crate) indexes: Vec<(Index, Tree)>,
}

impl IndexHead {
    /// Returns the page; `None` if the indexes do not fit it.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        let mut page = vec![0; INDEXES];
        page[4..6].copy_from_slice(MAGIC);
        page[6..8].copy_from_slice(&VERSION.to_le_bytes());
        let state = &self.state;
        let words = [self.id.get(), state.stored, state.deleted, state.modified];
        for (word, at) in words.into_iter().zip([8, 16, 24, 32]) {
            page[at..at + 8].copy_from_slice(&word.to_le_bytes());
        }
        page[40..44].copy_from_slice(&self.page_bytes.to_le_bytes());
        page[44..46].copy_from_slice(&u16::try_from(self.indexes.len()).ok()?.to_le_bytes());
        page[48..64].copy_from_slice(&self.free.to_bytes());
        for (index, tree) in &self.indexes {
            page.extend_from_slice(&tree.to_bytes());
            let unique = if index.unique { UNIQUE } else { 0 };
            let no_missing = if index.no_missing { NO_MISSING } else { 0 };
            page.push(unique | no_missing);
            push_name(&mut page, &index.name)?;
            page.push(u8::try_from(index.variables.len()).ok()?);
            for variable in &index.variables {
                push_name(&mut page, variable)?;
            }
        }
        if page.len() > self.page_bytes as usize {
            return None;
        }
        page.resize(self.page_bytes as usize, 0);
        seal_page(0, &mut page);
        Some(page)
    }

    /// Returns the size of a page that the first bytes of a file tell, if they may be those of an index file.
    pub(crate) fn page_bytes_of(first: &[u8]) -> Option<u32> {
        let bytes = u32::from_le_bytes(*first.get(40..)?.first_chunk()?);
        let is_one = first.get(4..6)? == MAGIC && first.get(6..8)? == VERSION.to_le_bytes();
        (is_one && (SMALLEST_PAGE..=LARGEST_PAGE).contains(&bytes)).then_some(bytes)
    }

    /// Returns what a page says; `None` if it is damaged.
    pub(crate) fn decode(page: &[u8]) -> Option<Self> {
        let page_bytes = Self::page_bytes_of(page)?;
        if page.len() != page_bytes as usize || !verify_page(0, page) {
            return None;
        }
        let word = |at: usize| Some(u64::from_le_bytes(*page.get(at..)?.first_chunk()?));
        let count = u16::from_le_bytes(*page.get(44..)?.first_chunk()?);
        let mut rest = page.get(INDEXES..)?;
        let mut indexes = Vec::new();
        for _ in 0..count {
            let (tree, behind) = rest.split_first_chunk()?;
            let (&properties, behind) = behind.split_first()?;
            rest = behind;
            let name = take_name(&mut rest)?;
            let (&variables, behind) = rest.split_first()?;
            rest = behind;
            let variables = (0..variables).map(|_| take_name(&mut rest));
            let index = Index {
                name,
                variables: variables.collect::<Option<_>>()?,
                unique: properties & UNIQUE != 0,
                no_missing: properties & NO_MISSING != 0,
            };
            indexes.push((index, Tree::from_bytes(tree, page_bytes as usize)?));
        }
        Some(Self {
            id: NonZeroU64::new(word(8)?)?,
            state: DataSetState {
                stored: word(16)?,
                deleted: word(24)?,
                modified: word(32)?,
            },
            page_bytes,
            free: FreeList::from_bytes(page.get(48..)?.first_chunk()?)?,
            indexes,
        })
    }
}

fn push_name(page: &mut Vec<u8>, name: &str) -> Option<()> {
    page.push(u8::try_from(name.len()).ok()?);
    page.extend_from_slice(name.as_bytes());
    Some(())
}

fn take_name(rest: &mut &[u8]) -> Option<String> {
    let (&length, behind) = rest.split_first()?;
    let (name, behind) = behind.split_at_checked(length.into())?;
    *rest = behind;
    String::from_utf8(name.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use feedrate_index::Layout;
    use proptest::prelude::*;

    use super::*;

    fn head() -> IndexHead {
        let index = |name: &str, variables: &[&str]| Index {
            name: name.into(),
            variables: variables.iter().map(|&name| name.into()).collect(),
            unique: name == "ID",
            no_missing: variables.len() > 1,
        };
        let tree = |key_bytes| Tree::new(Layout::new(1024, key_bytes).unwrap());
        IndexHead {
            id: NonZeroU64::new(77).unwrap(),
            state: DataSetState {
                stored: 5,
                deleted: 1,
                modified: 2e9_f64.to_bits(),
            },
            page_bytes: 1024,
            free: FreeList::new(),
            indexes: vec![
                (index("ID", &["ID"]), tree(8)),
                (index("WHO", &["LAST", "FIRST"]), tree(40)),
            ],
        }
    }

    #[test]
    fn a_head_is_read_again() {
        let page = head().encode().unwrap();
        assert_eq!(IndexHead::decode(&page), Some(head()));
        assert_eq!(IndexHead::page_bytes_of(&page), Some(1024));
    }

    #[test]
    fn too_many_indexes_do_not_fit() {
        let mut head = head();
        let one = head.indexes[1].clone();
        head.indexes.extend(vec![one; 30]);
        assert_eq!(head.encode(), None);
    }

    proptest! {
        #[test]
        fn damage_is_seen(at in 0usize..1024, bit in 0u32..8) {
            let mut page = head().encode().unwrap();
            page[at] ^= 1 << bit;
            prop_assert_eq!(IndexHead::decode(&page), None);
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 1024..1025)) {
            let mut page = head().encode().unwrap();
            page[44..400].copy_from_slice(&bytes[..356]);
            seal_page(0, &mut page);
            let _ = IndexHead::decode(&page);
        }
    }
}

//! The facts about the indexes of a data set that are known without reading them.

use std::path::Path;

use super::{Index, head_of, path_of};
use crate::error::Result;
use crate::format::Metadata;
use crate::reader::Reader;

/// The facts about the indexes of a data set that are known without reading them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexFacts {
    /// The indexes.
    pub indexes: Vec<Index>,
    /// Bytes of a page of their file.
    pub page_bytes: u32,
    /// The number of pages of their file.
    pub pages: u64,
}

impl IndexFacts {
    fn of(path: &Path, metadata: &Metadata) -> Result<Self> {
        let Some(head) = head_of(path, metadata)? else {
            return Ok(Self::default());
        };
        let bytes = std::fs::metadata(path_of(path)).map_or(0, |it| it.len());
        Ok(Self {
            indexes: head.indexes.into_iter().map(|(index, _)| index).collect(),
            page_bytes: head.page_bytes,
            pages: bytes / u64::from(head.page_bytes),
        })
    }
}

impl Reader {
    /// Returns what is known of the indexes of the data set; there are none in other formats.
    ///
    /// # Errors
    ///
    /// Fails if the index file cannot be read or does not belong to the data set as it is.
    pub fn index_facts(&self) -> Result<IndexFacts> {
        match self.metadata() {
            Some(metadata) => IndexFacts::of(self.path(), metadata),
            None => Ok(IndexFacts::default()),
        }
    }
}

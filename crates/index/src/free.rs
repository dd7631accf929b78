//! Pages that no tree uses, for the next that needs one.

use crate::error::Error;
use crate::header::{Header, Kind};
use crate::pages::{Pages, PagesMut};
use crate::tree::MOST_ENTRIES;

/// The free pages of a file, each of which names the next. The caller keeps it next to its trees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FreeList {
    /// 0 if there is none.
    pub(crate) first: u64,
    pub(crate) pages: u64,
}

impl FreeList {
    /// The length of [`FreeList::to_bytes`].
    pub const BYTES: usize = 16;

    /// Returns a list of no pages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of free pages.
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Returns the list as bytes to be kept.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.first.to_le_bytes());
        bytes[8..].copy_from_slice(&self.pages.to_le_bytes());
        bytes
    }

    /// Returns the list that [`FreeList::to_bytes`] kept, or `None` if these bytes are none.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(number)
        };
        let list = Self {
            first: number(0),
            pages: number(8),
        };
        let is_sound = (list.first == 0) == (list.pages == 0) && list.pages <= MOST_ENTRIES;
        is_sound.then_some(list)
    }

    /// Takes a page off the list, or a new one behind all others.
    pub(crate) fn take<P: PagesMut>(&mut self, pages: &mut P) -> Result<u64, Error<P::Error>> {
        let number = self.first;
        if number == 0 {
            return pages.append().map_err(Error::Storage);
        }
        let next = next(pages, number)?;
        self.pages = self.pages.saturating_sub(1);
        if (next == 0) != (self.pages == 0) {
            return Err(Error::damaged(
                number,
                "the list of free pages is not as long as it says",
            ));
        }
        self.first = next;
        Ok(number)
    }

    /// Puts a page on the list.
    pub(crate) fn give<P: PagesMut>(&mut self, pages: &mut P, number: u64) -> Result<(), Error<P::Error>> {
        let header = Header {
            kind: Kind::Free,
            level: 0,
            count: 0,
            prefix: 0,
            tail: 0,
            pad: 0,
            value_bytes: 0,
            base: self.first,
            key_bytes: 0,
        };
        let page = pages.page_mut(number).map_err(Error::Storage)?;
        page.fill(0);
        header.write(page);
        self.first = number;
        self.pages += 1;
        Ok(())
    }
}

/// The free page after a free page, or 0.
pub(crate) fn next<P: Pages>(pages: &mut P, number: u64) -> Result<u64, Error<P::Error>> {
    if number >= pages.count() {
        return Err(Error::damaged(
            number,
            "it is said to be free, but it is none of the pages",
        ));
    }
    let page = pages.page(number).map_err(Error::Storage)?;
    match Header::read(page) {
        Ok(header) if header.kind == Kind::Free => Ok(header.base),
        Ok(_) => Err(Error::damaged(number, "it is said to be free, but it is in use")),
        Err(reason) => Err(Error::damaged(number, reason)),
    }
}

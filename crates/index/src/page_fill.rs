//! The page of a level that a bulk load is filling.

use crate::entries::Entries;
use crate::form::Form;
use crate::layout::{Layout, ROW_BYTES};

/// The entries of a page, and perhaps the first ones of the next.
///
/// The room that they take is looked at for many at once, which takes a fraction of the time.
#[derive(Debug)]
pub(crate) struct PageFill {
    pub entries: Entries,
    /// True if the level has pages before this one.
    pub is_begun: bool,
    level: u8,
    layout: Layout,
    /// The number of bytes of the page that are used.
    fill: usize,
    /// The number of entries that are looked at at once: at most an eighth of a page, so that those left over fit on
    /// the next.
    stride: usize,
    /// With how many entries the next look is.
    next_look: usize,
    /// The number of entries that the page has for certain, and their form.
    fitting: usize,
    form: Form,
}

impl PageFill {
    pub fn new(level: u8, layout: Layout, fill: usize) -> Self {
        let key_bytes = layout.search_bytes(level);
        let stride = (layout.page_bytes() / (key_bytes + ROW_BYTES) / 8).clamp(1, 64);
        Self {
            entries: Entries::new(level, layout),
            is_begun: false,
            level,
            layout,
            fill,
            stride,
            next_look: stride,
            fitting: 0,
            form: Form::new(level, key_bytes),
        }
    }

    /// Adds an entry, and returns whether the page is full: then, more entries are here than fit on it.
    #[inline]
    pub fn push(&mut self, key: &[u8], value: u64) -> bool {
        self.entries.push(key, value);
        self.entries.len() == self.next_look && self.look()
    }

    /// Looks whether there are more entries than fit on the page.
    pub fn look(&mut self) -> bool {
        let len = self.entries.len();
        if self.admit(len) {
            self.next_look = len + self.stride;
            return false;
        }
        while self.fitting < len && self.admit(self.fitting + 1) {}
        true
    }

    /// Returns whether so many entries fit on the page, of which two always do; then, they are the ones that it has.
    fn admit(&mut self, len: usize) -> bool {
        let mut form = self.form;
        self.entries.extend_form(&mut form, 0, self.fitting..len);
        let most = form
            .entries_in(self.fill)
            .min(self.layout.most_entries(self.level))
            .max(2);
        let is_fitting = len <= most;
        if is_fitting {
            (self.fitting, self.form) = (len, form);
        }
        is_fitting
    }

    /// The least key that separates the page from the next, of a full leaf.
    pub fn separator(&self) -> Vec<u8> {
        self.entries.separator(self.fitting)
    }

    /// Writes the page, and goes on with the next one of the level.
    pub fn write(&mut self, page: &mut [u8]) {
        self.entries.write_as(&self.form, 0..self.fitting, page);
        self.entries.remove_first(self.fitting);
        self.is_begun = true;
        self.fitting = 0;
        self.form = Form::new(self.level, self.layout.search_bytes(self.level));
        self.next_look = self.entries.len() + self.stride;
    }
}

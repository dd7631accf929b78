//! The entries of a page outside of it, for changes that its layout does not survive, and for bulk loads.

use std::ops::Range;

use crate::form::Form;
use crate::header::{HEADER_BYTES, Header, Kind};
use crate::layout::Layout;
use crate::node::Node;
use crate::path::write_target;

/// Keys of one length with a value each. On levels above the leaves, the first key of a page is not stored.
#[derive(Debug, Clone)]
pub(crate) struct Entries {
    level: u8,
    key_bytes: usize,
    most_entries: usize,
    keys: Vec<u8>,
    values: Vec<u64>,
}

impl Entries {
    pub fn new(level: u8, layout: Layout) -> Self {
        Self {
            level,
            key_bytes: layout.search_bytes(level),
            most_entries: layout.most_entries(level),
            keys: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The entries of a page, with zeros for the key that is not stored; `Err` if they are not in order.
    pub fn of(node: &Node<'_>, layout: Layout) -> Result<Self, &'static str> {
        let mut entries = Self::new(node.level(), layout);
        let key_bytes = entries.key_bytes;
        let unstored = node.count() - node.keys();
        entries.keys.resize(node.count() * key_bytes, 0);
        for (index, key) in entries.keys.chunks_exact_mut(key_bytes).skip(unstored).enumerate() {
            node.copy_key(index, key);
        }
        entries.values.extend((0..node.count()).map(|index| node.value(index)));
        let is_ordered = (unstored + 1..entries.len()).all(|index| {
            let (left, right) = (entries.key(index - 1), entries.key(index));
            match left.cmp(right) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Equal => node.level() == 0 && entries.values[index - 1] < entries.values[index],
                std::cmp::Ordering::Greater => false,
            }
        });
        if is_ordered {
            Ok(entries)
        } else {
            Err("its entries are not in order")
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn level(&self) -> u8 {
        self.level
    }

    #[inline]
    pub fn key(&self, index: usize) -> &[u8] {
        &self.keys[index * self.key_bytes..(index + 1) * self.key_bytes]
    }

    #[inline]
    pub fn value(&self, index: usize) -> u64 {
        self.values[index]
    }

    #[inline]
    pub fn push(&mut self, key: &[u8], value: u64) {
        // Most keys are numbers, of a length that the compiler then knows.
        match <&[u8; 8]>::try_from(key) {
            Ok(number) => self.keys.extend_from_slice(number),
            Err(_) => self.keys.extend_from_slice(key),
        }
        self.values.push(value);
    }

    pub fn insert(&mut self, index: usize, key: &[u8], value: u64) {
        let at = index * self.key_bytes;
        self.keys.splice(at..at, key.iter().copied());
        self.values.insert(index, value);
    }

    pub fn remove(&mut self, index: usize) {
        let at = index * self.key_bytes;
        self.keys.drain(at..at + self.key_bytes);
        self.values.remove(index);
    }

    /// Appends the entries of the page to the right, whose first key, if it is not stored, is `separator`.
    pub fn append(&mut self, mut right: Self, separator: &[u8]) {
        if self.level > 0 {
            right.keys[..self.key_bytes].copy_from_slice(separator);
        }
        self.keys.append(&mut right.keys);
        self.values.append(&mut right.values);
    }

    /// Removes so many entries from the front.
    pub fn remove_first(&mut self, count: usize) {
        self.keys.drain(..count * self.key_bytes);
        self.values.drain(..count);
    }

    /// The least key of the level above that separates an entry from the one before.
    pub fn separator(&self, index: usize) -> Vec<u8> {
        if self.level > 0 {
            return self.key(index).to_vec();
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        write_target(&mut left, self.key(index - 1), self.value(index - 1));
        write_target(&mut right, self.key(index), self.value(index));
        shorten(&left, &mut right);
        right
    }

    /// Returns whether a range goes on a page of which so many bytes are used.
    pub fn fit(&self, range: Range<usize>, bytes: usize) -> bool {
        range.len() <= self.most_entries && self.form(range.clone()).size(range.len()) <= bytes
    }

    /// The form of a range that is not empty.
    fn form(&self, range: Range<usize>) -> Form {
        let mut form = Form::new(self.level, self.key_bytes);
        self.extend_form(&mut form, range.start, range);
        form
    }

    /// Adds a range to the form of the entries from `start` up to it.
    pub fn extend_form(&self, form: &mut Form, start: usize, range: Range<usize>) {
        for value in &self.values[range.clone()] {
            form.add_value(*value);
        }
        let first = start + usize::from(self.level > 0);
        let stored = range.start.max(first)..range.end;
        if stored.is_empty() {
            return;
        }
        if stored.start == first {
            form.begin(self.key(first));
        }
        form.add_prefix(self.key(first), self.key(stored.end - 1));
        let keys = &self.keys[stored.start * self.key_bytes..stored.end * self.key_bytes];
        form.add_tails(keys);
    }

    /// Writes a range that is not empty as a page that it fits on, which is then not sealed.
    pub fn write(&self, range: Range<usize>, page: &mut [u8]) {
        self.write_as(&self.form(range.clone()), range, page);
    }

    /// Writes a range whose form is known.
    pub fn write_as(&self, form: &Form, range: Range<usize>, page: &mut [u8]) {
        let size = form.size(range.len());
        assert!(size <= page.len(), "the entries of a page fit on it");
        let (base, value_bytes) = form.base_and_bytes();
        let header = Header {
            kind: Kind::Node,
            level: self.level,
            count: range.len() as u16,
            prefix: form.prefix as u16,
            tail: form.stored_tail() as u16,
            pad: form.pad,
            value_bytes: value_bytes as u8,
            base,
            key_bytes: self.key_bytes as u16,
        };
        header.write(page);
        let first = (range.start + usize::from(self.level > 0)).min(range.end - 1);
        let (prefix, places) = page[HEADER_BYTES..].split_at_mut(form.prefix);
        prefix.copy_from_slice(&self.key(first)[..form.prefix]);
        let width = form.width();
        let rests = form.prefix..form.prefix + width;
        let mut at = 0;
        for index in range {
            let key = index * self.key_bytes;
            let value = (self.values[index] - base).to_le_bytes();
            // Eight bytes are copied at once where there is room; what is too much, the next entry covers.
            let from = self.keys.get(key + rests.start..key + rests.start + 8);
            let to = places.get_mut(at..at + width + 8);
            if let (0..=8, Some(from), Some(to)) = (width, from, to) {
                to[..8].copy_from_slice(from);
                to[width..width + 8].copy_from_slice(&value);
            } else {
                let place = &mut places[at..at + width + value_bytes];
                let (rest, place) = place.split_at_mut(width);
                rest.copy_from_slice(&self.key(index)[rests.clone()]);
                place.copy_from_slice(&value[..value_bytes]);
            }
            at += width + value_bytes;
        }
        page[size..].fill(0);
    }
}

/// Makes `right`, in place, the least key with zeros at its end that is greater than `left` and at most what it was.
fn shorten(left: &[u8], right: &mut [u8]) {
    let common = left
        .iter()
        .zip(&*right)
        .take_while(|(left, right)| left == right)
        .count();
    if let Some(rest) = right.get_mut(common + 1..) {
        rest.fill(0);
    }
}

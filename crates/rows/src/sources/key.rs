//! Sort keys: the values of BY variables as bytes in their order.

use std::cmp::Ordering;
use std::ops::Range;

use feedrate_dataset::Schema;
use feedrate_dataset::key::{KeyField, KeyReader};
use feedrate_program::{By, NumberSlot, Slot, Source};

use crate::spill::RecordKey;

/// The layout of the BY variables of a SET or MERGE in a key.
#[derive(Clone, Debug, Default)]
pub struct KeyLayout {
    parts: Vec<KeyPart>,
    length: usize,
}

/// A BY variable in a key.
#[derive(Clone, Debug)]
struct KeyPart {
    start: usize,
    end: usize,
    descending: bool,
    slot: Slot,
    first: NumberSlot,
    last: NumberSlot,
}

impl KeyLayout {
    /// Returns the layout of the keys of BY variables.
    pub fn new(by: &[By]) -> Self {
        let mut layout = Self::default();
        for by in by {
            let start = layout.length;
            layout.length += by.slot.bytes() as usize;
            layout.parts.push(KeyPart {
                start,
                end: layout.length,
                descending: by.descending,
                slot: by.slot,
                first: by.first,
                last: by.last,
            });
        }
        layout
    }

    /// Returns the length of a key in bytes.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns a reader of the keys of a source, or `None` if it lacks a BY variable.
    pub fn reader(&self, source: &Source, schema: &Schema) -> Option<KeyReader> {
        let field = |part: &KeyPart| {
            let load = source.loads.iter().find(|load| load.slot == part.slot)?;
            let column = schema.variables().get(load.column as usize)?;
            Some(KeyField {
                kind: column.kind,
                from: column.offset as usize,
                length: column.length as usize,
                start: part.start,
                end: part.end,
                descending: part.descending,
            })
        };
        let fields = self.parts.iter().map(field).collect::<Option<_>>()?;
        Some(KeyReader::new(fields))
    }

    /// Returns how many leading BY variables have the same values in both keys.
    pub fn common(&self, a: &[u8], b: &[u8]) -> usize {
        self.common_from(0, a, b)
    }

    /// Like [`Self::common`], for keys in which the BY variables before index `from` count as equal.
    #[inline]
    pub fn common_from(&self, from: usize, a: &[u8], b: &[u8]) -> usize {
        let equal = self.parts[from..]
            .iter()
            .take_while(|part| a[part.start..part.end] == b[part.start..part.end]);
        from + equal.count()
    }

    /// Returns the range of each BY variable in a key.
    pub fn parts(&self) -> impl Iterator<Item = Range<usize>> {
        self.parts.iter().map(|part| part.start..part.end)
    }

    /// Returns the range of a BY variable in a key; `None` if there is no such variable, or if its order is descending.
    pub fn ascending(&self, slot: Slot) -> Option<Range<usize>> {
        let mut parts = self.parts.iter();
        let part = parts.find(|part| part.slot == slot && !part.descending)?;
        Some(part.start..part.end)
    }

    /// Returns the number of BY variables.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// Returns the slots of FIRST. and LAST. for each BY variable.
    pub fn flags(&self) -> impl Iterator<Item = (NumberSlot, NumberSlot)> {
        self.parts.iter().map(|part| (part.first, part.last))
    }
}

impl RecordKey for KeyReader {
    fn length(&self) -> usize {
        KeyReader::length(self)
    }

    #[inline]
    fn read(&self, record: &[u8], key: &mut [u8]) {
        KeyReader::read(self, record, key);
    }
}

/// Compares two keys, and equal ones by their sources.
pub fn compare(a: (&[u8], usize), b: (&[u8], usize)) -> Ordering {
    a.0.cmp(b.0).then(a.1.cmp(&b.1))
}

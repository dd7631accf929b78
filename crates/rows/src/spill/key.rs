//! The sort keys of records.

/// Derives the key of a record: bytes in the order of the records.
pub trait RecordKey {
    /// Returns the length of every key.
    fn length(&self) -> usize;

    /// Writes the key of a record into `key`, which has that length.
    fn read(&self, record: &[u8], key: &mut [u8]);
}

/// A key that is the first bytes of the record.
#[derive(Clone, Copy, Debug)]
pub struct LeadingBytes(
    /// The number of bytes.
    pub usize,
);

impl RecordKey for LeadingBytes {
    fn length(&self) -> usize {
        self.0
    }

    fn read(&self, record: &[u8], key: &mut [u8]) {
        key.copy_from_slice(&record[..self.0]);
    }
}

impl<K: RecordKey + ?Sized> RecordKey for &K {
    fn length(&self) -> usize {
        (**self).length()
    }

    fn read(&self, record: &[u8], key: &mut [u8]) {
        (**self).read(record, key);
    }
}

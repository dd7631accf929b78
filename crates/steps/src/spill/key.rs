//! The bytes by which records are in order.

/// Gives each record bytes that sort as the records do.
pub trait RecordKey {
    /// How many bytes that are, the same of every record.
    fn length(&self) -> usize;

    /// Puts those of a record into `key`, which is as long as that.
    fn read(&self, record: &[u8], key: &mut [u8]);
}

/// A key that the records begin with.
#[derive(Clone, Copy, Debug)]
pub struct LeadingBytes(
    /// How many bytes of the record it is.
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

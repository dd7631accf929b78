//! Encrypted connections as streams of records: each is the length of what was sealed, in two bytes, and that.

use crate::wire::cipher::{Cipher, NotSealed, TAG};

/// Bytes of the length in front of what was sealed.
const HEAD: usize = 2;

/// The maximum number of bytes that this end seals in a record. They stay in the first-level cache while they are
/// copied and then encrypted; with longer ones, `examples/pipe_rates.rs` took no less processor time.
const LONGEST_CONTENT: usize = 16 << 10;

/// Bytes of records that are sealed before they are sent, and that are received before they are opened: more than one
/// record of any length, and little enough for the processor's cache.
const ROOM: usize = 1 << 18;

/// Bytes with which each record is longer than what it holds.
const OVERHEAD: usize = HEAD + TAG;

/// Appends bytes to `records` as records.
pub(crate) fn seal(cipher: &mut Cipher, bytes: &[u8], records: &mut Vec<u8>) -> Result<(), NotSealed> {
    for content in bytes.chunks(LONGEST_CONTENT) {
        let at = records.len();
        records.resize(at + content.len() + OVERHEAD, 0);
        put(cipher, content, &mut records[at..])?;
    }
    Ok(())
}

/// Writes bytes that fit into a record to `room`, which is as long as the record.
fn put(cipher: &mut Cipher, content: &[u8], room: &mut [u8]) -> Result<(), NotSealed> {
    let (head, sealed) = room.split_at_mut(HEAD);
    let length = cipher.seal(content, sealed)?;
    head.copy_from_slice(&u16::try_from(length).map_err(|_| NotSealed)?.to_le_bytes());
    Ok(())
}

/// Returns what was sealed in the first record of `bytes`, and how long that record is; `None` while it is incomplete.
fn first(bytes: &[u8]) -> Option<(&[u8], usize)> {
    let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
    let length = usize::from(u16::from_le_bytes(*head));
    Some((rest.get(..length)?, HEAD + length))
}

/// Opens the complete records at the beginning of `records`, which are removed, and appends what they hold to `bytes`.
pub(crate) fn open(cipher: &mut Cipher, records: &mut Vec<u8>, bytes: &mut Vec<u8>) -> Result<(), NotSealed> {
    let mut at = 0;
    while let Some((sealed, length)) = first(&records[at..]) {
        let held = bytes.len();
        bytes.resize(held + sealed.len(), 0);
        let opened = cipher.open(sealed, &mut bytes[held..])?;
        bytes.truncate(held + opened);
        at += length;
    }
    drop(records.drain(..at));
    Ok(())
}

/// The encryption of the frames at the writing end.
#[derive(Debug)]
pub(crate) struct RecordSealer {
    cipher: Cipher,
    room: Box<[u8]>,
    filled: usize,
}

impl RecordSealer {
    /// Creates that of a connection.
    pub(crate) fn new(cipher: Cipher) -> Self {
        Self {
            cipher,
            room: vec![0; ROOM].into(),
            filled: 0,
        }
    }

    /// Seals as much of `bytes` as there is room for, and removes it from them.
    pub(crate) fn take(&mut self, bytes: &mut &[u8]) -> Result<(), NotSealed> {
        while !bytes.is_empty() {
            let free = (self.room.len() - self.filled).saturating_sub(OVERHEAD);
            let length = bytes.len().min(LONGEST_CONTENT);
            if length > free {
                break;
            }
            let (content, rest) = bytes.split_at(length);
            let room = &mut self.room[self.filled..][..length + OVERHEAD];
            put(&mut self.cipher, content, room)?;
            self.filled += length + OVERHEAD;
            *bytes = rest;
        }
        Ok(())
    }

    /// Returns the records to send, after which there is room again.
    pub(crate) fn records(&mut self) -> &[u8] {
        &self.room[..std::mem::take(&mut self.filled)]
    }
}

/// The encryption of the frames at the reading end.
#[derive(Debug)]
pub(crate) struct Opening {
    cipher: Cipher,
    room: Box<[u8]>,
    /// The part of `room` that was received and not opened.
    received: std::ops::Range<usize>,
    /// The rest of a record for which the caller had no room.
    kept: Vec<u8>,
    /// The part of `kept` that was taken.
    taken: usize,
}

impl Opening {
    /// Bytes by which the room for what is opened should be longer, so that nothing is copied.
    pub(crate) const SPARE: usize = TAG;

    /// Creates that of a connection.
    pub(crate) fn new(cipher: Cipher) -> Self {
        Self {
            cipher,
            room: vec![0; ROOM].into(),
            received: 0..0,
            kept: Vec::new(),
            taken: 0,
        }
    }

    /// Moves what was received into `bytes`, of which the last [`Opening::SPARE`] bytes are only for its use. Returns
    /// how much that was: 0 if no record is complete.
    pub(crate) fn take(&mut self, bytes: &mut [u8]) -> Result<usize, NotSealed> {
        let wanted = bytes.len() - Self::SPARE;
        while self.taken == self.kept.len() {
            let Some((sealed, length)) = first(&self.room[self.received.clone()]) else {
                return Ok(0);
            };
            self.received.start += length;
            if sealed.len() <= bytes.len() {
                match self.cipher.open(sealed, bytes)? {
                    0 => continue,
                    opened => return Ok(opened),
                }
            }
            self.kept.resize(sealed.len(), 0);
            let opened = self.cipher.open(sealed, &mut self.kept)?;
            self.kept.truncate(opened);
            self.taken = 0;
        }
        let kept = &self.kept[self.taken..];
        let length = kept.len().min(wanted);
        bytes[..length].copy_from_slice(&kept[..length]);
        self.taken += length;
        Ok(length)
    }

    /// Returns the room for what is received next, which is not empty if no record is complete.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        if self.received.start > 0 {
            self.room.copy_within(self.received.clone(), 0);
            self.received = 0..self.received.len();
        }
        &mut self.room[self.received.end..]
    }

    /// Notes that so many bytes were received into the room.
    pub(crate) fn received(&mut self, length: usize) {
        self.received.end += length;
    }
}

#[cfg(test)]
#[path = "records_tests.rs"]
mod tests;

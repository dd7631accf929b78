//! The order of the rows of a file, as noted by feedrate in its header. It is not known where the SAS System notes it.
//!
//! ```text
//! 576   "sortedby"
//! 584   the time of the last change of the file, as in the fields of the format: of another time, the note is void
//! 592   flags: 1 checked by the sort, 2 one row for each key, 4 no equal rows behind one another
//! 594   the number of keys, from 1 to 127
//! 596   two bytes for each key: the index of its variable; with the highest bit if it descends
//!       the checksum of the flags and what follows them
//! ```
//!
//! Who changes a file sets the time of its last change, so a note of another time is not about its present rows.

/// The offset in the header.
const AT: usize = 576;

const MAGIC: &[u8; 8] = b"sortedby";

/// The offset of the flags in the note.
const FLAGS: usize = 16;

/// The bytes before the keys.
const HEAD: usize = 20;

/// The most keys that are noted.
const MOST: usize = 127;

const DESCENDING: u16 = 1 << 15;

/// The order of the rows of a data set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SortOrder {
    /// The variables by which they are ordered, the most significant one first.
    pub keys: Vec<SortedVariable>,
    /// True if a sort made the order, false if someone said that it is so.
    pub is_validated: bool,
    /// True if no two rows have the same keys, because a sort removed them.
    pub has_unique_keys: bool,
    /// True if no two rows behind one another are equal, because a sort removed them.
    pub has_unique_rows: bool,
}

/// A variable by which rows are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortedVariable {
    /// Its index among the variables of the data set.
    pub column: u16,
    /// True if its values descend.
    pub descending: bool,
}

/// The note about the order in the header of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OrderNote {
    /// None was ever made.
    #[default]
    None,
    /// The file has been changed since.
    Void,
    /// The order of its rows.
    Valid(SortOrder),
}

impl OrderNote {
    /// Returns the order, if it is known.
    pub fn order(&self) -> Option<&SortOrder> {
        match self {
            Self::Valid(order) => Some(order),
            Self::None | Self::Void => None,
        }
    }
}

impl SortOrder {
    /// The offset of a byte behind the longest note. The shortest headers are as long.
    pub(super) const END: usize = 1024;

    /// Returns whether rows in this order are also in the order of these keys, which are not more.
    pub fn implies(&self, keys: &[SortedVariable]) -> bool {
        self.keys.starts_with(keys)
    }

    /// Returns the note in the first bytes of a file of which `header_length` are its header, and which was last
    /// changed at this time.
    pub(super) fn parse(bytes: &[u8], header_length: u32, modified: f64) -> OrderNote {
        let length = bytes.len().min(header_length as usize);
        let Some(note) = bytes.get(AT..length).filter(|note| note.starts_with(MAGIC)) else {
            return OrderNote::None;
        };
        Self::valid(note, modified).map_or(OrderNote::Void, OrderNote::Valid)
    }

    fn valid(note: &[u8], modified: f64) -> Option<Self> {
        let word = |at: usize| Some(u16::from_le_bytes(*note.get(at..)?.first_chunk()?));
        let time = u64::from_le_bytes(*note.get(8..)?.first_chunk()?);
        let (flags, count) = (word(FLAGS)?, usize::from(word(FLAGS + 2)?));
        if time != modified.to_bits() || !(1..=MOST).contains(&count) {
            return None;
        }
        let end = HEAD + 2 * count;
        if note.get(end..end + 4)? != sum(note.get(FLAGS..end)?) {
            return None;
        }
        let keys = (0..count).map(|index| {
            let word = word(HEAD + 2 * index)?;
            Some(SortedVariable {
                column: word & !DESCENDING,
                descending: word & DESCENDING != 0,
            })
        });
        Some(Self {
            keys: keys.collect::<Option<_>>()?,
            is_validated: flags & 1 != 0,
            has_unique_keys: flags & 2 != 0,
            has_unique_rows: flags & 4 != 0,
        })
    }

    /// Writes the note into the header of a file, which is valid once it is [sealed](seal).
    pub(super) fn put(&self, header: &mut [u8]) {
        let keys = &self.keys[..self.keys.len().min(MOST)];
        let end = AT + HEAD + 2 * keys.len();
        if keys.is_empty() || header.len() < end + 4 {
            return;
        }
        header[AT..AT + 8].copy_from_slice(MAGIC);
        let flags = [self.is_validated, self.has_unique_keys, self.has_unique_rows];
        let flags = flags
            .into_iter()
            .zip([1, 2, 4])
            .map(|(is_on, flag)| u16::from(is_on) * flag);
        let words = [flags.sum::<u16>(), keys.len() as u16];
        let keys = keys
            .iter()
            .map(|key| key.column | if key.descending { DESCENDING } else { 0 });
        for (index, word) in words.into_iter().chain(keys).enumerate() {
            header[AT + FLAGS + 2 * index..][..2].copy_from_slice(&word.to_le_bytes());
        }
    }
}

/// Makes the note in the header of a new file valid for the time of its last change, if there is a note.
pub(super) fn seal(header: &mut [u8], modified: f64) {
    let Some(note) = header.get_mut(AT..).filter(|note| note.starts_with(MAGIC)) else {
        return;
    };
    note[8..16].copy_from_slice(&modified.to_bits().to_le_bytes());
    let end = HEAD + 2 * usize::from(u16::from_le_bytes([note[FLAGS + 2], note[FLAGS + 3]]));
    let sum = sum(&note[FLAGS..end]);
    note[end..end + 4].copy_from_slice(&sum);
}

fn sum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(count: u16) -> SortOrder {
        let keys = (0..count).map(|column| SortedVariable {
            column: column * 7,
            descending: column % 3 == 1,
        });
        SortOrder {
            keys: keys.collect(),
            is_validated: true,
            has_unique_rows: true,
            ..SortOrder::default()
        }
    }

    fn noted(order: &SortOrder) -> Vec<u8> {
        let mut header = vec![0; 1024];
        order.put(&mut header);
        seal(&mut header, 5.5);
        header
    }

    #[test]
    fn an_order_is_read_again_until_the_file_changes() {
        for count in [1, 2, 127] {
            let header = noted(&order(count));
            assert_eq!(SortOrder::parse(&header, 1024, 5.5), OrderNote::Valid(order(count)));
            assert_eq!(
                SortOrder::parse(&header[..SortOrder::END], 1024, 5.5),
                OrderNote::Valid(order(count))
            );
            assert_eq!(SortOrder::parse(&header, 1024, 5.75), OrderNote::Void);
        }
        assert_eq!(
            order(1).keys,
            SortOrder::parse(&noted(&order(1)), 1024, 5.5).order().unwrap().keys
        );
    }

    #[test]
    fn more_keys_than_a_note_has_room_for_are_left_out() {
        let OrderNote::Valid(found) = SortOrder::parse(&noted(&order(200)), 1024, 5.5) else {
            panic!("no order");
        };
        assert_eq!(found.keys, order(127).keys);
    }

    #[test]
    fn no_order_leaves_zeros_and_damage_voids_it() {
        assert_eq!(noted(&SortOrder::default()), vec![0; 1024]);
        assert_eq!(SortOrder::parse(&[0; 1024], 1024, 5.5), OrderNote::None);
        for at in 0..HEAD + 8 {
            let mut header = noted(&order(2));
            header[AT + at] ^= 0x81;
            assert!(SortOrder::parse(&header, 1024, 5.5).order().is_none(), "{at}");
        }
        let header = noted(&order(100));
        for length in 0..SortOrder::END {
            let _ = SortOrder::parse(&header[..length], 1024, 5.5);
        }
        assert_eq!(SortOrder::parse(&header, 600, 5.5), OrderNote::Void);
    }

    #[test]
    fn an_order_implies_that_of_its_first_keys() {
        let order = order(3);
        assert!(order.implies(&order.keys[..2]) && order.implies(&order.keys));
        assert!(!order.implies(&order.keys[1..]));
    }
}

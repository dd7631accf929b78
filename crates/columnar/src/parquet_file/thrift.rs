//! The compact protocol of Thrift, as far as it is needed to validate the metadata of a file.
//!
//! A file states how many entries a list of its metadata has before they come, and the unpacked size of a page. A
//! reader that trusts these allocates as much memory as an attacker wrote there, so they are validated first. The
//! meaning of the fields is defined by `parquet.thrift` of the format's specification.

/// The deepest nesting of structures that is followed.
const DEEPEST: u32 = 40;

/// The types of fields, by their numbers in the protocol.
mod kind {
    pub const TRUE: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const BYTE: u8 = 3;
    pub const I16: u8 = 4;
    pub const I64: u8 = 6;
    pub const DOUBLE: u8 = 7;
    pub const BINARY: u8 = 8;
    pub const LIST: u8 = 9;
    pub const SET: u8 = 10;
    pub const MAP: u8 = 11;
    pub const STRUCTURE: u8 = 12;
    pub const UUID: u8 = 13;
}

/// Reads fields one after another. All results are `None` if the bytes are not as they state.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Fields<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the number of bytes read so far.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Reads a structure, and calls `see` for each of its fields that is an integer or a structure.
    pub fn structure(&mut self, see: &mut dyn FnMut(i64, Field<'b>)) -> Option<()> {
        self.fields(DEEPEST, see)
    }

    fn fields(&mut self, depth: u32, see: &mut dyn FnMut(i64, Field<'b>)) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let mut number = 0_i64;
        loop {
            let header = self.byte()?;
            if header == 0 {
                return Some(());
            }
            number = match header >> 4 {
                0 => self.whole()?,
                further => number.checked_add(further.into())?,
            };
            let kind = header & 0xF;
            match kind {
                kind::TRUE => see(number, Field::Whole(1)),
                kind::FALSE => see(number, Field::Whole(0)),
                kind::I16..=kind::I64 => see(number, Field::Whole(self.whole()?)),
                kind::STRUCTURE => {
                    let within = *self;
                    self.skip(kind, depth)?;
                    see(number, Field::Structure(within));
                }
                _ => self.skip(kind, depth)?,
            }
        }
    }

    fn skip(&mut self, kind: u8, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match kind {
            // In a list, a boolean is a byte of its own.
            kind::TRUE | kind::FALSE | kind::BYTE => self.pass(1),
            kind::I16..=kind::I64 => self.whole().map(|_| ()),
            kind::DOUBLE => self.pass(8),
            kind::UUID => self.pass(16),
            kind::BINARY => {
                let bytes = self.unsigned()?;
                self.pass(bytes)
            }
            kind::LIST | kind::SET => {
                let header = self.byte()?;
                let entries = match header >> 4 {
                    15 => self.unsigned()?,
                    few => few.into(),
                };
                self.entries(entries, 1)?;
                (0..entries).try_for_each(|_| self.skip(header & 0xF, depth))
            }
            kind::MAP => {
                let entries = self.unsigned()?;
                if entries == 0 {
                    return Some(());
                }
                let kinds = self.byte()?;
                self.entries(entries, 2)?;
                (0..entries).try_for_each(|_| {
                    self.skip(kinds >> 4, depth)?;
                    self.skip(kinds & 0xF, depth)
                })
            }
            kind::STRUCTURE => self.fields(depth, &mut |_, _| {}),
            _ => None,
        }
    }

    /// Checks that there can be this many entries of at least `bytes` bytes each.
    fn entries(&self, entries: u64, bytes: u64) -> Option<()> {
        let left = (self.bytes.len() - self.at) as u64;
        (entries.checked_mul(bytes)? <= left).then_some(())
    }

    fn pass(&mut self, bytes: u64) -> Option<()> {
        let at = self.at.checked_add(usize::try_from(bytes).ok()?)?;
        (at <= self.bytes.len()).then(|| self.at = at)
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at)?;
        self.at += 1;
        Some(*byte)
    }

    /// Reads an integer of seven bits in each byte, the lowest first.
    pub fn unsigned(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn whole(&mut self) -> Option<i64> {
        let folded = self.unsigned()?;
        Some((folded >> 1) as i64 ^ -((folded & 1) as i64))
    }
}

/// The value of a field.
#[derive(Clone, Copy, Debug)]
pub enum Field<'b> {
    Whole(i64),
    /// A structure, which can be read from here.
    Structure(Fields<'b>),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the integers of a structure and of those in it.
    fn numbers(bytes: &[u8]) -> Option<Vec<(i64, i64)>> {
        let mut seen = Vec::new();
        let mut fields = Fields::new(bytes);
        fields.structure(&mut |number, field| match field {
            Field::Whole(value) => seen.push((number, value)),
            Field::Structure(mut within) => {
                let shown = within.structure(&mut |inner, field| {
                    if let Field::Whole(value) = field {
                        seen.push((number * 10 + inner, value));
                    }
                });
                assert!(shown.is_some());
            }
        })?;
        assert_eq!(fields.at(), bytes.len());
        Some(seen)
    }

    #[test]
    fn fields_are_told_by_their_numbers() {
        // 1: 7, 2: -1, 5: {1: 300}, 6: true, 7: a list of two strings, 90: 1.
        let bytes = [
            0x15, 14, 0x15, 1, 0x3C, 0x15, 0xD8, 4, 0, 0x11, 0x19, 0x28, 1, b'a', 0, 0x05, 0xB4, 1, 2, 0,
        ];
        let expected = [(1, 7), (2, -1), (51, 300), (6, 1), (90, 1)];
        assert_eq!(numbers(&bytes).unwrap(), expected);
        for cut in 0..bytes.len() {
            assert_eq!(numbers(&bytes[..cut]), None, "{cut}");
        }
    }

    #[test]
    fn what_cannot_be_there_is_not_believed() {
        // A list of 2**31 structures, a string of as many bytes, structures without end.
        assert_eq!(numbers(&[0x19, 0xFC, 0x80, 0x80, 0x80, 0x80, 8, 0, 0]), None);
        assert_eq!(numbers(&[0x18, 0x80, 0x80, 0x80, 0x80, 8, 0, 0]), None);
        assert_eq!(numbers(&[0x1C; 1000]), None);
        assert_eq!(numbers(&[0x1B, 9, 0x33, 1, 0]), None);
        assert_eq!(numbers(&[0x1B, 0, 0]), Some(Vec::new()));
        assert_eq!(numbers(&[0x1F, 0]), None);
    }
}

//! Checking what was read.

use feedrate_pageio::mark;

use super::sum::Sum;
use super::{HEADER, MAGIC, SUM_AT, Verifier, number_of, with_offset};
use crate::load::fill::repeat;
use crate::load::spec::VerifyMethod;

/// Whose headers are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::load) enum Writer {
    /// This load's own: what another run left there is a write that was lost.
    This,
    /// Anyone's.
    Any,
}

/// An interval that is not what was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::load) struct Mismatch {
    /// Where it begins in the block.
    pub(in crate::load) at: usize,
    /// Its length.
    pub(in crate::load) bytes: usize,
    /// A description of what was expected and what was found.
    pub(in crate::load) what: String,
}

impl Verifier {
    /// Checks a block that was read from an offset, and gives how many intervals were checked. `number` tells which
    /// write of this load an interval has, or 0 if that is not known, and `differs` is told of each that differs.
    pub(in crate::load) fn check(
        &self,
        block: &[u8],
        offset: u64,
        writer: Writer,
        number: impl Fn(usize) -> u16,
        mut differs: impl FnMut(Mismatch),
    ) -> u64 {
        let mut checked = 0;
        for (index, part) in block.chunks(self.interval).enumerate() {
            let at = index * self.interval;
            checked += 1;
            let wrong = match &self.method {
                VerifyMethod::Pattern(pattern) => self.pattern_differs(pattern, part, offset + at as u64),
                VerifyMethod::PatternWithOffsets { pattern, places } => {
                    let offset = offset + at as u64;
                    self.pattern_differs(&with_offset(pattern, places, offset), part, offset)
                }
                method => {
                    let offset = offset + at as u64;
                    self.header_differs(method, part, offset, writer)
                        .or_else(|| self.number_differs(part, offset, writer, number(index)))
                }
            };
            if let Some(what) = wrong {
                differs(Mismatch {
                    at,
                    bytes: part.len(),
                    what,
                });
            }
        }
        checked
    }

    /// Returns the bytes expected in the place of `found`, where that is known: with a pattern alone.
    pub(in crate::load) fn expected(&self, found: &[u8], offset: u64) -> Option<Vec<u8>> {
        let mut expected = vec![0; found.len()];
        match &self.method {
            VerifyMethod::Pattern(pattern) => repeat(pattern, &mut expected),
            VerifyMethod::PatternWithOffsets { pattern, places } => {
                repeat(&with_offset(pattern, places, offset), &mut expected);
            }
            _ => return None,
        }
        if found.starts_with(mark::part_of(offset, found.len())) {
            mark::put_part(&mut expected, offset);
        }
        Some(expected)
    }

    fn pattern_differs(&self, pattern: &[u8], part: &[u8], offset: u64) -> Option<String> {
        // The mark of a file's start is as good as the pattern.
        let of_mark = mark::part_of(offset, part.len());
        let from = if part.starts_with(of_mark) { of_mark.len() } else { 0 };
        let mut wanted = part.chunks(pattern.len());
        if from == 0 && wanted.all(|part| pattern.starts_with(part)) {
            return None;
        }
        let mut wanted = vec![0; part.len()];
        repeat(pattern, &mut wanted);
        let at = (from..part.len()).find(|&at| wanted[at] != part[at])?;
        Some(format!(
            "byte {} is {:#04x}, and {:#04x} was expected by its pattern",
            offset + at as u64,
            part[at],
            wanted[at]
        ))
    }

    /// Returns what is wrong with the number of the write in a header that is otherwise right.
    fn number_differs(&self, part: &[u8], offset: u64, writer: Writer, expected: u16) -> Option<String> {
        let at = self.header_at(offset);
        let header = part.get(at..at + HEADER)?;
        let found = u16::from_le_bytes([header[30], header[31]]);
        let is_own = writer == Writer::This && self.owner.load == Some(header[29]);
        let is_known = found != 0 && expected != 0;
        (is_own && is_known && found != expected).then(|| {
            format!(
                "it holds what the write with the number {found} wrote, and that with {expected} came later: this one \
                 was lost"
            )
        })
    }

    fn header_differs(&self, method: &VerifyMethod, part: &[u8], offset: u64, writer: Writer) -> Option<String> {
        let at = self.header_at(offset);
        let Some(header) = part.get(at..at + HEADER) else {
            return Some("it is too short for a header".to_owned());
        };
        let number = |from: usize| {
            let bytes = header[from..from + 8].try_into();
            bytes.map_or(0, u64::from_le_bytes)
        };
        if &header[..8] != MAGIC {
            let found = if part.iter().all(|&byte| byte == 0) {
                "zeros"
            } else {
                "something else"
            };
            return Some(format!(
                "{found} where a header was expected: it was never written with one, or was overwritten"
            ));
        }
        if number(8) != offset {
            return Some(format!(
                "it holds what was written to offset {}: a block went to the wrong place",
                number(8)
            ));
        }
        if writer == Writer::This && number(16) != self.owner.run {
            return Some("it holds what an earlier run wrote: this one's write was lost".to_owned());
        }
        let length = number(24) as u32 as usize;
        if length != part.len() {
            return Some(format!(
                "it was written in intervals of {length} bytes and is checked in intervals of {}",
                part.len()
            ));
        }
        if header[28] != number_of(method) {
            return Some("it was written with another method of checking".to_owned());
        }
        let sum = Sum::of(method, &part[..at + SUM_AT], &part[at + HEADER..]);
        let found = &header[SUM_AT..];
        (sum.bytes() != found).then(|| {
            format!(
                "its checksum is {}, and {} was expected by its header",
                hex(sum.bytes()),
                hex(found)
            )
        })
    }
}

/// The bytes before the zeros that it ends with, at least four.
fn hex(bytes: &[u8]) -> String {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    bytes[..end.max(4)].iter().map(|byte| format!("{byte:02x}")).collect()
}

//! The header of a new file.

use super::super::bytes::Put;
use super::super::header::{MAGIC, MOVED};
use super::super::sort_order::seal;
use super::{NewFile, SEQUENCE};
use crate::encoding::Encoding;

/// The release whose layout it is. Readers derive the layout from it.
const RELEASE: &[u8] = b"9.0401M7";

/// Writes the header into a page of zeros. The number of pages is 0 so far.
pub(crate) fn write(header: &mut [u8], file: &NewFile<'_>) {
    let encoding = Encoding::UTF_8.code();
    header.put(0, &MAGIC);
    // Long words, aligned doubles, little-endian, UNIX; then the same again. The meaning of the bytes between is
    // unknown; all files of this kind have them.
    let kind = [MOVED, 0x22, 0, MOVED, 0x33, 1, 2, b'1'];
    header.put(32, &kind);
    header.put(40, &[1, 0, 0, 0, 0, 0, 0, encoding]);
    header.put(48, &[0, 0, 3, 1, 0x18, 0x1F, 0x10, 0x11]);
    header.put(56, &kind);
    header.put(64, &[1, 0x33, 1, 0x23, 0x33, 0, encoding, encoding]);
    header.put(72, &[0, 0x20, 3, 1]);
    header.put(84, b"SAS FILE");
    // A name is padded with blanks to the maximum length of names, which is half of its field.
    header[92..124].fill(b' ');
    let name = file.name.to_uppercase();
    // Some letters have longer capitals, with which the name might not fit.
    let name = if name.len() <= 32 { &name } else { file.name };
    header.put(92, name.as_bytes());
    header.put(156, b"DATA    ");
    let created = file.created.to_le_bytes();
    header.put(168, &created);
    header.put(176, &created);
    header.put_u32(200, header.len() as u32);
    header.put_u32(204, file.page_size);
    header.put(224, RELEASE);
    header.put(232, b"Linux");
    header.put(280, b"x86_64");
    // With a password, these four words depend on it; without one they are the time and three times the time, XORed
    // with a constant.
    let locked: [u8; 4] = std::array::from_fn(|index| created[index] ^ b"LNoe"[index]);
    header.put(296, &created[..4]);
    for at in [300, 304, 308] {
        header.put(at, &locked);
    }
    header.put_u32(328, SEQUENCE);
    header.put(336, &created);
    if let Some(order) = file.order {
        order.put(header);
    }
}

/// Sets the number of pages, and when the file was last changed. From then on the order of its rows is noted.
pub(crate) fn put_counts(header: &mut [u8], pages: u64, modified: f64) {
    header.put_u64(208, pages);
    header.put(176, &modified.to_le_bytes());
    seal(header, modified);
}

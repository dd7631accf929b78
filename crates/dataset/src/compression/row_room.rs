//! The room for a decompressed row.

/// Appends the room for a row to `output`. Returns `None` if no `compressed` bytes, each of which gives at most
/// `most_a_byte`, can give a row of this length: then nothing is allocated.
#[inline]
pub(super) fn row_room(
    output: &mut Vec<u8>,
    row_length: usize,
    compressed: usize,
    most_a_byte: usize,
) -> Option<&mut [u8]> {
    if row_length / most_a_byte > compressed {
        return None;
    }
    let start = output.len();
    output.resize(start + row_length, 0);
    Some(&mut output[start..])
}

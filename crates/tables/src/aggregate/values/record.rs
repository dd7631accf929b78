//! Records of spilled values: the key of the cell, the variable and the value, in whose order they are, and the weight.

/// The size of a record after the key: the variable, the value and the weight.
const REST: usize = 4 + 8 + 8;

/// Returns the size of a record.
pub(super) fn bytes(key_bytes: usize) -> usize {
    key_bytes + REST
}

/// Returns the size of the part that tells the order: all but the weight.
pub(super) fn order_bytes(key_bytes: usize) -> usize {
    bytes(key_bytes) - 8
}

/// Writes a value, in the encoding of [`feedrate_rows::sortable`], to a record.
pub(super) fn encode(record: &mut [u8], key: &[u8], variable: usize, value: u64, weight: f64) {
    let (start, rest) = record.split_at_mut(key.len());
    start.copy_from_slice(key);
    rest[..4].copy_from_slice(&(variable as u32).to_be_bytes());
    rest[4..12].copy_from_slice(&value.to_be_bytes());
    rest[12..].copy_from_slice(&weight.to_le_bytes());
}

/// Returns the variable, the value and the weight in the part of a record after the key.
pub(super) fn decode(rest: &[u8]) -> (usize, u64, f64) {
    let word = |from: usize| {
        let bytes = rest.get(from..).and_then(<[u8]>::first_chunk::<8>);
        bytes.copied().unwrap_or_default()
    };
    let variable = rest.first_chunk::<4>().copied().unwrap_or_default();
    (
        u32::from_be_bytes(variable) as usize,
        u64::from_be_bytes(word(4)),
        f64::from_le_bytes(word(12)),
    )
}

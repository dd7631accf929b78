//! ID values packed into numbers, and unpacked.

use feedrate_program::Slot;
use feedrate_rows::Values;

/// Returns how many numbers an ID value takes.
pub(super) fn id_words(slot: Slot) -> usize {
    match slot {
        Slot::Number(_) => 1,
        Slot::Text(slot) => (slot.length as usize).div_ceil(8),
    }
}

/// Returns how many numbers the ID values before a place take.
pub(crate) fn words_before(ids: &[Slot], place: usize) -> usize {
    ids.iter().take(place).copied().map(id_words).sum()
}

/// Packs a character value, eight bytes to a number.
pub(super) fn pack(text: &[u8], words: &mut Vec<f64>) {
    words.extend(text.chunks(8).map(|chunk| {
        let mut bytes = [b' '; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        f64::from_le_bytes(bytes)
    }));
}

/// Unpacks ID values into their slots.
pub(crate) fn load_ids(ids: &[Slot], mut words: &[f64], values: &mut Values) {
    for &id in ids {
        let (own, rest) = words.split_at(id_words(id).min(words.len()));
        match id {
            Slot::Number(slot) => {
                if let Some(&number) = own.first() {
                    values.set_number(slot, number);
                }
            }
            Slot::Text(slot) => {
                let mut text: Vec<u8> = own.iter().flat_map(|word| word.to_le_bytes()).collect();
                text.truncate(slot.length as usize);
                values.set_text(slot, &text);
            }
        }
        words = rest;
    }
}

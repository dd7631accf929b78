//! ID values as numbers beside those of an observation, and back.

use feedrate_steps::data::Values;
use feedrate_steps::ir::Slot;

/// How many numbers stand for an ID value.
pub(super) fn id_words(slot: Slot) -> usize {
    match slot {
        Slot::Number(_) => 1,
        Slot::Text(slot) => (slot.length as usize).div_ceil(8),
    }
}

/// Adds the bytes of a text, eight to a number.
pub(super) fn pack(text: &[u8], words: &mut Vec<f64>) {
    words.extend(text.chunks(8).map(|chunk| {
        let mut bytes = [b' '; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        f64::from_le_bytes(bytes)
    }));
}

/// Puts ID values that were kept into their places.
pub(super) fn load_ids(ids: &[Slot], mut words: &[f64], values: &mut Values) {
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

//! `UUIDGEN`: identifiers that are not given twice.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use super::{ArgumentKind, Arguments, Function, TextLength, number_or};

pub(super) const FUNCTIONS: &[Function] = &[Function::text(
    "UUIDGEN",
    Arguments::between(0, 2, &[ArgumentKind::Number]),
    TextLength::Fixed(36),
    |context, x, out| {
        if number_or(x, 1, 0.0) != 0.0 {
            // Only the readable form of 36 characters is here, not that of 16 bytes.
            context.invalid(1);
            return;
        }
        out.extend(random_identifier().as_bytes());
    },
)];

/// Returns an identifier of version 4 (RFC 9562), from random bits of the system.
fn random_identifier() -> String {
    let bits = || RandomState::new().hash_one(0_u8);
    let high = bits() & !0xF000 | 0x4000;
    let low = bits() & !(0b11 << 62) | 0b10 << 62;
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xFFFF,
        high & 0xFFFF,
        low >> 48,
        low & 0xFFFF_FFFF_FFFF
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::call_text;

    #[test]
    fn identifiers_differ_and_have_their_form() {
        let (first, second) = (call_text("UUIDGEN", &[]), call_text("UUIDGEN", &[]));
        assert_ne!(first, second);
        assert_eq!((first.len(), first.as_bytes()[14]), (36, b'4'));
        assert!(matches!(first.as_bytes()[19], b'8' | b'9' | b'a' | b'b'));
    }
}

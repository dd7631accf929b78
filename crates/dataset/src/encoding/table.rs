//! Decoding tables.

use encoding_rs as rs;

/// The decoding of the bytes of an encoding.
#[derive(Clone, Copy, Debug)]
pub(super) enum Table {
    /// By a decoder of the WHATWG standard.
    Web(&'static rs::Encoding),
    /// By a single-byte decoder of the WHATWG standard, except that 0x80 to 0x9F are the control characters of the same
    /// number in Unicode.
    WebWithControls(&'static rs::Encoding),
    /// Bytes below 0x80 are ASCII, and the others are these.
    Whole(&'static [char; 128]),
    /// The same with undefined bytes.
    Gaps(&'static [Option<char>; 128]),
}

impl Table {
    /// Appends decoded UTF-8, with the replacement character for undefined bytes. Returns whether all bytes are
    /// defined.
    pub(super) fn decode(self, text: &[u8], decoded: &mut Vec<u8>) -> bool {
        match self {
            Self::Web(decoder) => web(decoder, text, decoded),
            Self::WebWithControls(decoder) => {
                let is_control = |byte: u8| (0x80..0xA0).contains(&byte);
                let mut is_whole = true;
                for piece in text.chunk_by(|&left, &right| is_control(left) == is_control(right)) {
                    if is_control(piece[0]) {
                        characters(piece, |byte| Some(char::from(byte)), decoded);
                    } else {
                        is_whole &= web(decoder, piece, decoded);
                    }
                }
                is_whole
            }
            Self::Whole(upper) => characters(text, |byte| Some(upper[usize::from(byte & 0x7F)]), decoded),
            Self::Gaps(upper) => characters(text, |byte| upper[usize::from(byte & 0x7F)], decoded),
        }
    }
}

fn web(decoder: &'static rs::Encoding, text: &[u8], decoded: &mut Vec<u8>) -> bool {
    let mut decoder = decoder.new_decoder_without_bom_handling();
    let most = decoder.max_utf8_buffer_length(text.len());
    let start = decoded.len();
    decoded.resize(start + most.unwrap_or(0), 0);
    let (_, _, written, is_replaced) = decoder.decode_to_utf8(text, &mut decoded[start..], true);
    decoded.truncate(start + written);
    !is_replaced
}

/// Appends the characters of bytes; `upper` returns those from 0x80 on.
fn characters(text: &[u8], upper: impl Fn(u8) -> Option<char>, decoded: &mut Vec<u8>) -> bool {
    let mut is_whole = true;
    for &byte in text {
        let character = match byte {
            0..0x80 => char::from(byte),
            _ => upper(byte).unwrap_or_else(|| {
                is_whole = false;
                char::REPLACEMENT_CHARACTER
            }),
        };
        decoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    is_whole
}

//! Digests of texts, as bytes or as hexadecimal digits.

use hmac::{Hmac, KeyInit, Mac};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};

use super::super::{ArgumentKind, Arguments, Context, Function, LENGTH, ONE_TEXT, TextLength, number_or, text_at};
use crate::value::{Value, trim};

use ArgumentKind::{Number, Text};

/// Two hexadecimal digits for each byte of the longest digest.
const DIGITS: TextLength = TextLength::Fixed(128);

pub(in crate::function) const FUNCTIONS: &[Function] = &[
    Function::text("MD5", ONE_TEXT, LENGTH, |_, x, out| {
        out.extend(Md5::digest(text_at(x, 0)));
    }),
    Function::text("SHA256", ONE_TEXT, LENGTH, |_, x, out| {
        out.extend(Sha256::digest(text_at(x, 0)));
    }),
    Function::text(
        "SHA256HEX",
        Arguments::between(1, 2, &[Text, Number]),
        TextLength::Fixed(64),
        |context, x, out| {
            if let Some(message) = message(context, x, 0) {
                put_digits(&Sha256::digest(message), out)
            }
        },
    ),
    Function::text(
        "SHA256HMACHEX",
        Arguments::between(2, 3, &[Text, Text, Number]),
        TextLength::Fixed(64),
        |context, x, out| {
            if let Some(message) = message(context, x, 1) {
                put_digits(&keyed::<Hmac<Sha256>>(text_at(x, 0), &message), out)
            }
        },
    ),
    Function::text(
        "HASHING",
        Arguments::between(2, 3, &[Text, Text, Number]),
        DIGITS,
        |context, x, out| {
            let Some(message) = message(context, x, 1) else { return };
            match digest(text_at(x, 0), &message) {
                Some(digest) => put_digits(&digest, out),
                None => {
                    context.invalid(0);
                }
            }
        },
    ),
    Function::text(
        "HASHING_HMAC",
        Arguments::between(3, 4, &[Text, Text, Text, Number]),
        DIGITS,
        |context, x, out| {
            let Some(message) = message(context, x, 2) else { return };
            match keyed_digest(text_at(x, 0), text_at(x, 1), &message) {
                Some(digest) => put_digits(&digest, out),
                None => {
                    context.invalid(0);
                }
            }
        },
    ),
];

/// Returns the message at a position: its bytes, or, if the number after it is 1, those of its hexadecimal digits.
fn message(context: &mut Context<'_>, arguments: &[Value<'_>], position: usize) -> Option<Vec<u8>> {
    let text = text_at(arguments, position);
    match number_or(arguments, position + 1, 0.0) {
        0.0 => Some(text.to_vec()),
        1.0 => {
            let digits = trim(text).chunks(2).map(|pair| {
                let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?;
                u8::from_str_radix(pair, 16).ok()
            });
            let bytes = digits.collect::<Option<Vec<u8>>>();
            if bytes.is_none() {
                context.invalid(position);
            }
            bytes
        }
        _ => {
            context.invalid(position + 1);
            None
        }
    }
}

/// Returns the digest by a method of `HASHING`.
fn digest(method: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    Some(match method_name(method).as_slice() {
        b"CRC32" => crc32fast::hash(message).to_be_bytes().to_vec(),
        b"MD5" => Md5::digest(message).to_vec(),
        b"SHA1" => Sha1::digest(message).to_vec(),
        b"SHA256" => Sha256::digest(message).to_vec(),
        b"SHA384" => Sha384::digest(message).to_vec(),
        b"SHA512" => Sha512::digest(message).to_vec(),
        _ => return None,
    })
}

fn keyed_digest(method: &[u8], key: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    Some(match method_name(method).as_slice() {
        b"MD5" => keyed::<Hmac<Md5>>(key, message),
        b"SHA1" => keyed::<Hmac<Sha1>>(key, message),
        b"SHA256" => keyed::<Hmac<Sha256>>(key, message),
        b"SHA384" => keyed::<Hmac<Sha384>>(key, message),
        b"SHA512" => keyed::<Hmac<Sha512>>(key, message),
        _ => return None,
    })
}

fn method_name(method: &[u8]) -> Vec<u8> {
    trim(method).trim_ascii_start().to_ascii_uppercase()
}

fn keyed<M: Mac + KeyInit>(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut code = <M as KeyInit>::new_from_slice(key).expect("a code takes keys of any length");
    code.update(message);
    code.finalize().into_bytes().to_vec()
}

fn put_digits(digest: &[u8], out: &mut Vec<u8>) {
    for byte in digest {
        out.extend(format!("{byte:02X}").as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::text;

    /// Those of RFC 1321, FIPS 180 and RFC 4231.
    #[test]
    fn digests() {
        assert_eq!(text("HASHING", &["md5", "abc"]), "900150983CD24FB0D6963F7D28E17F72");
        assert_eq!(
            text("HASHING", &["sha1 ", "abc"]),
            "A9993E364706816ABA3E25717850C26C9CD0D89D"
        );
        let sha256 = "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD";
        assert_eq!(text("SHA256HEX", &["abc"]), sha256);
        assert_eq!(text("HASHING", &["crc32", "123456789"]), "CBF43926");
        let code = "5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843";
        assert_eq!(text("SHA256HMACHEX", &["Jefe", "what do ya want for nothing?"]), code);
        assert_eq!(text("HASHING", &["none", "abc"]), "");
    }
}

//! Only the other end opens what one end has sealed, once and in order.

use super::*;

/// The maximum length of what is sealed at once, in bytes, in Noise.
const LONGEST_SEALED: usize = 65_535;

fn sealed(cipher: &mut Cipher, bytes: &[u8]) -> Vec<u8> {
    let mut sealed = vec![0; bytes.len() + TAG];
    let length = cipher.seal(bytes, &mut sealed).unwrap();
    assert_eq!(length, sealed.len());
    sealed
}

fn opened(cipher: &mut Cipher, sealed: &[u8]) -> Result<Vec<u8>, NotSealed> {
    let mut bytes = vec![0; sealed.len()];
    let length = cipher.open(sealed, &mut bytes)?;
    bytes.truncate(length);
    Ok(bytes)
}

#[test]
fn messages_of_the_handshake_are_opened_with_the_same_secret_only() {
    let mut reader = CipherHandshake::of_reader(&Secret::new("open sesame"));
    let hello = reader.seal(b"hello").unwrap();
    let mut other = CipherHandshake::of_writer(&Secret::new("open barley"));
    assert_eq!(other.open(&hello), Err(NotSealed));
    let mut writer = CipherHandshake::of_writer(&Secret::new("open sesame"));
    assert_eq!(writer.open(&hello).unwrap(), b"hello");
    let challenge = writer.seal(b"challenge").unwrap();
    assert_eq!(other.open(&challenge), Err(NotSealed));
    assert_eq!(reader.open(&challenge).unwrap(), b"challenge");
    let proof = reader.seal(b"proof").unwrap();
    assert_eq!(writer.open(&proof).unwrap(), b"proof");
    assert!(reader.is_established() && writer.is_established());
}

#[test]
fn a_hello_that_was_recorded_leads_nowhere() {
    let secret = Secret::new("open sesame");
    let mut reader = CipherHandshake::of_reader(&secret);
    let hello = reader.seal(b"hello").unwrap();
    let mut writer = CipherHandshake::of_writer(&secret);
    writer.open(&hello).unwrap();
    reader.open(&writer.seal(b"challenge").unwrap()).unwrap();
    let proof = reader.seal(b"proof").unwrap();
    let mut again = CipherHandshake::of_writer(&secret);
    again.open(&hello).unwrap();
    again.seal(b"challenge").unwrap();
    assert_eq!(again.open(&proof), Err(NotSealed));
}

#[test]
fn a_handshake_that_is_not_over_has_no_cipher() {
    let mut reader = CipherHandshake::of_reader(&Secret::new("open sesame"));
    reader.seal(b"hello").unwrap();
    assert_eq!(reader.seal(b"hello"), Err(NotSealed));
    assert!(!reader.is_established());
}

#[test]
fn what_was_sealed_is_opened_beyond_the_change_of_the_key() {
    let (mut reader, mut writer) = pair();
    for number in 0..3 * SEALS_PER_KEY {
        let bytes = vec![7; usize::try_from(number).unwrap() * 100];
        assert_eq!(opened(&mut reader, &sealed(&mut writer, &bytes)), Ok(bytes));
    }
    let back = sealed(&mut reader, b"back");
    assert_eq!(opened(&mut writer, &back).unwrap(), b"back");
}

#[test]
fn what_was_changed_repeated_or_moved_is_not_opened() {
    let (mut reader, mut writer) = pair();
    let (one, two) = (sealed(&mut writer, b"one"), sealed(&mut writer, b"two"));
    let own = sealed(&mut reader, b"own");
    for at in 0..one.len() {
        let mut changed = one.clone();
        changed[at] ^= 1;
        assert_eq!(opened(&mut reader, &changed), Err(NotSealed));
    }
    assert_eq!(opened(&mut reader, &one[1..]), Err(NotSealed));
    assert_eq!(opened(&mut reader, &two), Err(NotSealed), "one is left out");
    assert_eq!(opened(&mut reader, &own), Err(NotSealed), "it comes back");
    assert_eq!(opened(&mut reader, &one).unwrap(), b"one");
    assert_eq!(opened(&mut reader, &one), Err(NotSealed), "it came already");
    assert_eq!(opened(&mut reader, &two).unwrap(), b"two");
}

#[test]
fn no_more_is_sealed_at_once_than_the_protocol_allows() {
    let (mut reader, mut writer) = pair();
    let most = vec![1; LONGEST_SEALED - TAG];
    assert_eq!(opened(&mut reader, &sealed(&mut writer, &most)), Ok(most));
    let mut room = vec![0; LONGEST_SEALED + 1];
    assert_eq!(writer.seal(&room.clone()[TAG..], &mut room), Err(NotSealed));
}

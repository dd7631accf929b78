//! Messages of the handshake are decoded as they were encoded, and nothing else is decoded.

use proptest::prelude::*;

use super::*;

fn messages() -> impl Strategy<Value = Message> {
    let name = "[ -~äß東]{0,80}";
    prop_oneof![
        (any::<(bool, bool, Nonce, Token)>(), name).prop_map(|((control, guarded, nonce, token), what)| {
            let role = if control { Role::Control } else { Role::Data };
            Message::Hello(Hello {
                role,
                guarded,
                nonce,
                token,
                what,
            })
        }),
        any::<(bool, Nonce)>().prop_map(|(guarded, nonce)| Message::Challenge(Challenge { guarded, nonce })),
        any::<[u8; PROOF]>().prop_map(Message::Proof),
        (any::<([u8; PROOF], Token)>(), name).prop_map(|((proof, token), what)| Message::Welcome(Welcome {
            proof,
            token,
            what
        })),
        prop_oneof![
            Just(Refusal::WrongSecret),
            Just(Refusal::OtherUser),
            Just(Refusal::Busy),
            Just(Refusal::Version),
            Just(Refusal::Plain),
            Just(Refusal::NoSecret),
        ]
        .prop_map(Message::Refused),
        prop::collection::vec(any::<u8>(), 0..400).prop_map(Message::Sealed),
    ]
}

/// Reads as the ends do: never more than is certainly missing.
fn read_slowly(bytes: &[u8]) -> (Result<Option<Message>, ProtocolError>, usize) {
    let mut have = 0;
    loop {
        let read = Message::read(&bytes[..have]);
        let next = (have + Message::missing(&bytes[..have])).min(bytes.len());
        if read != Ok(None) || next == have {
            return (read, have);
        }
        have = next;
    }
}

proptest! {
    #[test]
    fn messages_round_trip(message in messages(), after: [u8; 9]) {
        let mut bytes = message.to_bytes();
        let length = bytes.len();
        bytes.extend_from_slice(&after);
        prop_assert_eq!(read_slowly(&bytes), (Ok(Some(message)), length));
    }

    #[test]
    fn a_message_cut_short_is_waited_for(message in messages(), at: prop::sample::Index) {
        let bytes = message.to_bytes();
        prop_assert_eq!(Message::read(&bytes[..at.index(bytes.len())]), Ok(None));
    }

    #[test]
    fn junk_is_no_message(message in messages(), at: prop::sample::Index, with: u8, junk: Vec<u8>) {
        let _ = read_slowly(&junk);
        let mut bytes = message.to_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= with;
        // Whatever it is decoded as, it takes no more bytes than there are, and an invalid beginning is detected at
        // once.
        let (read, _) = read_slowly(&bytes);
        if at < 8 && with != 0 {
            prop_assert_eq!(read, Err(ProtocolError::NotOurs));
        }
    }
}

#[test]
fn junk_is_known_by_its_first_byte() {
    assert_eq!(Message::read(b"S"), Err(ProtocolError::NotOurs));
    assert_eq!(Message::read(b"feedrat"), Ok(None));
    assert_eq!(Message::read(b"feedrate\x09\x09\0\0\0"), Err(ProtocolError::Version));
}

#[test]
fn names_are_cut_where_a_letter_ends() {
    assert_eq!(shortened("a\nb"), "a");
    let long = "ß".repeat(200);
    assert_eq!(shortened(&long), "ß".repeat(128));
}

#[test]
fn the_longest_message_has_room_in_a_sealed_one() {
    let hello = Message::Hello(Hello {
        role: Role::Data,
        guarded: true,
        nonce: [1; 32],
        token: [2; 16],
        what: "x".repeat(LONGEST_NAME),
    });
    let secret = crate::Secret::new("open sesame");
    let mut cipher = crate::wire::cipher::CipherHandshake::of_reader(&secret);
    let sealed = Message::Sealed(cipher.seal(&hello.to_bytes()).unwrap());
    assert_eq!(Message::read(&sealed.to_bytes()), Ok(Some(sealed)));
}

//! Records carry any bytes in any pieces, and bytes that are no records are refused.

use proptest::prelude::*;

use super::*;
use crate::wire::cipher;

/// Seals parts as the writing end does, and returns all records.
fn sealed(sealing: &mut RecordSealer, parts: &[Vec<u8>]) -> Vec<u8> {
    let mut records = Vec::new();
    for part in parts {
        let mut left = part.as_slice();
        while !left.is_empty() {
            sealing.take(&mut left).unwrap();
            records.extend_from_slice(sealing.records());
        }
    }
    records
}

/// Opens records that arrive in pieces into buffers of a length, as the reading end does.
fn opened(opening: &mut Opening, mut records: &[u8], piece: usize, length: usize) -> Result<Vec<u8>, NotSealed> {
    let (mut bytes, mut buffer) = (Vec::new(), vec![0; length + Opening::SPARE]);
    loop {
        match opening.take(&mut buffer)? {
            0 if records.is_empty() => return Ok(bytes),
            0 => {
                let room = opening.room();
                assert!(!room.is_empty());
                let come = room.len().min(piece).min(records.len());
                room[..come].copy_from_slice(&records[..come]);
                opening.received(come);
                records = &records[come..];
            }
            opened => bytes.extend_from_slice(&buffer[..opened]),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_sealed_is_opened(
        lengths in prop::collection::vec(prop_oneof![0..40_usize, 0..400_000_usize], 0..6),
        piece in prop_oneof![1..20_usize, 1000..200_000_usize],
        length in prop_oneof![1..20_usize, 1000..200_000_usize],
    ) {
        let (reader, writer) = cipher::pair();
        let parts: Vec<Vec<u8>> = lengths.iter().enumerate().map(|(number, length)| {
            (0..*length).map(|at| u8::try_from((at * 7 + number) % 251).unwrap()).collect()
        }).collect();
        let records = sealed(&mut RecordSealer::new(writer), &parts);
        let bytes = opened(&mut Opening::new(reader), &records, piece, length).unwrap();
        prop_assert!(bytes == parts.concat());
    }

    #[test]
    fn a_changed_byte_is_found(at: prop::sample::Index, with in 1..=255_u8) {
        let (reader, writer) = cipher::pair();
        let parts = [vec![1; 300], vec![2; 100]];
        let mut records = sealed(&mut RecordSealer::new(writer), &parts);
        let at = at.index(records.len());
        records[at] ^= with;
        let bytes = opened(&mut Opening::new(reader), &records, 1000, 1000);
        // A length that was changed may announce more than there is.
        prop_assert!(bytes.is_err() || bytes.unwrap().len() < 400);
    }

    #[test]
    fn messages_round_trip(
        messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..9), cut: prop::sample::Index,
    ) {
        let (mut reader, mut writer) = cipher::pair();
        let mut records = Vec::new();
        for message in &messages {
            seal(&mut writer, message, &mut records).unwrap();
        }
        let cut = cut.index(records.len() + 1);
        let (mut come, mut bytes) = (records[..cut].to_vec(), Vec::new());
        open(&mut reader, &mut come, &mut bytes).unwrap();
        come.extend_from_slice(&records[cut..]);
        open(&mut reader, &mut come, &mut bytes).unwrap();
        prop_assert_eq!((bytes, come.len()), (messages.concat(), 0));
    }
}

#[test]
fn an_empty_record_is_no_seal() {
    let (mut reader, _) = cipher::pair();
    let opened = open(&mut reader, &mut vec![0, 0], &mut Vec::new());
    assert_eq!(opened, Err(NotSealed));
}

//! The differences that are found, and their descriptions.

use feedrate_pageio::mark;

use super::check::Writer;
use super::{Owner, Verifier, least_interval};
use crate::load::spec::{Verify, VerifyMethod, VerifySum};

fn verify(method: VerifyMethod, header_at: u64) -> Verify {
    Verify {
        method,
        interval: Some(512),
        header_at,
        numbers: true,
        read_back: true,
        fatal: false,
        dump: false,
        backlog: None,
        only_flushed: false,
        until: None,
    }
}

fn verifier(method: VerifyMethod) -> Verifier {
    Verifier::new(&verify(method, 0), 4096, owner(fastrand::u64(1..)))
}

fn owner(run: u64) -> Owner {
    Owner { run, load: Some(3) }
}

fn methods() -> Vec<VerifyMethod> {
    vec![
        VerifyMethod::Header,
        VerifyMethod::Sum(VerifySum::Crc32),
        VerifyMethod::Sum(VerifySum::Crc32c),
        VerifyMethod::Sum(VerifySum::Xxhash),
        VerifyMethod::Sum(VerifySum::Md5),
        VerifyMethod::Sum(VerifySum::Sha256),
        VerifyMethod::Sum(VerifySum::Sha512),
        VerifyMethod::Sum(VerifySum::Crc64),
        VerifyMethod::Sum(VerifySum::Crc16),
        VerifyMethod::Sum(VerifySum::Crc7),
        VerifyMethod::Sum(VerifySum::Sha1),
        VerifyMethod::Sum(VerifySum::Sha3Of224),
        VerifyMethod::Sum(VerifySum::Sha3Of256),
        VerifyMethod::Sum(VerifySum::Sha3Of384),
        VerifyMethod::Sum(VerifySum::Sha3Of512),
        VerifyMethod::Pattern(b"pattern".to_vec()),
        VerifyMethod::PatternWithOffsets {
            pattern: b"at 12345678.".to_vec(),
            places: vec![3],
        },
    ]
}

fn written(verifier: &Verifier, offset: u64) -> Vec<u8> {
    let mut block = vec![0x5a; 2048];
    if offset == 0 {
        mark::put(&mut block);
    }
    verifier.put(&mut block, offset, 7);
    block
}

fn differences(verifier: &Verifier, block: &[u8], offset: u64, writer: Writer) -> Vec<String> {
    differences_from(verifier, block, offset, writer, |_| 7)
}

fn differences_from(
    verifier: &Verifier,
    block: &[u8],
    offset: u64,
    writer: Writer,
    number: impl Fn(usize) -> u16,
) -> Vec<String> {
    let mut found = Vec::new();
    let checked = verifier.check(block, offset, writer, number, |differs| {
        found.push(format!("{}: {}", differs.at, differs.what));
    });
    assert_eq!(checked, 4);
    found
}

#[test]
fn what_was_written_is_found_right_and_a_changed_bit_wrong() {
    for method in methods() {
        let verifier = verifier(method.clone());
        for offset in [0, 8192] {
            let mut block = written(&verifier, offset);
            assert_eq!(block.starts_with(mark::MARK), offset == 0);
            assert!(differences(&verifier, &block, offset, Writer::This).is_empty());
            block[512 + 300] ^= 1;
            let found = differences(&verifier, &block, offset, Writer::Any);
            // A header alone does not know what lies behind it.
            let blind = method == VerifyMethod::Header;
            assert_eq!(found.len(), usize::from(!blind), "{method:?}");
            assert!(found.iter().all(|text| text.starts_with("512: ")));
        }
    }
}

#[test]
fn misplaced_stale_and_missing_blocks_are_told_apart() {
    let verifier = verifier(VerifyMethod::Sum(VerifySum::Crc32c));
    let other = self::verifier(VerifyMethod::Sum(VerifySum::Crc32c));
    let block = written(&verifier, 8192);
    let said = |verifier: &Verifier, block: &[u8], offset, writer| {
        differences(verifier, block, offset, writer)
            .first()
            .cloned()
            .unwrap_or_default()
    };
    assert!(said(&verifier, &block, 4096, Writer::This).contains("written to offset 8192"));
    assert!(said(&other, &block, 8192, Writer::This).contains("an earlier run"));
    assert!(said(&other, &block, 8192, Writer::Any).is_empty());
    assert!(said(&verifier, &[0; 2048], 8192, Writer::Any).contains("zeros"));
    let md5 = self::verifier(VerifyMethod::Sum(VerifySum::Md5));
    assert!(said(&md5, &block, 8192, Writer::Any).contains("another method"));
}

#[test]
fn a_wrong_byte_of_a_pattern_is_named() {
    let verifier = verifier(VerifyMethod::Pattern(vec![0xab]));
    let mut block = written(&verifier, 4096);
    block[700] = 0xcd;
    assert_eq!(
        differences(&verifier, &block, 4096, Writer::Any),
        ["512: byte 4796 is 0xcd, and 0xab was expected by its pattern"]
    );
}

#[test]
fn the_least_interval_takes_mark_and_header() {
    for header_at in [0, 40, 300] {
        let verify = verify(VerifyMethod::Sum(VerifySum::Sha512), header_at);
        let least = least_interval(&verify);
        let mut verifier = Verifier::new(&verify, least, owner(1));
        verifier.interval = least as usize;
        let mut block = vec![0; least as usize];
        mark::put(&mut block);
        verifier.put(&mut block, 0, 7);
        assert_eq!(
            verifier.check(&block, 0, Writer::This, |_| 7, |differs| panic!("{differs:?}")),
            1
        );
    }
}

#[test]
fn a_pattern_tells_where_it_was_written() {
    let verifier = verifier(VerifyMethod::PatternWithOffsets {
        pattern: vec![0xff; 12],
        places: vec![2],
    });
    let block = written(&verifier, 4096);
    assert_eq!(block[..12], [255, 255, 0, 16, 0, 0, 0, 0, 0, 0, 255, 255]);
    assert_eq!(block[512..524], [255, 255, 0, 18, 0, 0, 0, 0, 0, 0, 255, 255]);
    let mut found = 0;
    verifier.check(&block, 8192, Writer::Any, |_| 0, |_| found += 1);
    assert_eq!(found, 4);
}

#[test]
fn a_header_lies_where_it_is_asked_for() {
    let at = |header_at| Verifier::new(&verify(VerifyMethod::Sum(VerifySum::Crc32c), header_at), 4096, owner(7));
    let (first, within) = (at(0), at(300));
    let block = written(&within, 4096);
    assert_eq!(&block[300..308], b"feedvrfy");
    assert_eq!(&block[512 + 300..512 + 308], b"feedvrfy");
    assert_eq!(block[..300], [0x5a; 300]);
    assert!(differences(&within, &block, 4096, Writer::This).is_empty());
    assert_eq!(differences(&first, &block, 4096, Writer::This).len(), 4);
}

/// Of two writes of one place, the first is there: the second was lost, though the checksum is right.
#[test]
fn a_write_that_came_before_the_last_is_told() {
    let verifier = verifier(VerifyMethod::Sum(VerifySum::Crc32c));
    let block = written(&verifier, 4096);
    let from = |verifier: &Verifier, number: u16, writer| {
        differences_from(verifier, &block, 4096, writer, |index| match index {
            2 => number,
            _ => 7,
        })
    };
    assert!(from(&verifier, 7, Writer::This).is_empty());
    let told = from(&verifier, 9, Writer::This);
    assert_eq!(
        told,
        ["1024: it holds what the write with the number 7 wrote, and that with 9 came later: this one was lost"]
    );
    // It is not known, anyone's will do, or it is of a load beside this one.
    assert!(from(&verifier, 0, Writer::This).is_empty());
    assert!(from(&verifier, 9, Writer::Any).is_empty());
    let mut other = verifier.clone();
    other.owner.load = Some(4);
    assert!(from(&other, 9, Writer::This).is_empty());
    // Of too many loads, none has numbers.
    other.owner.load = None;
    let block = written(&other, 4096);
    assert_eq!(block[29..32], [0; 3]);
}

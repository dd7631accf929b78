//! Tests of verify states.

use proptest::prelude::*;

use super::*;

/// The state that fio 3.33 kept of `--name=b --rw=randwrite --size=64k --bs=4k --verify=crc32c --do_verify=0`.
fn of_fio() -> Vec<u8> {
    let mut bytes = vec![0; HEADER + FIXED + PLACE];
    let mut put = |at: usize, part: &[u8]| bytes[at..at + part.len()].copy_from_slice(part);
    put(0, &[3]);
    put(8, &[168]);
    put(16, &[0xb7, 0x04, 0xec, 0x6c]);
    put(24, &[1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 16]);
    put(
        64,
        &[0x9e, 0x1e, 0x68, 0x66, 0x43, 0x1c, 0x56, 0xe4, 0x26, 0x5a, 0x26, 0x0d],
    );
    put(112, b"b");
    put(185, &[0xc0]);
    bytes
}

fn state() -> VerifyState {
    VerifyState {
        name: "b".to_owned(),
        index: 0,
        files: 1,
        written: WriteState {
            writes: 16,
            last: vec![WrittenPlace {
                file: 0,
                offset: 49_152,
            }],
            depth: 1,
            is_whole: false,
            generator: GeneratorState::Short([0x6668_1e9e, 0xe456_1c43, 0x0d26_5a26]),
        },
    }
}

#[test]
fn the_format_is_that_of_fio() {
    assert_eq!(state().to_bytes().unwrap(), of_fio());
    assert_eq!(VerifyState::parse(&of_fio()), Ok(state()));
    assert!(looks_like_one(&String::from_utf8_lossy(&of_fio())));
    assert!(!looks_like_one("3;fio-3.33"));
}

#[test]
fn names_are_those_of_fio() {
    let name = |prefix: &str, name: &str, number| path(Path::new(prefix), name, number);
    assert_eq!(name("local", "a", 1), Path::new("local-a-0-verify.state"));
    assert_eq!(name("aux/local", "a/b", 3), Path::new("aux/local-a.b-2-verify.state"));
    let long = "ä".repeat(40);
    let kept = "ä".repeat(31);
    assert_eq!(
        name("local", &long, 1),
        Path::new(&format!("local-{kept}-0-verify.state"))
    );
    let state = VerifyState { name: long, ..state() };
    let parsed = VerifyState::parse(&state.to_bytes().unwrap()).unwrap();
    assert_eq!(parsed.name, kept);
}

#[test]
fn damage_is_told() {
    let told = |bytes: &[u8]| VerifyState::parse(bytes).unwrap_err();
    for length in 0..of_fio().len() {
        assert_eq!(told(&of_fio()[..length]), "it is cut short");
    }
    for at in 0..of_fio().len() {
        let mut bytes = of_fio();
        bytes[at] ^= 1;
        let told = told(&bytes);
        assert!(!told.is_empty() && !told.contains('\n'), "{told}");
    }
    let mut newer = of_fio();
    newer[0] = 7;
    assert!(told(&newer).contains("its version is 7"));
    // A file of a job that has another number of files than it has room for.
    let mut body = of_fio()[HEADER..].to_vec();
    body[12] = 2;
    assert_eq!(told(&sealed(&body)), "its parts do not fit together");
}

/// A file with such a body and the sum of that.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = VERSION.to_le_bytes().to_vec();
    bytes.extend((body.len() as u64).to_le_bytes());
    bytes.extend(sum(body).to_le_bytes());
    bytes.extend(body);
    bytes
}

proptest! {
    #[test]
    fn any_bytes_are_parsed_or_refused(bytes: Vec<u8>, body in proptest::collection::vec(any::<u8>(), FIXED..400)) {
        let _ = VerifyState::parse(&bytes);
        let _ = VerifyState::parse(&sealed(&bytes));
        let _ = VerifyState::parse(&sealed(&body));
        // One that fits: its numbers of places, depth and files are small.
        let mut fitting = body;
        let places = (fitting.len() - FIXED) / PLACE;
        fitting.truncate(FIXED + places * PLACE);
        fitting[..16].fill(0);
        fitting[0] = places as u8;
        fitting[8] = places as u8;
        fitting[12] = 1;
        if let Ok(state) = VerifyState::parse(&sealed(&fitting)) {
            prop_assert_eq!(state.written.last.len(), places);
            let again = VerifyState::parse(&state.to_bytes().unwrap()).unwrap();
            prop_assert_eq!(again.written, state.written);
        }
    }
}

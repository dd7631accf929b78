//! A pipe may deliver anything, and must not make the receiver allocate more than it delivers.

use std::io::Write;
use std::net::Shutdown;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;
use crate::handshake::connection_pair::ConnectionPair;
use crate::stream::role::LinkRole;
use crate::system::{TestStream, test_pair};
use crate::wire::frame::head;
use crate::{Carrier, LONGEST_FRAME};

/// Returns a receiver and the other ends of its connections.
fn receiver() -> (Receiver, TestStream, TestStream) {
    let (data, sends) = test_pair();
    let (control, words) = test_pair();
    data.set_nonblocking(true).unwrap();
    control.set_nonblocking(true).unwrap();
    let names = (":1".to_owned(), "work.a".to_owned());
    let pair = ConnectionPair {
        theirs: "work.b".to_owned(),
        carrier: Carrier::UnixSocket,
        data: data.into(),
        control: control.into(),
    };
    let link = Link::new(LinkRole::Reader, names, pair);
    let step = Arc::new(Step::new(Arc::new(AtomicBool::new(false))));
    let link = Arc::new(link);
    step.join(&link).unwrap();
    (Receiver::new(step, link), sends, words)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn junk_ends_in_an_error(
        frames in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..5),
        junk in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let (mut receiver, mut sends, words) = receiver();
        for frame in &frames {
            sends.write_all(&head(Kind::Frame, frame.len()).unwrap()).unwrap();
            sends.write_all(frame).unwrap();
        }
        sends.write_all(&junk).unwrap();
        sends.shutdown(Shutdown::Both).unwrap();
        words.shutdown(Shutdown::Both).unwrap();
        let mut came = Vec::new();
        let mut frame = Vec::new();
        // The end of the control connection may be seen before the frames were read; that error is valid, too.
        while let Ok(arrival) = receiver.receive(&mut frame) {
            prop_assert_eq!(arrival, Arrival::Frame);
            came.push(frame.clone());
        }
        prop_assert!(came.len() <= frames.len());
        prop_assert_eq!(&came[..], &frames[..came.len()]);
    }
}

#[test]
fn a_head_alone_gets_little_room() {
    let (mut receiver, mut sends, words) = receiver();
    sends.write_all(&head(Kind::Frame, LONGEST_FRAME).unwrap()).unwrap();
    sends.write_all(&[1; 1000]).unwrap();
    drop((sends, words));
    let mut frame = Vec::new();
    let error = receiver.receive(&mut frame).unwrap_err();
    assert!(matches!(error, PipeError::Gone { .. }), "{error}");
    assert!(frame.capacity() <= FIRST_ROOM);
}

#[test]
fn what_is_no_head_is_damage() {
    let (mut receiver, mut sends, _words) = receiver();
    sends.write_all(b"not a head").unwrap();
    let error = receiver.receive(&mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
}

#[test]
fn words_that_are_none_end_the_pipe() {
    let (mut receiver, _sends, mut words) = receiver();
    words.write_all(&[0xff; 100_000]).unwrap_or_default();
    let error = receiver.receive(&mut Vec::new()).unwrap_err();
    assert!(matches!(error, PipeError::Gone { .. }), "{error}");
}

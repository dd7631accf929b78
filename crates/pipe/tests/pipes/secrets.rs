//! Only an end that has the secret is accepted, and both ends report it where one has not.

use std::net::TcpStream;
use std::time::Duration;

use feedrate_pipe::PipeError;

use crate::common::*;

const SHORT: Duration = Duration::from_millis(1500);

#[test]
fn the_right_secret_is_taken() {
    for address in [format!(":{}", port()), format!("localhost:{}", port())] {
        let options = guarded(&options(&address), "open sesame");
        let (totals, (frames, tail)) = both(
            || {
                let mut sender = pipes().offer(&options, "work.made").unwrap().wait().unwrap();
                sender.send(b"a page").unwrap();
                sender.finish(b"tail").unwrap()
            },
            || read_all(&pipes(), &options).unwrap(),
        );
        assert_eq!((frames, tail), (vec![b"a page".to_vec()], b"tail".to_vec()));
        assert_eq!(totals.frames, 1);
    }
}

#[test]
fn a_wrong_secret_fails_at_once_and_the_right_one_is_still_accepted() {
    let options = near(port());
    let pipes = pipes();
    let offer = pipes.offer(&guarded(&options, "sesame"), "work.made").unwrap();
    for (secret, part) in [
        (Some("barley"), "its SECRET= is not that of the step that writes it"),
        (Some(""), "its SECRET= is not that of the step that writes it"),
        (None, "the step that writes it was given SECRET= and this one was not"),
    ] {
        let options = secret.map_or(options.clone(), |secret| guarded(&options, secret));
        let error = pipes.take(&options, "work.read").unwrap_err();
        assert!(matches!(error, PipeError::Refused { .. }), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
    let (totals, _) = both(
        || offer.wait().unwrap().finish(b"").unwrap(),
        || read_all(&pipes, &guarded(&options, "sesame")).unwrap(),
    );
    assert_eq!(totals.frames, 0);
}

#[test]
fn a_writer_says_that_one_with_a_wrong_secret_came() {
    let open = near(port());
    for (writers, readers, part) in [
        (Some("sesame"), Some("barley"), "a reader with another SECRET= came"),
        (Some("sesame"), None, "a reader came that was given no SECRET="),
        (None, Some("barley"), "a reader came that was given SECRET="),
    ] {
        let with = |secret: Option<&str>| secret.map_or(open.clone(), |it| guarded(&open, it));
        let pipes = pipes();
        let offer = pipes.offer(&within(&with(writers), SHORT), "work.made").unwrap();
        assert!(matches!(
            pipes.take(&with(readers), "work.read"),
            Err(PipeError::Refused { .. })
        ));
        let error = offer.wait().unwrap_err();
        assert!(matches!(error, PipeError::NoReader { .. }), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn other_machines_are_not_let_in_without_a_secret() {
    for host in ["0.0.0.0", "192.0.2.7"] {
        let options = options(&format!("{host}:{}", port()));
        for error in [
            pipes().offer(&options, "work.made").unwrap_err(),
            pipes().take(&options, "work.read").unwrap_err(),
        ] {
            assert!(matches!(error, PipeError::NeedsSecret { .. }), "{error}");
        }
    }
}

#[test]
fn a_writer_with_a_secret_may_be_reached_by_an_address_of_the_network() {
    let port = port();
    let writers = guarded(&options(&format!("0.0.0.0:{port}")), "sesame");
    let readers = guarded(&options(&format!("127.0.0.1:{port}")), "sesame");
    let (totals, _) = both(
        || {
            let offer = pipes().offer(&writers, "work.made").unwrap();
            assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
            offer.wait().unwrap().finish(b"").unwrap()
        },
        || read_all(&pipes(), &readers).unwrap(),
    );
    assert_eq!(totals.frames, 0);
}

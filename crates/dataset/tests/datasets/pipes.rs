//! Piped data sets, and pipes with something else.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use feedrate_dataset::library::Assignment;
use feedrate_dataset::pipe::{PageRun, PipedError};
use feedrate_dataset::{Error, Libraries};
use feedrate_pipe::{Arrival, PipeOptions, Pipes};
use proptest::prelude::*;

use super::common::{facts, files, fill, folder, libraries, make, name, numbers, options, schema};

/// Returns the options of a pipe on an unused port.
fn pipe_options() -> PipeOptions {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    PipeOptions {
        address: Assignment::address("p", &format!(":{port}")).unwrap(),
        timeout: Duration::from_secs(60),
        secret: None,
    }
}

/// Returns the libraries of a session, P of which is the pipe.
fn session(folder: &std::path::Path, pipe_options: &PipeOptions) -> Libraries {
    let mut libraries = libraries(folder);
    libraries.set_pipes(Pipes::new(Arc::default()));
    let pipe = Assignment::pipe("p", pipe_options.clone()).unwrap();
    libraries.assign(pipe).unwrap();
    libraries
}

/// Returns the numbers that are received when so many rows are sent.
fn through(rows: u64, written: &str, window: Option<(u64, Option<u64>)>) -> Vec<u64> {
    let (folder, pipe_options) = (folder(), pipe_options());
    thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut libraries = session(folder.path(), &pipe_options);
            let account = make(&mut libraries, "p.t", rows, written);
            assert_eq!(account.carriage.unwrap().carrier, "unix socket");
        });
        let libraries = session(folder.path(), &pipe_options);
        let mut reader = libraries.open(&name("p.t"), &options("")).unwrap();
        assert!(reader.is_pipe() && !reader.can_seek());
        assert_eq!((reader.rows(), reader.label()), (u64::MAX, "of a test"));
        if let Some((first, last)) = window {
            reader.set_window(first, last).unwrap();
        }
        let mut found = Vec::new();
        let field = schema()
            .find("n")
            .unwrap()
            .number_field(feedrate_dataset::format::Order::Little)
            .unwrap();
        while let Some(row) = reader.next_row().unwrap() {
            found.push(field.get(row) as u64);
            assert_eq!(reader.row_number(), found[found.len() - 1] + 1);
        }
        drop(reader);
        libraries.end_step(true);
        writing.join().unwrap();
        found
    })
}

#[test]
fn all_rows_come_in_their_order() {
    for rows in [0, 1, 100, 40_000] {
        for written in ["", "bufsize=4k", "bufsize=4k bufno=7", "bufsize=1m bufno=100"] {
            let all: Vec<u64> = (0..rows).collect();
            assert_eq!(through(rows, written, None), all, "{rows} {written}");
        }
    }
}

#[test]
fn a_window_of_the_rows_comes() {
    let windows = [
        (1, Some(0)),
        (1, Some(1)),
        (500, Some(2500)),
        (39_990, None),
        (40_001, None),
        (1, Some(90_000)),
    ];
    for (first, last) in windows {
        let wanted: Vec<u64> = (first - 1..last.unwrap_or(40_000).min(40_000)).collect();
        let found = through(40_000, "bufsize=4k bufno=3", Some((first, last)));
        assert_eq!(found, wanted, "{first} {last:?}");
    }
}

#[test]
fn rows_come_once_however_often_it_is_opened() {
    let (folder, pipe_options) = (folder(), pipe_options());
    thread::scope(|scope| {
        let writing = scope.spawn(|| make(&mut session(folder.path(), &pipe_options), "p.t", 5000, ""));
        let libraries = session(folder.path(), &pipe_options);
        let looked_at = libraries.open(&name("p.t"), &options("")).unwrap();
        assert_eq!(looked_at.schema().variables().len(), 2);
        assert_eq!(numbers(&libraries, "p.t", "").len(), 5000);
        let mut again = libraries.open(&name("p.t"), &options("")).unwrap();
        let error = again.next_row().unwrap_err();
        let is_it = matches!(error, Error::Pipe(PipedError::ReadOnce { .. }));
        assert!(is_it, "{error}");
        libraries.end_step(true);
        writing.join().unwrap();
    });
}

/// The writer blocks when the sockets are full, however long the reader waits.
#[test]
fn a_slow_reader_holds_the_writer() {
    const ROWS: u64 = 20_000_000;
    let (folder, pipe_options) = (folder(), pipe_options());
    let written = AtomicU64::new(0);
    thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut libraries = session(folder.path(), &pipe_options);
            let mut writer = libraries.create(&name("p.t"), schema(), facts(), &options("")).unwrap();
            for first in (0..ROWS).step_by(1000) {
                if fill(&mut writer, first..first + 1000).is_err() {
                    return;
                }
                written.store(first, Ordering::Relaxed);
            }
            panic!("all of it has gone nowhere");
        });
        let libraries = session(folder.path(), &pipe_options);
        let mut reader = libraries.open(&name("p.t"), &options("")).unwrap();
        reader.next_row().unwrap();
        // Until it blocks.
        let mut before = u64::MAX;
        while written.load(Ordering::Relaxed) != before {
            before = written.load(Ordering::Relaxed);
            thread::sleep(Duration::from_millis(500));
        }
        // Rows have 24 bytes.
        assert!(before * 24 < 64 << 20, "{before} rows");
        drop(reader);
        libraries.end_step(false);
        writing.join().unwrap();
    });
}

#[test]
fn a_data_set_that_is_not_completed_fails_at_the_other_end() {
    let (folder, pipe_options) = (folder(), pipe_options());
    thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut libraries = session(folder.path(), &pipe_options);
            let mut writer = libraries
                .create(&name("p.t"), schema(), facts(), &options("bufsize=4k"))
                .unwrap();
            fill(&mut writer, 0..100_000).unwrap();
        });
        let mut libraries = session(folder.path(), &pipe_options);
        let mut reader = libraries.open(&name("p.t"), &options("")).unwrap();
        let mut copy = libraries
            .create(&name("a.copy"), schema(), facts(), &options(""))
            .unwrap();
        let error = loop {
            match reader.next_row() {
                Ok(Some(row)) => copy.append(row).unwrap(),
                Ok(None) => panic!("it seems complete"),
                Err(error) => break error,
            }
        };
        let is_it = matches!(error, Error::Pipe(PipedError::Carriage(_)));
        assert!(is_it, "{error}");
        drop(copy);
        assert_eq!(files(folder.path()), [""; 0]);
        writing.join().unwrap();
    });
}

/// Returns the frames and the tail of a piped data set.
fn frames() -> (Vec<Vec<u8>>, Vec<u8>) {
    let (folder, pipe_options) = (folder(), pipe_options());
    thread::scope(|scope| {
        let writing = scope.spawn(|| {
            make(
                &mut session(folder.path(), &pipe_options),
                "p.t",
                3000,
                "bufsize=4k bufno=4",
            )
        });
        let mut receiver = Pipes::new(Arc::default()).take(&pipe_options, "P.T").unwrap();
        let (mut frames, mut frame) = (Vec::new(), Vec::new());
        while receiver.receive(&mut frame).unwrap() == Arrival::Frame {
            frames.push(frame.clone());
        }
        receiver.confirm().unwrap();
        writing.join().unwrap();
        (frames, frame)
    })
}

/// Reads frames as a data set. Returns the number of rows.
fn read(frames: &[Vec<u8>], tail: &[u8]) -> Result<u64, Error> {
    let (folder, pipe_options) = (folder(), pipe_options());
    thread::scope(|scope| {
        scope.spawn(|| {
            let sender = Pipes::new(Arc::default()).offer(&pipe_options, "P.T").unwrap().wait();
            let mut sender = sender.unwrap();
            for frame in frames {
                if sender.send(frame).is_err() {
                    return;
                }
            }
            let _ = sender.finish(tail);
        });
        let libraries = session(folder.path(), &pipe_options);
        let mut reader = libraries.open(&name("p.t"), &options(""))?;
        let (mut run, mut rows) = (PageRun::new(), 0);
        while reader.next_run(&mut run)? {
            let counts = run.blocks().map(|block| block.len() as u64);
            assert_eq!(counts.sum::<u64>(), run.len());
            rows += run.len();
        }
        Ok(rows)
    })
}

#[test]
fn what_is_no_data_set_is_refused_in_one_line() {
    let (frames, tail) = frames();
    assert_eq!(read(&frames, &tail).unwrap(), 3000);
    let head = &frames[0];
    let whole = frames.clone();
    let cases = [
        (vec![], vec![], "ends before it begins"),
        (vec![b"garbage".to_vec()], vec![], "is not a data set"),
        (vec![head[..head.len() - 1].to_vec()], vec![], "is not a data set"),
        (vec![head.clone(), vec![1, 2, 3]], tail.clone(), "is not whole"),
        (vec![head.clone(), vec![]], tail.clone(), "is not whole"),
        (whole.clone(), vec![], "ends with no number of observations"),
        (
            frames.clone(),
            2999_u64.to_le_bytes().to_vec(),
            "ends with 2999 of observations, and 3000 came",
        ),
        (vec![head.clone(), head.clone()], tail, "is not"),
    ];
    for (frames, tail, why) in cases {
        let error = read(&frames, &tail).unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
        assert!(error.contains("P.T") && !error.contains('\n'), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Arbitrary frames are read or refused.
    #[test]
    fn damaged_frames_are_read_or_refused(
        damages in proptest::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..8,
        ),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        static FRAMES: std::sync::OnceLock<(Vec<Vec<u8>>, Vec<u8>)> = std::sync::OnceLock::new();
        let (frames, tail) = FRAMES.get_or_init(frames);
        let mut frames = frames.clone();
        for (frame, at, byte) in damages {
            let frame = frame.get_mut(&mut frames);
            let at = at.index(frame.len());
            frame[at] = byte;
        }
        if let Some(cut) = cut {
            let last = frames.len() - 1;
            let length = cut.index(frames[last].len());
            frames[last].truncate(length);
        }
        if let Ok(rows) = read(&frames, tail) {
            prop_assert_eq!(rows, 3000);
        }
    }
}

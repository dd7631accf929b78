use std::cell::Cell;
use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::*;
use crate::stoppable::{InterruptibleFile, StoppableFile, interruptibly, open_ordinary};
use crate::write_mode::WriteMode;

/// The time of a wait.
const WHILE: Duration = Duration::from_millis(50);

/// The wish to stop.
#[derive(Debug, PartialEq)]
struct Stop;

/// A pipe in a folder that goes with the test.
fn pipe() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    (folder, path)
}

/// Lets a few waits pass, and then wants to stop.
fn stop_soon() -> impl Fn() -> Result<(), Stop> {
    let left = Cell::new(3);
    move || match left.replace(left.get() - 1) {
        0 => Err(Stop),
        _ => Ok(()),
    }
}

#[test]
fn a_pipe_is_read_from_its_first_writer_to_its_last() {
    let (_folder, path) = pipe();
    let mut reader = io::BufReader::new(InterruptibleFile::read_from(&path).unwrap());
    let nothing = interruptibly(|| reader.fill_buf().map(<[u8]>::len), stop_soon());
    assert_eq!(nothing.unwrap_err(), Stop);

    let mut writer = OpenOptions::new().write(true).open(&path).unwrap();
    let nothing = interruptibly(|| reader.fill_buf().map(<[u8]>::len), stop_soon());
    assert_eq!(nothing.unwrap_err(), Stop);
    writer.write_all(b"a line\n").unwrap();
    drop(writer);
    let mut line = String::new();
    let read = interruptibly(|| reader.read_line(&mut line), stop_soon());
    assert_eq!(read.unwrap().unwrap(), 7);
    let read = interruptibly(|| reader.read_line(&mut line), stop_soon());
    assert_eq!(read.unwrap().unwrap(), 0);
}

#[test]
fn a_pipe_without_reader_and_one_that_is_full_are_waited_for_until_it_is_to_stop() {
    let (_folder, path) = pipe();
    let open = || InterruptibleFile::write_to(&path, WriteMode::Anew, stop_soon());
    assert_eq!(open().unwrap_err(), Stop);

    let reader = InterruptibleFile::read_from(&path).unwrap();
    let mut writer = open().unwrap().unwrap();
    let mut written = 0;
    let filled = loop {
        match interruptibly(|| writer.write(&[0; 4096]), stop_soon()) {
            Ok(count) => written += count.unwrap(),
            Err(stop) => break stop,
        }
    };
    assert_eq!(filled, Stop);
    assert!(written > 0);
    drop(reader);
    let broken = writer.write(&[0]).unwrap_err();
    assert_eq!(broken.kind(), io::ErrorKind::BrokenPipe);
}

/// A flag that is set soon.
fn set_soon() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let setter = Arc::clone(&stop);
    thread::spawn(move || {
        thread::sleep(3 * WHILE);
        setter.store(true, Ordering::Relaxed);
    });
    stop
}

#[test]
fn a_flag_ends_every_wait() {
    let (_folder, path) = pipe();
    let waited = "interrupted while it waited";
    let error = StoppableFile::write_to(&path, WriteMode::Anew, &set_soon()).unwrap_err();
    assert!(error.to_string().contains(waited));

    let mut reader = StoppableFile::read_from(&path, &set_soon()).unwrap();
    let error = reader.read_to_end(&mut Vec::new()).unwrap_err();
    assert!(error.to_string().contains(waited));

    let mut writer = StoppableFile::write_to(&path, WriteMode::Anew, &set_soon()).unwrap();
    let error = writer.write_all(&[0; 1 << 20]).unwrap_err();
    assert!(error.to_string().contains(waited));
    drop((reader, writer));

    let mut endless = StoppableFile::read_from(Path::new("/dev/zero"), &set_soon()).unwrap();
    let error = io::copy(&mut endless, &mut io::sink()).unwrap_err();
    assert!(error.to_string().contains(waited));
}

#[test]
fn a_flag_ends_the_wait_for_who_reads_what_was_given_open() {
    let (_reader, writer) = io::pipe().unwrap();
    let mut given = StoppableFile::given(writer, &set_soon());
    let error = given.write_all(&[0; 1 << 20]).unwrap_err();
    assert!(error.to_string().contains("interrupted while it waited"));
}

#[test]
fn only_ordinary_files_are_opened_where_these_are_wanted() {
    let (folder, path) = pipe();
    for path in [path.as_path(), folder.path(), Path::new("/dev/null")] {
        let error = open_ordinary(path).unwrap_err();
        assert_eq!(error.to_string(), "it is no ordinary file; name one");
    }
    let file = folder.path().join("file");
    assert_eq!(open_ordinary(&file).unwrap_err().kind(), io::ErrorKind::NotFound);
    fs::write(&file, "x").unwrap();
    assert_eq!(io::read_to_string(open_ordinary(&file).unwrap()).unwrap(), "x");
}

use super::*;
use crate::stoppable::interruptibly;

/// Waits for what is to come.
fn patiently<T>(attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    interruptibly(attempt, || Ok::<(), ()>(())).unwrap()
}

#[test]
fn output_is_read_and_errors_are_said() {
    let mut command = ShellCommand::read("echo one&& echo two>&2&& exit 3").unwrap();
    let mut output = Vec::new();
    let mut part = [0; 2];
    loop {
        match patiently(|| command.read(&mut part)).unwrap() {
            0 => break,
            count => output.extend_from_slice(&part[..count]),
        }
    }
    assert_eq!(output, b"one\r\n");
    assert_eq!(exit_code(patiently(|| command.end()).unwrap()), 3);
    assert_eq!(command.take_said(), (b"two\r\n".to_vec(), 0));
}

#[test]
fn input_is_written_while_a_lot_is_said() {
    let mut command = ShellCommand::write("findstr .").unwrap();
    let text = "a line of some length\r\n".repeat(10_000);
    let mut written = 0;
    while written < text.len() {
        written += patiently(|| command.write(&text.as_bytes()[written..])).unwrap();
    }
    assert!(patiently(|| command.end()).unwrap().success());
    let (said, lost) = command.take_said();
    assert_eq!((said.len(), lost), (text.len(), 0));
    assert!(said == text.as_bytes());
}

#[test]
fn input_that_nobody_takes_is_not_waited_for() {
    let mut command = ShellCommand::write("exit 0").unwrap();
    let began = Instant::now();
    let error = loop {
        if let Err(error) = patiently(|| command.write(&[b'x'; PART])) {
            break error;
        }
        assert!(began.elapsed() < Duration::from_secs(60));
    };
    assert_eq!(error.kind(), ErrorKind::BrokenPipe);
}

#[test]
fn nothing_is_left_of_a_command() {
    let mut command = ShellCommand::run("cmd /C ping -n 1000 127.0.0.1").unwrap();
    let running = command.end();
    assert_eq!(running.unwrap_err().kind(), ErrorKind::WouldBlock);
    let began = Instant::now();
    let words = Arc::downgrade(&command.words);
    drop(command);
    // The thread that hears it has ended, so no process has the other end of its pipe.
    while words.strong_count() > 0 {
        assert!(began.elapsed() < Duration::from_secs(60));
        thread::sleep(PAUSE);
    }
}

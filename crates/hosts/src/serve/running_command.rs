//! A command that a session on a host runs.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use feedrate_connect::{CommandLine, Replies, Reply, file_argument};
use feedrate_pageio::process::{self, Family};

use super::LOOK;
use crate::gate::GATED;
use crate::system::{self, KeptFile, Writer};

/// The time that a command may take to end once it is told to.
const TIME_TO_END: Duration = Duration::from_secs(30);

/// A command that runs.
pub(super) struct RunningCommand {
    child: Child,
    /// With the processes of its streams.
    family: Family,
    /// True if it listens to its client.
    starts_together: bool,
    writer: Option<Writer>,
    listeners: Vec<JoinHandle<()>>,
    /// Its files.
    _files: Vec<KeptFile>,
}

impl RunningCommand {
    pub(super) fn start(command: CommandLine, replies: &Replies) -> io::Result<Self> {
        let starts_together = command.starts_together;
        let (arguments, files, names) = with_files(command)?;
        // This program itself, even if its file was moved or removed.
        let mut own = Command::new(process::own_program());
        process::set_name(&mut own, "feedrate");
        process::set_apart(&mut own);
        own.args(starts_together.then_some(GATED))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, reader, writer) = system::start(own, starts_together)?;
        let family = Family::of(&child).inspect_err(|_| {
            let _ = child.kill();
            let _ = child.wait();
        })?;
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let mut running = Self {
            starts_together,
            listeners: Vec::new(),
            writer: Some(writer),
            family,
            child,
            _files: files,
        };
        let lines = replies.clone();
        running.listen("lines", move || {
            pass_lines(reader, |line| lines.send(&Reply::Line(line)));
        })?;
        let (listing, log) = (replies.listing(), replies.log());
        running.listen("output", move || pass(output, listing))?;
        running.listen("messages", move || pass_messages(errors, log, &names))?;
        Ok(running)
    }

    fn listen(&mut self, name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
        match thread {
            Ok(thread) => self.listeners.push(thread),
            Err(error) => {
                let _ = self.child.kill();
                let _ = self.child.wait();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Tells it what its client says. All that one which does not listen can be told is to stop.
    pub(super) fn send_line(&mut self, line: &str) {
        match &mut self.writer {
            // One that has ended is noticed by its end.
            Some(writer) if self.starts_together => drop(writeln!(writer, "{line}")),
            _ => process::terminate(&self.child),
        }
    }

    /// Returns how it ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        // If the system cannot tell, there is nothing to wait for.
        self.child.try_wait().unwrap_or_else(|_| Some(system::unknown_status()))
    }

    /// Waits until all of its output is sent.
    pub(super) fn finish(self) {
        // The listener of lines ends with the conversation.
        system::close(self.writer);
        for listener in self.listeners {
            // All that it sent before it panicked has been sent.
            let _ = listener.join();
        }
    }

    /// Ends it, so that it removes what it has made.
    pub(super) fn stop(mut self) {
        process::terminate(&self.child);
        process::resume(&self.child);
        system::say_no_more(&mut self.writer);
        let since = Instant::now();
        while self.ended().is_none() {
            if since.elapsed() >= TIME_TO_END {
                // With the processes of its streams, which hold its output open.
                self.family.kill();
                let _ = self.child.wait();
                return;
            }
            thread::sleep(LOOK);
        }
        self.finish();
    }
}

/// The paths by which a command finds its files, each with the name that its client gave.
type Names = Vec<(String, String)>;

/// Keeps the files of a command, and puts the paths by which it finds them into its arguments.
fn with_files(command: CommandLine) -> io::Result<(Vec<String>, Vec<KeptFile>, Names)> {
    let CommandLine {
        mut arguments, files, ..
    } = command;
    let mut kept = Vec::with_capacity(files.len());
    let mut names = Vec::with_capacity(files.len());
    for (number, (name, content)) in files.into_iter().enumerate() {
        let (file, path) = system::keep_file(&content)?;
        for argument in &mut arguments {
            *argument = argument.replace(&file_argument(number), &path);
        }
        kept.push(file);
        names.push((path, name));
    }
    Ok((arguments, kept, names))
}

/// Passes the lines of the command on until it ends. Without a client they are lost, but are still taken: a command
/// that nobody listens to could not end.
fn pass_lines<E>(input: impl Read, mut send: impl FnMut(String) -> Result<(), E>) {
    for line in BufReader::new(input).lines().map_while(io::Result::ok) {
        // A client that has gone is noticed by the session, which then stops the command.
        let _ = send(line);
    }
}

/// Passes output on until it ends, likewise.
fn pass(input: Option<impl Read>, mut out: impl Write) {
    let Some(mut input) = input else {
        return;
    };
    let mut bytes = [0; 16 << 10];
    loop {
        match input.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => {
                let _ = out.write_all(&bytes[..count]).and_then(|()| out.flush());
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// The longest line that is passed on as one.
const LONGEST_LINE: u64 = 64 << 10;

/// Passes messages on until they end, likewise, with names in place of paths.
fn pass_messages(input: Option<impl Read>, mut out: impl Write, names: &Names) {
    if names.is_empty() {
        return pass(input, out);
    }
    let Some(input) = input else {
        return;
    };
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    loop {
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line);
        let named = match str::from_utf8(&line) {
            Ok(text) => named(text, names).into_bytes(),
            Err(_) => line.clone(),
        };
        let _ = out.write_all(&named).and_then(|()| out.flush());
        line.clear();
        match read {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

/// Returns a text with names in place of paths, each of which ends with a number.
fn named(text: &str, names: &Names) -> String {
    let mut named = String::new();
    let mut rest = text;
    while let Some((at, path, name)) = names
        .iter()
        .filter_map(|(path, name)| {
            let is_whole = |at: usize| !rest[at + path.len()..].starts_with(|next: char| next.is_ascii_digit());
            let mut found = rest.match_indices(path.as_str()).map(|(at, _)| at);
            Some((found.find(|at| is_whole(*at))?, path, name))
        })
        .min()
    {
        named.push_str(&rest[..at]);
        named.push_str(name);
        rest = &rest[at + path.len()..];
    }
    named + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that has gone.
    struct GoneClient;

    impl Write for GoneClient {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn files_of_a_command_are_there_and_known_by_their_names() {
        let command = CommandLine {
            arguments: vec![file_argument(1), format!("-F{}", file_argument(0))],
            starts_together: true,
            files: vec![("a".to_owned(), b"one".to_vec()), ("a".to_owned(), b"two".to_vec())],
        };
        let (arguments, files, names) = with_files(command).unwrap();
        assert_eq!(names[1], (arguments[0].clone(), "a".to_owned()));
        let mut said = Vec::new();
        let text = format!("{0}:4: no such option of {0}0\nand", arguments[0]);
        pass_messages(Some(text.as_bytes()), &mut said, &names);
        let wanted = format!("a:4: no such option of {}0\nand", arguments[0]);
        assert_eq!(said, wanted.as_bytes());
        assert_eq!(std::fs::read(&arguments[0]).unwrap(), b"two");
        let first = arguments[1].strip_prefix("-F").unwrap();
        assert_eq!(std::fs::read(first).unwrap(), b"one");
        assert_eq!(files.len(), 2);
    }

    #[test]
    fn a_command_without_a_client_is_listened_to_until_it_ends() {
        let mut output = io::Cursor::new(vec![b'\n'; 100_000]);
        pass(Some(&mut output), GoneClient);
        assert_eq!(output.position(), 100_000);
        output.set_position(0);
        pass_lines(&mut output, |_| Err(()));
        assert_eq!(output.position(), 100_000);
    }
}

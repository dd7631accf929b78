//! A command that a session on a host runs.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use feedrate_connect::{CommandLine, Replies, Reply, file_argument};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::LOOK;
use crate::gate::GATED;

/// The time that a command may take to end once it is told to.
const TIME_TO_END: Duration = Duration::from_secs(30);

/// A command that runs.
pub(super) struct RunningCommand {
    child: Child,
    /// True if it listens to its client.
    starts_together: bool,
    socket: UnixStream,
    listeners: Vec<JoinHandle<()>>,
    /// Its files.
    _files: Vec<OwnedFd>,
}

impl RunningCommand {
    pub(super) fn start(command: CommandLine, replies: &Replies) -> io::Result<Self> {
        let starts_together = command.starts_together;
        let (arguments, files, names) = with_files(command)?;
        let (socket, standard_input) = UnixStream::pair()?;
        // This program itself, even if its file was moved or removed.
        let mut child = Command::new("/proc/self/exe")
            .arg0("feedrate")
            .args(starts_together.then_some(GATED))
            .args(arguments)
            .process_group(0)
            .stdin(Stdio::from(OwnedFd::from(standard_input)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let mut running = Self {
            starts_together,
            listeners: Vec::new(),
            socket: socket.try_clone()?,
            child,
            _files: files,
        };
        let lines = replies.clone();
        running.listen("lines", move || {
            pass_lines(socket, |line| lines.send(&Reply::Line(line)));
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
        match self.starts_together {
            // One that has ended is noticed by its end.
            true => drop(writeln!(self.socket, "{line}")),
            false => self.signal(Signal::TERM),
        }
    }

    fn signal(&self, signal: Signal) {
        let process = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(process) = process {
            // It may have ended.
            let _ = kill_process(process, signal);
        }
    }

    /// Returns how it ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        // If the system cannot tell, there is nothing to wait for.
        self.child
            .try_wait()
            .unwrap_or_else(|_| Some(ExitStatus::from_raw(0x200)))
    }

    /// Waits until all of its output is sent.
    pub(super) fn finish(self) {
        // The listener of lines ends with the other end of the socket.
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        for listener in self.listeners {
            // All that it sent before it panicked has been sent.
            let _ = listener.join();
        }
    }

    /// Ends it, so that it removes what it has made.
    pub(super) fn stop(mut self) {
        self.signal(Signal::TERM);
        self.signal(Signal::CONT);
        let since = Instant::now();
        while self.ended().is_none() {
            if since.elapsed() >= TIME_TO_END {
                // With the processes of its streams, which hold its output open.
                let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
                let _ = group.map(|group| kill_process_group(group, Signal::KILL));
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

/// Keeps the files of a command in memory, and puts the paths by which it finds them there into its arguments. They
/// have no names, so that nothing is left of them however this session ends.
fn with_files(command: CommandLine) -> io::Result<(Vec<String>, Vec<OwnedFd>, Names)> {
    let CommandLine {
        mut arguments, files, ..
    } = command;
    let mut kept = Vec::with_capacity(files.len());
    let mut names = Vec::with_capacity(files.len());
    for (number, (name, content)) in files.into_iter().enumerate() {
        // Not closed by the start of the command, which has it by the same number.
        let mut file = File::from(file_in_memory()?);
        file.write_all(&content)?;
        let file = OwnedFd::from(file);
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        for argument in &mut arguments {
            *argument = argument.replace(&file_argument(number), &path);
        }
        kept.push(file);
        names.push((path, name));
    }
    Ok((arguments, kept, names))
}

/// Returns a file without a name. Hardened systems allow only those that cannot be executed; before Linux 6.3 they
/// cannot be asked for.
fn file_in_memory() -> io::Result<OwnedFd> {
    let created = match memfd_create("feedrate", MemfdFlags::NOEXEC_SEAL) {
        Err(Errno::INVAL) => memfd_create("feedrate", MemfdFlags::empty()),
        created => created,
    };
    Ok(created?)
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
    fn files_of_a_command_are_there_and_have_no_names() {
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
        let first = arguments[1].strip_prefix("-F").unwrap().to_owned();
        let started = Command::new("cat").arg(&first).output().unwrap();
        assert_eq!(started.stdout, b"one");
        let links = std::fs::read_link(&first).unwrap();
        assert!(links.starts_with("/memfd:feedrate (deleted)"), "{links:?}");
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

//! The session on a host: runs commands of this program for a client elsewhere.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use feedrate_connect::{ClientGone, CommandLine, Replies, Reply, Request, Server, file_argument};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::clock;
use crate::gate::{FromHost, GATED, HostFacts};

/// How often the end of the command is looked for.
const LOOK: Duration = Duration::from_millis(20);

/// How long a command may take to end once it is told to.
const TIME_TO_END: Duration = Duration::from_secs(30);

/// A command that runs.
struct Running {
    child: Child,
    /// Whether it listens to its client.
    starts_together: bool,
    socket: UnixStream,
    listeners: Vec<JoinHandle<()>>,
    /// The folder of its files.
    _files: Option<TempDir>,
}

/// Executes the requests of a client, until it sends the last or has gone. Returns whether it sent the last.
pub fn serve(server: &Server, stop: &AtomicBool) -> bool {
    let replies = server.replies();
    if replies.say(&Reply::Ready).is_err()
        || !say(replies, &FromHost::Facts(Box::new(HostFacts::here())))
    {
        return false;
    }
    let mut running: Option<Running> = None;
    let is_ended = loop {
        if stop.load(Ordering::Acquire) {
            break false;
        }
        match server.next_within(LOOK) {
            Ok(None) => {}
            Err(ClientGone) => break false,
            Ok(Some(Request::End)) => break true,
            Ok(Some(Request::Clocks)) => {
                if replies.say(&Reply::Clocks(clock::now())).is_err() {
                    break false;
                }
            }
            Ok(Some(Request::Command(command))) if running.is_none() => {
                match Running::start(command, replies) {
                    Ok(command) => running = Some(command),
                    Err(error) => {
                        let text = format!("feedrate: the command cannot be started: {error}\n");
                        // A client that has gone is noticed above.
                        let _ = replies.log().write_all(text.as_bytes());
                        let _ = replies.say(&Reply::Exited(2));
                    }
                }
            }
            Ok(Some(Request::Line(line))) => {
                if let Some(running) = &mut running {
                    running.tell(&line);
                }
            }
            // All others are for other roles.
            Ok(Some(_)) => {}
        }
        let ended = running.as_mut().and_then(Running::ended);
        if let (Some(status), Some(command)) = (ended, running.take_if(|_| ended.is_some())) {
            command.finish();
            if replies.say(&Reply::Exited(code(status))).is_err() {
                break false;
            }
        }
    };
    if let Some(running) = running {
        running.stop();
    }
    if is_ended {
        // A client that has gone needs no reply.
        let _ = replies.say(&Reply::Ended);
    }
    is_ended
}

impl Running {
    fn start(command: CommandLine, replies: &Replies) -> io::Result<Self> {
        let starts_together = command.starts_together;
        let (arguments, files) = with_files(command)?;
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
            pass_lines(socket, |line| lines.say(&Reply::Line(line)));
        })?;
        let (listing, log) = (replies.listing(), replies.log());
        running.listen("output", move || pass(output, listing))?;
        running.listen("messages", move || pass(errors, log))?;
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
    fn tell(&mut self, line: &str) {
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
    fn ended(&mut self) -> Option<ExitStatus> {
        // If the system cannot tell, there is nothing to wait for.
        self.child
            .try_wait()
            .unwrap_or_else(|_| Some(ExitStatus::from_raw(0x200)))
    }

    /// Waits until all of its output is sent.
    fn finish(self) {
        // The listener of lines ends with the other end of the socket.
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        for listener in self.listeners {
            // What it sent before it panicked has been sent.
            let _ = listener.join();
        }
    }

    /// Ends it, so that it removes what it has made.
    fn stop(mut self) {
        self.signal(Signal::TERM);
        self.signal(Signal::CONT);
        let since = Instant::now();
        while self.ended().is_none() {
            if since.elapsed() >= TIME_TO_END {
                let _ = self.child.kill();
                let _ = self.child.wait();
                break;
            }
            thread::sleep(LOOK);
        }
        self.finish();
    }
}

/// Puts the files of a command into a folder of their own, and their paths into its arguments.
fn with_files(command: CommandLine) -> io::Result<(Vec<String>, Option<TempDir>)> {
    let CommandLine {
        mut arguments,
        files,
        ..
    } = command;
    if files.is_empty() {
        return Ok((arguments, None));
    }
    let folder = tempfile::Builder::new().prefix("feedrate-").tempdir()?;
    for (number, (name, content)) in files.iter().enumerate() {
        let base = name.rsplit('/').next().unwrap_or_default();
        let own = folder.path().join(number.to_string());
        std::fs::create_dir(&own)?;
        let path = own.join(match base {
            "" | "." | ".." => "file",
            base => base,
        });
        std::fs::write(&path, content)?;
        let path = path.to_string_lossy().into_owned();
        for argument in &mut arguments {
            *argument = argument.replace(&file_argument(number), &path);
        }
    }
    Ok((arguments, Some(folder)))
}

/// Returns an exit code as a shell would.
fn code(status: ExitStatus) -> i32 {
    status
        .code()
        .unwrap_or_else(|| 128 + status.signal().unwrap_or_default())
}

fn say(replies: &Replies, what: &FromHost) -> bool {
    serde_json::to_string(what).is_ok_and(|line| replies.say(&Reply::Line(line)).is_ok())
}

/// Passes the lines of the command on until it ends. Without a client they are lost, but are still taken: a command that
/// nobody listens to could not end.
fn pass_lines<E>(input: impl Read, mut say: impl FnMut(String) -> Result<(), E>) {
    for line in BufReader::new(input).lines().map_while(io::Result::ok) {
        // A client that has gone is noticed by the session, which then stops the command.
        let _ = say(line);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that has gone.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_command_without_a_client_is_listened_to_until_it_ends() {
        let mut output = io::Cursor::new(vec![b'\n'; 100_000]);
        pass(Some(&mut output), Gone);
        assert_eq!(output.position(), 100_000);
        output.set_position(0);
        pass_lines(&mut output, |_| Err(()));
        assert_eq!(output.position(), 100_000);
    }
}

//! Sessions of this program itself: they are its own file once more, so that this one has a `main` that is a session
//! when told so.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_connect::{
    Begin, Bell, ClientGone, Launch, Process, Reply, Request, Role, SUBCOMMAND, Server, SessionOutput, Submit,
    SubmitOutcome,
};
use feedrate_pageio::use_lock::{self, FileUse};

/// Makes the program a client that is killed.
const AS_CLIENT: &str = "--client-until-killed";

const VERSION: &str = "1";

/// The interval at which a session looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(20);

const PATIENCE: Duration = Duration::from_secs(20);

/// A test and its name.
type Test = (&'static str, fn());

const TESTS: &[Test] = &[
    ("a_session_does_what_it_is_asked", a_session_does_what_it_is_asked),
    (
        "standard_files_are_not_the_connection",
        standard_files_are_not_the_connection,
    ),
    ("a_session_is_told_to_stop", a_session_is_told_to_stop),
    ("a_session_ends_after_its_client", a_session_ends_after_its_client),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == [SUBCOMMAND] {
        return session();
    }
    if let [argument, folder] = arguments.as_slice()
        && argument == AS_CLIENT
    {
        return client(Path::new(folder));
    }
    let wanted = arguments.iter().find(|argument| !argument.starts_with("--"));
    let is_list = arguments.iter().any(|argument| argument == "--list");
    for (name, test) in TESTS {
        if is_list {
            println!("{name}: test");
        } else if wanted.is_none_or(|wanted| name.contains(wanted.as_str())) {
            // One that panics fails this program.
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

/// Executes requests: the text of statements is the log, and the value of a variable comes back.
fn session() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let Ok((server, begin)) = Server::open(VERSION, false, &stop) else {
        return ExitCode::FAILURE;
    };
    // Until this process ends.
    let Some(_alive) = locked(&begin.client_work) else {
        return ExitCode::FAILURE;
    };
    let replies = server.replies();
    let _ = replies.send(&Reply::Ready);
    while !stop.load(Ordering::Acquire) {
        let reply = match server.next_within(LOOK) {
            Ok(None) => continue,
            Ok(Some(Request::Submit(submit))) => {
                let _ = replies.log().write_all(submit.text.as_bytes());
                println!("{} bytes", submit.text.len());
                Reply::Done(SubmitOutcome::default())
            }
            Ok(Some(Request::Set { name, .. })) => Reply::Put {
                name,
                value: io::read_to_string(io::stdin()).unwrap_or_else(|error| error.to_string()),
            },
            Ok(Some(Request::End)) => {
                let _ = replies.send(&Reply::Ended);
                return ExitCode::SUCCESS;
            }
            Ok(Some(_)) => return ExitCode::FAILURE,
            Err(ClientGone) => break,
        };
        let _ = replies.send(&reply);
    }
    let words = match server.is_client_gone() {
        true => "the client is gone",
        false => "told to stop",
    };
    let told = std::fs::write(begin.client_work.join("ended"), words);
    ExitCode::from(if told.is_ok() { 3 } else { 4 })
}

/// Locks a file in a folder, which no other process may have locked.
fn locked(folder: &Path) -> Option<File> {
    let mut options = File::options();
    let options = options.write(true).create(true).truncate(false);
    let file = options.open(folder.join("alive")).ok()?;
    use_lock::try_lock(&file, FileUse::Changing).ok()?.then_some(file)
}

/// Starts a session, and waits to be killed.
fn client(folder: &Path) -> ExitCode {
    let (_process, _bell) = started(folder);
    println!("started");
    thread::sleep(PATIENCE);
    ExitCode::FAILURE
}

/// Starts a session that has begun.
fn started(folder: &Path) -> (Process, Bell) {
    let bell = Bell::default();
    let begin = Begin {
        version: VERSION.to_owned(),
        name: "A".to_owned(),
        work: None,
        client_work: folder.to_path_buf(),
        options: Vec::new(),
        sysparm: String::new(),
        depth: 1,
        role: Role::Session,
        records_courses: false,
        cold: None,
        pipe_key: None,
    };
    let launch = Launch::own(std::env::temp_dir());
    let process = Process::start(&launch, begin, &bell, &Arc::default()).expect("a process");
    wait_until("its beginning", || process.progress().begun == Some(Ok(())));
    (process, bell)
}

fn wait_until(what: &str, is: impl Fn() -> bool) {
    let since = Instant::now();
    while !is() {
        assert!(since.elapsed() < PATIENCE, "{what} did not happen");
        thread::sleep(Duration::from_millis(5));
    }
}

fn submit(text: String) -> Request {
    Request::Submit(Submit {
        text,
        source: "a.sas".to_owned(),
        first_line: 1,
    })
}

fn a_session_does_what_it_is_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut process, _bell) = started(folder.path());
    let text = "0123456789\n".repeat(200_000);
    process.send(&submit(text.clone())).expect("it is there");
    process.send(&submit("and more".to_owned())).expect("it is there");
    process.send(&Request::End).expect("it is there");
    wait_until("its end", || process.progress().has_ended);
    assert!(process.wait().expect("an end").success());
    let mut log = Vec::new();
    let mut replies = Vec::new();
    while let Some(output) = process.take() {
        match output {
            SessionOutput::Log(bytes) => log.extend(bytes),
            SessionOutput::Listing(_) => panic!("it lists nothing"),
            SessionOutput::Reply(reply) => replies.push(reply),
        }
    }
    assert!(log == (text + "and more").as_bytes());
    let done = Reply::Done(SubmitOutcome::default());
    assert_eq!(replies, [done.clone(), done]);
    assert_eq!(process.progress().nonsense, None);
}

fn standard_files_are_not_the_connection() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut process, _bell) = started(folder.path());
    process.hurry_values(true);
    process.send(&submit("x".to_owned())).expect("it is there");
    let name = "input".to_owned();
    let value = String::new();
    let set = Request::Set {
        name: name.clone(),
        value: value.clone(),
    };
    process.send(&set).expect("it is there");
    process.send(&Request::End).expect("it is there");
    assert!(process.wait().expect("an end").success());
    assert_eq!(process.take_values(), [(name, value)]);
    assert_eq!(process.last_of_errors(5), ["1 bytes"]);
}

fn a_session_is_told_to_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut process, _bell) = started(folder.path());
    assert!(!process.is_ended());
    process.stop();
    let status = process.wait().expect("an end");
    assert_eq!(status.code(), Some(3));
    assert!(process.is_ended() && !process.progress().has_ended);
    let ended = std::fs::read_to_string(folder.path().join("ended")).expect("its last words");
    assert_eq!(ended, "told to stop");
}

fn a_session_ends_after_its_client() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = std::env::current_exe().expect("this program");
    let mut client = Command::new(own)
        .arg(AS_CLIENT)
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a client");
    let mut output = client.stdout.take().expect("its output");
    io::Read::read_exact(&mut output, &mut [0; 7]).expect("it starts a session");
    client.kill().expect("it runs");
    client.wait().expect("an end");
    wait_until("the end of the session", || locked(folder.path()).is_some());
    // Where the system has a signal for it that nobody here takes, there are no last words.
    if let Ok(words) = std::fs::read_to_string(folder.path().join("ended")) {
        assert_eq!(words, "the client is gone");
    }
}

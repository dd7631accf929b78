//! Commands on hosts that are this machine: the launcher, the session and the command are this program once more, so
//! that it has a `main` that is each when told so.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_connect::{CommandLine, HostName, Launcher, REMOTE_SUBCOMMAND, RemoteProgram, Server, file_argument};
use feedrate_hosts::group::State;
use feedrate_hosts::{GATED, HostGroup, LineGate, Observer, Settings, serve};
use feedrate_workload::{OtherProcesses, Round};

/// Makes the program a launcher, which is the session itself.
const AS_LAUNCHER: &str = "--launch";

/// Makes the program a command.
const AS_COMMAND: &str = "--command";

const VERSION: &str = env!("CARGO_PKG_VERSION");

const PATIENCE: Duration = Duration::from_secs(20);

/// A test and its name.
type Test = (&'static str, fn());

const TESTS: &[Test] = &[
    ("commands_start_together", commands_start_together),
    ("a_command_alone_is_run_to_its_end", a_command_alone_is_run_to_its_end),
    ("commands_are_told_to_stop", commands_are_told_to_stop),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [AS_LAUNCHER, _host, _program, REMOTE_SUBCOMMAND] => return session(),
        [GATED, AS_COMMAND, file] => return gated(file),
        [AS_COMMAND, file] => return command(file),
        _ => {}
    }
    let wanted = words.iter().find(|word| !word.starts_with("--"));
    for (name, test) in TESTS {
        if words.contains(&"--list") {
            println!("{name}: test");
        } else if wanted.is_none_or(|wanted| name.contains(wanted)) {
            // One that panics fails this program.
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

fn session() -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let is_ended = Server::open(VERSION, true, &stop).is_ok_and(|(server, _)| serve(&server, &stop));
    if is_ended { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says what stands in a file, and what standard input holds.
fn command(file: &str) -> ExitCode {
    match std::fs::read_to_string(file) {
        Ok(text) => {
            println!("{text}");
            eprintln!("{file} was read");
            ExitCode::from(7)
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs from the common start until it is told to stop, or for a moment if the file is no text that says so.
fn gated(file: &str) -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let Ok(gate) = LineGate::open(Arc::clone(&stop)) else {
        return ExitCode::FAILURE;
    };
    let is_stopped = || stop.load(Ordering::Acquire);
    let Some(start) = gate.start(&is_stopped) else {
        return ExitCode::FAILURE;
    };
    thread::sleep(start.saturating_duration_since(Instant::now()));
    let is_endless = std::fs::read_to_string(file).is_ok_and(|text| text == "until told");
    let since = Instant::now();
    while is_endless && !is_stopped() && since.elapsed() < PATIENCE {
        gate.moved(Instant::now(), 42);
        thread::sleep(Duration::from_millis(10));
    }
    let mut round = Round::of_nothing();
    round.elapsed = since.elapsed();
    round.stopped = is_stopped();
    gate.moved(Instant::now(), 42);
    gate.ended(&round);
    println!("{:?}", io::read_to_string(io::stdin()).ok());
    ExitCode::SUCCESS
}

/// Stops the commands once they run, if it is to.
struct Watcher(Option<Arc<AtomicBool>>);

impl Observer for Watcher {
    fn look(&mut self, state: &State<'_>) {
        if let (State::Running { bytes: 84.., .. }, Some(stop)) = (state, &self.0) {
            stop.store(true, Ordering::Release);
        }
    }

    fn stage(&mut self, _stage: Option<String>) {}
}

/// Starts the sessions of two hosts.
fn group(stop: &Arc<AtomicBool>) -> HostGroup {
    let own = std::env::current_exe().expect("this program");
    let launcher: Launcher = format!("'{}' {AS_LAUNCHER} {{host}}", own.display())
        .parse()
        .expect("a launcher");
    let settings = Settings {
        launcher,
        there: RemoteProgram::installed("feedrate", VERSION).expect("a name"),
        time_to_start: PATIENCE,
        spool: std::env::temp_dir(),
    };
    let hosts = ["n1", "n2"].map(|name| HostName::new(name).expect("a name"));
    HostGroup::start(&hosts, &settings, stop, &mut Watcher(None)).expect("sessions")
}

/// Returns a command for each host.
fn commands(starts_together: bool, text: &str) -> Vec<CommandLine> {
    let command = CommandLine {
        arguments: vec![AS_COMMAND.to_owned(), file_argument(0)],
        starts_together,
        files: vec![("a.job".to_owned(), text.as_bytes().to_vec())],
    };
    vec![command.clone(), command]
}

fn commands_start_together() {
    let mut group = group(&Arc::default());
    for host in group.hosts() {
        assert!(host.facts.cores.logical > 0 && !host.facts.name.is_empty() && !host.facts.kernel.is_empty());
    }
    // A session runs one command after the other.
    for _ in 0..2 {
        let outcomes = group.run(commands(true, "a moment"), &mut Watcher(None)).expect("runs");
        assert_eq!(outcomes.len(), 2);
        for outcome in &outcomes {
            assert_eq!((outcome.code, outcome.rounds.len()), (0, 1));
            assert_eq!(outcome.output.trim_ascii(), b"Some(\"\")");
            let round = &outcome.rounds[0];
            assert_eq!(round.start, outcomes[0].rounds[0].start);
            assert!(round.round.as_ref().is_some_and(|round| !round.stopped));
            assert!(round.moved.last().is_some_and(|(_, bytes)| *bytes == 42));
        }
    }
}

fn a_command_alone_is_run_to_its_end() {
    let mut group = group(&Arc::default());
    let ran = group.run_accepting(commands(false, "a text"), &[7], &mut Watcher(None));
    for outcome in ran.expect("runs") {
        assert_eq!((outcome.code, outcome.rounds.len()), (7, 0));
        assert_eq!(outcome.output.trim_ascii(), b"a text");
        assert_eq!(outcome.messages.trim_ascii(), b"a.job was read");
    }
}

fn commands_are_told_to_stop() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut group = group(&stop);
    let since = Instant::now();
    let ran = group.run(commands(true, "until told"), &mut Watcher(Some(Arc::clone(&stop))));
    for outcome in ran.expect("runs") {
        assert_eq!(outcome.code, 0);
        let round = outcome.rounds[0].round.as_ref();
        assert!(round.is_some_and(|round| round.stopped));
    }
    assert!(since.elapsed() < PATIENCE, "it did not end soon");
}

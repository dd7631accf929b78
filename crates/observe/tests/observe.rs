//! Commands are observed as a user of the crate does.

#![expect(clippy::unwrap_used, reason = "a test may fail at what it needs")]

use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_observe::{Error, FileSeen, Observation, Options, Pattern, run};

const MIB: u64 = 1 << 20;

fn shell(script: &str, folder: &Path) -> Vec<OsString> {
    let script = format!("cd '{}' || exit 99\n{script}", folder.display());
    ["sh".into(), "-c".into(), script.into()].into()
}

/// Observes a shell script. Samples are taken whatever they cost, as on a busy machine.
fn observe(script: &str, folder: &Path) -> Observation {
    let options = Options {
        most_cost: 1.0,
        ..Options::default()
    };
    run(&shell(script, folder), &options, &|| None).unwrap()
}

/// A folder beside the crate: the system's temporary folder may be in memory.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

fn file<'o>(observation: &'o Observation, name: &str) -> &'o FileSeen {
    let mut files = observation.files.iter();
    files
        .find(|file| file.path.ends_with(name))
        .unwrap_or_else(|| panic!("{name} is not among {:?}", observation.files))
}

#[test]
fn bytes_calls_and_files_of_a_command_are_seen() {
    let folder = folder();
    let script = "exec 5>data\n\
                  for part in 1 2 3 4 5 6 7 8; do\n\
                    dd if=/dev/zero bs=64k count=64 >&5 2>/dev/null; sleep 0.15\n\
                  done\n\
                  exec 5>&- 6<data\n\
                  for part in 1 2 3 4 5 6 7 8; do\n\
                    dd of=/dev/null bs=64k count=64 <&6 2>/dev/null; sleep 0.15\n\
                  done\n\
                  exit 3";
    let observation = observe(script, folder.path());
    assert_eq!((observation.exit_code, observation.signal), (Some(3), None));
    assert!(!observation.is_interrupted);
    assert!(observation.seconds >= 16.0 * 0.15);
    assert!(observation.user_cpu_seconds + observation.system_cpu_seconds > 0.0);
    assert!(observation.peak_memory_bytes > 100_000);

    // 32 MiB come from /dev/zero, and 32 MiB from the file; programs read a little more, such as their libraries.
    let totals = &observation.totals;
    let counters = &totals.counters;
    assert!((64 * MIB..66 * MIB).contains(&counters.read_bytes), "{totals:?}");
    assert!((64 * MIB..66 * MIB).contains(&counters.written_bytes), "{totals:?}");
    assert!((1024..2000).contains(&counters.write_calls), "{totals:?}");
    assert!(totals.mean_write_bytes.unwrap() > 32.0 * 1024.0);

    let data = file(&observation, "data");
    assert!(data.is_read && data.is_written && !data.is_direct && !data.is_deleted);
    assert!(data.exists_at_end);
    assert_eq!(data.last_size_bytes, Some(32 * MIB));
    // Bytes that moved after the last sample of an open file are missing.
    let expected = 16 * MIB..=32 * MIB;
    assert!(expected.contains(&data.motion.written_bytes_estimate), "{data:?}");
    assert!(expected.contains(&data.motion.read_bytes_estimate), "{data:?}");
    assert_ne!(data.pattern, Pattern::NotSequential);

    let moved: u64 = observation.samples.iter().map(|sample| sample.moved.read_bytes).sum();
    assert_eq!(moved, counters.read_bytes);
    assert!(observation.processes.iter().any(|process| process.name == "sh"));
    assert!(observation.left_running.is_empty());
    assert!(!observation.cannot_see.is_empty());
}

#[test]
fn a_file_without_a_name_and_an_adopted_process_are_seen() {
    let folder = folder();
    // The parent of the one that writes ends at once.
    let script = "sh -c 'sh -c \"exec 7>gone; rm gone; head -c 5000000 /dev/zero >&7; sleep 1\" &'\n\
                  sleep 2";
    let observation = observe(script, folder.path());
    let gone = file(&observation, "gone");
    assert!(gone.is_deleted && !gone.exists_at_end && gone.is_written);
    assert_eq!(gone.last_size_bytes, Some(5_000_000));
    // It was waited for by this process, and its bytes are counted.
    assert!(observation.totals.counters.written_bytes >= 5_000_000);
    assert!(observation.left_running.is_empty());
    assert!(observation.processes_seen >= 3);
}

#[test]
fn what_a_command_leaves_running_is_named_and_left() {
    let folder = folder();
    let observation = observe("sleep 300 & echo $! > id; sleep 0.5", folder.path());
    let id = id_in(folder.path());
    assert_eq!(observation.left_running.len(), 1);
    assert_eq!(observation.left_running[0].process, id);
    assert_eq!(observation.left_running[0].name, "sleep");
    assert!(is_there(id));
    let id = rustix::process::Pid::from_raw(id.try_into().unwrap()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    let _ = rustix::process::waitpid(Some(id), rustix::process::WaitOptions::empty());
}

fn id_in(folder: &Path) -> u32 {
    let text = std::fs::read_to_string(folder.join("id")).unwrap();
    text.trim().parse().unwrap()
}

fn is_there(id: u32) -> bool {
    Path::new(&format!("/proc/{id}")).exists()
}

/// Stops a command once it has written the number of a process, and returns what was seen with that number.
fn stopped(script: &str, options: &Options) -> (Observation, u32) {
    let folder = folder();
    let ready = folder.path().join("id");
    let stop = || {
        let text = std::fs::read_to_string(&ready).unwrap_or_default();
        text.ends_with('\n').then_some(sigterm())
    };
    let observation = run(&shell(script, folder.path()), options, &stop).unwrap();
    let id = id_in(folder.path());
    (observation, id)
}

fn sigterm() -> i32 {
    rustix::process::Signal::TERM.as_raw()
}

#[test]
fn a_command_that_is_stopped_leaves_no_process() {
    let since = Instant::now();
    let script = "sleep 300 & echo $! > id; sleep 300";
    let (observation, id) = stopped(script, &Options::default());
    assert!(observation.is_interrupted);
    assert_eq!((observation.exit_code, observation.signal), (None, Some(sigterm())));
    assert!(!is_there(id) && !is_there(observation.process));
    assert!(observation.left_running.is_empty());
    assert!(since.elapsed() < Duration::from_secs(100));
}

#[test]
fn a_command_may_end_in_its_own_way_when_it_is_stopped() {
    let script = "trap 'kill $!; exit 9' TERM\nsleep 300 & echo $! > id; wait";
    let (observation, id) = stopped(script, &Options::default());
    assert_eq!((observation.exit_code, observation.signal), (Some(9), None));
    assert!(!is_there(id));
}

#[test]
fn one_that_refuses_to_end_is_killed() {
    let options = Options {
        time_to_end: Duration::from_millis(300),
        ..Options::default()
    };
    let script = "trap '' TERM\nsleep 300 & echo $! > id; sleep 300; sleep 300";
    let (observation, id) = stopped(script, &options);
    assert_eq!(observation.signal, Some(9));
    assert!(!is_there(id) && !is_there(observation.process));
}

#[test]
fn samples_and_files_are_bounded() {
    let folder = folder();
    let options = Options {
        interval: Duration::from_millis(5),
        most_cost: 1.0,
        most_samples: 8,
        most_files: 2,
        ..Options::default()
    };
    let script = "exec 5>a 6>b 7>c; head -c 100000 /dev/zero >&5; sleep 0.7";
    let observation = run(&shell(script, folder.path()), &options, &|| None).unwrap();
    assert!((2..=8).contains(&observation.samples.len()));
    assert!(observation.sampling.counter_looks > 8);
    assert_eq!(observation.files.len(), 2);
    // With files that a locale of the shell maps.
    assert!(observation.files_not_listed >= 1);
    let until = observation.samples.last().unwrap().until_seconds;
    assert!((until - observation.seconds).abs() < 0.5);
}

#[test]
fn many_short_processes_are_in_the_totals() {
    let folder = folder();
    let script = "i=0; while [ $i -lt 100 ]; do head -c 10000 /dev/zero >/dev/null; i=$((i+1)); done";
    let observation = observe(script, folder.path());
    assert!(observation.totals.counters.written_bytes >= 1_000_000);
}

#[test]
fn errors_say_what_to_do() {
    let none = run(&[], &Options::default(), &|| None).unwrap_err();
    assert!(matches!(none, Error::NoCommand));
    let command = [OsString::from("no-such-program-here")];
    let error = run(&command, &Options::default(), &|| None).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("no-such-program-here cannot be started: ")
    );
    assert_eq!(error.to_string().lines().count(), 1);
}

#[test]
fn the_record_begins_with_its_header() {
    let folder = folder();
    let text = serde_json::to_string(&observe("exit 0", folder.path())).unwrap();
    assert!(text.starts_with("{\"feedrate\":{\"version\":"));
    assert!(text.contains("\"format\":\"profile-command\",\"format_version\":1"));
}

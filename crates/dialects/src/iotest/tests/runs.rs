//! Tests that run.

use std::fs;
use std::path::Path;

use feedrate_machine::Volume;
use feedrate_workload::Control;
use feedrate_workload::load::{ScheduleState, Watch};

use super::super::{Error, Ground, Name, Observer, Request, parse, run};
use super::words;
use crate::loads::LoadError;

/// The words that an observer was told, a line each.
#[derive(Default)]
struct Notes(String);

impl Watch for Notes {
    fn look(&mut self, _: &ScheduleState) {}
}

impl Observer for Notes {
    fn warns(&mut self, warning: &str) {
        self.0 += &format!("warning: {warning}\n");
    }

    fn stage(&mut self, what: &str) {
        self.0 += &format!("{what}\n");
    }

    fn done(&mut self) {
        self.0 += "done\n";
    }
}

/// Runs a command line in a folder; returns what it printed and the notes.
fn ran(folder: &Path, line: &str, control: &Control) -> (Result<(), Error>, String, String) {
    let ground = Ground {
        cores: 2,
        ..super::GROUND
    };
    let mut words = words(line);
    words.extend(["-t".into(), folder.into()]);
    let request = parse(&words, Name::Command, ground).unwrap();
    let (mut out, mut notes) = (Vec::new(), Notes::default());
    let ended = run(&request, control, &mut out, &mut notes);
    (ended, String::from_utf8(out).unwrap(), notes.0)
}

fn is_empty(folder: &Path) -> bool {
    feedrate_pageio::folder::entries(folder).unwrap().next().is_none()
}

#[test]
fn both_forms_print_their_lines_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let control = Control::default();
    let (ended, text, notes) = ran(folder.path(), "-i 3 -b 16 -s 64", &control);
    ended.unwrap();
    assert!(text.contains("average write throughput rate : "), "{text}");
    assert!(text.contains("filesize:     1048576 bytes (1.00 megabytes)"), "{text}");
    let stages: Vec<&str> = notes.lines().filter(|line| !line.starts_with("warning")).collect();
    let begins = ["writing 3 files of 1 MiB in", "flushing", "reading 3 files"];
    for (stage, begins) in stages.iter().zip(begins) {
        assert!(stage.starts_with(begins), "{notes}");
    }
    assert_eq!(stages.last(), Some(&"done"));
    let (ended, text, _) = ran(folder.path(), "--filesize 1M", &control);
    ended.unwrap();
    assert!(text.contains("megabytes/second per physical core"), "{text}");
    assert!(text.contains("iterations:   2\n"), "{text}");
    assert!(is_empty(folder.path()));
}

#[test]
fn one_that_is_stopped_prints_no_figure_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let control = Control::default();
    control.stop();
    let (ended, text, _) = ran(folder.path(), "-i 2 -b 16 -s 64", &control);
    assert!(matches!(ended, Err(Error::Load(LoadError::Interrupted))), "{ended:?}");
    assert_eq!(text, "");
    assert!(is_empty(folder.path()));
}

#[test]
fn one_that_does_not_fit_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let control = Control::default();
    let (ended, text, notes) = ran(folder.path(), "-i 1024 -b 1000000000 -s 1024", &control);
    let said = ended.unwrap_err().to_string();
    assert!(
        said.contains("1024 files of") && said.contains("(-i, -b, -s)"),
        "{said}"
    );
    assert_eq!((text.as_str(), notes.as_str()), ("", ""));
    assert!(is_empty(folder.path()));
}

#[test]
fn what_killed_tests_left_is_removed_and_files_of_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let left = folder.path().join(".feedrate-iotest-1-1");
    fs::create_dir(&left).unwrap();
    fs::write(left.join("owner"), "").unwrap();
    fs::write(left.join("1.feedrate"), "x").unwrap();
    fs::write(folder.path().join("thesis"), "years").unwrap();
    let (ended, _, _) = ran(folder.path(), "-i 1 -b 1 -s 4", &Control::default());
    ended.unwrap();
    assert!(!left.exists());
    assert_eq!(fs::read(folder.path().join("thesis")).unwrap(), b"years");
}

#[test]
fn the_room_of_what_killed_tests_left_is_there_for_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut words = words("-i 1 -b 1 -s 4 -t");
    words.push(folder.path().into());
    let Ok(Request::Test(test)) = parse(&words, Name::Command, super::GROUND) else {
        panic!("a test");
    };
    let left = folder.path().join(".feedrate-iotest-1-1");
    fs::create_dir(&left).unwrap();
    fs::write(left.join("owner"), "").unwrap();
    fs::write(left.join("1.feedrate"), vec![1; 256 << 20]).unwrap();
    let free = |volume: &Volume| volume.space.unwrap().available_bytes;
    let before = free(&Volume::of(folder.path()).unwrap());
    let after = free(&super::super::run::swept(&test).unwrap());
    // Others may write meanwhile, but not so much.
    assert!(after > before + (32 << 20), "{before} {after}");
}

#[test]
fn a_description_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let control = Control::default();
    let (ended, text, _) = ran(folder.path(), "--explain", &control);
    ended.unwrap();
    assert!(text.starts_with("This test:\nForm            rhel_iotest.sh"), "{text}");
    assert!(is_empty(folder.path()));
    let mut words = words("-t");
    words.push(folder.path().join("nowhere").into());
    let Ok(Request::Test(test)) = parse(&words, Name::Command, super::GROUND) else {
        panic!("a test");
    };
    let said = run(&Request::Test(test), &control, &mut Vec::new(), &mut Notes::default()).unwrap_err();
    assert!(
        said.to_string()
            .ends_with("there is no such folder; make it, or name another"),
        "{said}"
    );
}

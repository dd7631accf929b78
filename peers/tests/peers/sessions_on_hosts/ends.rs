//! Hosts, sessions and programs that end in the middle of a program: it goes on with what is left, and says what ended.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::run_on;
use crate::hosts::Hosts;
use crate::hosts::ssh;
use crate::hosts::wait::until;
use crate::program::folder;

/// A program whose sessions work until a file is there, and write what they have done.
const PROGRAM: &str = "
%let rc = %sysfunc(grdsvc_enable(_all_, server=SASApp));
%macro all(what); %do k = 1 %to 3; &what; %end; %mend;
%macro start;
  %do k = 1 %to 3;
    signon t&k;
    rsubmit process=t&k wait=no;
      data _null_;
        file \"FOLDER/begun&k\"; put 'begun';
      run;
      data _null_;
        do until (fileexist('FOLDER/go')); end;
      run;
      data _null_;
        file \"FOLDER/done&k\"; put 'done';
      run;
    endrsubmit;
  %end;
%mend;
%start
waitfor _all_ t1 t2 t3;
signoff _all_;
data _null_;
  put 'The program goes on.';
run;
";

/// Starts the program, and returns when all sessions work.
fn started(hosts: &Hosts, folder: &Path) -> Child {
    let program = folder.join("program.sas");
    let text = PROGRAM.replace("FOLDER", &folder.display().to_string());
    fs::write(&program, text).expect("a program");
    let ssh = ssh::start(hosts);
    let mut command: Command = run_on(hosts, &ssh, folder, &program);
    let child = command
        .args(["--log", "log", "--listing", "listing"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("feedrate starts");
    let begun = |number| folder.join(format!("begun{number}")).exists();
    until(
        || (1..=3).all(begun),
        || fs::read_to_string(folder.join("log")).unwrap_or_default(),
    );
    child
}

fn log(folder: &Path) -> String {
    fs::read_to_string(folder.join("log")).expect("a log")
}

#[test]
fn a_host_that_dies_is_named_and_the_others_go_on() {
    let Some(hosts) = Hosts::new("a host that dies under a session") else {
        return;
    };
    let folder = folder();
    let folder = folder.path();
    let mut program = started(&hosts, folder);
    hosts.host("n2").kill_everything();
    fs::write(folder.join("go"), "").expect("a file");
    let status = program.wait().expect("it ends");
    let log = log(folder);
    assert_eq!(status.code(), Some(2), "{log}");
    let named = log
        .lines()
        .any(|line| line.starts_with("ERROR") && line.contains("T2") && line.contains("n2"));
    assert!(named, "{log}");
    assert!(log.contains("The program goes on."), "{log}");
    let done: Vec<bool> = (1..=3)
        .map(|number| folder.join(format!("done{number}")).exists())
        .collect();
    assert_eq!(done, [true, false, true], "{log}");
    for name in ["n1", "n3"] {
        hosts.host(name).assert_nothing_left();
    }
}

#[test]
fn nothing_is_left_on_any_host_by_a_program_that_is_killed() {
    let Some(hosts) = Hosts::new("a program that is killed") else {
        return;
    };
    let folder = folder();
    let mut program = started(&hosts, folder.path());
    program.kill().expect("it is killed");
    program.wait().expect("it ends");
    for host in hosts.all() {
        host.assert_nothing_left();
    }
}

#[test]
fn a_session_that_is_killed_is_told() {
    let Some(hosts) = Hosts::new("a session that is killed") else {
        return;
    };
    let folder = folder();
    let folder = folder.path();
    let mut program = started(&hosts, folder);
    let sessions = hosts.host("n1").processes();
    let session = sessions
        .iter()
        .find(|process| process.command.ends_with("feedrate host"));
    session
        .unwrap_or_else(|| panic!("no session among {sessions:?}"))
        .kill();
    fs::write(folder.join("go"), "").expect("a file");
    let status = program.wait().expect("it ends");
    let log = log(folder);
    assert_eq!(status.code(), Some(2), "{log}");
    assert!(
        log.lines().any(|line| line.starts_with("ERROR") && line.contains("T1")),
        "{log}"
    );
    for host in hosts.all() {
        host.assert_nothing_left();
    }
}

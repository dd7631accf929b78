//! Sessions on other hosts. A launcher is a script here that starts its words on this machine, with a folder of its own
//! for temporary files.

mod ends;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

use super::{assert_nothing_left, place_of};
use crate::run::{errors, names_in};
use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder};

/// A launcher that starts its words as they are.
const AS_THEY_ARE: &str = "exec \"$@\"";

/// One whose words a shell reads anew after a greeting, as with `ssh`.
const ANEW: &str = "echo \"Welcome to $host\"; eval \"exec $*\"";

/// Creates a folder with a program and the launcher `enter`, whose words follow in `$@` and the host in `$host`.
fn hosts(program: &str, launcher: &str) -> TestFolder {
    let dir = place_of(program, &[]);
    let script =
        format!("#!/bin/sh\nhost=$1; shift\nmkdir -p there/$host\nexport TMPDIR=\"$PWD/there/$host\"\n{launcher}\n");
    fs::write(dir.path("enter"), script).expect("a launcher");
    let mode = fs::Permissions::from_mode(0o700);
    fs::set_permissions(dir.path("enter"), mode).expect("a launcher");
    dir
}

/// Returns the command that runs the program with the launcher, the program on its hosts, and further options.
fn command(dir: &TestFolder, options: &[&str]) -> Command {
    let mut command = dir.command("run p.sas --work work");
    command.args(["-o", "launch=./enter {host}"]);
    command.args(["-o", &format!("hostprogram={PROGRAM}")]);
    for option in options {
        command.args(["-o", option]);
    }
    command
}

fn run(dir: &TestFolder, options: &[&str]) -> ProgramOutput {
    ProgramOutput::of(command(dir, options))
}

/// Runs a program that ends well, and returns its log.
#[track_caller]
fn log_of(program: &str, launcher: &str, options: &[&str]) -> String {
    let dir = hosts(program, launcher);
    let ran = run(&dir, options);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_nothing_there(&dir);
    ran.stderr
}

/// Runs a program whose only error is that of SIGNON, and returns the error with the lines that follow it.
#[track_caller]
fn refused(program: &str, launcher: &str, options: &[&str]) -> String {
    let dir = hosts(program, launcher);
    let ran = run(&dir, options);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert_eq!(errors(&ran.stderr).len(), 1, "{}", ran.stderr);
    assert_nothing_there(&dir);
    let from = ran.stderr.find("ERROR: ").expect("an error");
    ran.stderr[from..].to_owned()
}

/// Checks that nothing is left on any host, nor here.
#[track_caller]
fn assert_nothing_there(dir: &TestFolder) {
    assert_nothing_left(dir);
    if dir.path("there").exists() {
        for host in names_in(dir, "there") {
            assert_eq!(names_in(dir, &format!("there/{host}")), [""; 0], "{host}");
        }
    }
}

#[test]
fn a_session_runs_on_the_host_that_its_command_names() {
    let program = "libname x 'lib'; data x.a; i = 7; run;
signon n2 sascmd='./enter n2 feedrate -cpucount 2' inheritlib=(x);
%syslput y=8;
rsubmit n2;
 data own; set x.a; put 'read ' i \"and &y \" \"on %sysfunc(getoption(cpucount)) cores\"; run;
 data _null_; put \"in %sysfunc(getoption(work))\"; run;
 %sysrput from=there;
endrsubmit;
listtask _all_;
%put &from.;
signoff n2;";
    for launcher in [AS_THEY_ARE, ANEW] {
        let log = log_of(program, launcher, &[]);
        for line in [
            "NOTE: Remote signon to N2 complete.\nNOTE: Session N2 runs on host n2",
            "\nN2: read 7 and 8 on 2 cores\n",
            "\nthere\n",
            "N2       (host n2) has done all that was submitted to it",
            "NOTE: Remote signoff from N2 complete.",
        ] {
            assert!(log.contains(line), "{line}: {log}");
        }
        assert!(log.contains("N2: in ") && log.contains("/there/n2/"), "{log}");
    }
}

#[test]
fn sessions_without_a_host_go_round_those_of_the_user() {
    let log = log_of(
        "signon a; signon b; signon c; signoff a; signon d;
options autosignon; rsubmit e; %put in e; endrsubmit;
%put a d: %sysfunc(grdsvc_getname(d)) c: %sysfunc(grdsvc_getname(c)) nodes %sysfunc(grdsvc_nnodes());
signon here sascmd='!sascmd';",
        AS_THEY_ARE,
        &["hosts=n[1-2]"],
    );
    for line in [
        "Session A runs on host n1",
        "Session B runs on host n2",
        "Session C runs on host n1",
        // A is gone.
        "Session D runs on host n1",
        "Session E runs on host n2",
        "\na d: n1 c: n1 nodes 2\n",
        "NOTE: Remote signon to HERE complete.\n",
    ] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert!(!log.contains("Session HERE runs"), "{log}");
}

#[test]
fn a_grid_program_runs_as_it_stands() {
    let program = "%let rc=%sysfunc(grdsvc_enable(_all_, server=SASApp; jobname=night));
%let no=%sysfunc(grdsvc_enable(t2, \"\"));
%put rc=&rc no=&no;
signon t1; signon t2;
%put t1 on %sysfunc(grdsvc_getname(t1)) of %sysfunc(grdsvc_nnodes(server=SASApp));
rsubmit t1 wait=no; data a; i = 1; run; endrsubmit;
waitfor _all_ t1; signoff _all_;";
    let log = log_of(program, AS_THEY_ARE, &["hosts=n1,n2"]);
    for line in ["\nrc=0 no=2\n", "Session T1 runs on host n1", "\nt1 on n1 of 2\n"] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert!(!log.contains("Session T2 runs"), "{log}");
    let in_a_step = "data _null_;
 length host $40;
 rc = grdsvc_enable('t1', 'server=SASApp'); nodes = grdsvc_nnodes('server=SASApp');
 put rc= nodes=;
run;
signon t1; signon t2 sascmd='!sascmd';
data _null_; length host $40; host = grdsvc_getname('t1'); put host=; run;";
    let log = log_of(in_a_step, AS_THEY_ARE, &["hosts=n1,n2,n3"]);
    assert!(log.contains("\nrc=0 nodes=3\n") && log.contains("\nhost=n1\n"), "{log}");
    // Without hosts its sessions are processes of this machine, and it is told.
    let ran = hosts(program, AS_THEY_ARE).run("run p.sas --work work");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nrc=1 no=2\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("NOTE: There is no grid here"), "{}", ran.stderr);
}

#[test]
fn a_program_starts_nothing_that_the_user_has_not_allowed() {
    let dir = hosts(
        "signon a sascmd='./enter n2 feedrate';
signon b sascmd='!sascmd -launch x';
options launch='./enter {host}';
options hosts='n1' bring;
%put launch=[%sysfunc(getoption(launch))];",
        "touch started",
    );
    let ran = dir.run("run p.sas --work work");
    assert_eq!(ran.code, Some(2));
    let errors = errors(&ran.stderr);
    assert_eq!(errors.len(), 5, "{}", ran.stderr);
    for (error, says) in errors.iter().zip([
        "give `feedrate run -o launch='./enter {host}'`",
        "SASCMD= has -launch: LAUNCH is for the user alone, as in `feedrate run -o launch=…`",
        "LAUNCH is for the user alone",
        "HOSTS is for the user alone",
        "BRING is for the user alone, as in `feedrate run -o bring`",
    ]) {
        assert!(error.contains(says), "{says}: {error}");
    }
    assert!(ran.stderr.contains("\nlaunch=[]\n"), "{}", ran.stderr);
    assert!(!dir.path("started").exists());
    // Another command than the launcher of the user.
    for command in ["./enter -x feedrate", "./enter n2 rm -rf lib", "rsh n2 feedrate"] {
        let program = format!("signon a sascmd='{command}';");
        let dir = hosts(&program, "touch started");
        let ran = run(&dir, &[]);
        assert_eq!(ran.code, Some(2), "{command}");
        assert!(!dir.path("started").exists(), "{command}");
    }
}

#[test]
fn options_that_cannot_be_used_are_told_before_the_program() {
    let dir = hosts("data _null_; run;", AS_THEY_ARE);
    for (option, says) in [
        ("hosts=n1,n1", "named twice"),
        ("hosts=@none", "cannot be read"),
        ("hostprogram=a;b", "HOSTPROGRAM="),
        ("hosttimeout=0", "Invalid option value 0 for SAS option HOSTTIMEOUT"),
        ("launch={host}", "LAUNCH="),
    ] {
        let said = dir.fail(&format!("run p.sas -o {option}"));
        assert!(said.contains(says), "{option}: {said}");
    }
}

#[test]
fn folders_are_those_of_the_host() {
    // Whoever enters finds the folder gone.
    let program = "libname x 'lib'; signon n2 sascmd='./enter n2 feedrate' inheritlib=(x); rsubmit n2; endrsubmit;";
    let error = refused(program, "rmdir lib; exec \"$@\"", &[]);
    assert!(error.contains("Assigning X in N2 on host n2"), "{error}");
    assert!(error.contains("lib is not on this host"), "{error}");
    let program = "signon n2 sascmd='./enter n2 feedrate -work made';";
    let error = refused(program, AS_THEY_ARE, &[]);
    assert!(
        error.contains("N2 on host n2 cannot begin: no folder of WORK can be made in made"),
        "{error}"
    );
    let dir = hosts(program, "mkdir made; exec \"$@\"");
    let ran = run(&dir, &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(names_in(&dir, "made"), [""; 0]);
}

#[test]
fn a_host_has_no_launcher_and_its_sessions_are_its_own() {
    let dir = hosts(
        "signon n2 sascmd='./enter n2 feedrate';
rsubmit n2;
 %put launch=[%sysfunc(getoption(launch))] hosts=[%sysfunc(getoption(hosts))];
 signon deep; rsubmit deep; data _null_; put 'two deep'; run; endrsubmit; signoff deep;
endrsubmit;",
        AS_THEY_ARE,
    );
    let ran = ProgramOutput::of({
        let mut command = command(&dir, &["hosts=n1"]);
        command.args(["--json", "j", "--timeline", "t.html"]);
        command
    });
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nN2: launch=[] hosts=[]\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nN2: DEEP: two deep\n"), "{}", ran.stderr);
    assert_nothing_there(&dir);
    let record = fs::read_to_string(dir.path("j")).expect("the record");
    let record: Value = crate::json::parse(&record);
    let sessions = record["sessions"].as_array().expect("sessions");
    assert_eq!(sessions.len(), 2);
    for session in sessions {
        assert_eq!(session["host"]["name"], "n2");
        let offset = session["host"]["clock_offset_seconds"].as_f64();
        assert!(offset.is_some_and(|seconds| seconds.abs() < 5.0), "{session}");
        for step in session["steps"].as_array().expect("steps") {
            let time = |record: &Value, name: &str| record[name].as_u64().expect("a time");
            let began = time(step, "began_microseconds");
            assert!(began + 5_000_000 > time(&record, "began_microseconds"));
            assert!(began < time(&record, "ended_microseconds") + 5_000_000);
        }
    }
    let page = fs::read_to_string(dir.path("t.html")).expect("the page");
    assert!(page.contains("N2 on n2"), "{page}");
}

#[test]
fn a_program_that_is_brought_leaves_nothing() {
    let program = "signon n2 sascmd='./enter n2 feedrate'; rsubmit n2; %put brought; endrsubmit;";
    for options in [&["bring"][..], &["bringto=there/n2"]] {
        let dir = hosts(program, ANEW);
        let mut command = dir.command("run p.sas --work work");
        command.args(["-o", "launch=./enter {host}"]);
        for option in options {
            command.args(["-o", option]);
        }
        let ran = ProgramOutput::of(command);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stderr.contains("\nN2: brought\n"), "{}", ran.stderr);
        assert_nothing_there(&dir);
    }
}

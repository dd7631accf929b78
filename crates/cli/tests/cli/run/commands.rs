//! Commands of the system that programs run.

use std::fs;

use rustix::process::Signal;

use super::place_with;
use crate::test_folder::until;

#[test]
fn programs_run_no_commands_unless_the_user_allows_them() {
    for (program, text) in [
        ("x 'touch made';", "Shell escape is not valid"),
        ("%sysexec touch made;", "-o xcmd"),
        (
            "filename p pipe 'touch made';",
            "Insufficient authorization to access PIPE",
        ),
        (
            "data _null_; infile 'touch made' pipe; input; run;",
            "Insufficient authorization to access PIPE",
        ),
        (
            "data _null_; file 'touch made' pipe; put 'a'; run;",
            "Insufficient authorization to access PIPE",
        ),
        (
            "data _null_; call system('touch made'); run;",
            "Shell escape is not valid",
        ),
        (
            "data _null_; x = system('touch made'); run;",
            "Shell escape is not valid",
        ),
        ("options xcmd; x 'touch made';", "XCMD is for the user alone"),
    ] {
        let dir = place_with(&[("p.sas", program)]);
        let ran = dir.run("run p.sas");
        assert_ne!(ran.code, Some(0), "{program}");
        assert!(ran.stderr.contains(text), "{program}: {}", ran.stderr);
        assert!(!dir.path("made").exists(), "{program}");
    }
}

#[test]
fn commands_are_read_and_written_and_have_exit_codes() {
    let program = "filename p pipe 'printf \"1 a\\n2 b\\n\"; echo careful >&2';
        data read; infile p; input n t $; put n= t=; run;
        data _null_; file 'sort -r > sorted; echo done' pipe; set read; put n; run;
        x 'echo from x; exit 3';
        %put x: &sysrc;
        %sysexec exit 4;
        %put sysexec: &sysrc;
        data _null_; code = system('exit 5'); put code=; call system('echo from call'); x = 1; put x=; run;";
    let dir = place_with(&[("p.sas", program)]);
    let ran = dir.run("run p.sas -o xcmd");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let mut lines = ran.stderr.lines();
    for wanted in [
        "Pipe command=",
        "n=1 t=a",
        "n=2 t=b",
        "Stderr output:",
        "careful",
        "NOTE: 2 records were read from the infile P.",
        "done",
        "from x",
        "x: 3",
        "sysexec: 4",
        "code=5",
        "from call",
        "x=1",
    ] {
        assert!(lines.any(|line| line.contains(wanted)), "{wanted}: {}", ran.stderr);
    }
    assert_eq!(fs::read_to_string(dir.path("sorted")).expect("its file"), "2\n1\n");
}

#[test]
fn a_signal_kills_a_command_with_what_it_has_started() {
    for program in [
        "data _null_; infile 'sleep 1000 & echo $! > id.new; mv id.new id; wait' pipe; input; run;",
        "x 'sleep 1000 & echo $! > id.new; mv id.new id; wait';",
        "data _null_; x = system('sleep 1000 & echo $! > id.new; mv id.new id; wait'); run;",
    ] {
        let dir = place_with(&[("p.sas", program)]);
        let run = dir.start("run p.sas -o xcmd --log log");
        until("the command runs", || dir.path("id").exists());
        let id = fs::read_to_string(dir.path("id")).expect("its number");
        run.signal(Signal::INT);
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(130), "{program}: {}", ran.stderr);
        let stat = format!("/proc/{}/stat", id.trim());
        until("it is gone", || {
            fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z"))
        });
    }
}

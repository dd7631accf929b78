//! Unusual conditions of the system: broken standard error, few open files allowed, odd names.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Resource, Rlimit, Signal, geteuid, setrlimit};

use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder, until};

/// Returns a command that runs the program under settings of a shell.
fn under(dir: &TestFolder, settings: &str, line: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{settings}; exec \"$@\""), "sh", PROGRAM]);
    shell.args(line.split_whitespace());
    dir.prepare(shell)
}

#[test]
fn a_standard_error_that_nobody_hears_is_no_fault() {
    let dir = TestFolder::new();
    let full = || File::create("/dev/full").expect("the full device");
    let mut failing = dir.command("measure nowhere");
    let status = failing.stderr(full()).status().expect("it runs");
    assert_eq!(status.code(), Some(2));

    let mut check = dir.command("check .");
    let mut check = check.stderr(full()).spawn().expect("it runs");
    until("it is at work", || !dir.names().is_empty());
    crate::test_folder::kill(check.id(), Signal::TERM);
    assert_eq!(check.wait().expect("it ends").code(), Some(143));
    assert!(dir.names().is_empty());
}

#[test]
fn many_streams_need_no_more_than_the_system_allows_at_most() {
    let dir = TestFolder::new();
    let names: Vec<String> = (0..60).map(|number| format!("file{number}")).collect();
    for name in &names {
        dir.file(name, 4096);
    }
    let line = format!("measure {} --page 4K", names.join(" "));
    let ran = ProgramOutput::of(under(&dir, "ulimit -S -n 40", &line));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}

#[test]
fn a_small_stack_is_enough() {
    let dir = TestFolder::new();
    let deep = format!("data a; x = {}1{}; run;", "(".repeat(20), ")".repeat(20));
    fs::write(dir.path("p.sas"), deep).expect("a program");
    for line in [
        "run p.sas",
        "--help",
        "measure new --do write --size 64k --time 1 --run-as processes",
        "fio --name=a --rw=write --size=64k",
    ] {
        let ran = ProgramOutput::of(under(&dir, "ulimit -s 64", line));
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_folder_that_cannot_be_closed_is_no_panic() {
    if Command::new("strace").arg("-V").output().is_err() {
        return;
    }
    let dir = TestFolder::new();
    fs::create_dir(dir.path("lib")).expect("a folder");
    let program = "libname l 'lib'; data l.a; x = 1; run; proc contents data=l._all_; run; data b; set l.a; run; \
                   proc datasets lib=l; delete a; run; quit;";
    fs::write(dir.path("p.sas"), program).expect("a program");
    for folder in ["lib", "."] {
        let mut traced = Command::new("strace");
        let shown = dir.path(folder).canonicalize().expect("it is there");
        traced.args(["-f", "-o", "trace", "-e", "trace=close", "-P"]);
        traced.arg(shown);
        traced.args(["-e", "inject=close:error=EIO", PROGRAM]);
        traced.args(["run", "p.sas", "--work", "."]);
        let ran = ProgramOutput::of(dir.prepare(traced));
        let trace = fs::read_to_string(dir.path("trace")).unwrap_or_default();
        if trace.is_empty() {
            // Tracing is not permitted here.
            return;
        }
        assert!(trace.contains("(INJECTED)"), "{trace}");
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    }
}

#[test]
fn signals_that_it_was_started_to_ignore_are_ignored() {
    let dir = TestFolder::new();
    let line = "measure new --do write --size 1M --time 1.5 --rate 50M";
    let run = dir.background(under(&dir, "trap '' HUP", line));
    until("it writes", || dir.path("new").exists());
    run.signal(Signal::HUP);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(!ran.stdout.contains("Interrupted"), "{}", ran.stdout);

    let run = dir.start(&line.replace("new", "other"));
    until("it writes", || dir.path("other").exists());
    run.signal(Signal::HUP);
    assert_eq!(run.end().1.code, Some(129));
}

#[test]
fn names_of_folders_do_not_command_the_terminal() {
    let dir = TestFolder::new();
    let name = "odd\nname\u{1b}[2J";
    fs::create_dir(dir.path(name)).expect("a folder");
    let mut command = dir.command("check --quick");
    command.arg(name);
    let run = dir.background(command);
    let inside = || fs::read_dir(dir.path(name)).expect("the folder").count();
    until("it is at work", || inside() > 0);
    run.signal(Signal::TERM);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(143), "{}", ran.stderr);
    assert_eq!(inside(), 0);
    assert!(ran.stderr.contains("odd name\u{241b}[2J: "), "{}", ran.stderr);
    assert!(!ran.stderr.contains('\u{1b}'), "{}", ran.stderr);

    let mut command = dir.command("check");
    command.arg("no\nsuch\u{1b}[2J");
    let said = ProgramOutput::of(command);
    let last = said.stderr.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("feedrate: ") && last.contains("no such\u{241b}"),
        "{last}"
    );
}

/// A user that runs nothing else, so that its processes can be counted.
const NOBODY_ELSE: u32 = 4_123_458;

/// Returns a command as that user, with a limit of processes and threads.
fn with_processes(dir: &TestFolder, command: Command, most: u64) -> Command {
    let mut command = dir.prepare(command);
    command.uid(NOBODY_ELSE).gid(NOBODY_ELSE);
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    // SAFETY: between fork and exec it makes one system call.
    unsafe { command.pre_exec(move || Ok(setrlimit(Resource::Nproc, limit)?)) };
    command
}

#[test]
fn a_program_goes_on_without_the_threads_that_are_refused() {
    let dir = TestFolder::new();
    if !geteuid().is_root() {
        eprintln!("left out: only the superuser can start a program as another user");
        return;
    }
    fs::set_permissions(dir.path(""), Permissions::from_mode(0o777)).expect("its folder");
    let mut reaches = Command::new("test");
    reaches.args(["-x", PROGRAM, "-a", "-w", "."]);
    if ProgramOutput::of(with_processes(&dir, reaches, 1)).code != Some(0) {
        eprintln!("left out: another user does not reach the program");
        return;
    }
    let program = "libname l 'data';
        data l.a; do i = 1 to 200000; x = mod(i * 7919, 1000003); y = i * 2; output; end; run;
        data l.b; set l.a; z = x + y; run;
        proc means data=l.b sum; run;
        proc sort data=l.b out=l.c; by x; run;";
    let run = |most: u64| {
        let name = most.to_string();
        fs::create_dir(dir.path(&name)).expect("a folder");
        fs::set_permissions(dir.path(&name), Permissions::from_mode(0o777)).expect("a folder");
        let program = program.replace("'data'", &format!("'{name}'"));
        fs::write(dir.path("program.sas"), program).expect("a program");
        let mut command = Command::new(PROGRAM);
        command.args(["run", "program.sas", "--work", "."]);
        let ran = ProgramOutput::of(with_processes(&dir, command, most));
        let made = fs::read(dir.path(&format!("{name}/c.sas7bdat")));
        (ran, made.unwrap_or_default().len())
    };
    let (free, bytes) = run(100);
    assert_eq!(free.code, Some(0), "{}", free.stderr);
    assert!(!free.stderr.contains("ulimit -u"), "{}", free.stderr);
    // The program needs one thread.
    let (ran, _) = run(1);
    let line = ran.failed("run");
    assert!(
        line.contains("no thread can be started") && line.contains("ulimit -u"),
        "{line}"
    );
    let mut said = Vec::new();
    for most in 2..=8 {
        let (ran, made) = run(most);
        let code = ran.code;
        assert_eq!(code, Some(0), "{most}: {}", ran.stderr);
        assert_eq!(made, bytes, "{most}");
        said.push(ran.stderr.contains("ulimit -u"));
    }
    assert!(said[0] && said[1], "what was done without is told");
}

#[test]
fn a_sort_of_many_runs_goes_on_with_few_open_files() {
    let dir = TestFolder::new();
    let program = "libname l '.';
        data l.a; length t $ 200; do i = 1 to 60000; x = mod(i * 7919, 1000003); output; end; run;
        proc sort data=l.a out=l.b sortsize=200K details; by x; run;
        data _null_; set l.b; by x; run;";
    fs::write(dir.path("program.sas"), program).expect("a program");
    for most in [24, 40, 70] {
        let mut command = Command::new(PROGRAM);
        command.args(["run", "program.sas", "--work", "."]);
        let mut command = dir.prepare(command);
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        // SAFETY: between fork and exec it makes one system call.
        unsafe { command.pre_exec(move || Ok(setrlimit(Resource::Nofile, limit)?)) };
        let ran = ProgramOutput::of(command);
        assert_eq!(ran.code, Some(0), "{most}: {}", ran.stderr);
        assert!(ran.stderr.contains("It laid down"), "{}", ran.stderr);
    }
}

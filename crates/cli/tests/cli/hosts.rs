//! Commands on several hosts, which are this machine behind launchers of the tests' own.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;

use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder, until_written};

/// Returns the folder with launchers: `here HOST COMMAND…` runs the command as it is, as `podman exec` does; `shell`
/// has a shell parse it again, after a greeting, as `ssh` does.
fn with_launchers() -> TestFolder {
    let dir = TestFolder::new();
    let scripts = [
        ("here", "shift; exec \"$@\""),
        ("shell", "echo \"Welcome to $1\"; shift; exec sh -c \"$*\""),
        ("hangs", "test $1 != n2 || exec sleep 1000; shift; exec \"$@\""),
        (
            "refuses",
            "test $1 != n2 || { echo 'n2: no route' >&2; exit 255; }; shift; exec \"$@\"",
        ),
        // A program of another version, and one that is none.
        ("older", "printf '\\036feedrate host 0.0.1\\n'; cat >/dev/null"),
        ("speaks", "echo 'this is no feedrate'"),
    ];
    for (name, script) in scripts {
        let path = dir.path(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }
    dir
}

/// Returns a command with hosts, launcher and the program there.
fn on_hosts(dir: &TestFolder, line: &str, hosts: &str, launcher: &str) -> Command {
    let mut command = dir.command(line);
    command
        .args(["--hosts", hosts, "--launch", &format!("./{launcher} {{host}}")])
        .args(["--host-program", PROGRAM]);
    command
}

fn result(dir: &TestFolder, line: &str, hosts: &str) -> Value {
    let ran = ProgramOutput::of(on_hosts(dir, line, hosts, "here"));
    assert_eq!(ran.code, Some(0), "{line}: {}", ran.stderr);
    serde_json::from_str(&ran.stdout).expect("clean JSON")
}

/// Returns the names of files that do not belong to the launchers.
fn made(dir: &TestFolder) -> Vec<String> {
    let mut names = dir.names();
    names.retain(|name| !["here", "shell", "hangs", "refuses", "older", "speaks"].contains(&name.as_str()));
    names
}

#[test]
fn all_hosts_write_at_once_and_each_is_shown() {
    let dir = with_launchers();
    let report = ProgramOutput::of(on_hosts(
        &dir,
        "measure {host}-f --do write --size 4M",
        "n[1-3]",
        "shell",
    ));
    assert_eq!(report.code, Some(0), "{}", report.stderr);
    let text = report.stdout;
    assert!(text.starts_with("measure on 3 hosts: "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for word in ["n1", "n2", "n3", "all", "Common start", "are one machine"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert_eq!(made(&dir), ["n1-f", "n2-f", "n3-f"]);
}

#[test]
fn the_sum_is_that_of_the_hosts() {
    let dir = with_launchers();
    dir.succeed("measure f --do write --size 8M");
    let result = result(&dir, "measure f --time 0.5 --repeats 2 --json -", "a,b,c");
    let rounds = result["rounds"].as_array().expect("rounds");
    assert_eq!(rounds.len(), 2);
    for round in rounds {
        let hosts = round["hosts"].as_array().expect("hosts");
        assert_eq!(hosts.len(), 3);
        let sum: u64 = hosts.iter().filter_map(|host| host["bytes"].as_u64()).sum();
        assert_eq!(round["bytes"].as_u64(), Some(sum));
        // The rates that the hosts report of their own agree with the output of the command.
        let together = &round["while_all_ran"]["megabytes_per_second"];
        let rates: f64 = hosts
            .iter()
            .filter_map(|host| host["megabytes_per_second"].as_f64())
            .sum();
        let together = together.as_f64().expect("a rate");
        assert!((together / rates - 1.0).abs() < 0.2, "{together} {rates}");
        assert!(round["start_within_microseconds"].as_f64() < Some(1e5));
    }
    for (host, name) in result["hosts"].as_array().expect("hosts").iter().zip(["a", "b", "c"]) {
        assert_eq!(host["name"], name);
        let own = host["output"]["runs"][0]["bytes"].as_u64();
        let in_round = rounds[0]["hosts"]
            .as_array()
            .and_then(|hosts| hosts.iter().find(|host| host["name"] == name));
        assert_eq!(own, in_round.and_then(|host| host["bytes"].as_u64()));
    }
}

#[test]
fn starts_are_common_also_for_processes_and_groups_of_jobs() {
    let dir = with_launchers();
    result(
        &dir,
        "measure {host}-f --do write --size 1M --run-as processes --json -",
        "a,b",
    );
    let jobs = "[global]\nsize=1m\nioengine=psync\n[one]\nrw=write\n[two]\nstonewall\nrw=read\n";
    fs::write(dir.path("jobs.fio"), jobs).expect("a job file");
    let result = result(&dir, "fio jobs.fio --hosts-json -", "a,b");
    assert_eq!(result["rounds"].as_array().map(Vec::len), Some(2));
    assert_eq!(result["command"][1], "jobs.fio");
    let names = ["a.one.0.0", "a.two.0.0", "b.one.0.0", "b.two.0.0"];
    for name in names {
        assert!(dir.path(name).exists(), "{name}: {:?}", dir.names());
    }
    let output = result["hosts"][0]["output"].as_str().expect("fio's output");
    assert!(output.contains("one: (groupid=0"), "{output}");
}

#[test]
fn other_tools_run_on_hosts_too() {
    let dir = with_launchers();
    fs::write(dir.path("param.txt"), "{host}-test.dat 1 0x0 4\n").expect("a parameter file");
    let sqlio = result(
        &dir,
        "sqlio -kW -s1 -fsequential -b64 -Fparam.txt --hosts-json -",
        "a,b",
    );
    assert_eq!(sqlio["rounds"].as_array().map(Vec::len), Some(1), "{sqlio}");
    assert!(dir.path("a-test.dat").exists() && dir.path("b-test.dat").exists());
    let diskspd = result(&dir, "diskspd -c1M -b64K -d1 -W0 {host}.dat --hosts-json -", "a,b");
    assert!(diskspd["rounds"][0]["bytes"].as_u64() > Some(0));
    let profile = "<Profile><TimeSpans><TimeSpan><Duration>1</Duration><Warmup>0</Warmup><Targets><Target>\
                   <Path>{host}-span.dat</Path><FileSize>65536</FileSize></Target></Targets></TimeSpan></TimeSpans>\
                   </Profile>";
    fs::write(dir.path("p.xml"), profile).expect("a profile");
    result(&dir, "diskspd -Xp.xml --hosts-json -", "a,b");
    assert!(dir.path("a-span.dat").exists() && dir.path("b-span.dat").exists());
}

#[test]
fn a_host_that_fails_is_named_and_nothing_is_left() {
    let dir = with_launchers();
    let line = "measure {host}-f --do write --size 1M --time 30";
    let told = |launcher: &str, more: &[&str]| {
        let mut command = on_hosts(&dir, line, "n1,n2,n3", launcher);
        command.args(more);
        let since = Instant::now();
        let line = ProgramOutput::of(command).failed(launcher);
        assert!(since.elapsed() < Duration::from_secs(15), "{launcher}");
        line
    };
    let line = told("refuses", &[]);
    assert!(line.contains("n2: ") && line.contains("no route"), "{line}");
    let line = told("hangs", &["--host-timeout", "1"]);
    assert!(line.contains("n2: it has not answered within 1.00 s"), "{line}");
    assert_eq!(made(&dir), Vec::<String>::new());
}

#[test]
fn what_is_no_feedrate_of_this_version_is_told() {
    let dir = with_launchers();
    let told = |launcher: &str| {
        let ran = ProgramOutput::of(on_hosts(&dir, "measure f", "n1", launcher));
        assert_eq!(ran.code, Some(2));
        ran.stderr
    };
    let line = told("older");
    assert!(line.contains("n1: feedrate there is 0.0.1, and here"), "{line}");
    let line = told("speaks");
    assert!(line.contains("this is no feedrate"), "{line}");
    let mut missing = dir.command("measure f --hosts n1 --host-program /no/such/feedrate");
    missing.args(["--launch", "./shell {host}"]);
    let line = ProgramOutput::of(missing).stderr;
    assert!(line.contains("/no/such/feedrate"), "{line}");
}

#[test]
fn the_program_is_brought_and_taken_away() {
    let dir = with_launchers();
    fs::create_dir(dir.path("there")).expect("a folder");
    for launcher in ["here", "shell"] {
        let mut command = dir.command("measure {host}-f --do write --size 1M");
        command
            .args(["--hosts", "n1,n2", "--launch", &format!("./{launcher} {{host}}")])
            .arg(format!("--bring={}", dir.path("there").display()));
        let ran = ProgramOutput::of(command);
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let left = fs::read_dir(dir.path("there")).expect("the folder").count();
        assert_eq!(left, 0, "{launcher}");
    }
    let mut command = dir.command("measure f --hosts n1 --bring=/no/such/folder");
    command.args(["--launch", "./here {host}"]);
    let line = ProgramOutput::of(command).stderr;
    assert!(
        line.starts_with("feedrate: n1: ") && line.contains("/no/such/folder"),
        "{line}"
    );
}

#[test]
fn what_would_be_one_file_of_several_hosts_is_refused() {
    let dir = with_launchers();
    let told = |line: &str| {
        let ran = ProgramOutput::of(on_hosts(&dir, line, "a,b", "here"));
        assert_eq!(ran.code, Some(2), "{line}");
        assert!(ran.stderr.contains("put {host} into its name"), "{}", ran.stderr);
    };
    told("measure f --do write --size 1M");
    told("measure f --do mix --write-to g");
    told("fio --name=a --filename=f --rw=write --size=1m");
    told("diskspd -c1M -d1 f");
    assert_eq!(made(&dir), Vec::<String>::new());
}

#[test]
fn a_failure_of_the_command_is_that_of_the_host() {
    let dir = with_launchers();
    dir.file("n1-theirs", 1 << 20);
    let line = ProgramOutput::of(on_hosts(
        &dir,
        "measure {host}-theirs --do write --size 1M",
        "n1,n2",
        "here",
    ))
    .failed("theirs");
    assert!(
        line.starts_with("feedrate: n1: ") && line.contains("n1-theirs"),
        "{line}"
    );
    assert_eq!(made(&dir), ["n1-theirs"]);
}

#[test]
fn ctrl_c_shows_the_results_so_far_and_tidies_up_everywhere() {
    let dir = with_launchers();
    let line = "measure {host}-new --do write --size 16M --time 30 --rate 50M";
    let run = dir.background(on_hosts(&dir, line, "n1,n2", "here"));
    until_written(&dir.path("n1-new"));
    until_written(&dir.path("n2-new"));
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    assert!(ran.stdout.contains("Interrupted by SIGINT"), "{}", ran.stdout);
    assert_eq!(made(&dir), Vec::<String>::new());
}

#[test]
fn ctrl_c_ends_the_check_of_the_first_host_too() {
    let dir = with_launchers();
    let run = dir.background(on_hosts(&dir, "check .", "n1,n2", "here"));
    let since = Instant::now();
    while made(&dir).is_empty() {
        assert!(since.elapsed() < Duration::from_secs(20), "no check began");
        std::thread::sleep(Duration::from_millis(20));
    }
    let since = Instant::now();
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    assert!(since.elapsed() < Duration::from_secs(15));
    assert_eq!(made(&dir), Vec::<String>::new());
}

#[test]
fn a_launcher_whose_children_go_on_is_not_waited_for() {
    let dir = with_launchers();
    fs::write(dir.path("hangs"), "#!/bin/sh\nsleep 60\nexit 0\n").expect("a script");
    let mut command = on_hosts(&dir, "measure f", "n1,n2", "hangs");
    command.args(["--host-timeout", "1"]);
    let since = Instant::now();
    let line = ProgramOutput::of(command).failed("hangs");
    assert!(since.elapsed() < Duration::from_secs(30));
    assert!(line.contains("n1, n2: it has not answered within 1.00 s"), "{line}");
}

#[test]
fn a_host_of_an_allocation_is_not_started_by_each_task() {
    let dir = TestFolder::new();
    let mut command = dir.command("measure f --hosts slurm");
    command
        .env("SLURM_STEP_NUM_TASKS", "3")
        .env("SLURM_JOB_NODELIST", "n[1-3]");
    let line = ProgramOutput::of(command).failed("three tasks");
    assert!(line.contains("3 of this program"), "{line}");
}

#[test]
fn a_client_that_is_killed_leaves_nothing() {
    let dir = with_launchers();
    let line = "measure {host}-new --do write --size 16M --time 60 --rate 50M";
    let run = dir.background(on_hosts(&dir, line, "n1,n2", "here"));
    until_written(&dir.path("n1-new"));
    run.signal(Signal::KILL);
    run.end();
    let since = Instant::now();
    while !made(&dir).is_empty() {
        assert!(since.elapsed() < Duration::from_secs(20), "{:?}", dir.names());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn options_about_hosts_need_hosts() {
    let dir = TestFolder::new();
    assert!(dir.fail("fio --launch ssh job.fio").contains("--hosts"));
    assert!(dir.fail("measure f --hosts a,a").contains("named twice"));
    assert!(
        dir.fail("measure f --hosts slurm").contains("no allocation")
            || dir.fail("measure f --hosts slurm").contains("there is none here")
    );
    assert!(dir.fail("measure f --hosts a --launch ssh").contains("{host}"));
    let line = dir.fail("fio --client=x job.fio");
    assert!(line.contains("--hosts=HOST"), "{line}");
}

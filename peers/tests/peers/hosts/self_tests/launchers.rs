//! Each launcher runs programs on the host that it is told, and carries bytes as they are.

use std::io::Write;

use super::{prints, run, start};
use crate::hosts::launcher::Launcher;
use crate::hosts::slurm::Slurm;
use crate::hosts::{Hosts, ssh};

fn assert_launches(hosts: &Hosts, launcher: &Launcher) {
    assert_eq!(launcher.template().matches("{host}").count(), 1);
    for host in hosts.all() {
        let name = prints(launcher, host.name(), &["hostname"]);
        assert_eq!(name.trim(), host.name());
    }
    assert_eq!(run(launcher, "n3", &["false"]).status.code(), Some(1));
    let bytes: Vec<u8> = std::iter::repeat_with(|| fastrand::u8(..)).take(1_000_000).collect();
    let mut child = start(launcher, "n2", &["cat"]);
    let mut stdin = child.stdin.take().expect("it was asked for");
    let output = std::thread::scope(|scope| {
        // Where the program ends early, its status says so.
        scope.spawn(|| {
            let _ = stdin.write_all(&bytes);
            drop(stdin);
        });
        child.wait_with_output().expect("a child of ours")
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let back = output.stdout.len();
    assert!(output.stdout == bytes, "{back} bytes came back");
}

#[test]
fn enter_launches() {
    let Some(hosts) = Hosts::new("a launcher without a shell") else {
        return;
    };
    assert_launches(&hosts, hosts.enter());
    hosts.host("n2").assert_nothing_left();
}

#[test]
fn ssh_launches() {
    let Some(hosts) = Hosts::new("ssh to several hosts") else {
        return;
    };
    let ssh = ssh::start(&hosts);
    assert_launches(&hosts, &ssh);
    // From one host to another.
    let template = ssh.template().replace("{host}", "n3");
    let words: Vec<_> = template.split(' ').chain(["hostname"]).collect();
    assert_eq!(prints(hosts.enter(), "n1", &words), "n3\n");
    hosts.host("n2").assert_nothing_left();
}

#[test]
fn slurm_launches() {
    let Some(hosts) = Hosts::new("Slurm on several hosts") else {
        return;
    };
    let slurm = Slurm::start(&hosts);
    assert_launches(&hosts, slurm.launcher());
    hosts.host("n2").assert_nothing_left();

    let script = "echo $SLURM_JOB_NODELIST; srun hostname | sort";
    let output = slurm
        .command("salloc")
        .args(["--quiet", "--nodes=3", "sh", "-c", script])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines, "n[1-3]\nn1\nn2\nn3\n");
}

#[test]
fn enter_leaves_words_as_they_are_and_no_environment() {
    let Some(hosts) = Hosts::with_count("words without a shell", 1) else {
        return;
    };
    let words = ["printf", "%s\n", "a b", "", "$HOME", "*", "'\"\\"];
    let lines = prints(hosts.enter(), "n1", &words);
    assert_eq!(lines, "a b\n\n$HOME\n*\n'\"\\\n");
    let variables = prints(hosts.enter(), "n1", &["env"]);
    let names = variables.lines().map(|line| line.split('=').next());
    assert!(names.eq([Some("HOME"), Some("PATH")]), "{variables}");
    let no_host = run(hosts.enter(), "n2", &["true"]);
    assert_eq!(no_host.status.code(), Some(125));
}

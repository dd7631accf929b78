//! Whatever ends a host, its session or the client, early.

use std::thread;
use std::time::{Duration, Instant};

use super::{assert_nothing_left, end, long_write, on_hosts, process, session, shared, start_writing};
use crate::hosts::launcher::Launcher;
use crate::hosts::slurm::Slurm;
use crate::hosts::{Hosts, ssh};
use crate::program::{assert_fails, names};

/// Longer than anything here takes, and shorter than silence that is noticed only by itself.
const SOON: Duration = Duration::from_secs(30);

#[test]
fn a_session_that_is_killed_is_named_and_nothing_is_left() {
    let Some(hosts) = Hosts::new("sessions that are killed") else {
        return;
    };
    let folder = shared(&hosts);
    let ssh = ssh::start(&hosts);
    let slurm = Slurm::start(&hosts);
    for launcher in [hosts.enter(), &ssh, slurm.launcher()] {
        let running = start_writing(on_hosts(launcher, &long_write(&folder)), &folder);
        let began = Instant::now();
        session(&hosts, "n2").kill();
        assert_fails(&end(running), "feedrate: n2: feedrate ended there");
        assert!(began.elapsed() < SOON);
        assert_nothing_left(&hosts, &folder);
    }
}

#[test]
fn a_host_that_dies_is_named_and_nothing_is_left_on_others() {
    let Some(hosts) = Hosts::new("a host that dies") else {
        return;
    };
    let folder = shared(&hosts);
    let ssh = ssh::start(&hosts);
    let running = start_writing(on_hosts(&ssh, &long_write(&folder)), &folder);
    let began = Instant::now();
    hosts.host("n2").kill_everything();
    assert_fails(&end(running), "feedrate: n2: feedrate ended there");
    assert!(began.elapsed() < SOON);
    // Who is killed cannot remove files.
    std::fs::remove_file(folder.join("n2.dat")).unwrap();
    assert_nothing_left(&hosts, &folder);
}

#[test]
fn a_host_that_is_cut_off_is_named_and_ends_by_itself() {
    let Some(hosts) = Hosts::new("a host that is cut off") else {
        return;
    };
    let folder = shared(&hosts);
    let ssh = ssh::start(&hosts);
    // ssh itself finds out sooner than by a minute of silence.
    let option = "ssh -o ServerAliveInterval=1 -o ServerAliveCountMax=2 -o LogLevel=INFO -F ";
    let launcher = Launcher::new(ssh.template().replacen("ssh -F ", option, 1));
    let running = start_writing(on_hosts(&launcher, &long_write(&folder)), &folder);
    let began = Instant::now();
    hosts.cut("n2");
    let output = end(running);
    assert_fails(&output, "feedrate: n2: ");
    assert_fails(&output, "not responding");
    assert!(began.elapsed() < SOON);
    for other in ["n1", "n3"] {
        hosts.host(other).assert_nothing_left();
    }
    assert_eq!(names(&folder), ["n2.dat"]);
    hosts.mend("n2");
    assert_nothing_left(&hosts, &folder);
}

#[test]
fn a_short_cut_is_survived() {
    let Some(hosts) = Hosts::new("a host that is cut off for a moment") else {
        return;
    };
    let folder = shared(&hosts);
    let ssh = ssh::start(&hosts);
    let mut words = long_write(&folder);
    *words.last_mut().unwrap() = "4".to_owned();
    let running = start_writing(on_hosts(&ssh, &words), &folder);
    hosts.cut("n2");
    thread::sleep(Duration::from_secs(2));
    hosts.mend("n2");
    let output = end(running);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(names(&folder), ["n1.dat", "n2.dat", "n3.dat"]);
}

#[test]
fn a_client_that_is_killed_leaves_nothing() {
    let Some(hosts) = Hosts::new("a client that is killed") else {
        return;
    };
    let folder = shared(&hosts);
    let ssh = ssh::start(&hosts);
    let slurm = Slurm::start(&hosts);
    for launcher in [hosts.enter(), &ssh, slurm.launcher()] {
        let mut running = start_writing(on_hosts(launcher, &long_write(&folder)), &folder);
        running.kill().unwrap();
        end(running);
        assert_nothing_left(&hosts, &folder);
    }
}

#[test]
fn a_command_that_is_killed_is_named() {
    let Some(hosts) = Hosts::new("a command that is killed") else {
        return;
    };
    let folder = shared(&hosts);
    let running = start_writing(on_hosts(hosts.enter(), &long_write(&folder)), &folder);
    process(&hosts, "n3", "--start-with-other-hosts").kill();
    assert_fails(
        &end(running),
        "feedrate: n3: the command there ended with exit code 137",
    );
    std::fs::remove_file(folder.join("n3.dat")).unwrap();
    assert_nothing_left(&hosts, &folder);
}

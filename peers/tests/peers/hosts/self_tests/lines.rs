//! The changes that can be made to the network.

use std::io::{BufRead, BufReader, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{prints, run, start};
use crate::hosts::network::Line;
use crate::hosts::{Hosts, ssh};
use crate::program::skipped;

/// Longer than an answer takes that comes, or a test of what does not come would be none.
const SILENCE: Duration = Duration::from_secs(1);
/// Longer than an answer takes.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn a_host_that_is_cut_off_keeps_its_connections_waiting() {
    let Some(hosts) = Hosts::new("a host that is cut off") else {
        return;
    };
    let ssh = ssh::start(&hosts);
    let mut open = start(&ssh, "n2", &["cat"]);
    let mut stdin = open.stdin.take().unwrap();
    let stdout = BufReader::new(open.stdout.take().unwrap());
    let (send, lines) = mpsc::channel();
    let reading = thread::spawn(move || stdout.lines().try_for_each(|line| send.send(line.unwrap())));
    stdin.write_all(b"before\n").unwrap();
    assert_eq!(lines.recv_timeout(PATIENCE).unwrap(), "before");

    hosts.cut("n2");
    stdin.write_all(b"after\n").unwrap();
    let mut new = start(&ssh, "n2", &["true"]);
    let silence = lines.recv_timeout(SILENCE);
    assert_eq!(silence, Err(RecvTimeoutError::Timeout));
    assert_eq!(new.try_wait().unwrap(), None);
    assert_eq!(prints(&ssh, "n3", &["hostname"]), "n3\n");
    // A launcher that has no network on its way reaches it.
    assert_eq!(prints(hosts.enter(), "n2", &["hostname"]), "n2\n");

    hosts.mend("n2");
    assert_eq!(lines.recv_timeout(PATIENCE).unwrap(), "after");
    assert!(new.wait().unwrap().success());
    drop(stdin);
    assert!(open.wait().unwrap().success());
    reading.join().unwrap().unwrap();
}

#[test]
fn a_line_is_as_slow_as_it_is_made() {
    let Some(hosts) = Hosts::with_count("a slow line", 1) else {
        return;
    };
    let ssh = ssh::start(&hosts);
    let rate = Line {
        rate: Some(1_000_000),
        ..Line::default()
    };
    // 64 KiB go at once.
    took_at_least(&hosts, rate, Duration::from_millis(200), || {
        let zeros = run(&ssh, "n1", &["head", "-c", "300000", "/dev/zero"]);
        assert_eq!(zeros.stdout.len(), 300_000);
    });
    // A connection has to and fro before and after it is made.
    let delay = Line {
        delay: Some(Duration::from_millis(20)),
        ..Line::default()
    };
    took_at_least(&hosts, delay, Duration::from_millis(80), || {
        prints(&ssh, "n1", &["true"]);
    });
    hosts.shape("n1", Line::default()).unwrap();
    prints(&ssh, "n1", &["true"]);
}

/// There is no other limit: how much longer it took is the machine's affair.
fn took_at_least(hosts: &Hosts, line: Line, least: Duration, action: impl Fn()) {
    if let Err(why) = hosts.shape("n1", line) {
        return skipped("a slow line", &why);
    }
    let began = Instant::now();
    action();
    let took = began.elapsed();
    assert!(took >= least, "{took:?}");
}

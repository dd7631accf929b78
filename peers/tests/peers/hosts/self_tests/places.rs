//! The places that hosts have of their own, and those that they share.

use std::fs;

use super::{prints, run, start};
use crate::hosts::host::{Host, shares_temporary};
use crate::hosts::wait::until;
use crate::hosts::{Hosts, ssh};

#[test]
fn hosts_know_each_other_and_share_all_files_but_temporary_ones() {
    let Some(hosts) = Hosts::new("files of several hosts") else {
        return;
    };
    let enter = hosts.enter();
    let found = prints(enter, "n1", &["getent", "hosts", "n3"]);
    let words: Vec<_> = found.split_whitespace().collect();
    assert_eq!(words, [&hosts.host("n3").address().to_string(), "n3"]);

    let shared = hosts.folder().join("shared");
    prints(enter, "n1", &["touch", shared.to_str().unwrap()]);
    assert!(fs::exists(&shared).unwrap());
    for folder in ["/run", "/tmp"] {
        if folder == "/tmp" && shares_temporary(hosts.folder()) {
            continue;
        }
        let own = format!("{folder}/own");
        prints(enter, "n1", &["touch", &own]);
        for name in ["n1", "n2"] {
            let seen = run(enter, name, &["test", "-e", &own]);
            assert_eq!(seen.status.success(), name == "n1", "{own} on {name}");
        }
        assert!(!fs::exists(&own).unwrap());
    }
    // Process numbers begin anew.
    let first = prints(enter, "n2", &["cat", "/proc/1/comm"]);
    assert_eq!(first, "cat\n");
}

#[test]
fn what_runs_on_a_host_is_seen_and_killed() {
    let Some(hosts) = Hosts::new("processes of several hosts") else {
        return;
    };
    let ssh = ssh::start(&hosts);
    let [one, two] = ["n1", "n2"].map(|name| hosts.host(name));
    let mut entered = start(hosts.enter(), "n1", &["sleep", "1000"]);
    // The second shows that the first is there.
    let mut through_ssh = start(&ssh, "n2", &["sleep", "1000"]);
    let sleeps = |host: &Host| {
        let mut found = host.processes();
        found.retain(|process| process.command == "sleep 1000");
        found
    };
    until(
        || [one, two].iter().all(|host| sleeps(host).len() == 1),
        || format!("{:?}, {:?}", one.processes(), two.processes()),
    );
    sleeps(one)[0].kill();
    entered.wait().unwrap();
    one.assert_nothing_left();

    two.kill_everything();
    assert_eq!(through_ssh.wait().unwrap().code(), Some(255));
    two.assert_nothing_left();
    assert!(!run(&ssh, "n2", &["true"]).status.success());
    ssh::start_one(&hosts, two);
    assert_eq!(prints(&ssh, "n2", &["hostname"]), "n2\n");
}

//! The sum of all hosts is that of what each has moved.

use std::fs;

use serde_json::Value;

use super::{ALL, on_hosts, result, shared};
use crate::hosts::slurm::Slurm;
use crate::hosts::{Hosts, ssh};
use crate::program::number;

const MIB: u64 = 1 << 20;

/// Returns the bytes that each host reports of itself, which are to be the same in its own output.
fn bytes_of_hosts(result: &Value) -> Vec<u64> {
    let round = &result["rounds"][0]["hosts"];
    let own = |number_of_host: usize| {
        let host = &result["hosts"][number_of_host];
        assert_eq!(host["name"], round[number_of_host]["name"]);
        let bytes = number(&round[number_of_host], "/bytes");
        assert_eq!(number(host, "/output/runs/0/bytes"), bytes, "{host:#}");
        bytes
    };
    (0..round.as_array().expect("hosts").len()).map(own).collect()
}

#[test]
fn all_hosts_read_and_write_what_their_files_have() {
    let Some(hosts) = Hosts::new("the sum of three hosts") else {
        return;
    };
    let folder = shared(&hosts);
    let file = folder.join("{host}.dat").display().to_string();
    let path = |host: &str| folder.join(format!("{host}.dat"));
    let lengths = [3 * MIB, 5 * MIB, 7 * MIB];
    let sum: u64 = lengths.iter().sum();
    for (host, length) in ALL.split(',').zip(lengths) {
        fs::write(path(host), vec![1; usize::try_from(length).unwrap()]).unwrap();
    }
    let ssh = ssh::start(&hosts);
    let slurm = Slurm::start(&hosts);
    for launcher in [hosts.enter(), &ssh, slurm.launcher()] {
        // Once, from the begin to the end of each file.
        let read = result(on_hosts(launcher, &["measure", &file, "--json", "-"]));
        assert_eq!(bytes_of_hosts(&read), lengths, "{}", launcher.template());
        assert_eq!(number(&read, "/rounds/0/bytes"), sum);
        assert_eq!(number(&read, "/rounds/0/read/bytes"), sum);

        let new = folder.join("{host}-new.dat").display().to_string();
        let words = ["measure", &new, "--do", "write", "--size", "4M", "--json", "-"];
        let written = result(on_hosts(launcher, &words));
        let lengths = ALL.split(',').map(|host| {
            let path = folder.join(format!("{host}-new.dat"));
            let length = fs::metadata(&path).unwrap().len();
            fs::remove_file(path).unwrap();
            length
        });
        let lengths: Vec<u64> = lengths.collect();
        assert_eq!(lengths, [4 * MIB; 3]);
        assert_eq!(bytes_of_hosts(&written), lengths);
        assert_eq!(number(&written, "/rounds/0/bytes"), 12 * MIB);
        assert_eq!(number(&written, "/rounds/0/write/bytes"), 12 * MIB);
    }
    for host in hosts.all() {
        host.assert_nothing_left();
    }
}

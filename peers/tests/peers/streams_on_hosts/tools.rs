//! Commands of other tools, a check, and an allocation of Slurm's.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::{on_hosts, result, shared};
use crate::hosts::slurm::Slurm;
use crate::hosts::{Hosts, ssh};
use crate::program::{feedrate, names, number, peer_succeeds};

fn directory(folder: &Path) -> String {
    format!("--directory={}", folder.display())
}

#[test]
fn files_of_fio_are_those_of_each_host() {
    let Some(hosts) = Hosts::new("fio on three hosts") else {
        return;
    };
    let folder = shared(&hosts);
    let jobs = hosts.folder().join("two.fio");
    let text = "[global]\nsize=1m\nioengine=psync\nrw=write\n[one]\n[two]\nstonewall\nnumjobs=2\n";
    fs::write(&jobs, text).unwrap();
    let jobs = jobs.display().to_string();
    let alone = hosts.folder().join("alone");
    fs::create_dir(&alone).unwrap();
    peer_succeeds("fio", [&jobs, &directory(&alone)]);

    let ssh = ssh::start(&hosts);
    let words = ["fio", &jobs, &directory(&folder), "--hosts-json", "-"];
    let result = result(on_hosts(&ssh, &words));
    let alone = names(&alone);
    assert_eq!(alone.len(), 3);
    let expected: Vec<String> = hosts
        .all()
        .iter()
        .flat_map(|host| alone.iter().map(|file| format!("{}.{file}", host.name())))
        .collect();
    assert_eq!(names(&folder), expected);
    for (round, bytes) in [(0, 3 << 20), (1, 6 << 20)] {
        assert_eq!(number(&result, &format!("/rounds/{round}/write/bytes")), bytes);
    }
    for host in hosts.all() {
        host.assert_nothing_left();
    }
}

#[test]
fn slurm_stands_for_the_hosts_of_an_allocation() {
    let Some(hosts) = Hosts::new("an allocation of Slurm's") else {
        return;
    };
    let folder = shared(&hosts);
    let slurm = Slurm::start(&hosts);
    let file = folder.join("{host}.dat").display().to_string();
    let output = slurm
        .command("salloc")
        .args(["--quiet", "--nodes=3"])
        .arg(feedrate())
        .args(["measure", &file, "--do", "write", "--size", "2M"])
        .args(["--hosts", "slurm", "--json", "-", "--host-program"])
        .arg(feedrate())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(number(&result, "/rounds/0/bytes"), 6 << 20);
    assert_eq!(names(&folder), ["n1.dat", "n2.dat", "n3.dat"]);
    for host in hosts.all() {
        host.assert_nothing_left();
    }
}

#[test]
fn a_check_of_three_hosts_leaves_nothing() {
    let Some(hosts) = Hosts::new("a check of three hosts") else {
        return;
    };
    let folder = shared(&hosts);
    let text = folder.display().to_string();
    let ssh = ssh::start(&hosts);
    let words = ["check", &text, "--quick", "--require", "0.001", "--json", "-"];
    let result = result(on_hosts(&ssh, &words));
    let stages = result["stages"].as_array().expect("stages");
    let of_stages: Vec<u64> = stages.iter().map(|stage| number(stage, "/hosts")).collect();
    assert_eq!(of_stages, [1, 2, 3]);
    super::assert_nothing_left(&hosts, &folder);
}

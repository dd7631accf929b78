//! The covers that each host has in place of files of the machine. `init.sh` puts them there.

use std::fs;
use std::net::Ipv4Addr;
use std::path::Path;

use super::HEAD;
use super::network::Subnet;

/// Writes them to the folder of the hosts, which have these names and addresses.
pub fn write(folder: &Path, subnet: Subnet, known: &[(String, Ipv4Addr)]) {
    let put = |name: &str, text: String| {
        fs::write(folder.join(name), text).expect("a folder of ours");
    };
    put("hosts", names(subnet, known));
    put("passwd", accounts());
    // With some systems' own, sshd holds that root is locked.
    put("shadow", "root:*:20000:0:99999:7:::\n".to_owned());
}

fn names(subnet: Subnet, known: &[(String, Ipv4Addr)]) -> String {
    let mut lines = format!("127.0.0.1 localhost\n{} {HEAD}\n", subnet.head());
    for (name, address) in known {
        lines.push_str(&format!("{address} {name}\n"));
    }
    lines
}

/// Those of the machine. But root's shell is one that reads no file of root's when it is given a command: these may
/// take long, and print what they like.
fn accounts() -> String {
    let accounts = fs::read_to_string("/etc/passwd").expect("a system has accounts");
    let others = accounts.lines().filter(|line| !line.starts_with("root:"));
    let all: Vec<_> = ["root:x:0:0:root:/root:/bin/sh"].into_iter().chain(others).collect();
    all.join("\n") + "\n"
}

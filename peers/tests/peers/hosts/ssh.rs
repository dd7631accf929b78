//! sshd on each host, with keys of its own. Nothing of the user's or of the machine's is read or written.

use std::fmt::Write as _;
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use super::Hosts;
use super::host::Host;
use super::launcher::Launcher;
use crate::program::{peer, peer_succeeds};

/// It runs only by its whole path.
const SSHD: &str = "/usr/sbin/sshd";
const PORT: u16 = 22;

/// Starts sshd on each host. Both the machine and the hosts reach them by the launcher, without questions.
pub fn start(hosts: &Hosts) -> Launcher {
    // A missing one is told as any other peer.
    peer(SSHD, ["-V"]);
    let folder = hosts.folder();
    for key in ["host_key", "user_key"] {
        let file = folder.join(key);
        let words = ["-q", "-t", "ed25519", "-N", "", "-f"].map(Path::new);
        peer_succeeds("ssh-keygen", words.into_iter().chain([file.as_path()]));
    }
    for host in hosts.all() {
        start_one(hosts, host);
    }
    let config = folder.join("ssh_config");
    fs::write(&config, client(hosts)).expect("a folder of ours");
    Launcher::new(format!("ssh -F {} {{host}}", config.display()))
}

/// Starts sshd on a host again, after all on it was killed.
pub fn start_one(hosts: &Hosts, host: &Host) {
    let config = hosts.folder().join(format!("sshd_config_{}", host.name()));
    fs::write(&config, server(hosts, host)).expect("a folder of ours");
    let config = config.to_str().expect("a path of plain text");
    let address = SocketAddr::from((host.address(), PORT));
    host.start_daemon(&[SSHD, "-D", "-e", "-f", config], || {
        TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok()
    });
    // That connection is no part of the daemon.
    host.assert_nothing_left();
}

fn server(hosts: &Hosts, host: &Host) -> String {
    let folder = hosts.folder().display();
    format!(
        "ListenAddress {}:{PORT}\n\
         HostKey {folder}/host_key\n\
         AuthorizedKeysFile {folder}/user_key.pub\n\
         PidFile none\n\
         StrictModes no\n\
         UsePAM no\n\
         UseDNS no\n\
         PermitRootLogin yes\n\
         PermitUserRC no\n\
         PasswordAuthentication no\n\
         KbdInteractiveAuthentication no\n\
         MaxStartups 1000\n\
         MaxSessions 1000\n",
        host.address()
    )
}

fn client(hosts: &Hosts) -> String {
    let folder = hosts.folder();
    let key = fs::read_to_string(folder.join("host_key.pub")).expect("ssh-keygen wrote it");
    let known = folder.join("known_hosts");
    fs::write(&known, format!("hosts {key}")).expect("a folder of ours");
    let mut lines = String::new();
    for host in hosts.all() {
        let (name, address) = (host.name(), host.address());
        writeln!(lines, "Host {name}\n  HostName {address}").expect("a text takes all");
    }
    let folder = folder.display();
    lines
        + &format!(
            "Host *\n  \
               Port {PORT}\n  \
               User root\n  \
               BatchMode yes\n  \
               IdentityFile {folder}/user_key\n  \
               IdentitiesOnly yes\n  \
               IdentityAgent none\n  \
               HostKeyAlias hosts\n  \
               UserKnownHostsFile {folder}/known_hosts\n  \
               GlobalKnownHostsFile /dev/null\n  \
               StrictHostKeyChecking yes\n  \
               CheckHostIP no\n  \
               UpdateHostKeys no\n  \
               LogLevel ERROR\n"
        )
}

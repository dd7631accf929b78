//! The users who own the other ends of connections within this machine.

use std::io;
use std::net::{IpAddr, SocketAddr};

use feedrate_machine::System;
use feedrate_machine::proc::{TcpSocket, maps_all_users, overflow_user, socket_address, tcp_sockets};
use rustix::fd::AsFd;
use rustix::net::{AddressFamily, sockopt};
use rustix::process::geteuid;

/// The remark about a writer whose user cannot be determined.
pub(crate) const UNKNOWN_WRITER: &str = "what answered there hung up or the system does not tell whose it is (both \
                                         steps can be given the same SECRET=, or no host, which takes a Unix socket)";

/// Returns whether the other end of a Unix socket, which has connected or listened, is of the user of this process;
/// `None` if it cannot be determined.
pub(crate) fn is_unix_peer_same_user(socket: impl AsFd) -> Option<bool> {
    let socket = socket.as_fd();
    if sockopt::socket_domain(socket) != Ok(AddressFamily::UNIX) || !users_differ() {
        return None;
    }
    let peer = sockopt::socket_peercred(socket).ok()?;
    Some(peer.uid == geteuid())
}

/// The TCP sockets of this machine with a given local or remote port, as listed at one time, with their users.
#[derive(Debug)]
pub(crate) struct TcpUsers(Vec<TcpSocket>);

impl TcpUsers {
    /// Reads the sockets with a port.
    pub(crate) fn with_port(port: u16) -> io::Result<Self> {
        tcp_sockets(port).map(Self)
    }

    /// Returns whether the socket from `local` to `remote` is of the user of this process; `None` if it is not listed,
    /// not established or not a program's.
    pub(crate) fn is_same_user(&self, local: SocketAddr, remote: SocketAddr) -> Option<bool> {
        users_differ()
            .then(|| self.is_of(local, remote, geteuid().as_raw()))
            .flatten()
    }

    /// Returns whether the socket from `local` to `remote` is of a user.
    fn is_of(&self, local: SocketAddr, remote: SocketAddr, user: u32) -> Option<bool> {
        let written = [Some(as_listed(local, remote)), as_mapped(local, remote)];
        let is_it = |row: &&TcpSocket| {
            let mut written = written.iter().flatten();
            written.any(|(local, remote)| row.local == *local && row.remote == *remote)
        };
        let mut found = self.0.iter().filter(is_it);
        let row = found.next()?;
        // While sockets come and go, the system may list one twice.
        let is_one = found.all(|again| again == row);
        (is_one && row.is_established && row.inode != 0).then_some(row.user == user)
    }
}

/// Returns whether user IDs are distinguishable. In a container that maps only some users, all others appear as one,
/// and this process may be that one.
fn users_differ() -> bool {
    static DIFFER: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {
        let system = System::host();
        overflow_user(&system) != Some(geteuid().as_raw()) || maps_all_users(&system) == Some(true)
    });
    *DIFFER
}

/// Returns two addresses in the notation of the table of their family.
fn as_listed(local: SocketAddr, remote: SocketAddr) -> (String, String) {
    (
        socket_address(local.ip(), local.port()),
        socket_address(remote.ip(), remote.port()),
    )
}

/// Returns two addresses in the notation of the other family's table: an IPv4 address mapped to IPv6, or the reverse.
fn as_mapped(local: SocketAddr, remote: SocketAddr) -> Option<(String, String)> {
    let other = |ip: IpAddr| match ip {
        IpAddr::V4(ip) => Some(IpAddr::V6(ip.to_ipv6_mapped())),
        IpAddr::V6(ip) => ip.to_ipv4_mapped().map(IpAddr::V4),
    };
    Some((
        socket_address(other(local.ip())?, local.port()),
        socket_address(other(remote.ip())?, remote.port()),
    ))
}

#[cfg(test)]
mod tests;

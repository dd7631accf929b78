//! The user who owns the other end of a connection. This keeps other users of this machine out where there is no
//! secret.
//!
//! The user of a connection is only meaningful while the connection is established: the system lists a socket that its
//! program has closed as owned by root. So anything but an established connection between two sockets held by programs
//! has an unknown owner, whatever was sent over it.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use feedrate_machine::System;
use feedrate_machine::proc::{TcpSocket, maps_all_users, overflow_user, socket_address, tcp_sockets};
use rustix::event::PollFlags;
use rustix::net::{AddressFamily, getpeername, getsockname, sockopt};
use rustix::process::geteuid;

use crate::wire::socket;

/// The owner of the other end of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The user of this process.
    SameUser,
    /// Another user.
    OtherUser,
    /// It cannot be determined, so it may be any user.
    Unknown,
}

/// Returns the owner of the other end of a connection within this machine.
pub(crate) fn of(socket: impl AsFd) -> Owner {
    let socket = socket.as_fd();
    let Some((other, _)) = ends(socket) else {
        return of_unix(socket);
    };
    SocketTable::with_port(other.port()).map_or(Owner::Unknown, |table| table.owner(socket))
}

/// Returns the owner of the other end of a Unix socket: the user who connected or listened.
pub(crate) fn of_unix(socket: impl AsFd) -> Owner {
    let socket = socket.as_fd();
    if sockopt::socket_domain(socket) != Ok(AddressFamily::UNIX) || !users_differ() {
        return Owner::Unknown;
    }
    match sockopt::socket_peercred(socket) {
        Ok(peer) if peer.uid == geteuid() => Owner::SameUser,
        Ok(_) => Owner::OtherUser,
        Err(_) => Owner::Unknown,
    }
}

/// The TCP sockets of this machine with a given local or remote port, as listed at one time. It covers connections that
/// existed before it was read.
#[derive(Debug)]
pub(crate) struct SocketTable(Vec<TcpSocket>);

impl SocketTable {
    /// Reads the sockets with a port.
    pub(crate) fn with_port(port: u16) -> io::Result<Self> {
        tcp_sockets(port).map(Self)
    }

    /// Returns the owner of the other end of a TCP connection.
    pub(crate) fn owner(&self, socket: impl AsFd) -> Owner {
        let socket = socket.as_fd();
        let Some((other, this)) = ends(socket) else {
            return Owner::Unknown;
        };
        let owner = self.owner_of(other, this, geteuid().as_raw());
        // Had the other end closed the connection before the table was read, another socket with the same addresses and
        // ports could be listed. It is still open now, so it was open then.
        let closed = PollFlags::RDHUP | PollFlags::HUP | PollFlags::ERR;
        match socket::ready(socket, closed, Duration::ZERO) {
            Ok(false) if users_differ() => owner,
            _ => Owner::Unknown,
        }
    }

    /// Returns the owner of the socket from `local` to `remote`.
    fn owner_of(&self, local: SocketAddr, remote: SocketAddr, user: u32) -> Owner {
        let written = [Some(as_listed(local, remote)), as_mapped(local, remote)];
        let is_it = |row: &&TcpSocket| {
            let mut written = written.iter().flatten();
            written.any(|(local, remote)| row.local == *local && row.remote == *remote)
        };
        let mut found = self.0.iter().filter(is_it);
        let Some(row) = found.next() else {
            return Owner::Unknown;
        };
        // While sockets come and go, the system may list one twice.
        let is_one = found.all(|again| again == row);
        match is_one && row.is_established && row.inode != 0 {
            true if row.user == user => Owner::SameUser,
            true => Owner::OtherUser,
            false => Owner::Unknown,
        }
    }
}

/// Returns the addresses of the other end and of this one.
fn ends(socket: BorrowedFd<'_>) -> Option<(SocketAddr, SocketAddr)> {
    let other = SocketAddr::try_from(getpeername(socket).ok()??).ok()?;
    let this = SocketAddr::try_from(getsockname(socket).ok()?).ok()?;
    Some((other, this))
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
#[path = "owner_tests.rs"]
mod tests;

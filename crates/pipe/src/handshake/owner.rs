//! The user who owns the other end of a connection. This keeps other users of this machine out where there is no
//! secret.
//!
//! The user of a connection is only meaningful while the connection is established: the system lists a socket that its
//! program has closed as owned by root. So anything but an established connection between two sockets held by programs
//! has an unknown owner, whatever was sent over it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::time::Duration;

use rustix::event::PollFlags;
use rustix::net::{AddressFamily, getpeername, getsockname, sockopt};
use rustix::process::geteuid;

use crate::wire::socket;

/// The system's lists of TCP sockets.
const TABLE: &str = "/proc/net/tcp";
const TABLE_6: &str = "/proc/net/tcp6";

/// The state of an established connection in the tables.
const ESTABLISHED: &str = "01";

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
pub(crate) struct SocketTable(Vec<Row>);

/// A row of a table.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    local: String,
    remote: String,
    established: bool,
    user: u32,
    /// The inode of the socket; 0 if no program holds it.
    inode: u64,
}

impl SocketTable {
    /// Reads the sockets with a port.
    pub(crate) fn with_port(port: u16) -> io::Result<Self> {
        let mut rows = Vec::new();
        take_rows(BufReader::new(File::open(TABLE)?), port, &mut rows)?;
        // An IPv6 socket may be the other end of an IPv4 one. Without IPv6 there is no such table.
        if Path::new(TABLE_6).exists() {
            take_rows(BufReader::new(File::open(TABLE_6)?), port, &mut rows)?;
        }
        Ok(Self(rows))
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
        let is_it = |row: &&Row| {
            let mut written = written.iter().flatten();
            written.any(|(local, remote)| row.local == *local && row.remote == *remote)
        };
        let mut found = self.0.iter().filter(is_it);
        let Some(row) = found.next() else {
            return Owner::Unknown;
        };
        // While sockets come and go, the system may list one twice.
        let is_one = found.all(|again| again == row);
        match is_one && row.established && row.inode != 0 {
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
        let read = |path| std::fs::read_to_string(path).unwrap_or_default();
        let nobody = read("/proc/sys/kernel/overflowuid");
        let map = read("/proc/self/uid_map");
        nobody.trim().parse() != Ok(geteuid().as_raw())
            || map
                .split_ascii_whitespace()
                .eq(["0", "0", &u32::MAX.to_string()])
    });
    *DIFFER
}

/// Appends the rows of a table with a given local or remote port.
fn take_rows(mut table: impl BufRead, port: u16, rows: &mut Vec<Row>) -> io::Result<()> {
    let port = format!(":{port:04X}");
    let mut line = String::new();
    while {
        line.clear();
        table.read_line(&mut line)? > 0
    } {
        let mut words = line.split_ascii_whitespace().skip(1);
        let (Some(local), Some(remote)) = (words.next(), words.next()) else {
            continue;
        };
        if !local.ends_with(&port) && !remote.ends_with(&port) {
            continue;
        }
        let state = words.next();
        // The state is followed by the queues, the timer and the retransmissions, and the user by a timeout.
        let user = words.nth(3).and_then(|user| user.parse().ok());
        let inode = words.nth(1).and_then(|inode| inode.parse().ok());
        rows.push(Row {
            local: local.to_owned(),
            remote: remote.to_owned(),
            established: state == Some(ESTABLISHED) && user.is_some(),
            user: user.unwrap_or_default(),
            inode: inode.unwrap_or_default(),
        });
    }
    Ok(())
}

/// Returns two addresses in the notation of the table of their family.
fn as_listed(local: SocketAddr, remote: SocketAddr) -> (String, String) {
    (listed(local.ip(), local), listed(remote.ip(), remote))
}

/// Returns two addresses in the notation of the other family's table: an IPv4 address mapped to IPv6, or the reverse.
fn as_mapped(local: SocketAddr, remote: SocketAddr) -> Option<(String, String)> {
    let other = |ip: IpAddr| match ip {
        IpAddr::V4(ip) => Some(IpAddr::V6(ip.to_ipv6_mapped())),
        IpAddr::V6(ip) => ip.to_ipv4_mapped().map(IpAddr::V4),
    };
    Some((
        listed(other(local.ip())?, local),
        listed(other(remote.ip())?, remote),
    ))
}

/// Returns an address in the notation of the tables: words of four bytes in this machine's byte order, in hexadecimal.
fn listed(ip: IpAddr, address: SocketAddr) -> String {
    let words = |bytes: &[u8]| -> String {
        let words = bytes.as_chunks::<4>().0.iter();
        words
            .map(|word| format!("{:08X}", u32::from_ne_bytes(*word)))
            .collect()
    };
    let host = match ip {
        IpAddr::V4(ip) => words(&ip.octets()),
        IpAddr::V6(ip) => words(&ip.octets()),
    };
    format!("{host}:{:04X}", address.port())
}

#[cfg(test)]
#[path = "owner_tests.rs"]
mod tests;

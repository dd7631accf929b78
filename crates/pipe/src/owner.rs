//! Whose a connection's other end is, where no secret keeps other users of this machine off.
//!
//! A user's name on a connection is worth something only while the connection stands: the system lists a socket that
//! its program has closed as the administrator's. So what is not an established connection between two sockets
//! that programs hold is nobody's, whatever was sent over it.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::time::Duration;

use rustix::event::PollFlags;
use rustix::net::{AddressFamily, getpeername, getsockname, sockopt};
use rustix::process::geteuid;

use crate::socket;

/// Where the system lists its TCP sockets.
const TABLE: &str = "/proc/net/tcp";
const TABLE_6: &str = "/proc/net/tcp6";

/// An established connection, as the tables tell the states.
const ESTABLISHED: &str = "01";

/// Whose the other end of a connection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The user's of this process.
    SameUser,
    /// Another user's.
    OtherUser,
    /// It cannot be told, and so may be anybody's.
    Unknown,
}

/// Whose the other end of a connection within this machine is.
pub(crate) fn of(socket: impl AsFd) -> Owner {
    let socket = socket.as_fd();
    let Some((other, _)) = ends(socket) else {
        return of_unix(socket);
    };
    SocketTable::with_port(other.port()).map_or(Owner::Unknown, |table| table.owner(socket))
}

/// Whose the other end of a Unix socket is: the system keeps the user who dialed or listened.
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

/// The TCP sockets of this machine that have a port at either end, as the system listed them at one time. It tells
/// of connections that were there before.
#[derive(Debug)]
pub(crate) struct SocketTable(Vec<Row>);

/// A socket, as a table has it.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    local: String,
    remote: String,
    established: bool,
    user: u32,
    /// The number of what a program holds it by; 0 where none does.
    inode: u64,
}

impl SocketTable {
    /// The sockets with a port, as they are now.
    pub(crate) fn with_port(port: u16) -> io::Result<Self> {
        let mut rows = Vec::new();
        take_rows(BufReader::new(File::open(TABLE)?), port, &mut rows)?;
        // A socket of IPv6 may be the other end of one of IPv4. Where there is no IPv6, there is no table of it.
        if Path::new(TABLE_6).exists() {
            take_rows(BufReader::new(File::open(TABLE_6)?), port, &mut rows)?;
        }
        Ok(Self(rows))
    }

    /// Whose the other end of a TCP connection is.
    pub(crate) fn owner(&self, socket: impl AsFd) -> Owner {
        let socket = socket.as_fd();
        let Some((other, this)) = ends(socket) else {
            return Owner::Unknown;
        };
        let owner = self.owner_of(other, this, geteuid().as_raw());
        // Had the other end closed the connection before the table was made, another could stand there under the same
        // numbers. As it has not closed it now, it has not done so then.
        let closed = PollFlags::RDHUP | PollFlags::HUP | PollFlags::ERR;
        match socket::ready(socket, closed, Duration::ZERO) {
            Ok(false) if users_differ() => owner,
            _ => Owner::Unknown,
        }
    }

    /// Whose the socket from `local` to `remote` is.
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

/// The addresses of the other end and of this one.
fn ends(socket: BorrowedFd<'_>) -> Option<(SocketAddr, SocketAddr)> {
    let other = SocketAddr::try_from(getpeername(socket).ok()??).ok()?;
    let this = SocketAddr::try_from(getsockname(socket).ok()?).ok()?;
    Some((other, this))
}

/// Whether users have numbers that tell them apart. Within a container that knows only some users, all others
/// are shown as one, and this process may be that one.
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

/// Takes the sockets that have a port at either end from a table of the system.
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
        // After the state come the queues, the timer and the retransmissions, and after the user a timeout.
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

/// Two addresses as the table of their family has them.
fn as_listed(local: SocketAddr, remote: SocketAddr) -> (String, String) {
    (listed(local.ip(), local), listed(remote.ip(), remote))
}

/// Two addresses as a table has them where a socket of the other family has them: an address of IPv4 in one of IPv6, or
/// the other way round.
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

/// An address as a table has it: words of four bytes, each as this machine holds it, in hexadecimal.
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

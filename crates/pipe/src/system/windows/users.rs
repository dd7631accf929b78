//! The users who own the other ends of connections within this machine.

use std::io;
use std::net::SocketAddr;
use std::process;

use rustix::fd::AsFd;

use super::process_user::{Process, User};
use super::tcp_table::{TcpRow, rows_with_port};

/// The remark about a writer whose user cannot be determined.
pub(crate) const UNKNOWN_WRITER: &str = "what answered there hung up or the system does not tell whose it is (both \
                                         steps can be given the same SECRET=)";

/// Returns `None`: there are no such sockets.
pub(crate) fn is_unix_peer_same_user(_socket: impl AsFd) -> Option<bool> {
    None
}

/// The TCP sockets of this machine with a given local or remote port, as listed at one time.
#[derive(Debug)]
pub(crate) struct TcpUsers {
    port: u16,
    rows: Vec<TcpRow>,
}

impl TcpUsers {
    /// Reads the sockets with a port.
    pub(crate) fn with_port(port: u16) -> io::Result<Self> {
        let rows = rows_with_port(port)?;
        Ok(Self { port, rows })
    }

    /// Returns whether the socket from `local` to `remote`, whose other end is of this process, is of the user of this
    /// process; `None` if it is not listed, not established or the user of its process is not told.
    ///
    /// A process can end while another one that it has started keeps its socket, and its number is given to a third
    /// one. So the process must have been there before the socket was, and the socket must still be there afterwards.
    pub(crate) fn is_same_user(&self, local: SocketAddr, remote: SocketAddr) -> Option<bool> {
        let row = one(&self.rows, local, remote)?;
        let process = Process::open(row.process).ok()?;
        if row.since == 0 || process.since().ok()? > row.since {
            return None;
        }
        let is_same = process.user().ok()? == User::of_this_process().ok()?;
        // The end of what the other end sends may lie behind bytes that nobody has received, and be told by the state
        // of this end alone.
        let now = rows_with_port(self.port).ok()?;
        let this = one(&now, remote, local)?;
        (one(&now, local, remote)? == row && this.process == process::id()).then_some(is_same)
    }
}

/// Returns the established socket with two addresses, unless there are several.
fn one(rows: &[TcpRow], local: SocketAddr, remote: SocketAddr) -> Option<TcpRow> {
    let is_at = |listed: SocketAddr, address: SocketAddr| {
        listed.ip() == address.ip().to_canonical() && listed.port() == address.port()
    };
    let mut found = rows
        .iter()
        .filter(|row| is_at(row.local, local) && is_at(row.remote, remote));
    let row = *found.next()?;
    (found.all(|again| *again == row) && row.is_established).then_some(row)
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn both_ends_are_listed_as_long_as_they_are_connected() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let dialed = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (accepted, _) = listener.accept().unwrap();
        let (here, there) = (dialed.local_addr().unwrap(), dialed.peer_addr().unwrap());
        let users = TcpUsers::with_port(there.port()).unwrap();
        for (local, remote) in [(here, there), (there, here)] {
            let row = one(&users.rows, local, remote).unwrap();
            // Wine does not tell who has made a socket, and when.
            let is_told = row.since != 0;
            assert!(!is_told || row.process == process::id());
            assert_eq!(users.is_same_user(local, remote), is_told.then_some(true));
        }
        drop(accepted);
        assert_eq!(users.is_same_user(there, here), None);
    }

    #[test]
    fn a_process_has_a_user_and_a_start() {
        let this = Process::open(process::id()).unwrap();
        assert!(this.user().unwrap() == User::of_this_process().unwrap());
        assert!(this.since().unwrap() > 0);
        assert!(Process::open(3).is_err());
    }
}

//! `/proc/net/tcp` and `/proc/net/tcp6`: the TCP sockets of the machine.
//!
//! Format: `proc_net(5)`.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::IpAddr;
use std::path::Path;

const TABLE: &str = "/proc/net/tcp";
const TABLE_6: &str = "/proc/net/tcp6";

/// The state of an established connection in the tables.
const ESTABLISHED: &str = "01";

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TcpSocket {
    /// The address and the port of the socket, as [`socket_address`] writes them.
    pub local: String,
    /// Those of the other end.
    pub remote: String,
    /// True if the connection is established, and the user is known.
    pub is_established: bool,
    /// The user who owns the socket.
    pub user: u32,
    /// The inode of the socket; 0 if no program holds it.
    pub inode: u64,
}

impl TcpSocket {
    /// Reads the rows of a table with a given local or remote port.
    ///
    /// # Errors
    ///
    /// The error of the reader.
    pub fn read_all(table: impl BufRead, port: u16) -> io::Result<Vec<Self>> {
        let mut rows = Vec::new();
        take_rows(table, port, &mut rows)?;
        Ok(rows)
    }
}

/// Returns the sockets of this machine with a given local or remote port, as listed at one time.
///
/// # Errors
///
/// The error of the system where it hides the tables.
pub fn tcp_sockets(port: u16) -> io::Result<Vec<TcpSocket>> {
    let mut rows = Vec::new();
    take_rows(BufReader::new(File::open(TABLE)?), port, &mut rows)?;
    // An IPv6 socket may be the other end of an IPv4 one. Without IPv6 there is no such table.
    if Path::new(TABLE_6).exists() {
        take_rows(BufReader::new(File::open(TABLE_6)?), port, &mut rows)?;
    }
    Ok(rows)
}

/// Appends the rows of a table with a given local or remote port.
fn take_rows(mut table: impl BufRead, port: u16, rows: &mut Vec<TcpSocket>) -> io::Result<()> {
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
        rows.push(TcpSocket {
            local: local.to_owned(),
            remote: remote.to_owned(),
            is_established: state == Some(ESTABLISHED) && user.is_some(),
            user: user.unwrap_or_default(),
            inode: inode.unwrap_or_default(),
        });
    }
    Ok(())
}

/// Returns an address and a port in the notation of the tables: words of four bytes in this machine's byte order, in
/// hexadecimal.
pub fn socket_address(ip: IpAddr, port: u16) -> String {
    let words = |bytes: &[u8]| -> String {
        let words = bytes.as_chunks::<4>().0.iter();
        words.map(|word| format!("{:08X}", u32::from_ne_bytes(*word))).collect()
    };
    let host = match ip {
        IpAddr::V4(ip) => words(&ip.octets()),
        IpAddr::V6(ip) => words(&ip.octets()),
    };
    format!("{host}:{:04X}", port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_endian = "little")]
    fn addresses_are_words_in_hexadecimal() {
        let address = |ip: &str| socket_address(ip.parse().unwrap(), 7000);
        assert_eq!(address("127.0.0.1"), "0100007F:1B58");
        assert_eq!(address("::1"), "00000000000000000000000001000000:1B58");
    }

    #[test]
    fn rows_of_other_ports_are_left_out() {
        let row = "  1: 0100007F:D431 0100007F:1B58 01 00000000:00000000 00:00000000 00000000  7        0 99 1\n";
        let rows = TcpSocket::read_all(row.as_bytes(), 7000).unwrap();
        assert_eq!((rows[0].user, rows[0].inode, rows[0].is_established), (7, 99, true));
        assert!(TcpSocket::read_all(row.as_bytes(), 7001).unwrap().is_empty());
    }
}

//! Whose a connection's other end is, where no secret keeps other users of this machine off.

use std::net::{IpAddr, SocketAddr};
use std::os::fd::AsFd;
use std::{fs, io};

use rustix::net::{getpeername, getsockname, sockopt};
use rustix::process::geteuid;

/// Whether the other end of a connection within this machine belongs to the user of this process.
pub(crate) fn is_mine(socket: impl AsFd) -> io::Result<bool> {
    let socket = socket.as_fd();
    let mine = geteuid();
    if sockopt::socket_domain(socket)? == rustix::net::AddressFamily::UNIX {
        return Ok(sockopt::socket_peercred(socket)?.uid == mine);
    }
    let other = getpeername(socket)?.and_then(|address| SocketAddr::try_from(address).ok());
    let this = SocketAddr::try_from(getsockname(socket)?).ok();
    let (Some(other), Some(this)) = (other, this) else {
        return Ok(false);
    };
    let table = fs::read_to_string(if this.is_ipv4() {
        "/proc/net/tcp"
    } else {
        "/proc/net/tcp6"
    })?;
    Ok(owner(&table, other, this) == Some(mine.as_raw()))
}

/// The user of the socket from `local` to `remote` in the system's table of TCP sockets.
fn owner(table: &str, local: SocketAddr, remote: SocketAddr) -> Option<u32> {
    let (local, remote) = (as_listed(local), as_listed(remote));
    table.lines().skip(1).find_map(|line| {
        let mut words = line.split_ascii_whitespace().skip(1);
        let is_it = words.next()? == local && words.next()? == remote;
        // After the addresses come the state, the queues, the timer and the retransmissions.
        is_it.then(|| words.nth(4)?.parse().ok()).flatten()
    })
}

/// An address as the table has it: words of four bytes, each as this machine holds it, in hexadecimal.
fn as_listed(address: SocketAddr) -> String {
    let listed = |bytes: &[u8]| -> String {
        bytes
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| format!("{:08X}", u32::from_ne_bytes(*word)))
            .collect()
    };
    let host = match address.ip() {
        IpAddr::V4(ip) => listed(&ip.octets()),
        IpAddr::V6(ip) => listed(&ip.octets()),
    };
    format!("{host}:{:04X}", address.port())
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn own_connections_are_known() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let dialed = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (accepted, _) = listener.accept().unwrap();
        assert!(is_mine(&dialed).unwrap());
        assert!(is_mine(&accepted).unwrap());
        let (one, _other) = UnixStream::pair().unwrap();
        assert!(is_mine(&one).unwrap());
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn the_systems_table_is_read() {
        let table = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1B58 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 5071
   1: 0100007F:D431 0100007F:1B58 01 00000000:00000000 00:00000000 00000000  1017        0 5072
";
        let at = |port| SocketAddr::from(([127, 0, 0, 1], port));
        assert_eq!(owner(table, at(0xD431), at(7000)), Some(1017));
        assert_eq!(owner(table, at(7000), at(0xD431)), None);
        assert_eq!(owner("cut\n 1: 0100007F", at(1), at(2)), None);
        assert_eq!(
            as_listed("[::1]:7000".parse().unwrap()),
            "00000000000000000000000001000000:1B58"
        );
    }
}

//! Calls of TCP sockets.

use std::net::SocketAddr;
use std::ptr::{from_ref, null, null_mut};
use std::sync::LazyLock;

use rustix::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use rustix::io::{Errno, Result, ioctl_fionbio};
use rustix::net::{RecvFlags, Shutdown, connect, recv, shutdown, wsa_startup};
use windows_sys::Win32::Foundation::{HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows_sys::Win32::Networking::WinSock::{
    AF_INET, AF_INET6, INVALID_SOCKET, IPPROTO_TCP, SIO_TCP_INITIAL_RTO, SO_EXCLUSIVEADDRUSE, SOCK_STREAM, SOCKET,
    SOL_SOCKET, TCP_INITIAL_RTO_NO_SYN_RETRANSMISSIONS, TCP_INITIAL_RTO_PARAMETERS, WSA_FLAG_NO_HANDLE_INHERIT,
    WSA_FLAG_OVERLAPPED, WSAIoctl, WSASocketW, setsockopt,
};

use super::events::last_error;

/// The most that is received of what nobody waits for any more.
const MAX_LEFT: usize = 1 << 20;

/// Creates a socket for the family of an address: non-blocking, and no other process's.
pub(crate) fn tcp_socket(address: &SocketAddr) -> Result<OwnedFd> {
    static STARTED: LazyLock<Result<()>> = LazyLock::new(|| wsa_startup().map(|_| ()));
    (*STARTED)?;
    let family = match address {
        SocketAddr::V4(_) => AF_INET,
        SocketAddr::V6(_) => AF_INET6,
    };
    let flags = WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT;
    // SAFETY: the call takes numbers and a null pointer.
    let socket = unsafe { WSASocketW(family.into(), SOCK_STREAM, IPPROTO_TCP, null(), 0, flags) };
    if socket == INVALID_SOCKET {
        return Err(last_error());
    }
    // SAFETY: the socket is open and nobody else's.
    let socket = unsafe { OwnedFd::from_raw_fd(socket as u64) };
    ioctl_fionbio(&socket, true)?;
    Ok(socket)
}

/// Lets a socket that is to listen have a port that was closed a moment ago, and no port that another one has. Of
/// Windows, `SO_REUSEADDR` would let another program have the port as well.
pub(crate) fn keep_port(socket: &OwnedFd) -> Result<()> {
    let yes = 1_i32;
    // SAFETY: the value is as long as is told.
    let result = unsafe {
        setsockopt(
            raw(socket.as_fd()),
            SOL_SOCKET,
            SO_EXCLUSIVEADDRUSE,
            from_ref(&yes).cast(),
            size_of::<i32>() as i32,
        )
    };
    match result {
        0 => Ok(()),
        _ => Err(last_error()),
    }
}

/// Begins to connect to an address. [`Errno::INPROGRESS`] is a connection that is not yet established.
pub(crate) fn connect_tcp(socket: &OwnedFd, address: &SocketAddr) -> Result<()> {
    if address.ip().is_loopback() {
        refuse_at_once(socket);
    }
    match connect(socket, address) {
        Err(Errno::AGAIN) => Err(Errno::INPROGRESS),
        result => result,
    }
}

/// Lets the connection to a port of this machine be refused at once where no one listens. Otherwise it is tried again
/// for two seconds. An error makes it only slower, so it is ignored.
fn refuse_at_once(socket: &OwnedFd) {
    let once = TCP_INITIAL_RTO_PARAMETERS {
        // The default.
        Rtt: u16::MAX,
        // The number of the header is one byte, of which the constant has the sign.
        MaxSynRetransmissions: TCP_INITIAL_RTO_NO_SYN_RETRANSMISSIONS as u8,
    };
    let mut bytes = 0;
    // SAFETY: the input is as long as is told, there is no output, and the call is not overlapped.
    unsafe {
        WSAIoctl(
            raw(socket.as_fd()),
            SIO_TCP_INITIAL_RTO,
            from_ref(&once).cast(),
            size_of::<TCP_INITIAL_RTO_PARAMETERS>() as u32,
            null_mut(),
            0,
            &raw mut bytes,
            null_mut(),
            None,
        );
    }
}

/// Accepts a connection.
pub(crate) fn accept(listener: &OwnedFd) -> Result<OwnedFd> {
    let socket = rustix::net::accept(listener)?;
    // SAFETY: the handle is open.
    unsafe { SetHandleInformation(raw(socket.as_fd()) as HANDLE, HANDLE_FLAG_INHERIT, 0) };
    ioctl_fionbio(&socket, true)?;
    Ok(socket)
}

/// Ends both directions of a connection over which everything was sent. What has come is received first: with bytes
/// that nobody has received, the connection would be reset, and the other end would lose what was sent to it.
pub(crate) fn shut_down(socket: &OwnedFd) {
    let mut buffer = [0; 4096];
    let mut left = MAX_LEFT;
    while left > 0 {
        match recv(socket, &mut buffer, RecvFlags::empty()) {
            Ok((received @ 1.., _)) => left = left.saturating_sub(received),
            _ => break,
        }
    }
    // It may be closed already.
    let _ = shutdown(socket, Shutdown::Both);
}

/// Returns whether the other end of a connection has closed it or cannot be reached any more.
pub(crate) fn is_closed_by_peer(error: Errno) -> bool {
    matches!(
        error,
        Errno::CONNRESET | Errno::CONNABORTED | Errno::NETRESET | Errno::SHUTDOWN | Errno::TIMEDOUT
    )
}

/// Returns whether a port is refused because another socket or the system has it.
pub(crate) fn is_in_use(error: Errno) -> bool {
    matches!(error, Errno::ADDRINUSE | Errno::ACCESS)
}

/// Returns whether a port is refused because it is one of those for the administrator: there are none.
pub(crate) fn is_for_administrator(_error: Errno, _port: u16) -> bool {
    false
}

fn raw(socket: BorrowedFd<'_>) -> SOCKET {
    socket.as_raw_fd() as SOCKET
}

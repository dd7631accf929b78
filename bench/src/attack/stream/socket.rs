//! Where pipes are reached, as one who is no step of feedrate finds and forges them.

use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr};
use std::time::Duration;

use rustix::process::geteuid;
use socket2::{Domain, SockAddr, Socket, Type};

/// A place of a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The Unix socket of this user for a port.
    Unix(u16),
    /// A port at an address of this machine.
    Tcp(Ipv4Addr, u16),
}

impl Place {
    /// Returns a socket that is not connected, and the address.
    fn socket(self) -> io::Result<(Socket, SockAddr)> {
        let (domain, address) = match self {
            // It begins with a zero byte: the name is that of no file.
            Self::Unix(port) => {
                let name = format!("\0feedrate/pipe/{}/{port}", geteuid().as_raw());
                (Domain::UNIX, SockAddr::unix(name)?)
            }
            Self::Tcp(host, port) => (Domain::IPV4, SocketAddr::from((host, port)).into()),
        };
        Ok((Socket::new(domain, Type::STREAM, None)?, address))
    }

    /// Connects, and waits for nothing longer than `patience` from then on.
    pub fn dial(self, patience: Duration) -> io::Result<Socket> {
        let (socket, address) = self.socket()?;
        socket.connect(&address)?;
        within(socket, patience)
    }

    /// Listens, without waiting when asked who came.
    pub fn listen(self) -> io::Result<Socket> {
        let (socket, address) = self.socket()?;
        if matches!(self, Self::Tcp(..)) {
            socket.set_reuse_address(true)?;
        }
        socket.bind(&address)?;
        socket.listen(128)?;
        socket.set_nonblocking(true)?;
        Ok(socket)
    }
}

/// Returns who has come to a listener, if anyone has.
pub fn accept(listener: &Socket, patience: Duration) -> Option<Socket> {
    let (socket, _) = listener.accept().ok()?;
    within(socket, patience).ok()
}

fn within(socket: Socket, patience: Duration) -> io::Result<Socket> {
    // A Unix socket has no such option, and needs none.
    let _ = socket.set_tcp_nodelay(true);
    socket.set_read_timeout(Some(patience))?;
    socket.set_write_timeout(Some(patience))?;
    Ok(socket)
}

/// Says that no more is sent, or hangs up altogether.
pub fn close(socket: &Socket, how: Shutdown) {
    // The other end may have gone.
    let _ = socket.shutdown(how);
}

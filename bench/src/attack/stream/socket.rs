//! Where pipes are reached, as one who is no step of feedrate finds and forges them.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::time::Duration;

use rustix::process::geteuid;

/// A place of a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The Unix socket of this user for a port.
    Unix(u16),
    /// A port at an address of this machine.
    Tcp(Ipv4Addr, u16),
}

/// Who waits there.
#[derive(Debug)]
pub enum Listener {
    Unix(UnixListener),
    Tcp(TcpListener),
}

/// A connection.
#[derive(Debug)]
pub enum Socket {
    Unix(UnixStream),
    Tcp(TcpStream),
}

/// The name of a pipe's Unix socket, which is no file.
fn address(port: u16) -> io::Result<SocketAddr> {
    SocketAddr::from_abstract_name(format!("feedrate/pipe/{}/{port}", geteuid().as_raw()))
}

impl Place {
    /// Connects, and waits for nothing longer than `patience` from then on.
    pub fn dial(self, patience: Duration) -> io::Result<Socket> {
        let socket = match self {
            Self::Unix(port) => Socket::Unix(UnixStream::connect_addr(&address(port)?)?),
            Self::Tcp(host, port) => Socket::Tcp(TcpStream::connect((host, port))?),
        };
        socket.within(patience)?;
        Ok(socket)
    }

    /// Listens, without waiting when asked who came.
    pub fn listen(self) -> io::Result<Listener> {
        Ok(match self {
            Self::Unix(port) => {
                let listener = UnixListener::bind_addr(&address(port)?)?;
                listener.set_nonblocking(true)?;
                Listener::Unix(listener)
            }
            Self::Tcp(host, port) => {
                let listener = TcpListener::bind((host, port))?;
                listener.set_nonblocking(true)?;
                Listener::Tcp(listener)
            }
        })
    }
}

impl Listener {
    /// Who has come, if anyone has.
    pub fn accept(&self, patience: Duration) -> Option<Socket> {
        let socket = match self {
            Self::Unix(listener) => {
                let (stream, _) = listener.accept().ok()?;
                stream.set_nonblocking(false).ok()?;
                Socket::Unix(stream)
            }
            Self::Tcp(listener) => {
                let (stream, _) = listener.accept().ok()?;
                stream.set_nonblocking(false).ok()?;
                Socket::Tcp(stream)
            }
        };
        socket.within(patience).ok()?;
        Some(socket)
    }
}

impl Socket {
    fn within(&self, patience: Duration) -> io::Result<()> {
        match self {
            Self::Unix(stream) => {
                stream.set_read_timeout(Some(patience))?;
                stream.set_write_timeout(Some(patience))
            }
            Self::Tcp(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(patience))?;
                stream.set_write_timeout(Some(patience))
            }
        }
    }

    /// The same connection once more.
    pub fn again(&self) -> io::Result<Self> {
        Ok(match self {
            Self::Unix(stream) => Self::Unix(stream.try_clone()?),
            Self::Tcp(stream) => Self::Tcp(stream.try_clone()?),
        })
    }

    /// Says that no more is sent, or hangs up altogether.
    pub fn close(&self, how: Shutdown) {
        // The other end may have gone.
        let _ = match self {
            Self::Unix(stream) => stream.shutdown(how),
            Self::Tcp(stream) => stream.shutdown(how),
        };
    }
}

impl Read for Socket {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Unix(stream) => stream.read(bytes),
            Self::Tcp(stream) => stream.read(bytes),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Unix(stream) => stream.write(bytes),
            Self::Tcp(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

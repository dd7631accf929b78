//! Windows.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::windows::io::AsRawSocket;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use windows_sys::Win32::Networking::WinSock::{
    POLLRDNORM, POLLWRNORM, SOCKET, SOCKET_ERROR, WSAGetLastError, WSAPOLLFD, WSAPoll,
};

/// One of two sockets that are connected to each other, as those of programs on one machine are.
///
/// Its calls do not block and are made again after a wait: of a call that blocks and has a limit, the system does not
/// tell how much it has moved when the limit is over.
#[derive(Debug)]
pub(crate) struct PairedSocket {
    stream: TcpStream,
    limit: Duration,
    /// Set once one of the two has ended both directions: a TCP connection does not tell a sender that nobody receives.
    is_closed: Arc<AtomicBool>,
}

impl PairedSocket {
    /// Makes two sockets. The calls of each wait no longer than the limit.
    pub(crate) fn pair(limit: Duration) -> io::Result<(Self, Self)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let writer = TcpStream::connect(listener.local_addr()?)?;
        let this = writer.local_addr()?;
        // Another program may have connected meanwhile.
        let reader = loop {
            let (reader, other) = listener.accept()?;
            if other == this {
                break reader;
            }
        };
        writer.set_nodelay(true)?;
        writer.set_nonblocking(true)?;
        reader.set_nonblocking(true)?;
        let is_closed = Arc::new(AtomicBool::new(false));
        let paired = |stream| Self {
            stream,
            limit,
            is_closed: Arc::clone(&is_closed),
        };
        Ok((paired(writer), paired(reader)))
    }

    /// Sends some bytes from the first socket; none once the second one has ended. Fails as a call that would block if
    /// there is no room within the limit.
    pub(crate) fn send(&self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting(POLLWRNORM, || match self.is_closed.load(Ordering::Relaxed) {
            true => Ok(0),
            false => (&self.stream).write(bytes),
        })
    }

    /// Receives some bytes at the second socket. Fails as a call that would block if there are none within the limit.
    pub(crate) fn receive(&self, buffer: &mut [u8]) -> io::Result<usize> {
        self.waiting(POLLRDNORM, || (&self.stream).read(buffer))
    }

    /// Ends one or both directions.
    pub(crate) fn shut_down(&self, direction: Shutdown) -> io::Result<()> {
        if matches!(direction, Shutdown::Both) {
            self.is_closed.store(true, Ordering::Relaxed);
        }
        self.stream.shutdown(direction)
    }

    /// Makes a call, and makes it once more after a wait if it would block.
    fn waiting(&self, events: i16, mut call: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return result,
        }
        let mut polled = WSAPOLLFD {
            fd: self.stream.as_raw_socket() as SOCKET,
            events,
            revents: 0,
        };
        let limit = i32::try_from(self.limit.as_millis()).unwrap_or(i32::MAX);
        // SAFETY: the structure is one, and its socket is open.
        if unsafe { WSAPoll(&raw mut polled, 1, limit) } == SOCKET_ERROR {
            // SAFETY: the call takes nothing.
            return Err(io::Error::from_raw_os_error(unsafe { WSAGetLastError() }));
        }
        call()
    }
}

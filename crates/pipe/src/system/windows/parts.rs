//! Sends from and receives into several buffers (`WSASend`, `WSARecv`).

use std::io::{IoSlice, IoSliceMut};
use std::ptr::null_mut;

use rustix::fd::{AsFd, AsRawFd};
use rustix::io::Result;
use rustix::net::{SendFlags, send};
use windows_sys::Win32::Networking::WinSock::{SOCKET, SOCKET_ERROR, WSABUF, WSARecv, WSASend};

use super::events::last_error;

/// The bytes that one call sends at most: Winsock keeps a copy of all that it takes, however much that is.
const MAX_SENT: usize = 1 << 20;

/// Sends bytes.
pub(crate) fn send_bytes(socket: impl AsFd, bytes: &[u8]) -> Result<usize> {
    send(socket, bytes, SendFlags::empty())
}

/// Sends bytes that are in several buffers: some of them, as the system may do anyway.
pub(crate) fn send_parts(socket: impl AsFd, parts: &[IoSlice<'_>]) -> Result<usize> {
    let mut room = MAX_SENT;
    let whole = parts.iter().take_while(|part| {
        let fits = part.len() <= room;
        room -= part.len().min(room);
        fits
    });
    let count = whole.count();
    if count == 0
        && let Some(long) = parts.first()
    {
        return send_bytes(socket, &long[..long.len().min(MAX_SENT)]);
    }
    let mut sent = 0;
    // SAFETY: the slices have the layout of `WSABUF` and outlive the call, which is not overlapped.
    let result = unsafe {
        WSASend(
            socket.as_fd().as_raw_fd() as SOCKET,
            parts.as_ptr().cast::<WSABUF>(),
            count as u32,
            &raw mut sent,
            0,
            null_mut(),
            None,
        )
    };
    match result {
        SOCKET_ERROR => Err(last_error()),
        _ => Ok(sent as usize),
    }
}

/// Receives bytes into several buffers.
pub(crate) fn receive_parts(socket: impl AsFd, parts: &mut [IoSliceMut<'_>]) -> Result<usize> {
    let (mut received, mut flags) = (0, 0);
    // SAFETY: the slices have the layout of `WSABUF` and outlive the call, which is not overlapped.
    let result = unsafe {
        WSARecv(
            socket.as_fd().as_raw_fd() as SOCKET,
            parts.as_mut_ptr().cast::<WSABUF>(),
            parts.len() as u32,
            &raw mut received,
            &raw mut flags,
            null_mut(),
            None,
        )
    };
    match result {
        SOCKET_ERROR => Err(last_error()),
        _ => Ok(received as usize),
    }
}

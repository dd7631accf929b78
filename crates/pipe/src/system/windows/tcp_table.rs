//! The system's table of TCP sockets.

use std::io;
use std::mem::offset_of;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use windows_sys::Win32::Foundation::{ERROR_INSUFFICIENT_BUFFER, ERROR_NOT_SUPPORTED, NO_ERROR};
use windows_sys::Win32::NetworkManagement::IpHelper::{
    GetExtendedTcpTable, MIB_TCP_STATE_ESTAB, MIB_TCP6ROW_OWNER_MODULE, MIB_TCP6TABLE_OWNER_MODULE,
    MIB_TCPROW_OWNER_MODULE, MIB_TCPTABLE_OWNER_MODULE, TCP_TABLE_OWNER_MODULE_ALL,
};
use windows_sys::Win32::Networking::WinSock::{AF_INET, AF_INET6};

/// The most reads of a table that has grown meanwhile.
const MAX_READS: usize = 16;

/// The room for rows that are added while the table is read, in units of eight bytes.
const SPARE: usize = 2048;

/// A row of the table. IPv4 addresses that are mapped to IPv6 are written as IPv4 addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TcpRow {
    /// The address of the socket.
    pub local: SocketAddr,
    /// That of the other end.
    pub remote: SocketAddr,
    /// True if the connection is established.
    pub is_established: bool,
    /// The number of the process that has made the socket.
    pub process: u32,
    /// When it has, in the units of a `FILETIME`; 0 if the system does not tell.
    pub since: i64,
}

/// Returns the rows of both families with a given local or remote port.
///
/// # Errors
///
/// The error of the system.
pub(super) fn rows_with_port(port: u16) -> io::Result<Vec<TcpRow>> {
    // SAFETY: the rows are those of the family's table, and made of numbers.
    let rows: Vec<MIB_TCPROW_OWNER_MODULE> = unsafe { table(AF_INET, offset_of!(MIB_TCPTABLE_OWNER_MODULE, table)) }?;
    // SAFETY: the same.
    let table_6 = unsafe { table(AF_INET6, offset_of!(MIB_TCP6TABLE_OWNER_MODULE, table)) };
    let rows_6: Vec<MIB_TCP6ROW_OWNER_MODULE> = match table_6 {
        // Without IPv6 there is no such table.
        Err(error) if error.raw_os_error() == Some(ERROR_NOT_SUPPORTED.cast_signed()) => Vec::new(),
        read => read?,
    };
    let all = rows.iter().map(row).chain(rows_6.iter().map(row_6));
    Ok(all
        .filter(|row| row.local.port() == port || row.remote.port() == port)
        .collect())
}

/// Reads the table of a family, whose rows begin at an offset, after their number.
///
/// # Safety
/// `R` must be the row of the table of this family, and every pattern of bytes one of its values.
unsafe fn table<R: Copy>(family: u16, offset: usize) -> io::Result<Vec<R>> {
    let mut buffer: Vec<u64> = Vec::new();
    for _ in 0..MAX_READS {
        let mut bytes = u32::try_from(size_of_val(&*buffer)).map_err(io::Error::other)?;
        let into = buffer.as_mut_ptr().cast();
        // SAFETY: the buffer is as long as is told, and aligned for the rows.
        let status =
            unsafe { GetExtendedTcpTable(into, &raw mut bytes, 0, family.into(), TCP_TABLE_OWNER_MODULE_ALL, 0) };
        match status {
            NO_ERROR => return Ok(rows_of(&buffer, offset)),
            ERROR_INSUFFICIENT_BUFFER => buffer.resize((bytes as usize).div_ceil(8) + SPARE, 0),
            status => return Err(io::Error::from_raw_os_error(status.cast_signed())),
        }
    }
    Err(io::Error::other("the table of sockets grows faster than it is read"))
}

/// Returns the rows of a table, of which the first four bytes are their number.
fn rows_of<R: Copy>(table: &[u64], offset: usize) -> Vec<R> {
    let count = table.first().map_or(0, |first| *first as u32) as usize;
    let room = size_of_val(table).saturating_sub(offset) / size_of::<R>();
    let first = table.as_ptr().wrapping_byte_add(offset).cast::<R>();
    (0..count.min(room))
        // SAFETY: the row lies within the table, which the system has written.
        .map(|at| unsafe { first.add(at).read_unaligned() })
        .collect()
}

fn row(row: &MIB_TCPROW_OWNER_MODULE) -> TcpRow {
    let ip = |address: u32| Ipv4Addr::from(address.to_ne_bytes());
    TcpRow {
        local: (ip(row.dwLocalAddr), port(row.dwLocalPort)).into(),
        remote: (ip(row.dwRemoteAddr), port(row.dwRemotePort)).into(),
        is_established: row.dwState == MIB_TCP_STATE_ESTAB as u32,
        process: row.dwOwningPid,
        since: row.liCreateTimestamp,
    }
}

fn row_6(row: &MIB_TCP6ROW_OWNER_MODULE) -> TcpRow {
    let ip = |address: [u8; 16]| Ipv6Addr::from(address).to_canonical();
    TcpRow {
        local: (ip(row.ucLocalAddr), port(row.dwLocalPort)).into(),
        remote: (ip(row.ucRemoteAddr), port(row.dwRemotePort)).into(),
        is_established: row.dwState == MIB_TCP_STATE_ESTAB as u32,
        process: row.dwOwningPid,
        since: row.liCreateTimestamp,
    }
}

/// Returns a port, which the table has in the order of the network, in the lower two bytes.
fn port(listed: u32) -> u16 {
    u16::from_be(listed as u16)
}

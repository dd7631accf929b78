//! Linux.

mod events;
mod names;
mod random;
mod tcp;
mod unix;
mod users;
mod wakeup;

pub(crate) use events::{Events, poll_all, ready};
pub(crate) use names::{own_name, services};
pub(crate) use random::fill_random;
pub(crate) use tcp::{
    accept, connect_tcp, is_closed_by_peer, is_for_administrator, is_in_use, keep_port, receive_parts, send_bytes,
    send_parts, shut_down, tcp_socket,
};
pub(crate) use unix::{HAS_UNIX_SOCKETS, bind_unix, connect_unix, set_unix_room, unix_socket};
#[cfg(test)]
pub(crate) use unix::{TestStream, test_pair};
pub(crate) use users::{TcpUsers, UNKNOWN_WRITER, is_unix_peer_same_user};
pub(crate) use wakeup::Wakeup;

//! A port for programs that talk to each other.

use std::net::TcpListener;

/// Returns a port that nobody has at the moment.
pub fn free_port() -> Result<u16, String> {
    TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| format!("no port is free: {error}"))
}

//! The names of this machine and of its services.

use std::path::PathBuf;

/// Returns the name that this machine gives itself, with or without its domain.
pub(crate) fn own_name() -> Option<String> {
    let node = rustix::system::uname();
    node.nodename().to_str().ok().map(str::to_owned)
}

/// Returns the path of the system's list of services.
pub(crate) fn services() -> PathBuf {
    PathBuf::from("/etc/services")
}

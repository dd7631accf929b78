//! The names of this machine and of its services.

use std::env;
use std::path::PathBuf;

use feedrate_machine::System;

/// Returns the name that this machine gives itself, with or without its domain.
pub(crate) fn own_name() -> Option<String> {
    System::host().host_name()
}

/// Returns the path of the system's list of services.
pub(crate) fn services() -> PathBuf {
    let windows = env::var_os("SystemRoot").map_or_else(|| PathBuf::from(r"C:\Windows"), PathBuf::from);
    windows.join(r"System32\drivers\etc\services")
}

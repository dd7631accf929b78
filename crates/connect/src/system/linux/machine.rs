//! The names of the machine and its system.

/// Returns the name of this machine.
pub(crate) fn machine_name() -> String {
    let name = rustix::system::uname();
    name.nodename().to_string_lossy().into_owned()
}

/// Returns the system, its release and version, and the processor of this machine.
pub(crate) fn machine_description() -> String {
    let system = rustix::system::uname();
    let parts = [system.sysname(), system.release(), system.version(), system.machine()];
    parts.map(|part| part.to_string_lossy().into_owned()).join(" ")
}

//! The names of the machine and its system.

use feedrate_machine::System;

/// Returns the name of this machine.
pub(crate) fn machine_name() -> String {
    System::host().host_name().unwrap_or_default()
}

/// Returns the system, its version, and the processor of this machine.
pub(crate) fn machine_description() -> String {
    let version = System::host().kernel_release();
    let parts = [
        Some("Windows".to_owned()),
        version,
        Some(std::env::consts::ARCH.to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" ")
}

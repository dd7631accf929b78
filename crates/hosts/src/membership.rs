//! The membership of this process among the commands that a client has started on several hosts.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use feedrate_workload::OtherProcesses;

use crate::gate::{GATED, LineGate};

/// The other hosts, and the flag that they set when this command is to stop. A process has one standard input, over
/// which they talk, and runs one command.
static JOINED: OnceLock<(Arc<LineGate>, Arc<AtomicBool>)> = OnceLock::new();

/// Lets the runs of this process start together with those of other hosts.
///
/// # Errors
///
/// Fails if this process was not started by a session on this host.
pub fn join() -> Result<(), String> {
    let stop = Arc::new(AtomicBool::new(false));
    let gate = LineGate::open(Arc::clone(&stop))
        .map_err(|error| format!("{GATED} is for commands that `--hosts` starts on a host: {error}"))?;
    // It is called once.
    let _ = JOINED.set((Arc::new(gate), stop));
    Ok(())
}

/// Returns the other hosts, if there are any.
pub fn joined() -> Option<Arc<dyn OtherProcesses>> {
    let (gate, _) = JOINED.get()?;
    Some(Arc::clone(gate) as Arc<dyn OtherProcesses>)
}

/// Returns the flag that stops the work of this process: that of the other hosts, or one of its own.
pub fn stop_flag() -> Arc<AtomicBool> {
    JOINED.get().map_or_else(Arc::default, |(_, stop)| Arc::clone(stop))
}

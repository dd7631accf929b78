//! The hazards of a measurement, and of the server that is measured.
//!
//! Each hazard is one line for a tired person: what it is, why it matters, what to do.

mod code;
mod device;
mod file_system;
mod machine;

use serde::{Deserialize, Serialize};

pub use code::Code;

use crate::{BlockDevice, Cores, Memory, Throttle, Volume};

/// The severity of a hazard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know when reading the figures.
    Info,
    /// The figures mislead, or the server suffers, unless it is heeded.
    Warning,
    /// Nothing can be measured.
    Refuse,
}

/// Something that spoils a measurement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hazard {
    /// Its severity.
    pub severity: Severity,
    /// A fixed name for programs.
    pub code: Code,
    /// One line: what, why it matters, what to do.
    pub text: String,
}

impl Hazard {
    fn info(code: Code, text: impl Into<String>) -> Self {
        Self::new(Severity::Info, code, text)
    }

    fn warning(code: Code, text: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, text)
    }

    fn refuse(code: Code, text: impl Into<String>) -> Self {
        Self::new(Severity::Refuse, code, text)
    }

    fn new(severity: Severity, code: Code, text: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            text: text.into(),
        }
    }
}

/// The facts that hazards are found in; parts may be missing.
#[derive(Debug, Clone, Copy)]
pub struct HazardInputs<'a> {
    /// The volume to be measured.
    pub volume: &'a Volume,
    /// Its devices, as [`Volume::block_devices`] tells them.
    pub devices: &'a [BlockDevice],
    /// The cores.
    pub cores: Option<&'a Cores>,
    /// The memory.
    pub memory: Option<&'a Memory>,
    /// I/O limits on the devices, as [`throttle::on`](crate::throttle::on) tells them.
    pub throttles: &'a [Throttle],
    /// Bytes that the measurement will write, if it is known.
    pub bytes_needed: Option<u64>,
}

impl<'a> HazardInputs<'a> {
    /// Of a volume and its devices alone.
    pub fn new(volume: &'a Volume, devices: &'a [BlockDevice]) -> Self {
        Self {
            volume,
            devices,
            cores: None,
            memory: None,
            throttles: &[],
            bytes_needed: None,
        }
    }

    /// All hazards of it, the worst first.
    pub fn hazards(&self) -> Vec<Hazard> {
        let mut found = Vec::new();
        file_system::find(self, &mut found);
        device::find(self, &mut found);
        machine::find(self, &mut found);
        // Stable, so that within a severity the volume's come before the machine's.
        found.sort_by_key(|hazard| std::cmp::Reverse(hazard.severity));
        found
    }
}

/// An amount for a sentence: MB and GB are powers of ten.
fn amount(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes / 1000),
        1_000_000..1_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

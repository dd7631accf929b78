//! The mapping of Windows drives to folders.

use feedrate_dialects::{DriveError, Drives};

/// The environment variable of the mapping.
const VARIABLE: &str = "FEEDRATE_MAP";

/// Returns the mapping of the environment.
///
/// # Errors
///
/// Returns an error if the variable is malformed.
pub fn known() -> Result<Drives, DriveError> {
    let map = std::env::var(VARIABLE).unwrap_or_default();
    Drives::parse(&map)
}

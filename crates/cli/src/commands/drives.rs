//! Where the drives of Windows are here.

use feedrate_dialects::{DriveError, Drives};

/// What says it for every call.
const VARIABLE: &str = "FEEDRATE_MAP";

/// What the environment says of them.
pub fn known() -> Result<Drives, DriveError> {
    let map = std::env::var(VARIABLE).unwrap_or_default();
    Drives::parse(&map)
}

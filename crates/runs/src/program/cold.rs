//! The state in which inputs go out of the page cache before their first use.

use feedrate_pageio::cold;

use super::error::ProgramError;

/// The state in which inputs go out of the page cache before their first use, until it is dropped.
#[derive(Debug)]
pub struct Cold(());

/// Begins it for the programs that follow.
///
/// # Errors
///
/// Returns an error if the system does not permit it.
pub fn begin() -> Result<Cold, ProgramError> {
    cold::begin().map_err(ProgramError::Cold)?;
    Ok(Cold(()))
}

impl Drop for Cold {
    fn drop(&mut self) {
        cold::end();
    }
}

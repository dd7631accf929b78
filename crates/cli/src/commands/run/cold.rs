//! `--cold`: programs find their inputs out of the page cache.

use feedrate_pageio::cold;

use super::arguments::RunArguments;

/// The state in which inputs go out of the page cache before their first use, until it is dropped.
#[derive(Debug)]
pub(super) struct Cold;

/// Begins it for the programs that follow, if the arguments request it.
///
/// # Errors
///
/// Returns a message if the system does not permit it.
pub(super) fn begin(arguments: &RunArguments) -> Result<Option<Cold>, String> {
    if !arguments.cold {
        return Ok(None);
    }
    let begun = cold::begin();
    begun.map_err(|error| format!("--cold: no register of inputs can be made: {error}"))?;
    Ok(Some(Cold))
}

impl Drop for Cold {
    fn drop(&mut self) {
        cold::end();
    }
}

//! Linux has io_uring, and Windows has none.

use crate::engine::{Ground, OpenEngine};

/// Refuses.
pub(in crate::engine) fn open_uring(
    _ground: &Ground<'_>,
    _registers: bool,
    _refused: &mut Vec<String>,
) -> Result<OpenEngine, String> {
    Err("it belongs to Linux".to_owned())
}

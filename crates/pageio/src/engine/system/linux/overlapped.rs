//! Windows has completion ports, and Linux has none.

use crate::engine::{Ground, OpenEngine};

/// Refuses.
pub(in crate::engine) fn open_overlapped(_ground: &Ground<'_>) -> Result<OpenEngine, String> {
    Err("it belongs to Windows".to_owned())
}

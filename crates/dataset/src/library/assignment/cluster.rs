//! Libraries whose queries run on a cluster: a folder that its machines share under one path.

use std::sync::Arc;

use crate::file_format::FileFormat;

/// The engine of these libraries in LIBNAME.
pub const CLUSTER: &str = "CLUSTER";

/// The extension of the files of other formats that a cluster reads.
const PARQUET: &str = ".parquet";

/// Returns the host and the port of a scheduler's address such as `db7:50050` or `[::1]:50050`; `None` of other texts.
pub fn scheduler_address(address: &str) -> Option<(&str, u16)> {
    let (host, port) = address.rsplit_once(':')?;
    let is_bare = host.contains(':') && !host.starts_with('[');
    let is_host = !host.is_empty() && !is_bare && !host.contains(['/', ' ', '@', '?', '#']);
    Some((host, port.parse().ok()?)).filter(|_| is_host)
}

/// A folder that the machines of a cluster share.
#[derive(Clone, Debug)]
pub struct SharedFolder {
    /// The host and port of the scheduler.
    address: String,
    /// The formats of its files other than `.sas7bdat`.
    formats: Vec<Arc<dyn FileFormat>>,
}

impl SharedFolder {
    /// Creates one whose files have one of these formats, as far as a cluster reads them, or are `.sas7bdat` files.
    pub(super) fn new(address: &str, formats: &[Arc<dyn FileFormat>]) -> Self {
        let read = formats.iter().filter(|format| format.extension() == PARQUET);
        Self {
            address: address.to_owned(),
            formats: read.cloned().collect(),
        }
    }

    /// Returns the host and port of the scheduler.
    pub fn address(&self) -> &str {
        &self.address
    }

    pub(in crate::library) fn formats(&self) -> &[Arc<dyn FileFormat>] {
        &self.formats
    }
}

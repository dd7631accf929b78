//! Libraries whose queries run on a cluster: a folder that its machines share under one path.

use std::path::Path;
use std::sync::Arc;

use super::{Assignment, Engine};
use crate::error::Result;
use crate::file_format::FileFormat;
use crate::library::Libraries;

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
    /// Returns the host and port of the scheduler.
    pub fn address(&self) -> &str {
        &self.address
    }

    pub(in crate::library) fn formats(&self) -> &[Arc<dyn FileFormat>] {
        &self.formats
    }
}

impl Libraries {
    /// Creates a library on a folder that the machines of a cluster share. Its data sets can only be read. `address` is
    /// the host and port of the cluster's scheduler, which is not contacted.
    ///
    /// # Errors
    ///
    /// Fails if the name is invalid or the folder does not exist.
    pub fn cluster_assignment(&self, libref: &str, address: &str, place: &Path) -> Result<Assignment> {
        let formats = self.engines.foreign.iter();
        let folder = SharedFolder {
            address: address.to_owned(),
            formats: formats
                .filter(|format| format.extension() == PARQUET)
                .cloned()
                .collect(),
        };
        let assignment = self.assignment(libref, None, place)?;
        Ok(Assignment {
            engine: Engine::Cluster(Arc::new(folder)),
            read_only: true,
            ..assignment
        })
    }

    /// Returns the host and port of the scheduler of a library, by its name in capitals, if its queries run on a
    /// cluster.
    pub fn cluster_of(&self, libref: &str) -> Option<&str> {
        match &self.assigned.get(libref)?.engine {
            Engine::Cluster(folder) => Some(folder.address()),
            _ => None,
        }
    }
}

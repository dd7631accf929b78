//! Addresses of the processes of a cluster, and their error.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use ballista_core::error::BallistaError;
use feedrate_dataset::library::scheduler_address;

/// Where a process listens, and under which name others reach it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The address on which it listens. Default: that of this machine alone, 127.0.0.1.
    pub bind: IpAddr,
    /// The name or address by which the other processes reach it; by default `bind`.
    pub host: Option<String>,
    /// The port; 0 for one that is free.
    pub port: u16,
}

impl Default for Place {
    fn default() -> Self {
        Self {
            bind: IpAddr::V4(Ipv4Addr::LOCALHOST),
            host: None,
            port: 0,
        }
    }
}

/// The error of a process of a cluster.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// Others cannot reach it.
    #[error(
        "{0} stands for all addresses of this machine, and none by which others could reach it; name one by --host"
    )]
    NoHost(IpAddr),
    /// It cannot listen.
    #[error("{address} cannot be listened on: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        source: io::Error,
    },
    /// The scheduler cannot be reached.
    #[error("there is no scheduler at {address} ({source}); `feedrate cluster scheduler` starts one")]
    NoScheduler {
        /// Its address.
        address: String,
        /// The reason.
        source: io::Error,
    },
    /// It ended, and was not asked to.
    #[error("it ended without being asked to; does another process use its port?")]
    Ended,
    /// The address of the scheduler is none.
    #[error("{0} is no host and port, such as db7:50050")]
    Address(String),
    /// The folder for the rows between stages cannot be made.
    #[error("the folder for rows between stages cannot be made: {0}")]
    Work(io::Error),
    /// The system refuses threads or signals.
    #[error("the system refuses what the process needs: {0}")]
    System(#[from] io::Error),
    /// Ballista's error.
    #[error("{0}")]
    Ballista(String),
}

impl From<BallistaError> for ClusterError {
    fn from(error: BallistaError) -> Self {
        Self::Ballista(error.to_string())
    }
}

impl Place {
    /// Returns the name by which others reach the process.
    pub(crate) fn host(&self) -> Result<String, ClusterError> {
        match &self.host {
            Some(host) => Ok(host.clone()),
            None if self.bind.is_unspecified() => Err(ClusterError::NoHost(self.bind)),
            None => Ok(self.bind.to_string()),
        }
    }

    /// Returns the port, or a free one for 0.
    ///
    /// # Errors
    ///
    /// Fails if the port is in use.
    pub(crate) fn free_port(&self) -> Result<u16, ClusterError> {
        let address = SocketAddr::new(self.bind, self.port);
        let listener = TcpListener::bind(address);
        let bound = listener.and_then(|listener| listener.local_addr());
        let bound = bound.map_err(|source| ClusterError::Listen { address, source })?;
        Ok(bound.port())
    }
}

/// Returns the host and the port of an address such as `db7:50050` or `[::1]:50050`.
pub(crate) fn host_and_port(address: &str) -> Result<(String, u16), ClusterError> {
    match scheduler_address(address) {
        Some((host, port)) => Ok((host.to_owned(), port)),
        None => Err(ClusterError::Address(address.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_a_port() {
        for (address, host, port) in [
            ("db7:50050", "db7", 50050),
            ("127.0.0.1:1", "127.0.0.1", 1),
            ("[::1]:7", "[::1]", 7),
        ] {
            assert_eq!(host_and_port(address).unwrap(), (host.to_owned(), port));
        }
        for wrong in ["db7", ":7", "::1:7", "db7:", "db7:99999", "http://db7:7"] {
            assert!(host_and_port(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn all_addresses_are_no_name() {
        let place = Place {
            bind: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
            ..Place::default()
        };
        assert!(matches!(place.host(), Err(ClusterError::NoHost(_))));
        assert_eq!(Place::default().host().unwrap(), "127.0.0.1");
    }
}

//! The endpoints at which the ends of a pipe meet, and the protection that they prove to each other there.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::address::Address;
use crate::error::PipeError;
use crate::handshake::protection::Protection;
use crate::options::PipeOptions;
use crate::system::HAS_UNIX_SOCKETS;
use crate::wire::encryption::is_loopback;
use crate::wire::socket::Endpoint;

/// The endpoints of a pipe and its protection.
#[derive(Debug)]
pub(crate) struct Route {
    /// The endpoints, the preferred one first.
    pub endpoints: Vec<Endpoint>,
    /// The protection, of which the ends prove to each other that they have it.
    pub protection: Protection,
}

impl Route {
    /// Returns where the writer of a pipe listens.
    pub(crate) fn of_writer(options: &PipeOptions, protection: Protection) -> Result<Self, PipeError> {
        let address = &options.address;
        let mut found = resolved(options, &protection)?;
        if found.iter().any(|found| !is_loopback(found.ip())) {
            return Ok(Self::new(address, found, protection));
        }
        if !address.is_own_name() {
            // A pipe that stays on this machine is for all of the user's processes, not only for sessions of the
            // program.
            return Ok(Self::new(address, found, protection.without_key()));
        }
        // Distributions list a machine's own name with an address of the loopback interface, at which other hosts
        // cannot reach it.
        if protection.secret().is_some() {
            // Where IPv6 carries IPv4, which is the default, the first one serves both and the second finds it in use.
            found = vec![
                SocketAddr::from((Ipv6Addr::UNSPECIFIED, address.port())),
                SocketAddr::from((Ipv4Addr::UNSPECIFIED, address.port())),
            ];
        }
        Ok(Self::new(address, found, protection))
    }

    /// Returns where the reader of a pipe looks for its writer.
    pub(crate) fn of_reader(options: &PipeOptions, protection: Protection) -> Result<Self, PipeError> {
        let found = resolved(options, &protection)?;
        Ok(Self::new(&options.address, found, protection))
    }

    fn new(address: &Address, found: Vec<SocketAddr>, protection: Protection) -> Self {
        let near = (HAS_UNIX_SOCKETS && address.is_near()).then(|| Endpoint::Unix(address.port()));
        Self {
            endpoints: near.into_iter().chain(found.into_iter().map(Endpoint::Tcp)).collect(),
            protection,
        }
    }
}

fn resolved(options: &PipeOptions, protection: &Protection) -> Result<Vec<SocketAddr>, PipeError> {
    let address = &options.address;
    let found = address.resolve().map_err(|source| PipeError::UnknownHost {
        pipe: address.to_string(),
        source,
    })?;
    if protection.secret().is_none() && found.iter().any(|found| !is_loopback(found.ip())) {
        return Err(PipeError::NeedsSecret {
            pipe: address.to_string(),
        });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::system::own_name;
    use crate::{Encryption, ProgramKey, Secret};

    fn options(address: &str) -> PipeOptions {
        PipeOptions {
            address: Address::parse(address).unwrap(),
            timeout: Duration::from_secs(1),
            secret: None,
        }
    }

    fn protection(options: &PipeOptions, key: &ProgramKey) -> Protection {
        Protection::new(options, key, Encryption::BetweenHosts)
    }

    #[test]
    fn a_pipe_within_this_machine_is_for_other_programs_too() {
        let key = ProgramKey::handed_on(Secret::new("the program's"));
        for address in [":7000", "localhost:7000", "127.0.0.1:7000", "[::1]:7000"] {
            let options = options(address);
            let route = Route::of_writer(&options, protection(&options, &key)).unwrap();
            assert!(route.protection.secret().is_none(), "{address}");
        }
    }

    #[test]
    fn a_pipe_that_other_hosts_can_reach_needs_a_secret_or_the_key() {
        let options = options("0.0.0.0:7000");
        let none = ProgramKey::default();
        for refused in [
            Route::of_writer(&options, protection(&options, &none)),
            Route::of_reader(&options, protection(&options, &none)),
        ] {
            assert!(matches!(refused, Err(PipeError::NeedsSecret { .. })));
        }
        let key = ProgramKey::handed_on(Secret::new("the program's"));
        let route = Route::of_writer(&options, protection(&options, &key)).unwrap();
        assert_eq!(route.protection.secret().unwrap().text(), "the program's");
        let guarded = PipeOptions {
            secret: Some(Secret::new("sesame")),
            ..options
        };
        let route = Route::of_writer(&guarded, protection(&guarded, &key)).unwrap();
        assert_eq!(route.protection.secret().unwrap().text(), "sesame");
    }

    #[test]
    fn a_writer_that_names_its_own_machine_can_be_reached_by_others() {
        let options = options(&format!("{}:7000", own_name().unwrap()));
        if options.address.resolve().is_err() {
            eprintln!("this machine does not know the address of its own name");
            return;
        }
        let key = ProgramKey::handed_on(Secret::new("the program's"));
        let route = Route::of_writer(&options, protection(&options, &key)).unwrap();
        let is_reached = |endpoint: &Endpoint| matches!(endpoint, Endpoint::Tcp(address) if !is_loopback(address.ip()));
        assert!(route.endpoints.iter().any(is_reached), "{route:?}");
    }
}

//! The address of a pipe: a port of this machine or of a named host.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::{fs, io};

use crate::system;

/// The address of a pipe: `host:port`, `:port` or `:service`. It is displayed as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    text: String,
    host: Option<String>,
    port: u16,
}

/// Why a text is not an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It has no colon.
    #[error("'{text}' is no address of a pipe; write ':PORT', ':SERVICE' or 'HOST:PORT'")]
    NoColon {
        /// The text.
        text: String,
    },
    /// It has an IPv6 address without brackets.
    #[error("'{text}' is no address of a pipe; write an IPv6 address in brackets: '[::1]:7000'")]
    NoBrackets {
        /// The text.
        text: String,
    },
    /// The port is not between 1 and 65535.
    #[error("'{text}' is no address of a pipe: a port is a number from 1 to 65535")]
    NoPort {
        /// The text.
        text: String,
    },
    /// The service is not listed.
    #[error(
        "the service {service} of the pipe '{text}' is not in {}; name a port, as in ':7000'",
        system::services().display()
    )]
    UnknownService {
        /// The text.
        text: String,
        /// The service.
        service: String,
    },
}

impl Address {
    /// Parses an address. A service is looked up in the system's list of services, `/etc/services`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not an address or names a service that this machine does not list.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        Self::parse_among(text, || fs::read_to_string(system::services()).unwrap_or_default())
    }

    fn parse_among(text: &str, services: impl Fn() -> String) -> Result<Self, AddressError> {
        let text = text.trim();
        let owned = || text.to_owned();
        let (host, port) = text
            .rsplit_once(':')
            .ok_or_else(|| AddressError::NoColon { text: owned() })?;
        let host = match host.strip_prefix('[').and_then(|h| h.strip_suffix(']')) {
            Some(host) => host,
            None if host.contains(':') => return Err(AddressError::NoBrackets { text: owned() }),
            None => host,
        };
        if port.is_empty() || port.contains(char::is_whitespace) || host.contains(char::is_whitespace) {
            return Err(AddressError::NoColon { text: owned() });
        }
        let port = if port.starts_with(|c: char| c.is_ascii_digit()) {
            port.parse()
                .ok()
                .filter(|port| *port != 0)
                .ok_or_else(|| AddressError::NoPort { text: owned() })?
        } else {
            service(&services(), port).ok_or_else(|| AddressError::UnknownService {
                text: owned(),
                service: port.to_owned(),
            })?
        };
        Ok(Self {
            text: owned(),
            host: (!host.is_empty()).then(|| host.to_owned()),
            port,
        })
    }

    /// Returns the port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns whether no host is named, so that both ends are on this machine and a Unix socket can be used.
    pub(crate) fn is_near(&self) -> bool {
        self.host.is_none()
    }

    /// Returns whether the host is named, and by the name that this machine gives itself, with or without its domain.
    pub(crate) fn is_own_name(&self) -> bool {
        self.host
            .as_deref()
            .zip(system::own_name())
            .is_some_and(|(host, node)| is_same_machine(host, &node))
    }

    /// Returns the socket addresses of this address, at least one, each once.
    pub(crate) fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let Some(host) = &self.host else {
            return Ok(vec![loopback]);
        };
        if host.eq_ignore_ascii_case("localhost") {
            return Ok(vec![loopback]);
        }
        if let Ok(address) = host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::from((address, self.port))]);
        }
        let mut found: Vec<SocketAddr> = Vec::new();
        for address in (host.as_str(), self.port).to_socket_addrs()? {
            if !found.contains(&address) {
                found.push(address);
            }
        }
        if found.is_empty() {
            return Err(io::Error::other("it has no address"));
        }
        Ok(found)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns whether two names, of which either may lack its domain, are of one machine. That of the loopback interface
/// is of none.
fn is_same_machine(host: &str, node: &str) -> bool {
    let label = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    !host.eq_ignore_ascii_case("localhost")
        && host.parse::<IpAddr>().is_err()
        && match host.contains('.') && node.contains('.') {
            true => host.eq_ignore_ascii_case(node),
            false => label(host).eq_ignore_ascii_case(&label(node)),
        }
}

/// Returns the TCP port of a service, by its name or an alias.
fn service(listed: &str, name: &str) -> Option<u16> {
    listed.lines().find_map(|line| {
        let mut words = line.split('#').next()?.split_whitespace();
        let first = words.next()?;
        let (port, protocol) = words.next()?.split_once('/')?;
        (protocol == "tcp" && (first == name || words.any(|other| other == name)))
            .then(|| port.parse().ok())
            .flatten()
            .filter(|port| *port != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "# services\nclaims\t7100/udp\nclaims 7101/tcp payments # of the month\nbad 0/tcp\n";

    fn parse(text: &str) -> Result<Address, AddressError> {
        Address::parse_among(text, || LISTED.to_owned())
    }

    #[test]
    fn ports_services_and_hosts_are_read() {
        for (text, host, port) in [
            (":7000", None, 7000),
            (" :7000 ", None, 7000),
            (":claims", None, 7101),
            (":payments", None, 7101),
            ("localhost:7000", Some("localhost"), 7000),
            ("big.example.com:claims", Some("big.example.com"), 7101),
            ("[::1]:65535", Some("::1"), 65535),
        ] {
            let address = parse(text).unwrap();
            assert_eq!((address.host.as_deref(), address.port()), (host, port), "{text}");
            assert_eq!(address.to_string(), text.trim());
        }
    }

    #[test]
    fn what_is_not_an_address_is_an_error() {
        for (text, part) in [
            ("", "write ':PORT'"),
            ("7000", "write ':PORT'"),
            ("host:", "write ':PORT'"),
            ("two words:7000", "write ':PORT'"),
            (":0", "1 to 65535"),
            (":65536", "1 to 65535"),
            (":70x", "1 to 65535"),
            ("::1:7000", "in brackets"),
            (":bad", "the service bad"),
            (":nowhere", "the service nowhere of the pipe ':nowhere' is not in "),
        ] {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn a_machine_is_known_by_its_name_with_and_without_the_domain() {
        assert!(is_same_machine("N2", "n2"));
        assert!(is_same_machine("n2.example.com", "n2"));
        assert!(is_same_machine("n2", "n2.example.com"));
        for (host, node) in [
            ("n2.example.com", "n2.example.org"),
            ("n1", "n2"),
            ("localhost", "localhost"),
            ("127.0.0.1", "127"),
        ] {
            assert!(!is_same_machine(host, node), "{host} {node}");
        }
    }

    #[test]
    fn loopback_is_resolved_without_asking_anyone() {
        let of = |text| parse(text).unwrap().resolve().unwrap();
        assert_eq!(of(":7000"), of("127.0.0.1:7000"));
        assert_eq!(of("LOCALHOST:7000"), of("127.0.0.1:7000"));
        assert!(of("[::1]:7000")[0].ip().is_loopback());
    }
}

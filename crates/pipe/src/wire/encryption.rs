//! The choice of the connections that are encrypted.

use std::net::IpAddr;

/// Which connections are encrypted, of those whose pipes have a secret.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Encryption {
    /// Those over TCP of which an end has an address that is not of the loopback interface. This is the default.
    #[default]
    BetweenHosts,
    /// All over TCP.
    Always,
}

impl Encryption {
    /// Returns whether connections with the other end at this address are encrypted.
    pub(crate) fn covers(self, other: IpAddr) -> bool {
        self == Self::Always || !is_loopback(other)
    }
}

/// Returns whether an address is of the loopback interface, also where IPv6 carries an address of IPv4.
pub(crate) fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_this_machine_alone_are_not_covered() {
        let covers = |address: &str| Encryption::BetweenHosts.covers(address.parse().unwrap());
        for near in ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"] {
            assert!(!covers(near), "{near}");
        }
        for far in ["192.0.2.7", "10.0.0.1", "2001:db8::1", "fe80::1", "::ffff:10.0.0.1"] {
            assert!(covers(far), "{far}");
        }
        assert!(Encryption::Always.covers("127.0.0.1".parse().unwrap()));
    }
}

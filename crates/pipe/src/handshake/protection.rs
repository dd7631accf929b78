//! What protects the pipes of a session besides the secrets of its libraries: the key of the program's sessions, and
//! encryption.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use crate::pipes::PipeOptions;
use crate::wire::secret::Secret;

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

/// The key of all sessions of a program: their pipes use it between hosts if they were given no secret. There is none
/// until a session starts another one. Clones are the same key.
#[derive(Debug, Clone, Default)]
pub struct ProgramKey(Arc<OnceLock<Secret>>);

impl ProgramKey {
    /// Returns the key that the session which has started this one has handed on.
    #[must_use]
    pub fn handed_on(key: Secret) -> Self {
        Self(Arc::new(OnceLock::from(key)))
    }

    /// Returns the key, to hand it to a session that this one starts; it is made if there is none.
    ///
    /// # Panics
    ///
    /// Panics if the system gives no random numbers.
    #[must_use]
    pub fn hand_on(&self) -> &Secret {
        self.0.get_or_init(Secret::random)
    }

    /// Returns the key, if there is one.
    pub(crate) fn get(&self) -> Option<&Secret> {
        self.0.get()
    }
}

/// What the two ends of one pipe prove to each other.
#[derive(Debug, Clone)]
pub(crate) struct Protection {
    /// The secret of the library.
    given: Option<Secret>,
    /// The key of the program's sessions.
    of_program: Option<Secret>,
    /// Which connections are encrypted.
    pub encryption: Encryption,
}

impl Protection {
    /// Returns that of a pipe, of which the key of the program is left out if it has a secret.
    pub(crate) fn new(options: &PipeOptions, key: &ProgramKey, encryption: Encryption) -> Self {
        let of_program = match options.secret {
            Some(_) => None,
            None => key.get().cloned(),
        };
        Self {
            given: options.secret.clone(),
            of_program,
            encryption,
        }
    }

    /// Returns whether the library was given a secret.
    pub(crate) fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Returns the secret, or the key of the program if there is none.
    pub(crate) fn secret(&self) -> Option<&Secret> {
        self.given.as_ref().or(self.of_program.as_ref())
    }

    /// Leaves out the key of the program: the pipe stays on this machine.
    pub(crate) fn without_key(mut self) -> Self {
        self.of_program = None;
        self
    }
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
        for far in [
            "192.0.2.7",
            "10.0.0.1",
            "2001:db8::1",
            "fe80::1",
            "::ffff:10.0.0.1",
        ] {
            assert!(covers(far), "{far}");
        }
        assert!(Encryption::Always.covers("127.0.0.1".parse().unwrap()));
    }

    #[test]
    fn a_program_has_a_key_once_it_has_handed_it_on() {
        let key = ProgramKey::default();
        let same = key.clone();
        assert!(same.get().is_none());
        let text = key.hand_on().text().to_owned();
        assert_eq!(same.get().unwrap().text(), text);
        assert_eq!(same.hand_on().text(), text);
        assert!(!format!("{same:?}").contains(&text));
    }
}

//! The protection of a pipe: the secret of its library, or the key of the program's sessions.

use std::sync::{Arc, OnceLock};

use crate::options::PipeOptions;
use crate::wire::encryption::Encryption;
use crate::wire::secret::Secret;

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

/// The protection of one pipe: its two ends prove to each other that they have it.
#[derive(Debug, Clone)]
pub(crate) struct Protection {
    /// The secret of the library.
    given: Option<Secret>,
    /// The key of the program's sessions.
    of_program: Option<Secret>,
    /// The choice of connections that are encrypted.
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

//! Which connections a listener admits, and why it rejects others.

use crate::handshake::connection::Connection;
use crate::handshake::hello::{Refusal, Role, Token};
use crate::handshake::owner::Owner;
use crate::handshake::protection::Protection;

/// Why a connection was rejected, for the waiting step.
pub(crate) const NOT_OURS: &str = "something came there that is not feedrate";
const WRONG_SECRET: &str = "a reader with another SECRET= came";
const OTHER_PROGRAM: &str =
    "a reader came that is no session of this program, or was given SECRET=";

/// Whether a connection is admitted; if not, the refusal to send, if any.
pub(crate) type Admission = Result<(), Option<Refusal>>;

/// A rejected connection: the refusal to send, and the reason for the waiting step.
pub(crate) type Rejection = (Option<Refusal>, Option<&'static str>);

/// What a listener provides to the handshakes of its connections.
pub(crate) struct HandshakeContext<'a> {
    /// What the writer proves, and asks the reader to prove.
    pub protection: &'a Protection,
    /// The name of the data set.
    pub what: &'a str,
    /// Whether to admit a connection with this role and token.
    pub admits: &'a dyn Fn(Role, &Token) -> Admission,
    /// Returns the owner of the other end of a connection.
    pub owner: &'a dyn Fn(&Connection) -> Owner,
}

impl HandshakeContext<'_> {
    /// Returns the rejection of a reader that does not prove to have the secret.
    pub(crate) fn wrong_secret(&self) -> Rejection {
        let why = match self.protection.is_given() {
            true => WRONG_SECRET,
            false => OTHER_PROGRAM,
        };
        (Some(Refusal::WrongSecret), Some(why))
    }
}

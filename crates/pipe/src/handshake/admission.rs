//! The connections that a listener admits, and the reasons why it rejects others.

use rustix::fd::BorrowedFd;

use crate::handshake::hello::{Refusal, Role};
use crate::handshake::owner::Owner;
use crate::handshake::protection::Protection;
use crate::wire::random::Token;
use crate::wire::socket::Endpoint;

/// The reasons why a connection was rejected, for the waiting step.
pub(crate) const NOT_OURS: &str = "something came there that is not feedrate";
const WRONG_SECRET: &str = "a reader with another SECRET= came";
const OTHER_PROGRAM: &str = "a reader came that is no session of this program, or was given SECRET=";

/// The admission of a connection; where it is not admitted, the refusal to send, if any.
pub(crate) type Admission = Result<(), Option<Refusal>>;

/// A rejected connection: the refusal to send, and the reason for the waiting step.
pub(crate) type Rejection = (Option<Refusal>, Option<&'static str>);

/// The part of a listener that belongs to the handshakes of its connections.
pub(crate) struct HandshakeContext<'a> {
    /// The protection that the writer proves, and asks the reader to prove.
    pub protection: &'a Protection,
    /// The name of the data set.
    pub what: &'a str,
    /// Decides on a connection with this role and token.
    pub admits: &'a dyn Fn(Role, &Token) -> Admission,
    /// Returns the owner of the other end of a connection at an endpoint.
    pub owner: &'a dyn Fn(Endpoint, BorrowedFd<'_>) -> Owner,
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

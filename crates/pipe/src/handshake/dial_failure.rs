//! The reasons why an attempt to connect to a writer fails.

use crate::handshake::hello::Refusal;
use crate::handshake::protection::Protection;

/// The reason why an attempt failed.
pub(crate) enum DialFailure {
    /// No writer was there. Holds what was there instead, if anything.
    NoWriter(Option<&'static str>),
    /// The timeout ended before the result was known.
    CutShort,
    /// Another reader is connected.
    Busy,
    /// The writer takes encrypted connections only.
    Plain,
    /// A later attempt would fail for the same reason.
    Refused(&'static str),
}

impl DialFailure {
    /// Converts the writer's refusal of a reader with this protection.
    pub(crate) fn of(refusal: Refusal, protection: &Protection) -> Self {
        match refusal {
            Refusal::Busy => Self::Busy,
            Refusal::WrongSecret if protection.is_given() => {
                Self::Refused("its SECRET= is not that of the step that writes it; give both the same")
            }
            Refusal::WrongSecret => Self::Refused(
                "the step that writes it is no session of this program, or was given SECRET=; give both the same",
            ),
            Refusal::OtherUser => {
                Self::Refused("another user writes it; give both steps the same SECRET= or name another port")
            }
            Refusal::Version => {
                Self::Refused("another version of feedrate writes it; run both steps with the same program")
            }
            Refusal::Plain if protection.secret().is_some() => Self::Plain,
            Refusal::Plain => Self::Refused(
                "the step that writes it takes this one for one of another host; give both the same SECRET=",
            ),
            Refusal::NoSecret => Self::no_secret(),
        }
    }

    /// A hang-up, which is retried because a writer that ends at this moment does the same.
    pub(crate) fn hung_up() -> Self {
        Self::NoWriter(Some("something listens there that hangs up"))
    }

    /// The failure at something that speaks another language.
    pub(crate) fn not_ours() -> Self {
        Self::NoWriter(Some("something listens there that is not feedrate"))
    }

    /// The failure at a writer without a secret.
    pub(crate) fn no_secret() -> Self {
        Self::Refused("this step was given SECRET= and the one that writes it was not; give both the same")
    }

    /// The failure at a writer that does not prove to have the secret.
    pub(crate) fn no_proof() -> Self {
        Self::Refused("the step that writes it does not prove that it has this SECRET=; give both the same")
    }
}

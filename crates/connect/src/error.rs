//! What can go wrong between a client and a session.

use std::io;

/// What went wrong between a client and a session.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// No process could be started.
    #[error(
        "the process of session {name} cannot be started: {source}; where processes (ulimit -u) or open files \
         (ulimit -n) are limited, start fewer sessions or sign some off"
    )]
    Start {
        /// The session.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The other end is gone.
    #[error("the line to the session is broken: {0}")]
    Broken(#[from] io::Error),
    /// The user wants the client to stop, and the session does not take what it is asked.
    #[error("the session did not take what it was asked until the program was stopped")]
    Stopped,
    /// What came is nothing that a session or its client says.
    #[error("something other than a session's conversation came: {what}")]
    Nonsense {
        /// What, cut short.
        what: String,
    },
    /// A piece is longer than the line takes.
    #[error(
        "{bytes} bytes at once are more than the line to a session takes ({limit}); split the block"
    )]
    TooLong {
        /// How long it is.
        bytes: u64,
        /// The longest that is taken.
        limit: u64,
    },
    /// A person started what only a client starts.
    #[error(
        "`feedrate session` is started by `feedrate run` for the SIGNON statement of a program, and not by hand; \
         write SIGNON and RSUBMIT into the program"
    )]
    NoClient,
    /// The client is of another version.
    #[error(
        "the client is feedrate {client} and this session feedrate {own}: the program was replaced while it ran; \
         run it again"
    )]
    Version {
        /// The client's.
        client: String,
        /// This program's.
        own: &'static str,
    },
}

impl ConnectError {
    /// That of something that makes no sense.
    pub(crate) fn nonsense(what: impl ToString) -> Self {
        const SHOWN: usize = 100;
        let what = what.to_string().chars().take(SHOWN).collect();
        Self::Nonsense { what }
    }
}

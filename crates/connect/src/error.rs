//! Errors between a client and a session.

use std::io;

/// Why a client and a session could not communicate.
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
        /// The error of the system.
        source: io::Error,
    },
    /// No launcher could be started.
    #[error("the launcher `{program}` cannot be started: {source}")]
    Launcher {
        /// Its program.
        program: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The connection is closed.
    #[error("the line to the session is broken: {0}")]
    Broken(#[from] io::Error),
    /// The user wants the client to stop, and the session does not read its input.
    #[error("the session did not take what it was asked until the program was stopped")]
    Stopped,
    /// The received bytes are not a valid message.
    #[error("something other than a session's conversation came: {what}")]
    Nonsense {
        /// The bytes, cut short.
        what: String,
    },
    /// A frame exceeds the maximum length.
    #[error("{bytes} bytes at once are more than the line to a session takes ({limit}); split the block")]
    TooLong {
        /// Its length.
        bytes: u64,
        /// The maximum length.
        limit: u64,
    },
    /// A person ran the command that only a client runs.
    #[error(
        "`feedrate session` and `feedrate host` are started by feedrate itself, for SIGNON and for --hosts, and not by \
         hand; write SIGNON and RSUBMIT into a program, or give --hosts to a command"
    )]
    NoClient,
    /// Nothing arrives any more, not even signs of life.
    #[error("nothing was heard of it for {seconds} s, not even a sign of life: the machine or the network is gone")]
    Silent {
        /// For how long.
        seconds: u64,
    },
    /// The program on another machine is of another version.
    #[error(
        "feedrate there is {there}, and here {own}: install {own} there, or bring this one along (`--bring`, or `-o \
         bring` of a program)"
    )]
    OtherVersion {
        /// The other's.
        there: String,
        /// This program's.
        own: &'static str,
    },
    /// The program cannot be copied to other machines.
    #[error("{0}")]
    NotBrought(&'static str),
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
    /// Returns the error for something invalid.
    pub(crate) fn nonsense(what: impl ToString) -> Self {
        const SHOWN: usize = 100;
        let what = what.to_string().chars().take(SHOWN).collect();
        Self::Nonsense { what }
    }
}

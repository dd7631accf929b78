//! Valid requests.

use std::path::PathBuf;

use super::ground::Ground;

/// The name by which the program was called, which decides the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// `feedrate iotest`: the options decide the form.
    Command,
    /// `iotest.sh`, which has but one form.
    Iotest,
    /// `rhel_iotest.sh`, likewise.
    RhelIotest,
}

/// The script whose lines are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// iotest.sh: streams and sizes as they are asked for, rates of a stream.
    Streams,
    /// rhel_iotest.sh: a stream for each physical core, rates for each of them.
    Cores,
}

impl Form {
    /// Returns the name of the script.
    pub fn script(self) -> &'static str {
        match self {
            Self::Streams => "iotest.sh",
            Self::Cores => "rhel_iotest.sh",
        }
    }
}

/// The request of the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The help, which is the text.
    Help(String),
    /// A description of a test.
    Explain(Test),
    /// A test.
    Test(Test),
}

/// A test of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The command line, as it is printed.
    pub invocation: String,
    /// The script whose lines are printed.
    pub form: Form,
    /// The folder.
    pub folder: PathBuf,
    /// The streams, each with a file.
    pub streams: u32,
    /// The bytes of a block.
    pub block: u64,
    /// The bytes of each file, a multiple of the block.
    pub file_bytes: u64,
    /// True if the size of files was chosen by memory.
    pub is_size_chosen: bool,
    /// True if the lines of the script have the cold and durable rates.
    pub cold_durable: bool,
    /// The machine.
    pub ground: Ground,
}

impl Test {
    /// Returns the bytes of all files.
    pub fn all_bytes(&self) -> u64 {
        self.file_bytes.saturating_mul(self.streams.into())
    }
}

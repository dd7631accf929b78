//! Valid requests.

use std::path::PathBuf;

use feedrate_pageio::{Access, Method};

/// The request of the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The help.
    Help,
    /// A test.
    Test(Test),
}

/// A test of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The file's name, as it was given.
    pub name: String,
    /// The path of the file.
    pub file: PathBuf,
    /// The operation on it.
    pub operation: Operation,
    /// The bytes of it that are read or written.
    pub file_size: Size,
    /// The bytes of a transfer, or of each buffer of a scattered transfer.
    pub page_size: Size,
    /// True if an account is printed that the original does not have.
    pub explain: bool,
    /// True if a file that feedrate did not make may be written to.
    pub force: bool,
    /// For `-explain`: options that have another meaning here.
    pub remarks: Vec<&'static str>,
}

/// A size, and whether it is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Bytes.
    pub bytes: u64,
    /// True if it is the default.
    pub is_default: bool,
}

impl Size {
    /// Returns the given size, or else the default.
    pub(super) fn given_or(given: Option<u64>, default: u64) -> Self {
        Self {
            bytes: given.unwrap_or(default),
            is_default: given.is_none(),
        }
    }
}

/// The operation on the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `-r`: from front to back through the page cache.
    SequentialRead,
    /// `-r -unbuffered`: from front to back past it, a page in each transfer.
    UnbufferedRead,
    /// `-r -sgio`: from front to back past it, several page buffers in each transfer.
    ScatterRead {
        /// Pages of a transfer.
        pages: u32,
    },
    /// `-r -ran`: in random order through the page cache, which is advised so.
    RandomRead,
    /// `-r -ran -unbuffered`: in random order through the page cache, which is not advised.
    ReadWithHistory,
    /// `-w`: from front to back through the page cache.
    SequentialWrite,
    /// `-w -unbuffered`: from front to back past it, a page in each transfer.
    UnbufferedWrite,
    /// `-w -writethru`: from front to back, each write waiting for the device.
    WriteThrough,
    /// `-w -sgio`: from front to back past the page cache, several page buffers in each transfer.
    GatherWrite {
        /// Pages of a transfer.
        pages: u32,
    },
    /// `-rw`: pages in random order, each read and written back.
    ReadWriteBack {
        /// True if each write waits for the device.
        through: bool,
    },
}

impl Operation {
    /// Returns the method of page I/O.
    pub fn method(self) -> Method {
        match self {
            Self::SequentialRead
            | Self::RandomRead
            | Self::ReadWithHistory
            | Self::SequentialWrite
            | Self::ReadWriteBack { through: false } => Method::Cached,
            Self::UnbufferedRead | Self::UnbufferedWrite => Method::Unbuffered,
            Self::ScatterRead { pages } | Self::GatherWrite { pages } => Method::Direct {
                pages_per_transfer: pages,
            },
            Self::WriteThrough | Self::ReadWriteBack { through: true } => Method::WriteThrough,
        }
    }

    /// Returns the order of pages.
    pub fn access(self) -> Access {
        match self {
            Self::RandomRead | Self::ReadWriteBack { .. } => Access::Random,
            Self::ReadWithHistory => Access::History,
            _ => Access::Sequential,
        }
    }

    /// Returns whether it reads the file, which must then have the bytes.
    pub fn reads(self) -> bool {
        match self {
            Self::SequentialRead
            | Self::UnbufferedRead
            | Self::ScatterRead { .. }
            | Self::RandomRead
            | Self::ReadWithHistory
            | Self::ReadWriteBack { .. } => true,
            Self::SequentialWrite | Self::UnbufferedWrite | Self::WriteThrough | Self::GatherWrite { .. } => false,
        }
    }

    /// Returns whether it writes to the file.
    pub fn writes(self) -> bool {
        !self.reads() || matches!(self, Self::ReadWriteBack { .. })
    }

    /// Returns whether one call scatters or gathers several page buffers.
    pub fn is_sgio(self) -> bool {
        matches!(self, Self::ScatterRead { .. } | Self::GatherWrite { .. })
    }
}

impl Test {
    /// Returns the bytes of one transfer; `None` if the number overflows.
    pub(super) fn transfer_bytes(&self) -> Option<u64> {
        let pages = self.operation.method().pages_per_transfer();
        self.page_size.bytes.checked_mul(u64::from(pages))
    }
}

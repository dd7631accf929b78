//! What is to be done, once it is known to make sense.

use std::path::PathBuf;

use feedrate_pageio::{Access, Method};

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// To be told how to ask.
    Help,
    /// A test.
    Test(Test),
}

/// A test of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The file's name, as it was given.
    pub name: String,
    /// Where it is.
    pub file: PathBuf,
    /// What is done with it.
    pub operation: Operation,
    /// How much of it is read or written.
    pub file_size: Size,
    /// How much is moved at a time, or by each buffer of a scattered transfer.
    pub page_size: Size,
    /// Whether to add what the original never said.
    pub explain: bool,
    /// Whether a file that feedrate did not make may be written to.
    pub force: bool,
    /// For `-explain`: what given options do not mean here.
    pub remarks: Vec<&'static str>,
}

/// A size, and whether it is the default because none was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Bytes.
    pub bytes: u64,
    /// Whether no option gave it.
    pub is_default: bool,
}

impl Size {
    /// What was given, or else the default.
    pub(super) fn given_or(given: Option<u64>, default: u64) -> Self {
        Self {
            bytes: given.unwrap_or(default),
            is_default: given.is_none(),
        }
    }
}

/// What is done with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `-r`: from front to back through the page cache.
    SequentialRead,
    /// `-r -unbuffered`: from front to back past it, a page a transfer.
    UnbufferedRead,
    /// `-r -sgio`: from front to back past it, several page buffers a transfer.
    ScatterRead {
        /// Pages a transfer.
        pages: u32,
    },
    /// `-r -ran`: in random order through the page cache, which is told so.
    RandomRead,
    /// `-r -ran -unbuffered`: in random order through the page cache, which is not told.
    ReadWithHistory,
    /// `-w`: from front to back through the page cache.
    SequentialWrite,
    /// `-w -unbuffered`: from front to back past it, a page a transfer.
    UnbufferedWrite,
    /// `-w -writethru`: from front to back, each write waiting for the device.
    WriteThrough,
    /// `-w -sgio`: from front to back past the page cache, several page buffers a transfer.
    GatherWrite {
        /// Pages a transfer.
        pages: u32,
    },
    /// `-rw`: pages in random order, each written back as it was read.
    ReadWriteBack {
        /// Whether each write waits for the device.
        through: bool,
    },
}

impl Operation {
    /// How pages move.
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

    /// In which order.
    pub fn access(self) -> Access {
        match self {
            Self::RandomRead | Self::ReadWriteBack { .. } => Access::Random,
            Self::ReadWithHistory => Access::History,
            _ => Access::Sequential,
        }
    }

    /// Whether it reads what is there, so that the file must hold it.
    pub fn reads(self) -> bool {
        match self {
            Self::SequentialRead
            | Self::UnbufferedRead
            | Self::ScatterRead { .. }
            | Self::RandomRead
            | Self::ReadWithHistory
            | Self::ReadWriteBack { .. } => true,
            Self::SequentialWrite
            | Self::UnbufferedWrite
            | Self::WriteThrough
            | Self::GatherWrite { .. } => false,
        }
    }

    /// Whether it writes to the file.
    pub fn writes(self) -> bool {
        !self.reads() || matches!(self, Self::ReadWriteBack { .. })
    }

    /// Whether one call scatters or gathers several page buffers.
    pub fn is_sgio(self) -> bool {
        matches!(self, Self::ScatterRead { .. } | Self::GatherWrite { .. })
    }
}

impl Test {
    /// Bytes of one transfer; `None` when there is no such number.
    pub(super) fn transfer_bytes(&self) -> Option<u64> {
        let pages = self.operation.method().pages_per_transfer();
        self.page_size.bytes.checked_mul(u64::from(pages))
    }
}

//! Opens a file with the requested method, or through the cache if that is not possible.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_pageio::cold;
use feedrate_pageio::{Access, Error as PagesError, Method, Mode, OpenRequest, PageFile, Result as PagesResult};

use crate::error::Result;
use crate::settings::Settings;

/// The sizes and offsets that direct I/O is tried for must be multiples of this, in bytes: SAS does not use SGIO for
/// smaller pages, and every device accepts it.
const LEAST_ALIGNMENT: u64 = 4096;

/// An open file, and the requests that could not be met.
#[derive(Debug)]
pub(crate) struct OpenFile {
    pub(crate) file: PageFile,
    pub(crate) notes: Vec<String>,
}

/// When a file began to be opened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    at: Instant,
    /// The time that the thread had spent on making inputs cold.
    cold: Duration,
}

impl Opening {
    /// Begins now.
    pub(crate) fn begin() -> Self {
        Self {
            at: Instant::now(),
            cold: cold::eviction_time_of_thread(),
        }
    }

    /// Returns when it began, later by the time that this thread, which began it, has taken since then for making
    /// inputs cold.
    pub(crate) fn began(self) -> Instant {
        self.at + cold::eviction_time_of_thread().saturating_sub(self.cold)
    }
}

/// The sizes that direct I/O on a file must be aligned to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) header_bytes: u64,
    pub(crate) page_bytes: u64,
}

impl Sizes {
    fn named(self) -> [(&'static str, u64); 2] {
        [("page size", self.page_bytes), ("header size", self.header_bytes)]
    }

    /// Returns why direct I/O is not tried for them; `None` if it is.
    fn misaligned(self) -> Option<String> {
        let mut named = self.named().into_iter();
        let (what, bytes) = named.find(|(_, bytes)| !bytes.is_multiple_of(LEAST_ALIGNMENT))?;
        Some(not_a_multiple(what, bytes, LEAST_ALIGNMENT))
    }
}

/// Returns how the pages of a file with these sizes are to be moved, as far as that does not depend on its file system,
/// and the requests that cannot be met.
pub(crate) fn planned_method(settings: &Settings, sizes: Sizes) -> (Method, Vec<String>) {
    let mut notes = settings.notes.clone();
    let (method, cut) = settings.method(sizes.page_bytes);
    match sizes.misaligned().filter(|_| method.is_direct()) {
        Some(refused) => {
            notes.push(refused);
            (Method::Cached, notes)
        }
        None => {
            notes.extend(cut);
            (method, notes)
        }
    }
}

/// Opens a file to be read from front to back, or uses an open one.
pub(crate) fn open_existing(
    path: &Path,
    already: Option<&File>,
    settings: &Settings,
    sizes: Sizes,
) -> Result<OpenFile> {
    open(path, already, settings, sizes, Mode::Read)
}

/// Opens a file to be written that has no other writer.
pub(crate) fn open_to_write(
    path: &Path,
    already: Option<&File>,
    settings: &Settings,
    sizes: Sizes,
) -> Result<OpenFile> {
    open(path, already, settings, sizes, Mode::Write)
}

/// Opens a file to change single ranges, through the cache, or uses an open one.
pub(crate) fn open_to_change(path: &Path, already: Option<&File>) -> Result<PageFile> {
    let request = OpenRequest {
        mode: Mode::ReadWrite,
        access: Access::Random,
        ..OpenRequest::read(Method::Cached)
    };
    Ok(open_or_use(path, already, request)?)
}

/// Opens a file to read single ranges, through the cache, or uses an open one.
pub(crate) fn open_for_ranges(path: &Path, already: Option<&File>, access: Access) -> Result<PageFile> {
    let request = OpenRequest {
        access,
        ..OpenRequest::read(Method::Cached)
    };
    Ok(open_or_use(path, already, request)?)
}

/// Opens a file, or uses an open one.
fn open_or_use(path: &Path, already: Option<&File>, request: OpenRequest) -> PagesResult<PageFile> {
    match already {
        Some(already) => PageFile::open_again(already, path, request),
        None => PageFile::open(path, request),
    }
}

/// Checks that the sizes have the alignment of the file's method.
fn check(file: &PageFile, sizes: Sizes) -> PagesResult<()> {
    sizes
        .named()
        .into_iter()
        .try_for_each(|(what, bytes)| file.check_alignment(what, bytes))
}

fn open(path: &Path, already: Option<&File>, settings: &Settings, sizes: Sizes, mode: Mode) -> Result<OpenFile> {
    let open_with = |method| {
        let request = OpenRequest {
            mode,
            ..OpenRequest::read(method)
        };
        let file = open_or_use(path, already, request)?;
        check(&file, sizes)?;
        Ok(file)
    };
    let mut notes = settings.notes.clone();
    let (method, cut) = settings.method(sizes.page_bytes);
    if method.is_direct() {
        let refused = match sizes.misaligned() {
            Some(refused) => refused,
            None => match open_with(method) {
                Ok(file) => {
                    notes.extend(cut);
                    return Ok(OpenFile { file, notes });
                }
                Err(PagesError::DirectRefused { .. }) => "direct refused: the file system takes none".into(),
                Err(PagesError::Misaligned {
                    what, value, needed, ..
                }) => not_a_multiple(what, value, needed),
                Err(error) => return Err(error.into()),
            },
        };
        notes.push(refused);
    }
    let file = open_with(Method::Cached)?;
    Ok(OpenFile { file, notes })
}

fn not_a_multiple(what: &str, bytes: u64, needed: u64) -> String {
    format!("direct refused: {what} {bytes} is not a multiple of {needed}")
}

//! Opening a file for the method that was asked for, or for the cached one where that cannot be had.

use std::fs::File;
use std::path::Path;

use feedrate_pageio::{
    Access, Create, Error as PagesError, Kinds, Method, Mode, OpenRequest, PageFile,
    Result as PagesResult,
};

use crate::error::Result;
use crate::settings::Settings;

/// What sizes and places must be multiples of before direct I/O is tried, in bytes: SAS uses SGIO for
/// no smaller pages, and every device takes it.
const LEAST_ALIGNMENT: u64 = 4096;

/// An open file, and what of the settings could not be had.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) file: PageFile,
    pub(crate) notes: Vec<String>,
}

/// The sizes that direct I/O on a file must suit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) header_bytes: u64,
    pub(crate) page_bytes: u64,
}

impl Sizes {
    fn named(self) -> [(&'static str, u64); 2] {
        [
            ("page size", self.page_bytes),
            ("header size", self.header_bytes),
        ]
    }
}

/// Opens a file to be read from front to back: one that is open already where there is one.
pub(crate) fn open_existing(
    path: &Path,
    already: Option<&File>,
    settings: &Settings,
    sizes: Sizes,
) -> Result<Opened> {
    open(settings, sizes, |method| {
        let request = OpenRequest::read(method);
        let file = match already {
            Some(already) => PageFile::open_again(already, path, request)?,
            None => PageFile::open(path, request)?,
        };
        check(&file, sizes)?;
        Ok(file)
    })
}

/// Opens a file to be written, which no other writer uses.
pub(crate) fn open_to_write(
    path: &Path,
    already: Option<&File>,
    settings: &Settings,
    sizes: Sizes,
) -> Result<Opened> {
    open(settings, sizes, |method| {
        let request = OpenRequest {
            mode: Mode::Write,
            ..OpenRequest::read(method)
        };
        let file = match already {
            Some(already) => PageFile::open_again(already, path, request)?,
            None => PageFile::open(path, request)?,
        };
        check(&file, sizes)?;
        Ok(file)
    })
}

/// Opens a file for changes of single ranges, through the cache.
pub(crate) fn open_to_change(path: &Path) -> Result<PageFile> {
    let request = OpenRequest {
        mode: Mode::ReadWrite,
        create: Create::Existing,
        method: Method::Cached,
        access: Access::Random,
        lock: false,
        kinds: Kinds::Files,
    };
    Ok(PageFile::open(path, request)?)
}

/// Opens a file for single ranges, through the cache: one that is open already where there is one.
pub(crate) fn open_for_ranges(
    path: &Path,
    already: Option<&File>,
    access: Access,
) -> Result<PageFile> {
    let request = OpenRequest {
        mode: Mode::Read,
        create: Create::Existing,
        method: Method::Cached,
        access,
        lock: false,
        kinds: Kinds::Files,
    };
    Ok(match already {
        Some(already) => PageFile::open_again(already, path, request)?,
        None => PageFile::open(path, request)?,
    })
}

/// Says whether the sizes suit what the file's method needs.
fn check(file: &PageFile, sizes: Sizes) -> PagesResult<()> {
    sizes
        .named()
        .into_iter()
        .try_for_each(|(what, bytes)| file.check_alignment(what, bytes))
}

fn open(
    settings: &Settings,
    sizes: Sizes,
    open_with: impl Fn(Method) -> PagesResult<PageFile>,
) -> Result<Opened> {
    let mut notes = settings.notes.clone();
    let (method, cut) = settings.method(sizes.page_bytes);
    if method.is_direct() {
        let refused = sizes
            .named()
            .into_iter()
            .find(|(_, bytes)| !bytes.is_multiple_of(LEAST_ALIGNMENT))
            .map(|(what, bytes)| not_a_multiple(what, bytes, LEAST_ALIGNMENT));
        let refused = match refused {
            Some(refused) => refused,
            None => match open_with(method) {
                Ok(file) => {
                    notes.extend(cut);
                    return Ok(Opened { file, notes });
                }
                Err(PagesError::DirectRefused { .. }) => {
                    "direct refused: the file system takes none".into()
                }
                Err(PagesError::Misaligned {
                    what,
                    value,
                    needed,
                    ..
                }) => not_a_multiple(what, value, needed),
                Err(error) => return Err(error.into()),
            },
        };
        notes.push(refused);
    }
    let file = open_with(Method::Cached)?;
    Ok(Opened { file, notes })
}

fn not_a_multiple(what: &str, bytes: u64, needed: u64) -> String {
    format!("direct refused: {what} {bytes} is not a multiple of {needed}")
}

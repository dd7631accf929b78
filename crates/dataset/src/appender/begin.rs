//! Determines whether rows can be appended to the file of a data set.

use std::path::Path;
use std::time::Instant;

use super::Appender;
use crate::error::{Error, Result};
use crate::foreign::FileFormat;
use crate::format::{Extension, Header, Metadata, NotExtended};
use crate::library::claim::{AppendClaim, Claim};
use crate::name::DataSetName;
use crate::pages::Changer;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::settings::Settings;
use crate::writer::not_written;

/// What follows the name of a data set in the name of its index file.
const INDEX: &str = "sas7bndx";

/// A data set to which rows are appended. No other process of feedrate appends to it meanwhile.
#[derive(Debug)]
pub enum Append {
    /// The rows are appended to its file.
    InPlace(Box<Appender>),
    /// Its file does not accept rows, so it must be rewritten.
    Rewrite(Box<Rewrite>),
}

/// A data set that must be rewritten because its file does not accept rows.
#[derive(Debug)]
pub struct Rewrite {
    /// A reader of its rows.
    pub reader: Reader,
    /// Why its file does not accept rows.
    pub reason: NotExtended,
    /// Holds the lock on its file.
    _claim: AppendClaim,
}

impl Append {
    /// Examines a data set that was claimed, without changing its file. `now` is the time in seconds since 1960, by the
    /// local clock. If `durable`, it has reached the device when it is committed.
    pub(crate) fn begin(
        claim: Claim,
        name: &DataSetName,
        settings: &Settings,
        now: f64,
        durable: bool,
    ) -> Result<Self> {
        Self::look(claim, name, settings, now, durable).map_err(|error| not_written(name, error))
    }

    fn look(
        claim: Claim,
        name: &DataSetName,
        settings: &Settings,
        now: f64,
        durable: bool,
    ) -> Result<Self> {
        let claim = claim.append(name)?;
        let path = claim.path().to_owned();
        let path = path.as_path();
        let mut reader = Reader::open(path, settings)?;
        let most = reader.metadata().map_or(0, |it| it.header.page_size);
        let mut changer = Changer::open(path, (most as usize).max(Header::PREFIX))?;
        let identity = changer.identity()?;
        if reader.identity() != Some(identity) {
            // Another append was committed between the two reads.
            reader = Reader::open(path, settings)?;
        }
        let Some(metadata) = reader.metadata().filter(|metadata| {
            reader.identity() == Some(identity) && metadata.header.page_size == most
        }) else {
            return Err(Error::Changed { path: path.into() });
        };
        match extension(path, metadata, &mut changer)? {
            Err(reason) => Ok(Self::Rewrite(Box::new(Rewrite {
                reader,
                reason,
                _claim: claim,
            }))),
            Ok(extension) => Ok(Self::InPlace(Box::new(Appender {
                name: name.clone(),
                path: path.into(),
                claim,
                schema: metadata.schema.clone(),
                settings: settings.clone(),
                durable,
                page_bytes: most,
                header_bytes: metadata.header.header_length,
                pages_before: metadata.header.page_count,
                started: now,
                began: Instant::now(),
                row_pages: extension.row_pages(),
                extension,
                on_new_pages: 0,
                on_page: 0,
                pages: None,
                is_begun: false,
                failed: false,
                described: reader.account().moved,
                changer,
                done: Vec::new(),
                is_committed: false,
            }))),
        }
    }

    /// The same for a file of another format, which is always rewritten.
    pub(crate) fn begin_rewrite(
        format: &dyn FileFormat,
        claim: Claim,
        name: &DataSetName,
        settings: &Settings,
    ) -> Result<Self> {
        let look = || {
            let claim = claim.append(name)?;
            let source = format.open(claim.path(), settings)?;
            claim.check_unchanged()?;
            Ok(Self::Rewrite(Box::new(Rewrite {
                reader: Reader::of_source(format.engine(), claim.path(), source),
                reason: NotExtended::Engine(format.engine()),
                _claim: claim,
            })))
        };
        look().map_err(|error| not_written(name, error))
    }

    /// Returns the variables of the data set.
    pub fn schema(&self) -> &Schema {
        match self {
            Self::InPlace(appender) => &appender.schema,
            Self::Rewrite(anew) => anew.reader.schema(),
        }
    }
}

/// Returns how rows are appended to a file, or why they cannot be.
fn extension(
    path: &Path,
    metadata: &Metadata,
    changer: &mut Changer,
) -> Result<std::result::Result<Extension, NotExtended>> {
    if path.with_extension(INDEX).exists() {
        return Ok(Err(NotExtended::Indexed));
    }
    let (last, next) = match metadata.end_of_rows() {
        Ok(end) => end,
        Err(reason) => return Ok(Err(reason)),
    };
    let page_bytes = metadata.header.page_size as usize;
    let at = |number: u64| {
        u64::from(metadata.header.header_length) + number * u64::from(metadata.header.page_size)
    };
    // Pages with rows that are not counted belong to an append that was not committed.
    for number in next..metadata.header.page_count {
        if !metadata.is_row_page(number, changer.read(at(number), page_bytes)?) {
            return Ok(Err(NotExtended::Layout));
        }
    }
    let prefix = changer.read(0, Header::PREFIX)?.to_vec();
    let first = changer.read(at(0), page_bytes)?.to_vec();
    let last = match last {
        Some(0) => Some(first.as_slice()),
        Some(number) => Some(changer.read(at(number), page_bytes)?),
        None => None,
    };
    Ok(Extension::new(metadata, &prefix, &first, last))
}

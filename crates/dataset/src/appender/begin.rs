//! Determines whether rows can be appended to the file of a data set.

use std::path::Path;
use std::time::Instant;

use super::Appender;
use super::form::Form;
use super::slots::Slots;
use crate::compression::appender::PackedAppender;
use crate::error::not_written;
use crate::error::{Error, Result};
use crate::file_format::FileFormat;
use crate::format::{Compression, Directory, Extension, Header, Metadata, NotExtended, PackedExtension};
use crate::locks::{AppendClaim, Claim};
use crate::name::DataSetName;
use crate::pages::{Changer, Wait};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::settings::Settings;
use crate::update::{Updater, repair};

/// The text behind the name of a data set in the name of its index file.
const INDEX: &str = "sas7bndx";

/// A data set to which rows are appended. No other process of feedrate appends to it meanwhile.
#[derive(Debug)]
pub enum Append {
    /// The rows are appended to its file.
    InPlace(Box<Appender>),
    /// The rows are added to its file, which has deleted ones, or to its indexes, too.
    Update(Box<Updater>),
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

    /// [Begins](Self::begin) with errors that do not name the data set.
    fn look(claim: Claim, name: &DataSetName, settings: &Settings, now: f64, durable: bool) -> Result<Self> {
        let claim = claim.append(name)?;
        let path = &claim.path().to_owned();
        if settings.repairs {
            repair(path, Wait::of(settings.lock_wait))?;
            claim.renew();
        }
        let mut reader = Reader::open(path, settings)?;
        let most = reader.metadata().map_or(0, |it| it.header.page_size);
        let mut changer = Changer::open(path, (most as usize).max(Header::PREFIX))?;
        let identity = changer.identity()?;
        if reader.identity() != Some(identity) {
            // Another append was committed between the two reads.
            reader = Reader::open(path, settings)?;
        }
        let Some(metadata) = reader
            .metadata()
            .filter(|metadata| reader.identity() == Some(identity) && metadata.header.page_size == most)
        else {
            return Err(Error::Changed { path: path.into() });
        };
        let marks = metadata.header.marks.unwrap_or_default();
        let is_updated = marks.index.is_some() || metadata.rows_deleted > 0;
        let can_be_updated = match metadata.compression {
            Compression::None => metadata.end_of_stored_rows().is_ok(),
            _ => metadata.end_of_changeable_rows(reader.directory()).is_ok(),
        };
        if is_updated && metadata.header.marks.is_some() && can_be_updated {
            drop(reader);
            let updater = Updater::begin(claim, name, settings, Wait::of(settings.lock_wait), now, durable)?;
            return Ok(Self::Update(Box::new(updater)));
        }
        let directory = reader.directory();
        let formed = match marks.index {
            // Its indexes would lack the new rows.
            Some(_) => Err(NotExtended::Indexed),
            None => form(path, metadata, directory, &mut changer)?,
        };
        match formed {
            Err(reason) => Ok(Self::Rewrite(Box::new(Rewrite {
                reader,
                reason,
                _claim: claim,
            }))),
            Ok(form) => Ok(Self::InPlace(Box::new(Appender {
                name: name.clone(),
                path: path.into(),
                claim,
                schema: metadata.schema.clone(),
                settings: settings.clone(),
                durable,
                page_bytes: most,
                header_bytes: metadata.header.header_length,
                pages_before: metadata.header.page_count,
                opened: identity,
                started: now,
                began: Instant::now(),
                form,
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
            Self::Update(updater) => updater.schema(),
            Self::Rewrite(anew) => anew.reader.schema(),
        }
    }
}

/// Returns how rows are appended to a file, or why they cannot be.
fn form(
    path: &Path,
    metadata: &Metadata,
    directory: Option<&Directory>,
    changer: &mut Changer,
) -> Result<std::result::Result<Form, NotExtended>> {
    if path.with_extension(INDEX).exists() {
        return Ok(Err(NotExtended::Indexed));
    }
    let is_packed = metadata.compression != Compression::None;
    let end = match is_packed {
        true => metadata.end_of_packed_rows(directory).map(|next| (None, next)),
        false => metadata.end_of_rows(),
    };
    let (last, next) = match end {
        Ok(end) => end,
        Err(reason) => return Ok(Err(reason)),
    };
    let page_bytes = metadata.header.page_size as usize;
    let at = |number: u64| u64::from(metadata.header.header_length) + number * u64::from(metadata.header.page_size);
    // Pages with rows that are not counted belong to an append that was not committed.
    for number in next..metadata.header.page_count {
        let page = changer.read(at(number), page_bytes)?;
        let is_rows = match is_packed {
            true => metadata.is_packed_page(number, page),
            false => metadata.is_row_page(number, page),
        };
        if !is_rows {
            return Ok(Err(NotExtended::Layout));
        }
    }
    let prefix = changer.read(0, Header::PREFIX)?.to_vec();
    let first = changer.read(at(0), page_bytes)?.to_vec();
    if let (true, Some(directory)) = (is_packed, directory) {
        let extension = PackedExtension::new(metadata, directory, &prefix, &first);
        return Ok(extension.map(|extension| {
            let packed = PackedAppender::new(metadata, extension, directory.clone());
            Form::Packed(Box::new(packed))
        }));
    }
    let last = match last {
        Some(0) => Some(first.as_slice()),
        Some(number) => Some(changer.read(at(number), page_bytes)?),
        None => None,
    };
    let extension = Extension::new(metadata, &prefix, &first, last);
    Ok(extension.map(|extension| Form::Slots(Box::new(Slots::new(extension)))))
}

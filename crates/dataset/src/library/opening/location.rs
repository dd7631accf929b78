//! The location of a data set, which can be opened any number of times from any thread.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Weak};

use super::opened::OpenedFiles;
use crate::error::{Error, Result};
use crate::file_format::{ContainerFormat, ExpandedSource, FileFormat, RowSource};
use crate::index::Indexes;
use crate::library::Libraries;
use crate::library::storage::LibraryStorage;
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::native::{self, Description, NativeSource};
use crate::pages::Wait;
use crate::pipe::{self, Inlet, PipedSource};
use crate::random::{RandomReader, check_by_number};
use crate::reader::Reader;
use crate::settings::{CharacterExpansion, RequestedSettings, Settings};
use crate::update::repair;

/// The location of a data set and the settings of its I/O.
#[derive(Clone, Debug)]
pub struct Location {
    name: DataSetName,
    path: PathBuf,
    kind: FileKind,
    /// The files that the current step has opened.
    opened: Arc<OpenedFiles>,
    /// Distinguishes the readers of this location from others of the same file.
    source: Arc<()>,
}

#[derive(Clone, Debug)]
enum FileKind {
    Native(Box<Settings>),
    Container(Arc<dyn ContainerFormat>, Option<CharacterExpansion>),
    Foreign(Arc<dyn FileFormat>, Box<Settings>),
    Pipe(Arc<Inlet>),
}

impl Libraries {
    /// Locates a data set to be read. [`Location::open`] checks whether it is one.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or has no such data set, or if the writer of a pipe does not appear.
    pub fn locate(&self, name: &DataSetName, data_set: &RequestedSettings) -> Result<Location> {
        let located = |path, kind| Location {
            name: name.clone(),
            path,
            kind,
            opened: Arc::clone(&self.opened),
            source: Arc::default(),
        };
        if let Some(stand_in) = self.stand_ins.get(name) {
            let settings = Box::new(self.settings(stand_in.library(), data_set));
            return Ok(located(self.path(stand_in)?, FileKind::Native(settings)));
        }
        let storage = self.storage_of(name.library())?;
        match &storage {
            LibraryStorage::Container(assignment, format) => {
                let kind = FileKind::Container(Arc::clone(format), assignment.requested.expansion);
                return Ok(located(assignment.place.clone(), kind));
            }
            LibraryStorage::Pipe(assignment, pipe_options) => {
                let kind = FileKind::Pipe(self.inlet(name, pipe_options)?);
                return Ok(located(assignment.place.clone(), kind));
            }
            _ => {}
        }
        let settings = Box::new(self.settings(name.library(), data_set));
        let path = self.path(name)?;
        let format = match storage {
            LibraryStorage::Folder(folder) => folder.format_of(&path),
            _ => self.file_by_path(name).map(|file| &file.format),
        };
        let kind = match format {
            Some(format) => FileKind::Foreign(Arc::clone(format), settings),
            None => FileKind::Native(settings),
        };
        Ok(located(path, kind))
    }
}

impl Location {
    /// Returns its name.
    pub fn name(&self) -> &DataSetName {
        &self.name
    }

    /// Returns the path of its file, or the address of its pipe.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the same location as another source, so that who keeps it does not claim what reading its description
    /// has moved.
    #[must_use]
    pub fn as_another_source(&self) -> Self {
        Self {
            source: Arc::default(),
            ..self.clone()
        }
    }

    /// Opens it. During a step, a `.sas7bdat` file is the one that the step opened first, with the rows it had then.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not a data set.
    pub fn open(&self) -> Result<Reader> {
        if let FileKind::Native(settings) = &self.kind {
            let source = Arc::downgrade(&self.source);
            let description = self.describe(Weak::clone(&source), settings)?;
            let source = NativeSource::new(description, source, settings)?;
            return Ok(self.reader(native::ENGINE, Box::new(source)));
        }
        let reader = self.open_afresh()?;
        if let (FileKind::Foreign(..), Some(identity)) = (&self.kind, reader.identity()) {
            self.opened.note(&self.path, identity, reader.schema())?;
        }
        Ok(reader)
    }

    /// Opens it to read observations by their numbers. During a step, it is the file that the step opened first.
    ///
    /// # Errors
    ///
    /// Fails if it is not a `.sas7bdat` file or cannot be read, or if its rows have no numbers.
    pub fn open_random(&self) -> Result<RandomReader> {
        self.open_by_number(true)
    }

    /// Opens it to read observations by the numbers that its indexes give, which a compressed data set has without
    /// those of POINTOBS=, too.
    ///
    /// # Errors
    ///
    /// Fails if it is not a `.sas7bdat` file or cannot be read.
    pub fn open_indexed(&self) -> Result<RandomReader> {
        self.open_by_number(false)
    }

    fn open_by_number(&self, is_for_user: bool) -> Result<RandomReader> {
        let FileKind::Native(settings) = &self.kind else {
            return Err(Error::NotByNumber {
                path: self.path.clone(),
                reason: match &self.kind {
                    FileKind::Pipe(_) => "it comes through a pipe",
                    _ => "it is no .sas7bdat file",
                },
            });
        };
        let source = Arc::downgrade(&self.source);
        let described = self.describe(Weak::clone(&source), settings)?;
        if is_for_user {
            check_by_number(&self.path, described.metadata())?;
        }
        RandomReader::new(described, &source, settings)
    }

    /// Opens its indexes. Returns `None` if it has none.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if its indexes are not those of its observations.
    pub fn open_indexes(&self) -> Result<Option<Indexes>> {
        let FileKind::Native(settings) = &self.kind else {
            return Ok(None);
        };
        let reader = self.open()?;
        let Some(metadata) = reader.metadata() else {
            return Ok(None);
        };
        Indexes::open(&self.path, metadata, reader.schema(), settings).map_err(|error| error.in_terms_of(&self.name))
    }

    fn describe(&self, source: Weak<()>, settings: &Settings) -> Result<Arc<Description>> {
        let described = match self.opened.describe(&self.path, source.clone(), settings) {
            Err(Error::Interrupted { .. }) if settings.repairs => {
                self.repair(settings)?;
                self.opened.describe(&self.path, source, settings)
            }
            described => described,
        };
        described.map_err(|error| error.in_terms_of(&self.name))
    }

    /// Completes an interrupted update.
    fn repair(&self, settings: &Settings) -> Result<()> {
        let claim = match self.opened.own_claim(&self.path) {
            Some(claim) => claim,
            None => Claim::new(&self.name, &self.path, settings.lock_wait)?,
        };
        let wait = Wait {
            most: settings.lock_wait,
            stop: &AtomicBool::new(false),
        };
        repair(claim.path(), wait)?;
        claim.renew();
        Ok(())
    }

    /// Lets it be described although an update of it was interrupted, which does not concern its variables.
    pub(in crate::library) fn allow_interrupted(&mut self) {
        if let FileKind::Native(settings) = &mut self.kind {
            settings.allows_interrupted = true;
        }
    }

    /// Opens it as it is now.
    pub(in crate::library) fn open_afresh(&self) -> Result<Reader> {
        match &self.kind {
            FileKind::Native(settings) => {
                let opened = match Reader::open(&self.path, settings) {
                    Err(Error::Interrupted { .. }) if settings.repairs => {
                        self.repair(settings)?;
                        Reader::open(&self.path, settings)
                    }
                    opened => opened,
                };
                opened.map_err(|error| error.in_terms_of(&self.name))
            }
            FileKind::Foreign(format, settings) => {
                let mut source = format.open(&self.path, settings)?;
                if let Some(expansion) = settings.expansion {
                    source = Box::new(ExpandedSource::new(&self.path, source, expansion)?);
                }
                Ok(self.reader(format.engine(), source))
            }
            FileKind::Pipe(inlet) => {
                let source = PipedSource::new(Arc::clone(inlet));
                Ok(self.reader(pipe::ENGINE, Box::new(source)))
            }
            FileKind::Container(format, expansion) => {
                let source = format.open(&self.path, self.name.member(), *expansion)?;
                let source = source.ok_or_else(|| Error::Missing {
                    name: self.name.clone(),
                    place: self.path.clone(),
                    candidates: Vec::new(),
                })?;
                Ok(self.reader(format.engine(), source))
            }
        }
    }

    /// Returns the reader of a source that is this file.
    fn reader(&self, engine: &'static str, source: Box<dyn RowSource>) -> Reader {
        Reader::of_source(engine, &self.path, source)
    }
}

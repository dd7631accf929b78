//! Makes data sets, and appends to them.

use std::path::Path;

use crate::appender::Append;
use crate::drafts;
use crate::error::Result;
use crate::library::storage::{Folder, LibraryStorage};
use crate::library::{FileByPath, Libraries, WORK, member};
use crate::name::DataSetName;
use crate::schema::Schema;
use crate::settings::RequestedSettings;
use crate::writer::{NewDataSet, Writer};

impl Libraries {
    /// Begins a data set. An existing one of the same name is unchanged until the new one is committed.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be written, is changed by another process, or if its library is read-only.
    pub fn create(
        &mut self,
        name: &DataSetName,
        schema: Schema,
        facts: NewDataSet,
        data_set: &RequestedSettings,
    ) -> Result<Writer> {
        if name.library() == WORK {
            self.prepare_work()?;
        }
        self.create_during_step(name, schema, facts, data_set)
    }

    /// Makes the folder of WORK, if there is none yet.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be made.
    pub fn prepare_work(&mut self) -> Result<()> {
        self.work_folder().map(|_| ())
    }

    /// Begins a data set as [`create`](Self::create) does, while a step runs that has [prepared
    /// WORK](Self::prepare_work).
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be written, is changed by another process, or if its library is read-only.
    pub fn create_during_step(
        &self,
        name: &DataSetName,
        schema: Schema,
        facts: NewDataSet,
        data_set: &RequestedSettings,
    ) -> Result<Writer> {
        self.check_no_view(name)?;
        let settings = self.settings(name.library(), data_set);
        let is_work = name.library() == WORK;
        if let Some(FileByPath { path, format }) = self.file_by_path(name) {
            let claim = self.claim_output(name, path)?;
            // Its folder is no library's, whose assignment would remove what killed processes left there.
            drafts::sweep(claim.path().parent().unwrap_or(Path::new("/")));
            let begin = |schema: &Schema, stream| format.create(schema, &facts, stream, &settings);
            return Writer::create_stream(begin, claim, name, schema, &settings);
        }
        if let LibraryStorage::Pipe(_, pipe_options) = self.storage_of(name.library())? {
            let pipes = self.outgoing(name)?;
            return Writer::offer(pipes, pipe_options, name, schema, &facts, &settings);
        }
        if let LibraryStorage::Container(assignment, format) = self.storage_of(name.library())? {
            self.check_container(name, assignment)?;
            let claim = self.claim_output(name, &assignment.place)?;
            drafts::sweep(claim.path().parent().unwrap_or(Path::new("/")));
            let file = claim.path().to_owned();
            let begin = |schema: &Schema, stream| format.create(&file, name, schema, &facts, stream);
            return Writer::create_stream(begin, claim, name, schema, &settings);
        }
        let Folder {
            path,
            extension,
            format,
            ..
        } = self.writable(name)?;
        let path = member::find(path, name.member(), extension)?
            .unwrap_or_else(|| member::file_of(path, name.member(), extension));
        let claim = self.claim_output(name, &path)?;
        match format {
            Some(format) => {
                let begin = |schema: &Schema, stream| format.create(schema, &facts, stream, &settings);
                Writer::create_stream(begin, claim, name, schema, &settings)
            }
            // WORK does not outlive the session, so nothing in it must reach the device.
            None => Writer::create(claim, name, schema, &facts, &settings, !is_work),
        }
    }

    /// Begins to append rows to an existing data set. `now` is the time in seconds since 1960, by the local clock.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if it cannot be read or written, or if another process changes it.
    pub fn append(&self, name: &DataSetName, now: f64) -> Result<Append> {
        let format = self.writable(name)?.format;
        let path = self.path(name)?;
        let settings = self.settings(name.library(), &RequestedSettings::default());
        let claim = self.claim_output(name, &path)?;
        let begun = match format {
            Some(format) => Append::begin_rewrite(&**format, claim, name, &settings)?,
            None => {
                let durable = name.library() != WORK;
                Append::begin(claim, name, &settings, now, durable)?
            }
        };
        self.opened.check(&path, begun.schema())?;
        Ok(begun)
    }
}

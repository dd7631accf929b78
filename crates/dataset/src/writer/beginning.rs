//! Begins new data sets.

use std::path::Path;

use feedrate_pipe::{PipeOptions, Pipes};

use super::Writer;
use crate::compression::sink::PackedSink;
use crate::drafts::Draft;
use crate::error::{Result, not_possible, not_written};
use crate::file_format::{BLOCK_BYTES, FileFormat, NewDataSet, RowRoom, RowSink};
use crate::format::write::capacity::can_pay;
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::native::NativeSink;
use crate::pages::StreamWriter;
use crate::pipe::PipedSink;
use crate::schema::Schema;
use crate::settings::Settings;

impl Writer {
    /// Begins a data set that replaces a claimed one. If `durable`, it has reached the device when it is committed.
    pub(crate) fn create(
        claim: Claim,
        name: &DataSetName,
        schema: Schema,
        facts: &NewDataSet,
        settings: &Settings,
        durable: bool,
    ) -> Result<Self> {
        let compression = settings.compression.filter(|_| can_pay(&schema));
        let (draft, page_bytes, sink, room): (_, _, Box<dyn RowSink>, _) = match compression {
            Some(compression) => {
                let settings = (settings, compression);
                let (draft, sink, room) = PackedSink::begin(claim, name, &schema, facts, settings, durable)?;
                (draft, sink.page_bytes(), Box::new(sink), room)
            }
            None => {
                let (draft, sink, room) = NativeSink::begin(claim, name, &schema, facts, settings, durable)?;
                (draft, sink.page_bytes(), Box::new(sink), room)
            }
        };
        Ok(Self {
            name: name.clone(),
            schema,
            path: draft.destination().into(),
            page_bytes,
            taken: 0,
            sink: Some(sink),
            room,
            durable,
            draft: Some(draft),
        })
    }

    /// Begins a data set that will be a file of another format at `path`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, and with [`Error::Locked`](crate::Error::Locked) if another process changes
    /// it.
    pub fn create_as(
        format: &dyn FileFormat,
        path: &Path,
        name: &DataSetName,
        schema: Schema,
        facts: &NewDataSet,
        settings: &Settings,
    ) -> Result<Self> {
        let claim = Claim::new(name, path, settings.lock_wait)?;
        let begin = |schema: &Schema, stream| format.create(schema, facts, stream, settings);
        Self::create_stream(begin, claim, name, schema, settings)
    }

    /// Begins a data set in a file of another format that replaces a claimed one. `begin` gets its variables and the
    /// stream of its bytes.
    pub(crate) fn create_stream(
        begin: impl FnOnce(&Schema, StreamWriter) -> Result<Box<dyn RowSink>>,
        claim: Claim,
        name: &DataSetName,
        schema: Schema,
        settings: &Settings,
    ) -> Result<Self> {
        if schema.variables().is_empty() {
            let reason = "it has no variables, and a file of its format has at least one column";
            return Err(not_possible(name, reason.into()));
        }
        let (draft, stream) = Draft::begin(claim, |file, path| StreamWriter::open(path, Some(file), settings))
            .map_err(|error| not_written(name, error))?;
        let sink = begin(&schema, stream).map_err(|error| not_written(name, draft.in_terms_of_destination(error)))?;
        let mut room = RowRoom::of_about(BLOCK_BYTES, schema.row_length() as usize);
        Ok(Self {
            name: name.clone(),
            schema,
            path: draft.destination().into(),
            page_bytes: room.buffer_mut().len(),
            taken: 0,
            sink: Some(sink),
            room,
            durable: true,
            draft: Some(draft),
        })
    }

    /// Offers a data set at an address, for another step to read it while it is written. [`connect`](Self::connect), or
    /// the first row, waits for that step.
    pub(crate) fn offer(
        pipes: &Pipes,
        pipe_options: &PipeOptions,
        name: &DataSetName,
        schema: Schema,
        facts: &NewDataSet,
        settings: &Settings,
    ) -> Result<Self> {
        let sink = PipedSink::offer(pipes, pipe_options, name, &schema, facts, settings)?;
        Ok(Self {
            name: name.clone(),
            schema,
            path: pipe_options.address.to_string().into(),
            page_bytes: sink.page_bytes(),
            taken: 0,
            sink: Some(Box::new(sink)),
            room: RowRoom::default(),
            durable: false,
            draft: None,
        })
    }
}

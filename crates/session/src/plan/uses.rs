//! One use of a data set in a plan.

use std::ops::Range;

use feedrate_dataset::format::{Compression, CompressionOptions};
use feedrate_dataset::library::PlannedFile;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{DataSetName, Libraries, Lookups, RequestedSettings, Schema, Settings};
use feedrate_pageio::{Discipline, Method};
use feedrate_procedures::Growth;
use feedrate_program::Write;

use super::PlannedUse;
use super::known::{KnownDataSet, ProgramPlan};

/// The way in which a step reads a data set.
#[derive(Clone, Debug)]
pub(super) enum Reading {
    /// The passes over rows, from 0, each in parts that begin at a page of their own.
    Passes(Vec<Range<u64>>),
    /// Single rows, so many.
    AtRandom(u64),
    /// Only the description.
    Description,
}

/// A data set to be made.
#[derive(Clone, Debug)]
pub(super) struct OutputPlan<'w> {
    pub(super) name: &'w DataSetName,
    pub(super) facts: NewDataSet,
    pub(super) settings: RequestedSettings,
    pub(super) schema: Schema,
    pub(super) rows: u64,
    /// True if the number of rows is assumed.
    pub(super) is_estimated: bool,
    /// The quantity by which it grows; `None` if that is not known.
    pub(super) growth: Option<Growth>,
}

impl<'w> OutputPlan<'w> {
    /// Returns an output of a step, which creates it in the name of `by`.
    pub(super) fn of(write: &'w Write, by: &str, rows: u64, is_estimated: bool) -> Self {
        Self {
            name: &write.data_set,
            facts: NewDataSet {
                label: write.label.clone(),
                step: by.to_owned(),
                ..NewDataSet::default()
            },
            settings: write.settings.clone(),
            schema: write.schema.clone(),
            rows,
            is_estimated,
            growth: None,
        }
    }

    /// Returns the data set that would be in a planned file.
    fn in_file(self, file: &PlannedFile) -> KnownDataSet {
        let none = CompressionOptions {
            method: Compression::None,
            reuses_space: false,
            is_addressable: false,
        };
        let compression = file.compression.unwrap_or(none);
        let extent = file.extent.as_ref();
        let attributes = extent.map(|extent| RequestedSettings::with_attributes(extent.page_bytes(), compression));
        KnownDataSet {
            path: file.path.clone(),
            is_there: file.path.exists(),
            extent: file.extent.clone(),
            bytes: self.rows.saturating_mul(self.schema.row_length().into()),
            rows: self.rows,
            is_estimated: self.is_estimated,
            is_compressed: file.compression.is_some(),
            has_indexes: false,
            schema: self.schema,
            label: self.facts.label,
            data_set_type: self.facts.data_set_type,
            attributes: attributes.unwrap_or_default(),
        }
    }
}

impl ProgramPlan {
    /// Returns the use of a data set that is read, of which `observations` are.
    pub(super) fn reading(
        &mut self,
        name: &DataSetName,
        known: &KnownDataSet,
        requested: &RequestedSettings,
        reading: &Reading,
        observations: u64,
        libraries: &Libraries,
    ) -> PlannedUse {
        let settings = libraries.settings(name.library(), requested);
        let mut planned = use_of(name, known, &settings);
        planned.observations = observations;
        planned.at_random = matches!(reading, Reading::AtRandom(_));
        let Some(extent) = &known.extent else {
            planned.bytes_moved = match reading {
                Reading::Passes(passes) => known.bytes.saturating_mul(passes.len() as u64),
                Reading::AtRandom(_) | Reading::Description => 0,
            };
            return planned;
        };
        let (pages, unit_bytes) = match reading {
            Reading::Passes(passes) => {
                let pages = passes.iter().map(|rows| extent.pages_of(rows.clone()));
                (pages.fold(0, u64::saturating_add), extent.page_bytes())
            }
            Reading::AtRandom(count) => {
                let row_length = known.schema.row_length().into();
                let packed = known.is_compressed;
                let lookups = Lookups::expected(extent, row_length, packed, &settings, *count);
                (lookups.transfers, lookups.unit_bytes)
            }
            Reading::Description => (0, extent.page_bytes()),
        };
        if pages == 0 {
            // The description is read through the page cache, page by page.
            planned.method = Method::Cached.name();
            planned.buffers = None;
            planned.discipline = Discipline::AsSas;
            planned.notes.clear();
        }
        if planned.at_random {
            // Such reading goes through the page cache whatever SGIO says.
            planned.method = Method::Cached.name();
            planned.buffers = None;
        }
        planned.pages_moved = pages;
        planned.bytes_moved = pages.saturating_mul(unit_bytes);
        // A step reads the description of a file once.
        if self.described.insert(known.path.clone()) {
            planned.pages_moved += extent.described();
            planned.bytes_moved += extent.described_bytes();
        }
        planned.is_estimated |= planned.at_random;
        planned
    }

    /// Returns the use of a data set that is made, and records it for later steps. An error is the reason why it cannot
    /// be made.
    pub(super) fn making(&mut self, output: OutputPlan<'_>, libraries: &Libraries) -> Result<PlannedUse, String> {
        let (name, growth) = (output.name, output.growth);
        let file = libraries.plan(name, &output.schema, &output.facts, &output.settings, output.rows);
        let file = file.map_err(|error| error.to_string())?;
        let known = output.in_file(&file);
        let mut planned = use_of(name, &known, &file.settings);
        planned.observations = known.rows;
        planned.durable = file.durable;
        planned.grows_with = growth;
        planned.pages_moved = planned.pages;
        planned.bytes_moved = planned.file_bytes;
        planned.is_estimated |= file.compression.is_some() || file.extent.is_none();
        self.make(name, known);
        Ok(planned)
    }
}

/// Returns a use of a data set that moves nothing yet.
fn use_of(name: &DataSetName, known: &KnownDataSet, settings: &Settings) -> PlannedUse {
    let extent = known.extent.as_ref();
    let (method, notes) = match extent {
        Some(extent) => settings.method_of(extent),
        None => (Method::Cached, Vec::new()),
    };
    PlannedUse {
        name: name.to_string(),
        path: Some(known.path.clone()),
        is_there: known.is_there,
        observations: 0,
        row_bytes: known.schema.row_length().into(),
        header_bytes: extent.map_or(0, |extent| extent.header_bytes()),
        page_bytes: extent.map_or(0, |extent| extent.page_bytes()),
        pages: extent.map_or(0, |extent| extent.pages()),
        file_bytes: extent.map_or(known.bytes, |extent| extent.bytes()),
        pages_moved: 0,
        bytes_moved: 0,
        method: method.name(),
        buffers: match method {
            Method::Direct { pages_per_transfer } => Some(pages_per_transfer),
            _ => None,
        },
        discipline: settings.discipline,
        at_random: false,
        durable: false,
        grows_with: None,
        is_compressed: known.is_compressed,
        is_estimated: known.is_estimated,
        notes,
    }
}

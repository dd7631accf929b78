//! Finds a data set, and an index by which its rows are read.

use std::ops::Range;

use feedrate_dataset::{Libraries, Reader};
use feedrate_program::{DataStep, IndexUse, Source};

use super::Scan;
use super::condition::depends_on_row_alone;
use super::parallel::LEAST_BYTES;
use super::threads::{shares, threads_worthwhile};
use crate::access::{Choice, Restriction};
use crate::fault::StepResult;
use crate::outcome::OtherUse;
use feedrate_options::StepOptions as Options;
use feedrate_values::Severity;

impl Scan {
    /// Opens the data set that a step reads, describes it and closes it again. Chooses an index for its condition.
    /// Returns it with its source, or `None` if the step reads several.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be opened, or if an index cannot be read.
    pub fn find<'s>(step: &'s DataStep, libraries: &Libraries) -> StepResult<Option<(&'s Source, Self)>> {
        let Some((source, mut scan, reader)) = Self::opened(step, libraries)? else {
            return Ok(None);
        };
        scan.choose(source, &[], &reader)?;
        Ok(Some((source, scan)))
    }

    /// As [`Self::find`], but chooses no index, which [`Self::restricted`] does.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be opened.
    pub fn locate(step: &DataStep, libraries: &Libraries) -> StepResult<Option<Self>> {
        let found = Self::opened(step, libraries)?;
        Ok(found.map(|(_, scan, _)| scan))
    }

    fn opened<'s>(step: &'s DataStep, libraries: &Libraries) -> StepResult<Option<(&'s Source, Self, Reader)>> {
        let Some(source) = step.only_source() else {
            return Ok(None);
        };
        let location = libraries.locate(&source.data_set, &source.settings)?;
        let reader = location.open()?;
        let (first, last) = match source.filter {
            // OBS=0 reads no row.
            Some(_) if source.last == Some(0) => (1, 0),
            Some(_) => (1, u64::MAX),
            None => (source.first.max(1), source.last.unwrap_or(u64::MAX)),
        };
        let last = last.min(reader.rows());
        let scan = Self {
            identity: reader.identity(),
            schema: reader.schema().clone(),
            rows: first..last.saturating_add(1).max(first),
            all_rows: reader.rows(),
            group_starts: reader.group_starts(),
            can_seek: reader.can_seek(),
            choice: Choice::default(),
            is_pipe: reader.is_pipe(),
            is_ordered: is_ordered(source),
            has_indexes: reader.has_indexes(),
            has_columns: reader.has_columns(),
            wanted: None,
            location,
        };
        Ok(Some((source, scan, reader)))
    }

    /// Returns whether an index may be chosen for conditions that its step does not have: not with FIRSTOBS= and OBS=,
    /// which count rows that need not satisfy them.
    pub fn takes_restrictions(&self, step: &DataStep) -> bool {
        step.only_source().is_some_and(|source| {
            let may_have = self.has_indexes || matches!(source.index_use, IndexUse::Named(_));
            may_have && source.index_use != IndexUse::Never && !is_counted(source)
        })
    }

    /// Returns the same data set with an index for the condition of its step and `others`, if one is worthwhile. `step`
    /// must be the one with which it was [located](Self::locate), and `others` must be empty unless it
    /// [takes them](Self::takes_restrictions). Rows that do not satisfy `others` may be read all the same.
    ///
    /// # Errors
    ///
    /// Fails if the data set was replaced, or if an index cannot be read or IDXNAME= names none.
    pub fn restricted(&self, step: &DataStep, others: &[Restriction<'_>]) -> StepResult<Self> {
        let mut scan = self.clone();
        let Some(source) = step.only_source() else {
            return Ok(scan);
        };
        let may_have = self.has_indexes || matches!(source.index_use, IndexUse::Named(_));
        if may_have && (source.filter.is_some() || !others.is_empty()) {
            let reader = scan.open()?;
            scan.choose(source, others, &reader)?;
        }
        Ok(scan)
    }

    fn choose(&mut self, source: &Source, others: &[Restriction<'_>], reader: &Reader) -> StepResult<()> {
        self.choice = Choice::of(source, others, &[], &self.location, reader)?;
        self.can_seek &= self.choice.chosen.is_none();
        Ok(())
    }

    /// Returns about how many rows are read.
    pub fn expected_rows(&self) -> u64 {
        let chosen = self.choice.chosen.as_ref();
        let found = chosen.and_then(|chosen| chosen.count());
        found.unwrap_or_else(|| self.row_count())
    }

    /// Returns whether an index has found its rows.
    pub fn is_by_index(&self) -> bool {
        self.choice.chosen.is_some()
    }

    /// Returns what was moved of the index by which the rows were found, if one is used.
    pub fn index_use(&self) -> Option<OtherUse> {
        let chosen = self.choice.chosen.as_ref()?;
        Some(chosen.index_use(&self.location))
    }

    /// Returns what the log tells about indexes.
    pub fn index_messages(&self, options: Options) -> impl Iterator<Item = (Severity, &str)> {
        self.choice.messages(options.message_level)
    }
}

/// Divides the rows of a source, from 0, into the parts that a scan of an uncompressed file would have, each on its own
/// thread, of at most `workers`.
pub fn planned_parts(source: &Source, rows: &Range<u64>, row_bytes: u64, workers: usize) -> Vec<Range<u64>> {
    let threads = match is_ordered(source) {
        true => 1,
        false => threads_worthwhile(rows, row_bytes, workers, LEAST_BYTES),
    };
    shares(rows, threads).collect()
}

/// Returns whether one thread must read the rows in their order: the condition depends on more than the row, or
/// FIRSTOBS= and OBS= count the rows that satisfy it.
fn is_ordered(source: &Source) -> bool {
    source
        .filter
        .as_ref()
        .is_some_and(|filter| is_counted(source) || !depends_on_row_alone(&filter.condition))
}

/// Returns whether FIRSTOBS= or OBS= count rows.
fn is_counted(source: &Source) -> bool {
    source.first > 1 || source.last.is_some()
}

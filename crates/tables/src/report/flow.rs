//! Detects the beginning and end of groups in a sequence of rows.

use feedrate_rows::{Runtime, StepResult};

use super::request::{Report, ReportBreak};
use super::store::Store;
use super::writer::Writer;

/// The current groups.
pub(super) struct Flow<'m> {
    report: &'m Report,
    /// The key of the previous row, which is the concatenation of its class values.
    key: Vec<u8>,
    /// The end of the part of each class variable in the key.
    ends: Vec<usize>,
    /// The levels of the previous row.
    levels: Vec<u32>,
    has_begun: bool,
    empty: Store,
}

impl<'m> Flow<'m> {
    /// Returns the state before the first row, for keys whose parts have these ends.
    pub(super) fn new(report: &'m Report, ends: Vec<usize>) -> Self {
        Self {
            report,
            key: Vec::new(),
            ends,
            levels: Vec::new(),
            has_begun: false,
            empty: Store::default(),
        }
    }

    /// Advances to a row with this key and, if known, these levels. Returns the first class variable whose value
    /// differs from that of the previous row.
    pub(super) fn advance(
        &mut self,
        key: &[u8],
        levels: &[u32],
        store: Option<&Store>,
        writer: &mut Writer<'_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<usize> {
        let same = self.key.iter().zip(key).take_while(|(a, b)| a == b).count();
        let changed = match self.has_begun {
            true => self.ends.iter().take_while(|&&end| end <= same).count(),
            false => 0,
        };
        if self.has_begun {
            self.end_groups(changed, store, writer, runtime)?;
        }
        self.key.clear();
        self.key.extend_from_slice(key);
        self.levels.clear();
        self.levels.extend_from_slice(levels);
        if !std::mem::replace(&mut self.has_begun, true) {
            self.at(None, false, store, writer, runtime)?;
        }
        for class in changed..self.report.rows {
            self.at(Some(class), false, store, writer, runtime)?;
        }
        Ok(changed)
    }

    /// Ends all groups and the report.
    pub(super) fn finish(
        &mut self,
        store: Option<&Store>,
        writer: &mut Writer<'_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        if !std::mem::replace(&mut self.has_begun, false) {
            return Ok(());
        }
        self.end_groups(0, store, writer, runtime)?;
        self.at(None, true, store, writer, runtime)
    }

    /// Ends the groups of the class variables from `outermost` on.
    fn end_groups(
        &self,
        outermost: usize,
        store: Option<&Store>,
        writer: &mut Writer<'_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        for class in (outermost..self.report.rows).rev() {
            self.at(Some(class), true, store, writer, runtime)?;
        }
        Ok(())
    }

    fn at(
        &self,
        class: Option<usize>,
        after: bool,
        store: Option<&Store>,
        writer: &mut Writer<'_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let is_here = |of: &&ReportBreak| of.class == class && of.after == after;
        let store = store.unwrap_or(&self.empty);
        for of in self.report.breaks.iter().filter(is_here) {
            let count = class.map_or(0, |class| class + 1);
            let levels = self.levels.get(..count).unwrap_or_default();
            writer.at_break(of, levels, store, runtime)?;
        }
        Ok(())
    }
}

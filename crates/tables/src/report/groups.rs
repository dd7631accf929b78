//! Reports whose rows are combinations of the levels of GROUP variables.

use feedrate_procedure::variables::group_values;
use feedrate_program::Site;
use feedrate_rows::environment::{Environment, GroupValue};
use feedrate_rows::{Outcome, Runtime, StepResult};

use super::expand::ColumnLayout;
use super::flow::Flow;
use super::request::{Report, ReportContent};
use super::spilling::SpilledGroups;
use super::store::{GatheredStore, Store};
use super::writer::{Writer, counted};
use crate::aggregate::GroupResults;
use crate::fault::TableFault;

impl Report {
    pub(super) fn run_groups(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        // Half of the memory is for computing the statistics, a quarter for the results.
        let memory = usize::try_from(environment.options.memory_bytes / 4).unwrap_or(usize::MAX);
        let aggregation = &self.aggregation;
        aggregation.run(&self.statistics, site, environment, &mut |computed, runtime| {
            self.take_groups(computed, memory, line_size, runtime)
        })
    }

    /// Writes the report of a BY group, whose values are in the vector.
    fn take_groups(
        &self,
        computed: &mut GroupResults<'_, '_, '_>,
        memory: usize,
        line_size: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        let by = group_values(&self.aggregation.groups, runtime);
        match Store::gather_some(self, memory, computed, runtime)? {
            GatheredStore::Whole(store) => {
                let own_type = self.rows_type(self.rows);
                let rows = store.combinations(own_type);
                if rows.is_empty() || rows == [&[] as &[u32]] && store.observations(own_type, &[]) == 0.0 {
                    return Ok(());
                }
                let mut rowed = RowReport::begin(self, &by, &store, line_size, runtime)?;
                for levels in rows {
                    rowed.row(levels, &store, runtime)?;
                }
                rowed.finish(&store, runtime)
            }
            GatheredStore::Part(store) => {
                let spilling = computed.spilling();
                let spilled = SpilledGroups::spill(self, store, computed, runtime)?;
                let spilled = spilled.ok_or(TableFault::Cells(memory))?;
                let mut groups = spilled.read(self, spilling)?;
                let mut rowed = RowReport::begin(self, &by, &groups.store, line_size, runtime)?;
                while groups.advance()? {
                    rowed.row(&groups.levels, &groups.store, runtime)?;
                }
                rowed.finish(&groups.store, runtime)
            }
        }
    }
}

/// A report that is written row by row.
struct RowReport<'m> {
    report: &'m Report,
    writer: Writer<'m>,
    flow: Flow<'m>,
    key: Vec<u8>,
    of_cell: Vec<u32>,
}

impl<'m> RowReport<'m> {
    /// Begins the report, after its BY line.
    fn begin(
        report: &'m Report,
        by: &[GroupValue],
        store: &Store,
        line_size: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<Self> {
        let expanded = ColumnLayout::of(report, Some(store))?;
        let writer = Writer::new(report, expanded, line_size);
        if report.layout.is_some() {
            runtime.listing().by_group(by);
        }
        writer.begin(runtime);
        let ends = (1..=report.rows).map(|parts| parts * size_of::<u32>());
        Ok(Self {
            report,
            writer,
            flow: Flow::new(report, ends.collect()),
            key: Vec::new(),
            of_cell: Vec::new(),
        })
    }

    /// Writes the row of a combination.
    fn row(&mut self, levels: &[u32], store: &Store, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        runtime.core.check_stop()?;
        let own_type = self.report.rows_type(self.report.rows);
        self.key.clear();
        let bytes = levels.iter().flat_map(|level| level.to_be_bytes());
        self.key.extend(bytes);
        let (flow, writer) = (&mut self.flow, &mut self.writer);
        let changed = flow.advance(&self.key, levels, Some(store), writer, runtime)?;
        let (columns, cells) = writer.cells();
        for (placed, cell) in columns.iter().zip(cells) {
            match placed.column.content {
                ReportContent::Class(class) => {
                    let value = store.value(class, levels[class]);
                    cell.clone_from(value);
                }
                ReportContent::Statistic { .. } | ReportContent::Count => {
                    *cell = counted(placed, own_type, levels, &mut self.of_cell, store);
                }
                ReportContent::Display(_) | ReportContent::Computed => {
                    *cell = Default::default();
                }
            }
        }
        writer.row(changed, runtime)
    }

    fn finish(mut self, store: &Store, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        self.flow.finish(Some(store), &mut self.writer, runtime)?;
        self.writer.finish(runtime);
        Ok(())
    }
}

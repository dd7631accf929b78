//! Reports whose rows are combinations of the levels of GROUP variables.

use super::expand::Expanded;
use super::flow::Flow;
use super::request::{Report, ReportContent};
use super::store::Store;
use super::writer::{Writer, counted};
use crate::data::{Faulted, Outcome, Runtime};
use crate::environment::Environment;
use crate::ir::Site;
use crate::procedure::aggregate::Computed;

impl Report {
    pub(super) fn run_groups(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let line_size = environment.options.line_size as usize;
        // What was counted takes one half, and what becomes of it a quarter.
        let memory = usize::try_from(environment.options.memory_bytes / 4).unwrap_or(usize::MAX);
        let aggregation = &self.aggregation;
        aggregation.run(
            &self.statistics,
            site,
            environment,
            &mut |computed, runtime| self.take_groups(computed, memory, line_size, runtime),
        )
    }

    /// Writes the report of a BY group, whose values lie in the vector.
    fn take_groups(
        &self,
        computed: &mut Computed<'_, '_, '_>,
        memory: usize,
        line_size: usize,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<()> {
        let by = self.aggregation.group_values(&runtime.core.values);
        let store = Store::gather(self, memory, computed, runtime)?;
        let own_type = self.rows_type(self.rows);
        let rows = store.combinations(own_type);
        if rows.is_empty() || rows == [&[] as &[u32]] && store.observations(own_type, &[]) == 0.0 {
            return Ok(());
        }
        let expanded = Expanded::of(self, Some(&store))?;
        let mut writer = Writer::new(self, expanded, line_size);
        if self.layout.is_some() {
            runtime.listing().by_group(&by);
        }
        writer.begin(runtime);
        let ends = (1..=self.rows).map(|parts| parts * size_of::<u32>());
        let mut flow = Flow::new(self, ends.collect());
        let (mut key, mut of_cell) = (Vec::new(), Vec::new());
        for levels in rows {
            runtime.core.heed_stop()?;
            key.clear();
            key.extend(levels.iter().flat_map(|level| level.to_be_bytes()));
            let changed = flow.advance(&key, levels, Some(&store), &mut writer, runtime)?;
            let (columns, cells) = writer.cells();
            for (placed, cell) in columns.iter().zip(cells) {
                match placed.column.content {
                    ReportContent::Class(class) => {
                        let value = store.value(class, levels[class]);
                        cell.clone_from(value);
                    }
                    ReportContent::Statistic { .. } | ReportContent::Count => {
                        *cell = counted(placed, own_type, levels, &mut of_cell, &store);
                    }
                    ReportContent::Display(_) | ReportContent::Computed => {
                        *cell = Default::default();
                    }
                }
            }
            writer.row(changed, runtime)?;
        }
        flow.finish(Some(&store), &mut writer, runtime)?;
        writer.finish(runtime);
        Ok(())
    }
}

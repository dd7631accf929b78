//! The BY groups: a line above each, or their values in the first columns.

use feedrate_rows::Observation;
use feedrate_rows::environment::{Cell, GroupValue, Listing};

use super::Table;
use super::request::PrintGroup;
use super::values::number_of;

impl Table<'_> {
    /// Begins the groups of the BY variables from `outermost` on with their first observation.
    pub(super) fn begin_group(&mut self, outermost: usize, observation: &Observation<'_>, listing: &mut dyn Listing) {
        self.end_groups(outermost, listing);
        let print = self.print;
        if !print.are_groups_keys || print.count.is_some() {
            self.end(listing);
            self.count_group(listing);
        } else if !self.rows.is_empty() {
            let blank = vec![String::new(); self.columns.len()];
            self.push(blank, vec![f64::NAN; print.columns.len()]);
        }
        let groups = print.groups.iter().map(|PrintGroup { column, heading, .. }| {
            let value = observation.value(column.slot);
            GroupValue {
                name: column.name.clone(),
                heading: heading.clone(),
                value: Cell {
                    number: number_of(value),
                    ..Cell::text(self.written(&column.format, value))
                },
            }
        });
        let groups: Vec<_> = groups.collect();
        self.group.clone_from(&groups);
        match print.are_groups_keys {
            true => self.keys = groups.into_iter().map(|group| group.value.text).collect(),
            false => listing.by_group(&groups),
        }
    }

    /// Returns whether a column has a BY variable that stands in it since an observation before. `changed` is the
    /// outermost BY variable whose value is new.
    pub(super) fn is_repeated_key(&self, index: usize, changed: Option<usize>) -> bool {
        let is_key = self.print.are_groups_keys && index < self.print.groups.len();
        is_key && changed.is_none_or(|outermost| index < outermost)
    }
}

//! The plan of what procedures do to whole data sets: copies, appends, descriptions.

use std::collections::BTreeSet;

use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{DataSetName, Libraries, RequestedSettings};
use feedrate_procedures::Growth;

use super::PlannedUse;
use super::known::{KnownDataSet, ProgramPlan};
use super::procedure::{Draft, ProcedureContext};
use super::uses::{OutputPlan, Reading};

impl ProgramPlan {
    /// Plans the copy of a data set with its page size and its compression.
    pub(super) fn copy(
        &mut self,
        from: &DataSetName,
        to: &DataSetName,
        draft: &mut Draft,
        around: &mut ProcedureContext<'_>,
    ) -> Result<(), String> {
        let libraries = around.libraries;
        let known = self.find(from, libraries).inspect_err(|why| {
            self.forget(to, format!("how large {to} is is not known, because {why}"));
        })?;
        if known.has_indexes {
            draft.assumptions.insert(format!("the indexes of {to} are not planned"));
        }
        let read = self.whole(from, &known, libraries);
        draft.planned.reads.push(read);
        let output = OutputPlan {
            name: to,
            facts: NewDataSet {
                label: known.label.clone(),
                data_set_type: known.data_set_type.clone(),
                step: draft.creator.to_owned(),
                ..NewDataSet::default()
            },
            settings: known.attributes.clone(),
            schema: known.schema.clone(),
            rows: known.rows,
            is_estimated: known.is_estimated,
            growth: Some(Growth::Observations),
        };
        self.output(output, &mut draft.planned, libraries);
        around.outputs.predict_view(to, &known.schema);
        Ok(())
    }

    /// Plans that observations of one data set are added to another.
    pub(super) fn append(
        &mut self,
        base: &DataSetName,
        data: &DataSetName,
        draft: &mut Draft,
        around: &mut ProcedureContext<'_>,
    ) -> Result<(), String> {
        let libraries = around.libraries;
        let is_made = self.is_made(base) || self.is_unknown(base);
        if !is_made && !libraries.exists(base).unwrap_or(false) {
            return self.copy(data, base, draft, around);
        }
        let (new, old) = (self.find(data, libraries)?, self.find(base, libraries)?);
        let read = self.whole(data, &new, libraries);
        draft.planned.reads.push(read);
        let rows = old.rows.saturating_add(new.rows);
        let grown = KnownDataSet {
            extent: old.extent.as_ref().map(|extent| extent.with_rows(rows)),
            rows,
            is_estimated: old.is_estimated || new.is_estimated,
            ..old.clone()
        };
        let none = RequestedSettings::default();
        let mut update = self.reading(base, &grown, &none, &Reading::Description, new.rows, libraries);
        let pages = |known: &KnownDataSet| known.extent.as_ref().map_or(0, |extent| extent.pages());
        let moved = pages(&grown).saturating_sub(pages(&old)) + 1;
        update.pages_moved += moved;
        update.bytes_moved += moved * update.page_bytes;
        update.is_estimated = true;
        draft.assumptions.insert(format!(
            "the last page of {base} is written again, and then those that follow"
        ));
        draft.planned.updates = Some(update);
        self.make(base, grown);
        Ok(())
    }

    /// Plans the reading of a description.
    pub(super) fn describe(
        &mut self,
        name: &DataSetName,
        draft: &mut Draft,
        around: &ProcedureContext<'_>,
    ) -> Result<(), String> {
        let known = self.find(name, around.libraries)?;
        let none = RequestedSettings::default();
        let libraries = around.libraries;
        let read = self.reading(name, &known, &none, &Reading::Description, 0, libraries);
        draft.planned.reads.push(read);
        Ok(())
    }

    /// Returns the use of a data set that is read once as a whole.
    fn whole(&mut self, name: &DataSetName, known: &KnownDataSet, libraries: &Libraries) -> PlannedUse {
        let none = RequestedSettings::default();
        let all = 0..known.rows;
        let reading = Reading::Passes(vec![all]);
        self.reading(name, known, &none, &reading, known.rows, libraries)
    }

    /// Removes a data set from what later steps find.
    pub(super) fn remove(&mut self, name: &DataSetName, why: String, around: &mut ProcedureContext<'_>) {
        around.outputs.set_unknown(name, &why);
        self.forget(name, why);
    }

    /// Returns the names of the data sets of a library, sorted.
    pub(super) fn members(&self, library: &str, libraries: &Libraries) -> Result<Vec<DataSetName>, String> {
        let there = libraries.members(library);
        let there = there.map_err(|error| error.to_string())?;
        let there = there.iter().map(|member| DataSetName::new(library, &member.name));
        let there = there.filter_map(Result::ok);
        let names: BTreeSet<DataSetName> = there.chain(self.made_in(library)).collect();
        let mut names: Vec<_> = names.into_iter().collect();
        names.retain(|name| self.is_made(name) || !self.is_unknown(name));
        Ok(names)
    }
}

//! BY statements and their automatic variables (FIRST. and LAST.).

use feedrate_language::Position;
use feedrate_language::tree::{Grouping, Name, VariableList};
use feedrate_program::By;
use feedrate_values::Kind;

use super::facts::ReadVerb;
use super::list::{ListedVariable, Roster, expand};
use super::lowering::StepLowering;
use super::read::several_lengths;

impl StepLowering<'_> {
    /// Lowers a BY statement, which applies to the SET, MERGE, UPDATE or MODIFY before it.
    pub fn by(&mut self, grouping: &Grouping, at: Position) {
        let Some(index) = self.reads.len().checked_sub(1) else {
            if !self.declarations.is_partial {
                self.error(at, "No SET, MERGE, UPDATE or MODIFY statement before the BY statement");
            }
            return;
        };
        if self.reads[index].has_by {
            let what = self.reads[index].statement.name();
            let message = format!("the {what} before this BY statement has one already");
            self.error(at, message);
            return;
        }
        self.reads[index].has_by = true;
        if self.refuses_order(index, "BY", at) {
            return;
        }
        if self.reads[index].statement == ReadVerb::Modify && self.reads[index].sources.len() == 1 {
            self.error_with_hint(
                at,
                "BY with MODIFY of one data set",
                "name the data set with the transactions after it; or leave BY out",
            );
            return;
        }
        if grouping.not_sorted {
            self.check_runs(index, at);
            self.reads[index].in_runs = true;
        }
        self.reads[index].by_format = grouping.by_format;
        let mut all = Vec::with_capacity(grouping.variables.len());
        for (list, descending) in &grouping.variables {
            for name in self.by_names(list) {
                all.extend(self.by_variable(index, &name, *descending));
            }
        }
        self.reads[index].by = all;
    }

    /// Reports an error if NOTSORTED is used with several data sets, which can only be interleaved by order.
    fn check_runs(&mut self, read: usize, at: Position) {
        let facts = &self.reads[read];
        let what = match facts.statement {
            ReadVerb::Set if facts.sources.len() > 1 => "a SET of several data sets",
            ReadVerb::Set => return,
            other => other.name(),
        };
        self.error_with_hint(
            at,
            format!("NOTSORTED in BY is not allowed with {what}"),
            "only sorted data sets go together by their values; sort each, and leave NOTSORTED out",
        );
    }

    /// Returns the names of a variable list in BY; reports an error if there are none.
    fn by_names(&mut self, list: &VariableList) -> Vec<Name> {
        let named = match expand(list, &self.variables) {
            Ok(named) => named,
            Err(refusal) => {
                self.error(list.at, refusal);
                return Vec::new();
            }
        };
        let names = named.into_iter().map(|named| match named {
            ListedVariable::Known(index) => self.variables.name(index).to_owned(),
            ListedVariable::Unknown(name) => name,
        });
        let at = list.at;
        let names: Vec<Name> = names.map(|text| Name { text, at }).collect();
        if names.is_empty() {
            self.error(at, "this list of BY variables names none that is there");
        }
        names
    }

    /// Warns if the data sets of a read have a BY variable with several lengths, whatever VARLENCHK= says, and takes
    /// back the warning that it would otherwise be.
    fn compare_lengths(&mut self, read: usize, name: &Name) {
        let sources = self.reads[read].sources.iter();
        let columns = sources.filter_map(|source| Some((source, source.columns.find(&name.text)?)));
        let mut columns = columns.filter(|(_, column)| column.kind == Kind::Text);
        let Some((first, column)) = columns.next() else {
            return;
        };
        let length = first.lengths[column.origin];
        if columns.any(|(source, column)| source.lengths[column.origin] != length) {
            let name_there = column.name.clone();
            let other = several_lengths(&name_there);
            self.diagnostics
                .retain(|diagnostic| !diagnostic.message.eq_ignore_ascii_case(&other));
            let message = format!(
                "Multiple lengths were specified for the BY variable {name_there} by input data sets. This may cause \
                 unexpected results."
            );
            self.warning(name.at, message);
        }
    }

    fn by_variable(&mut self, read: usize, name: &Name, descending: bool) -> Option<By> {
        let missing = self.reads[read]
            .sources
            .iter()
            .find(|source| source.columns.find(&name.text).is_none())
            .map(|source| source.name.to_string());
        if let Some(data_set) = missing {
            return self.fail(
                name.at,
                format!(
                    "BY variable {} is not on input data set {data_set}.",
                    name.text.to_uppercase()
                ),
            );
        }
        self.compare_lengths(read, name);
        let id = self.variables.find(&name.text)?;
        let slot = self.variables.entry(id).slot?;
        let shown = self.variables.entry(id).name.clone();
        let first = self.flag(&format!("FIRST.{shown}"), true, name.at)?;
        let last = self.flag(&format!("LAST.{shown}"), true, name.at)?;
        Some(By {
            name: shown,
            slot,
            descending,
            first,
            last,
            group_format: None,
        })
    }
}

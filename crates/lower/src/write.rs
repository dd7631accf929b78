//! The data sets of the DATA statement, and OUTPUT statements.

use feedrate_dataset::schema::Variable;
use feedrate_dataset::{DataSetName, Schema};
use feedrate_language::tree::{DataSet, DataSetOption, OptionValue};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::{Change, Slot, Statement, Store, Write};

use super::column::{Column, Columns};
use super::facts::WriteFacts;
use super::list::Roster;
use super::lowering::StepLowering;
use super::name::is_word;
use super::variables::VariableId;

impl StepLowering<'_> {
    /// Declares the data sets of the DATA statement. `_NULL_` is none; without names the data set is `DATA1` and so
    /// on.
    pub fn outputs(&mut self, data_sets: &[DataSet], at: Position) {
        if data_sets.is_empty() {
            self.add_unnamed(&[], at);
        }
        for data_set in data_sets {
            let at = data_set.member.at;
            if is_word(data_set, "_NULL_") {
                continue;
            }
            if is_word(data_set, "_DATA_") {
                self.add_unnamed(&data_set.options, at);
            } else if let Some(name) = self.target_name(data_set)
                && !self.is_modified(&name, data_set)
            {
                self.add_output(name, &data_set.options, at);
            }
        }
    }

    fn add_unnamed(&mut self, options: &[DataSetOption], at: Position) {
        match self.catalog.next_data_set() {
            Ok(name) => self.add_output(name, options, at),
            Err(refusal) => self.error(at, refusal),
        }
    }

    fn add_output(&mut self, name: DataSetName, options: &[DataSetOption], at: Position) {
        if self.writes.iter().any(|write| write.name == name) {
            self.error(at, format!("the DATA statement names {name} twice"));
            return;
        }
        if let Err(refusal) = self.catalog.check_output(&name) {
            self.refuse_data_set(Diagnostic::error(at, refusal));
        }
        self.writes.push(WriteFacts {
            name,
            options: options.to_vec(),
            at,
        });
    }

    /// Lowers OUTPUT, which writes to the data sets that it names, or to all.
    pub fn output(&mut self, data_sets: &[DataSet], at: Position, out: &mut Vec<Statement>) {
        self.has_output = true;
        if data_sets.is_empty() {
            self.append(at, out);
            out.push(Statement::Output((0..self.writes.len() as u32).collect()));
            return;
        }
        let mut targets = Vec::with_capacity(data_sets.len());
        for data_set in data_sets {
            if !data_set.options.is_empty() {
                self.error_with_hint(
                    at,
                    "OUTPUT takes no data set options",
                    "write them after the name in the DATA statement",
                );
            }
            let Some(name) = self.target_name(data_set) else {
                continue;
            };
            if self.modified.as_ref().is_some_and(|one| one.name == name) {
                self.append(at, out);
                continue;
            }
            match self.writes.iter().position(|write| write.name == name) {
                Some(index) => targets.push(index as u32),
                None => self.error_with_hint(
                    data_set.member.at,
                    "455-185: Data set was not specified on the DATA statement.",
                    format!("name {name} there too"),
                ),
            }
        }
        out.push(Statement::Output(targets));
    }

    /// Lowers OUTPUT to the data set of MODIFY, if there is one.
    fn append(&mut self, at: Position, out: &mut Vec<Statement>) {
        if self.modified.is_some() {
            let site = self.site(at);
            out.push(Statement::Change(Change::Append, site));
        }
    }

    /// Returns the output data sets in the form of the executors, after all variables are known. KEEP, DROP and
    /// RENAME statements apply first and to all of them, then the options of each.
    pub fn finish_writes(&mut self, number_length: u32) -> Vec<Write> {
        let facts = std::mem::take(&mut self.writes);
        if facts.is_empty() {
            return Vec::new();
        }
        let all = self.variables.iter().filter(|(id, _)| self.variables.is_listed(id.0));
        let all = all.filter_map(|(id, entry)| {
            let kind = entry.slot?.kind();
            Some(Column {
                name: entry.name.clone(),
                kind,
                origin: id.0,
            })
        });
        let mut columns = Columns::new(all.collect());
        let (keep, drop) = (
            std::mem::take(&mut self.declarations.keep),
            std::mem::take(&mut self.declarations.drop),
        );
        let rename = std::mem::take(&mut self.declarations.rename);
        if !keep.is_empty() {
            columns = self.keep(columns, &keep, self.options.strangers_made);
        }
        if !drop.is_empty() {
            columns = self.drop(columns, &drop, self.options.strangers_made);
        }
        if !rename.is_empty() {
            columns = self.rename(columns, &rename, self.options.strangers_made);
        }
        let mut writes = Vec::with_capacity(facts.len());
        for facts in facts {
            writes.extend(self.write(facts, columns.clone(), number_length));
        }
        writes
    }

    /// Returns the data set with the columns that its options select; `None` after an error.
    pub fn write(&mut self, facts: WriteFacts, columns: Columns, number_length: u32) -> Option<Write> {
        let columns = self.choose(columns, &facts.options, self.options.strangers_made);
        let target = self.target_options(&facts.options);
        let indexes = self.defined_indexes(&facts.options, &columns);
        let order = self.told_order(&facts.options, &columns);
        let mut condition = None;
        for option in &facts.options {
            if let OptionValue::Condition(expression) = &option.value {
                condition = Some(self.output_condition(&facts.name, &columns, expression));
            }
        }
        let mut variables = Vec::with_capacity(columns.count());
        let mut slots: Vec<Slot> = Vec::with_capacity(columns.count());
        for column in columns.iter() {
            let entry = self.variables.entry(VariableId(column.origin));
            slots.extend(entry.slot);
            variables.push(Variable {
                name: column.name.clone(),
                kind: column.kind,
                length: entry.stored_length(number_length),
                offset: 0,
                label: entry.label.clone().unwrap_or_default(),
                format: entry.format.clone().flatten(),
                informat: entry.informat.clone().flatten(),
            });
        }
        match Schema::lay_out(variables) {
            Ok(schema) => Some(Write {
                data_set: facts.name,
                site: self.site(facts.at),
                schema,
                label: target.label,
                data_set_type: target.data_set_type,
                settings: target.settings,
                keep_existing: target.keep_existing,
                order,
                indexes,
                stores: slots
                    .into_iter()
                    .enumerate()
                    .map(|(column, slot)| Store {
                        slot,
                        column: column as u32,
                    })
                    .collect(),
                condition,
            }),
            Err(error) => self.fail(facts.at, error.to_string()),
        }
    }
}

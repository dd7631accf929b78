//! Conditions on the observations of a data set: WHERE statements, and WHERE= of input and output data sets.

use feedrate_dataset::DataSetName;
use feedrate_language::Position;
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::Expression;
use feedrate_program::{Filter, Load, Logic, Number, Slot};
use feedrate_values::Kind;

use super::column::Columns;
use super::expression::TypedExpression;
use super::facts::{Conditions, ReadVerb, Scope};
use super::lowering::StepLowering;
use super::select::connected;
use super::shown::shown;
use super::variables::{VariableId, Variables};

impl Conditions {
    /// Returns the conjunction of the conditions, or `None` if there are none.
    pub fn into_filter(self) -> Option<Filter> {
        let text = match self.texts.as_slice() {
            [only] => only.clone(),
            several => format!("({})", several.join(") and (")),
        };
        Some(Filter {
            vector: self.variables.into_vector(&[], 8),
            loads: self.loads,
            condition: connected(Logic::And, self.tests)?,
            text,
        })
    }
}

impl StepLowering<'_> {
    /// Adds a condition on an input data set.
    pub fn add_condition(
        &mut self,
        conditions: &mut Conditions,
        name: &DataSetName,
        columns: &Columns,
        lengths: &[u32],
        condition: &Expression,
    ) {
        let outer = std::mem::replace(&mut self.variables, std::mem::take(&mut conditions.variables));
        self.scope = Some(Scope::Source {
            name: name.clone(),
            columns: columns.clone(),
            lengths: lengths.to_vec(),
            loads: std::mem::take(&mut conditions.loads),
        });
        let said = self.diagnostics.len();
        conditions.tests.push(self.condition(condition));
        // A condition that could not be lowered may nest too deeply to be shown; its error is enough.
        conditions.texts.push(if self.diagnostics.len() == said {
            shown(condition)
        } else {
            String::new()
        });
        conditions.variables = std::mem::replace(&mut self.variables, outer);
        if let Some(Scope::Source { loads, .. }) = self.scope.take() {
            conditions.loads = loads;
        }
        self.unknown.clear();
    }

    /// Lowers a condition on an output data set, over the variables of the step.
    pub fn output_condition(&mut self, name: &DataSetName, columns: &Columns, condition: &Expression) -> Number {
        let variables = columns
            .iter()
            .map(|column| (Variables::key(&column.name), VariableId(column.origin)))
            .collect();
        self.scope = Some(Scope::Target {
            name: name.clone(),
            variables,
        });
        let condition = self.condition(condition);
        self.scope = None;
        self.unknown.clear();
        condition
    }

    /// Resolves a variable that a condition names.
    pub(super) fn variable_in_scope(&mut self, name: &str, at: Position) -> TypedExpression {
        let (data_set, hint) = match &mut self.scope {
            Some(Scope::Source {
                name: data_set,
                columns,
                lengths,
                loads,
            }) => {
                if let Some(column) = columns.find(name) {
                    let index = column.origin;
                    let id = self.variables.declare(&column.name);
                    if let Some(slot) = self.variables.entry(id).slot {
                        return TypedExpression::slot(slot);
                    }
                    let slot = match column.kind {
                        Kind::Number => self.variables.number(id).map(Slot::Number),
                        Kind::Text => self.variables.text(id, lengths[index]).ok().flatten().map(Slot::Text),
                    };
                    if let Some(slot) = slot {
                        loads.push(Load {
                            column: index as u32,
                            slot,
                        });
                        return TypedExpression::slot(slot);
                    }
                }
                let known = columns.iter().map(|column| column.name.as_str());
                (data_set, did_you_mean(name, known))
            }
            Some(Scope::Target {
                name: data_set,
                variables,
            }) => {
                let id = variables.get(&Variables::key(name));
                if let Some(slot) = id.and_then(|&id| self.variables.entry(id).slot) {
                    return TypedExpression::slot(slot);
                }
                let known = variables.keys().map(String::as_str);
                (data_set, did_you_mean(name, known))
            }
            Some(Scope::Row(inputs)) => {
                let input = inputs.iter().find(|input| input.name.eq_ignore_ascii_case(name));
                let Some((kind, length)) = input.map(|input| (input.kind, input.length)) else {
                    self.error(at, format!("there is no column {name}"));
                    return TypedExpression::nothing();
                };
                let id = self.variables.declare(name);
                self.variables.entry_mut(id).assigned = true;
                let slot = match kind {
                    Kind::Number => self.variables.number(id).map(Slot::Number),
                    Kind::Text => self.variables.text(id, length).ok().flatten().map(Slot::Text),
                };
                return slot.map_or_else(TypedExpression::nothing, TypedExpression::slot);
            }
            None => return TypedExpression::nothing(),
        };
        let key = Variables::key(name);
        if self.unknown.contains(&key) {
            return TypedExpression::nothing();
        }
        self.unknown.push(key);
        let message = format!("Variable {name} is not on file {data_set}.");
        match hint {
            Some(hint) => self.error_with_hint(at, message, hint),
            None => self.error(at, message),
        }
        TypedExpression::nothing()
    }

    /// Lowers a WHERE statement, which applies to all data sets of the SET or MERGE before it that have no WHERE= of
    /// their own. It replaces an earlier WHERE statement, or with `also` adds to it.
    pub fn where_statement(&mut self, condition: &Expression, also: bool, at: Position) {
        let Some(index) = self.reads.len().checked_sub(1) else {
            self.error_with_hint(
                at,
                "No input data sets available for WHERE statement.",
                "WHERE chooses among what SET or MERGE above it reads; for computed values use IF",
            );
            return;
        };
        if self.refuses_order(index, "WHERE", at) {
            return;
        }
        if self.reads[index].statement == ReadVerb::Modify && self.reads[index].sources.len() == 2 {
            self.error_with_hint(
                at,
                "WHERE with MODIFY of two data sets",
                "write WHERE= after the one with the transactions",
            );
            return;
        }
        if self.reads[index].has_where {
            let what = if also { "augmented" } else { "replaced" };
            self.note(at, format!("WHERE clause has been {what}."));
        }
        self.reads[index].has_where = true;
        let mut sources = std::mem::take(&mut self.reads[index].sources);
        for source in sources.iter_mut().filter(|source| !source.has_own_where) {
            if !also {
                source.conditions = Conditions::default();
            }
            self.add_condition(
                &mut source.conditions,
                &source.name,
                &source.columns,
                &source.lengths,
                condition,
            );
        }
        self.reads[index].sources = sources;
    }
}

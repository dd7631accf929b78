//! MODIFY: the data set that a DATA step changes in place, and REPLACE and REMOVE.

use feedrate_dataset::DataSetName;
use feedrate_language::Position;
use feedrate_language::tree::{self, DataSet, StatementKind};
use feedrate_program::{self as program, Change, Initial, NumberSlot, Statement};

use super::facts::{ModifiedFacts, ReadFacts};
use super::lowering::StepLowering;
use super::variables::VariableId;

impl StepLowering<'_> {
    /// Finds the data set of MODIFY among the statements, because the DATA statement, which names it too, comes first.
    pub fn find_modified(&mut self, body: &[tree::Statement]) {
        if let Some(at) = key_in(body) {
            self.return_code(at);
        }
        let Some((data_set, at)) = modified_in(body) else {
            return;
        };
        let said = self.diagnostics.len();
        let name = self.source_name(data_set);
        // An error is reported at the statement itself.
        self.diagnostics.truncate(said);
        let Some(name) = name else {
            return;
        };
        self.return_code(at);
        self.modified = Some(ModifiedFacts {
            name,
            opened: None,
            is_output: false,
            at,
        });
    }

    /// Declares `_IORC_`, unless it is declared.
    pub fn return_code(&mut self, at: Position) -> Option<(VariableId, NumberSlot)> {
        if self.return_code.is_none() {
            let slot = self.automatic("_IORC_", at)?;
            self.variables.set_initial(Initial::Number(slot, 0.0));
            let id = self.variables.find("_IORC_")?;
            self.return_code = Some((id, slot));
        }
        self.return_code
    }

    /// Returns whether a data set of the DATA statement is that of MODIFY.
    pub fn is_modified(&mut self, name: &DataSetName, data_set: &DataSet) -> bool {
        let Some(modified) = self.modified.as_mut().filter(|one| one.name == *name) else {
            return false;
        };
        modified.is_output = true;
        if let Some(option) = data_set.options.first() {
            self.error_with_hint(
                option.at,
                format!("{name} takes no options here, because MODIFY changes it in place"),
                "write those about reading it in the MODIFY statement",
            );
        }
        true
    }

    /// Checks a MODIFY statement, and records how its data set is changed.
    pub fn check_modify(&mut self, facts: &ReadFacts) {
        let at = facts.at;
        if facts.sources.is_empty() || facts.sources.len() > 2 {
            if !self.is_incomplete {
                self.error_with_hint(
                    at,
                    format!("MODIFY takes one or two data sets, and not {}", facts.sources.len()),
                    "the first is changed, the second has transactions for it",
                );
            }
            return;
        }
        let master = &facts.sources[0];
        let (name, loads, settings) = (master.name.clone(), master.loads.clone(), master.settings.clone());
        if facts.sources.len() == 2 {
            if facts.point.is_some() {
                self.error(at, "MODIFY with POINT= takes one data set");
            }
            if master.has_own_where || master.has_own_window {
                self.error(
                    at,
                    format!("{name} is found by BY values here, and takes no WHERE=, FIRSTOBS= and OBS="),
                );
            }
        }
        let Some(modified) = &mut self.modified else {
            self.error(at, "MODIFY is for DATA steps");
            return;
        };
        if modified.name != name {
            let message = format!(
                "the step changes {} in place, and can change only one data set so",
                modified.name
            );
            self.error(at, message);
            return;
        }
        if !modified.is_output {
            self.error_with_hint(
                at,
                format!("MODIFY changes {name}, which the DATA statement does not name"),
                format!("write `data {name};`"),
            );
            return;
        }
        match &modified.opened {
            None => modified.opened = Some((settings, loads)),
            Some(_) => self.error_with_hint(
                at,
                "a DATA step has one MODIFY statement, and this is another",
                "read other data sets with SET, or change it in another step",
            ),
        }
    }

    /// Lowers REPLACE and REMOVE.
    pub fn change(&mut self, change: Change, data_sets: &[DataSet], at: Position, out: &mut Vec<Statement>) {
        self.has_change = true;
        for data_set in data_sets {
            let Some(name) = self.target_name(data_set) else {
                continue;
            };
            if self.modified.as_ref().is_some_and(|one| one.name != name) {
                let message = format!("{} names {name}, which MODIFY does not change", change.name());
                self.error(data_set.member.at, message);
            }
        }
        if self.modified.is_none() && !self.declarations.is_partial {
            self.error_with_hint(
                at,
                format!("{} without MODIFY", change.name()),
                "it changes what MODIFY has read; with SET, OUTPUT or DELETE say what is in the new data set",
            );
        }
        let site = self.site(at);
        out.push(Statement::Change(change, site));
    }

    /// Returns the data set of MODIFY in the form of the executors.
    pub fn finish_modified(&mut self) -> Option<program::ModifiedDataSet> {
        let facts = self.modified.take()?;
        let (settings, loads) = facts.opened?;
        Some(program::ModifiedDataSet {
            data_set: facts.name,
            settings,
            loads,
            return_code: self.return_code?.1,
            site: self.site(facts.at),
        })
    }
}

/// Returns the first data set of the first MODIFY among statements.
fn modified_in(body: &[tree::Statement]) -> Option<(&DataSet, Position)> {
    find_in(body, |statement| match &statement.kind {
        StatementKind::Modify(data_sets, _) => Some((data_sets.first()?, statement.at)),
        _ => None,
    })
}

/// Returns the position of the first SET with KEY= among statements.
fn key_in(body: &[tree::Statement]) -> Option<Position> {
    find_in(body, |statement| match &statement.kind {
        StatementKind::Set(_, options) => {
            let key = options.iter().find(|option| option.name == "KEY");
            key.map(|option| option.at)
        }
        _ => None,
    })
}

/// Returns the first result of a function of statements, however deep they are.
fn find_in<'t, T>(body: &'t [tree::Statement], look: impl Fn(&'t tree::Statement) -> Option<T>) -> Option<T> {
    let mut waiting: Vec<&tree::Statement> = body.iter().rev().collect();
    while let Some(statement) = waiting.pop() {
        if let Some(found) = look(statement) {
            return Some(found);
        }
        match &statement.kind {
            StatementKind::Do(_, inner) => waiting.extend(inner.iter().rev()),
            StatementKind::If { then, otherwise, .. } => {
                waiting.extend(otherwise.as_deref());
                waiting.push(then);
            }
            StatementKind::Select {
                branches, otherwise, ..
            } => {
                waiting.extend(otherwise.as_deref());
                waiting.extend(branches.iter().rev().map(|branch| &branch.then));
            }
            _ => {}
        }
    }
    None
}

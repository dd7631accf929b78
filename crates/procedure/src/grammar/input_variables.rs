//! The variables of a procedure's input.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{Name, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::{ListedVariable, Roster, expand};
use feedrate_program::{DataStep, NumberSlot, Slot, Variable};
use feedrate_values::Kind;

use crate::variables::AnalysisVariable;

/// The variables of the input, over which variable lists are expanded.
#[derive(Clone, Copy)]
pub struct InputVariables<'s>(pub &'s DataStep);

impl<'s> InputVariables<'s> {
    /// Returns the variable at an index.
    pub fn variable(self, index: usize) -> &'s Variable {
        &self.0.vector.variables[index]
    }

    /// Returns the slot of the variable of this name, if there is one.
    pub fn slot(self, name: &str) -> Option<Slot> {
        self.position(name).map(|index| self.variable(index).slot)
    }

    /// Returns the index of the variable of this name; an error if there is none.
    pub fn one(self, name: &Name) -> Result<usize> {
        self.position(&name.text).ok_or_else(|| not_found(&name.text, name.at))
    }

    /// Returns the slot of a numeric variable, which was [checked](Self::check_numeric).
    ///
    /// Panics if it is a character value.
    pub fn number(self, index: usize) -> NumberSlot {
        match self.variable(index).slot {
            Slot::Number(slot) => slot,
            Slot::Text(_) => panic!("{} is no number", self.variable(index).name),
        }
    }

    /// Returns a numeric variable as an analysis variable.
    ///
    /// Panics if it is a character value.
    pub fn analysis(self, index: usize) -> AnalysisVariable {
        let variable = self.variable(index);
        AnalysisVariable {
            name: variable.name.clone(),
            label: variable.label.clone(),
            slot: self.number(index),
        }
    }

    /// Refuses a character variable in the list of `of`, which takes numeric variables.
    pub fn check_numeric(self, index: usize, of: &str, at: Position) -> Result<()> {
        if self.kind(index) == Some(Kind::Number) {
            return Ok(());
        }
        let name = self.name(index).to_uppercase();
        let message =
            format!("Variable {name} in list does not match type prescribed for this list.\n{of} takes numbers.");
        Err(Diagnostic::error(at, message))
    }

    /// Returns the index of the numeric variable of this name; an error if there is none.
    pub fn numeric(self, name: &Name, of: &str) -> Result<usize> {
        let index = self.one(name)?;
        self.check_numeric(index, of, name.at)?;
        Ok(index)
    }

    /// Returns the indexes of the variables of lists, each once; an error if one is not numeric.
    pub fn numeric_lists(self, lists: &[VariableList], of: &str) -> Result<Vec<usize>> {
        let mut all = Vec::new();
        for list in lists {
            for index in self.of_list(list)? {
                self.check_numeric(index, of, list.at)?;
                if !all.contains(&index) {
                    all.push(index);
                }
            }
        }
        Ok(all)
    }

    /// Returns the indexes of the variables of lists, in order.
    pub fn chosen(self, lists: &[VariableList]) -> Result<Vec<usize>> {
        let mut chosen = Vec::new();
        for list in lists {
            chosen.extend(self.of_list(list)?);
        }
        Ok(chosen)
    }

    /// Returns the indexes of the variables of a list, in order.
    pub fn of_list(self, list: &VariableList) -> Result<Vec<usize>> {
        let named = expand(list, &self).map_err(|refusal| Diagnostic::error(list.at, refusal))?;
        let chosen = named.into_iter().map(|name| match name {
            ListedVariable::Known(index) => Ok(index),
            ListedVariable::Unknown(name) => Err(not_found(&name, list.at)),
        });
        chosen.collect()
    }
}

impl Roster for InputVariables<'_> {
    fn count(&self) -> usize {
        self.0.vector.variables.len()
    }

    fn name(&self, index: usize) -> &str {
        &self.variable(index).name
    }

    fn kind(&self, index: usize) -> Option<Kind> {
        Some(self.variable(index).slot.kind())
    }

    fn position(&self, name: &str) -> Option<usize> {
        let mut variables = self.0.vector.variables.iter();
        variables.position(|variable| !variable.automatic && variable.name.eq_ignore_ascii_case(name))
    }

    fn is_listed(&self, index: usize) -> bool {
        !self.variable(index).automatic
    }
}

fn not_found(name: &str, at: Position) -> Diagnostic {
    Diagnostic::error(at, format!("Variable {} not found.", name.to_uppercase()))
}

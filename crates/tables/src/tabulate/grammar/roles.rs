//! The roles of variables, and their consistency.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_procedure::grammar::input::InputVariables;

use super::options::{Order, TabulateOptions};
use super::statements::Statements;
use crate::aggregate::MOST_CLASSES;

/// The variables of each role, as indexes into the variables of the input.
#[derive(Debug)]
pub(super) struct Roles {
    pub analysis: Vec<usize>,
    pub classes: Vec<ClassPart>,
    pub by: Vec<usize>,
    pub frequency: Option<usize>,
    pub weight: Option<usize>,
}

/// A class variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClassPart {
    pub index: usize,
    pub order: Order,
    pub descending: bool,
    pub missing: bool,
}

impl Roles {
    /// Returns the BY variables and the class variables.
    pub(super) fn keys(&self) -> impl Iterator<Item = usize> {
        let classes = self.classes.iter().map(|class| class.index);
        self.by.iter().copied().chain(classes)
    }

    /// Resolves the roles among the variables of a step.
    pub(super) fn of(
        statements: &Statements,
        options: &TabulateOptions,
        variables: InputVariables<'_>,
    ) -> Result<Self> {
        let one = |name: &Option<Name>| name.as_ref().map(|name| variables.one(name)).transpose();
        let (frequency, weight) = (one(&statements.frequency)?, one(&statements.weight)?);
        for (name, index, of) in [
            (&statements.frequency, frequency, "FREQ"),
            (&statements.weight, weight, "WEIGHT"),
        ] {
            if let (Some(name), Some(index)) = (name, index) {
                variables.check_numeric(index, of, name.at)?;
            }
        }
        let by = variables.chosen(&statements.by)?;
        let mut analysis: Vec<usize> = Vec::new();
        for list in &statements.variables {
            for index in variables.of_list(list)? {
                variables.check_numeric(index, "VAR", list.at)?;
                if !analysis.contains(&index) {
                    analysis.push(index);
                }
            }
        }
        let mut classes: Vec<ClassPart> = Vec::new();
        for statement in &statements.classes {
            for list in &statement.variables {
                for index in variables.of_list(list)? {
                    let is_again = classes.iter().any(|class| class.index == index);
                    if is_again || by.contains(&index) || analysis.contains(&index) {
                        let message = "a CLASS variable cannot be another one, a BY or a VAR variable too";
                        return Err(Diagnostic::error(list.at, message));
                    }
                    if classes.len() == MOST_CLASSES {
                        let message = "there are more than 32 CLASS variables";
                        return Err(Diagnostic::error(list.at, message));
                    }
                    classes.push(ClassPart {
                        index,
                        order: statement.order.unwrap_or(options.order),
                        descending: statement.descending,
                        missing: statement.missing || options.missing,
                    });
                }
            }
        }
        Ok(Self {
            analysis,
            classes,
            by,
            frequency,
            weight,
        })
    }
}

//! The roles of variables: tables, BY and WEIGHT.

use std::collections::HashMap;

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::InputVariables;

use super::requests::tables;
use super::statements::Statements;
use crate::aggregate::{CrossedClasses, MOST_CLASSES};
use crate::grammar::numeric;

/// The variables of each role, as indexes into the variables of the input.
pub(super) struct Roles {
    pub by: Vec<usize>,
    pub weight: Option<usize>,
    /// The variables of all tables, each once.
    pub classes: Vec<usize>,
    pub tables: Vec<TablePart>,
    /// The sets of variables of tables, as indexes into the classes, each set once.
    pub crossings: Vec<CrossedClasses>,
}

/// A table.
pub(super) struct TablePart {
    /// Its variables, as indexes into the classes.
    pub classes: Vec<usize>,
    /// The index of its crossing.
    pub crossing: usize,
    /// The index of its TABLES statement; `None` for the default tables.
    pub statement: Option<usize>,
    /// True if it is the last table of its statement, to which OUT= applies.
    pub is_last: bool,
}

impl Roles {
    /// Resolves the roles. `at` is the position of PROC FREQ.
    pub(super) fn of(statements: &Statements, variables: InputVariables<'_>, at: Position) -> Result<Self> {
        let by = variables.chosen(&statements.by)?;
        let weight = numeric(variables, statements.weight.as_ref(), "WEIGHT")?;
        let mut roles = Self {
            by,
            weight,
            classes: Vec::new(),
            tables: Vec::new(),
            crossings: Vec::new(),
        };
        let mut places = Places::default();
        for (statement, own) in statements.tables.iter().enumerate() {
            for (table, at) in tables(&own.requests, variables)? {
                roles.add(&table, Some(statement), &mut places, variables, at)?;
            }
            if let Some(last) = roles.tables.last_mut() {
                last.is_last = last.statement == Some(statement);
            }
        }
        if statements.tables.is_empty() {
            for index in (0..variables.count()).filter(|&index| variables.is_listed(index)) {
                if !roles.is_other(index) {
                    roles.add(&[index], None, &mut places, variables, at)?;
                }
            }
        }
        Ok(roles)
    }

    /// Returns whether a variable is in BY or WEIGHT.
    fn is_other(&self, index: usize) -> bool {
        self.by.contains(&index) || self.weight == Some(index)
    }

    /// Adds a table of these variables.
    fn add(
        &mut self,
        table: &[usize],
        statement: Option<usize>,
        places: &mut Places,
        variables: InputVariables<'_>,
        at: Position,
    ) -> Result<()> {
        if let Some(&index) = table.iter().find(|&&index| self.is_other(index)) {
            let name = variables.name(index).to_uppercase();
            let message = format!("{name} is a variable of BY or WEIGHT, and cannot be one of a table");
            return Err(Diagnostic::error(at, message));
        }
        if table.len() > MOST_CLASSES {
            let message = format!("a table has more than {MOST_CLASSES} variables");
            return Err(Diagnostic::error(at, message));
        }
        let classes = table.iter().map(|&index| {
            *places.of_class.entry(index).or_insert_with(|| {
                self.classes.push(index);
                self.classes.len() - 1
            })
        });
        let classes: Vec<usize> = classes.collect();
        let crossed = CrossedClasses::whole(classes.clone());
        let crossing = match places.of_crossing.get(&crossed.classes) {
            Some(&crossing) => crossing,
            None => {
                let crossing = self.crossings.len();
                places.of_crossing.insert(crossed.classes.clone(), crossing);
                self.crossings.push(crossed);
                crossing
            }
        };
        self.tables.push(TablePart {
            classes,
            crossing,
            statement,
            is_last: false,
        });
        Ok(())
    }
}

/// The indexes of variables in the classes, and of sets of classes in the crossings.
#[derive(Default)]
struct Places {
    of_class: HashMap<usize, usize>,
    of_crossing: HashMap<Vec<usize>, usize>,
}

//! Procedures: each has its own grammar and its own parser.

use super::Name;
use crate::source::Position;
use crate::token::Token;

/// A PROC step.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// The tokens after the name in the PROC statement.
    pub head: Vec<Token>,
    /// Its statements, without their semicolons; RUN and QUIT are not included.
    pub statements: Vec<Vec<Token>>,
    /// True if this is a further run group of the previous procedure, which RUN did not end: the head is repeated, and
    /// is not to be executed again.
    pub resumed: bool,
    /// The number of statements, at the beginning, that stay in force from earlier run groups.
    pub carried: usize,
    /// Set when an earlier run group had a MODEL statement.
    pub had_model: bool,
    /// The extent of a unit of its statements.
    pub extent: Extent,
    /// The position of PROC.
    pub at: Position,
}

/// The extent of the statements of a procedure that form a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// To RUN, QUIT or the next step.
    Run,
    /// To QUIT or the next step; the statements before each RUN are executed as a group.
    RunGroups {
        /// The keywords of the statements that stay in force after their run group, in lower case.
        in_force: &'static [&'static str],
    },
    /// To QUIT or the next step; each statement is executed before the next is read, and RUN has no effect.
    Statement,
}

impl Procedure {
    /// Adds a statement. It replaces a statement of the same kind from an earlier run group.
    pub fn add(&mut self, statement: Vec<Token>) {
        let word = word_of(&statement);
        // FORMAT and LABEL of other variables do not replace earlier ones.
        if !matches!(word.as_str(), "format" | "label") {
            let carried = self.statements.drain(..self.carried);
            let carried: Vec<_> = carried.filter(|other| word_of(other) != word).collect();
            self.carried = carried.len();
            self.statements.splice(..0, carried);
        }
        self.statements.push(statement);
    }

    /// Returns the procedure for its next run group.
    pub fn resumed(&self) -> Self {
        let mut carried: Vec<Vec<Token>> = Vec::new();
        if let Extent::RunGroups { in_force } = self.extent {
            for statement in &self.statements {
                let word = word_of(statement);
                if !in_force.contains(&word.as_str()) {
                    continue;
                }
                // The last model stays in force.
                if word == "model" {
                    carried.retain(|other| word_of(other) != word);
                }
                carried.push(statement.clone());
            }
        }
        Self {
            carried: carried.len(),
            statements: carried,
            resumed: true,
            had_model: self.had_model || names_model(&self.statements),
            ..self.clone()
        }
    }

    /// Returns whether it continues the model of an earlier run group, and has no MODEL statement of its own.
    pub fn continues_model(&self) -> bool {
        names_model(&self.statements[..self.carried])
    }
}

fn names_model(statements: &[Vec<Token>]) -> bool {
    statements.iter().any(|statement| word_of(statement) == "model")
}

/// Returns the keyword of a statement, in lower case.
fn word_of(statement: &[Token]) -> String {
    let word = |place: usize| {
        let token = statement.get(place);
        token.map_or_else(String::new, |token| token.text.to_ascii_lowercase())
    };
    match word(0).as_str() {
        "classes" => "class".to_owned(),
        // `label: model y = x`.
        _ if word(1) == ":" && word(2) == "model" => "model".to_owned(),
        first => first.to_owned(),
    }
}

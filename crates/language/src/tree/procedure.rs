//! A procedure as written: each has its own grammar, which its own parser knows.

use super::Name;
use crate::source::Position;
use crate::token::Token;

/// A PROC step.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// What follows the name in the PROC statement.
    pub head: Vec<Token>,
    /// Its statements, without their semicolons; RUN and QUIT are not among them.
    pub statements: Vec<Vec<Token>>,
    /// Whether this is a further run group of the procedure before it, whose RUN did not end it: the head
    /// stands again, and is not to be carried out again.
    pub resumed: bool,
    /// How many of the statements, the first of them, are those of run groups before that stay in force.
    pub carried: usize,
    /// Whether a run group of it before this one named a model.
    pub had_model: bool,
    /// Up to where its statements belong together.
    pub extent: Extent,
    /// Where PROC stands.
    pub at: Position,
}

/// Up to where the statements of a procedure belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Up to RUN, QUIT or the next step.
    Run,
    /// Up to QUIT or the next step; what stands before each RUN is carried out by itself.
    RunGroups {
        /// The words of the statements that stay in force after their run group, in small letters.
        in_force: &'static [&'static str],
    },
    /// Up to QUIT or the next step; each statement is carried out before the next is read, and RUN does nothing.
    Statement,
}

impl Procedure {
    /// Takes a statement in. One of a run group before that says the same kind of thing no longer counts.
    pub fn add(&mut self, statement: Vec<Token>) {
        let word = word_of(&statement);
        // What is said of further variables leaves the others as they are.
        if !matches!(word.as_str(), "format" | "label") {
            let carried = self.statements.drain(..self.carried);
            let carried: Vec<_> = carried.filter(|other| word_of(other) != word).collect();
            self.carried = carried.len();
            self.statements.splice(..0, carried);
        }
        self.statements.push(statement);
    }

    /// The procedure as it goes on with what is yet to be read.
    pub fn resumed(&self) -> Self {
        let mut carried: Vec<Vec<Token>> = Vec::new();
        if let Extent::RunGroups { in_force } = self.extent {
            for statement in &self.statements {
                let word = word_of(statement);
                if !in_force.contains(&word.as_str()) {
                    continue;
                }
                // The model that goes on is the last one.
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

    /// Whether it asks more of the model of a run group before it, and names none of its own.
    pub fn continues_model(&self) -> bool {
        names_model(&self.statements[..self.carried])
    }
}

fn names_model(statements: &[Vec<Token>]) -> bool {
    statements
        .iter()
        .any(|statement| word_of(statement) == "model")
}

/// The word that says what a statement is, in small letters.
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

//! The arguments of statements, and the places for them.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Grouping, Name, Statement, StatementKind, VariableList};

use super::argument::Argument;
use super::description::{Describe, Description, Form, described};
use super::{StatementTable, statements};
use crate::grammar::lowering::ProcedureLowering;

/// The argument of a statement, and the place for it in a `T`.
pub enum StatementValue<T: 'static> {
    /// A variable.
    Variable(fn(&mut T, Name)),
    /// Variables.
    Variables(fn(&mut T, Vec<VariableList>)),
    /// The variables of BY, which is a statement of the step too.
    By(fn(&mut T) -> &mut Vec<VariableList>),
    /// The same, as it is written.
    Grouped(fn(&mut T) -> &mut Grouping),
    /// The argument of a parser of its own: its form, the options in it, and the parser.
    Own(&'static str, &'static dyn Describe, Take<T>),
    /// The same, and a label and a colon can stand before the name. It is the name of the argument.
    Labelled(
        &'static str,
        &'static dyn Describe,
        fn(&mut T, Option<String>, &mut Argument<'_, '_>) -> Result<()>,
    ),
    /// A statement of the step that the procedure reads through.
    OfStep(&'static str, fn(&mut Argument<'_, '_>) -> Result<StatementKind>),
}

type Take<T> = fn(&mut T, &mut Argument<'_, '_>) -> Result<()>;

/// The statements of all procedures that read observations through a step.
pub const OF_STEP: StatementTable<()> = statements! {
    FORMAT => OfStep("variables and their formats", |from| {
        Ok(StatementKind::Format(from.cursor.spec_items("FORMAT")?))
    }), "Shows values, and makes levels of them, by formats.";
    LABEL => OfStep("variables and their labels", |from| Ok(StatementKind::Label(from.cursor.labels()?))),
        "Gives variables labels.";
    WHERE => OfStep("a condition", |from| from.cursor.where_statement()),
        "Chooses observations.";
};

impl<T> StatementValue<T> {
    /// Reads what follows the name of the statement, and returns what is for the step.
    fn take(
        &self,
        target: &mut T,
        label: Option<String>,
        argument: &mut Argument<'_, '_>,
    ) -> Result<Option<StatementKind>> {
        match self {
            Self::Variable(set) => {
                let what = format!("the variable of {}", argument.name);
                set(target, argument.cursor.expect_name(&what)?);
            }
            Self::Variables(set) => set(target, argument.cursor.variables(&argument.name)?),
            Self::By(lists) => {
                let grouping = argument.cursor.grouping()?;
                let variables = grouping.variables.iter();
                *lists(target) = variables.map(|(list, _)| list.clone()).collect();
                return Ok(Some(StatementKind::By(grouping)));
            }
            Self::Grouped(by) => {
                by(target).clone_from(&argument.cursor.grouping()?);
                return Ok(Some(StatementKind::By(by(target).clone())));
            }
            Self::Own(_, _, take) => take(target, argument)?,
            Self::Labelled(_, _, take) => take(target, label, argument)?,
            Self::OfStep(_, take) => return take(argument).map(Some),
        }
        Ok(None)
    }
}

impl<T> Form for StatementValue<T> {
    fn form(&self) -> String {
        match self {
            Self::Variable(_) => "a variable",
            Self::Variables(_) | Self::By(_) | Self::Grouped(_) => "variables",
            Self::Own(form, ..) | Self::Labelled(form, ..) | Self::OfStep(form, _) => form,
        }
        .to_owned()
    }

    fn options(&self) -> Vec<Description> {
        match self {
            Self::Own(_, options, _) | Self::Labelled(_, options, _) => options.describe(),
            _ => Vec::new(),
        }
    }
}

impl<'p> ProcedureLowering<'p> {
    /// Takes the statements of a procedure that reads observations through a step, and returns those that are for the
    /// step.
    pub fn read_statements<T>(&mut self, table: StatementTable<T>, target: &mut T) -> Result<Vec<Statement>> {
        self.read_statements_of(table, OF_STEP, target)
    }

    /// Takes the statements of a procedure that reads no observations.
    pub fn read_own_statements<T>(&mut self, table: StatementTable<T>, target: &mut T) -> Result<()> {
        self.read_statements_of(table, &[], target).map(drop)
    }

    fn read_statements_of<T>(
        &mut self,
        table: StatementTable<T>,
        common: StatementTable<()>,
        target: &mut T,
    ) -> Result<Vec<Statement>> {
        let mut of_step = Vec::new();
        for (mut word, at, mut cursor) in self.statements() {
            let label = take_label(table, &mut word, &mut cursor);
            let mut argument = Argument {
                lowering: self,
                cursor: &mut cursor,
                name: word.to_ascii_uppercase(),
                at,
            };
            let own = table.iter().find(|entry| entry.is_named(&word));
            let common_one = common.iter().find(|entry| entry.is_named(&word));
            let kind = match (own, common_one) {
                (Some(entry), _) => entry.value.take(target, label, &mut argument)?,
                (None, Some(entry)) => entry.value.take(&mut (), label, &mut argument)?,
                (None, None) => {
                    let known = [described(table), described(common)].concat();
                    return Err(self.not_in(&Name { text: word, at }, "a statement", &known));
                }
            };
            cursor.expect_end(&word.to_ascii_uppercase())?;
            of_step.extend(kind.map(|kind| Statement { kind, at }));
        }
        Ok(of_step)
    }
}

/// Takes the colon and the statement behind a label, which is in the place of the statement's word.
fn take_label<T>(table: StatementTable<T>, word: &mut String, cursor: &mut Cursor<'_>) -> Option<String> {
    let name = &cursor.token(1).filter(|_| cursor.is(0, Symbol::Colon))?.text;
    let mut named = table.iter().filter(|entry| entry.is_named(name));
    let entry = named.find(|entry| matches!(entry.value, StatementValue::Labelled(..)))?;
    cursor.skip(2);
    Some(std::mem::replace(word, entry.name.to_owned()))
}

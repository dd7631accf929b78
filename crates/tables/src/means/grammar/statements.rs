//! The statements below the PROC statement.

use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{Name, Statement, VariableList};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::variables::ClassOrder;

use super::output::{self, OUTPUT_OPTIONS, Output};
use super::types::{TypeRequest, type_requests, ways};

pub(super) const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    CLASS | CLASSES => Own("variables / options", &CLASS_OPTIONS, classes), "Makes groups of the levels of variables.";
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    ID => Variables(|statements, lists| statements.ids.extend(lists)),
        "Variables of OUT= with their greatest value in each group.";
    OUTPUT => Own("OUT=, and `statistic(variables)=names` / options", &OUTPUT_OPTIONS, |statements, from| {
        statements.outputs.push(output::parse(from)?);
        Ok(())
    }), "Makes a data set of statistics.";
    TYPES => Own("`a b*c (d e)*f ()`", &(), |statements, from| {
        statements.types_at = Some(from.at);
        statements.types.get_or_insert_default().extend(type_requests(from.cursor)?);
        Ok(())
    }), "Which combinations of CLASS variables make groups.";
    VAR | VARIABLES => Variables(|statements, lists| statements.variables.get_or_insert_default().extend(lists)),
        help::VAR;
    WAYS => Own("`0 2` or `1 to 3`", &(), |statements, from| {
        statements.types_at = Some(from.at);
        statements.ways.get_or_insert_default().extend(ways(from.cursor)?);
        Ok(())
    }), "Of how many CLASS variables at a time groups are made.";
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
};

const CLASS_OPTIONS: OptionTable<Classes> = options! {
    DESCENDING => Switch(|classes| classes.descending = true), help::DESCENDING;
    MISSING => Switch(|classes| classes.missing = true), help::MISSING;
    ORDER => Order(|classes, order| classes.order = Some(order)), help::ORDER;
};

/// The contents of the statements.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub variables: Option<Vec<VariableList>>,
    pub classes: Vec<Classes>,
    pub by: Vec<VariableList>,
    pub frequency: Option<Name>,
    pub weight: Option<Name>,
    pub types: Option<Vec<TypeRequest>>,
    pub types_at: Option<Position>,
    pub ways: Option<Vec<u64>>,
    pub ids: Vec<VariableList>,
    pub outputs: Vec<Output>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

/// A CLASS statement.
#[derive(Debug, Default)]
pub(super) struct Classes {
    pub variables: Vec<VariableList>,
    pub order: Option<ClassOrder>,
    pub descending: bool,
    pub missing: bool,
}

fn classes(statements: &mut Statements, from: &mut Argument<'_, '_>) -> Result<()> {
    let mut classes = Classes {
        variables: from.cursor.variables("CLASS")?,
        ..Classes::default()
    };
    from.options_behind_slash(CLASS_OPTIONS, &mut classes)?;
    statements.classes.push(classes);
    Ok(())
}

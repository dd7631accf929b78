//! The statements below the PROC statement.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, Statement, VariableList};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::variables::ClassOrder;

use super::output::{self, OUTPUT_OPTIONS, Output};

pub(super) const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    CDFPLOT | HISTOGRAM | INSET | PPPLOT | PROBPLOT | QQPLOT => Own("…", &(), not_drawn),
        "No effect: nothing is drawn.";
    CLASS | CLASSES => Own("`a(options) b` / NOKEYMOVE", &(CLASS_OPTIONS, CLASSES_OPTIONS), classes),
        "One or two variables whose levels make groups.";
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    ID => Variables(|statements, lists| statements.ids.extend(lists)), "What is listed with extreme observations.";
    OUTPUT => Own("options, and `statistic=names`", &OUTPUT_OPTIONS, |statements, from| {
        statements.outputs.push(output::parse(from)?);
        Ok(())
    }), "Makes a data set of statistics.";
    VAR | VARIABLES => Variables(|statements, lists| statements.variables.get_or_insert_default().extend(lists)),
        help::VAR;
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
};

const CLASS_OPTIONS: OptionTable<Class> = options! {
    MISSING => Switch(|class| class.missing = true), help::MISSING;
    ORDER => Order(|class, order| class.order = order), help::ORDER;
};

const CLASSES_OPTIONS: OptionTable<()> = options! {
    NOKEYMOVE => Switch(|_| {}), "No effect: nothing is drawn.";
};

/// The contents of the statements.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub variables: Option<Vec<VariableList>>,
    pub classes: Vec<Class>,
    pub by: Vec<VariableList>,
    pub ids: Vec<VariableList>,
    pub frequency: Option<Name>,
    pub weight: Option<Name>,
    pub outputs: Vec<Output>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

/// A variable of CLASS.
#[derive(Debug)]
pub(super) struct Class {
    pub name: Name,
    pub order: ClassOrder,
    pub missing: bool,
}

fn not_drawn(_: &mut Statements, from: &mut Argument<'_, '_>) -> Result<()> {
    let message = format!("{} does nothing: no pictures are drawn", from.name);
    let warning = Diagnostic::warning(from.at, message);
    from.lowering.diagnostics.push(warning);
    from.cursor.skip(from.cursor.left());
    Ok(())
}

/// `a(missing order=data) b`.
fn classes(statements: &mut Statements, from: &mut Argument<'_, '_>) -> Result<()> {
    let classes = &mut statements.classes;
    while !from.cursor.at_end() && !from.cursor.is(0, Symbol::Slash) {
        let mut class = Class {
            name: from.cursor.expect_name("a variable for CLASS")?,
            order: ClassOrder::default(),
            missing: false,
        };
        from.options_in_parentheses(CLASS_OPTIONS, &mut class)?;
        classes.push(class);
    }
    from.options_behind_slash(CLASSES_OPTIONS, &mut ())?;
    match classes.get(2) {
        Some(third) => Err(Diagnostic::error(
            third.name.at,
            "PROC UNIVARIATE takes one or two CLASS variables",
        )),
        None => Ok(()),
    }
}

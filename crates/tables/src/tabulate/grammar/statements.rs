//! The statements below the PROC statement.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{Name, Statement, VariableList};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};

use super::expression::{Expression, dimensions};
use super::keywords::Keyword;
use super::options::Order;
use super::table_options::{TABLE_OPTIONS, TableOptions};
use feedrate_procedure::grammar::styles::skip_style;

pub(super) const STATEMENTS: StatementTable<Statements> = statements! {
    BY => By(|statements| &mut statements.by), help::BY;
    CLASS | CLASSES => Own("variables / options", &CLASS_OPTIONS, classes), "The variables whose levels make cells.";
    CLASSLEV => Own("variables / options", &STYLE_OPTIONS, skip_styles), help::STYLE;
    FREQ => Variable(|statements, name| statements.frequency = Some(name)), help::FREQ;
    KEYLABEL => Own("`n='Count' all='Total'`", &(), |statements, from| {
        key_labels(from.cursor, &mut statements.key_labels)
    }), "The headings of statistics and of ALL.";
    KEYWORD => Own("keywords / options", &STYLE_OPTIONS, skip_styles), help::STYLE;
    TABLE | TABLES => Own("up to three dimensions / options", &TABLE_OPTIONS, |statements, from| {
        let at = from.at;
        let dimensions = dimensions(from.cursor)?;
        let mut options = TableOptions::default();
        from.options_behind_slash(TABLE_OPTIONS, &mut options)?;
        statements.tables.push(Table { dimensions, options, at });
        Ok(())
    }), "A table.";
    VAR | VARIABLES => Own("variables / options", &VAR_OPTIONS, |statements, from| {
        statements.variables.extend(from.cursor.variables("VAR")?);
        let mut weight = None;
        from.options_behind_slash(VAR_OPTIONS, &mut weight)?;
        statements.weighted.push((from.at, weight));
        Ok(())
    }), "The variables that are analysed.";
    WEIGHT => Variable(|statements, name| statements.weight = Some(name)), help::WEIGHT;
};

const CLASS_OPTIONS: OptionTable<Classes> = options! {
    DESCENDING => Switch(|classes| classes.descending = true), help::DESCENDING;
    MISSING => Switch(|classes| classes.missing = true), help::MISSING;
    ORDER => OrderOrFrequency(|classes, order| classes.order = Some(order.into())), help::ORDER;
    STYLE | S => Own("=a style", |_, from| skip_style(from.cursor)), help::STYLE;
};

const VAR_OPTIONS: OptionTable<Option<Name>> = options! {
    STYLE | S => Own("=a style", |_, from| skip_style(from.cursor)), help::STYLE;
    WEIGHT => Named(|weight, name| *weight = Some(name)), help::WEIGHT;
};

const STYLE_OPTIONS: OptionTable<()> = options! {
    STYLE | S => Own("=a style", |_, from| skip_style(from.cursor)), help::STYLE;
};

/// The contents of the statements.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub variables: Vec<VariableList>,
    pub classes: Vec<Classes>,
    pub tables: Vec<Table>,
    /// KEYLABEL: names of keywords in capitals, and their labels.
    pub key_labels: Vec<(&'static str, String)>,
    pub by: Vec<VariableList>,
    pub frequency: Option<Name>,
    /// WEIGHT, and what VAR says.
    pub weight: Option<Name>,
    /// The VAR statements, each with its weight.
    weighted: Vec<(Position, Option<Name>)>,
    /// The last VAR statement.
    weight_at: Option<Position>,
    /// The statements that belong to the step that reads.
    pub body: Vec<Statement>,
}

/// A CLASS statement.
#[derive(Debug, Default)]
pub(super) struct Classes {
    pub variables: Vec<VariableList>,
    pub order: Option<Order>,
    pub descending: bool,
    pub missing: bool,
}

/// A TABLE statement.
#[derive(Debug)]
pub(super) struct Table {
    pub dimensions: Vec<Vec<Expression>>,
    pub options: TableOptions,
    pub at: Position,
}

impl Statements {
    /// All variables have one weight: what VAR says goes before the WEIGHT statement.
    pub(super) fn take_weights(&mut self) -> Result<()> {
        if self.weighted.is_empty() {
            return Ok(());
        }
        let of_statement = self.weight.take();
        for (at, weight) in std::mem::take(&mut self.weighted) {
            let weight = weight.or_else(|| of_statement.clone());
            let other = self.weight.as_ref().map(|name| name.text.to_uppercase());
            let own = weight.as_ref().map(|name| name.text.to_uppercase());
            match self.weight_at {
                Some(_) if other != own => {
                    let message = "VAR statements with different weights are not supported in one step";
                    return Err(Diagnostic::error(at, message).with_hint("run PROC TABULATE once for each WEIGHT="));
                }
                _ => {}
            }
            self.weight_at = Some(at);
            self.weight = weight;
        }
        Ok(())
    }
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

/// Goes past what says how keywords and levels look where there are styles.
fn skip_styles(_: &mut Statements, from: &mut Argument<'_, '_>) -> Result<()> {
    while from.cursor.is_name(0) {
        from.cursor.skip(1);
    }
    from.options_behind_slash(STYLE_OPTIONS, &mut ())
}

/// `n='Count' all='Total'`.
fn key_labels(cursor: &mut Cursor<'_>, labels: &mut Vec<(&'static str, String)>) -> Result<()> {
    while !cursor.at_end() {
        let word = cursor.expect_name("a keyword for KEYLABEL")?;
        let Some(keyword) = Keyword::of(&word.text) else {
            let message = format!(
                "{} is not a keyword of PROC TABULATE that is supported",
                word.text.to_ascii_uppercase()
            );
            return Err(Diagnostic::error(word.at, message));
        };
        cursor.expect(Symbol::Equal, "after the keyword")?;
        let label = cursor.expect_string("a label")?;
        labels.retain(|(name, _)| *name != keyword.name);
        labels.push((keyword.name, label));
    }
    Ok(())
}

//! Expressions that are left to who evaluates those of DATA steps. What only a query knows, such as its columns, is
//! taken out of them and given to them as inputs.

use datafusion::logical_expr::Expr;
use feedrate_language::Diagnostic;
use feedrate_language::tree::{CallArgument, Expression, ExpressionKind, InItem};
use feedrate_lower::RowInput;
use feedrate_steps::ir::Argument;

use super::aggregates::is_aggregate;
use super::case::of_coalesce;
use super::expression::Place;
use super::{Binder, Result, refused};
use crate::function::RowFunction;
use crate::typed::Typed;

/// Functions that give other values each time.
const VOLATILE: &[&str] = &[
    "normal", "ranbin", "rancau", "rand", "ranexp", "rangam", "rannor", "ranpoi", "rantbl",
    "rantri", "ranuni", "uniform",
];

/// Functions that ask for macro variables.
const OF_SYMBOLS: &[&str] = &["symexist", "symget", "symgetn"];

/// What is taken out of an expression.
#[derive(Default)]
struct Taken {
    inputs: Vec<RowInput>,
    arguments: Vec<Expr>,
    is_volatile: bool,
}

impl Binder<'_> {
    /// An expression as a function of what it takes from the query.
    pub(super) fn detached(
        &mut self,
        expression: &Expression,
        is_condition: bool,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let mut taken = Taken::default();
        let mut rest = expression.clone();
        self.take_out(&mut rest, &mut taken, place)?;
        let name = feedrate_lower::shown(&rest);
        let (row, said) = feedrate_lower::row(
            &rest,
            &taken.inputs,
            is_condition,
            self.catalog,
            self.options,
        );
        let (errors, others): (Vec<_>, Vec<_>) = said.into_iter().partition(Diagnostic::is_error);
        self.said.extend(others);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let Some(row) = row else {
            return Err(Diagnostic::error(
                expression.at,
                "the expression cannot be understood",
            ));
        };
        self.in_order |= taken.is_volatile;
        let length = row.length;
        let is_number = matches!(row.value, Argument::Number(_));
        let call = RowFunction::call(
            row,
            name,
            is_condition,
            taken.is_volatile,
            self.shared.clone(),
            taken.arguments,
        );
        Ok(match (is_condition, is_number) {
            (true, _) => Typed::Truth(call),
            (false, true) => Typed::Number(call),
            (false, false) => Typed::Text(call, length),
        })
    }

    /// Replaces what the query knows by names of inputs, all the way down.
    fn take_out(
        &mut self,
        expression: &mut Expression,
        taken: &mut Taken,
        place: &mut Place<'_>,
    ) -> Result<()> {
        let at = expression.at;
        match &mut expression.kind {
            ExpressionKind::Number(_) | ExpressionKind::Text(_) => {}
            ExpressionKind::Name(_) | ExpressionKind::Sql(_) | ExpressionKind::Between(..) => {
                let value = self.expression(expression, place)?;
                expression.kind = taken.input(value).map_err(refused(at))?;
            }
            ExpressionKind::Call { name, arguments } => {
                let is_counter = name.eq_ignore_ascii_case("monotonic");
                // COALESCE is of numbers alone in a DATA step.
                let is_coalesce = of_coalesce(name, arguments).is_some();
                if is_aggregate(name, arguments) || is_counter || is_coalesce {
                    let value = self.expression(expression, place)?;
                    expression.kind = taken.input(value).map_err(refused(at))?;
                    return Ok(());
                }
                if OF_SYMBOLS
                    .iter()
                    .any(|word| name.eq_ignore_ascii_case(word))
                {
                    self.shared.keep_symbols(self.symbols);
                }
                taken.is_volatile |= VOLATILE.iter().any(|word| name.eq_ignore_ascii_case(word));
                for argument in arguments {
                    match argument {
                        CallArgument::One(one) => self.take_out(one, taken, place)?,
                        CallArgument::Of(_, at) => {
                            return Err(Diagnostic::error(
                                *at,
                                "lists of columns (OF) cannot stand in PROC SQL",
                            )
                            .with_hint("write the columns out, with commas between them"));
                        }
                    }
                }
            }
            ExpressionKind::Element { array, .. } => {
                return Err(Diagnostic::error(
                    at,
                    format!("{array} cannot be an array: PROC SQL has none"),
                ));
            }
            ExpressionKind::Conversion { value, .. } | ExpressionKind::IsMissing(value) => {
                self.take_out(value, taken, place)?;
            }
            ExpressionKind::Unary(_, operand) => self.take_out(operand, taken, place)?,
            ExpressionKind::Binary { left, right, .. } | ExpressionKind::Contains(left, right) => {
                self.take_out(left, taken, place)?;
                self.take_out(right, taken, place)?;
            }
            ExpressionKind::In { value, among, .. } => {
                self.take_out(value, taken, place)?;
                for item in among {
                    if let InItem::One(one) = item {
                        self.take_out(one, taken, place)?;
                    }
                }
            }
            ExpressionKind::Like { value, pattern, .. } => match pattern.kind {
                ExpressionKind::Text(_) => self.take_out(value, taken, place)?,
                _ => {
                    let value = self.expression(expression, place)?;
                    expression.kind = taken.input(value).map_err(refused(at))?;
                }
            },
        }
        Ok(())
    }
}

impl Taken {
    /// The name of an input that has this value.
    fn input(&mut self, value: Typed) -> datafusion::common::Result<ExpressionKind> {
        let (kind, length) = (value.kind(), value.length());
        let value = value.into_value()?;
        let known = self
            .arguments
            .iter()
            .position(|argument| *argument == value);
        let index = known.unwrap_or_else(|| {
            let index = self.arguments.len();
            self.inputs.push(RowInput {
                name: format!("#{index}"),
                kind,
                length,
            });
            self.arguments.push(value);
            index
        });
        Ok(ExpressionKind::Name(format!("#{index}")))
    }
}

//! Expressions that are evaluated by the DATA step's evaluator. The parts that only a query can evaluate, such as its
//! columns, are extracted and passed as inputs.

use datafusion::logical_expr::{Expr, ScalarUDF};
use feedrate_language::tree::{CallArgument, Expression, ExpressionKind, InItem};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::RowInput;
use feedrate_program::Argument;

use super::aggregates::is_aggregate;
use super::case::of_coalesce;
use super::context::ExpressionContext;
use super::{Binder, Result, refused};
use crate::function::{RowFunction, RowSource};
use crate::typed::TypedExpr;

/// Functions whose value differs from call to call.
const VOLATILE: &[&str] = &[
    "normal", "ranbin", "rancau", "rand", "ranexp", "rangam", "rannor", "ranpoi", "rantbl", "rantri", "ranuni",
    "uniform",
];

/// Functions that read macro variables.
const OF_SYMBOLS: &[&str] = &["symexist", "symget", "symgetn"];

/// The inputs that are extracted from an expression.
#[derive(Default)]
struct ExtractedInputs {
    inputs: Vec<RowInput>,
    arguments: Vec<Expr>,
    is_volatile: bool,
}

impl Binder<'_> {
    /// Binds an expression as a function of the inputs that are extracted from it.
    pub(super) fn detached(
        &mut self,
        expression: &Expression,
        is_condition: bool,
        context: &mut ExpressionContext<'_>,
    ) -> Result<TypedExpr> {
        let mut extracted = ExtractedInputs::default();
        let mut rest = expression.clone();
        self.extract(&mut rest, &mut extracted, context)?;
        let name = feedrate_lower::shown(&rest);
        let (row, diagnostics) =
            feedrate_lower::row(&rest, &extracted.inputs, is_condition, self.catalog, self.options);
        self.keep(diagnostics)?;
        let Some(row) = row else {
            return Err(Diagnostic::error(expression.at, "the expression cannot be understood"));
        };
        self.in_order |= extracted.is_volatile;
        let length = row.length;
        let is_number = matches!(row.value, Argument::Number(_));
        let source = RowSource {
            expression: rest,
            inputs: extracted.inputs,
        };
        let shared = self.shared.clone();
        let function = RowFunction::new(row, source, name, is_condition, extracted.is_volatile, shared);
        let call = ScalarUDF::new_from_impl(function).call(extracted.arguments);
        Ok(match (is_condition, is_number) {
            (true, _) => TypedExpr::Truth(call),
            (false, true) => TypedExpr::Number(call),
            (false, false) => TypedExpr::Text(call, length),
        })
    }

    /// Replaces what only the query can evaluate by names of inputs, recursively.
    fn extract(
        &mut self,
        expression: &mut Expression,
        extracted: &mut ExtractedInputs,
        context: &mut ExpressionContext<'_>,
    ) -> Result<()> {
        let at = expression.at;
        match &mut expression.kind {
            ExpressionKind::Number(_) | ExpressionKind::Text(_) => {}
            ExpressionKind::Name(_) | ExpressionKind::Sql(_) | ExpressionKind::Between(..) => {
                let value = self.expression(expression, context)?;
                expression.kind = extracted.input(value).map_err(refused(at))?;
            }
            ExpressionKind::Call { name, arguments } => {
                let is_counter = name.eq_ignore_ascii_case("monotonic");
                // In a DATA step COALESCE takes only numbers.
                let is_coalesce = of_coalesce(name, arguments).is_some();
                if is_aggregate(name, arguments) || is_counter || is_coalesce {
                    let value = self.expression(expression, context)?;
                    expression.kind = extracted.input(value).map_err(refused(at))?;
                    return Ok(());
                }
                if OF_SYMBOLS.iter().any(|word| name.eq_ignore_ascii_case(word)) {
                    self.shared.keep_symbols(self.symbols);
                }
                extracted.is_volatile |= VOLATILE.iter().any(|word| name.eq_ignore_ascii_case(word));
                for argument in arguments {
                    match argument {
                        CallArgument::One(one) => self.extract(one, extracted, context)?,
                        CallArgument::Omitted(_) => {}
                        CallArgument::Of(_, at) => {
                            return Err(Diagnostic::error(*at, "lists of columns (OF) cannot stand in PROC SQL")
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
            ExpressionKind::Object(_) => return Err(no_objects(at)),
            ExpressionKind::Conversion { value, .. } | ExpressionKind::IsMissing(value) => {
                self.extract(value, extracted, context)?;
            }
            ExpressionKind::Unary(_, operand) => self.extract(operand, extracted, context)?,
            ExpressionKind::Binary { left, right, .. } | ExpressionKind::Contains(left, right) => {
                self.extract(left, extracted, context)?;
                self.extract(right, extracted, context)?;
            }
            ExpressionKind::In { value, among, .. } => {
                self.extract(value, extracted, context)?;
                for item in among {
                    if let InItem::One(one) = item {
                        self.extract(one, extracted, context)?;
                    }
                }
            }
            ExpressionKind::Like { value, pattern, .. } => match pattern.kind {
                ExpressionKind::Text(_) => self.extract(value, extracted, context)?,
                _ => {
                    let value = self.expression(expression, context)?;
                    expression.kind = extracted.input(value).map_err(refused(at))?;
                }
            },
        }
        Ok(())
    }
}

fn no_objects(at: Position) -> Diagnostic {
    Diagnostic::error(at, "objects belong to DATA steps, and PROC SQL has none")
}

impl ExtractedInputs {
    /// Returns the name of the input that has this value.
    fn input(&mut self, value: TypedExpr) -> datafusion::common::Result<ExpressionKind> {
        let (kind, length) = (value.kind(), value.length());
        let value = value.into_value()?;
        let known = self.arguments.iter().position(|argument| *argument == value);
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

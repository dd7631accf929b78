//! CASE.

use datafusion::logical_expr::{Case, Expr};
use feedrate_program::tree::{Binary, CaseBranch, Expression};
use feedrate_program::{Diagnostic, Position};

use super::compare::common;
use super::expression::Place;
use super::{Binder, Result, refused};
use crate::typed::{Typed, missing};

impl Binder<'_> {
    /// `case … end`: the first branch that holds, or ELSE, or a missing value.
    pub(super) fn case(
        &mut self,
        of: Option<&Expression>,
        branches: &[CaseBranch],
        otherwise: Option<&Expression>,
        at: Position,
        place: &mut Place<'_>,
    ) -> Result<Typed> {
        let of = match of {
            Some(of) => Some(self.expression(of, place)?),
            None => None,
        };
        let (mut whens, mut values) = (Vec::new(), Vec::new());
        for CaseBranch { when, then } in branches {
            whens.push(match &of {
                None => self.condition(when, place)?,
                Some(of) => {
                    let when_value = self.expression(when, place)?;
                    self.compared(Binary::Equal, of.clone(), when_value, when.at)?
                }
            });
            values.push(self.expression(then, place)?);
        }
        if let Some(otherwise) = otherwise {
            values.push(self.expression(otherwise, place)?);
        }
        let Some((kind, length)) = common(values.iter()) else {
            return Err(Diagnostic::error(
                at,
                "Result of WHEN clause is not the same data type as the preceding results.",
            ));
        };
        let mut values = values
            .into_iter()
            .map(Typed::into_value)
            .collect::<datafusion::common::Result<Vec<_>>>()
            .map_err(refused(at))?;
        let last = match otherwise {
            Some(_) => values.pop(),
            None => None,
        };
        let last = last.unwrap_or_else(|| missing(kind));
        let pairs = whens.into_iter().zip(values);
        let pairs = pairs.map(|(when, then)| (Box::new(when), Box::new(then)));
        let case = Expr::Case(Case::new(None, pairs.collect(), Some(Box::new(last))));
        Ok(Typed::column(case, kind, length))
    }
}

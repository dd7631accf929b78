//! The breaks of a report, and its COMPUTE blocks as statements of the step.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{
    Expression, ExpressionKind, FileName, LengthItem, LoopHead, Name, Statement, StatementKind, VariableList,
    VariableRange,
};

use super::build::{BREAK, Build};
use super::compute::Target;
use super::parts::{Column, Columns, Out};
use super::usage::Usage;
use crate::report::ReportBreak;

impl Build<'_, '_> {
    /// Returns the breaks: the processing at the beginning and end of groups and of the report.
    pub(super) fn breaks(&self, columns: &Columns) -> Result<Vec<ReportBreak>> {
        let mut breaks: Vec<ReportBreak> = Vec::new();
        let class_of = |of: &Option<Name>| match of {
            None => Ok(None),
            Some(name) => {
                let mut classes = columns.classes[..columns.rows].iter();
                let class = classes.position(|class| class.name.eq_ignore_ascii_case(&name.text));
                class.map(Some).ok_or_else(|| {
                    let upper = name.text.to_uppercase();
                    let message = format!("{upper} is not a GROUP or ORDER variable of COLUMN");
                    Diagnostic::error(name.at, message)
                        .with_hint("a break needs a variable with `define … / group` or `order`")
                })
            }
        };
        let name = |class: Option<usize>| match class {
            Some(class) => columns.classes[class].name.clone(),
            None => "_RBREAK_".to_owned(),
        };
        for statements in &self.statements.breaks {
            let class = class_of(&statements.location.of)?;
            let after = statements.location.after;
            breaks.retain(|other| other.class != class || other.after != after);
            breaks.push(ReportBreak {
                class,
                after,
                name: name(class),
                ..statements.asked.clone()
            });
        }
        for (block, compute) in self.statements.computes.iter().enumerate() {
            let Target::Location(location) = &compute.target else {
                continue;
            };
            let class = class_of(&location.of)?;
            let after = location.after;
            let is_here = |of: &&mut ReportBreak| of.class == class && of.after == after;
            match breaks.iter_mut().find(is_here) {
                Some(of) if of.block.is_some() => {
                    let message = "there is another COMPUTE block for this";
                    return Err(Diagnostic::error(compute.at, message));
                }
                Some(of) => of.block = Some(block),
                None => breaks.push(ReportBreak {
                    class,
                    after,
                    name: name(class),
                    block: Some(block),
                    ..ReportBreak::default()
                }),
            }
        }
        Ok(breaks)
    }

    /// Returns the COMPUTE blocks as statements of the step, each in an IF that is always true.
    pub(super) fn blocks(&self, columns: &Columns, usage: &Usage<'_>) -> Result<Vec<Statement>> {
        let at = self.lowering.procedure.at;
        let mut body = Vec::new();
        if self.statements.computes.is_empty() {
            return Ok(body);
        }
        let computes = &self.statements.computes;
        let mut lengths: Vec<(String, u32)> = Vec::new();
        let mut see = |column: &Column, _: &[usize]| {
            let is_own = matches!(column.out, Out::Own { .. });
            if let (Some(name), Some(bytes), true) = (&column.variable, column.text, is_own) {
                lengths.push((name.clone(), bytes));
            }
        };
        columns.each(&mut see);
        if computes.iter().any(|compute| compute.names(BREAK.0)) {
            lengths.push((BREAK.0.to_owned(), BREAK.1));
        }
        let lengths = lengths.into_iter().map(|(name, length)| LengthItem {
            variables: vec![VariableList {
                range: VariableRange::One(name),
                at,
            }],
            text: true,
            length,
            at,
        });
        let lengths: Vec<LengthItem> = lengths.collect();
        if !lengths.is_empty() {
            body.push(Statement {
                kind: StatementKind::Length(lengths),
                at,
            });
        }
        let listing = Name {
            text: "PRINT".to_owned(),
            at,
        };
        body.push(Statement {
            kind: StatementKind::File(FileName::Reference(listing), Vec::new()),
            at,
        });
        for compute in computes {
            let statements = compute.statements(usage)?;
            let group = Statement {
                kind: StatementKind::Do(LoopHead::Once, statements),
                at: compute.at,
            };
            body.push(Statement {
                kind: StatementKind::If {
                    condition: Expression {
                        kind: ExpressionKind::Number(1.0),
                        at: compute.at,
                    },
                    then: Box::new(group),
                    otherwise: None,
                },
                at: compute.at,
            });
        }
        Ok(body)
    }
}

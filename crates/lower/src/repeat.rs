//! DO groups and loops.

use feedrate_language::Position;
use feedrate_language::tree::{self, LoopHead, Statement, StatementKind, Target};
use feedrate_program::{self as program, AssignmentTarget, Clause, Number, Slot};
use feedrate_values::Kind;

use super::expression::TypedExpression;
use super::lowering::StepLowering;

impl StepLowering<'_> {
    /// Lowers `do; … end;` in all its forms.
    pub fn repeat(&mut self, head: &LoopHead, body: &[Statement], at: Position, out: &mut Vec<program::Statement>) {
        match head {
            LoopHead::Over(array) => {
                if let Some(head) = self.loop_over(array) {
                    self.repeat(&head, body, at, out);
                }
            }
            LoopHead::Once => {
                for statement in body {
                    self.statement(statement, out);
                }
            }
            LoopHead::Index(target, clauses) => {
                let Some((index, kind)) = self.index(target, clauses, at) else {
                    return;
                };
                let length = self.length_of_place(&index);
                let clauses = clauses.iter().map(|clause| self.clause(clause, kind, length)).collect();
                let body = self.loop_body(body, at);
                out.push(program::Statement::Loop { index, clauses, body });
            }
            LoopHead::Conditions { while_true, until_true } => {
                let while_true = while_true.as_ref().map(|condition| self.condition(condition));
                // UNTIL may name variables that only the body declares, although it is written before the body.
                let until_true = until_true.as_ref().map(|condition| self.condition(condition));
                let body = self.loop_body(body, at);
                out.push(program::Statement::Repeat {
                    while_true,
                    until_true,
                    body,
                });
            }
        }
    }

    /// Lowers the body of a loop. The current files of PUT and INPUT at its start may depend on the previous
    /// iteration.
    fn loop_body(&mut self, body: &[Statement], at: Position) -> Vec<program::Statement> {
        let before = self.files.current();
        if body.iter().any(|statement| contains(statement, &is_infile)) {
            self.files.forget_input();
        }
        if body.iter().any(|statement| contains(statement, &is_file)) {
            self.files.forget_output();
        }
        self.loops += 1;
        self.jumps.loops.push(at);
        let mut lowered = Vec::new();
        for statement in body {
            self.statement(statement, &mut lowered);
        }
        self.loops -= 1;
        self.jumps.loops.pop();
        self.files.join(before);
        lowered
    }

    /// Returns the index variable of a loop, and its kind. A new variable gets the kind of its first value.
    fn index(&mut self, target: &Target, clauses: &[tree::Clause], at: Position) -> Option<(AssignmentTarget, Kind)> {
        let is_new = match target {
            Target::Variable(name) => {
                let id = self.declare_target(name)?;
                self.variables.entry(id).slot.is_none()
            }
            _ => false,
        };
        // Only a character literal makes a new index a character variable, with the length of the longest literal.
        let texts = clauses.iter().filter_map(|clause| match &clause.from.kind {
            tree::ExpressionKind::Text(text) => Some(text.len() as u32),
            _ => None,
        });
        let longest = texts.max();
        let place = match longest {
            Some(longest) if is_new => self.place(target, Kind::Text, longest.max(1), at)?,
            _ => self.place(target, Kind::Number, 8, at)?,
        };
        let kind = self.kind_of_place(&place);
        Some((place, kind))
    }

    fn clause(&mut self, clause: &tree::Clause, kind: Kind, length: u32) -> Clause {
        let at = clause.from.at;
        let from = match kind {
            Kind::Number => TypedExpression::Number(self.number(&clause.from)),
            Kind::Text => {
                let value = self.expression(&clause.from);
                TypedExpression::Text(self.text_fitting(value, length, at), length)
            }
        };
        if kind == Kind::Text && (clause.to.is_some() || clause.by.is_some()) {
            self.error(at, "a loop over texts lists its values; TO and BY are for numbers");
        }
        let to = clause.to.as_ref().map(|to| self.number(to));
        let by = clause.by.as_ref().map(|by| self.number(by));
        let while_true = clause.while_true.as_ref().map(|condition| self.condition(condition));
        let until_true = clause.until_true.as_ref().map(|condition| self.condition(condition));
        let site = self.site(at);
        Clause {
            from: from.into_argument(),
            to,
            by,
            while_true,
            until_true,
            site,
        }
    }

    /// Evaluates a value once for several uses: appends an assignment to a temporary slot and returns that slot.
    /// Returns constants and variables unchanged.
    pub fn hold(&mut self, value: TypedExpression, at: Position, out: &mut Vec<program::Statement>) -> TypedExpression {
        let plain = matches!(
            value,
            TypedExpression::Number(Number::Variable(_) | Number::Constant(_))
                | TypedExpression::Text(program::Text::Variable(_) | program::Text::Constant(_), _)
        );
        if plain {
            return value;
        }
        match value {
            TypedExpression::Number(number) => {
                let slot = self.variables.spare_number();
                out.push(program::Statement::Assign(slot, number));
                TypedExpression::slot(Slot::Number(slot))
            }
            TypedExpression::Text(text, length) => match self.spare_text(length, at) {
                Some(slot) => {
                    out.push(program::Statement::AssignText(slot, text));
                    TypedExpression::slot(Slot::Text(slot))
                }
                None => TypedExpression::nothing(),
            },
        }
    }
}

/// Returns whether a statement or a statement nested in it satisfies the predicate.
pub(super) fn contains(statement: &Statement, wanted: &dyn Fn(&StatementKind) -> bool) -> bool {
    wanted(&statement.kind)
        || match &statement.kind {
            StatementKind::If { then, otherwise, .. } => {
                contains(then, wanted) || otherwise.as_deref().is_some_and(|other| contains(other, wanted))
            }
            StatementKind::Select {
                branches, otherwise, ..
            } => {
                branches.iter().any(|branch| contains(&branch.then, wanted))
                    || otherwise.as_deref().is_some_and(|other| contains(other, wanted))
            }
            StatementKind::Do(_, body) => body.iter().any(|statement| contains(statement, wanted)),
            _ => false,
        }
}

fn is_infile(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Infile(..))
}

fn is_file(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::File(..))
}

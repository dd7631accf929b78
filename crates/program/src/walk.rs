//! Visits the parts of a program.

use super::object::ObjectPart;
use super::{
    Argument, AssignmentTarget, CallArgument, Clause, DataStep, InputItem, InputStatement, Jump, LinesAction, Number,
    PutForm, PutItem, PutStatement, Reading, Statement, Text,
};

/// A part of a program.
pub enum Node<'s> {
    /// A statement.
    Statement(&'s Statement),
    /// A numeric expression.
    Number(&'s Number),
    /// A character expression.
    Text(&'s Text),
    /// The target of an assignment.
    Target(&'s AssignmentTarget),
}

/// Returns how many nodes an expression has.
pub fn size_of_number(number: &Number) -> usize {
    let mut nodes = 0;
    walk_number(number, &mut |_| nodes += 1);
    nodes
}

/// Returns whether statements can read anything.
pub fn reads(statements: &[Statement]) -> bool {
    let mut reads = false;
    walk(statements, &mut |node| {
        reads |= matches!(node, Node::Statement(Statement::Read(_) | Statement::Input(_)));
    });
    reads
}

/// Returns whether a step goes back to its beginning by LOSTCARD.
pub fn loses_lines(step: &DataStep) -> bool {
    let mut loses = false;
    walk(&step.body, &mut |node| {
        loses |= matches!(node, Node::Statement(Statement::Lines(LinesAction::LoseCard, _)));
    });
    loses
}

/// Returns whether a step jumps to labels.
pub fn jumps(step: &DataStep) -> bool {
    let mut jumps = step.externals.iter().any(|external| external.at_end.is_some());
    walk(&step.body, &mut |node| {
        jumps |= match node {
            Node::Statement(Statement::Jump(jump, _)) => !matches!(jump, Jump::Label(_)),
            _ => false,
        };
    });
    jumps
}

/// The function that is called for each part.
pub type Look<'l> = dyn FnMut(Node<'_>) + 'l;

/// Calls `look` for all parts of statements, each before its own parts.
pub fn walk(statements: &[Statement], look: &mut Look<'_>) {
    for statement in statements {
        look(Node::Statement(statement));
        match statement {
            Statement::Assign(_, value) | Statement::Keep(value) => walk_number(value, look),
            Statement::AssignText(_, value) => walk_text(value, look),
            Statement::AssignElement { index, value, .. } => {
                walk_numbers(index, look);
                walk_argument(value, look);
            }
            Statement::AssignPart {
                target,
                from,
                length,
                value,
                ..
            } => {
                walk_target(target, look);
                walk_number(from, look);
                walk_numbers(length.as_slice(), look);
                walk_text(value, look);
            }
            Statement::Sum(target, value) => {
                walk_target(target, look);
                walk_number(value, look);
            }
            Statement::If(condition, then, otherwise) => {
                walk_number(condition, look);
                walk(then, look);
                walk(otherwise, look);
            }
            Statement::Loop { index, clauses, body } => {
                walk_target(index, look);
                for clause in clauses {
                    walk_clause(clause, look);
                }
                walk(body, look);
            }
            Statement::Repeat {
                while_true,
                until_true,
                body,
            } => {
                walk_numbers(while_true.as_slice(), look);
                walk_numbers(until_true.as_slice(), look);
                walk(body, look);
            }
            Statement::Call { arguments, .. } => {
                for argument in arguments {
                    match argument {
                        CallArgument::Target(target) => walk_target(target, look),
                        CallArgument::Value(value) => walk_argument(value, look),
                    }
                }
            }
            Statement::Input(input) => walk_input(input, look),
            Statement::Put(put) => walk_put(put, look),
            Statement::Leave
            | Statement::Continue
            | Statement::Read(_)
            | Statement::Output(_)
            | Statement::Change(..)
            | Statement::Delete
            | Statement::Return
            | Statement::Jump(..)
            | Statement::Lines(..)
            | Statement::Stop
            | Statement::Abort(..)
            | Statement::NoneSelected(_) => {}
        }
    }
}

fn walk_put(put: &PutStatement, look: &mut Look<'_>) {
    for item in &put.items {
        match item {
            PutItem::Write(value, form) => {
                walk_argument(value, look);
                if let PutForm::Varying { length, .. } = form {
                    walk_number(length, look);
                }
            }
            PutItem::Element { target, .. } => walk_target(target, look),
            PutItem::Column(number) | PutItem::Advance(number) | PutItem::Line(number) => walk_number(number, look),
            _ => {}
        }
    }
}

fn walk_input(input: &InputStatement, look: &mut Look<'_>) {
    for item in &input.items {
        match item {
            InputItem::Column(number) | InputItem::Advance(number) | InputItem::Line(number) => {
                walk_number(number, look);
            }
            InputItem::After(text) => walk_text(text, look),
            InputItem::Read { target, reading, .. } => {
                walk_target(target, look);
                if let Reading::Varying { length, .. } = reading {
                    walk_number(length, look);
                }
            }
            InputItem::Named(fields) => {
                for field in fields {
                    look(Node::Target(&AssignmentTarget::Variable(field.slot)));
                }
            }
            InputItem::NextLine => {}
        }
    }
}

fn walk_clause(clause: &Clause, look: &mut Look<'_>) {
    walk_argument(&clause.from, look);
    for part in [&clause.to, &clause.by, &clause.while_true, &clause.until_true] {
        walk_numbers(part.as_slice(), look);
    }
}

fn walk_target(target: &AssignmentTarget, look: &mut Look<'_>) {
    look(Node::Target(target));
    if let AssignmentTarget::Element { index, .. } = target {
        walk_numbers(index, look);
    }
}

fn walk_numbers(numbers: &[Number], look: &mut Look<'_>) {
    for number in numbers {
        walk_number(number, look);
    }
}

fn walk_argument(argument: &Argument, look: &mut Look<'_>) {
    match argument {
        Argument::Number(number) => walk_number(number, look),
        Argument::Text(text) => walk_text(text, look),
    }
}

/// Calls `look` for all parts of a numeric expression, each before its own parts.
pub fn walk_number(number: &Number, look: &mut Look<'_>) {
    look(Node::Number(number));
    match number {
        Number::Constant(_) | Number::Variable(_) => {}
        Number::Element { index, .. } => walk_numbers(index, look),
        Number::Negate(operand, _)
        | Number::Not(operand)
        | Number::In(operand, _)
        | Number::Lag { value: operand, .. }
        | Number::Dif { value: operand, .. } => walk_number(operand, look),
        Number::Arithmetic(_, left, right, _)
        | Number::Least(left, right)
        | Number::Greatest(left, right)
        | Number::Compare(_, left, right)
        | Number::Logic(_, left, right) => {
            walk_number(left, look);
            walk_number(right, look);
        }
        Number::CompareText { left, right, .. } => {
            walk_text(left, look);
            walk_text(right, look);
        }
        Number::InText { value, .. } | Number::Like { value, .. } => walk_text(value, look),
        Number::FromText(text, _) | Number::Input { text, .. } => walk_text(text, look),
        Number::Call { arguments, .. } => {
            for argument in arguments {
                walk_argument(argument, look);
            }
        }
        Number::Object(call) => call.action.parts(&mut |part| match part {
            ObjectPart::Number(number) => walk_number(number, look),
            ObjectPart::Text(text) => walk_text(text, look),
            ObjectPart::Target(target) => walk_target(target, look),
        }),
    }
}

/// Calls `look` for all parts of a character expression, each before its own parts.
pub fn walk_text(text: &Text, look: &mut Look<'_>) {
    look(Node::Text(text));
    match text {
        Text::Constant(_) | Text::Variable(_) => {}
        Text::Element { index, .. } => walk_numbers(index, look),
        Text::Concatenate(parts) => {
            for part in parts {
                walk_text(part, look);
            }
        }
        Text::Least(left, right) | Text::Greatest(left, right) => {
            walk_text(left, look);
            walk_text(right, look);
        }
        Text::FromNumber(number) | Text::Fitted(number, ..) => walk_number(number, look),
        Text::Put(value, _) => walk_argument(value, look),
        Text::Input(value, _) | Text::Lag { value, .. } => walk_text(value, look),
        Text::Attribute(query) => walk_text(&query.name, look),
        Text::Call { arguments, .. } => {
            for argument in arguments {
                walk_argument(argument, look);
            }
        }
    }
}

//! What is to be known of a step before it is compiled.

use super::calls::step::flow;
use super::rows::RowPlans;
use crate::ir::{
    Argument, CallArgument, Clause, DataStep, InputItem, Number, NumberSlot, Place, PutItem, Slot,
    Statement, Text,
};

/// How many statements and parts of expressions a step may have. The compiler's time grows faster than the
/// step: 20,000 nodes took it up to 0.8 s of a core and 170 MB, 40,000 up to 2.2 s and 340 MB.
pub(super) const MOST_NODES: usize = 30_000;

/// Whether the code can reach all numbers of the vector, and all bytes of rows, by an offset from their
/// beginning, which has 32 bits.
pub(super) fn is_within_reach(step: &DataStep, rows: &RowPlans<'_>) -> bool {
    let numbers = u64::from(step.vector.numbers) * 8;
    numbers.max(rows.longest_row() as u64) <= i32::MAX as u64
}

/// How many statements and parts of expressions a step has, and what moves its rows.
pub(super) fn size(step: &DataStep, rows: &RowPlans<'_>) -> usize {
    let output = |write: usize| {
        let condition = step
            .writes
            .get(write)
            .and_then(|write| write.condition.as_ref());
        let mut nodes = rows.size_of_write(write);
        nodes += condition.map_or(0, size_of_number);
        nodes
    };
    let outputs: Vec<_> = (0..step.writes.len()).map(output).collect();
    let mut nodes = step.reset.len() + outputs.iter().sum::<usize>();
    walk(&step.body, &mut |node| {
        nodes += 1;
        match node {
            Node::Statement(Statement::Read(read)) => nodes += rows.size_of_read(*read),
            Node::Statement(Statement::Output(writes)) => {
                let sizes = writes
                    .iter()
                    .filter_map(|&write| outputs.get(write as usize));
                nodes += sizes.sum::<usize>();
            }
            _ => {}
        }
    });
    nodes
}

/// How many parts an expression has.
pub(super) fn size_of_number(number: &Number) -> usize {
    let mut nodes = 0;
    walk_number(number, &mut |_| nodes += 1);
    nodes
}

/// Whether a step looks at `_ERROR_` or changes it, so that it must be right after each statement, and
/// not only when the iteration ends.
pub(super) fn watches_error(step: &DataStep) -> bool {
    let error = step.error;
    let in_array = |array: &crate::ir::Array| array.elements.contains(&Slot::Number(error));
    let mut stores = step.writes.iter().flat_map(|write| &write.stores);
    let mut watches = stores.any(|store| store.slot == Slot::Number(error));
    watches |= step.arrays.iter().any(in_array);
    let mut look = |node: Node<'_>| {
        watches |= match node {
            Node::Number(Number::Variable(slot)) => *slot == error,
            Node::Statement(Statement::Assign(slot, _)) => *slot == error,
            Node::Statement(Statement::Put(put)) => {
                put.items.iter().any(|item| matches!(item, PutItem::All))
            }
            Node::Place(place) => is(place, error),
            _ => false,
        };
    };
    walk(&step.body, &mut look);
    for condition in step
        .writes
        .iter()
        .filter_map(|write| write.condition.as_ref())
    {
        walk_number(condition, &mut look);
    }
    watches
}

/// Whether statements leave a number as it is. Where that is not sure, they do not.
pub(super) fn leaves_alone(statements: &[Statement], slot: NumberSlot, step: &DataStep) -> bool {
    let in_array = |array: &crate::ir::Array| array.elements.contains(&Slot::Number(slot));
    // The runtime changes `_ERROR_` by itself.
    if slot == step.error || step.arrays.iter().any(in_array) {
        return false;
    }
    let mut changed = false;
    walk(statements, &mut |node| {
        changed |= match node {
            Node::Statement(Statement::Assign(to, _)) => *to == slot,
            Node::Statement(Statement::Read(read)) => reads_into(step, *read, slot),
            Node::Statement(Statement::Input(_)) => true,
            Node::Place(place) => is(place, slot),
            _ => false,
        };
    });
    !changed
}

/// The variable that a text depends on, if that is one number and nothing else: the same number gives the same text,
/// and nothing is told or kept beside it but problems. `None` also where there is nothing to compute.
pub(super) fn only_number_of(text: &Text, step: &DataStep) -> Option<NumberSlot> {
    let mut of = None;
    let mut is_only = true;
    let mut is_computed = false;
    walk_text(text, &mut |node| match node {
        Node::Number(Number::Variable(slot)) => {
            // The runtime changes `_ERROR_` by itself.
            is_only &= of.is_none_or(|of| of == *slot) && *slot != step.error;
            of = Some(*slot);
        }
        Node::Number(Number::Call { function, .. }) | Node::Text(Text::Call { function, .. }) => {
            is_only &= function.depends_on_arguments_alone();
            is_computed = true;
        }
        Node::Number(Number::Element { .. } | Number::Lag { .. } | Number::Dif { .. })
        | Node::Text(Text::Variable(_) | Text::Element { .. } | Text::Lag { .. }) => {
            is_only = false
        }
        Node::Text(Text::Put(..) | Text::FromNumber(_)) => is_computed = true,
        _ => {}
    });
    of.filter(|_| is_only && is_computed)
}

/// Whether a statement that is interpreted can give this flow.
pub(super) fn may_give(statement: &Statement, which: i64) -> bool {
    match statement {
        Statement::Input(_) => which == flow::STOP,
        Statement::Loop { .. } => true,
        _ => false,
    }
}

fn is(place: &Place, slot: NumberSlot) -> bool {
    matches!(place, Place::Variable(Slot::Number(variable)) if *variable == slot)
}

fn reads_into(step: &DataStep, read: u32, slot: NumberSlot) -> bool {
    let Some(read) = step.reads.get(read as usize) else {
        return true;
    };
    let flags = read.by.iter().flat_map(|by| [by.first, by.last]);
    let contributes = read.sources.iter().filter_map(|source| source.contributes);
    let mut set = flags.chain(contributes).chain(read.end).chain(read.nobs);
    let mut loads = read.sources.iter().flat_map(|source| &source.loads);
    set.any(|flag| flag == slot) || loads.any(|load| load.slot == Slot::Number(slot))
}

/// A part of a program.
enum Node<'s> {
    Statement(&'s Statement),
    Number(&'s Number),
    Text(&'s Text),
    /// What a value is assigned to.
    Place(&'s Place),
}

type Look<'l> = dyn FnMut(Node<'_>) + 'l;

fn walk(statements: &[Statement], look: &mut Look<'_>) {
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
                place,
                from,
                length,
                value,
                ..
            } => {
                walk_place(place, look);
                walk_number(from, look);
                walk_numbers(length.as_slice(), look);
                walk_text(value, look);
            }
            Statement::Sum(place, value) => {
                walk_place(place, look);
                walk_number(value, look);
            }
            Statement::If(condition, then, otherwise) => {
                walk_number(condition, look);
                walk(then, look);
                walk(otherwise, look);
            }
            Statement::Loop {
                index,
                clauses,
                body,
            } => {
                walk_place(index, look);
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
                        CallArgument::Place(place) => walk_place(place, look),
                        CallArgument::Value(value) => walk_argument(value, look),
                    }
                }
            }
            Statement::Input(input) => {
                for item in &input.items {
                    if let InputItem::Read { place, .. } = item {
                        walk_place(place, look);
                    }
                }
            }
            Statement::Put(put) => {
                for item in &put.items {
                    match item {
                        PutItem::Write(value, _) => walk_argument(value, look),
                        PutItem::Element { place, .. } => walk_place(place, look),
                        PutItem::Column(number)
                        | PutItem::Advance(number)
                        | PutItem::Line(number) => walk_number(number, look),
                        _ => {}
                    }
                }
            }
            Statement::Leave
            | Statement::Continue
            | Statement::Read(_)
            | Statement::Output(_)
            | Statement::Delete
            | Statement::Return
            | Statement::Stop
            | Statement::Abort(_)
            | Statement::NoneSelected(_) => {}
        }
    }
}

fn walk_clause(clause: &Clause, look: &mut Look<'_>) {
    walk_argument(&clause.from, look);
    for part in [
        &clause.to,
        &clause.by,
        &clause.while_true,
        &clause.until_true,
    ] {
        walk_numbers(part.as_slice(), look);
    }
}

fn walk_place(place: &Place, look: &mut Look<'_>) {
    look(Node::Place(place));
    if let Place::Element { index, .. } = place {
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

fn walk_number(number: &Number, look: &mut Look<'_>) {
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
    }
}

fn walk_text(text: &Text, look: &mut Look<'_>) {
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
        Text::FromNumber(number) => walk_number(number, look),
        Text::Put(value, _) => walk_argument(value, look),
        Text::Input(value, _) | Text::Lag { value, .. } => walk_text(value, look),
        Text::Call { arguments, .. } => {
            for argument in arguments {
                walk_argument(argument, look);
            }
        }
    }
}

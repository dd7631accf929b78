//! Analyses of a step before it is compiled.

use feedrate_program::{
    AssignmentTarget, DataStep, Lookup, Node, Number, NumberSlot, ObjectAction, ObjectCall, PutItem, Slot, Statement,
    Text, size_of_number, walk, walk_number, walk_text,
};

use super::calls::flow;
use super::row_plans::RowPlans;

/// Returns whether the code can address all numbers of the vector and all bytes of rows with 32-bit offsets.
pub(super) fn is_within_reach(step: &DataStep, rows: &RowPlans<'_>) -> bool {
    let numbers = u64::from(step.vector.numbers) * 8;
    numbers.max(rows.longest_row() as u64) <= i32::MAX as u64
}

/// Returns how many statements and expression nodes a step has, including those that move its rows.
pub(super) fn size(step: &DataStep, rows: &RowPlans<'_>) -> usize {
    let output = |write: usize| {
        let condition = step.writes.get(write).and_then(|write| write.condition.as_ref());
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
                let sizes = writes.iter().filter_map(|&write| outputs.get(write as usize));
                nodes += sizes.sum::<usize>();
            }
            _ => {}
        }
    });
    nodes
}

/// Returns whether a step uses or changes `_ERROR_`, so that it must be current after each statement and not only at
/// the end of the iteration.
pub(super) fn watches_error(step: &DataStep) -> bool {
    let error = step.error;
    let in_array = |array: &feedrate_program::Array| array.elements.contains(&Slot::Number(error));
    let mut stores = step.writes.iter().flat_map(|write| &write.stores);
    let mut watches = stores.any(|store| store.slot == Slot::Number(error));
    watches |= step.arrays.iter().any(in_array);
    let mut look = |node: Node<'_>| {
        watches |= match node {
            Node::Number(Number::Variable(slot)) => *slot == error,
            Node::Statement(Statement::Assign(slot, _)) => *slot == error,
            Node::Statement(Statement::Put(put)) => put.items.iter().any(|item| matches!(item, PutItem::All)),
            Node::Text(Text::Attribute(_)) => true,
            Node::Target(target) => is(target, error),
            _ => false,
        };
    };
    walk(&step.body, &mut look);
    for condition in step.writes.iter().filter_map(|write| write.condition.as_ref()) {
        walk_number(condition, &mut look);
    }
    watches
}

/// Returns whether statements certainly leave a number unchanged.
pub(super) fn leaves_alone(statements: &[Statement], slot: NumberSlot, step: &DataStep) -> bool {
    let in_array = |array: &feedrate_program::Array| array.elements.contains(&Slot::Number(slot));
    // The runtime changes `_ERROR_`, and a method of an object any variable.
    if slot == step.error || !step.objects.is_empty() || step.arrays.iter().any(in_array) {
        return false;
    }
    let mut changed = false;
    walk(statements, &mut |node| {
        changed |= match node {
            Node::Statement(Statement::Assign(to, _)) => *to == slot,
            Node::Statement(Statement::Read(read)) => reads_into(step, *read, slot),
            Node::Statement(Statement::Change(..)) => return_code(step) == Some(slot),
            Node::Statement(Statement::Input(_) | Statement::Lines(..)) => true,
            Node::Statement(Statement::Put(put)) => tells_pointer(step, put.external, slot),
            Node::Target(target) => is(target, slot),
            _ => false,
        };
    });
    !changed
}

/// Returns the variable that a character expression depends on, if that is one number and nothing else: equal numbers
/// give equal values, without effects other than problems. `None` also if there is nothing to compute.
pub(super) fn only_number_of(text: &Text, step: &DataStep) -> Option<NumberSlot> {
    let mut of = None;
    let mut is_only = true;
    let mut is_computed = false;
    walk_text(text, &mut |node| match node {
        Node::Number(Number::Variable(slot)) => {
            // The runtime changes `_ERROR_`.
            is_only &= of.is_none_or(|of| of == *slot) && *slot != step.error;
            of = Some(*slot);
        }
        Node::Number(Number::Call { function, .. }) | Node::Text(Text::Call { function, .. }) => {
            is_only &= function.depends_on_arguments_alone();
            is_computed = true;
        }
        Node::Number(Number::Element { .. } | Number::Lag { .. } | Number::Dif { .. } | Number::Object(_))
        | Node::Text(
            Text::Variable(_) | Text::Element { .. } | Text::Lag { .. } | Text::Fitted(..) | Text::Attribute(_),
        ) => is_only = false,
        Node::Text(Text::Put(..) | Text::FromNumber(_)) => is_computed = true,
        _ => {}
    });
    of.filter(|_| is_only && is_computed)
}

/// Returns whether a call of an object is FIND or CHECK.
pub(super) fn looks_up(call: &ObjectCall) -> bool {
    matches!(call.action, ObjectAction::Lookup(Lookup::Find | Lookup::Check, _))
}

/// Returns whether an interpreted statement can have this result.
pub(super) fn may_give(statement: &Statement, which: i64) -> bool {
    match statement {
        Statement::Input(_) => which == flow::STOP,
        Statement::Loop { .. } => true,
        _ => false,
    }
}

fn is(target: &AssignmentTarget, slot: NumberSlot) -> bool {
    matches!(target, AssignmentTarget::Variable(Slot::Number(variable)) if *variable == slot)
}

/// Returns whether a number is that of COLUMN= or LINE= of a file.
fn tells_pointer(step: &DataStep, external: u32, slot: NumberSlot) -> bool {
    let external = step.externals.get(external as usize);
    external.is_some_and(|external| external.column == Some(slot) || external.line == Some(slot))
}

/// Returns `_IORC_` of MODIFY.
fn return_code(step: &DataStep) -> Option<NumberSlot> {
    step.modified.as_ref().map(|modified| modified.return_code)
}

fn reads_into(step: &DataStep, read: u32, slot: NumberSlot) -> bool {
    let Some(read) = step.reads.get(read as usize) else {
        return true;
    };
    let flags = read.by.iter().flat_map(|by| [by.first, by.last]);
    let contributes = read.sources.iter().filter_map(|source| source.contributes);
    let code = return_code(step);
    let of_key = read.key.as_ref().map(|key| key.return_code);
    let mut set = flags
        .chain(contributes)
        .chain(read.end)
        .chain(read.nobs)
        .chain(read.current)
        .chain(read.output_due)
        .chain(code)
        .chain(of_key);
    let mut loads = read.sources.iter().flat_map(|source| &source.loads);
    set.any(|flag| flag == slot) || loads.any(|load| load.slot == Slot::Number(slot))
}

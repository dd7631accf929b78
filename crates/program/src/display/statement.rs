//! Statements as text.

use std::fmt::{self, Formatter};

use super::super::{CallArgument, Clause, Number, Slot, Statement};
use super::expression::{argument, element, number, target_name, text};
use super::{Names, line};

pub(super) fn show(body: &[Statement], depth: usize, names: &Names<'_>, out: &mut Formatter<'_>) -> fmt::Result {
    for statement in body {
        write!(out, "{:1$}", "", 2 * depth)?;
        match statement {
            Statement::If(condition, then, otherwise) => {
                writeln!(out, "if {}", number(condition, names))?;
                show(then, depth + 1, names, out)?;
                if !otherwise.is_empty() {
                    writeln!(out, "{:1$}else", "", 2 * depth)?;
                    show(otherwise, depth + 1, names, out)?;
                }
            }
            Statement::Loop { index, clauses, body } => {
                let clauses: Vec<_> = clauses.iter().map(|one| clause(one, names)).collect();
                writeln!(out, "loop {} = {}", target_name(index, names), clauses.join(", "))?;
                show(body, depth + 1, names, out)?;
            }
            Statement::Repeat {
                while_true,
                until_true,
                body,
            } => {
                let mut conditions = String::new();
                test(&mut conditions, "while", while_true.as_ref(), names);
                test(&mut conditions, "until", until_true.as_ref(), names);
                writeln!(out, "repeat{conditions}")?;
                show(body, depth + 1, names, out)?;
            }
            statement => writeln!(out, "{}", simple(statement, names))?,
        }
    }
    Ok(())
}

/// Formats a statement that contains no other statements.
fn simple(statement: &Statement, names: &Names<'_>) -> String {
    match statement {
        Statement::Assign(slot, value) => {
            format!("{} = {}", names.of(Slot::Number(*slot)), number(value, names))
        }
        Statement::AssignText(slot, value) => {
            format!("{} = {}", names.of(Slot::Text(*slot)), text(value, names))
        }
        Statement::AssignElement {
            array, index, value, ..
        } => {
            format!("{} = {}", element(*array, index, names), argument(value, names))
        }
        Statement::AssignPart {
            target,
            from,
            length,
            value,
            ..
        } => {
            let length = length.as_ref().map_or("end".to_owned(), |length| number(length, names));
            let (target, from) = (target_name(target, names), number(from, names));
            format!("part of {target} from {from} for {length} = {}", text(value, names))
        }
        Statement::Sum(target, value) => {
            format!("{} += {}", target_name(target, names), number(value, names))
        }
        Statement::Keep(condition) => format!("keep if {}", number(condition, names)),
        Statement::Leave => "leave".to_owned(),
        Statement::Continue => "continue".to_owned(),
        Statement::Read(read) => format!("read {read}"),
        Statement::Output(writes) => format!("output {writes:?}"),
        Statement::Change(change, _) => format!("{change:?}").to_lowercase(),
        Statement::Delete => "delete".to_owned(),
        Statement::Return => "return".to_owned(),
        Statement::Jump(jump, _) => format!("{jump:?}").to_lowercase(),
        Statement::Lines(action, file) => format!("{} file {file}", format!("{action:?}").to_lowercase()),
        Statement::Stop => "stop".to_owned(),
        Statement::Abort(..) => "abort".to_owned(),
        Statement::Call { routine, arguments, .. } => {
            let arguments: Vec<_> = arguments
                .iter()
                .map(|one| match one {
                    CallArgument::Target(one) => format!("&{}", target_name(one, names)),
                    CallArgument::Value(value) => argument(value, names),
                })
                .collect();
            format!("call {}({})", routine.name, arguments.join(", "))
        }
        Statement::Input(statement) => line::input(statement, names),
        Statement::Put(statement) => line::put(statement, names),
        Statement::NoneSelected(_) => "none selected".to_owned(),
        Statement::If(..) | Statement::Loop { .. } | Statement::Repeat { .. } => String::new(),
    }
}

fn clause(clause: &Clause, names: &Names<'_>) -> String {
    let mut shown = argument(&clause.from, names);
    test(&mut shown, "to", clause.to.as_ref(), names);
    test(&mut shown, "by", clause.by.as_ref(), names);
    test(&mut shown, "while", clause.while_true.as_ref(), names);
    test(&mut shown, "until", clause.until_true.as_ref(), names);
    shown
}

fn test(shown: &mut String, word: &str, value: Option<&Number>, names: &Names<'_>) {
    if let Some(value) = value {
        shown.push_str(&format!(" {word} {}", number(value, names)));
    }
}

//! The IF that an ELSE belongs to.
//!
//! Generated programs have long chains of ELSE IF, so nothing here is recursive.

use crate::tree::{Statement, StatementKind};

/// A branch of an IF.
#[derive(Clone, Copy)]
pub(super) enum Branch {
    Then,
    Else,
}

/// Returns the path to the innermost IF that has no ELSE and ends where the statement does.
pub(super) fn path_to_open_if(statement: &Statement) -> Option<Vec<Branch>> {
    let (mut way, mut found) = (Vec::new(), None);
    let mut at = statement;
    while let StatementKind::If { then, otherwise, .. } = &at.kind {
        match otherwise {
            None => {
                found = Some(way.len());
                way.push(Branch::Then);
                at = then;
            }
            Some(otherwise) => {
                way.push(Branch::Else);
                at = otherwise;
            }
        }
    }
    found.map(|length| {
        way.truncate(length);
        way
    })
}

/// Adds an ELSE to the innermost IF without one.
pub(super) fn attach(statement: &mut Statement, otherwise: Statement) {
    let Some(way) = path_to_open_if(statement) else {
        return;
    };
    let mut at = statement;
    for step in way {
        let StatementKind::If { then, otherwise, .. } = &mut at.kind else {
            return;
        };
        at = match (step, otherwise) {
            (Branch::Then, _) => &mut **then,
            (Branch::Else, Some(otherwise)) => &mut **otherwise,
            (Branch::Else, None) => return,
        };
    }
    if let StatementKind::If { otherwise: place, .. } = &mut at.kind {
        *place = Some(Box::new(otherwise));
    }
}

//! The elements of dimensions: nested, numbered and counted.

use feedrate_language::parse::cursor::Result;
use feedrate_language::{Diagnostic, Position};
use feedrate_values::format::Format;

use crate::tabulate::TableNode;

/// The maximum number of elements of a dimension, with parentheses expanded.
const MOST_NODES: usize = 10_000;

/// Nests elements in all leaves.
pub(super) fn nest(nodes: &mut [TableNode], inner: &[TableNode]) {
    for node in nodes {
        match node.children.is_empty() {
            true => node.children = inner.to_vec(),
            false => nest(&mut node.children, inner),
        }
    }
}

/// Sets the format of all leaves that have none.
pub(super) fn shown_by(nodes: &mut [TableNode], format: &Format) {
    for node in nodes {
        match node.children.is_empty() {
            true => {
                node.format.get_or_insert_with(|| format.clone());
            }
            false => shown_by(&mut node.children, format),
        }
    }
}

/// Returns the number of elements, nested ones too.
pub(super) fn count(nodes: &[TableNode]) -> usize {
    nodes.iter().map(|node| 1 + count(&node.children)).sum()
}

/// Refuses a dimension with too many elements, if each of these is repeated `times` times.
pub(super) fn check_count(nodes: &[TableNode], times: usize, at: Position) -> Result<()> {
    if count(nodes).saturating_mul(times) <= MOST_NODES {
        return Ok(());
    }
    let message = format!("a dimension of TABLE has more than {MOST_NODES} elements");
    Err(Diagnostic::error(at, message))
}

/// Numbers the elements from `next` on.
pub(super) fn number(nodes: &mut [TableNode], next: &mut usize) {
    for node in nodes {
        node.id = *next;
        *next += 1;
        number(&mut node.children, next);
    }
}

//! Formats of PUT items that are known only after the whole step was lowered.

use feedrate_language::Position;
use feedrate_steps::ir::{PutItem, SiteId, Slot, Statement, Writing};
use feedrate_values::format;

use super::lowering::Lowering;

/// An item of PUT that uses the format of its variable, which a later FORMAT statement may still set.
pub(super) struct LateFormat {
    /// The PUT statement.
    pub statement: SiteId,
    /// The index of the item in the statement.
    pub item: usize,
    pub owner: Slot,
    pub at: Position,
}

impl Lowering<'_> {
    /// Sets the formats of the PUT items in `late_formats`.
    pub fn settle_late_formats(&mut self, body: &mut [Statement]) {
        let mut settled = Vec::new();
        for late in std::mem::take(&mut self.late_formats) {
            if let Some(format) = self.late_format(&late) {
                settled.push((late.statement, late.item, format));
            }
        }
        settled.sort_by_key(|(statement, item, _)| (*statement, *item));
        if !settled.is_empty() {
            put_formats(body, &settled);
        }
    }

    fn late_format(&mut self, late: &LateFormat) -> Option<format::Format> {
        let id = self.variables.owner(late.owner)?;
        let spec = self.variables.entry(id).format.clone().flatten();
        let length = match late.owner {
            Slot::Number(_) => 8,
            Slot::Text(slot) => slot.length,
        };
        self.format(&spec?, late.owner.kind(), length, late.at)
    }
}

/// Replaces the formats of the items in `settled`, which is sorted by statement and item.
fn put_formats(body: &mut [Statement], settled: &[(SiteId, usize, format::Format)]) {
    for statement in body {
        match statement {
            Statement::Put(put) => {
                let begin = settled.partition_point(|(site, ..)| *site < put.site);
                let mine = settled[begin..]
                    .iter()
                    .take_while(|(site, ..)| *site == put.site);
                for (_, item, settled) in mine {
                    if let Some(PutItem::Write(_, Writing::List { format, .. })) =
                        put.items.get_mut(*item)
                    {
                        *format = settled.clone();
                    }
                }
            }
            Statement::If(_, then, otherwise) => {
                put_formats(then, settled);
                put_formats(otherwise, settled);
            }
            Statement::Loop { body, .. } | Statement::Repeat { body, .. } => {
                put_formats(body, settled)
            }
            _ => {}
        }
    }
}

//! Formats of PUT items and informats of INPUT items that are known only after the whole step was lowered.

use feedrate_program::{InputItem, PutForm, PutItem, Reading, SiteId, Slot, Statement};
use feedrate_values::{format, informat};

use super::facts::LateItem;
use super::lowering::StepLowering;

/// The format or informat of an item.
enum ItemFormat {
    Format(format::Format),
    Informat(informat::Informat),
    /// The informat of an element.
    OfElement(Slot, informat::Informat),
}

impl StepLowering<'_> {
    /// Sets the formats and informats of the items in `late_items`.
    pub fn settle_late_items(&mut self, body: &mut [Statement]) {
        let mut settled = Vec::new();
        for late in std::mem::take(&mut self.late_items) {
            if let Some(found) = self.late_item(&late) {
                settled.push((late.statement, late.item, found));
            }
        }
        settled.sort_by_key(|(statement, item, _)| (*statement, *item));
        if !settled.is_empty() {
            put_items(body, &settled);
        }
    }

    /// Returns the format or informat of the variable of an item, unless it has none.
    fn late_item(&mut self, late: &LateItem) -> Option<ItemFormat> {
        let entry = self.variables.entry(self.variables.owner(late.owner)?);
        let kind = late.owner.kind();
        let length = late.owner.bytes();
        if late.reads {
            let spec = entry.informat.clone().flatten()?;
            let informat = self.informat(&spec, kind, length, late.at)?;
            return Some(match late.is_element {
                true => ItemFormat::OfElement(late.owner, informat),
                false => ItemFormat::Informat(informat),
            });
        }
        let spec = entry.format.clone().flatten()?;
        let format = self.format(&spec, kind, length, late.at)?;
        Some(ItemFormat::Format(format))
    }
}

/// Replaces the formats and informats of the items in `settled`, which is sorted by statement and item.
fn put_items(body: &mut [Statement], settled: &[(SiteId, usize, ItemFormat)]) {
    let of = |site: SiteId| {
        let begin = settled.partition_point(|(other, ..)| *other < site);
        let mine = settled[begin..].iter();
        mine.take_while(move |(other, ..)| *other == site)
    };
    for statement in body {
        match statement {
            Statement::Put(put) => {
                for (_, item, settled) in of(put.site) {
                    if let Some(PutItem::Write(_, PutForm::List { format, .. })) = put.items.get_mut(*item)
                        && let ItemFormat::Format(settled) = settled
                    {
                        *format = settled.clone();
                    }
                }
            }
            Statement::Input(input) => {
                for (_, item, settled) in of(input.site) {
                    if let Some(InputItem::Read {
                        reading:
                            Reading::List {
                                informat, of_elements, ..
                            },
                        ..
                    }) = input.items.get_mut(*item)
                    {
                        match settled {
                            ItemFormat::Informat(settled) => *informat = settled.clone(),
                            ItemFormat::OfElement(slot, settled) => {
                                let place = of_elements.partition_point(|(own, _)| own < slot);
                                of_elements.insert(place, (*slot, settled.clone()));
                            }
                            ItemFormat::Format(_) => {}
                        }
                    }
                }
            }
            Statement::If(_, then, otherwise) => {
                put_items(then, settled);
                put_items(otherwise, settled);
            }
            Statement::Loop { body, .. } | Statement::Repeat { body, .. } => {
                put_items(body, settled);
            }
            _ => {}
        }
    }
}

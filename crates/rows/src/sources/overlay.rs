//! Copies the values of a transaction over those of its master.

use feedrate_dataset::Schema;
use feedrate_dataset::key::widen;
use feedrate_program::{By, Load, NumberSlot, Slot, TextSlot};
use feedrate_values::missing;

use crate::vector::load::Loader;
use crate::vector::values::Values;

/// Copies rows of transactions into a vector that has the values of a master.
pub struct Overlay {
    /// The values that replace those of the master.
    values: OverlaidValues,
    /// The BY values, which a new observation takes from its first transaction.
    by: Loader,
}

enum OverlaidValues {
    /// All values.
    All(Loader),
    /// Values that are not missing (UPDATEMODE=MISSINGCHECK).
    Present(Vec<OverlayField>),
}

/// A column of the transactions that is no BY variable.
struct OverlayField {
    from: usize,
    length: usize,
    slot: Slot,
}

impl Overlay {
    /// Returns `None` if a load refers to no column or to one of the other kind.
    pub fn new(loads: &[Load], by: &[By], checks_missing: bool, schema: &Schema) -> Option<Self> {
        let is_by = |load: &Load| by.iter().any(|by| by.slot == load.slot);
        let keys: Vec<Load> = loads.iter().copied().filter(is_by).collect();
        let values = match checks_missing {
            false => OverlaidValues::All(Loader::new(loads, schema)?),
            true => {
                let others = loads.iter().filter(|load| !is_by(load));
                let fields = others.map(|load| {
                    let column = schema.variables().get(load.column as usize)?;
                    (column.kind == load.slot.kind()).then_some(OverlayField {
                        from: column.offset as usize,
                        length: column.length as usize,
                        slot: load.slot,
                    })
                });
                OverlaidValues::Present(fields.collect::<Option<_>>()?)
            }
        };
        Some(Self {
            values,
            by: Loader::new(&keys, schema)?,
        })
    }

    /// Copies the BY values of a row.
    pub fn load_key(&self, row: &[u8], values: &mut Values) {
        self.by.load(row, values);
    }

    /// Copies a row over the values of the master.
    pub fn apply(&self, row: &[u8], values: &mut Values) {
        match &self.values {
            OverlaidValues::All(loader) => loader.load(row, values),
            OverlaidValues::Present(fields) => {
                for field in fields {
                    let bytes = &row[field.from..field.from + field.length];
                    match field.slot {
                        Slot::Number(slot) => overlay_number(widen(bytes), slot, values),
                        Slot::Text(slot) => overlay_text(bytes, slot, values),
                    }
                }
            }
        }
    }
}

/// An ordinary missing value leaves the number, and `._` makes it missing.
fn overlay_number(number: f64, slot: NumberSlot, values: &mut Values) {
    match missing::letter(number) {
        Some(None) => {}
        Some(Some('_')) => values.set_number(slot, missing::MISSING),
        _ => values.set_number(slot, number),
    }
}

/// Blanks leave the value.
fn overlay_text(bytes: &[u8], slot: TextSlot, values: &mut Values) {
    if bytes.iter().any(|&byte| byte != b' ') {
        values.set_text(slot, bytes);
    }
}

#[cfg(test)]
mod tests {
    use feedrate_dataset::Variable;

    use super::*;

    #[test]
    fn missing_values_leave_those_of_the_master_unless_they_are_to_replace_them() {
        let schema = Schema::lay_out(vec![
            Variable::number("k"),
            Variable::number("x"),
            Variable::text("t", 2),
        ])
        .unwrap();
        let key = Slot::Number(NumberSlot(0));
        let text = TextSlot { start: 0, length: 3 };
        let slots = [key, Slot::Number(NumberSlot(1)), Slot::Text(text)];
        let loads: Vec<_> = (0..).zip(slots).map(|(column, slot)| Load { column, slot }).collect();
        let by = [By {
            name: "k".to_owned(),
            slot: key,
            descending: false,
            first: NumberSlot(2),
            last: NumberSlot(3),
            group_format: None,
        }];
        let row = |x: f64, t: &[u8; 2]| {
            let mut row = 7_f64.to_le_bytes().to_vec();
            row.extend(x.to_le_bytes());
            row.extend(t);
            row.resize(schema.row_length() as usize, 0);
            row
        };
        let special = |letter| missing::special(letter).unwrap();
        let after = |checks_missing, row: &[u8]| {
            let mut values = Values {
                numbers: vec![1.0, 5.0],
                text: b"old".to_vec(),
                ..Values::default()
            };
            let overlay = Overlay::new(&loads, &by, checks_missing, &schema).unwrap();
            overlay.apply(row, &mut values);
            (values.numbers[1].to_bits(), values.text)
        };
        for (checks_missing, x, t, x_after, t_after) in [
            (true, 6.0, b"ab", 6.0, b"ab "),
            (true, missing::MISSING, b"  ", 5.0, b"old"),
            (true, special(b'_'), b" b", missing::MISSING, b" b "),
            (true, special(b'C'), b"  ", special(b'C'), b"old"),
            (false, missing::MISSING, b"  ", missing::MISSING, b"   "),
            (false, special(b'_'), b"ab", special(b'_'), b"ab "),
        ] {
            let expected = (x_after.to_bits(), t_after.to_vec());
            assert_eq!(after(checks_missing, &row(x, t)), expected, "{x} {t:?}");
        }
    }
}

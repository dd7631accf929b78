//! The BY groups of observations: those with equal BY values, or with equal formatted values where groups are by
//! format.

use std::ops::Range;

use feedrate_dataset::key::from_sortable;
use feedrate_program::{By, Slot};
use feedrate_values::Value;
use feedrate_values::format::Format;

use super::key::KeyLayout;

/// Compares keys, by formatted values where groups are by format. Its buffers are reused, so that none allocates.
pub(crate) struct Groups {
    by_format: Vec<ByFormat>,
    before: Vec<u8>,
    after: Vec<u8>,
    value: Vec<u8>,
}

/// A BY variable that is grouped by its format.
struct ByFormat {
    /// Its index among the BY variables.
    position: usize,
    /// Its range in a key.
    part: Range<usize>,
    slot: Slot,
    descending: bool,
    format: Format,
}

impl Groups {
    pub(crate) fn new(by: &[By], keys: &KeyLayout) -> Self {
        let by_format = by.iter().zip(keys.parts()).enumerate();
        let by_format = by_format.filter_map(|(position, (by, part))| {
            Some(ByFormat {
                position,
                part,
                slot: by.slot,
                descending: by.descending,
                format: by.group_format.clone()?,
            })
        });
        Self {
            by_format: by_format.collect(),
            before: Vec::new(),
            after: Vec::new(),
            value: Vec::new(),
        }
    }

    /// Returns how many leading BY variables are equal in both keys. Values are formatted only where they differ.
    #[inline]
    pub(crate) fn common(&mut self, keys: &KeyLayout, before: &[u8], after: &[u8]) -> usize {
        let mut common = keys.common(before, after);
        while common < keys.count() && self.is_shown_alike(common, before, after) {
            common = keys.common_from(common + 1, before, after);
        }
        common
    }

    fn is_shown_alike(&mut self, position: usize, before: &[u8], after: &[u8]) -> bool {
        let mut by_format = self.by_format.iter();
        let Some(by_format) = by_format.find(|other| other.position == position) else {
            return false;
        };
        by_format.show(before, &mut self.value, &mut self.before);
        by_format.show(after, &mut self.value, &mut self.after);
        self.before == self.after
    }
}

impl ByFormat {
    /// Replaces `shown` with the formatted value of a key.
    fn show(&self, key: &[u8], value: &mut Vec<u8>, shown: &mut Vec<u8>) {
        let flip = if self.descending { u8::MAX } else { 0 };
        value.clear();
        value.extend(key[self.part.clone()].iter().map(|byte| byte ^ flip));
        let value = match self.slot {
            Slot::Number(_) => {
                let bytes = value.first_chunk().copied().unwrap_or_default();
                Value::Number(from_sortable(u64::from_be_bytes(bytes)))
            }
            Slot::Text(_) => Value::Text(value),
        };
        shown.clear();
        self.format.write(value, shown);
    }
}

#[cfg(test)]
mod tests {
    use feedrate_values::Kind;
    use feedrate_values::format::Formats;
    use proptest::prelude::*;

    use super::*;
    use feedrate_dataset::key::sortable;
    use feedrate_program::{NumberSlot, TextSlot};

    fn format(spec: &str, kind: Kind) -> Format {
        let spec = spec.parse().unwrap();
        Formats::new().resolve(&spec, kind, 3).unwrap()
    }

    fn by(slot: Slot, descending: bool, group_format: Option<Format>) -> By {
        By {
            name: "x".to_owned(),
            slot,
            descending,
            first: NumberSlot(1),
            last: NumberSlot(2),
            group_format,
        }
    }

    proptest! {
        #[test]
        fn what_is_common_is_what_is_shown_alike(
            rows in prop::array::uniform2((0..5_u8, "[ab]{3}", 0..3_u8)),
            descending: [bool; 3],
            by_format: [bool; 3],
        ) {
            let number = Slot::Number(NumberSlot(0));
            let text = Slot::Text(TextSlot { start: 0, length: 3 });
            // Some of the numbers have equal formatted values, and so have character values that begin alike.
            let formats = [
                format("2.", Kind::Number),
                format("$1.", Kind::Text),
                format("2.", Kind::Number),
            ];
            let parts = [number, text, number].into_iter().zip(&formats).enumerate();
            let parts = parts.map(|(at, (slot, format))| {
                by(slot, descending[at], by_format[at].then(|| format.clone()))
            });
            let parts: Vec<By> = parts.collect();
            let layout = KeyLayout::new(&parts);
            let values = |row: &(u8, String, u8)| {
                (f64::from(row.0) / 4.0, row.1.clone(), f64::from(row.2) / 2.0)
            };
            let [a, b] = rows.each_ref().map(values);
            let key = |(first, middle, last): &(f64, String, f64)| {
                let parts = [
                    sortable(*first).to_be_bytes().to_vec(),
                    middle.as_bytes().to_vec(),
                    sortable(*last).to_be_bytes().to_vec(),
                ];
                let parts = parts.into_iter().zip(descending).flat_map(|(mut part, descending)| {
                    if descending {
                        part.iter_mut().for_each(|byte| *byte = !*byte);
                    }
                    part
                });
                parts.collect::<Vec<u8>>()
            };
            let is_alike = |at: usize, a: Value<'_>, b: Value<'_>| {
                a == b || by_format[at] && formats[at].text(a) == formats[at].text(b)
            };
            let alike = [
                is_alike(0, Value::Number(a.0), Value::Number(b.0)),
                is_alike(1, Value::Text(a.1.as_bytes()), Value::Text(b.1.as_bytes())),
                is_alike(2, Value::Number(a.2), Value::Number(b.2)),
            ];
            let common = alike.iter().take_while(|alike| **alike).count();
            let mut groups = Groups::new(&parts, &layout);
            prop_assert_eq!(groups.common(&layout, &key(&a), &key(&b)), common);
        }
    }
}

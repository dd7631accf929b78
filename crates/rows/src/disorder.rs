//! Observations that are not in the order of the BY variables.

use feedrate_program::Slot;

use crate::evaluation::dump::Dump;
use crate::vector::values::Values;

/// An observation whose BY values are before those of the observation before it.
#[derive(Debug)]
pub struct Disorder {
    /// The data set.
    pub data_set: String,
    /// The BY variables, and whether their order is descending.
    pub by: Vec<(Slot, bool)>,
    /// The values of the observation.
    pub next: Values,
}

impl Disorder {
    /// Returns the sentence of procedures, given the values of the observation before. It names the first variable
    /// whose values differ.
    pub fn sentence(&self, dump: &Dump, current: &Values) -> String {
        let differs = |&&(slot, _): &&(Slot, bool)| current.value(slot) != self.next.value(slot);
        let found = self.by.iter().find(differs);
        let variable = found.and_then(|&(slot, descending)| Some((dump.of_slot(slot)?, descending)));
        let data_set = &self.data_set;
        let Some((variable, descending)) = variable else {
            return format!("Data set {data_set} is not sorted in the order of the BY variables.");
        };
        let shown = |values: &Values| {
            let mut text = Vec::new();
            variable.write(values, &mut text);
            String::from_utf8_lossy(text.trim_ascii()).into_owned()
        };
        let order = if descending { "descending" } else { "ascending" };
        let (name, current, next) = (&variable.name, shown(current), shown(&self.next));
        format!(
            "Data set {data_set} is not sorted in {order} sequence. The current BY group has {name} = {current} and \
             the next BY group has {name} = {next}."
        )
    }
}

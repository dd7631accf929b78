//! Output data sets whose observations come from another source, such as the rows of a query.

use feedrate_language::Position;
use feedrate_language::tree::DataSet;
use feedrate_program::Slot;
use feedrate_values::{Kind, Spec};

use super::LoweredStep;
use super::catalog::{Catalog, Options};
use super::lowering::StepLowering;

/// A variable of a new data set.
#[derive(Clone, Debug)]
pub struct NewVariable {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Its length in bytes.
    pub length: u32,
    /// Its label; empty for none.
    pub label: String,
    /// Its format, under the name that it has for either kind.
    pub format: Option<Spec>,
    /// Its informat, under the name that it has for either kind.
    pub informat: Option<Spec>,
    /// The position that diagnostics name.
    pub at: Position,
}

/// Returns a step that writes a data set of these variables, whose names differ, and the slot of each. The caller
/// supplies the observations. `at` is the position of the data set.
pub fn new_data_set(
    data_set: &DataSet,
    variables: &[NewVariable],
    at: Position,
    catalog: &mut dyn Catalog,
    options: &Options,
) -> (LoweredStep, Vec<Option<Slot>>) {
    let mut lowering = StepLowering::new(catalog, options);
    lowering.outputs(std::slice::from_ref(data_set), at);
    let slots = variables.iter().map(|variable| lowering.new_variable(variable));
    let slots = slots.collect();
    (lowering.finish(Vec::new()), slots)
}

impl StepLowering<'_> {
    fn new_variable(&mut self, variable: &NewVariable) -> Option<Slot> {
        let at = variable.at;
        if !self.is_name(&variable.name, at) {
            return None;
        }
        let id = self.variables.declare(&variable.name);
        self.variables.entry_mut(id).assigned = true;
        let is_text = variable.kind == Kind::Text;
        if self.check_length(is_text, variable.length, at) {
            self.set_length(id, is_text, variable.length, at);
        }
        if !variable.label.is_empty() {
            self.check_label(&variable.label, at);
            self.variables.entry_mut(id).label = Some(variable.label.clone());
        }
        for (spec, is_format) in [(&variable.format, true), (&variable.informat, false)] {
            if let Some(spec) = spec {
                self.set_spec(id, Some(spec.clone()), is_format, at);
            }
        }
        self.variables.entry(id).slot
    }
}

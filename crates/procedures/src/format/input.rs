//! CNTLIN=: the observations of a data set that defines formats and informats.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_procedure::grammar::input::Input;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::{Action, ControlDefinitions, DefinitionSource, Intent, OutputSize, StepIntent};
use feedrate_program::{DataStep, Site, Slot};
use feedrate_rows::environment::Environment;
use feedrate_rows::{Values, run_procedure};

use super::drafts::Drafts;
use super::record::{ControlRecord, ControlValue, NAMES};

/// The number of names that have to be there, which come first.
const NEEDED: usize = 3;

/// A data set of formats and informats.
#[derive(Debug)]
pub(super) struct ControlInput {
    step: DataStep,
    slots: [Option<Slot>; NAMES.len()],
    /// The length of LABEL.
    pub(super) label_length: u32,
}

impl ControlInput {
    /// Returns the input of a data set.
    pub(super) fn new(lowering: &mut ProcedureLowering<'_>, data: DataSet) -> Result<Self> {
        let at = data.member.at;
        let name = data.member.text.to_uppercase();
        let input = Input::ungrouped(lowering, Some(data), &[])?;
        let variables = input.variables();
        let slots = NAMES.map(|name| variables.slot(name));
        let absent = NAMES.iter().zip(&slots).take(NEEDED).find(|(_, slot)| slot.is_none());
        if let Some((absent, _)) = absent {
            let message = format!("{name} has no variable {absent}, which CNTLIN= needs");
            let hint = format!("it takes {}", NAMES.join(", "));
            return Err(Diagnostic::error(at, message).with_hint(hint));
        }
        let label_length = match slots[NEEDED - 1] {
            Some(Slot::Text(slot)) => {
                let mut variables = input.variables().0.vector.variables.iter();
                let label = variables.find(|variable| variable.slot == Slot::Text(slot));
                label.map_or(1, |label| label.stored_length)
            }
            _ => 1,
        };
        Ok(Self {
            step: input.into_step(),
            slots,
            label_length,
        })
    }

    fn record(&self, values: &Values) -> ControlRecord {
        self.slots.map(|slot| match slot {
            None => ControlValue::Absent,
            Some(Slot::Number(slot)) => ControlValue::Number(values.number(slot)),
            Some(Slot::Text(slot)) => ControlValue::Text(values.text(slot).to_vec()),
        })
    }
}

impl DefinitionSource for ControlInput {
    fn intent(&self) -> Intent<'_> {
        Intent::of(Action::Step(StepIntent::reading(&self.step, OutputSize::Unknown)))
    }

    fn read(&self, site: Site, environment: &mut Environment<'_>) -> ControlDefinitions {
        let mut drafts = Drafts::default();
        let mut refused = None;
        let outcome = run_procedure(&self.step, environment, &mut |runtime, _| {
            let mut work = || {
                while refused.is_none() && runtime.read(0)? {
                    runtime.core.check_stop()?;
                    refused = drafts.take(&self.record(&runtime.core.values)).err();
                }
                Ok(())
            };
            work().map_err(|fault: Box<feedrate_rows::Fault>| fault.at(site))
        });
        ControlDefinitions {
            definitions: match (&refused, outcome.is_failed()) {
                (None, false) => drafts.finish(),
                _ => Vec::new(),
            },
            outcome,
            refused,
        }
    }
}

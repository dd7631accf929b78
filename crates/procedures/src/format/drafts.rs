//! Formats and informats while the observations of CNTLIN= are read.

use feedrate_values::format::Definition;

use super::fields::ControlFields;
use super::record::ControlRecord;

/// The formats and informats of the observations so far.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    complete: Vec<Definition>,
    current: Option<Definition>,
}

impl Drafts {
    /// Takes an observation: a range of the format or informat that it names.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be one.
    pub(super) fn take(&mut self, record: &ControlRecord) -> Result<(), String> {
        let fields = ControlFields::new(record)?;
        let is_same = self.current.as_ref().is_some_and(|current| {
            let is_informat = matches!(current, Definition::Informat(_));
            is_informat == fields.is_informat() && current.name() == fields.name
        });
        if !is_same {
            self.complete.extend(self.current.take());
            self.current = Some(fields.begin());
        }
        match &mut self.current {
            Some(Definition::Format(format)) => fields.add_to_format(format),
            Some(Definition::Informat(informat)) => fields.add_to_informat(informat),
            None => Ok(()),
        }
    }

    /// Returns the formats and informats, in the order of the observations.
    pub(super) fn finish(mut self) -> Vec<Definition> {
        self.complete.extend(self.current);
        self.complete
    }
}

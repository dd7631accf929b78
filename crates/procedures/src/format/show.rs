//! The outputs of PROC FORMAT, and the step that writes CNTLOUT=.

use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::DataSet;
use feedrate_lower::{NewVariable, new_data_set};
use feedrate_procedure::Procedure;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_values::Kind;
use feedrate_values::format::Definition;

use super::chosen::Choice;
use super::control::{ControlRow, END_WIDTH, rows_of_format, rows_of_informat};
use super::listing::Layout;
use super::output::{COLUMNS, CatalogueContents, ControlOut, longest};

/// The least length of PREFIX.
const PREFIX_BYTES: usize = 2;

/// The outputs that FMTLIB and CNTLOUT= ask for.
pub(super) struct Contents<'c> {
    pub(super) catalogue: &'c str,
    /// The formats and informats of the step.
    pub(super) definitions: &'c [(Position, Definition)],
    /// The length of LABEL in CNTLIN=.
    pub(super) label_length: u32,
    pub(super) choice: Choice,
    pub(super) layout: Option<Layout>,
    pub(super) out: Option<DataSet>,
}

impl Contents<'_> {
    /// Returns the procedure that makes the outputs, if there are any.
    pub(super) fn lower(self, lowering: &mut ProcedureLowering<'_>) -> Result<Option<Box<dyn Procedure>>> {
        if self.layout.is_none() && self.out.is_none() {
            return Ok(None);
        }
        let out = match &self.out {
            Some(data) => Some(self.control_out(lowering, data)?),
            None => None,
        };
        Ok(Some(Box::new(CatalogueContents {
            catalogue: self.catalogue.to_owned(),
            choice: self.choice,
            layout: self.layout,
            out,
        })))
    }

    /// Returns the observations of all formats and informats that are known before the step runs.
    fn known(&self, lowering: &ProcedureLowering<'_>) -> Vec<ControlRow> {
        let entries = self.choice.entries(lowering.catalog.formats(), self.catalogue);
        let there = entries.into_iter().flat_map(|entry| entry.rows);
        let new = self.definitions.iter().flat_map(|(_, definition)| match definition {
            Definition::Format(format) => rows_of_format(format),
            Definition::Informat(informat) => rows_of_informat(informat),
        });
        there.chain(new).collect()
    }

    fn control_out(&self, lowering: &mut ProcedureLowering<'_>, data: &DataSet) -> Result<ControlOut> {
        let at = data.member.at;
        let longest = longest(&self.known(lowering));
        let variables = COLUMNS.iter().zip(longest).map(|(column, longest)| {
            let least = match column.name {
                "START" | "END" => END_WIDTH,
                "LABEL" => self.label_length as usize,
                "PREFIX" => PREFIX_BYTES,
                _ => 1,
            };
            let own = u32::try_from(longest.max(least)).unwrap_or(u32::MAX);
            NewVariable {
                name: column.name.to_owned(),
                kind: column.text.map_or(Kind::Number, |_| Kind::Text),
                length: match column.text {
                    None => 8,
                    Some(0) => own.min(32_767),
                    Some(length) => length,
                },
                label: column.label.to_owned(),
                format: None,
                informat: None,
                at,
            }
        });
        let variables: Vec<NewVariable> = variables.collect();
        let options = lowering.options;
        let (lowered, slots) = new_data_set(data, &variables, at, lowering.catalog, options);
        lowering.take(lowered.diagnostics)?;
        Ok(ControlOut {
            step: lowered.step,
            slots: slots.into_iter().flatten().collect(),
        })
    }
}

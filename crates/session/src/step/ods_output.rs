//! ODS OUTPUT, SELECT and TRACE for a step whose results are complete. A data set of ODS OUTPUT is written as a step
//! whose rows a procedure supplies.

use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Reader};
use feedrate_lower::{NewVariable, new_data_set};
use feedrate_program::Slot;
use feedrate_rows::{Outcome, Values, supply};

use super::run::{StepKind, StepRun};
use crate::results::{Datum, OutputRequest, OutputRows, refuse_all};
use crate::session::Session;

impl Session<'_> {
    /// Executes the ODS requests for the results of a step that ran. Data sets are added to `outcome`.
    pub(super) fn finish_results(&mut self, run: &mut StepRun, outcome: &mut Outcome, reader: &mut Reader) {
        let failures = self.results.take_failures();
        // ODS applies to the first statement of PROC SQL that produces a table.
        if run.kind() != StepKind::SqlStatement || self.results.has_tables() {
            let step = self.results.take_step();
            for text in &step.trace {
                self.log.note(text);
            }
            if !outcome.is_failed() {
                self.log.diagnostics(&step.warnings(), reader.sources());
                for request in step.requests {
                    let growth = request.rows.as_ref().map(OutputRows::growth);
                    let before = outcome.made.len();
                    self.make_output(request, outcome, reader);
                    for made in outcome.made.iter().skip(before) {
                        run.note_growth(&made.name, growth);
                    }
                }
            } else if !step.requests.is_empty() && !outcome.is_interrupted() {
                self.log
                    .warning("The data sets of ODS OUTPUT were not made because this step was stopped.");
            }
            if step.went_nowhere {
                self.log.warning("No output destinations active.");
            }
        }
        refuse_all(failures, &mut self.statement_log(reader.sources()));
    }

    fn make_output(&mut self, request: OutputRequest, outcome: &mut Outcome, reader: &mut Reader) {
        if let Some(bytes) = request.exceeded {
            let text = format!(
                "the rows of {} take more than the {}K that MEMSIZE= leaves for data sets of ODS OUTPUT",
                request.table.text,
                bytes.div_ceil(1024)
            );
            let error = Diagnostic::error(request.table.at, text);
            let error = error.with_hint("raise MEMSIZE=, or use OUT= of the procedure");
            self.statement_log(reader.sources()).refuse(error);
        }
        if let Some(rows) = request.rows {
            self.make_data_set(request.data_set, &rows, outcome, reader);
        }
    }

    /// Writes a data set, and adds it to `outcome`.
    fn make_data_set(&mut self, data_set: DataSet, rows: &OutputRows, outcome: &mut Outcome, reader: &mut Reader) {
        let (variables, at) = (variables(&data_set, rows), data_set.member.at);
        let mut slots = Vec::new();
        let lowered = self.lower(|catalog, options| {
            let (lowered, own) = new_data_set(&data_set, &variables, at, catalog, options);
            slots = own;
            lowered
        });
        self.log.diagnostics(&lowered.diagnostics, reader.sources());
        if lowered.diagnostics.iter().any(Diagnostic::is_error) {
            return self.execution.begin_checking(&mut self.log);
        }
        let step = lowered.step;
        let mut row = 0;
        let mut next = |values: &mut Values| {
            if row >= rows.rows() {
                return Ok(false);
            }
            for (column, slot) in rows.columns().iter().zip(&slots) {
                match (column.value(row), *slot) {
                    (Datum::Number(number), Some(Slot::Number(slot))) => values.set_number(slot, number),
                    (Datum::Text(text), Some(Slot::Text(slot))) => values.set_text(slot, text),
                    // The slots have the kinds of the columns.
                    _ => {}
                }
            }
            row += 1;
            Ok(true)
        };
        let mut written = self.lend_environment(reader, |environment| supply(&step, environment, &mut next));
        if outcome.made_is_logged || written.is_failed() {
            self.log_outcome(&written, reader.sources());
            self.outputs.record_last(&written);
        }
        if written.is_failed() {
            self.execution.begin_checking(&mut self.log);
        } else if !outcome.made_is_logged {
            outcome.made.append(&mut written.made);
        }
    }
}

/// Returns the variables of the data set.
fn variables(data_set: &DataSet, rows: &OutputRows) -> Vec<NewVariable> {
    let variables = rows.columns().iter().map(|column| NewVariable {
        name: column.name.clone(),
        kind: column.kind(),
        length: column.length(),
        label: column.label.clone(),
        format: None,
        informat: None,
        at: data_set.member.at,
    });
    variables.collect()
}

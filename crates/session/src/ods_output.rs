//! A data set of ODS OUTPUT: the rows of a table, written as a step that a procedure supplies.

use feedrate_language::tree::{
    DataSet, DataStep, LengthItem, Name, Statement, StatementKind, VariableList, VariableRange,
};
use feedrate_language::{Diagnostic, Position, Reader};
use feedrate_steps::data::{Outcome, Supply, supply};
use feedrate_steps::ir::Slot;
use feedrate_values::Kind;

use crate::results::{Collected, Datum};
use crate::session::Session;

impl Session<'_> {
    /// Writes a data set; what is made is added to `outcome`.
    pub(crate) fn make_data_set(
        &mut self,
        data_set: DataSet,
        collected: &Collected,
        outcome: &mut Outcome,
        reader: &mut Reader,
    ) {
        let step = step_of(data_set, collected);
        let lowered =
            self.lower(|catalog, options| feedrate_lower::data_step(&step, catalog, options));
        self.tell(&lowered.diagnostics, reader.sources());
        if lowered.diagnostics.iter().any(Diagnostic::is_error) {
            return self.begin_checking();
        }
        let mut step = lowered.step;
        // That nothing in the step gives the variables a value is as it should be.
        step.notes.clear();
        let slots: Vec<Option<Slot>> = collected
            .columns()
            .iter()
            .map(|column| {
                let mut variables = step.vector.variables.iter();
                let own = variables.find(|own| own.name.eq_ignore_ascii_case(&column.name));
                own.map(|variable| variable.slot)
            })
            .collect();
        let mut row = 0;
        let mut next = |values: &mut Supply<'_>| {
            if row >= collected.rows() {
                return Ok(false);
            }
            for (column, slot) in collected.columns().iter().zip(&slots) {
                match (column.value(row), *slot) {
                    (Datum::Number(number), Some(Slot::Number(slot))) => {
                        values.number(slot, number)
                    }
                    (Datum::Text(text), Some(Slot::Text(slot))) => values.text(slot, text),
                    // The slots are those of the columns, in kind too.
                    _ => {}
                }
            }
            row += 1;
            Ok(true)
        };
        let mut written =
            self.lend_environment(reader, |environment| supply(&step, environment, &mut next));
        if outcome.made_is_told || written.is_failed() {
            written.tell(&mut crate::step_log::StepLog {
                log: &mut self.log,
                lines: &self.lines,
                sources: reader.sources(),
            });
            for made in written.made.iter().filter(|made| made.account.is_some()) {
                self.data_sets.last = Some(made.name.clone());
            }
        }
        if written.is_failed() {
            self.begin_checking();
        } else if !outcome.made_is_told {
            outcome.made.append(&mut written.made);
        }
    }
}

/// The step that makes the data set: it says of each variable what it is.
fn step_of(data_set: DataSet, collected: &Collected) -> DataStep {
    let at: Position = data_set.member.at;
    let columns = collected.columns();
    let lengths = columns.iter().map(|column| LengthItem {
        variables: vec![VariableList {
            range: VariableRange::One(column.name.clone()),
            at,
        }],
        text: column.kind() == Kind::Text,
        length: column.length(),
        at,
    });
    let labels = columns.iter().filter(|column| !column.label.is_empty());
    let labels = labels.map(|column| {
        let text = column.name.clone();
        (Name { text, at }, column.label.clone())
    });
    let body = [
        StatementKind::Length(lengths.collect()),
        StatementKind::Label(labels.collect()),
    ];
    DataStep {
        outputs: vec![data_set],
        body: body.map(|kind| Statement { kind, at }).into(),
        is_partial: false,
        at,
    }
}

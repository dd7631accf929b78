//! The COMPUTE blocks of a report, run column by column for each row.

use feedrate_program::{Slot, Statement};
use feedrate_rows::{Runtime, StepResult};
use feedrate_values::Value;

use super::cell_value::CellValue;
use super::expand::PlacedColumn;
use super::request::{Report, ReportContent};

/// The index of the first COMPUTE block in the statements of the step, after SET.
const FIRST_BLOCK: usize = 1;

/// Runs the COMPUTE blocks of a row with these cells, from the first column to the last, followed by a block of its
/// break, and reads back what they changed. A block can use the values of the columns before its own.
pub(super) fn compute(
    report: &Report,
    columns: &[PlacedColumn<'_>],
    cells: &mut [CellValue],
    (break_name, break_block): (&str, Option<usize>),
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<()> {
    let step = runtime.core.step;
    if step.body.len() <= FIRST_BLOCK {
        return Ok(());
    }
    let values = &mut runtime.core.values;
    values.set_number(step.error, 0.0);
    if let Some(slot) = report.break_name {
        values.set_text(slot, break_name.as_bytes());
    }
    for slot in columns.iter().flat_map(slots) {
        values.clear(slot);
    }
    for (placed, cell) in columns.iter().zip(&*cells) {
        let values = &mut runtime.core.values;
        for slot in slots(placed) {
            match (slot, cell) {
                (Slot::Number(slot), CellValue::Number(number)) => values.set_number(slot, *number),
                (Slot::Text(slot), CellValue::Text(text)) => values.set_text(slot, text),
                _ => {}
            }
        }
        if let Some(block) = placed.column.block {
            run_block(block, runtime)?;
        }
    }
    if let Some(block) = break_block {
        run_block(block, runtime)?;
    }
    runtime.core.update_error_flag();
    if runtime.core.values.number(step.error) != 0.0 {
        runtime.end_iteration()?;
    }
    read_back(columns, cells, runtime);
    Ok(())
}

/// Reads the values that COMPUTE blocks changed.
fn read_back(columns: &[PlacedColumn<'_>], cells: &mut [CellValue], runtime: &Runtime<'_, '_>) {
    let values = &runtime.core.values;
    for (placed, cell) in columns.iter().zip(cells) {
        for slot in slots(placed) {
            let value = values.value(slot);
            let is_same = match (&*cell, value) {
                (CellValue::Number(number), Value::Number(now)) => number.to_bits() == now.to_bits(),
                (CellValue::Blank, now) => {
                    now.is_missing() && !matches!(placed.column.content, ReportContent::Computed)
                }
                _ => false,
            };
            if !is_same {
                cell.take(value);
                break;
            }
        }
    }
}

/// Returns the slots by which COMPUTE blocks access the value of a column.
fn slots(placed: &PlacedColumn<'_>) -> impl Iterator<Item = Slot> + use<> {
    let numbered = placed.numbered.map(Slot::Number);
    placed.column.slot.into_iter().chain(numbered)
}

/// Runs a COMPUTE block.
fn run_block(block: usize, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
    let step = runtime.core.step;
    if let Some(Statement::If(_, statements, _)) = step.body.get(FIRST_BLOCK + block) {
        runtime.statements(statements)?;
    }
    Ok(())
}

//! The data sets of OUTP= and OUTS=.

use feedrate_rows::{Runtime, StepResult};
use feedrate_values::missing::of_operation;

use super::correlations::Correlations;
use super::request::CorrOutput;

/// Writes the observations of a BY group, whose values are in the vector.
pub(super) fn output(found: &Correlations<'_>, output: &CorrOutput, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
    let corr = found.corr;
    let mut write = |of_type: &str, name: &str, numbers: &mut dyn Iterator<Item = f64>| {
        let values = &mut runtime.core.values;
        values.set_text(output.of_type, of_type.as_bytes());
        values.set_text(output.name, name.as_bytes());
        for (&slot, number) in output.numbers.iter().zip(numbers) {
            values.set_number(slot, of_operation(number));
        }
        runtime.output(&[output.number])
    };
    let matrix = match output.spearman {
        true => &found.spearman,
        false => &found.pearson,
    };
    let Some(matrix) = matrix else {
        return Ok(());
    };
    let width = corr.columns.len();
    let name = |row: usize| corr.variables[corr.rows[row]].name.as_str();
    if output.covariances {
        for row in 0..corr.rows.len() {
            let cells = &found.covariances[row * width..(row + 1) * width];
            write("COV", name(row), &mut cells.iter().map(|cell| cell.covariance))?;
        }
    }
    let simple = || corr.columns.iter().map(|&column| &found.simple[column]);
    let deviations = corr.columns.iter().map(|&column| found.deviations[column]);
    write("MEAN", "", &mut simple().map(|simple| simple.sum / simple.weight))?;
    write("STD", "", &mut deviations.into_iter())?;
    if corr.weight.is_some() {
        write("SUMWGT", "", &mut simple().map(|simple| simple.weight))?;
    }
    if matrix.observations().is_some() {
        write("N", "", &mut simple().map(|simple| simple.n))?;
    } else {
        for row in 0..corr.rows.len() {
            let cells = &matrix.cells[row * width..(row + 1) * width];
            write("N", name(row), &mut cells.iter().map(|cell| cell.observations))?;
        }
    }
    for row in 0..corr.rows.len() {
        let cells = &matrix.cells[row * width..(row + 1) * width];
        write("CORR", name(row), &mut cells.iter().map(|cell| cell.coefficient))?;
    }
    Ok(())
}

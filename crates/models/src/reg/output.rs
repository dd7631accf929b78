//! The data sets of OUTPUT and OUTEST=.

use feedrate_rows::{Runtime, StepResult};
use feedrate_values::missing::{MISSING, of_operation};

use super::fit::Fit;
use super::request::{Reg, RegEstimates, RegOutput};
use crate::linear::{Reading, clear_statistics};

/// Writes the observations of a BY group with the statistics of the models.
pub(super) fn write(
    reg: &Reg,
    fits: &[Fit<'_>],
    reading: &mut Reading,
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<()> {
    let parts = reg.outputs.iter().map(|output| {
        let simple = output.columns.iter().all(|(kind, _)| kind.is_simple());
        let fits = fits_of(output, reg, fits).map(|fit| (fit, fit.errors()));
        (output, fits.collect::<Vec<_>>(), !simple)
    });
    let parts: Vec<_> = parts.collect();
    let (mut variables, mut row) = (Vec::new(), Vec::new());
    while reading.next(&reg.groups, runtime)? {
        let values = &runtime.core.values;
        variables.clear();
        let slots = reg.variables.iter().map(|variable| variable.slot);
        variables.extend(slots.map(|slot| values.number(slot)));
        let weight = reg.weight.map_or(1.0, |slot| values.number(slot));
        for (output, fits, with_variance) in &parts {
            let values = &mut runtime.core.values;
            clear_statistics(&output.columns, values);
            for (place, (fit, errors)) in fits.iter().enumerate() {
                let fitted = fit.fitted(&variables, weight, *with_variance, &mut row);
                fitted.set_statistics(&output.columns, place, errors, values);
            }
            runtime.output(&[output.number])?;
        }
    }
    Ok(())
}

/// Returns the regressions of the model of an OUTPUT statement, in the order of its responses.
fn fits_of<'f, 'm>(output: &RegOutput, reg: &'f Reg, fits: &'f [Fit<'m>]) -> impl Iterator<Item = &'f Fit<'m>> {
    let model = reg.models.get(output.model);
    let of_model = move |fit: &&Fit<'m>| model.is_some_and(|model| std::ptr::eq(model, fit.model));
    fits.iter().filter(of_model)
}

/// Writes the parameters of a regression, for a BY group whose values are in the vector.
pub(super) fn write_estimates(fit: &Fit<'_>, to: &RegEstimates, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
    let (reg, model) = (fit.reg, fit.model);
    let values = &mut runtime.core.values;
    values.set_text(to.model, model.label.as_bytes());
    values.set_text(to.of_type, b"PARMS");
    let response = &reg.variables[fit.response];
    values.set_text(to.response, response.name.as_bytes());
    values.set_number(to.error, of_operation(fit.mean_square_error().sqrt()));
    values.set_number(to.intercept, MISSING);
    for variable in &reg.variables {
        values.set_number(variable.slot, MISSING);
    }
    let slots = model.regressors.iter().map(|place| reg.variables[*place].slot);
    let intercept = model.intercept.then_some(to.intercept);
    let coefficients = fit.least.coefficients();
    for (slot, coefficient) in intercept.into_iter().chain(slots).zip(coefficients) {
        values.set_number(slot, *coefficient);
    }
    values.set_number(response.slot, -1.0);
    runtime.output(&[to.number])
}

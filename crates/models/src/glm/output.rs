//! The data sets of OUTPUT.

use feedrate_rows::{Runtime, StepResult, Values};
use feedrate_values::missing::{MISSING, of_operation};

use super::gather::Fitting;
use super::levels::Levels;
use super::request::Glm;
use crate::linear::{Errors, Fitted, Reading};

/// Writes the observations of a BY group with the statistics of the models.
pub(super) fn write(
    glm: &Glm,
    fittings: &[Fitting],
    levels: &mut [Levels<'_>],
    reading: &mut Reading,
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<()> {
    let errors = fittings.iter().map(|fitting| {
        let fit = &fitting.fit;
        let rank = fit.least_squares().rank();
        Errors::new(fit.mean_square_error(), fit.error_degrees(), rank, glm.alpha)
    });
    let errors: Vec<Errors> = errors.collect();
    let mut fitted = vec![Fitted::NOTHING; fittings.len()];
    let (mut places, mut covariates) = (Vec::new(), Vec::new());
    while reading.next(&glm.groups, runtime)? {
        let values = &mut runtime.core.values;
        let is_whole = observation(glm, values, levels, &mut places, &mut covariates);
        let weight = glm.weight.map_or(1.0, |slot| values.number(slot));
        for (fitted, fitting) in fitted.iter_mut().zip(fittings) {
            let prediction = match is_whole {
                true => fitting.fit.prediction(&places, &covariates),
                false => None,
            };
            *fitted = Fitted {
                response: values.number(glm.responses[fitting.response].slot),
                predicted: prediction.map_or(f64::NAN, |known| known.value),
                variance: prediction.map_or(f64::NAN, |known| known.leverage),
                weight: match weight > 0.0 {
                    true => weight,
                    false => f64::NAN,
                },
            };
        }
        for output in &glm.outputs {
            let values = &mut runtime.core.values;
            // Without a model there are no predictions.
            for slot in output.columns.iter().flat_map(|(_, slots)| slots) {
                values.set_number(*slot, MISSING);
            }
            for ((fitting, fitted), errors) in fittings.iter().zip(&fitted).zip(&errors) {
                for (kind, slots) in &output.columns {
                    if let Some(slot) = slots.get(fitting.response) {
                        let value = fitted.statistic(*kind, errors);
                        values.set_number(*slot, of_operation(value));
                    }
                }
            }
            runtime.output(&[output.number])?;
        }
    }
    Ok(())
}

/// Reads the levels and covariates of the observation in the vector; returns false if one of them is missing.
fn observation(
    glm: &Glm,
    values: &Values,
    levels: &mut [Levels<'_>],
    places: &mut Vec<u32>,
    covariates: &mut Vec<f64>,
) -> bool {
    places.clear();
    for levels in levels {
        let place = match levels.has_value(values) {
            true => levels.place(values),
            false => None,
        };
        let Some(place) = place else {
            return false;
        };
        places.push(place);
    }
    covariates.clear();
    let slots = glm.covariates.iter().map(|covariate| covariate.slot);
    covariates.extend(slots.map(|slot| values.number(slot)));
    covariates.iter().all(|value| value.is_finite())
}

//! The data sets of OUTPUT.

use feedrate_rows::{Runtime, StepResult, Values};

use super::gather::ResponseFit;
use super::levels::ClassLevels;
use super::request::Glm;
use crate::linear::{Errors, PredictedObservation, Reading, clear_statistics};

/// Writes the observations of a BY group with the statistics of the models.
pub(super) fn write(
    glm: &Glm,
    fittings: &[ResponseFit],
    levels: &mut [ClassLevels<'_>],
    reading: &mut Reading,
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<()> {
    let errors = fittings.iter().map(|fitting| {
        let fit = &fitting.fit;
        let rank = fit.least_squares().rank();
        Errors::new(fit.mean_square_error(), fit.error_degrees(), rank, glm.alpha)
    });
    let errors: Vec<Errors> = errors.collect();
    let mut fitted = vec![PredictedObservation::NOTHING; fittings.len()];
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
            *fitted = PredictedObservation {
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
            clear_statistics(&output.columns, values);
            for ((fitting, fitted), errors) in fittings.iter().zip(&fitted).zip(&errors) {
                fitted.set_statistics(&output.columns, fitting.response, errors, values);
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
    levels: &mut [ClassLevels<'_>],
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

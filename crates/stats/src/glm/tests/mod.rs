//! Models against published analyses, statsmodels and exact arithmetic, and common helpers.

mod accumulation;
mod designs;
mod empty_cells;
mod slopes;

use super::*;

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got / want - 1.0).abs() < 1e-9, "{got} {want}");
}

fn fitted(model: Model, rows: &[(Vec<u32>, Vec<f64>, f64, f64)]) -> Fit {
    let mut accumulator = Accumulator::new(model);
    for (levels, covariates, response, weight) in rows {
        accumulator.add(&Observation {
            weight: *weight,
            ..Observation::new(levels, covariates, *response)
        });
    }
    accumulator.fit().unwrap()
}

/// Two classes and their interaction.
fn crossed() -> Model {
    let effects = vec![Effect::class(0), Effect::class(1), Effect::crossed(&[0, 1])];
    Model::new(2, 0, true, effects).unwrap()
}

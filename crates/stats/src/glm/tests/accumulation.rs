//! The accumulation of observations, and its errors.

use proptest::prelude::*;

use super::*;
use crate::linear::{LeastSquares, SINGULAR, Triangle};

#[test]
fn what_cannot_be_fitted_says_why() {
    let model = |effects| Model::new(1, 1, true, effects);
    assert_eq!(
        model(vec![Effect::class(3)]).unwrap_err().to_string(),
        "effect 1 of the model has class variable 4, but there are only 1"
    );
    assert!(model(vec![Effect::crossed(&[0, 0])]).is_err());
    assert!(model(vec![Effect::covariate(1)]).is_err());
    let fine = model(vec![Effect::class(0), Effect::covariate(0)]).unwrap();
    let empty = Accumulator::new(fine.clone());
    assert_eq!(empty.clone().fit().unwrap_err(), GlmError::NoObservations);
    let mut infinite = empty.clone();
    infinite.add(&Observation::new(&[0], &[f64::INFINITY], 1.0));
    assert_eq!(infinite.fit().unwrap_err(), GlmError::NotFinite);
    let mut one = empty;
    one.add(&Observation::new(&[0], &[1.0], 1.0));
    one.add(&Observation {
        weight: 0.0,
        ..Observation::new(&[0], &[2.0], 5.0)
    });
    let fit = one.fit().unwrap();
    assert_eq!(fit.error_degrees(), 0.0);
    assert!(fit.type_three().iter().all(|test| test.probability.is_nan()));
    assert!(fit.least_squares_means(1, None).is_err());
    assert!(fit.least_squares_means(9, None).is_err());
}

#[test]
fn levels_are_renumbered_before_a_merge() {
    let model = Model::new(1, 0, true, vec![Effect::class(0)]).unwrap();
    let (mut here, mut there) = (Accumulator::new(model.clone()), Accumulator::new(model));
    for (level, response) in [(0, 1.0), (1, 5.0), (0, 2.0)] {
        here.add(&Observation::new(&[level], &[], response));
        there.add(&Observation::new(&[1 - level], &[], response));
    }
    there.renumber(0, &[1, 0]);
    here.merge(there);
    let fit = here.fit().unwrap();
    let means = fit.least_squares_means(0, None).unwrap();
    near(means.means[0].estimate.unwrap().value, 1.5);
    near(means.means[1].estimate.unwrap().value, 5.0);
    assert_eq!(fit.observations(), 6.0);
}

#[test]
fn more_columns_than_can_be_kept_are_refused() {
    let model = Model::new(1, 0, true, vec![Effect::class(0)]).unwrap();
    let mut rows = Accumulator::new(model);
    for level in 0..5000 {
        rows.add(&Observation::new(&[level], &[], f64::from(level)));
    }
    let error = rows.fit().unwrap_err();
    assert_eq!(
        error,
        GlmError::TooManyColumns {
            columns: 5001,
            limit: 5000
        }
    );
}

#[test]
fn a_response_that_does_not_vary_leaves_nothing() {
    for n in [2_u32, 7, 100, 5000] {
        let model = Model::new(0, 1, true, vec![Effect::covariate(0)]).unwrap();
        let mut rows = Accumulator::new(model);
        (0..n).for_each(|x| rows.add(&Observation::new(&[], &[f64::from(x).sqrt()], 0.1)));
        let analysis = rows.fit().unwrap().analysis();
        assert_eq!((analysis.model.squares, analysis.error_squares), (0.0, 0.0), "{n}");
        assert!(analysis.r_square.is_nan());
    }
}

#[test]
fn what_cannot_be_squared_is_refused() {
    let fitted = |of_response: f64, of_covariate: f64| {
        let model = Model::new(0, 1, true, vec![Effect::covariate(0)]).unwrap();
        let mut rows = Accumulator::new(model);
        for (x, y) in [(1.0, 2.0), (2.0, 3.0), (4.0, 8.0), (5.0, 8.5)] {
            rows.add(&Observation::new(&[], &[x * of_covariate], y * of_response));
        }
        rows.fit()
    };
    let plain = fitted(1.0, 1.0).unwrap();
    for scale in [1e-300, 1e300] {
        assert_eq!(fitted(scale, 1.0).unwrap_err(), GlmError::Squares);
        let scaled = fitted(1.0, scale).unwrap();
        near(scaled.parameters()[1].t, plain.parameters()[1].t);
        near(scaled.type_three()[0].squares, plain.type_three()[0].squares);
        near(scaled.variance_inflation()[1], 1.0);
    }
    assert!(fitted(0.0, 1.0).is_ok());
}

proptest! {
    #[test]
    fn triangles_of_cells_are_as_good_as_all_rows(
        rows in prop::collection::vec((0..4_u32, 0..3_u32, -9..9_i32, -50..50_i32), 1..60),
    ) {
        let effects = vec![
            Effect::class(0),
            Effect::covariate(0),
            Effect::class(1).within(0),
            Effect::class(0).times(0),
            Effect::covariate(0).times(0),
        ];
        let mut accumulator = Accumulator::new(Model::new(2, 1, true, effects).unwrap());
        let add = |to: &mut Accumulator, (a, b, x, y): &(u32, u32, i32, i32)| {
            to.add(&Observation::new(&[*a, *b], &[f64::from(*x)], f64::from(*y)));
        };
        rows.iter().for_each(|row| add(&mut accumulator, row));
        let fit = accumulator.fit().unwrap();
        let mut dense = Triangle::new(fit.columns().len() + 1);
        for (a, b, x, y) in &rows {
            let x = f64::from(*x);
            let of_column = |column: &Column| {
                let is = |levels: &[u32]| f64::from(u8::from(column.levels == levels));
                match column.effect {
                    None => 1.0,
                    Some(0) => is(&[*a]),
                    Some(1) => x,
                    Some(2) => is(&[*a, *b]),
                    Some(3) => x * is(&[*a]),
                    _ => x * x,
                }
            };
            let row: Vec<f64> = fit.columns().iter().map(of_column).chain([f64::from(*y)]).collect();
            dense.add(&row);
        }
        let dense = LeastSquares::of(&mut dense, SINGULAR);
        let fitted = fit.least_squares();
        prop_assert_eq!(dense.pivots(), fitted.pivots());
        let squares: f64 = rows.iter().map(|row| f64::from(row.3).powi(2)).sum();
        prop_assert!((dense.residual_squares() - fitted.residual_squares()).abs() <= 1e-10 * squares);
        for (one, other) in dense.coefficients().iter().zip(fitted.coefficients()) {
            prop_assert!((one - other).abs() < 1e-6 * (1.0 + one.abs()));
        }
    }

    #[test]
    fn no_values_do_harm(
        rows in prop::collection::vec((0..3_u32, any::<f64>(), any::<f64>(), any::<f64>()), 0..20),
    ) {
        let effects = vec![Effect::class(0), Effect::covariate(0), Effect::class(0).times(0)];
        let mut accumulator = Accumulator::new(Model::new(1, 1, true, effects).unwrap());
        for (level, x, y, weight) in &rows {
            let observation = Observation::new(std::slice::from_ref(level), std::slice::from_ref(x), *y);
            accumulator.add(&Observation { weight: *weight, ..observation });
        }
        if let Ok(fit) = accumulator.fit() {
            fit.type_three();
            fit.parameters();
            fit.analysis();
            prop_assert!(fit.least_squares_means(0, None).is_ok());
        }
    }

    #[test]
    fn parts_merged_are_the_whole_and_order_is_of_no_account(
        rows in prop::collection::vec((0..3_u32, 0..2_u32, -50..50_i32, -50..50_i32), 12..80),
        cut in 0..80_usize,
    ) {
        let effects = vec![
            Effect::class(0), Effect::class(1), Effect::crossed(&[0, 1]), Effect::covariate(0),
        ];
        let model = Model::new(2, 1, true, effects).unwrap();
        let add = |to: &mut Accumulator, (a, b, x, y): &(u32, u32, i32, i32)| {
            to.add(&Observation::new(&[*a, *b], &[f64::from(*x)], f64::from(*y)));
        };
        let mut whole = Accumulator::new(model.clone());
        rows.iter().for_each(|row| add(&mut whole, row));
        let cut = cut.min(rows.len());
        let (mut first, mut second) = (Accumulator::new(model.clone()), Accumulator::new(model));
        rows[..cut].iter().rev().for_each(|row| add(&mut first, row));
        rows[cut..].iter().for_each(|row| add(&mut second, row));
        second.merge(first);
        let (whole, merged) = (whole.fit().unwrap(), second.fit().unwrap());
        let scale = 1e-9 * (1.0 + whole.analysis().total_squares);
        for (a, b) in whole.type_three().iter().zip(merged.type_three()) {
            prop_assert_eq!(a.degrees, b.degrees);
            prop_assert!((a.squares - b.squares).abs() < scale);
        }
        // The last effect explains the same in addition to all others by both types.
        let (one, three) = (whole.type_one(), whole.type_three());
        prop_assert!((one[3].squares - three[3].squares).abs() < scale);
        let sum: f64 = one.iter().map(|test| test.squares).sum();
        prop_assert!((sum - whole.analysis().model.squares).abs() < scale);
    }
}

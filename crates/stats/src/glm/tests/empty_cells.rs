//! Designs with empty cells, nesting, dependent columns and no intercept.

use super::*;

/// A design with two empty cells, and another whose second class is nested; the responses are the same.
fn unequal(cells: [(u32, u32, usize); 7]) -> Vec<(Vec<u32>, Vec<f64>, f64, f64)> {
    let responses = [12, 15, 11, 20, 26, 7, 9, 31, 28, 14, 22, 25, 19, 5];
    let levels = cells.iter().flat_map(|(a, b, n)| vec![vec![*a, *b]; *n]);
    levels
        .zip(responses)
        .map(|(levels, response)| (levels, vec![], f64::from(response), 1.0))
        .collect()
}

#[test]
fn empty_cells_and_nesting() {
    // By the definition of type III functions in rational numbers (SymPy 1.14).
    let empty = [
        (0, 0, 2),
        (0, 1, 3),
        (1, 0, 1),
        (1, 1, 2),
        (1, 2, 2),
        (2, 1, 1),
        (2, 2, 3),
    ];
    let fit = fitted(crossed(), &unequal(empty));
    let wanted = [
        (2.0, 5.325_510_923_185_342),
        (2.0, 187.876_422_764_227_64),
        (2.0, 54.857_397_504_456_33),
    ];
    for (test, (degrees, squares)) in fit.type_three().iter().zip(wanted) {
        assert_eq!(test.degrees, degrees);
        near(test.squares, squares);
    }
    let means = fit.least_squares_means(0, None).unwrap();
    let known: Vec<bool> = means.means.iter().map(|mean| mean.estimate.is_some()).collect();
    assert_eq!(known, [false, true, false], "only the second class has all cells");
    assert_eq!(means.difference(0, 1), None);
    assert_eq!(means.difference(1, 9), None);

    let nested = [
        (0, 0, 2),
        (0, 1, 3),
        (1, 2, 1),
        (1, 3, 2),
        (1, 4, 2),
        (2, 0, 1),
        (2, 1, 3),
    ];
    let effects = vec![Effect::class(0), Effect::class(1).within(0)];
    let fit = fitted(Model::new(2, 0, true, effects).unwrap(), &unequal(nested));
    let wanted = [(2.0, 21.075_203_252_032_52), (4.0, 207.183_333_333_333_34)];
    for (test, (degrees, squares)) in fit.type_three().iter().zip(wanted) {
        assert_eq!(test.degrees, degrees);
        near(test.squares, squares);
    }
    let means = fit.least_squares_means(0, None).unwrap();
    assert!(means.means.iter().all(|mean| mean.estimate.is_some()));
}

#[test]
fn a_covariate_that_depends_on_others_gets_nothing() {
    let rows: Vec<_> = (0..9)
        .map(|i| {
            let x = f64::from(i);
            (vec![], vec![x, 3.0 * x - 7.0], x * x, 1.0)
        })
        .collect();
    let effects = vec![Effect::covariate(0), Effect::covariate(1)];
    let fit = fitted(Model::new(0, 2, true, effects).unwrap(), &rows);
    let parameters = fit.parameters();
    assert_eq!(parameters[2].estimate, 0.0);
    assert!(parameters.iter().all(|parameter| parameter.biased));
    assert_eq!(fit.type_one()[1].degrees, 0.0);
    assert!(fit.type_one()[1].f.is_nan());
}

#[test]
fn a_model_without_intercept_is_measured_from_zero() {
    let rows = [(1.0, 2.0), (2.0, 3.0), (4.0, 9.0)].map(|(x, y)| (vec![], vec![x], y, 1.0));
    let fit = fitted(Model::new(0, 1, false, vec![Effect::covariate(0)]).unwrap(), &rows);
    let analysis = fit.analysis();
    near(analysis.total_squares, 94.0);
    near(analysis.total_degrees, 3.0);
    near(fit.parameters()[0].estimate, 44.0 / 21.0);
    near(analysis.model.squares, 44.0 * 44.0 / 21.0);
}

#[test]
fn three_classes_with_empty_cells() {
    let rows = [
        (0, 0, 0, 23),
        (0, 0, 0, 34),
        (0, 0, 1, 30),
        (0, 1, 0, 4),
        (0, 1, 0, 11),
        (0, 1, 1, 24),
        (0, 2, 0, 16),
        (0, 2, 0, 25),
        (0, 2, 0, 35),
        (1, 0, 1, 37),
        (1, 1, 0, 1),
        (1, 1, 0, 14),
        (1, 1, 1, 18),
        (1, 1, 1, 12),
        (1, 1, 1, 25),
        (1, 2, 0, 5),
        (1, 2, 0, 9),
        (1, 2, 1, 9),
        (1, 2, 1, 9),
        (1, 2, 1, 1),
    ]
    .map(|(a, b, c, y): (u32, u32, u32, i32)| (vec![a, b, c], vec![], f64::from(y), 1.0));
    let effects = [&[0][..], &[1], &[2], &[0, 1], &[0, 2], &[1, 2]];
    let effects = effects.map(Effect::crossed).to_vec();
    let fit = fitted(Model::new(3, 0, true, effects).unwrap(), &rows);
    // By the definition of type III functions in rational numbers (SymPy 1.14).
    let wanted = [
        (1.0, 58.739_837_398_373_986),
        (2.0, 732.089_108_910_891_1),
        (1.0, 72.085_714_285_714_29),
        (2.0, 231.466_666_666_666_67),
        (1.0, 13.761_904_761_904_763),
        (2.0, 154.35),
    ];
    for (test, (degrees, squares)) in fit.type_three().iter().zip(wanted) {
        assert_eq!(test.degrees, degrees);
        near(test.squares, squares);
    }
    // Means over two classes agree with their cells where there are observations in all of them.
    let means = fit.least_squares_means(3, None).unwrap();
    assert_eq!(means.means[1].levels, [0, 1]);
    assert!(means.means[1].estimate.is_some());
}

#[test]
fn means_of_cells_are_estimable_however_many_columns_depend_on_others() {
    // Rounding errors in columns that are sums of others must not count as independent.
    let cells = [
        (0, 0, 4),
        (0, 1, 2),
        (1, 0, 4),
        (2, 0, 1),
        (2, 1, 1),
        (3, 0, 4),
        (3, 1, 1),
    ];
    let mut rows = Vec::new();
    for (place, (a, b, count)) in cells.into_iter().enumerate() {
        for number in 0..count {
            let y = ((7 * place + 3 * number) % 11) as f64 * 1.37 - 4.1;
            rows.push((vec![a, b, 0], Vec::new(), y, 1.0));
        }
    }
    let effects = [&[0][..], &[1], &[0, 1], &[2], &[0, 2], &[1, 2], &[0, 1, 2]];
    let effects = effects.map(Effect::crossed).to_vec();
    for intercept in [true, false] {
        let model = Model::new(3, 0, intercept, effects.clone()).unwrap();
        let means = fitted(model, &rows).least_squares_means(6, None).unwrap();
        for mean in means.means {
            let of_cell = rows.iter().filter(|row| row.0 == mean.levels);
            let (n, sum) = of_cell.fold((0.0, 0.0), |(n, sum), row| (n + 1.0, sum + row.2));
            let found = mean.estimate.expect("a cell with observations");
            assert!((found.value - sum / n).abs() < 1e-12, "{:?}", mean.levels);
        }
    }
}

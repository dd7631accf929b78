//! The published example of ordinal regression: nine ratings of four cheese additives (P. McCullagh and J. A. Nelder,
//! Generalized Linear Models, 1989, page 175).

use super::*;

/// The number of times that each additive had each rating.
const RATINGS: [[f64; 9]; 4] = [
    [0.0, 0.0, 1.0, 7.0, 8.0, 8.0, 19.0, 8.0, 1.0],
    [6.0, 9.0, 12.0, 11.0, 7.0, 6.0, 1.0, 0.0, 0.0],
    [1.0, 1.0, 6.0, 8.0, 23.0, 7.0, 5.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0, 3.0, 7.0, 14.0, 16.0, 11.0],
];

// SAS/STAT User's Guide, LOGISTIC, "Ordinal Logistic Regression": likelihood ratio 148.4539, score 111.2670, both with
// 3 degrees of freedom; score test of proportional odds 17.287 with 21. The second derivatives in numpy give 17.28682
// with the observed information of separate slopes, whose rank is 28 of 32, and 20.93794 with the expected one; the
// global score is 111.26697 with the expected information, and 143.66374 with the observed one.
#[test]
fn the_tests_of_the_ratings_of_cheese() {
    let column = |additive: usize| (0..3).map(move |own| f64::from(u8::from(own == additive)));
    let rows: Vec<(Vec<f64>, usize, f64)> = RATINGS
        .iter()
        .enumerate()
        .flat_map(|(additive, counts)| {
            let rated = counts.iter().enumerate();
            rated.map(move |(rating, count)| (column(additive).collect(), rating, *count))
        })
        .collect();
    let mut model = Logistic::new(&weights(&rows, 9), 3, tight()).unwrap();
    assert_eq!(run(&mut model, &rows), Progress::Converged);
    let fit = model.fit().unwrap();
    assert!((fit.likelihood_ratio().statistic - 148.453_899_138).abs() < 1e-8);
    assert!((fit.score().statistic - 111.266_967_320).abs() < 1e-8);
    assert!((fit.wald().statistic - 115.152_886).abs() < 1e-5);
    let (mut pass, mut part) = (model.proportional_odds_pass(), model.proportional_odds_pass());
    for (index, (columns, category, count)) in rows.iter().enumerate() {
        let to = if index % 2 == 0 { &mut part } else { &mut pass };
        to.add(columns, *category, 1.0, *count);
    }
    pass.merge(&part);
    let proportional = model.proportional_odds(pass);
    assert!((proportional.statistic - 17.286_815_024_8).abs() < 1e-8);
    assert_eq!(proportional.degrees, 21.0);
}

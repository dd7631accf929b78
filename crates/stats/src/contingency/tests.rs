//! Tables against scipy 1.17.1.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got / want - 1.0).abs() < 1e-9, "{got} {want}");
}

#[test]
fn three_rows_and_columns() {
    let table = Contingency::new(3, &[12.0, 5.0, 7.0, 3.0, 9.0, 14.0, 8.0, 2.0, 6.0]);
    near(table.pearson().statistic, 10.786_140_917_255_047);
    near(table.pearson().probability, 0.029_075_604_326_920_72);
    near(table.likelihood_ratio().statistic, 11.968_188_372_518_128);
    near(table.likelihood_ratio().probability, 0.017_589_399_108_159_383);
    let scores = [1.0, 2.0, 3.0];
    near(
        table.mantel_haenszel(&scores, &scores).statistic,
        0.406_462_067_165_476_6,
    );
    near(table.cramers_v(), 0.285_855_188_455_769_85);
    near(table.contingency_coefficient(), 0.374_793_132_196_342_1);
    near(table.phi(), (10.786_140_917_255_047f64 / 66.0).sqrt());
    assert_eq!(table.continuity_adjusted(), None);
    assert_eq!(table.fisher(), None);
    assert_eq!(table.row_totals(), [24.0, 26.0, 16.0]);
    assert_eq!(table.column_totals(), [23.0, 16.0, 27.0]);
    near(table.sparse_share(), 1.0 / 9.0);
}

#[test]
fn two_rows_and_columns() {
    let table = Contingency::new(2, &[3.0, 8.0, 11.0, 4.0]);
    let adjusted = table.continuity_adjusted().unwrap();
    near(adjusted.statistic, 3.722_727_272_727_273_6);
    near(adjusted.probability, 0.053_676_629_729_880_174);
    near(table.phi(), -0.456_474_981_099_083_2);
    assert_eq!(table.phi(), table.cramers_v());
    let exact = table.fisher().unwrap();
    near(exact.left, 0.026_033_113_474_222_637);
    near(exact.right, 0.997_287_656_481_356_9);
    near(exact.two_sided, 0.044_736_842_105_263_16);
    near(exact.table, exact.left + exact.right - 1.0);
    let large = Contingency::new(2, &[300.0, 700.0, 500.0, 900.0]).fisher().unwrap();
    near(large.left, 0.001_920_160_845_699_610_6);
    near(large.two_sided, 0.003_737_702_350_404_020_8);
}

#[test]
fn empty_rows_and_columns_do_not_count() {
    let table = Contingency::new(3, &[5.0, 0.0, 7.0, 0.0, 0.0, 0.0, 2.0, 0.0, 9.0]);
    let dense = Contingency::new(2, &[5.0, 7.0, 2.0, 9.0]);
    assert_eq!(table.degrees(), 1.0);
    near(table.pearson().statistic, dense.pearson().statistic);
    let nothing = Contingency::new(2, &[0.0; 4]);
    assert_eq!(nothing.degrees(), 0.0);
    assert!(nothing.pearson().probability.is_nan());
    assert_eq!(nothing.fisher(), None);
    let odd = Contingency::new(2, &[1.0, -3.0, f64::NAN]);
    assert_eq!((odd.rows(), odd.columns(), odd.total()), (2, 2, 1.0));
    assert_eq!(Contingency::new(0, &[]).rows(), 0);
    assert_eq!(Contingency::new(2, &[1.5, 2.0, 3.0, 4.0]).fisher(), None);
}

proptest! {
    #[test]
    fn a_table_turned_around_says_the_same(counts in prop::collection::vec(0..30_u8, 6)) {
        let counts: Vec<f64> = counts.into_iter().map(f64::from).collect();
        let turned: Vec<f64> = (0..6).map(|i| counts[i % 2 * 3 + i / 2]).collect();
        let (one, other) = (Contingency::new(3, &counts), Contingency::new(2, &turned));
        prop_assert_eq!(one.degrees(), other.degrees());
        let (a, b) = (one.pearson().statistic, other.pearson().statistic);
        prop_assert!((a - b).abs() <= 1e-9 * (1.0 + a.abs()));
        prop_assert!(one.likelihood_ratio().statistic >= -1e-9);
    }

    #[test]
    fn exact_tests_are_sums_over_all_tables(counts in prop::collection::vec(0..15_u8, 4)) {
        let counts: Vec<f64> = counts.into_iter().map(f64::from).collect();
        let Some(exact) = Contingency::new(2, &counts).fisher() else {
            return Ok(());
        };
        let [a, b, c, d] = [counts[0], counts[1], counts[2], counts[3]];
        let logarithm = |n: f64| (1..=n as u32).map(|i| f64::from(i).ln()).sum::<f64>();
        let probability = |first: f64| {
            let cells = [first, a + b - first, a + c - first, d - a + first];
            let sums = [a + b, c + d, a + c, b + d];
            let tops: f64 = sums.into_iter().map(logarithm).sum();
            (tops - cells.into_iter().map(logarithm).sum::<f64>() - logarithm(a + b + c + d)).exp()
        };
        let (low, high) = ((a - d).max(0.0) as u32, (a + b).min(a + c) as u32);
        let (mut left, mut right, mut both) = (0.0, 0.0, 0.0);
        for first in (low..=high).map(f64::from) {
            let p = probability(first);
            left += if first <= a { p } else { 0.0 };
            right += if first >= a { p } else { 0.0 };
            both += if p <= probability(a) * (1.0 + 1e-7) { p } else { 0.0 };
        }
        for (got, want) in [(exact.left, left), (exact.right, right), (exact.two_sided, both)] {
            prop_assert!((got - want).abs() < 1e-9, "{got} {want}");
        }
    }
}

//! The sets of analysis of variance by S. Simon and J. Lesage (SmLs01 to SmLs09), which are made by rule: nine
//! treatments with means of 1.4, 1.3, 1.5, 1.3 and so on, and replicates that alternate around these, all
//! after a leading part that all values share.

use feedrate_stats::glm::{Accumulator, Effect, Model, Observation};

use super::digits;

/// The F test of the treatments, whose certified value is the number of replicates, and the digits of it.
fn reached(leading: f64, replicates: u32) -> (f64, f64) {
    let model = Model::new(1, 0, true, vec![Effect::class(0)]).expect("there is one class");
    let mut rows = Accumulator::new(model);
    for treatment in 0..9 {
        let mean = match treatment {
            0 => 4,
            odd if odd % 2 == 1 => 3,
            _ => 5,
        };
        for replicate in 0..replicates {
            let tenths = match replicate {
                0 => mean,
                odd if odd % 2 == 1 => mean - 1,
                _ => mean + 1,
            };
            // The nearest double to what stands in the set.
            let response = (leading * 10.0 + f64::from(tenths)) / 10.0;
            rows.add(&Observation::new(&[treatment], &[], response));
        }
    }
    let fit = rows.fit().expect("there are observations");
    let analysis = fit.analysis();
    (
        digits(fit.type_three()[0].f, f64::from(replicates)),
        digits(analysis.mean_square_error, 0.01),
    )
}

#[test]
fn the_certified_digits_are_reached() {
    // Of 1000000000000.4 a double keeps four digits behind the point, which is all that the last can have.
    for (leading, least) in [(1.0, 12.0), (1e6, 8.0), (1e12, 2.0)] {
        for replicates in [21, 201, 2001] {
            let (f, error) = reached(leading, replicates);
            println!("{leading:e} {replicates:5} {f:5.1} {error:5.1}");
            assert!(f >= least && error >= least, "{leading} {replicates}: {f} {error}");
        }
    }
}

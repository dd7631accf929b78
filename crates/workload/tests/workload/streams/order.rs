//! Random order.

use std::fs;

use feedrate_pageio::{Access, Geometry};
use feedrate_workload::Stream;

use crate::streams::ground::*;

/// Which pages of a file of 80 a stream over pages 8 to 71 wrote.
fn written(folder: &std::path::Path, change: impl FnOnce(Stream) -> Stream) -> Vec<usize> {
    let path = folder.join("file");
    make(&path, 80 * PAGE);
    let before = pages(&path);
    let mut stream = cached(write(&path), 64 * PAGE);
    stream.range.offset = 8 * PAGE;
    stream.access = Access::Random;
    let outcome = run_one(change(stream));
    assert_eq!(outcome.bytes(), 64 * PAGE);
    let after = pages(&path);
    fs::remove_file(&path).unwrap();
    (0..80).filter(|&index| before[index] != after[index]).collect()
}

#[test]
fn random_order_stays_in_the_range_and_spreads_over_it() {
    let folder = folder();
    for seed in 1..6 {
        let written = written(folder.path(), |mut stream| {
            stream.seed = seed;
            stream
        });
        assert!(written.iter().all(|index| (8..72).contains(index)));
        // Of 64 drawn with return, 40.6 are expected, give or take 2.9.
        assert!((30..=51).contains(&written.len()), "{}", written.len());
        for quarter in written.chunk_by(|a, b| (a - 8) / 16 == (b - 8) / 16) {
            assert!(quarter.len() >= 4);
        }
    }
}

#[test]
fn a_seed_draws_its_own_order() {
    let folder = folder();
    let of_seed = |seed| {
        written(folder.path(), |mut stream| {
            stream.seed = seed;
            stream
        })
    };
    let first = of_seed(1);
    assert_eq!(first, of_seed(1));
    assert_ne!(first, of_seed(2));
}

#[test]
fn random_transfers_of_several_pages_lie_side_by_side() {
    let folder = folder();
    let written = written(folder.path(), |mut stream| {
        stream.geometry = Geometry::even(PAGE, 4);
        stream.overlapped_random()
    });
    for run in written.chunks(4) {
        assert_eq!(run[0] % 4, 0);
        assert_eq!(run[3] - run[0], 3);
    }
}

trait OverlappedRandom {
    fn overlapped_random(self) -> Self;
}

impl OverlappedRandom for Stream {
    /// Overlapped, with the geometry that it has.
    fn overlapped_random(self) -> Self {
        let geometry = self.geometry;
        Self {
            geometry,
            ..self.overlapped(4)
        }
    }
}

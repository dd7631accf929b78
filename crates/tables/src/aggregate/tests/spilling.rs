//! Cells and values are the same with little memory as with much.

use std::sync::atomic::AtomicBool;

use feedrate_stats::Moments;
use proptest::prelude::*;

use super::super::cells::Cells;
use super::super::details::Details;
use super::super::layout::Layout;
use super::super::selections::Selections;
use super::super::values::Tally;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::spill::SpillRoom;
use feedrate_rows::{from_sortable, sortable};

const LAYOUT: Layout = Layout {
    variables: 2,
    weighted: false,
    higher: true,
    details: Details::NONE,
    selections: Selections::NONE,
};

/// The cells and values with a given memory limit.
type Found = (Vec<(Vec<u8>, f64, Moments)>, Vec<(Vec<u8>, usize, f64, f64)>);

fn found(observations: &[(u8, f64)], memory: usize) -> Found {
    let folder = tempfile::tempdir().unwrap();
    let room = SpillRoom::new(folder.path());
    let stop = AtomicBool::new(false);
    let spilling = SpillSetting {
        room: &room,
        memory,
        stop: &stop,
    };
    let mut cells = Cells::new(LAYOUT, 3, memory);
    let mut tally = Tally::new(LAYOUT.variables, false, 3, memory);
    for &(class, value) in observations {
        let key = [b'k', class, b'x'];
        let number = cells.number(&key);
        let cell = cells.cell_mut(number);
        cell[0] += 1.0;
        LAYOUT.add(cell, 1, &Moments::of(value, 1.0, 1.0));
        cells.hold(spilling).unwrap();
        let number = tally.cell(&key);
        tally.add(number, usize::from(class % 2), sortable(value), 1.0);
        tally.hold(spilling).unwrap();
    }
    let mut all_cells = Vec::new();
    let mut sorted = cells.into_sorted(spilling).unwrap();
    while let Some((key, cell)) = sorted.next().unwrap() {
        assert_eq!(LAYOUT.get(cell, 0), Moments::NONE);
        all_cells.push((key.to_vec(), cell[0], LAYOUT.get(cell, 1)));
    }
    let mut all_values: Vec<(Vec<u8>, usize, f64, f64)> = Vec::new();
    let mut sorted = tally.into_sorted(spilling).unwrap();
    while let Some((key, valued)) = sorted.current() {
        let next = (
            key.to_vec(),
            valued.variable,
            from_sortable(valued.value),
            valued.weight,
        );
        match all_values.last_mut() {
            // A value can occur several times.
            Some(last) if (&last.0, last.1, last.2) == (&next.0, next.1, next.2) => last.3 += next.3,
            _ => all_values.push(next),
        }
        sorted.advance().unwrap();
    }
    (all_cells, all_values)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn little_memory_gives_the_same(
        observations in prop::collection::vec((0..40_u8, -20..20_i32), 0..600),
        memory in 200..6000_usize,
    ) {
        let observations = observations.into_iter().map(|(class, value)| (class, f64::from(value) / 4.0));
        let observations: Vec<_> = observations.collect();
        let (cells, values) = found(&observations, usize::MAX / 4);
        let (spilled_cells, spilled_values) = found(&observations, memory);
        prop_assert_eq!(values, spilled_values);
        prop_assert_eq!(cells.len(), spilled_cells.len());
        for (a, b) in cells.iter().zip(&spilled_cells) {
            prop_assert_eq!((&a.0, a.1), (&b.0, b.1));
            let (a, b) = (a.2, b.2);
            prop_assert_eq!((a.n, a.total(), a.min, a.max), (b.n, b.total(), b.min, b.max));
            prop_assert!((a.second - b.second).abs() <= 1e-12 * a.second);
            prop_assert!((a.fourth - b.fourth).abs() <= 1e-12 * a.fourth);
        }
    }
}

#[test]
fn values_of_several_parts_are_one_whole() {
    let folder = tempfile::tempdir().unwrap();
    let room = SpillRoom::new(folder.path());
    let stop = AtomicBool::new(false);
    let spilling = SpillSetting {
        room: &room,
        memory: 1 << 20,
        stop: &stop,
    };
    let part = |memory: usize, values: &[f64]| {
        let mut tally = Tally::new(1, false, 0, memory);
        for &value in values {
            let cell = tally.cell(&[]);
            tally.add(cell, 0, sortable(value), 1.0);
            tally.hold(spilling).unwrap();
        }
        tally
    };
    // The first is spilled again and again, the second is not.
    let mut whole = part(1, &[3.0, 1.0, 2.0]);
    whole.absorb(part(1 << 20, &[2.0, 5.0]), spilling).unwrap();
    let mut sorted = whole.into_sorted(spilling).unwrap();
    let mut all = Vec::new();
    sorted.of(&[], 0, |value, _| all.push(value)).unwrap();
    assert_eq!(all, [1.0, 2.0, 2.0, 3.0, 5.0]);
}

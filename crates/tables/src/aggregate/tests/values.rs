//! Values that are all in memory give what combined and spilled ones give.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::from_sortable;
use feedrate_rows::spill::SpillRoom;
use feedrate_stats::quantile::{Definition, Percentiles};
use feedrate_values::missing::MISSING;
use proptest::prelude::*;

use super::super::block::Block;
use super::super::details::Details;
use super::super::layout::Layout;
use super::super::selections::Selections;
use super::super::values::{HeldValues, Order, Tally};

const VARIABLES: usize = 3;
const PERCENTS: [f64; 4] = [1.0, 25.0, 50.0, 90.0];

/// The class, the numbers and the weight of an observation.
type Observation = (u8, [f64; VARIABLES], u8);

/// The values of each class and variable, each once with its weight.
type Values = BTreeMap<(Vec<u8>, usize), Vec<(f64, f64)>>;

fn observations() -> impl Strategy<Value = Vec<Observation>> {
    let number = prop_oneof![
        4 => (-20..20_i32).prop_map(|number| f64::from(number) / 4.0),
        2 => -1e3..1e3_f64,
        1 => Just(MISSING),
    ];
    let numbers = prop::array::uniform3(number);
    prop::collection::vec((0..6_u8, numbers, 0..4_u8), 0..400)
}

/// Returns the collected values of a part, with keys of three bytes or of none.
fn tally(part: &[Observation], is_weighted: bool, has_key: bool, spilling: SpillSetting<'_>) -> Tally {
    let layout = Layout {
        variables: VARIABLES,
        weighted: is_weighted,
        higher: false,
        details: Details::NONE,
        selections: Selections::NONE,
    };
    let mut tally = Tally::new(VARIABLES, is_weighted, if has_key { 3 } else { 0 }, spilling.memory);
    for rows in part.chunks(16) {
        let mut block = Block::new(layout, 16);
        let mut cells = Vec::new();
        for (class, numbers, weight) in rows {
            let weight = if is_weighted { f64::from(*weight) } else { 1.0 };
            block.add(weight, weight).copy_from_slice(numbers);
            if has_key {
                cells.push(tally.cell(&[b'k', *class, b'x']));
            }
        }
        tally.add_block(&block, &cells, is_weighted);
        tally.hold(spilling).unwrap();
    }
    tally.finish();
    tally
}

fn push(values: &mut Vec<(f64, f64)>, value: f64, weight: f64) {
    match values.last_mut() {
        Some(last) if last.0 == value => last.1 += weight,
        _ => values.push((value, weight)),
    }
}

fn expected(observations: &[Observation], is_weighted: bool, has_key: bool) -> Values {
    let mut values = Values::new();
    for (class, numbers, weight) in observations {
        let key = if has_key { vec![b'k', *class, b'x'] } else { Vec::new() };
        let weight = if is_weighted { f64::from(*weight) } else { 1.0 };
        for (variable, &number) in numbers.iter().enumerate().filter(|(_, number)| !number.is_nan()) {
            let own = values.entry((key.clone(), variable)).or_default();
            own.push((number, weight));
        }
    }
    for own in values.values_mut() {
        own.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut combined = Vec::new();
        for &(value, weight) in own.iter() {
            push(&mut combined, value, weight);
        }
        *own = combined;
    }
    values
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn values_in_memory_are_those_that_came(
        observations in observations(),
        is_weighted: bool,
        has_key: bool,
        workers in 1..4_usize,
        split in 0..400_usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let room = SpillRoom::new(folder.path());
        let stop = AtomicBool::new(false);
        let spilling = SpillSetting { room: &room, memory: usize::MAX / 4, stop: &stop };
        let expected = expected(&observations, is_weighted, has_key);
        let (first, second) = observations.split_at(split.min(observations.len()));
        let mut held = HeldValues::new(if has_key { 3 } else { 0 }, workers, spilling);
        for part in [first, second] {
            let values = tally(part, is_weighted, has_key, spilling).take_uncombined().unwrap();
            held.add(values, |key, join| join(key));
        }
        prop_assert!(held.fits());
        for ((key, variable), values) in &expected {
            let mut found = Vec::new();
            let own = held.of(key, *variable, Order::Ascending).unwrap().unwrap();
            own.for_each(|value, weight| push(&mut found, value, weight));
            prop_assert_eq!(&found, values);
        }
        // Percentiles of values of which only some are in order.
        for number in 1..=5 {
            let definition = Definition::of(number).unwrap();
            held.forget();
            for ((key, variable), values) in &expected {
                let weight = values.iter().map(|(_, weight)| weight).sum();
                let mut percentiles = Percentiles::default();
                percentiles.begin(&PERCENTS, weight, false, definition);
                let order = Order::Percentiles(definition, &PERCENTS);
                held.of(key, *variable, order).unwrap().unwrap().give(&mut percentiles);
                let mut all = Percentiles::default();
                all.begin(&PERCENTS, weight, false, definition);
                for &(value, weight) in values {
                    all.take(value, weight);
                }
                for percent in PERCENTS {
                    prop_assert_eq!(percentiles.percentile(percent), all.percentile(percent));
                }
            }
        }
    }

    #[test]
    fn spilled_values_are_those_that_came(
        observations in observations(),
        is_weighted: bool,
        has_key: bool,
        memory in 200..20_000_usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let room = SpillRoom::new(folder.path());
        let stop = AtomicBool::new(false);
        let spilling = SpillSetting { room: &room, memory, stop: &stop };
        let mut sorted = tally(&observations, is_weighted, has_key, spilling).into_sorted(spilling).unwrap();
        let mut found = Values::new();
        while let Some((key, valued)) = sorted.current() {
            let own = found.entry((key.to_vec(), valued.variable)).or_default();
            push(own, from_sortable(valued.value), valued.weight);
            sorted.advance().unwrap();
        }
        prop_assert_eq!(found, expected(&observations, is_weighted, has_key));
    }
}

#[test]
fn values_of_large_cells_are_spilled_as_they_come() {
    let folder = tempfile::tempdir().unwrap();
    let room = SpillRoom::new(folder.path());
    let stop = AtomicBool::new(false);
    let setting = |memory| SpillSetting {
        room: &room,
        memory,
        stop: &stop,
    };
    // A permutation, so that all values differ, and no order is that of the rows.
    let number = |row: u64, factor: u64| (row * factor % 100_003) as f64;
    let rows = 0..70_000_u64;
    let observations: Vec<Observation> = rows
        .map(|row| {
            let numbers = [number(row, 7919), number(row, 104_729), number(row, 31)];
            ((row % 2) as u8, numbers, (row % 3) as u8)
        })
        .collect();
    for is_weighted in [false, true] {
        let expected = expected(&observations, is_weighted, true);
        let mut collected = tally(&observations, is_weighted, true, setting(2 << 20));
        assert!(room.runs() > 0);
        let mut held = HeldValues::new(3, 2, setting(1 << 30));
        held.add(collected.take_uncombined().unwrap(), |key, join| join(key));
        assert!(held.fits());
        for ((key, variable), values) in &expected {
            let mut found = Vec::new();
            let own = held.of(key, *variable, Order::Ascending).unwrap().unwrap();
            own.for_each(|value, weight| push(&mut found, value, weight));
            assert_eq!(&found, values);
        }
        // With less memory than those of one variable in a cell take.
        let mut held_in_little = HeldValues::new(3, 2, setting(1 << 19));
        let parts = held.into_parts();
        for part in parts {
            held_in_little.add(part, |key, join| join(key));
        }
        assert!(!held_in_little.fits());
        collected.put_back(held_in_little.into_parts().remove(0));
        let mut sorted = collected.into_sorted(setting(1 << 19)).unwrap();
        let mut found = Values::new();
        while let Some((key, valued)) = sorted.current() {
            let own = found.entry((key.to_vec(), valued.variable)).or_default();
            push(own, from_sortable(valued.value), valued.weight);
            sorted.advance().unwrap();
        }
        assert_eq!(found, expected);
    }
}

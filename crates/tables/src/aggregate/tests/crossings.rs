//! Several crossings that are collected together give the same results as each one alone.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::super::block::Block;
use super::super::crossing::{CrossingCollector, KeyParts, hold};
use super::super::details::Details;
use super::super::layout::Layout;
use super::super::needs::Needs;
use super::super::request::CrossedClasses;
use super::super::selections::Selections;
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_rows::spill::SpillRoom;

/// The ranges of four variables in a key of all.
const SPANS: [(usize, usize); 4] = [(0, 1), (1, 3), (3, 4), (4, 6)];

/// The frequency of each key, with the sum of the analysis variable, if there is one.
type Found = BTreeMap<Vec<u8>, (f64, f64)>;

/// Returns the key of a crossing, computed from the definition.
fn own_key(classes: &[usize], key: &[u8; 6]) -> Vec<u8> {
    let parts = classes.iter().map(|&class| SPANS[class]);
    parts.flat_map(|(start, end)| key[start..end].to_vec()).collect()
}

fn collected(crossings: &[Vec<usize>], keys: &[[u8; 6]], variables: usize, memory: usize) -> (Vec<Found>, u64) {
    let folder = tempfile::tempdir().unwrap();
    let room = SpillRoom::new(folder.path());
    let stop = AtomicBool::new(false);
    let spilling = SpillSetting {
        room: &room,
        memory,
        stop: &stop,
    };
    let needs = Needs {
        layout: Layout {
            variables,
            weighted: false,
            higher: false,
            details: Details::NONE,
            selections: Selections::NONE,
        },
        values: false,
        ids: &[],
        selections: &[],
    };
    let mut collectors: Vec<CrossingCollector> = crossings
        .iter()
        .map(|classes| {
            let parts = KeyParts::new(&CrossedClasses::whole(classes.clone()), &SPANS);
            CrossingCollector::new(parts, needs, memory / crossings.len())
        })
        .collect();
    let mut block = Block::new(needs.layout, 16);
    for rows in keys.chunks(16) {
        for (row, key) in rows.iter().enumerate() {
            let counted = (variables == 0).then_some(1.0);
            for collector in &mut collectors {
                collector.take(key, row, counted);
            }
            block.add(1.0, 1.0).fill(f64::from(key[1]));
        }
        for collector in &mut collectors {
            collector.empty(&block, &[], needs, false, spilling).unwrap();
        }
        block.clear();
        hold(&mut collectors, memory, spilling).unwrap();
    }
    let found = collectors.iter_mut().map(|collector| {
        let mut cells = collector.finish(needs).cells.into_sorted(spilling).unwrap();
        let mut found = Found::new();
        while let Some((key, cell)) = cells.next().unwrap() {
            let sum = match variables {
                0 => 0.0,
                _ => needs.layout.get(cell, 0).total(),
            };
            assert_eq!(found.insert(key.to_vec(), (cell[0], sum)), None);
        }
        found
    });
    (found.collect(), room.runs())
}

/// Some of four variables, in ascending order.
fn classes() -> impl Strategy<Value = Vec<usize>> {
    prop::sample::subsequence(vec![0, 1, 2, 3], 1..=4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn each_crossing_has_the_cells_of_its_own_variables(
        crossings in prop::collection::vec(classes(), 1..6),
        keys in prop::collection::vec(prop::array::uniform6(0..5_u8), 0..200),
        variables in 0..2_usize,
        memory in prop_oneof![200..4000_usize, Just(1 << 30)],
    ) {
        let (found, runs) = collected(&crossings, &keys, variables, memory);
        prop_assert!(runs == 0 || memory < 1 << 30);
        for (classes, found) in crossings.iter().zip(found) {
            let mut wanted = Found::new();
            for key in &keys {
                let cell = wanted.entry(own_key(classes, key)).or_default();
                cell.0 += 1.0;
                cell.1 += f64::from(key[1]) * variables as f64;
            }
            prop_assert_eq!(found, wanted);
        }
    }
}

#[test]
fn what_takes_most_is_laid_down_first() {
    let keys: Vec<[u8; 6]> = (0..=255).map(|byte| [byte % 2, byte, 0, 0, 0, 0]).collect();
    // The first variable has only two cells, which stay in memory.
    let (found, runs) = collected(&[vec![0], vec![1]], &keys, 0, 2000);
    assert_eq!(found[0].len(), 2);
    assert_eq!(found[1].len(), 256);
    // A run is spilled whenever cells of 22 bytes reach about 2000 bytes, in blocks of 16 rows.
    assert_eq!(runs, 256 / 96 + 1);
}

#[test]
fn neighbours_in_the_key_are_copied_together() {
    let parts = |classes: &[usize]| KeyParts::new(&CrossedClasses::whole(classes.to_vec()), &SPANS);
    assert_eq!(parts(&[0, 1, 2, 3]).copied(), [(0, 6)]);
    assert_eq!(parts(&[3, 1]).copied(), [(1, 3), (4, 6)]);
    assert_eq!(parts(&[1, 3]).own(), [(1, 0, 2), (3, 2, 4)]);
    assert_eq!(parts(&[1, 3]).bytes(), 4);
}

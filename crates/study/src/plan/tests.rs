use std::path::Path;

use super::*;
use crate::definition::{Overrides, Study};

const STUDY: &str = r#"
title = "t"
warm_up = 1
repeats = 3
space = "2 * {size}"
[run]
command = ["true", "{size}", "{way}", "{hand}"]
[[factor]]
name = "way"
levels = ["a", "b", "c"]
[[factor]]
name = "hand"
levels = ["low", "high"]
prompt = "Set it to {level}"
[[factor]]
name = "size"
levels = ["1M", "4M"]
[[leave_out]]
way = ["b", "c"]
size = "4M"
"#;

fn study() -> Study {
    Study::parse(Path::new("s.toml"), STUDY, &Overrides::default()).unwrap()
}

#[test]
fn cells_are_all_combinations_but_those_left_out() {
    let plan = Plan::of(&study()).unwrap();
    assert_eq!(plan.cells.len(), 12 - 4);
    assert_eq!(plan.runs(), 32);
    assert_eq!(plan.space, Some(8 << 20));
    assert!(!plan.cells.contains(&vec![1, 0, 1]));
    assert_eq!(
        plan.blocks[0],
        Block {
            is_warm_up: true,
            number: 1
        }
    );
}

#[test]
fn only_some_cells_can_be_run() {
    let study = study();
    let only = |name: &str, level: &str| {
        let mut plan = Plan::of(&study).unwrap();
        plan.keep_only(&study, &[(name.to_owned(), vec![level.to_owned()])])
            .map(|()| plan.cells.len())
            .map_err(|error| error.to_string())
    };
    assert_eq!(only("size", "4M"), Ok(2));
    assert_eq!(only("size", "8M").unwrap_err(), "--only size=8M: its levels are 1M, 4M");
    assert!(only("depth", "8M").is_err());
}

#[test]
fn each_block_has_all_cells_in_an_order_of_its_own_and_slow_factors_change_once() {
    let study = study();
    let plan = Plan::of(&study).unwrap();
    let orders: Vec<Vec<usize>> = plan
        .blocks
        .iter()
        .map(|&block| order(&study, &plan.cells, block))
        .collect();
    for order in &orders {
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..plan.cells.len()));
        let by_hand: Vec<usize> = order.iter().map(|&cell| plan.cells[cell][1]).collect();
        let changes = by_hand.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(changes, 1, "{by_hand:?}");
    }
    assert_ne!(orders[1], orders[2]);
    assert_eq!(orders[2], order(&study, &plan.cells, plan.blocks[2]));
}

#[test]
fn the_time_left_is_that_of_the_cells_so_far() {
    let plan = Plan::of(&study()).unwrap();
    let known = |cell: usize| {
        let cell = &plan.cells[cell];
        (cell[0] == 0).then_some(2.0 + cell[2] as f64)
    };
    let expected = plan.expected(0..plan.cells.len(), known).unwrap();
    // Four known cells of 2, 3, 2 and 3 s, and four others of 2.5 s each.
    assert_eq!(expected.time.as_secs_f64(), 20.0);
    assert_eq!(expected.known_cells, 4);
    assert_eq!(plan.expected(0..plan.cells.len(), |_| None), None);
}

#[test]
fn what_is_run_is_shown_as_a_shell_takes_it() {
    let text = "title = 't'\n[run]\nprogram = \"it's {a} b.sas\"\narguments = ['-x', '$y']\n\
                [[factor]]\nname = 'a'\nlevels = [1]\n";
    let study = Study::parse(Path::new("s.toml"), text, &Overrides::default()).unwrap();
    let plan = Plan::of(&study).unwrap();
    let shown = document(&study, &plan, &[], None, Path::new("store"), Path::new("."));
    let text = feedrate_document::text::render(&shown, &Default::default());
    assert!(text.contains("feedrate run \"it's {a} b.sas\" -x '$y'"), "{text}");
}

use feedrate_document::text::{self, TextOptions};

use super::*;
use crate::analysis::simulated::{BUFFERS, SIZES, Simulation, of_buffers};

fn shown(data: &Data) -> String {
    text::render(&document(data, &Analysis::of(data)), &TextOptions::default())
}

#[test]
fn the_report_of_buffers() {
    let data = Simulation {
        text: BUFFERS,
        blocks: 8,
        noise: 0.02,
        wander: 0.5,
    }
    .data(4, of_buffers);
    let text = shown(&data);
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    insta::assert_snapshot!(text);
}

#[test]
fn the_report_over_sizes() {
    let data = Simulation {
        text: SIZES,
        blocks: 6,
        noise: 0.02,
        wander: 0.2,
    }
    .data(4, |levels| {
        let size = crate::definition::Level::new(levels[1]).number.unwrap() / 128e6;
        size.powf(if levels[0] == "direct" { 1.0 } else { 1.2 })
    });
    insta::assert_snapshot!(shown(&data));
}

#[test]
fn the_report_of_no_runs() {
    let data = Simulation {
        text: BUFFERS,
        blocks: 0,
        noise: 0.0,
        wander: 0.0,
    }
    .data(1, of_buffers);
    insta::assert_snapshot!(shown(&data));
}

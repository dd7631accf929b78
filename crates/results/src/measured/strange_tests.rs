//! Results with strange values in any place: none of them ends in a panic.

use std::path::Path;

use feedrate_document::text::{self, TextOptions};
use feedrate_study::analysis::Analysis;
use feedrate_study::analysis::simulated::{BUFFERS, Simulation, of_buffers};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::document;
use super::testing::{measurement, repeats};
use super::tests::{check, command, fio};

/// Replaces the value that a number chooses.
fn spoil(value: &mut Value, place: &mut usize, by: &Value) {
    if *place == 0 {
        *value = by.clone();
    }
    *place = place.wrapping_sub(1);
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|element| spoil(element, place, by)),
        Value::Object(members) => members.values_mut().for_each(|member| spoil(member, place, by)),
        _ => {}
    }
}

proptest! {
    #[test]
    fn no_strange_value_ends_in_a_panic(kind in 0..6_usize, place in 0..150_usize, by in 0..9_usize) {
        let by = [json!(null), json!(-1), json!(1e308), json!(u64::MAX), json!("x"), json!([]), json!({}), json!(true),
                  json!([{"a": [1e-320, "\u{7}\n"]}])][by].clone();
        let study = || {
            let data = Simulation { text: BUFFERS, blocks: 1, noise: 0.1, wander: 0.1 }.data(1, of_buffers);
            serde_json::to_value(feedrate_study::result::of(&data, &Analysis::of(&data))).unwrap()
        };
        let mut document = match kind {
            0 => repeats("p", "2026-03-01T10:00:00Z", &[1.0, 2.0]),
            1 => measurement(&[1.0, 2.0]),
            2 => check(),
            3 => fio(),
            4 => command(),
            _ => study(),
        };
        let whole = document.clone();
        let mut at = place;
        spoil(&mut document, &mut at, &by);
        let spoiled = document::measured(Path::new("a"), &document);
        if let (Ok(spoiled), Ok(whole)) = (spoiled, document::measured(Path::new("b"), &whole)) {
            crate::metrics::text(std::slice::from_ref(&spoiled));
            let comparison = crate::compare::Comparison::of(&whole, &spoiled, &Default::default(), 0.03).unwrap();
            let of_both = crate::compare::document(&comparison, &whole, &spoiled);
            text::render(&of_both, &TextOptions::default());
            let results = [whole, spoiled];
            text::render(&crate::beside::document(&results), &TextOptions::default());
            crate::history::courses(&results, 0.03);
        }
    }
}

use super::*;
use crate::format::Quantity;
use crate::model::{Axis, Factor};

fn map(value: Axis) -> HeatMap {
    HeatMap::new(
        "Read",
        Factor::new("Page", ["8K", "64K"]),
        Factor::new("Buffers", ["1", "16"]),
        value,
    )
}

#[test]
fn a_heat_map_is_a_table_with_colours() {
    let map = map(Axis::linear("Throughput", Quantity::Rate))
        .cell(0, 0, 4e8)
        .noted_cell(1, 0, 1.6e9, "n = 5")
        .cell(1, 1, f64::NAN)
        .mark(1, 0, "recommended")
        .caption("Cold.");
    let page = figure(&map).into_string().replace("><", ">\n<");
    insta::assert_snapshot!(page);
}

#[test]
fn the_colours_of_a_logarithmic_scale_are_by_ratios() {
    let values = [1.0, 10.0, 100.0];
    let steps = |axis: Axis| {
        let map = map(axis)
            .cell(0, 0, values[0])
            .cell(1, 0, values[1])
            .cell(0, 1, values[2])
            .cell(9, 9, 1e9);
        values.map(|value| Colours::of(&map).step(value))
    };
    assert_eq!(steps(Axis::log10("x", Quantity::Ratio)), [Some(0), Some(4), Some(8)]);
    assert_eq!(steps(Axis::linear("x", Quantity::Ratio)), [Some(0), Some(0), Some(8)]);
}

#[test]
fn one_value_has_a_colour_and_none_has_no_scale() {
    let empty = map(Axis::linear("x", Quantity::Ratio));
    assert_eq!(Colours::of(&empty).step(1.0), None);
    let one = empty.cell(0, 0, 3.0);
    assert_eq!(Colours::of(&one).step(3.0), Some(4));
    assert_eq!(Colours::of(&one).step(f64::NAN), None);
}

/// Returns the relative luminance of a colour, as the Web Content Accessibility Guidelines define it.
fn luminance(colour: &str) -> f64 {
    let digits = colour.trim_start_matches('#');
    let channel = |at: usize| {
        let value = u8::from_str_radix(&digits[at..at + 2], 16).expect("two digits");
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_is_legible_on_every_colour_in_both_themes() {
    let style = include_str!("../style.css");
    let (light, dark) = style.split_once("@media").expect("a dark set of colours");
    for (theme, set) in [("light", light), ("dark", dark)] {
        let value = |name: &str| {
            let (_, rest) = set.split_once(&format!("--{name}: ")).expect(name);
            rest.split(';').next().expect("an end").to_owned()
        };
        for step in 0..STEPS {
            let rule = format!(".heat-{step} {{ background: var(--heat-{step}); color: var(--");
            let (_, text) = style.split_once(&rule).expect("a rule for each colour");
            let text = text.split(')').next().expect("an end");
            let ratio = contrast(&value(text), &value(&format!("heat-{step}")));
            assert!(ratio >= 4.5, "{theme} {step}: {ratio:.2}");
            if let Some(next) = (step + 1 < STEPS).then(|| value(&format!("heat-{}", step + 1))) {
                let brighter = luminance(&next) > luminance(&value(&format!("heat-{step}")));
                assert_eq!(brighter, theme == "dark", "{theme} {step}");
            }
        }
    }
}

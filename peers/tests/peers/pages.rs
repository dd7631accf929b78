//! Reports in a browser: they draw without an error, ask for nothing outside them, and fit a telephone, in both themes.

use std::env;
use std::fs;
use std::path::Path;

use feedrate_document::html::{self, HtmlOptions};
use feedrate_document::{Block, Column, Document, Plot, Scale, Table};
use serde::Deserialize;

use crate::program::{folder, peer_succeeds};

#[path = "../../../crates/document/examples/sample/document/mod.rs"]
mod sample;

/// The findings of the browser on a page, in one of the themes and windows.
#[derive(Deserialize)]
pub(crate) struct View {
    theme: String,
    window: String,
    /// The messages that the console shows, and exceptions that nothing catches.
    errors: Vec<String>,
    /// The addresses of requests, except that of the page.
    requests: Vec<String>,
    background: String,
    /// The width of all that the page has, and of the window.
    width: u32,
    room: u32,
    plots: Vec<PlotView>,
    /// The names of the lanes and the numbers of each timeline.
    lanes: Vec<Vec<Label>>,
    /// By how many pixels each table is wider than its room.
    beyond: Vec<i32>,
    /// The bottom of each verdict with its picture.
    first: Vec<f64>,
    /// The number of elements in each timeline.
    timelines: Vec<u32>,
    /// The number of colours in each heat map.
    heat: Vec<u32>,
}

#[derive(Deserialize)]
struct PlotView {
    title: String,
    /// The number of drawings that are shown.
    drawings: u32,
    /// The number of their paths.
    paths: u32,
    labels: Vec<Label>,
}

#[derive(Deserialize)]
struct Label {
    text: String,
    /// True if all of it is within the drawing.
    inside: bool,
}

/// Opens a document in both themes, in a wide window and in one of a telephone.
fn views(document: &Document) -> Vec<View> {
    let folder = folder();
    let page = folder.path().join("report.html");
    fs::write(&page, html::render(document, &HtmlOptions::default())).expect("a page");
    views_of(&page)
}

/// Opens a page in both themes, in a wide window and in one of a telephone.
pub(crate) fn views_of(page: &Path) -> Vec<View> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/pages.py");
    let pictures = env::var("FEEDRATE_PICTURES").unwrap_or_default();
    let arguments = [script.as_os_str(), pictures.as_ref(), page.as_os_str()];
    let found = peer_succeeds("python3", arguments);
    serde_json::from_str(&found).expect("what was found is JSON")
}

fn plots(document: &Document) -> Vec<&Plot> {
    let plots = document.blocks.iter().filter_map(|block| match block {
        Block::Plot(plot) => Some(plot),
        _ => None,
    });
    plots.collect()
}

impl View {
    /// Asserts that it shows no error, asks for nothing, fits its window, and has drawn all of its plots, of which it
    /// has some.
    pub(crate) fn assert_readable(&self, page: &str) {
        let name = format!("{page}, {}, {}", self.theme, self.window);
        assert!(self.errors.is_empty(), "{name}: {:?}", self.errors);
        assert!(self.requests.is_empty(), "{name}: {:?}", self.requests);
        assert!(
            self.width <= self.room,
            "{name}: {} of {} pixels",
            self.width,
            self.room
        );
        assert!(!self.plots.is_empty(), "{name}: no plots");
        for plot in &self.plots {
            assert_eq!(plot.drawings, 1, "{name}: {}", plot.title);
            assert!(plot.paths > 3, "{name}: {} has {} paths", plot.title, plot.paths);
            let cut = plot.labels.iter().find(|label| !label.inside);
            assert!(
                cut.is_none(),
                "{name}: {} cuts {:?}",
                plot.title,
                cut.map(|label| &label.text)
            );
        }
    }
}

/// Asserts that a plot is drawn, and the names of all its categories are legible.
fn assert_drawn(plot: &Plot, drawn: &PlotView, view: &str) {
    let title = &plot.title;
    assert_eq!(&drawn.title, title, "{view}");
    assert!(drawn.paths > 10, "{view}: {title} has {} paths", drawn.paths);
    let cut = drawn.labels.iter().find(|label| !label.inside);
    assert!(cut.is_none(), "{view}: {title} cuts {:?}", cut.map(|label| &label.text));
    for axis in [&plot.x, &plot.y] {
        if let Scale::Category(names) = &axis.scale {
            for name in names {
                let mut labels = drawn.labels.iter();
                let is_shown = labels.any(|label| label.text == *name);
                assert!(is_shown, "{view}: {title} does not show {name}");
            }
        }
    }
}

#[test]
fn every_block_is_drawn_in_both_themes_and_on_a_telephone() {
    let document = sample::document();
    let views = views(&document);
    assert_eq!(views.len(), 4);
    for view in &views {
        let name = format!("{}, {}", view.theme, view.window);
        view.assert_readable("the sample");
        let plots = plots(&document);
        assert_eq!(view.plots.len(), plots.len(), "{name}");
        for (plot, drawn) in plots.iter().zip(&view.plots) {
            assert_drawn(plot, drawn, &name);
        }
        assert!(matches!(view.timelines[..], [elements] if elements > 10), "{name}");
        let cut = view.lanes.iter().flatten().find(|label| !label.inside);
        assert!(cut.is_none(), "{name}: {:?}", cut.map(|label| &label.text));
        let screen = if view.window == "phone" { 844.0 } else { 900.0 };
        assert!(
            matches!(view.first[..], [bottom] if bottom <= screen),
            "{name}: {:?}",
            view.first
        );
        assert!(matches!(view.heat[..], [colours] if colours > 5), "{name}");
    }
    let background = |theme: &str| {
        let of_theme = views.iter().filter(|view| view.theme == theme);
        of_theme.map(|view| view.background.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(background("light"), ["rgb(255, 255, 255)"; 2]);
    assert_eq!(background("dark"), ["rgb(20, 23, 27)"; 2]);
}

#[test]
fn the_values_of_two_results_are_in_sight_on_a_telephone() {
    let heads = ["of", "figure"].map(Column::left).into_iter();
    let heads = heads.chain(["result-of-monday", "result-of-tuesday"].map(Column::right));
    let table = Table::new(heads)
        .row([
            "whole run",
            "processor time of a GB",
            "292 ms \u{b1}2.5 %",
            "1,298 ms \u{b1}4 %",
        ])
        .row([
            "1 DATA",
            "waited for storage",
            "14,819 /s \u{b1}53 %",
            "13,924 /s \u{b1}31 %",
        ]);
    for view in views(&Document::new("2 results beside each other").with(table)) {
        let name = format!("{}, {}", view.theme, view.window);
        assert_eq!(view.beyond, [0], "{name}");
    }
}

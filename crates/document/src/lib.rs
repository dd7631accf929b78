//! Documents of verdicts, facts, tables, plots, heat maps and timelines, and their renderings: plain text for terminals
//! and pipes, one self-contained HTML file, Markdown, and the tables as CSV.
//!
//! This crate knows nothing about storage. Callers build a [`Document`], which [`text::render`], [`html::render`],
//! [`markdown::render`] and [`csv::tables`] show:
//!
//! ```
//! use feedrate_document::{Column, Document, Facts, Table, Verdict, format, text};
//!
//! let document = Document::new("Check of /data")
//!     .with(Verdict::pass("131 MB/s per core, 100 required"))
//!     .with(Facts::new().fact("Device", "nvme0n1"))
//!     .with(
//!         Table::new([Column::left("Method"), Column::right("Read").unit("MB/s")])
//!             .row(["direct", &format::number(2_096.0)]),
//!     );
//! let shown = text::render(&document, &text::TextOptions::default());
//! assert!(shown.contains("PASS  131 MB/s per core"));
//! ```
//!
//! [`mod@format`] is the only place where feedrate formats numbers, so that a rate reads the same in a log, a table and
//! the hover of a plot.
//!
//! A JSON result begins with a [`Header`], and the time at which it was begun is a [timestamp](timestamp_now).
//!
//! Strings in a document may come from anywhere (paths, device names, job files): all renderings neutralise control
//! characters, HTML and Markdown are escaped, and CSV has no formulas.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod clean;
pub mod csv;
#[cfg(test)]
mod every_block;
mod figures;
pub mod format;
mod header;
pub mod html;
pub mod markdown;
mod model;
mod sections;
pub mod text;
mod timestamp;

pub use format::Quantity;
pub use header::Header;
pub use model::{
    Align, Axis, Bar, Block, Cell, Code, Column, Document, Factor, Facts, HeatMap, Kind, Language, Link, Mark, Note,
    Outcome, Plot, Point, Reference, Row, Scale, Series, Severity, Table, Timeline, Verdict,
};
pub use timestamp::{clock_time_in, timestamp_now};

//! Any bytes, read as a CSV file.

use feedrate_dataset::delimited::{DelimitedFormat, Shape};

use crate::file::read;

/// Reads a file with and without names, and with other characters between values.
pub fn csv(bytes: &[u8]) {
    for shape in [
        Shape::default(),
        Shape {
            delimiter: b'\t',
            has_names: false,
            first_line: Some(2),
        },
    ] {
        read(&DelimitedFormat::new(shape), bytes);
    }
}

//! Formats that a program defines with `value` and `picture` of PROC FORMAT: values and ranges, each with a label.

use std::sync::Arc;

use super::picture::Picture;
use super::{Format, MOST_WIDTH, text};
use crate::Kind;
use crate::ranges::{Arrangement, Ranges};
use crate::spec::Spec;

/// The distance from a range at which a number is still in it: the default of `FUZZ=`.
pub const FUZZ: f64 = 1e-12;

/// The label of a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    /// This text.
    Text(Vec<u8>),
    /// The value in another format, as in `[DATE9.]`.
    Format(Spec),
    /// The value in a picture.
    Picture(Box<Picture>),
}

/// The widths of a format or informat: `DEFAULT=`, `MIN=` and `MAX=`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UserWidths {
    /// The width without one; otherwise it is that of the longest label.
    pub default: Option<u16>,
    /// The least width.
    pub least: Option<u16>,
    /// The greatest width.
    pub most: Option<u16>,
}

/// A format as defined by `value` or `picture`.
#[derive(Clone, Debug, PartialEq)]
pub struct UserFormat {
    /// Its name in upper case, including the `$` of character formats.
    pub name: String,
    /// Its ranges in any order.
    pub ranges: Ranges<Label>,
    /// The label of all other values; `None` writes them unformatted.
    pub other: Option<Label>,
    /// Its widths.
    pub widths: UserWidths,
    /// `FUZZ=`: the distance from a range at which a number is still in it.
    pub fuzz: f64,
    /// `MULTILABEL` and `NOTSORTED`.
    pub arrangement: Arrangement,
    /// True if `picture` defined it.
    pub is_picture: bool,
}

impl UserFormat {
    /// Returns a format of ranges without options.
    pub fn new(name: impl Into<String>, ranges: Ranges<Label>) -> Self {
        Self {
            name: name.into(),
            fuzz: match ranges {
                Ranges::Numbers(_) => FUZZ,
                Ranges::Text(_) => 0.0,
            },
            ranges,
            other: None,
            widths: UserWidths::default(),
            arrangement: Arrangement::default(),
            is_picture: false,
        }
    }

    /// Returns the kind of its values.
    pub fn kind(&self) -> Kind {
        match self.ranges {
            Ranges::Numbers(_) => Kind::Number,
            Ranges::Text(_) => Kind::Text,
        }
    }

    /// Returns the width of the widest text, picture or format with a width.
    pub fn label_width(&self) -> usize {
        let width = |label: &Label| match label {
            Label::Text(text) => text.len(),
            Label::Picture(picture) => picture.width(),
            Label::Format(spec) => spec.width.map_or(0, usize::from),
        };
        self.ranges.labels().chain(&self.other).map(width).max().unwrap_or(0)
    }
}

/// A format that was checked, with its ranges in the order of the search.
#[derive(Clone, Debug)]
pub(super) struct CheckedFormat {
    pub(super) format: UserFormat,
    /// The width of the widest text or picture.
    pub(super) label_width: usize,
    /// The labels that are formats, by the index of their range; that of all other values comes last.
    pub(super) nested: Vec<(usize, Spec)>,
}

/// The index of the label of all other values.
const OTHER: usize = usize::MAX;

impl CheckedFormat {
    pub(super) fn new(format: UserFormat) -> Self {
        let labels = format.ranges.labels().enumerate();
        let labels = labels.chain(format.other.iter().map(|label| (OTHER, label)));
        let nested = labels.filter_map(|(index, label)| match label {
            Label::Format(spec) => Some((index, spec.clone())),
            Label::Text(_) | Label::Picture(_) => None,
        });
        Self {
            label_width: format.label_width(),
            nested: nested.collect(),
            format,
        }
    }
}

/// A resolved label.
pub(super) enum ReadyLabel<'f> {
    Text(&'f [u8]),
    Format(&'f Format),
    Picture(&'f Picture),
}

/// A format of the user with the formats of its labels.
#[derive(Debug)]
pub(super) struct ReadyFormat {
    pub(super) checked: Arc<CheckedFormat>,
    /// The formats of labels, by the index of their range.
    pub(super) nested: Vec<(usize, Format)>,
}

impl ReadyFormat {
    /// Returns the width of the widest label.
    pub(super) fn label_width(&self) -> usize {
        let nested = self.nested.iter().map(|(_, format)| format.width());
        nested
            .chain([self.checked.label_width])
            .max()
            .unwrap_or(1)
            .clamp(1, usize::from(MOST_WIDTH))
    }

    /// Returns the kind of its values.
    pub(super) fn kind(&self) -> Kind {
        self.checked.format.kind()
    }

    /// Returns the label of a number.
    pub(super) fn of_number(&self, number: f64) -> Option<ReadyLabel<'_>> {
        let format = &self.checked.format;
        self.label(format.ranges.find_number(number, format.fuzz, format.arrangement))
    }

    /// Returns the label of a character value.
    pub(super) fn of_text(&self, text: &[u8]) -> Option<ReadyLabel<'_>> {
        let format = &self.checked.format;
        self.label(format.ranges.find_text(text, format.arrangement))
    }

    fn label(&self, found: Option<usize>) -> Option<ReadyLabel<'_>> {
        let format = &self.checked.format;
        let (index, label) = match found {
            Some(index) => (index, format.ranges.label(index)?),
            None => (OTHER, format.other.as_ref()?),
        };
        match label {
            Label::Text(text) => Some(ReadyLabel::Text(text)),
            Label::Picture(picture) => Some(ReadyLabel::Picture(picture)),
            Label::Format(_) => {
                let place = self.nested.binary_search_by_key(&index, |(index, _)| *index).ok()?;
                Some(ReadyLabel::Format(&self.nested[place].1))
            }
        }
    }
}

/// Appends a label, truncated or padded to the width.
pub(super) fn write_label(text: &[u8], width: usize, out: &mut Vec<u8>) {
    text::write(text::TextForm::Plain, text, width, 0, out);
}

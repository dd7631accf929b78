//! Formats and informats as observations of a control data set, one for each range: `CNTLOUT=`, `CNTLIN=` and FMTLIB.

use feedrate_values::format::picture::PictureMoment;
use feedrate_values::format::{FUZZ, Label, UserFormat, UserWidths, write_best};
use feedrate_values::informat::{Reading, UserInformat};
use feedrate_values::ranges::{Bound, Range, Ranges};
use feedrate_values::{Kind, missing};

/// The least width of the ends of ranges.
pub(super) const END_WIDTH: usize = 16;

/// The greatest width of a format whose labels are shorter, without MAX=.
const USUAL_MOST: usize = 40;

/// The start and the end of OTHER.
const OTHER: &str = "**OTHER**";

/// A range of a format or informat, with what is known of the whole.
#[derive(Clone, Debug, Default)]
pub(super) struct ControlRow {
    /// The name, without `$`.
    pub(super) name: String,
    /// `N`, `C` or `P` of formats, `I` or `J` of informats.
    pub(super) sort: char,
    pub(super) start: String,
    pub(super) end: String,
    pub(super) label: Vec<u8>,
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) default: f64,
    pub(super) length: f64,
    pub(super) fuzz: f64,
    pub(super) prefix: Vec<u8>,
    pub(super) factor: f64,
    pub(super) fill: String,
    pub(super) is_literal: bool,
    pub(super) start_is_excluded: bool,
    pub(super) end_is_excluded: bool,
    pub(super) letters: String,
    pub(super) decimal_separator: String,
    pub(super) group_separator: String,
    pub(super) data_type: &'static str,
    pub(super) language: &'static str,
}

/// Returns the observations of a format.
pub(super) fn rows_of_format(format: &UserFormat) -> Vec<ControlRow> {
    let length = format.label_width().max(1);
    let mut letters = String::new();
    letters.extend(format.arrangement.overlaps.then_some('M'));
    letters.extend(format.arrangement.is_as_written.then_some('S'));
    let whole = ControlRow {
        name: format.name.trim_start_matches('$').to_owned(),
        sort: match (format.kind(), format.is_picture) {
            (Kind::Text, _) => 'C',
            (Kind::Number, true) => 'P',
            (Kind::Number, false) => 'N',
        },
        fuzz: format.fuzz,
        letters,
        ..widths(format.widths, length)
    };
    let mut rows = rows(&format.ranges, &whole, label_of_format);
    rows.extend(format.other.as_ref().map(|label| other(&whole, label, label_of_format)));
    rows_or_none(rows, whole)
}

/// Returns the observations of an informat.
pub(super) fn rows_of_informat(informat: &UserInformat) -> Vec<ControlRow> {
    let mut letters = String::new();
    letters.extend(informat.is_upper.then_some('U'));
    letters.extend(informat.is_justified.then_some('J'));
    letters.extend(informat.arrangement.is_as_written.then_some('S'));
    let own = UserWidths {
        default: informat.width,
        least: informat.least,
        most: informat.most,
    };
    let whole = ControlRow {
        name: informat.name.trim_start_matches('$').to_owned(),
        sort: match informat.kind() {
            Kind::Text => 'J',
            Kind::Number => 'I',
        },
        fuzz: informat.fuzz,
        letters,
        ..widths(own, informat.default_width())
    };
    let mut all = rows(&informat.texts, &whole, label_of_informat);
    let mut numbers = rows(&informat.numbers, &whole, label_of_informat);
    for row in &mut numbers {
        row.letters.push('I');
    }
    all.extend(numbers);
    all.extend(
        informat
            .other
            .as_ref()
            .map(|reading| other(&whole, reading, label_of_informat)),
    );
    rows_or_none(all, whole)
}

fn widths(widths: UserWidths, length: usize) -> ControlRow {
    let default = widths.default.map_or(length, usize::from);
    ControlRow {
        least: widths.least.map_or(1.0, f64::from),
        most: widths.most.map_or(USUAL_MOST.max(default) as f64, f64::from),
        default: default as f64,
        length: length as f64,
        ..ControlRow::default()
    }
}

/// A format without ranges has one observation that says so.
fn rows_or_none(rows: Vec<ControlRow>, mut whole: ControlRow) -> Vec<ControlRow> {
    if rows.is_empty() {
        whole.letters.push('N');
        return vec![whole];
    }
    rows
}

type LabelWriter<L> = fn(&L, &mut ControlRow);

fn rows<L>(ranges: &Ranges<L>, whole: &ControlRow, put: LabelWriter<L>) -> Vec<ControlRow> {
    match ranges {
        Ranges::Numbers(ranges) => ranges.iter().map(|range| row(range, whole, number_text, put)).collect(),
        Ranges::Text(ranges) => {
            let text = |text: &Vec<u8>| String::from_utf8_lossy(text).into_owned();
            ranges.iter().map(|range| row(range, whole, text, put)).collect()
        }
    }
}

fn row<T, L>(range: &Range<T, L>, whole: &ControlRow, text: impl Fn(&T) -> String, put: LabelWriter<L>) -> ControlRow {
    let end = |bound: &Bound<T>, word: &str| bound.value.as_ref().map_or_else(|| word.to_owned(), &text);
    let mut row = ControlRow {
        start: end(&range.low, "LOW"),
        end: end(&range.high, "HIGH"),
        start_is_excluded: !range.low.is_included,
        end_is_excluded: !range.high.is_included,
        letters: String::new(),
        ..whole.clone()
    };
    row.letters.extend(range.low.value.is_none().then_some('L'));
    row.letters.extend(range.high.value.is_none().then_some('H'));
    row.letters.push_str(&whole.letters);
    put(&range.label, &mut row);
    row
}

fn other<L>(whole: &ControlRow, label: &L, put: LabelWriter<L>) -> ControlRow {
    let mut row = ControlRow {
        start: OTHER.to_owned(),
        end: OTHER.to_owned(),
        letters: format!("O{}", whole.letters),
        ..whole.clone()
    };
    put(label, &mut row);
    row
}

/// Returns a number as the end of a range, aligned to the right.
fn number_text(number: &f64) -> String {
    let mut out = Vec::new();
    match missing::letter(*number) {
        Some(Some(letter)) => out.extend([b'.', letter as u8]),
        Some(None) => out.push(b'.'),
        None => write_best(*number, END_WIDTH, &mut out),
    }
    format!("{:>END_WIDTH$}", String::from_utf8_lossy(&out))
}

fn label_of_format(label: &Label, row: &mut ControlRow) {
    match label {
        Label::Text(text) => row.label.clone_from(text),
        Label::Format(spec) => {
            row.label = spec.to_string().into_bytes();
            row.letters.push('F');
        }
        Label::Picture(picture) => {
            row.label.clone_from(&picture.template);
            row.prefix.clone_from(&picture.prefix);
            row.factor = picture.factor();
            row.fill = char::from(picture.fill).to_string();
            row.is_literal = picture.is_literal;
            row.letters.extend(picture.rounds.then_some('R'));
            row.decimal_separator = char::from(picture.decimal_separator).to_string();
            row.group_separator = char::from(picture.group_separator).to_string();
            row.data_type = picture.moment.map_or("", PictureMoment::name);
            row.language = match picture.moment {
                Some(_) => picture.language.name,
                None => "",
            };
        }
    }
}

fn label_of_informat(reading: &Reading, row: &mut ControlRow) {
    match reading {
        Reading::Number(number) => row.label = number_text(number).trim().into(),
        Reading::Text(text) => row.label.clone_from(text),
        Reading::Same => row.label = b"_SAME_".to_vec(),
        Reading::Error => row.label = b"_ERROR_".to_vec(),
        Reading::Informat(spec) => {
            row.label = spec.to_string().into_bytes();
            row.letters.push('F');
        }
    }
}

/// Returns whether a fuzz factor is the usual one.
pub(super) fn is_usual_fuzz(fuzz: f64) -> bool {
    fuzz == FUZZ
}

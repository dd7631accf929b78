//! The contents of the subheaders that describe the variables.

use feedrate_values::Kind;

use super::super::bytes::Put;
use super::names;
use super::texts::{TextReference, Texts};
use crate::schema::Variable;

const FORMAT: usize = 64;
/// The bytes around the content of a subheader of variable length: signature, length, and empty bytes.
pub(super) const AROUND: usize = 8 + 8 + 12;
/// The bytes before the entries in the first subheader of the name table, besides signature and length.
const BEFORE_TABLE: usize = 22;

/// The kind of a subheader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SubheaderKind {
    RowSize,
    ColumnSize,
    Counts,
    Text,
    Names,
    Attributes,
    List,
    Format,
}

impl SubheaderKind {
    /// Returns the signature, with which it begins.
    pub(super) fn signature(self) -> u64 {
        match self {
            Self::RowSize => 0xF7F7_F7F7,
            Self::ColumnSize => 0xF6F6_F6F6,
            Self::Counts => -1024_i64 as u64,
            Self::Text => -3_i64 as u64,
            Self::Names => -1_i64 as u64,
            Self::Attributes => -4_i64 as u64,
            Self::List => -2_i64 as u64,
            Self::Format => -1026_i64 as u64,
        }
    }

    /// Returns whether its length varies.
    pub(super) fn varies(self) -> bool {
        matches!(self, Self::Text | Self::Names | Self::Attributes | Self::List)
    }
}

/// The positions of the texts of a variable.
#[derive(Debug)]
pub(super) struct TextReferences {
    pub(super) name: TextReference,
    pub(super) label: TextReference,
    pub(super) informat: TextReference,
    pub(super) format: TextReference,
}

impl TextReferences {
    pub(super) fn new(variable: &Variable, texts: &mut Texts) -> Self {
        Self {
            name: texts.add(&variable.name),
            label: texts.add(&variable.label),
            informat: texts.add(variable.informat.as_ref().map_or("", |spec| &spec.name)),
            format: texts.add(variable.format.as_ref().map_or("", |spec| &spec.name)),
        }
    }
}

pub(super) fn put_text_reference(bytes: &mut [u8], at: usize, reference: TextReference) {
    for (index, part) in reference.into_iter().enumerate() {
        bytes.put_u16(at + 2 * index, part);
    }
}

/// A text reference, padded with zeros to a length.
pub(super) fn bytes_of(reference: TextReference, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    put_text_reference(&mut bytes, 0, reference);
    bytes
}

/// A subheader of variable length: space for the signature, the length, the content, empty bytes.
pub(super) fn varying(content: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut subheader = vec![0; 16];
    subheader.extend(content);
    let length = subheader.len() - 8;
    subheader.put_u64(8, length as u64);
    subheader.extend([0; 12]);
    subheader
}

pub(super) fn column_size(variables: usize) -> Vec<u8> {
    let mut subheader = vec![0; 24];
    subheader.put_u64(8, variables as u64);
    subheader
}

/// The offset of a value in a row, its length, the flag of its name, and its kind.
pub(super) fn attributes(variable: &Variable) -> Vec<u8> {
    let mut entry = vec![0; 16];
    entry.put_u64(0, variable.offset.into());
    entry.put_u32(8, variable.length);
    entry.put_u16(12, name_flag(&variable.name));
    let kind = match variable.kind {
        Kind::Number => 1,
        Kind::Text => 2,
    };
    entry.put_u16(14, kind);
    entry
}

/// Returns the flag for a name: whether it is a valid word, and whether it exceeds the former maximum length.
fn name_flag(name: &str) -> u16 {
    let is_word = !name.starts_with(|letter: char| letter.is_ascii_digit())
        && name
            .chars()
            .all(|letter| letter == '_' || letter.is_ascii_alphanumeric());
    match (is_word, name.len()) {
        (false, _) => 0x0C00,
        (true, ..=8) => 0x0400,
        (true, _) => 0x0800,
    }
}

pub(super) fn format(variable: &Variable, references: &TextReferences) -> Vec<u8> {
    let mut subheader = vec![0; FORMAT];
    for (at, spec) in [(24, &variable.format), (28, &variable.informat)] {
        let (width, decimals) = spec
            .as_ref()
            .map_or((0, 0), |spec| (spec.width.unwrap_or(0), spec.decimals.unwrap_or(0)));
        subheader.put_u16(at, width);
        subheader.put_u16(at + 2, decimals);
    }
    put_text_reference(&mut subheader, 40, references.informat);
    put_text_reference(&mut subheader, 46, references.format);
    put_text_reference(&mut subheader, 52, references.label);
    subheader
}

/// Returns the name table, in as many subheaders as needed.
pub(super) fn name_table(variables: &[Variable], longest: usize) -> Vec<Vec<u8>> {
    let table = names::table(variables.iter().map(|variable| variable.name.as_str()));
    let of_first = ((longest - AROUND - BEFORE_TABLE) / 2).min(table.len());
    let (first, rest) = table.split_at(of_first);
    let bytes = |entries: &[i16]| -> Vec<u8> { entries.iter().flat_map(|entry| entry.to_le_bytes()).collect() };
    let mut head = vec![0; BEFORE_TABLE];
    let content = BEFORE_TABLE + 2 * first.len();
    head.put_u64(0, content as u64);
    let numbers = [variables.len(), table.len(), 1, variables.len()];
    for (index, number) in numbers.into_iter().enumerate() {
        head.put_u16(8 + 2 * index, number as u16);
    }
    head.extend(bytes(first));
    let mut subheaders = vec![varying(head)];
    for part in rest.chunks((longest - AROUND) / 2) {
        subheaders.push(varying(bytes(part)));
    }
    subheaders
}

//! Writes the subheaders that describe the variables, and their pages.
//!
//! The pointers of a page are in the order of its subheaders, and the subheaders from the end of the page backwards.
//! Numbers without a known meaning are those of files known to be readable.

use feedrate_values::Kind;

use super::super::bytes::Put;
use super::super::subheader::REUSES_SPACE;
use super::row_pages::Head;
use super::texts::{TextReference, Texts};
use super::{HEAD, NewFile, POINTER, SEQUENCE, names};
use crate::compression::Packing;
use crate::schema::Variable;

/// The length of the subheader with the number of rows, which is the first on the first page.
pub(crate) const ROW_SIZE: usize = 808;
const COUNTS: usize = 600;
const FORMAT: usize = 64;
/// The bytes around the content of a subheader of variable length: signature, length, and empty bytes.
const AROUND: usize = 8 + 8 + 12;
/// The bytes before the entries in the first subheader of the name table, besides signature and length.
const BEFORE_TABLE: usize = 22;
/// The maximum length of any subheader, and of one with attributes.
const LONGEST: usize = 32_740;
const LONGEST_ATTRIBUTES: usize = 24_588;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SubheaderKind {
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
    fn signature(self) -> u64 {
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

    fn varies(self) -> bool {
        matches!(self, Self::Text | Self::Names | Self::Attributes | Self::List)
    }
}

#[derive(Debug)]
struct Subheader {
    kind: SubheaderKind,
    bytes: Vec<u8>,
    /// The page, and the index of the pointer to this subheader on it, both from 1.
    position: (u64, u64),
}

/// The subheaders of a file with their positions.
#[derive(Debug)]
pub(crate) struct Description {
    subheaders: Vec<Subheader>,
    page_size: usize,
}

impl Description {
    pub(crate) fn new(file: &NewFile<'_>) -> Self {
        let page_size = file.page_size as usize;
        let longest = LONGEST.min(page_size - HEAD - 2 * POINTER);
        let variables = file.schema.variables();
        let type_text = if file.data_set_type.is_empty() {
            "DATA"
        } else {
            file.data_set_type
        };
        let method = file.packing.map_or(&b""[..], Packing::method);
        let mut texts = Texts::new(longest, method, type_text, file.step);
        let label = texts.add(file.label);
        let references: Vec<TextReferences> = variables
            .iter()
            .map(|variable| TextReferences::new(variable, &mut texts))
            .collect();
        let mut description = Self {
            subheaders: Vec::new(),
            page_size,
        };
        description.add(SubheaderKind::RowSize, vec![0; ROW_SIZE]);
        description.add(SubheaderKind::ColumnSize, column_size(variables.len()));
        description.add(SubheaderKind::Counts, vec![0; COUNTS]);
        for text in texts.into_subheaders() {
            description.add(SubheaderKind::Text, text);
        }
        let entries = |longest: usize, length: usize| ((longest - AROUND) / length).max(1);
        for part in references.chunks(entries(longest, 8)) {
            let content = part.iter().flat_map(|references| bytes_of(references.name, 8));
            description.add(SubheaderKind::Names, varying(content));
        }
        for part in variables.chunks(entries(longest.min(LONGEST_ATTRIBUTES), 16)) {
            description.add(SubheaderKind::Attributes, varying(part.iter().flat_map(attributes)));
        }
        if variables.len() > 1 {
            for part in name_table(variables, longest) {
                description.add(SubheaderKind::List, part);
            }
        }
        for (variable, references) in variables.iter().zip(&references) {
            description.add(SubheaderKind::Format, format(variable, references));
        }
        description.assign_pages();
        description.fill_row_size(file, label);
        description.fill_counts(variables.len());
        description
    }

    fn add(&mut self, kind: SubheaderKind, mut bytes: Vec<u8>) {
        bytes.put_u64(0, kind.signature());
        self.subheaders.push(Subheader {
            kind,
            bytes,
            position: (0, 0),
        });
    }

    /// Assigns a page to every subheader. A page has space for an empty pointer, which ends its pointers.
    fn assign_pages(&mut self) {
        let (mut page, mut position) = (1, 0);
        let all = self.page_size - HEAD - POINTER;
        let mut room = all;
        for subheader in &mut self.subheaders {
            let needed = POINTER + subheader.bytes.len();
            if room < needed {
                (page, position, room) = (page + 1, 0, all);
            }
            room -= needed;
            position += 1;
            subheader.position = (page, position);
        }
    }

    fn last_page(&self) -> u64 {
        self.subheaders.last().map_or(1, |subheader| subheader.position.0)
    }

    fn on_page(&self, page: u64) -> impl Iterator<Item = &Subheader> {
        self.subheaders
            .iter()
            .filter(move |subheader| subheader.position.0 == page)
    }

    fn of(&self, kind: SubheaderKind) -> impl Iterator<Item = &Subheader> {
        self.subheaders.iter().filter(move |subheader| subheader.kind == kind)
    }

    /// Returns the number of pointers on the last page, including the empty one.
    pub(crate) fn pointers_on_last_page(&self) -> usize {
        self.on_page(self.last_page()).count() + 1
    }

    /// Returns the end of the pointers and the beginning of the subheaders on the last page.
    pub(crate) fn room_on_last_page(&self) -> (usize, usize) {
        let subheaders: usize = self
            .on_page(self.last_page())
            .map(|subheader| subheader.bytes.len())
            .sum();
        let start = HEAD + POINTER * self.pointers_on_last_page();
        (start, self.page_size - subheaders)
    }

    fn fill_row_size(&mut self, file: &NewFile<'_>, label: TextReference) {
        let last = self.last_page();
        let first_format = self
            .of(SubheaderKind::Format)
            .next()
            .map_or((0, 0), |subheader| subheader.position);
        let formats_on = |page| {
            let on_page = |subheader: &&Subheader| subheader.position.0 == page;
            self.of(SubheaderKind::Format).filter(on_page).count() as u64
        };
        let variables = file.schema.variables();
        let longest = |length: fn(&Variable) -> usize| variables.iter().map(length).max().unwrap_or(0) as u64;
        let names: usize = variables.iter().map(|variable| variable.name.len()).sum();
        let lists: usize = self
            .of(SubheaderKind::List)
            .map(|subheader| subheader.bytes.len() - AROUND)
            .sum();
        let flags = file.packing.map_or((0xF0, 0x0022_3011, 0), |packing| {
            let reuses = u64::from(packing.reuses_space) * REUSES_SPACE;
            let is_addressable = u64::from(packing.is_addressable) << 16;
            (0x131, 0x0022_303A | reuses, is_addressable)
        });
        let words = [
            (8, flags.0),
            (16, self.subheaders.len() as u64 + last + 2),
            (32, flags.1),
            (40, file.stored_row_length().into()),
            (72, formats_on(first_format.0)),
            (80, formats_on(first_format.0 + 1)),
            (88, lists as u64),
            (96, names as u64),
            (104, file.page_size.into()),
            (128, u64::MAX),
            (136, u64::MAX),
            (440, SEQUENCE.into()),
            // The position of the number of variables: the second subheader of the first page.
            (512, 1),
            (520, 2),
            // The position of the last subheader.
            (528, last),
            (536, self.on_page(last).count() as u64),
            // The positions of the first and the last row, as long as there are none.
            (552, 3),
            (568, 3),
            (576, first_format.0),
            (584, first_format.1 | flags.2),
            (752, longest(|variable| variable.label.len())),
            (792, 0x0100_0000),
        ];
        let [blanks, data_set_type, step] = Texts::first(file.packing.is_some());
        let method = file.packing.map_or([0; 3], |_| Texts::METHOD);
        let texts = [
            (672, [0, 8, 4]),
            (678, label),
            (684, data_set_type),
            (690, method),
            (696, blanks),
            (702, step),
            (744, [4, 1, self.of(SubheaderKind::Text).count() as u16]),
        ];
        let longest_name = longest(|variable| variable.name.len()) as u16;
        let row_size = &mut self.subheaders[0].bytes;
        for (at, word) in words {
            row_size.put_u64(at, word);
        }
        for (at, reference) in texts {
            put_text_reference(row_size, at, reference);
        }
        row_size.put_u16(750, longest_name);
    }

    fn fill_counts(&mut self, variables: usize) {
        let longest = self
            .subheaders
            .iter()
            .filter(|subheader| matches!(subheader.kind, SubheaderKind::Text | SubheaderKind::Attributes))
            .map(|subheader| subheader.bytes.len() - 20)
            .max();
        let listed = [
            SubheaderKind::Attributes,
            SubheaderKind::Text,
            SubheaderKind::Names,
            SubheaderKind::List,
        ]
        .map(|kind| {
            let nowhere = (0, 0);
            let first = self.of(kind).next().map_or(nowhere, |subheader| subheader.position);
            let last = self.of(kind).last().map_or(nowhere, |subheader| subheader.position);
            [kind.signature(), first.0, first.1, last.0, last.1]
        });
        // Three more kinds are listed, which no known file has.
        let unused = [-5_i64, -6, -7].map(|signature| [signature as u64, 0, 0, 0, 0]);
        let counts = &mut self.subheaders[2].bytes;
        counts.put_u64(8, longest.unwrap_or(0) as u64);
        counts.put_u64(16, if variables == 1 { 3 } else { 4 });
        counts.put_u64(24, 7);
        counts.put_u64(112, 1804);
        let words = listed.into_iter().chain(unused).flatten();
        for (index, word) in words.enumerate() {
            counts.put_u64(120 + 8 * index, word);
        }
    }

    /// Appends the pages, which are only pages of description so far.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        for page in 1..=self.last_page() {
            let start = bytes.len();
            bytes.resize(start + self.page_size, 0);
            self.write_page(&mut bytes[start..], page);
        }
    }

    fn write_page(&self, page: &mut [u8], number: u64) {
        let mut pointer = HEAD;
        let mut end = self.page_size;
        for subheader in self.on_page(number) {
            end -= subheader.bytes.len();
            page.put(end, &subheader.bytes);
            page.put_u64(pointer, end as u64);
            page.put_u64(pointer + 8, subheader.bytes.len() as u64);
            page[pointer + 17] = subheader.kind.varies().into();
            pointer += POINTER;
        }
        // The empty pointer: without a length, and to be ignored.
        page.put_u64(pointer, end as u64);
        page[pointer + 16] = 1;
        pointer += POINTER;
        let pointers = (pointer - HEAD) / POINTER;
        Head {
            sequence: SEQUENCE,
            number: number - 1,
            gap: end - pointer,
            kind: 0,
            blocks: pointers,
            pointers,
        }
        .put(page);
    }
}

/// The positions of the texts of a variable.
#[derive(Debug)]
struct TextReferences {
    name: TextReference,
    label: TextReference,
    informat: TextReference,
    format: TextReference,
}

impl TextReferences {
    fn new(variable: &Variable, texts: &mut Texts) -> Self {
        Self {
            name: texts.add(&variable.name),
            label: texts.add(&variable.label),
            informat: texts.add(variable.informat.as_ref().map_or("", |spec| &spec.name)),
            format: texts.add(variable.format.as_ref().map_or("", |spec| &spec.name)),
        }
    }
}

fn put_text_reference(bytes: &mut [u8], at: usize, reference: TextReference) {
    for (index, part) in reference.into_iter().enumerate() {
        bytes.put_u16(at + 2 * index, part);
    }
}

/// A text reference, padded with zeros to a length.
fn bytes_of(reference: TextReference, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    put_text_reference(&mut bytes, 0, reference);
    bytes
}

/// A subheader of variable length: space for the signature, the length, the content, empty bytes.
fn varying(content: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut subheader = vec![0; 16];
    subheader.extend(content);
    let length = subheader.len() - 8;
    subheader.put_u64(8, length as u64);
    subheader.extend([0; 12]);
    subheader
}

fn column_size(variables: usize) -> Vec<u8> {
    let mut subheader = vec![0; 24];
    subheader.put_u64(8, variables as u64);
    subheader
}

/// The offset of a value in a row, its length, the flag of its name, and its kind.
fn attributes(variable: &Variable) -> Vec<u8> {
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

fn format(variable: &Variable, references: &TextReferences) -> Vec<u8> {
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
fn name_table(variables: &[Variable], longest: usize) -> Vec<Vec<u8>> {
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

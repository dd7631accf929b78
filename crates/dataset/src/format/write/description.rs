//! Writes the subheaders that describe the variables, and their pages.
//!
//! The pointers of a page are in the order of its subheaders, and the subheaders from the end of the page backwards.
//! Numbers without a known meaning are those of files known to be readable.

use super::super::bytes::Put;
use super::super::subheader::REUSES_SPACE;
use super::row_pages::Head;
use super::subheaders::{
    AROUND, SubheaderKind, TextReferences, attributes, bytes_of, column_size, format, name_table, put_text_reference,
    varying,
};
use super::texts::{TextReference, Texts};
use super::{HEAD, NewFile, POINTER, SEQUENCE};
use crate::schema::Variable;

/// The length of the subheader with the number of rows, which is the first on the first page.
pub(crate) const ROW_SIZE: usize = 808;
const COUNTS: usize = 600;
/// The maximum length of any subheader, and of one with attributes.
const LONGEST: usize = 32_740;
const LONGEST_ATTRIBUTES: usize = 24_588;

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
        let method = file.compression.map_or(&b""[..], |options| options.method.signature());
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
        let flags = file.compression.map_or((0xF0, 0x0022_3011, 0), |compression| {
            let reuses = u64::from(compression.reuses_space) * REUSES_SPACE;
            let is_addressable = u64::from(compression.is_addressable) << 16;
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
        let [blanks, data_set_type, step] = Texts::first(file.compression.is_some());
        let method = file.compression.map_or([0; 3], |_| Texts::METHOD);
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

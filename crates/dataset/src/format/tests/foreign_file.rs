//! Creates files as other systems write them, from the description of the format and without the code that writes files
//! here, so that an error in that code does not hide one in reading.

use feedrate_values::Kind;

use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    None,
    RunLength,
    Ross,
}

impl Method {
    pub(super) fn compression(self) -> Compression {
        match self {
            Self::None => Compression::None,
            Self::RunLength => Compression::RunLength,
            Self::Ross => Compression::Ross,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Foreign {
    pub(super) order: Order,
    pub(super) wide: bool,
    /// True if doubles of the header are shifted to a multiple of eight bytes.
    pub(super) aligned: bool,
    pub(super) encoding: u8,
    pub(super) method: Method,
    pub(super) deleted: Vec<usize>,
    /// The release and the server of its writer.
    pub(super) writer: (&'static str, &'static str),
    /// The bytes before the rows of a mixed page, instead of zeros up to a multiple of eight; empty for rows that are
    /// not aligned.
    pub(super) padding: Option<&'static [u8]>,
}

impl Default for Foreign {
    fn default() -> Self {
        Self {
            order: Order::Little,
            wide: true,
            aligned: true,
            encoding: 20,
            method: Method::None,
            deleted: Vec::new(),
            writer: ("9.0401M2", ""),
            padding: None,
        }
    }
}

const PAGE: usize = 3072;
const HEADER: usize = 1024;

/// Bytes that are written in the byte order of a file.
struct Out<'a> {
    bytes: Vec<u8>,
    file: &'a Foreign,
}

impl Out<'_> {
    fn put(&mut self, at: usize, little: &[u8]) {
        let mut bytes = little.to_vec();
        if self.file.order == Order::Big {
            bytes.reverse();
        }
        self.bytes[at..at + bytes.len()].copy_from_slice(&bytes);
    }

    fn u16(&mut self, at: usize, value: usize) {
        self.put(at, &(value as u16).to_le_bytes());
    }

    fn u32(&mut self, at: usize, value: usize) {
        self.put(at, &(value as u32).to_le_bytes());
    }

    fn word(&mut self, at: usize, value: u64) {
        match self.file.wide {
            true => self.put(at, &value.to_le_bytes()),
            false => self.put(at, &(value as u32).to_le_bytes()),
        }
    }
}

/// The bytes of a subheader, whether its length varies, and its mark.
type RawSubheader = (Vec<u8>, u8, u8);

impl Foreign {
    pub(super) const CREATED: f64 = 1_900_000_000.25;
    pub(super) const LABEL: &'static str = "made elsewhere";

    fn out(&self, length: usize) -> Out<'_> {
        Out {
            bytes: vec![0; length],
            file: self,
        }
    }

    fn word(&self) -> usize {
        if self.wide { 8 } else { 4 }
    }

    fn head(&self) -> usize {
        if self.wide { 40 } else { 24 }
    }

    fn pointer(&self) -> usize {
        if self.wide { 24 } else { 12 }
    }

    /// Returns the file with these rows, which have the layout of files made here.
    pub(super) fn file(&self, schema: &Schema, rows: &[Vec<u8>]) -> Vec<u8> {
        let rows: Vec<_> = rows.iter().map(|row| self.foreign_row(schema, row)).collect();
        let mut pieces = self.description(schema, rows.len(), 0);
        let pages = match self.method {
            Method::None => {
                let room = self.room(&pieces);
                let fits = room / (schema.row_length() as usize + 1);
                pieces = self.description(schema, rows.len(), fits);
                let (first, rest) = rows.split_at(rows.len().min(fits));
                let mut pages = vec![self.page(0x200, &pieces, first, 0)];
                let full = (PAGE - self.head()) / (schema.row_length() as usize + 1);
                let mut before = first.len();
                for part in rest.chunks(full) {
                    pages.push(self.page(0x100, &[], part, before));
                    before += part.len();
                }
                let on_last = rest.len().checked_sub(1).map(|before| before % full + 1);
                let block = on_last.unwrap_or(pieces.len() + first.len());
                pages[0] = self.first_page(&pages[0], (pages.len(), block), full);
                pages
            }
            method => {
                let mut pages = Vec::new();
                for (index, row) in rows.iter().enumerate() {
                    let packed = match method {
                        Method::RunLength => run_length(row),
                        _ => ross(row),
                    };
                    let mark = if self.deleted.contains(&index) { 5 } else { 4 };
                    // A row that compression makes no shorter is stored uncompressed.
                    let piece = match packed.len() < row.len() || mark == 5 {
                        true => (packed, 1, mark),
                        false => (row.clone(), 1, 0),
                    };
                    if self.room(&pieces) < piece.0.len() + 2 * self.pointer() {
                        pages.push(self.page(0, &pieces, &[], 0));
                        pieces.clear();
                    }
                    pieces.push(piece);
                }
                pages.push(self.page(0, &pieces, &[], 0));
                pages
            }
        };
        let mut bytes = self.header(pages.len());
        bytes.extend(pages.concat());
        bytes
    }

    /// Returns the first page with the position of the last row and the maximum number of rows on a page of rows.
    fn first_page(&self, page: &[u8], last_row: (usize, usize), most: usize) -> Vec<u8> {
        let mut out = Out {
            bytes: page.to_vec(),
            file: self,
        };
        let (length, last_row_at, most_at) = match self.wide {
            true => (808, 560, 766),
            false => (480, 288, 438),
        };
        let piece = PAGE - length;
        out.word(piece + last_row_at, last_row.0 as u64);
        out.u16(piece + last_row_at + self.word(), last_row.1);
        out.u16(piece + most_at, most);
        out.bytes
    }

    /// Returns the offset in a compressed file of the pointer to the first row.
    pub(super) fn pointer_of_first_row(&self, schema: &Schema) -> usize {
        let pieces = self.description(schema, 1, 0).len();
        HEADER + self.head() + pieces * self.pointer()
    }

    fn foreign_row(&self, schema: &Schema, row: &[u8]) -> Vec<u8> {
        let mut foreign = row.to_vec();
        for variable in schema.variables() {
            if variable.kind == Kind::Number && self.order == Order::Big {
                foreign[variable.span()].reverse();
            }
        }
        foreign
    }

    fn header(&self, pages: usize) -> Vec<u8> {
        let mut out = self.out(HEADER);
        out.bytes[..32].copy_from_slice(&[
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC2, 0xEA, 0x81, 0x60, 0xB3, 0x14, 0x11, 0xCF, 0xBD, 0x92, 0x08, 0x00,
            0x09, 0xC7, 0x31, 0x8C, 0x18, 0x1F, 0x10, 0x11,
        ]);
        let (a, b) = (if self.aligned { 4 } else { 0 }, if self.wide { 4 } else { 0 });
        out.bytes[32] = if self.wide { 0x33 } else { 0x22 };
        out.bytes[35] = if self.aligned { 0x33 } else { 0x22 };
        out.bytes[37] = u8::from(self.order == Order::Little);
        out.bytes[70] = self.encoding;
        out.bytes[84..92].copy_from_slice(b"SAS FILE");
        out.bytes[92..97].copy_from_slice(b"OTHER");
        out.bytes[156..160].copy_from_slice(b"DATA");
        out.put(164 + a, &Self::CREATED.to_le_bytes());
        out.put(172 + a, &Self::CREATED.to_le_bytes());
        out.u32(196 + a, HEADER);
        out.u32(200 + a, PAGE);
        out.word(204 + a, pages as u64);
        let (release, server) = self.writer;
        for (at, text) in [(216, release), (224, server)] {
            let at = at + a + b;
            out.bytes[at..at + text.len()].copy_from_slice(text.as_bytes());
        }
        out.bytes
    }

    fn room(&self, pieces: &[RawSubheader]) -> usize {
        let taken: usize = pieces.iter().map(|piece| piece.0.len() + self.pointer()).sum();
        PAGE - self.head() - taken
    }

    fn page(&self, kind: usize, pieces: &[RawSubheader], rows: &[Vec<u8>], before: usize) -> Vec<u8> {
        let (head, word) = (self.head(), self.word());
        let deleted: Vec<_> = (0..rows.len())
            .filter(|index| self.deleted.contains(&(before + index)))
            .collect();
        let mut out = self.out(PAGE);
        let kind = if deleted.is_empty() { kind } else { kind | 0x80 };
        out.u16(head - 8, kind);
        out.u16(head - 6, pieces.len() + rows.len());
        out.u16(head - 4, pieces.len());
        let mut end = PAGE;
        for (index, (bytes, varies, mark)) in pieces.iter().enumerate() {
            end -= bytes.len();
            out.bytes[end..end + bytes.len()].copy_from_slice(bytes);
            let at = head + index * self.pointer();
            out.word(at, end as u64);
            out.word(at + word, bytes.len() as u64);
            out.bytes[at + 2 * word] = *mark;
            out.bytes[at + 2 * word + 1] = *varies;
        }
        let end_of_pointers = head + pieces.len() * self.pointer();
        let mut at = end_of_pointers.next_multiple_of(8);
        if let Some(padding) = self.padding.filter(|_| !pieces.is_empty()) {
            assert!(at > end_of_pointers, "the pointers end at a multiple of eight");
            at = end_of_pointers + padding.len();
            out.bytes[end_of_pointers..at].copy_from_slice(padding);
        }
        for row in rows {
            out.bytes[at..at + row.len()].copy_from_slice(row);
            at += row.len();
        }
        let map = end - rows.len().div_ceil(8);
        out.word(if self.wide { 24 } else { 12 }, (map - at) as u64);
        for index in deleted {
            out.bytes[map + index / 8] |= 0x80 >> (index % 8);
        }
        out.bytes
    }

    fn description(&self, schema: &Schema, rows: usize, most_on_mixed: usize) -> Vec<RawSubheader> {
        let w = self.word();
        let variables = schema.variables();
        let mut text = b"\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        text.extend(match self.method {
            Method::None => b"        ",
            Method::RunLength => b"SASYZCRL",
            Method::Ross => b"SASYZCR2",
        });
        let mut place = |name: &str| {
            let at = text.len();
            text.extend(name.as_bytes());
            text.resize(text.len().next_multiple_of(4), 0);
            [0, at, name.len()]
        };
        let label = place(Self::LABEL);
        let names: Vec<_> = variables.iter().map(|variable| place(&variable.name)).collect();
        let mut size = self.signed(0xF7F7_F7F7, if self.wide { 808 } else { 480 });
        size.word(5 * w, schema.row_length().into());
        size.word(6 * w, rows as u64);
        size.word(7 * w, self.deleted.len() as u64);
        size.word(9 * w, variables.len() as u64);
        size.word(15 * w, most_on_mixed as u64);
        let references = if self.wide { 678 } else { 350 };
        let method = [0, 12, if self.method == Method::None { 0 } else { 8 }];
        for (index, part) in label.into_iter().enumerate() {
            size.u16(references + 2 * index, part);
            size.u16(references + 12 + 2 * index, method[index]);
        }
        let mut columns = self.signed(0xF6F6_F6F6, 3 * w);
        columns.word(w, variables.len() as u64);
        let mut name_piece = self.signed(0xFFFF_FFFF, 2 * w + 12 + 8 * names.len());
        for (index, name) in names.iter().enumerate() {
            for (part, &value) in name.iter().enumerate() {
                name_piece.u16(w + 8 + 8 * index + 2 * part, value);
            }
        }
        let entry = w + 8;
        let mut attributes = self.signed(0xFFFF_FFFC, 2 * w + 12 + entry * names.len());
        for (index, variable) in variables.iter().enumerate() {
            let at = w + 8 + entry * index;
            attributes.word(at, variable.offset.into());
            attributes.u32(at + w, variable.length as usize);
            attributes.bytes[at + w + 6] = match variable.kind {
                Kind::Number => 1,
                Kind::Text => 2,
            };
        }
        let formats: Vec<_> = variables
            .iter()
            .map(|variable| {
                let mut piece = self.signed(0xFFFF_FBFE, 3 * w + 40);
                let specs = [(&variable.format, 0), (&variable.informat, 4)];
                for (spec, at) in specs {
                    let Some(spec) = spec else { continue };
                    piece.u16(3 * w + at, spec.width.unwrap_or(0).into());
                    piece.u16(3 * w + at + 2, spec.decimals.unwrap_or(0).into());
                    let name = 3 * w + if at == 0 { 22 } else { 16 };
                    for (part, value) in place(&spec.name).into_iter().enumerate() {
                        piece.u16(name + 2 * part, value);
                    }
                }
                for (part, value) in place(&variable.label).into_iter().enumerate() {
                    piece.u16(3 * w + 28 + 2 * part, value);
                }
                piece.bytes
            })
            .collect();
        text.resize(text.len() + w + 4, 0);
        let mut text_piece = self.signed(0xFFFF_FFFD, w + text.len());
        text_piece.bytes[w..].copy_from_slice(&text);
        // Subheaders of variable length contain their length, without signature and trailing empty bytes.
        for piece in [&mut text_piece, &mut name_piece, &mut attributes] {
            let length = piece.bytes.len() - (2 * w + 4);
            piece.u16(w, length);
        }
        // In a compressed file all of them are marked as varying.
        let always = u8::from(self.method != Method::None);
        let mut pieces = vec![
            (size.bytes, always, 0),
            (columns.bytes, always, 0),
            (text_piece.bytes, 1, 0),
            (name_piece.bytes, 1, 0),
            (attributes.bytes, 1, 0),
        ];
        pieces.extend(formats.into_iter().map(|format| (format, always, 0)));
        // An empty pointer, to be ignored.
        pieces.push((Vec::new(), 0, 1));
        pieces
    }

    /// Begins a subheader with its signature. Signatures that begin with ones fill a whole word; others are four bytes.
    fn signed(&self, signature: usize, length: usize) -> Out<'_> {
        let mut out = self.out(length);
        if signature >= 0xFFFF_0000 {
            out.word(0, signature as u64 | 0xFFFF_FFFF_0000_0000);
        } else {
            out.u32(0, signature);
        }
        out
    }
}

fn run(row: &[u8], most: usize) -> usize {
    row.iter().take(most).take_while(|&&byte| byte == row[0]).count()
}

fn run_length(mut row: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    while !row.is_empty() {
        let count = run(row, 17);
        let (command, taken) = match (row[0], count) {
            (0, 2..) => (vec![0xF0 + count as u8 - 2], count),
            (b' ', 2..) => (vec![0xE0 + count as u8 - 2], count),
            (byte, 3..) => (vec![0xC0 + count as u8 - 3, byte], count),
            (byte, _) => (vec![0x80, byte], 1),
        };
        packed.extend(command);
        row = &row[taken..];
    }
    packed
}

fn ross(mut row: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    while !row.is_empty() {
        let mut flags = 0_u16;
        let mut group = Vec::new();
        for flag in 0..16 {
            let Some(&byte) = row.first() else { break };
            let count = run(row, 18);
            if count >= 3 {
                flags |= 0x8000 >> flag;
                group.extend([count as u8 - 3, byte]);
                row = &row[count..];
            } else {
                group.push(byte);
                row = &row[1..];
            }
        }
        packed.extend(flags.to_be_bytes());
        packed.extend(group);
    }
    packed
}

//! The values of a record, by the rules of RFC 4180 and those for texts that break them.
//!
//! A value whose first byte is a quotation mark ends with the next one that is not doubled; what follows it until the
//! separator belongs to it, too. A quotation mark within another value is a character like others. Records end with a
//! carriage return or a line feed.

use super::stops::Stops;

/// The place of a value.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    end: usize,
    /// True if it is in the memory of joined values.
    is_joined: bool,
}

/// The end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordEnd {
    /// The offset behind the line break that ends it, or the end of the text.
    pub offset: usize,
    /// True if it has a line break.
    pub has_break: bool,
}

/// Divides records into their values, without a copy of them as far as they are together in the text.
#[derive(Debug)]
pub(super) struct Fields {
    delimiter: u8,
    stops: Stops,
    spans: Vec<Span>,
    /// True if the last value has quotation marks around it.
    is_last_quoted: bool,
    /// Values of which parts of the text do not belong to them.
    joined: Vec<u8>,
}

/// The values of a record.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record<'a> {
    text: &'a [u8],
    joined: &'a [u8],
    spans: &'a [Span],
    is_last_quoted: bool,
}

impl<'a> Record<'a> {
    /// Returns the number of its values.
    pub fn len(self) -> usize {
        self.spans.len()
    }

    /// Returns a value; empty if it has not so many.
    #[inline]
    pub fn get(self, index: usize) -> &'a [u8] {
        self.spans.get(index).map_or(&[], |span| self.value(span))
    }

    /// Returns its values.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = &'a [u8]> {
        self.spans.iter().map(move |span| self.value(span))
    }

    /// Returns the last value, if it has quotation marks around it.
    #[inline]
    pub fn last_quoted(self) -> Option<&'a [u8]> {
        self.iter().next_back().filter(|_| self.is_last_quoted)
    }

    #[inline]
    fn value(self, span: &Span) -> &'a [u8] {
        let text = if span.is_joined { self.joined } else { self.text };
        &text[span.start..span.end]
    }
}

impl Fields {
    /// Returns the values of no record.
    pub fn new(delimiter: u8) -> Self {
        Self {
            delimiter,
            stops: Stops::new(delimiter),
            spans: Vec::new(),
            is_last_quoted: false,
            joined: Vec::new(),
        }
    }

    /// Returns the values that were found last, in this text.
    #[inline]
    pub fn record<'a>(&'a self, text: &'a [u8]) -> Record<'a> {
        Record {
            text,
            joined: &self.joined,
            spans: &self.spans,
            is_last_quoted: self.is_last_quoted,
        }
    }

    /// Tells that the text has changed.
    pub fn restart(&mut self, text: &[u8], offset: usize) {
        self.stops.start(text, offset);
    }

    /// Finds the values of the record that begins at an offset, with a byte that is no line break. Returns its end;
    /// `None` if more text is needed, as the text is not that of the whole file.
    #[inline]
    pub fn find(&mut self, text: &[u8], start: usize, is_whole: bool) -> Option<RecordEnd> {
        self.spans.clear();
        self.joined.clear();
        self.stops.go_on(text, start);
        let mut value = start;
        loop {
            self.is_last_quoted = text.get(value) == Some(&b'"');
            let end = match self.is_last_quoted {
                true => self.quoted(text, value, is_whole)?,
                false => self.plain(text, value, is_whole)?,
            };
            match text.get(end) {
                Some(byte) if *byte == self.delimiter => value = end + 1,
                Some(_) => {
                    return Some(RecordEnd {
                        offset: end + 1,
                        has_break: true,
                    });
                }
                None => {
                    return Some(RecordEnd {
                        offset: end,
                        has_break: false,
                    });
                }
            }
        }
    }

    /// Finds the end of a value without quotation marks around it.
    #[inline]
    fn plain(&mut self, text: &[u8], start: usize, is_whole: bool) -> Option<usize> {
        let end = self.end(text, is_whole)?;
        self.spans.push(Span {
            start,
            end,
            is_joined: false,
        });
        Some(end)
    }

    /// Returns the offset of the next separator or line break.
    #[inline]
    fn end(&mut self, text: &[u8], is_whole: bool) -> Option<usize> {
        loop {
            match self.stops.next(text) {
                Some(stop) if text[stop] == b'"' => {}
                Some(stop) => return Some(stop),
                None => return is_whole.then_some(text.len()),
            }
        }
    }

    /// Finds the end of a value that begins with a quotation mark.
    #[inline(never)]
    fn quoted(&mut self, text: &[u8], start: usize, is_whole: bool) -> Option<usize> {
        // The one that begins it.
        self.stops.next(text);
        let (mut part, joined) = (start + 1, self.joined.len());
        let mut is_joined = false;
        loop {
            let mark = match self.stops.next(text) {
                Some(stop) if text[stop] == b'"' => Some(stop),
                Some(_) => continue,
                None if is_whole => None,
                None => return None,
            };
            let mark_end = mark.unwrap_or(text.len());
            match text.get(mark_end + 1) {
                Some(b'"') => {
                    self.stops.next(text);
                    self.joined.extend_from_slice(&text[part..=mark_end]);
                    is_joined = true;
                    part = mark_end + 2;
                }
                None if !is_whole => return None,
                _ => {
                    let end = match mark {
                        Some(_) => self.end(text, is_whole)?,
                        None => text.len(),
                    };
                    let rest = text.get(mark_end + 1..end).unwrap_or_default();
                    let span = match is_joined || !rest.is_empty() {
                        true => {
                            self.joined.extend_from_slice(&text[part..mark_end]);
                            self.joined.extend_from_slice(rest);
                            Span {
                                start: joined,
                                end: self.joined.len(),
                                is_joined: true,
                            }
                        }
                        false => Span {
                            start: part,
                            end: mark_end,
                            is_joined,
                        },
                    };
                    self.spans.push(span);
                    return Some(end);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the records of a text as the crate `csv` reads them, and where they end.
    fn expected(text: &[u8], delimiter: u8) -> Vec<(Vec<Vec<u8>>, usize)> {
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(text);
        let (mut record, mut records) = (csv::ByteRecord::new(), Vec::new());
        while reader.read_byte_record(&mut record).unwrap() {
            let values = record.iter().map(<[u8]>::to_vec);
            records.push((values.collect(), reader.position().byte() as usize));
        }
        records
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn values_are_those_of_another_reader(
            text in "([a,;\"\r\n ä]|,\"|\"\"|\",|\"\n){0,120}", delimiter in prop_oneof![Just(b','), Just(b';')],
            cut in 0_usize..150,
        ) {
            let text = text.as_bytes();
            let mut fields = Fields::new(delimiter);
            fields.restart(text, 0);
            let mut at = 0;
            for (values, end) in expected(text, delimiter) {
                while b"\r\n".contains(&text[at]) {
                    at += 1;
                }
                let cut = at + cut;
                if cut < text.len() {
                    // More text is needed, or it is not.
                    let mut early = Fields::new(delimiter);
                    early.restart(&text[..cut], at);
                    if let Some(found) = early.find(&text[..cut], at, false) {
                        prop_assert_eq!(found.offset, end);
                    } else {
                        prop_assert!(cut <= end);
                    }
                }
                let found = fields.find(text, at, true);
                prop_assert_eq!(found.map(|found| found.offset), Some(end));
                let record = fields.record(text);
                prop_assert_eq!(record.iter().map(<[u8]>::to_vec).collect::<Vec<_>>(), values);
                prop_assert!(record.get(record.len()).is_empty());
                at = end;
            }
            prop_assert!(text[at..].iter().all(|byte| b"\r\n".contains(byte)));
        }
    }
}

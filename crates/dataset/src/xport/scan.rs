//! Scans a transport file for its data sets.

use feedrate_values::{Kind, Spec};

use super::growth::Growth;
use super::namestr::{LEAST, VariableDescription};
use super::record::{Heading, RECORD, text};
use super::{Contents, Member, Stored, Version, XportError, labels, names, positions};
use crate::schema::{Schema, Variable};

/// Takes a file in chunks, and returns its data sets at the end.
#[derive(Debug)]
pub struct Scanner {
    /// The bytes of an incomplete record.
    partial: Vec<u8>,
    /// The offset of the next record.
    at: u64,
    expected: Expected,
    members: Vec<Member>,
    member: Draft,
    version: Version,
}

/// The kind that the next record must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Library,
    /// So many records with the system and the time, then the header of a data set.
    Times(usize),
    Member,
    Descriptor,
    Name,
    Label,
    Variables,
    /// Descriptions with so many bytes in total.
    Descriptions(usize),
    LabelsOrRows,
    Labels {
        count: usize,
        with_formats: bool,
    },
    RowsHeading,
    Rows,
}

impl Expected {
    fn name(self) -> &'static str {
        match self {
            Self::Library => "the heading of the file",
            Self::Times(_) => "the time at which it was made",
            Self::Member => "the heading of a data set",
            Self::Descriptor => "the heading of its descriptor",
            Self::Name => "the name of a data set",
            Self::Label => "the label of a data set",
            Self::Variables => "the heading of the variables",
            Self::Descriptions(_) => "a description of a variable",
            Self::LabelsOrRows | Self::RowsHeading => "the heading of the rows",
            Self::Labels { .. } => "a label",
            Self::Rows => "a row",
        }
    }
}

/// An incomplete data set.
#[derive(Debug, Default)]
struct Draft {
    long: bool,
    description_length: usize,
    name: String,
    label: String,
    data_set_type: String,
    variables: usize,
    gathered: Vec<u8>,
    described: Vec<VariableDescription>,
    row_length: usize,
    begin: u64,
    start: u64,
    /// The number of rows that the heading tells.
    told_rows: Option<u64>,
    last_record: Vec<u8>,
    growth: Growth,
}

impl Default for Scanner {
    fn default() -> Self {
        Self::new()
    }
}

impl Scanner {
    /// Creates a scanner at the beginning of a file.
    pub fn new() -> Self {
        Self {
            partial: Vec::with_capacity(RECORD),
            at: 0,
            expected: Expected::Library,
            members: Vec::new(),
            member: Draft::default(),
            version: Version::V5,
        }
    }

    /// Takes the next bytes of the file.
    ///
    /// # Errors
    ///
    /// Fails if a record is invalid.
    pub fn take(&mut self, mut bytes: &[u8]) -> Result<(), XportError> {
        if !self.partial.is_empty() {
            let (missing, rest) = bytes.split_at(bytes.len().min(RECORD - self.partial.len()));
            self.partial.extend_from_slice(missing);
            bytes = rest;
            if self.partial.len() < RECORD {
                return Ok(());
            }
            let record = std::mem::take(&mut self.partial);
            self.record(&record)?;
        }
        let mut records = bytes.chunks_exact(RECORD);
        for record in &mut records {
            self.record(record)?;
        }
        self.partial.extend_from_slice(records.remainder());
        Ok(())
    }

    /// Returns what the file has, after its last byte.
    ///
    /// # Errors
    ///
    /// Fails if the file ends within its headers or a row.
    pub fn finish(mut self) -> Result<Contents, XportError> {
        // A file may lack the blanks that pad its last record.
        let mut lacking = 0;
        if self.expected == Expected::Rows && !self.partial.is_empty() {
            let mut record = std::mem::take(&mut self.partial);
            lacking = RECORD - record.len();
            record.resize(RECORD, b' ');
            self.record(&record)?;
        }
        match self.expected {
            Expected::Rows => self.close(lacking)?,
            Expected::Member => {}
            Expected::Library if self.at == 0 => return Err(XportError::NotATransportFile),
            other => {
                return Err(XportError::Ends {
                    at: self.at + self.partial.len() as u64,
                    expected: other.name(),
                });
            }
        }
        names::settle(&mut self.members);
        Ok(Contents {
            version: self.version,
            members: self.members,
        })
    }

    fn record(&mut self, record: &[u8]) -> Result<(), XportError> {
        self.expected = match self.expected {
            Expected::Rows => {
                if Heading::of(record) == Some(Heading::Member) {
                    self.close(0)?;
                    self.heading(record)?
                } else {
                    self.member.last_record.clear();
                    self.member.last_record.extend_from_slice(record);
                    self.member.growth.take(record);
                    Expected::Rows
                }
            }
            Expected::Times(1) => Expected::Member,
            Expected::Times(left) => Expected::Times(left - 1),
            Expected::Name => {
                self.member.name = match self.member.long {
                    true => text(&record[8..40]),
                    false => text(&record[8..16]),
                };
                Expected::Label
            }
            Expected::Label => {
                self.member.label = text(&record[32..72]);
                self.member.data_set_type = text(&record[72..80]);
                Expected::Variables
            }
            Expected::Descriptions(length) => {
                self.member.gathered.extend_from_slice(record);
                match self.member.gathered.len() < length {
                    true => Expected::Descriptions(length),
                    false => {
                        self.describe()?;
                        Expected::LabelsOrRows
                    }
                }
            }
            Expected::Labels { count, with_formats } => {
                self.member.gathered.extend_from_slice(record);
                let Draft {
                    gathered, described, ..
                } = &mut self.member;
                match count - labels::read(gathered, count, with_formats, described) {
                    0 => Expected::RowsHeading,
                    count => Expected::Labels { count, with_formats },
                }
            }
            _ => self.heading(record)?,
        };
        self.at += RECORD as u64;
        Ok(())
    }

    /// Returns what follows a record that must be a header.
    fn heading(&mut self, record: &[u8]) -> Result<Expected, XportError> {
        let Some(heading) = Heading::of(record) else {
            return Err(match self.expected {
                Expected::Library if record.starts_with(b"**COMPRESSED**") => XportError::Cport,
                Expected::Library => XportError::NotATransportFile,
                expected => self.damaged(format!("it should be {}", expected.name())),
            });
        };
        match (self.expected, heading) {
            (Expected::Library, Heading::Library) => {
                if Heading::is_of_long_library(record) {
                    self.version = Version::V8;
                }
                Ok(Expected::Times(2))
            }
            (Expected::Member | Expected::Rows, Heading::Member) => {
                let length = Heading::description_length(record).unwrap_or(0);
                if !(LEAST..=1024).contains(&length) {
                    let reason = format!("it tells of descriptions of {length} bytes");
                    return Err(self.damaged(reason));
                }
                self.member = Draft {
                    long: Heading::is_long(record),
                    description_length: length,
                    begin: self.at,
                    ..Draft::default()
                };
                Ok(Expected::Descriptor)
            }
            (Expected::Descriptor, Heading::Descriptor) => Ok(Expected::Name),
            (Expected::Variables, Heading::Variables(0)) => Ok(Expected::LabelsOrRows),
            (Expected::Variables, Heading::Variables(count)) => {
                self.member.variables = count;
                let length = count * self.member.description_length;
                Ok(Expected::Descriptions(length))
            }
            (Expected::LabelsOrRows, Heading::Labels { count, with_formats }) => {
                self.member.gathered.clear();
                Ok(match count {
                    0 => Expected::RowsHeading,
                    _ => Expected::Labels { count, with_formats },
                })
            }
            (Expected::LabelsOrRows | Expected::RowsHeading, Heading::Rows(told)) => {
                self.member.start = self.at + RECORD as u64;
                self.member.told_rows = told;
                self.member.last_record.clear();
                Ok(Expected::Rows)
            }
            (expected, _) => Err(self.damaged(format!("it should be {}", expected.name()))),
        }
    }

    fn describe(&mut self) -> Result<(), XportError> {
        let gathered = std::mem::take(&mut self.member.gathered);
        let member = &self.member;
        let all = member.variables * member.description_length;
        let described: Result<Vec<_>, String> = gathered[..all]
            .chunks_exact(member.description_length)
            .map(|bytes| VariableDescription::parse(bytes, member.long))
            .collect();
        let mut described = described.map_err(|reason| self.damaged(reason))?;
        self.member.row_length = positions::settle(&mut described).map_err(|reason| XportError::Places {
            member: self.member.name.clone(),
            reason,
        })?;
        self.member.growth = Growth::new(&described, self.member.row_length);
        self.member.described = described;
        Ok(())
    }

    fn damaged(&self, reason: String) -> XportError {
        XportError::Record { at: self.at, reason }
    }

    /// Completes the data set after its last row. `lacking` is how many bytes of the last record the file lacks.
    fn close(&mut self, lacking: usize) -> Result<(), XportError> {
        let draft = std::mem::take(&mut self.member);
        let row_length = draft.row_length;
        let rows = match row_length {
            0 => 0,
            length => {
                let bytes = self.at - draft.start;
                let whole = bytes / length as u64;
                let found = rows(bytes, length as u64, &draft.last_record);
                // A number that does not fit is not believed: other rows would be lost or made up.
                draft
                    .told_rows
                    .filter(|told| (found..=whole).contains(told))
                    .unwrap_or(found)
            }
        };
        // A partial row is an error, even if the missing bytes may be blanks.
        let end = self.at - lacking as u64;
        if rows * row_length as u64 > end - draft.start {
            return Err(XportError::Ends {
                at: end,
                expected: "the rest of a row",
            });
        }
        let mut variables: Vec<_> = draft.described.iter().map(variable).collect();
        let mut grown = Vec::new();
        for (index, length) in draft.growth.grown() {
            let variable = &mut variables[index];
            grown.push(format!("{} ({} bytes, {length} here)", variable.name, variable.length));
            let whole = u16::try_from(variable.length).ok();
            for spec in [&mut variable.format, &mut variable.informat].into_iter().flatten() {
                if spec.width.is_some() && spec.width == whole {
                    spec.width = u16::try_from(length).ok();
                }
            }
            variable.length = length as u32;
        }
        let schema = Schema::lay_out(variables).map_err(|source| XportError::Schema {
            member: draft.name.clone(),
            source,
        })?;
        let stored = draft.described.iter().map(|described| Stored {
            from: described.position,
            length: described.length,
        });
        self.members.push(Member {
            name: draft.name,
            label: draft.label,
            data_set_type: draft.data_set_type,
            start: draft.start,
            bytes: draft.begin..end,
            rows,
            row_length,
            notes: note_of_grown(&grown).into_iter().collect(),
            stored: stored.collect(),
            schema,
        });
        Ok(())
    }
}

/// Returns the number of rows in `bytes` bytes of records. Trailing rows within the blanks of the last record, which
/// may be its padding, do not count.
fn rows(bytes: u64, length: u64, last_record: &[u8]) -> u64 {
    let blanks = last_record.iter().rev().take_while(|&&byte| byte == b' ').count();
    // A record has at least one byte of a row, so the padding is shorter than a record.
    let filling = bytes - (blanks.min(RECORD - 1) as u64).min(bytes);
    // A row with a byte before the padding counts.
    filling.div_ceil(length).min(bytes / length)
}

/// Returns a note about texts that are longer here than in the file.
fn note_of_grown(grown: &[String]) -> Option<String> {
    /// The number of those that are named.
    const MOST: usize = 5;
    let more = match grown.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let told = grown[..grown.len().min(MOST)].join(", ");
    (!grown.is_empty()).then(|| {
        format!("its variables are as long as their texts are in UTF-8, longer than in the file: {told}{more}")
    })
}

fn variable(described: &VariableDescription) -> Variable {
    let spec = |spec: &Spec| (*spec != Spec::default()).then(|| spec.clone());
    let plain = match described.kind {
        Kind::Number => Variable::number(described.name.as_str()),
        Kind::Text => Variable::text(described.name.as_str(), described.length as u32),
    };
    Variable {
        label: described.label.clone(),
        format: spec(&described.format),
        informat: spec(&described.informat),
        ..plain
    }
}

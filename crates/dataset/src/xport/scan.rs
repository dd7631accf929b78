//! Scans a transport file for its data sets.

use super::member_draft::MemberDraft;
use super::namestr::LEAST;
use super::record::{Heading, RECORD, text};
use super::{Contents, Member, Version, XportError, labels, names};

/// Takes a file in chunks, and returns its data sets at the end.
#[derive(Debug)]
pub struct Scanner {
    /// The bytes of an incomplete record.
    partial: Vec<u8>,
    /// The offset of the next record.
    at: u64,
    expected: ExpectedRecord,
    members: Vec<Member>,
    member: MemberDraft,
    version: Version,
}

/// The kind that the next record must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedRecord {
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

impl ExpectedRecord {
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
            expected: ExpectedRecord::Library,
            members: Vec::new(),
            member: MemberDraft::default(),
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
        if self.expected == ExpectedRecord::Rows && !self.partial.is_empty() {
            let mut record = std::mem::take(&mut self.partial);
            lacking = RECORD - record.len();
            record.resize(RECORD, b' ');
            self.record(&record)?;
        }
        match self.expected {
            ExpectedRecord::Rows => self.close(lacking)?,
            ExpectedRecord::Member => {}
            ExpectedRecord::Library if self.at == 0 => return Err(XportError::NotATransportFile),
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
            ExpectedRecord::Rows => {
                if Heading::of(record) == Some(Heading::Member) {
                    self.close(0)?;
                    self.heading(record)?
                } else {
                    self.member.last_record.clear();
                    self.member.last_record.extend_from_slice(record);
                    self.member.growth.take(record);
                    ExpectedRecord::Rows
                }
            }
            ExpectedRecord::Times(1) => ExpectedRecord::Member,
            ExpectedRecord::Times(left) => ExpectedRecord::Times(left - 1),
            ExpectedRecord::Name => {
                self.member.name = match self.member.long {
                    true => text(&record[8..40]),
                    false => text(&record[8..16]),
                };
                ExpectedRecord::Label
            }
            ExpectedRecord::Label => {
                self.member.label = text(&record[32..72]);
                self.member.data_set_type = text(&record[72..80]);
                ExpectedRecord::Variables
            }
            ExpectedRecord::Descriptions(length) => {
                self.member.gathered.extend_from_slice(record);
                match self.member.gathered.len() < length {
                    true => ExpectedRecord::Descriptions(length),
                    false => {
                        self.member.describe(self.at)?;
                        ExpectedRecord::LabelsOrRows
                    }
                }
            }
            ExpectedRecord::Labels { count, with_formats } => {
                self.member.gathered.extend_from_slice(record);
                let MemberDraft {
                    gathered, described, ..
                } = &mut self.member;
                match count - labels::read(gathered, count, with_formats, described) {
                    0 => ExpectedRecord::RowsHeading,
                    count => ExpectedRecord::Labels { count, with_formats },
                }
            }
            _ => self.heading(record)?,
        };
        self.at += RECORD as u64;
        Ok(())
    }

    /// Returns what follows a record that must be a header.
    fn heading(&mut self, record: &[u8]) -> Result<ExpectedRecord, XportError> {
        let Some(heading) = Heading::of(record) else {
            return Err(match self.expected {
                ExpectedRecord::Library if record.starts_with(b"**COMPRESSED**") => XportError::Cport,
                ExpectedRecord::Library => XportError::NotATransportFile,
                expected => self.damaged(format!("it should be {}", expected.name())),
            });
        };
        match (self.expected, heading) {
            (ExpectedRecord::Library, Heading::Library) => {
                if Heading::is_of_long_library(record) {
                    self.version = Version::V8;
                }
                Ok(ExpectedRecord::Times(2))
            }
            (ExpectedRecord::Member | ExpectedRecord::Rows, Heading::Member) => {
                let length = Heading::description_length(record).unwrap_or(0);
                if !(LEAST..=1024).contains(&length) {
                    let reason = format!("it tells of descriptions of {length} bytes");
                    return Err(self.damaged(reason));
                }
                self.member = MemberDraft {
                    long: Heading::is_long(record),
                    description_length: length,
                    begin: self.at,
                    ..MemberDraft::default()
                };
                Ok(ExpectedRecord::Descriptor)
            }
            (ExpectedRecord::Descriptor, Heading::Descriptor) => Ok(ExpectedRecord::Name),
            (ExpectedRecord::Variables, Heading::Variables(0)) => Ok(ExpectedRecord::LabelsOrRows),
            (ExpectedRecord::Variables, Heading::Variables(count)) => {
                self.member.variables = count;
                let length = count * self.member.description_length;
                Ok(ExpectedRecord::Descriptions(length))
            }
            (ExpectedRecord::LabelsOrRows, Heading::Labels { count, with_formats }) => {
                self.member.gathered.clear();
                Ok(match count {
                    0 => ExpectedRecord::RowsHeading,
                    _ => ExpectedRecord::Labels { count, with_formats },
                })
            }
            (ExpectedRecord::LabelsOrRows | ExpectedRecord::RowsHeading, Heading::Rows(told)) => {
                self.member.start = self.at + RECORD as u64;
                self.member.told_rows = told;
                self.member.last_record.clear();
                Ok(ExpectedRecord::Rows)
            }
            (expected, _) => Err(self.damaged(format!("it should be {}", expected.name()))),
        }
    }

    fn damaged(&self, reason: String) -> XportError {
        XportError::Record { at: self.at, reason }
    }

    /// Completes the data set after its last row. `lacking` is how many bytes of the last record the file lacks.
    fn close(&mut self, lacking: usize) -> Result<(), XportError> {
        let draft = std::mem::take(&mut self.member);
        self.members.push(draft.complete(self.at, lacking)?);
        Ok(())
    }
}

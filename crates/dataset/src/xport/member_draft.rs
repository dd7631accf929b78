//! A data set of a transport file as far as its records have been read.

use feedrate_values::{Kind, Spec};

use super::growth::Growth;
use super::namestr::VariableDescription;
use super::record::RECORD;
use super::{Member, ValuePosition, XportError, positions};
use crate::schema::{Schema, Variable};

/// An incomplete data set.
#[derive(Debug, Default)]
pub(super) struct MemberDraft {
    pub(super) long: bool,
    pub(super) description_length: usize,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) data_set_type: String,
    pub(super) variables: usize,
    pub(super) gathered: Vec<u8>,
    pub(super) described: Vec<VariableDescription>,
    pub(super) row_length: usize,
    pub(super) begin: u64,
    pub(super) start: u64,
    /// The number of rows that the heading tells.
    pub(super) told_rows: Option<u64>,
    pub(super) last_record: Vec<u8>,
    pub(super) growth: Growth,
}

impl MemberDraft {
    /// Reads the gathered descriptions of its variables, the last of which ends with the record at an offset.
    pub(super) fn describe(&mut self, at: u64) -> Result<(), XportError> {
        let gathered = std::mem::take(&mut self.gathered);
        let all = self.variables * self.description_length;
        let described: Result<Vec<_>, String> = gathered[..all]
            .chunks_exact(self.description_length)
            .map(|bytes| VariableDescription::parse(bytes, self.long))
            .collect();
        let mut described = described.map_err(|reason| XportError::Record { at, reason })?;
        self.row_length = positions::settle(&mut described).map_err(|reason| XportError::Places {
            member: self.name.clone(),
            reason,
        })?;
        self.growth = Growth::new(&described, self.row_length);
        self.described = described;
        Ok(())
    }

    /// Completes the data set, whose last record ends at an offset. `lacking` is how many bytes of that record the file
    /// lacks.
    pub(super) fn complete(self, at: u64, lacking: usize) -> Result<Member, XportError> {
        let rows = self.rows(at - self.start);
        // A partial row is an error, even if the missing bytes may be blanks.
        let end = at - lacking as u64;
        if rows * self.row_length as u64 > end - self.start {
            return Err(XportError::Ends {
                at: end,
                expected: "the rest of a row",
            });
        }
        let mut variables: Vec<_> = self.described.iter().map(variable).collect();
        let mut grown = Vec::new();
        for (index, length) in self.growth.grown() {
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
            member: self.name.clone(),
            source,
        })?;
        let stored = self.described.iter().map(|described| ValuePosition {
            from: described.position,
            length: described.length,
        });
        Ok(Member {
            name: self.name,
            label: self.label,
            data_set_type: self.data_set_type,
            start: self.start,
            bytes: self.begin..end,
            rows,
            row_length: self.row_length,
            notes: note_of_grown(&grown).into_iter().collect(),
            stored: stored.collect(),
            schema,
        })
    }

    /// Returns the number of rows in `bytes` bytes of records.
    fn rows(&self, bytes: u64) -> u64 {
        let length = self.row_length as u64;
        if length == 0 {
            return 0;
        }
        let found = rows(bytes, length, &self.last_record);
        // A number that does not fit is not believed: other rows would be lost or made up.
        let told = self.told_rows.filter(|told| (found..=bytes / length).contains(told));
        told.unwrap_or(found)
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

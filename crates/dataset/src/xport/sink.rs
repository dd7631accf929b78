//! Writes a data set into a transport file: a new one, or among the data sets of one that is there.
//!
//! The file is written anew, as every file of another format. The other data sets are copied as they are.

use std::ops::Range;
use std::path::Path;

use feedrate_pageio::Access;

use super::heading::{self, FORMAT, Facts, LABEL};
use super::record::{RECORD, ROWS_AT, ROWS_DIGITS};
use super::source::contents;
use super::{Version, ibm};
use crate::error::{Error, Result, not_possible};
use crate::file_format::{NewDataSet, RowRoom, RowSink, SinkOutput};
use crate::format::{NumberField, Order, TextField};
use crate::name::DataSetName;
use crate::pages::{RangeReader, StreamWriter};
use crate::schema::Schema;

/// Bytes that are copied at a time.
const CHUNK: u64 = 256 << 10;

/// The longest text of a file of version 5.
const LONGEST_TEXT: u32 = 200;

/// The most variables of a data set: their number has four digits.
const MOST_VARIABLES: usize = 9999;

/// A data set of a transport file that is to be written.
#[derive(Debug)]
pub(crate) struct NewMember<'a> {
    /// The file, which need not be there.
    pub(crate) file: &'a Path,
    /// The version that a new file gets; one that is there keeps its own.
    pub(crate) version: Version,
    /// The data set.
    pub(crate) name: &'a DataSetName,
}

/// Writes rows in the form of a transport file.
#[derive(Debug)]
struct Sink {
    stream: StreamWriter,
    columns: Vec<Column>,
    row_length: usize,
    record: Vec<u8>,
    written: u64,
    /// The data sets behind this one, and the file that has them.
    rest: Option<(RangeReader, Range<u64>)>,
    too_small: u64,
    not_ascii: u64,
    /// Rows of blanks since the last other one, and the length of a row in the file.
    blank: u64,
    stored_length: usize,
    /// The place of the number of rows, in version 8.
    rows_at: Option<u64>,
    cut_labels: u64,
}

#[derive(Debug)]
struct Column {
    name: String,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Number(NumberField, usize),
    Text(TextField),
}

impl NewMember<'_> {
    /// Begins the data set: copies what is before it, and writes its heading.
    ///
    /// # Errors
    ///
    /// Fails if the file there is no transport file, if the data set cannot be in one of its version, or if the new
    /// file cannot be written.
    pub(crate) fn begin(
        &self,
        schema: &Schema,
        facts: &NewDataSet,
        mut stream: StreamWriter,
    ) -> Result<Box<dyn RowSink>> {
        let (mut version, mut rest) = (self.version, None);
        let is_there = std::fs::metadata(self.file).is_ok_and(|file| file.len() > 0);
        if is_there {
            let contents = contents(self.file)?;
            version = contents.version;
            let replaced = contents
                .members
                .iter()
                .find(|member| member.name.eq_ignore_ascii_case(self.name.member()));
            let mut file = RangeReader::open(self.file, Access::Sequential, CHUNK)?;
            let end = file.file_bytes();
            let at = replaced.map_or(end..end, |member| member.bytes.clone());
            copy(&mut file, 0..at.start, &mut stream)?;
            pad_to_record(at.start, &mut stream)?;
            rest = Some((file, at.end..end));
        }
        self.check(version, schema)?;
        if !is_there {
            stream.put(&heading::of_library(version, facts.created))?;
        }
        let heading = heading::of_member(
            &Facts {
                version,
                name: self.name.member(),
                label: &facts.label,
                data_set_type: &facts.data_set_type,
                created: facts.created,
            },
            schema,
        );
        stream.put(&heading)?;
        let rows_at = stream.bytes() - (RECORD - ROWS_AT) as u64;
        let columns = schema.variables().iter().filter_map(|variable| {
            let number = variable.number_field(Order::Little);
            let number = number.map(|field| Place::Number(field, variable.length as usize));
            Some(Column {
                name: variable.name.clone(),
                place: number.or_else(|| variable.text_field().map(Place::Text))?,
            })
        });
        let lengths = schema.variables().iter().map(|it| it.length as usize);
        let is_v5 = version == Version::V5;
        let labels = schema.variables().iter().map(|it| it.label.as_str());
        let cut_labels =
            labels.filter(|label| is_v5 && label.len() > LABEL).count() + usize::from(facts.label.len() > LABEL);
        Ok(Box::new(Sink {
            stream,
            columns: columns.collect(),
            row_length: schema.row_length() as usize,
            record: Vec::new(),
            written: 0,
            rest,
            too_small: 0,
            not_ascii: 0,
            blank: 0,
            stored_length: lengths.sum(),
            rows_at: (!is_v5).then_some(rows_at),
            cut_labels: cut_labels as u64,
        }))
    }

    /// Checks that a file of a version can have the data set.
    fn check(&self, version: Version, schema: &Schema) -> Result<()> {
        let wrong = |reason: String| Err(not_possible(self.name, reason));
        let variables = schema.variables();
        if variables.len() > MOST_VARIABLES {
            return wrong(format!(
                "it cannot have {} variables; keep at most {MOST_VARIABLES}",
                variables.len()
            ));
        }
        if version == Version::V8 {
            return Ok(());
        }
        let longest = version.longest_name();
        const OR_V8: &str = "or write a new file with the engine XPORTV8";
        if self.name.member().len() > longest {
            return wrong(format!(
                "names of data sets have at most {longest} letters in a transport file of version 5, and {} has \
                 {}; give it another name, {OR_V8}",
                self.name.member(),
                self.name.member().len()
            ));
        }
        for variable in variables {
            let mut formats = [&variable.format, &variable.informat].into_iter().flatten();
            let (name, length) = (&variable.name, variable.length);
            if name.len() > longest {
                return wrong(format!(
                    "names of variables have at most {longest} letters in a transport file of version 5; rename \
                     {name}, {OR_V8}"
                ));
            }
            if variable.text_field().is_some() && length > LONGEST_TEXT {
                return wrong(format!(
                    "texts have at most {LONGEST_TEXT} bytes in a transport file of version 5, and {name} has \
                     {length}; make it shorter, {OR_V8}"
                ));
            }
            if let Some(format) = formats.find(|format| format.name.len() > FORMAT) {
                return wrong(format!(
                    "names of formats have at most {FORMAT} letters in a transport file of version 5; give {name} \
                     another one than {format}, {OR_V8}"
                ));
            }
        }
        Ok(())
    }
}

impl RowSink for Sink {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        self.record.clear();
        for row in room.rows().chunks_exact(self.row_length) {
            let start = self.record.len();
            self.written += 1;
            for column in &self.columns {
                match column.place {
                    Place::Number(field, length) => {
                        let number = field.get(row);
                        let Some(bytes) = ibm::bytes(number) else {
                            return Err(Error::Value {
                                observation: self.written,
                                value: number,
                                variable: column.name.clone(),
                                reason: "which a transport file cannot hold: its numbers end at 7.2e75; \
                                         divide it, or make it missing",
                            });
                        };
                        self.too_small += u64::from(bytes == [0; 8] && number != 0.0);
                        self.record.extend_from_slice(&bytes[..length]);
                    }
                    Place::Text(field) => {
                        let text = field.get(row);
                        self.not_ascii += u64::from(!text.is_ascii());
                        self.record.extend_from_slice(text);
                    }
                }
            }
            match self.record[start..].iter().all(|&byte| byte == b' ') {
                true => self.blank += 1,
                false => self.blank = 0,
            }
        }
        room.clear();
        self.stream.put(&self.record)
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.take(&mut room)?;
        pad_to_record(self.written * self.stored_length as u64, &mut self.stream)?;
        if let Some((file, rest)) = &mut self.rest {
            copy(file, rest.clone(), &mut self.stream)?;
        }
        if let Some(at) = self.rows_at {
            let rows = format!("{:ROWS_DIGITS$}", self.written);
            self.stream.replace(at, rows.into_bytes());
            self.blank = 0;
        }
        let padding = (RECORD as u64).saturating_sub(1) / (self.stored_length as u64).max(1);
        let told = [
            (
                self.too_small,
                "numbers are nearer to 0 than those of a transport file, 5.4e-79, and became 0",
            ),
            (
                self.not_ascii,
                "texts are not ASCII: they are in UTF-8, which other programs may have to be told",
            ),
            (
                self.cut_labels,
                "labels were cut to 40 bytes, the most that there is room for",
            ),
            (
                self.blank.min(padding),
                "observations at the end are blank, which readers do not tell from what fills the last record",
            ),
        ];
        let told = told.into_iter().filter(|(count, _)| *count > 0);
        let notes = told.map(|(count, what)| format!("{count} {what}")).collect();
        SinkOutput::of_stream(self.stream, notes)
    }
}

fn copy(file: &mut RangeReader, range: Range<u64>, stream: &mut StreamWriter) -> Result<()> {
    let mut at = range.start;
    while at < range.end {
        let bytes = file.read(at, CHUNK.min(range.end - at))?;
        if bytes.is_empty() {
            break;
        }
        at += bytes.len() as u64;
        stream.put(bytes)?;
    }
    Ok(())
}

/// Fills a record of which so many bytes, or these and whole records, are written.
fn pad_to_record(bytes: u64, stream: &mut StreamWriter) -> Result<()> {
    let lacking = bytes.next_multiple_of(RECORD as u64) - bytes;
    stream.put(&[b' '; RECORD][..lacking as usize])
}

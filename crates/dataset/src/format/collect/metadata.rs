//! The metadata of a file, of what was collected from its pages.

use super::Collector;
use crate::compression::Compression;
use crate::format::error::FormatError;
use crate::format::metadata::Metadata;
use crate::format::resolve::Texts;
use crate::format::subheader::RowSize;
use crate::schema::{LONGEST_LABEL, Schema, Variable};

impl Collector {
    /// Returns the metadata, once no more pages are needed.
    ///
    /// # Errors
    ///
    /// Fails if the description is incomplete or contradictory.
    pub fn finish(mut self) -> Result<Metadata, FormatError> {
        let size = self
            .row_size
            .ok_or_else(|| FormatError::description("the length of a row is not there"))?;
        self.check_counts()?;
        self.texts.sort_by_key(|text| text.page);
        let texts = Texts {
            pieces: self
                .texts
                .iter_mut()
                .map(|text| std::mem::take(&mut text.bytes))
                .collect(),
            encoding: self.header.encoding,
        };
        let row_length = u32::try_from(size.row_length)
            .map_err(|_| FormatError::description(format!("rows of {} bytes", size.row_length)))?;
        let variables = self.variables(&texts)?;
        let compression = texts.compression(size.compression)?;
        let (rows_stored, rows_deleted) = self.rows(&size, compression)?;
        let is_packed = compression != Compression::None;
        if !is_packed && row_length > self.header.page_size {
            let reason = format!("a row of {row_length} bytes fits no page");
            return Err(FormatError::description(reason));
        }
        // A data set without variables has empty observations.
        let is_bare = variables.is_empty() && !is_packed;
        if row_length == 0 && rows_stored > 0 && !is_bare {
            return Err(FormatError::description("rows have no bytes"));
        }
        if rows_deleted > rows_stored {
            let reason = format!("{rows_deleted} of {rows_stored} rows are deleted");
            return Err(FormatError::description(reason));
        }
        let schema = Schema::of_file(variables, row_length)?;
        let (start_of_rows, is_aligned, absurd) = match &self.first_rows {
            Some(first) if !is_packed => first.settle(&self.header, &schema, rows_stored),
            _ => (self.shape.head(), true, None),
        };
        let empty_front = self.rows_from.filter(|_| is_packed && rows_stored == 0);
        let rows_from = self.rows_from.filter(|_| empty_front.is_none());
        let (first_page, first_pointer) = rows_from.unwrap_or((self.header.page_count, 0));
        Ok(Metadata {
            label: texts.text(size.label, LONGEST_LABEL, "label of the data set")?,
            data_set_type: match texts.text(size.data_set_type, 32, "type of the data set")? {
                // That is what ordinary data sets have.
                ordinary if ordinary == "DATA" => String::new(),
                other => other,
            },
            step: texts.text(size.step, 32, "name of the step")?,
            schema,
            compression,
            rows_stored,
            rows_deleted,
            most_on_mixed_page: size.most_on_mixed_page,
            most_on_page: size.most_on_page,
            last_row: size.last_row,
            reuses_space: size.reuses_space,
            is_addressable: size.is_addressable,
            directory_page: size.directory_page,
            row_size_at: self.row_size_at,
            start_of_rows,
            is_aligned,
            absurd,
            first_page_with_rows: first_page,
            first_pointer_to_rows: first_pointer,
            empty_front: empty_front.map(|(page, _)| page),
            header: self.header,
        })
    }

    /// Checks that the variables have as many names and places as there are variables.
    fn check_counts(&self) -> Result<(), FormatError> {
        let count = self.column_count.unwrap_or(self.names.len() as u64);
        let found = [("names", self.names.len()), ("places in a row", self.attributes.len())];
        for (what, found) in found {
            if found as u64 != count {
                let reason = format!("{count} variables have {found} {what}");
                return Err(FormatError::description(reason));
            }
        }
        Ok(())
    }

    /// Returns the variables.
    fn variables(&self, texts: &Texts) -> Result<Vec<Variable>, FormatError> {
        let described = self.names.iter().zip(&self.attributes).enumerate();
        let variables = described.map(|(index, (&name, &attributes))| {
            let shown = self.shown.get(index).copied().unwrap_or_default();
            texts.variable(name, attributes, shown)
        });
        variables.collect()
    }

    /// Returns the numbers of rows and of deleted ones among them. Rows that were deleted here are not counted in a
    /// compressed file, so that other readers find as many as it has.
    fn rows(&self, size: &RowSize, compression: Compression) -> Result<(u64, u64), FormatError> {
        let removed = match (compression, self.header.marks) {
            (Compression::None, _) | (_, None) => 0,
            (_, Some(marks)) => marks.removed,
        };
        let stored = size.rows_stored.checked_add(removed);
        let deleted = size.rows_deleted.checked_add(removed);
        stored.zip(deleted).ok_or_else(|| {
            let reason = format!("{removed} rows are deleted besides {}", size.rows_stored);
            FormatError::description(reason)
        })
    }
}

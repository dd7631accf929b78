//! Files of a batch that another writer makes, in groups of rows.

use std::fs;
use std::path::Path;

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::WriterProperties;

/// Writes a Parquet file of groups of so many rows, with dictionaries or without.
pub fn parquet(path: &Path, batch: &RecordBatch, group: usize, has_dictionaries: bool) {
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(group))
        .set_dictionary_enabled(has_dictionaries)
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    fs::write(path, writer.into_inner().unwrap()).unwrap();
}

/// Writes an Arrow file of batches of so many rows.
pub fn arrow(path: &Path, batch: &RecordBatch, group: usize) {
    let mut writer = arrow_ipc::writer::FileWriter::try_new(Vec::new(), batch.schema_ref()).unwrap();
    let rows = batch.num_rows();
    for start in (0..rows).step_by(group) {
        writer.write(&batch.slice(start, group.min(rows - start))).unwrap();
    }
    writer.finish().unwrap();
    fs::write(path, writer.into_inner().unwrap()).unwrap();
}

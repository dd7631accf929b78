//! The figures of results as a table of plain numbers, for spreadsheets and programs.

use feedrate_document::{Column, Document, Table};

use crate::measured::{ResultFile, Sample, short_names};

/// Returns a document with one table: a row for each figure of each result, with numbers in the unit that the name of
/// the figure states.
pub fn values(results: &[ResultFile]) -> Document {
    let mut table = Table::new([
        Column::left("result"),
        Column::left("cell"),
        Column::left("step"),
        Column::left("figure"),
        Column::right("runs"),
        Column::right("median"),
        Column::right("low"),
        Column::right("high"),
        Column::right("min"),
        Column::right("max"),
    ])
    .title("Figures");
    for (result, name) in results.iter().zip(short_names(results)) {
        for row in result.samples.iter().filter_map(|sample| row(&name, sample)) {
            table.push(row, false);
        }
    }
    Document::new("Figures").with(table)
}

fn row(result: &str, sample: &Sample) -> Option<[String; 10]> {
    let summary = sample.summary()?;
    let end = |end: Option<f64>| end.map_or_else(String::new, |end| end.to_string());
    Some([
        result.to_owned(),
        sample.cell_name(),
        sample.step.clone(),
        sample.figure.clone(),
        summary.count.to_string(),
        summary.median.to_string(),
        end(summary.interval.map(|interval| interval.low)),
        end(summary.interval.map(|interval| interval.high)),
        summary.min.to_string(),
        summary.max.to_string(),
    ])
}

//! Random reads and small data sets: lines beside the verdict, which is on the mixed stream alone.

use feedrate_document::{Column, Table, format};

use crate::result::FolderResult;
use crate::trial::Pattern;

/// Returns the lines; `None` if neither was measured.
pub(super) fn table(folder: &FolderResult) -> Option<Table> {
    let mut table = Table::new([
        Column::left("What"),
        Column::left("How"),
        Column::right("All streams").unit("1/s"),
        Column::right("MB/s"),
        Column::right("p50").unit("us"),
        Column::right("p99").unit("us"),
    ])
    .title("Beside the verdict: random reads and small data sets");
    let random = folder.findings.details.iter();
    for measured in random.filter(|measured| measured.pattern == Pattern::RandomRead) {
        let latency = |percentile: &str| {
            measured
                .read_latency_microseconds(percentile)
                .map_or_else(|| format::NOT_AVAILABLE.to_owned(), format::number)
        };
        table.push(
            [
                "random read".to_owned(),
                measured.setting.label(),
                format::number(measured.operations_per_second),
                format::number(measured.rate()),
                latency("50"),
                latency("99"),
            ],
            false,
        );
    }
    let metadata = folder.findings.metadata.as_ref();
    for figures in metadata.iter().flat_map(|metadata| &metadata.operations) {
        table.push(
            [
                figures.operation.name().to_owned(),
                "small data set".to_owned(),
                format::number(figures.per_second),
                "-".to_owned(),
                format::number(figures.p50_microseconds),
                format::number(figures.p99_microseconds),
            ],
            false,
        );
    }
    if table.rows.is_empty() && folder.findings.metadata_left_out.is_none() {
        return None;
    }
    Some(table.caption(caption(folder)))
}

/// Returns the meaning of the lines.
fn caption(folder: &FolderResult) -> String {
    let mut said = vec![
        "No requirement is published for these, and they do not change the verdict. Random reads are what indexes and \
         POINT= do."
            .to_owned(),
    ];
    if let Some(metadata) = &folder.findings.metadata {
        said.push(format!(
            "Data sets of {} in {}: made and renamed as by a step, which does not wait for the device; names stay in \
             memory, and the file {} the page cache before it is opened.",
            format::amount(metadata.data_set_bytes),
            match metadata.streams {
                1 => "one WORK".to_owned(),
                streams => format!("{} WORK libraries", format::count(streams as u64)),
            },
            if metadata.opened_cold {
                "leaves"
            } else {
                "does not always leave"
            },
        ));
    }
    let left_out = folder.findings.metadata_left_out.as_ref();
    said.extend(left_out.map(|why| format!("Small data sets are missing: {why}.")));
    said.join(" ")
}

#[cfg(test)]
mod tests {
    use feedrate_document::{Document, text};

    use super::*;
    use crate::metadata::{FileOperation, MetadataFigures, OperationFigures};
    use crate::options::Options;
    use crate::setting::Setting;
    use crate::testing;

    #[test]
    fn both_have_lines_of_their_own() {
        let options = Options::new(vec!["/data".into()]);
        let machine = testing::machine(2);
        let mut folder = testing::folder(&machine, &options, &[(Setting::SAS_DEFAULT, 180.0, 0.5)], (0.7, 1.05));
        assert_eq!(table(&folder), None);
        let setting = Setting::direct_as_sas(8 << 10, 1);
        let random = testing::measured(Pattern::RandomRead, setting, 2, &[91.0, 92.0, 93.0], 0.1);
        folder.findings.details.push(random);
        folder.findings.metadata = Some(MetadataFigures {
            streams: 2,
            data_set_bytes: 128 << 10,
            opened_cold: true,
            operations: FileOperation::ALL
                .iter()
                .enumerate()
                .map(|(index, &operation)| OperationFigures {
                    operation,
                    count: 4000,
                    per_second: 3210.0 * (index + 1) as f64,
                    p50_microseconds: 250.0 / (index + 1) as f64,
                    p99_microseconds: 1830.0,
                })
                .collect(),
        });
        let document = Document::new("Lines").with(table(&folder).unwrap());
        let shown = text::render(&document, &text::TextOptions::default());
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        insta::assert_snapshot!(shown);
    }
}

//! The tables' sizes, and the folders in which they lie.

use std::path::{Path, PathBuf};

use clap::Args;
use feedrate_bench::volume;
use serde::Serialize;

use super::case::Case;
use super::competitor::{Way, WaySettings, Who};
use super::format::Format;
use super::task::Task;
use super::values::Values;

/// The sizes of the tables.
#[derive(Clone, Copy, Debug, Args, Serialize)]
pub struct Rows {
    /// Rows of the table; each has 1,016 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=1_000_000_000))]
    pub rows: u64,

    /// Rows of the table of join, group and group-text; each has 56 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=100_000_000))]
    pub long_rows: u64,

    /// Rows of the table of claims: of medians, tabulates, ranks, and Parquet and CSV files; each has 128 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(10_000..=1_000_000_000))]
    pub claims: u64,
}

impl Rows {
    /// Returns the rows of a table.
    pub fn of(&self, values: Values) -> u64 {
        match values {
            Values::Counting | Values::Shuffled => self.rows,
            Values::Keyed => self.long_rows,
            Values::Claims => self.claims,
        }
    }

    /// Returns the bytes of the values of a table, and of one that belongs to it.
    pub fn bytes(&self, values: Values) -> u64 {
        values.bytes(self.of(values))
    }
}

/// The folder of all tables.
#[derive(Debug)]
pub struct Stage {
    folder: PathBuf,
}

impl Stage {
    /// Takes a folder.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }

    /// Returns where the table lies that a way reads.
    pub fn source(&self, way: Way) -> PathBuf {
        self.folder
            .join(way.source_folder())
            .join(file_name(way, way.files.shared))
    }

    /// Returns where a way is to write.
    pub fn target(&self, way: Way) -> PathBuf {
        self.folder.join("target").join(file_name(way, way.files.written))
    }
}

/// Returns the name of a file in a format, or in the own one of a way.
fn file_name(way: Way, format: Option<Format>) -> &'static str {
    if let Some(format) = format {
        return format.file_name();
    }
    match way.how {
        WaySettings::DataSet(_) => "big.sas7bdat",
        // It takes a path that has no ending for a folder.
        WaySettings::Format(_) if way.who == Who::Datafusion => "big.parquet",
        WaySettings::Format(_) | WaySettings::Transfers(_) => "big",
    }
}

/// Makes the folder of a file, empty.
pub fn clear(file: &Path) -> Result<(), String> {
    remove(file)?;
    volume::make(folder_of(file))
}

/// Removes the folder of a file with all that is in it.
pub fn remove(file: &Path) -> Result<(), String> {
    volume::remove(folder_of(file))
}

/// Reads the files of a table, so that the page cache holds them.
pub fn warm(table: &Path) -> Result<(), String> {
    let files = volume::files(folder_of(table))?;
    files.iter().try_for_each(|file| volume::warm(file))
}

/// Returns the bytes of the files of a table: that of a name, and those beside it.
pub fn table_size(table: &Path) -> Result<u64, String> {
    let files = volume::files(folder_of(table))?;
    files.iter().map(|file| volume::size(file)).sum()
}

fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(file)
}

/// Returns the bytes that may be needed at once. Files are a little larger than the table's values.
pub fn room(cases: &[&Case], rows: Rows) -> u64 {
    let [wide, keyed, claims] = [Values::Counting, Values::Keyed, Values::Claims].map(|values| rows.bytes(values));
    let any = |wanted: &dyn Fn(&Case) -> bool| u64::from(cases.iter().any(|case| wanted(case)));
    let is_wide = any(&|case| case.values.is_wide());
    let claims_raw = any(&|case| case.values == Values::Claims && case.raw.is_some());
    let raw = (is_wide + any(&Case::needs_copy)) * wide + claims_raw * claims;
    // One of each program, and another while the last of them tries its ways. The tables of a case are gone after it.
    let sources = 4 * any(&|case| case.values.is_wide() && case.task.reads());
    // The written one, and for a sort those that were laid down before.
    let targets = is_wide + 2 * any(&|case| case.task == Task::Sort);
    // One of the files of claims is almost twice as large as the values: each text has a view in an Arrow file of
    // Polars.
    let [keyed, claims] = [(Values::Keyed, keyed), (Values::Claims, claims)]
        .map(|(values, bytes)| 5 * bytes * any(&|case| case.values == values));
    // One file of each format; numbers are longer as texts.
    let shared = 3 * rows.bytes(Values::Claims) * any(&Case::shares_a_file);
    let with_more = |bytes: u64| bytes + bytes / 20;
    shared + with_more(raw) + with_more(((sources + targets) * wide).max(keyed).max(claims))
}

#[cfg(test)]
mod tests {
    use super::super::cases::CASES;
    use super::*;

    #[test]
    fn room_is_asked_for_what_the_cases_need() {
        let rows = Rows {
            rows: 1_000_000,
            long_rows: 10_000_000,
            claims: 2_000_000,
        };
        let [wide, keyed, claims] = [Values::Counting, Values::Keyed, Values::Claims].map(|values| rows.bytes(values));
        let room = |names: &[&str]| {
            let cases = CASES.iter().filter(|case| names.contains(&case.name));
            room(&cases.collect::<Vec<_>>(), rows)
        };
        let more = |bytes: u64| bytes + bytes / 20;
        assert_eq!(room(&["write"]), 2 * more(wide));
        assert_eq!(room(&["means", "copy"]), more(2 * wide) + more(5 * wide));
        assert_eq!(room(&["sort-spilled"]), more(wide) + more(7 * wide));
        assert_eq!(room(&["join"]), more(5 * keyed));
        assert_eq!(room(&["tabulate"]), more(claims) + more(5 * claims));
        assert_eq!(room(&["tabulate-hot"]), more(5 * claims));
        assert_eq!(room(&["csv-read"]), 3 * claims + more(5 * claims));
    }
}

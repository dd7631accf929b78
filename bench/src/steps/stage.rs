//! The folder in which all of it happens: where tables lie, and how they are made cold.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use feedrate_bench::volume;

use crate::case::Case;
use crate::task::Task;
use crate::values::Values;
use crate::way::{How, Way, Who};

/// Bytes of the values of the tables.
#[derive(Clone, Copy, Debug)]
pub struct TableBytes {
    /// That of 127 variables.
    pub wide: u64,
    /// The long and the small one of joins and groups.
    pub keyed: u64,
    /// That of claims.
    pub claims: u64,
}

/// The folder.
#[derive(Debug)]
pub struct Stage {
    folder: PathBuf,
}

impl Stage {
    /// Takes a folder, in which there must be room for what the cases need with tables of so many bytes.
    pub fn new(folder: &Path, cases: &[Case], bytes: TableBytes) -> Result<Self, String> {
        let folder = folder
            .canonicalize()
            .map_err(|error| format!("cannot find {}: {error}", folder.display()))?;
        volume::check_room(&folder, room(cases, bytes), "give fewer --rows or --cases")?;
        Ok(Self { folder })
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A path for something small; what was there is removed.
    pub fn beside(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        // It need not exist, and who writes there says what else is wrong.
        let _ = fs::remove_file(&path);
        path
    }

    /// Where the table lies that a way reads.
    pub fn source(&self, way: Way) -> PathBuf {
        self.folder.join(way.source_folder()).join(file_name(way))
    }

    /// Where a way is to write.
    pub fn target(&self, way: Way) -> PathBuf {
        self.folder.join("target").join(file_name(way))
    }

    /// Makes the empty folder for a file, removing what the folder held.
    pub fn clear(&self, file: &Path) -> Result<(), String> {
        let cleared = self.remove(file).and_then(|()| match file.parent() {
            Some(folder) => fs::create_dir(folder).map_err(|error| error.to_string()),
            None => Ok(()),
        });
        cleared.map_err(|error| format!("cannot clear the place for {}: {error}", file.display()))
    }

    /// Removes the folder of a file with all that is in it.
    pub fn remove(&self, file: &Path) -> Result<(), String> {
        match file.parent() {
            Some(folder) if folder.exists() => {
                fs::remove_dir_all(folder).map_err(|error| error.to_string())
            }
            _ => Ok(()),
        }
    }

    /// Brings the volume to rest, and says for how many seconds it still wrote.
    pub fn settle(&self) -> Result<f64, String> {
        volume::settle(&self.folder)
    }

    /// Reads the files of a table, so that the page cache holds them.
    pub fn warm(&self, source: &Path) -> Result<(), String> {
        for file in files_of(source)? {
            File::open(&file)
                .and_then(|mut from| io::copy(&mut from, &mut io::sink()))
                .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        }
        Ok(())
    }
}

/// Bytes that may be needed at once, with tables of so many bytes. Files are a little larger than the table's values.
pub fn room(cases: &[Case], bytes: TableBytes) -> u64 {
    let one_of = |wanted: fn(Case) -> bool| cases.iter().any(|&case| wanted(case));
    let wide_raw = u64::from(one_of(|case| case.values().is_wide()))
        + u64::from(one_of(|case| case == Case::Copy));
    let claims_raw = one_of(|case| case.values() == Values::Claims && case.has_raw());
    let raw = wide_raw * bytes.wide + u64::from(claims_raw) * bytes.claims;
    // One of each program, and another while the last of them tries its ways. The tables of a case are gone after it.
    let sources = if one_of(|case| case.values().is_wide() && case.task().reads()) {
        4
    } else {
        0
    };
    // What is written, and for a sort what was laid down before.
    let targets = if one_of(|case| case.task() == Task::Sort) {
        3
    } else {
        u64::from(one_of(|case| case.values().is_wide()))
    };
    let keyed = if one_of(|case| case.values() == Values::Keyed) {
        5 * bytes.keyed
    } else {
        0
    };
    // Here one of the files is almost twice as large as the values: each text has a view in an Arrow file of Polars.
    let claims = if one_of(|case| case.values() == Values::Claims) {
        5 * bytes.claims
    } else {
        0
    };
    let with_more = |bytes: u64| bytes + bytes / 20;
    let wide = (sources + targets) * bytes.wide;
    with_more(raw) + with_more(wide.max(keyed).max(claims))
}

fn file_name(way: Way) -> &'static str {
    match way.how {
        How::DataSet(_) => "big.sas7bdat",
        // It takes what has no ending for a folder.
        How::Format(_) if way.who == Who::Datafusion => "big.parquet",
        How::Format(_) | How::Transfers(_) => "big",
    }
}

/// The files of a table: that of a name, and what lies beside it.
fn files_of(source: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |error| format!("cannot find {}: {error}", source.display());
    let folder = source.parent().unwrap_or(source);
    let entries = fs::read_dir(folder).map_err(cannot)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    paths.collect::<Result<_, _>>().map_err(cannot)
}

/// Bytes of the files of a table.
pub fn table_size(source: &Path) -> Result<u64, String> {
    files_of(source)?
        .iter()
        .map(|file| volume::size(file))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_asked_for_what_the_cases_need() {
        let bytes = TableBytes {
            wide: 1000,
            keyed: 10_000,
            claims: 2000,
        };
        let room = |cases: &[Case]| room(cases, bytes);
        assert_eq!(room(&[Case::Write]), 2 * 1050);
        assert_eq!(room(&[Case::Means, Case::Copy]), 7 * 1050);
        assert_eq!(room(&[Case::SortSpilled]), 8 * 1050);
        assert_eq!(room(&[Case::Join]), 52_500);
        assert_eq!(room(&[Case::Sums, Case::Group]), 1050 + 52_500);
        assert_eq!(room(&[Case::Tabulate]), 6 * 2100);
        assert_eq!(room(&[Case::TabulateHot]), 5 * 2100);
        assert_eq!(room(&[Case::Means, Case::TabulateOne]), 1050 + 6 * 2100);
    }
}

//! The table of the machines whose figures were sent: one file for each in `bench/results`.

mod entry;
mod table;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use entry::Entry;

/// Print the table of the machines whose results have arrived
#[derive(Debug, Args)]
pub struct Arguments {
    /// The folder of the results, or one result
    #[arg(value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/results"))]
    folder: PathBuf,

    /// Write one result without its layout, as it is sent
    #[arg(long, value_name = "FILE", requires = "folder")]
    pack: Option<PathBuf>,
}

/// Prints the table in Markdown. Returns true.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    print!("{}", table::of(&read(&arguments.folder)?));
    if let Some(to) = &arguments.pack {
        pack(&arguments.folder, to)?;
    }
    Ok(true)
}

/// Writes the result in a file to a new one, on one line.
fn pack(from: &Path, to: &Path) -> Result<(), String> {
    let text = fs::read(from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
    let value: serde_json::Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let written = fs::File::create_new(to).and_then(|mut file| writeln!(file, "{value}"));
    written.map_err(|error| format!("cannot write {}: {error}", to.display()))
}

/// Returns the results in a folder by their names, or the one in a file.
///
/// # Errors
///
/// Fails, with the name of the file, where one cannot be read or is no result.
fn read(from: &Path) -> Result<Vec<Entry>, String> {
    let cannot = |error| format!("cannot read {}: {error}", from.display());
    let mut paths = vec![from.to_owned()];
    if from.is_dir() {
        let listed: Result<Vec<_>, _> = fs::read_dir(from).map_err(cannot)?.collect();
        paths = listed.map_err(cannot)?.iter().map(fs::DirEntry::path).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        paths.sort();
    }
    paths
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            Entry::read(&text).map_err(|error| format!("{}: {error}", path.display()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_table_of_its_results() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
        let table = table::of(&read(&folder).expect("results that can be read"));
        let page = fs::read_to_string(folder.join("README.md")).expect("the page of the results");
        assert!(
            page.contains(&table),
            "bench/results/README.md should have the table that `feedrate-bench results` prints:\n{table}"
        );
    }

    #[test]
    fn a_file_that_is_no_result_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.json"), "{}").expect("a file");
        let error = read(folder.path()).expect_err("no result");
        assert!(
            error.contains("a.json: missing field `feedrate_machine_result`"),
            "{error}"
        );
    }
}

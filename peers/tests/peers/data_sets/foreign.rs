//! Data sets that SAS made, read by feedrate: a copy that feedrate makes must be to others what the
//! original is.
//!
//! Among the files are those of one data set with 32 and 64 bits, either byte order, uncompressed and
//! compressed in both ways, and in several encodings.

use std::fs;
use std::path::{Path, PathBuf};

use super::contents::{Cell, Contents};
use super::readers::{Reader, variable};
use super::run_to;
use crate::program::folder;

/// The files that SAS made, of one kind, in the order of their names.
pub fn made_by_sas(extension: &str) -> Vec<PathBuf> {
    let folder = variable("FEEDRATE_SAS_FILES");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|own| own == extension))
        .collect();
    files.sort();
    files
}

/// Text of other encodings may be longer in UTF-8 than its variable, and is cut after a whole character then.
fn cut(contents: &mut Contents) {
    for row in &mut contents.rows {
        for (cell, column) in row.iter_mut().zip(&contents.columns) {
            if let (Cell::Text(text), Some(most)) = (cell, column.length) {
                while text.len() > most as usize {
                    text.pop();
                }
            }
        }
    }
}

#[test]
fn files_that_sas_made_are_read_as_others_read_them() {
    let originals = made_by_sas("sas7bdat");
    assert!(originals.len() >= 20, "only {}", originals.len());
    let folder = folder();
    let mut program = format!("libname out '{}';\n", folder.path().display());
    for original in &originals {
        let library = original.parent().map(Path::display).unwrap();
        let name = original.file_stem().unwrap().to_str().unwrap();
        program += &format!("libname in '{library}'; data out.{name}; set in.{name}; run;\n");
    }
    let log = run_to(folder.path(), &program, 1);
    assert!(
        log.contains("WARNING: Some character data was lost during transcoding in the data set IN.TEST16"),
        "{log}"
    );
    assert_eq!(log.matches("\nWARNING: ").count(), 1, "{log}");
    let copies: Vec<_> = originals
        .iter()
        .map(|original| folder.path().join(original.file_name().unwrap()))
        .collect();
    for reader in Reader::ALL {
        let (should, is) = (reader.read(&originals), reader.read(&copies));
        for ((mut should, is), path) in should.into_iter().zip(is).zip(&originals) {
            assert!(!should.rows.is_empty(), "{}", path.display());
            cut(&mut should);
            is.assert_is(&should, &format!("{reader:?}, {}", path.display()));
        }
    }
}

//! Stored macros: files in the folder of a library, each with the text of one macro.
//!
//! `sasmacr.NAME.sas`, with the name in small letters, is a comment about the macro and its definition. It is read as
//! an autocall file is.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use feedrate_dataset::Libraries;
use feedrate_dataset::library::STORED_MACRO;
use feedrate_pageio::named_file::{self, WriteMode};

/// The part of the comment that tells that %COPY may show the text.
const WITH_SOURCE: &str = "with its source";

/// The text of a macro that is to be stored.
pub(crate) struct StoredText<'s> {
    /// In upper case.
    pub(crate) name: &'s str,
    pub(crate) text: &'s str,
    /// SOURCE.
    pub(crate) has_source: bool,
    /// DES=.
    pub(crate) description: &'s str,
}

impl StoredText<'_> {
    /// Stores the text in the folder of a library.
    ///
    /// # Errors
    ///
    /// Returns the reason if the library is not there or cannot be written.
    pub(crate) fn store(&self, libraries: &Libraries, libref: &str) -> Result<(), String> {
        let path = path(libraries, libref, self.name)?;
        let libref = libref.to_ascii_uppercase();
        let mut assigned = libraries.assigned();
        if assigned.any(|library| library.libref() == libref && library.is_read_only()) {
            return Err(format!(
                "The macro {} cannot be stored: library {libref} is read only.",
                self.name
            ));
        }
        let new = path.with_extension(format!("{}.new", std::process::id()));
        let written = self.write(&new).and_then(|()| fs::rename(&new, &path));
        written.map_err(|error| {
            let _ = fs::remove_file(&new);
            format!(
                "The macro {} cannot be stored in {}: {error}.",
                self.name,
                path.display()
            )
        })
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let source = if self.has_source {
            WITH_SOURCE
        } else {
            "without its source"
        };
        let description = self.description.replace("*/", "").replace(['\r', '\n'], " ");
        let (name, text) = (self.name, self.text);
        let mut file = named_file::open(path, WriteMode::Anew)?;
        writeln!(file, "/* The stored macro {name}, {source}. {description} */\n{text}")
    }
}

/// Returns the file of a stored macro, if it is there.
pub(crate) fn find(libraries: &Libraries, libref: &str, name: &str) -> Option<PathBuf> {
    let path = path(libraries, libref, name).ok()?;
    path.is_file().then_some(path)
}

/// Returns the definition in the file of a stored macro.
///
/// # Errors
///
/// Returns the reason if it was stored without SOURCE.
pub(crate) fn source<'t>(name: &str, text: &'t str) -> Result<&'t str, String> {
    let (first, definition) = text.split_once('\n').unwrap_or((text, ""));
    match first.contains(WITH_SOURCE) {
        true => Ok(definition.trim_end()),
        false => Err(format!(
            "The macro {name} was stored without SOURCE, so that %COPY does not show it."
        )),
    }
}

/// Writes a definition to a file: a path in quotes, or a file reference.
///
/// # Errors
///
/// Returns the reason if there is no such reference, or the file cannot be written.
pub(crate) fn write_source(
    definition: &str,
    out: &str,
    file_of: impl FnOnce(&str) -> Option<PathBuf>,
) -> Result<(), String> {
    let path = match out.trim_matches(['\'', '"']) {
        path if path.len() < out.len() => PathBuf::from(path),
        reference => file_of(reference).ok_or_else(|| format!("No logical assign for filename {out}."))?,
    };
    let written = named_file::open(&path, WriteMode::Anew).and_then(|mut file| writeln!(file, "{definition}"));
    written.map_err(|error| format!("Cannot write {}: {error}.", path.display()))
}

fn path(libraries: &Libraries, libref: &str, name: &str) -> Result<PathBuf, String> {
    if libref.is_empty() {
        return Err("The SASMSTORE= option must be set to use stored macros.".to_owned());
    }
    let folder = libraries.place(libref).map_err(|error| error.to_string())?;
    match folder.is_dir() {
        true => Ok(folder.join(format!("{STORED_MACRO}{}.sas", name.to_ascii_lowercase()))),
        false => Err(format!(
            "Stored macros are files in a folder, which library {} is not.",
            libref.to_ascii_uppercase()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::source;

    #[test]
    fn a_text_without_source_is_not_shown() {
        let file = |how: &str| format!("/* The stored macro M, {how}.  */\n%macro m;\n%mend;\n");
        assert_eq!(source("M", &file("with its source")), Ok("%macro m;\n%mend;"));
        assert!(source("M", &file("without its source")).is_err());
        assert!(source("M", "").is_err());
    }
}

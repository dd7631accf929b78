//! PROC PRINTTO: the log and the listing go to files.

use std::fs::{File, OpenOptions};
use std::io::BufWriter;
use std::path::PathBuf;

use feedrate_language::Diagnostic;
use feedrate_procedures::{PrintTarget, PrintTo};

use crate::file_references::FileReferences;
use crate::session::Session;

impl Session<'_> {
    /// Executes PROC PRINTTO: opens its files, and directs the log and the listing to them or back.
    ///
    /// # Errors
    /// The first file that cannot be opened; nothing is redirected then.
    pub(crate) fn print_to(&mut self, request: &PrintTo) -> Result<(), Diagnostic> {
        let open = |target: &Option<PrintTarget>| match target {
            None => Ok(None),
            Some(target) => opened(target, request.replaces, &self.files).map(Some),
        };
        let (log, listing) = (open(&request.log)?, open(&request.listing)?);
        if let Some(listing) = listing {
            self.results.redirect(listing);
        }
        if let Some(log) = log {
            self.log.redirect(log);
        }
        Ok(())
    }
}

/// Opens the file of a destination; `None` for that of the session.
fn opened(target: &PrintTarget, replaces: bool, files: &FileReferences) -> Result<Option<BufWriter<File>>, Diagnostic> {
    let PrintTarget::File { name, is_reference, at } = target else {
        return Ok(None);
    };
    let path = match is_reference {
        false => PathBuf::from(name),
        true => match files.path(name) {
            Some(path) => path.to_owned(),
            None => {
                let text = format!("FILENAME has named no file {}", name.to_ascii_uppercase());
                return Err(Diagnostic::error(*at, text).with_hint("write paths in quotes"));
            }
        },
    };
    let mut options = OpenOptions::new();
    match replaces {
        true => options.write(true).create(true).truncate(true),
        false => options.append(true).create(true),
    };
    let file = options.open(&path);
    let file = file.map_err(|source| {
        let text = source.to_string();
        let reason = text.split(" (os error").next().unwrap_or_default().to_lowercase();
        Diagnostic::error(*at, format!("cannot write {}: {reason}", path.display()))
    })?;
    Ok(Some(BufWriter::new(file)))
}

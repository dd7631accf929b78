//! Libraries of several folders.

use std::path::Path;

use feedrate_dataset::Libraries;
use feedrate_dataset::library::{Assignment, WORK};
use feedrate_language::Diagnostic;
use feedrate_language::tree::LibraryPart;

use super::Libname;
use crate::statement_log::{StatementLog, refusal};

impl Libname<'_> {
    /// Returns the assignment of a library of several folders, which may be those of assigned libraries.
    pub(super) fn concatenation(
        &self,
        libraries: &Libraries,
        create_folder: bool,
        log: &mut StatementLog<'_, '_>,
    ) -> Result<Assignment, Diagnostic> {
        let mut folders = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            folders.push(self.part(part, libraries)?);
        }
        let Some(first) = folders.first() else {
            return Err(Diagnostic::error(self.name.at, "the library has no folder"));
        };
        let path = first.place().display().to_string();
        let whole = Libname {
            path: &path,
            parts: &[],
            ..*self
        };
        let mut rest = further(first, libraries).map_err(|error| refusal(self.name.at, error))?;
        rest.extend(folders.split_off(1));
        let assignment = whole.folder_or_file(libraries, create_folder, log)?;
        assignment
            .with_folders_of(&rest)
            .map_err(|error| refusal(self.name.at, error))
    }

    fn part(&self, part: &LibraryPart, libraries: &Libraries) -> Result<Assignment, Diagnostic> {
        let libref = &self.name.text;
        match part {
            LibraryPart::Path(path, at) => {
                let assignment = libraries.assignment(libref, self.engine, Path::new(path));
                assignment.map_err(|error| refusal(*at, error))
            }
            LibraryPart::Library(name) => {
                let wanted = name.text.to_ascii_uppercase();
                if let Some(assigned) = libraries.assigned().find(|assigned| assigned.libref() == wanted) {
                    return Ok(assigned.clone());
                }
                let place = libraries.place(&wanted).map_err(|error| refusal(name.at, error))?;
                let assignment = libraries.assignment(libref, None, &place);
                match wanted == WORK || libraries.is_samples(&wanted) {
                    true => assignment.map_err(|error| refusal(name.at, error)),
                    false => Err(Diagnostic::error(name.at, format!("Libref {wanted} is not assigned."))),
                }
            }
        }
    }
}

/// Returns libraries of the further folders of one that has several.
fn further(first: &Assignment, libraries: &Libraries) -> feedrate_dataset::Result<Vec<Assignment>> {
    let places = first.further_places().iter();
    places
        .map(|place| libraries.assignment(first.libref(), None, place))
        .collect()
}

/// Returns the lines about the folders of a library of several, each after a line feed.
pub(super) fn levels(assignment: &Assignment) -> String {
    let places: Vec<&Path> = [assignment.place()]
        .into_iter()
        .chain(assignment.further_places().iter().map(AsRef::as_ref))
        .collect();
    let mut text = format!("\nLevels:           {}", places.len());
    for (level, place) in (1..).zip(places) {
        let engine = assignment.engine_name();
        text.push_str(&format!(
            "\nEngine({level}):        {engine}\nPhysical Name({level}): {}",
            place.display()
        ));
    }
    text
}

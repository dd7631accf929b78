//! LIBNAME: assigns, deassigns and lists libraries.

mod cluster;
mod concatenation;
mod inherited;
mod pipe;

use std::path::Path;

use feedrate_dataset::library::{Assignment, CLUSTER, Engine, SASHELP, WORK};
use feedrate_dataset::pipe::ENGINE as PIPE;
use feedrate_dataset::settings::SettingScope;
use feedrate_dataset::{Error, Libraries, RequestedSettings};
use feedrate_language::Diagnostic;
use feedrate_language::tree::{LibraryPart, Name};
use feedrate_pageio::named_file;
use feedrate_values::code_of;

use crate::asked::LibraryRequest;
use crate::log::Log;
use crate::statement_log::{StatementLog, refusal};
pub(crate) use inherited::{assign_inherited, describe_for_server};

/// The mnemonic of the code for a folder that does not exist.
const NO_FOLDER: &str = "_SWNOLIB";

/// SYSLIBRC of a LIBNAME statement with an error.
const NOT_ASSIGNED: i32 = 1;

/// The word for all librefs.
const ALL: &str = "_ALL_";

/// A LIBNAME statement that assigns a library.
pub(crate) struct Libname<'s> {
    pub(crate) name: &'s Name,
    pub(crate) engine: Option<&'s str>,
    /// The folder or file, or the address of a pipe.
    pub(crate) path: &'s str,
    /// The parts of a library of several.
    pub(crate) parts: &'s [LibraryPart],
    pub(crate) options: &'s [(Name, Option<String>)],
}

impl Libname<'_> {
    /// Assigns the library, or logs the reason why it cannot be, and returns the code of SYSLIBRC.
    pub(crate) fn assign_or_refuse(
        &self,
        libraries: &mut Libraries,
        create_folder: bool,
        log: &mut StatementLog<'_, '_>,
    ) -> i32 {
        let assigned = self.assign(libraries, create_folder, log);
        let code = *assigned.as_ref().unwrap_or(&NOT_ASSIGNED);
        log.refuse_error(assigned.map(|_| ()));
        code
    }

    /// Assigns the library, and returns SYSLIBRC. With `create_folder` (DLCREATEDIR) its folder is made if it does not
    /// exist.
    ///
    /// # Errors
    ///
    /// Returns an error if an option is invalid or the library cannot be assigned.
    fn assign(
        &self,
        libraries: &mut Libraries,
        create_folder: bool,
        log: &mut StatementLog<'_, '_>,
    ) -> Result<i32, Diagnostic> {
        let assignment = match self.engine {
            Some(engine) if engine.eq_ignore_ascii_case(PIPE) => self.pipe()?,
            Some(engine) if engine.eq_ignore_ascii_case(CLUSTER) => self.cluster(libraries)?,
            _ if !self.parts.is_empty() => self.concatenation(libraries, create_folder, log)?,
            _ => self.folder_or_file(libraries, create_folder, log)?,
        };
        let is_absent = assignment.absent().is_some();
        let text = assign(libraries, assignment);
        log.note(&text.map_err(|error| refusal(self.name.at, error))?);
        Ok(match is_absent {
            true => code_of(NO_FOLDER).unwrap_or(NOT_ASSIGNED),
            false => 0,
        })
    }

    /// Returns the assignment of a folder, or of a file such as a transport file of XPORT.
    fn folder_or_file(
        &self,
        libraries: &Libraries,
        create_folder: bool,
        log: &mut StatementLog<'_, '_>,
    ) -> Result<Assignment, Diagnostic> {
        let libref = self.name.text.to_ascii_uppercase();
        let mut settings = RequestedSettings::default();
        let mut read_only = false;
        for (option, value) in self.options {
            let is_read_only = option.text.eq_ignore_ascii_case("access")
                && value.as_deref().is_some_and(|it| it.eq_ignore_ascii_case("readonly"));
            if is_read_only {
                read_only = true;
            } else {
                settings
                    .set(SettingScope::Library, &option.text, value.as_deref())
                    .map_err(|error| refusal(option.at, error))?;
            }
        }
        if create_folder && !read_only && !self.path.trim().is_empty() && self.engine.is_none_or(is_of_folders) {
            // An error is reported by the assignment.
            let path = Path::new(self.path);
            let is_absent = !path.exists();
            if is_absent {
                named_file::check_links(path).map_err(|source| {
                    let (action, path) = ("create the folder", path.to_owned());
                    refusal(self.name.at, Error::File { action, path, source })
                })?;
            }
            if is_absent && std::fs::create_dir(path).is_ok() {
                log.note(&format!("The folder of the library {libref} was created."));
            }
        }
        let assignment = libraries.assignment(&libref, self.engine, Path::new(self.path));
        let assignment = assignment.map_err(|error| refusal(self.name.at, error))?;
        let assignment = assignment.with_settings(settings);
        Ok(match read_only {
            true => assignment.read_only(),
            false => assignment,
        })
    }
}

/// Makes the change that a function LIBNAME asked for.
pub(crate) fn change(libraries: &mut Libraries, request: LibraryRequest, log: &mut Log<'_>) {
    let changed = match request {
        LibraryRequest::Assign(assignment) => assign(libraries, *assignment).map(|_| ()),
        LibraryRequest::Clear(libref) => libraries.clear(&libref),
        LibraryRequest::Rename(name, to) => libraries.rename(&name, &to),
    };
    if let Err(error) = changed {
        log.error(&error.to_string());
    }
}

/// Executes LIBNAME with CLEAR.
///
/// # Errors
///
/// Returns an error if there is no such library.
pub(crate) fn clear(libraries: &mut Libraries, name: &Name, log: &mut StatementLog<'_, '_>) -> Result<(), Diagnostic> {
    let libref = name.text.to_ascii_uppercase();
    if libref == ALL {
        libraries.clear_all();
        log.note("All librefs have been deassigned.");
        return Ok(());
    }
    let cleared = libraries.clear(&libref);
    cleared.map_err(|error| refusal(name.at, error))?;
    log.note(&format!("Libref {libref} has been deassigned."));
    Ok(())
}

/// Executes LIBNAME with LIST.
///
/// # Errors
///
/// Returns an error if there is no such library.
pub(crate) fn list(libraries: &mut Libraries, name: &Name, log: &mut StatementLog<'_, '_>) -> Result<(), Diagnostic> {
    let libref = name.text.to_ascii_uppercase();
    let is_all = libref == ALL;
    let mut texts: Vec<String> = libraries
        .assigned()
        .filter(|assignment| is_all || assignment.libref() == libref)
        .map(|assignment| {
            let (libref, engine) = (assignment.libref(), assignment.engine_name());
            let place = assignment.place().display();
            let access = match assignment.is_read_only() {
                true => "\nAccess:        READONLY",
                false => "",
            };
            if !assignment.further_places().is_empty() {
                return format!("Libref {libref}{access}{}", concatenation::levels(assignment));
            }
            format!("Libref {libref}\nEngine:        {engine}{access}\nPhysical Name: {place}")
        })
        .collect();
    if is_all || libref == WORK {
        let place = libraries.place(WORK);
        let place = place.map_err(|error| refusal(name.at, error))?;
        let place = place.display();
        texts.push(format!("Libref {WORK}\nEngine:        V9\nPhysical Name: {place}"));
    }
    if texts.is_empty() && libref == SASHELP {
        texts.push(format!(
            "Libref {SASHELP}\nData sets:     CLASS and IRIS, which come with feedrate\nAccess:        READONLY"
        ));
    }
    if texts.is_empty() {
        return Err(refusal(name.at, Error::UnknownLibrary { libref }));
    }
    for text in texts {
        log.note(&text);
    }
    Ok(())
}

/// Assigns a library, and returns the note for the log.
fn assign(libraries: &mut Libraries, assignment: Assignment) -> Result<String, Error> {
    let libref = assignment.libref().to_owned();
    let kind = match assignment.engine() {
        Engine::Pipe(_) => "pipe",
        Engine::Container(_) => "file",
        Engine::Native | Engine::Foreign(_) | Engine::Cluster(_) => "folder",
    };
    let address = match assignment.engine() {
        Engine::Cluster(folder) => Some(folder.address().to_owned()),
        _ => None,
    };
    let (engine, place) = (assignment.engine_name(), assignment.place().to_path_buf());
    let absent = assignment.absent().map(|path| path.display().to_string());
    let levels = (!assignment.further_places().is_empty()).then(|| concatenation::levels(&assignment));
    let assigned = libraries.assign(assignment)?;
    if let Some(path) = absent {
        return Ok(format!(
            "Library {libref} does not exist.\nThere is no folder {path}; steps that need it end with an error."
        ));
    }
    let place = levels.unwrap_or_else(|| format!("\nEngine:        {engine}\nPhysical Name: {}", place.display()));
    let mut text = format!("Libref {libref} was successfully assigned as follows:{place}");
    if let Some(address) = address {
        text.push_str(&format!("\nScheduler:     {address}"));
    }
    if let Some(other) = assigned.same_as {
        text.push_str(&format!("\nIt is the same {kind} as that of {other}."));
    }
    if assigned.swept > 0 {
        text.push_str(&format!(
            "\nRemoved {} unfinished files of runs that were killed.",
            assigned.swept
        ));
    }
    Ok(text)
}

/// Returns whether the libraries of an engine are folders rather than files.
fn is_of_folders(engine: &str) -> bool {
    let others = ["xport", "xportv8", "sasesock"];
    !others.iter().any(|other| engine.eq_ignore_ascii_case(other))
}

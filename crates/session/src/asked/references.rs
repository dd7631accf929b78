//! The functions on file references and libraries: FILENAME, FILEREF, LIBNAME, PATHNAME and so on.

use std::path::Path;

use feedrate_data_step::has_member;
use feedrate_dataset::library::{Assignment, SASHELP, WORK};
use feedrate_values::code_of;
use feedrate_values::function::{Answer, ExistenceLookup as _};

use super::files::unassigned;
use super::respondent::{Arguments, LibraryRequest, NOT_OPENED, Respondent};
use crate::file_references::FileReferences;

/// The code for a reference that is not assigned.
const UNASSIGNED: &str = "_SENOASN";

/// The maximum length of a file reference.
const LONGEST_REFERENCE: usize = 8;

/// The code for a library whose folder does not exist.
const NO_FOLDER: &str = "_SWNOLIB";

pub(super) fn answer(respondent: &mut Respondent<'_>, function: &str, given: Arguments<'_>) -> Option<Answer> {
    let name = given.text(0);
    let flag = |holds: bool| Answer::Number(f64::from(u8::from(holds)));
    Some(match function {
        "EXIST" => {
            let kind = Some(given.text(1)).filter(|kind| !kind.is_empty());
            flag(
                respondent
                    .libraries
                    .has_member(&name, kind.as_deref().unwrap_or("DATA")),
            )
        }
        "FILEEXIST" => flag(respondent.libraries.has_file(&name)),
        "FEXIST" => flag(is_there(respondent.references, &name)),
        "FILEREF" => fileref(respondent, &name),
        "FILENAME" => filename(respondent, given),
        "LIBNAME" => libname(respondent, given),
        "RENAME" => rename(respondent, given),
        "LIBREF" => match is_assigned(respondent, &name) {
            true => respondent.succeed(),
            false => respondent.fail(-code(NO_FOLDER), unknown_library(&name)),
        },
        "PATHNAME" => Answer::Text(pathname(respondent, &name, &given.text(1)).into_bytes()),
        _ => return None,
    })
}

fn code(mnemonic: &str) -> i32 {
    code_of(mnemonic).unwrap_or(NOT_OPENED)
}

fn unknown_library(libref: &str) -> String {
    format!("ERROR: Libref {} is not assigned.", libref.to_ascii_uppercase())
}

/// Returns whether what a reference of a single file or folder stands for is there; of an archive, its member.
fn is_there(references: &FileReferences, name: &str) -> bool {
    let Some(path) = references.place(name) else {
        return false;
    };
    let options = references.options(name);
    let option = |name: &str| options.iter().find(|option| option.name == name);
    match references.path(name).is_some() || option("GZIP").is_some() {
        true => path.exists(),
        false => {
            let member = option("MEMBER").and_then(|option| option.value.as_deref());
            has_member(path, &String::from_utf8_lossy(member.unwrap_or_default()))
        }
    }
}

/// Returns 0 if the file of a reference exists, a negative code if it does not, and a positive one without a reference.
fn fileref(respondent: &mut Respondent<'_>, name: &str) -> Answer {
    match respondent
        .references
        .place(name)
        .map(|path| (is_there(respondent.references, name), path.display().to_string()))
    {
        Some((true, _)) => respondent.succeed(),
        Some((false, path)) => respondent.fail(-NOT_OPENED, format!("WARNING: The file {path} does not exist.")),
        None => respondent.fail(code(UNASSIGNED), unassigned(name)),
    }
}

/// Assigns a reference, or removes it if there is neither a path nor a device. A blank reference gets a name.
fn filename(respondent: &mut Respondent<'_>, given: Arguments<'_>) -> Answer {
    let (name, path, device) = (given.text(0), given.text(1), given.text(2).to_ascii_uppercase());
    if path.is_empty() && device.is_empty() {
        return match respondent.references.remove(&name) {
            true => respondent.succeed(),
            false => respondent.fail(code(UNASSIGNED), unassigned(&name)),
        };
    }
    let is_named = !name.is_empty();
    if name.chars().count() > LONGEST_REFERENCE {
        let text = format!("ERROR: A fileref has {LONGEST_REFERENCE} characters at most, and {name} has more.");
        return respondent.fail(NOT_OPENED, text);
    }
    let name = match is_named {
        true => name,
        false => respondent.references.unused_name(),
    };
    let assigned = respondent.references.assign(
        &name,
        Some(device.as_str()).filter(|device| !device.is_empty()),
        &[path],
        respondent.libraries,
        respondent.options.commands.allowed,
    );
    match (assigned, is_named) {
        (Ok(()), true) => respondent.succeed(),
        (Ok(()), false) => {
            respondent.say(0, "");
            Answer::Changed(0.0, name.into_bytes())
        }
        (Err(text), _) => respondent.fail(NOT_OPENED, format!("ERROR: {text}.")),
    }
}

fn libname(respondent: &mut Respondent<'_>, given: Arguments<'_>) -> Answer {
    let (libref, path, engine) = (given.text(0).to_ascii_uppercase(), given.text(1), given.text(2));
    if path.is_empty() {
        if !is_assigned(respondent, &libref) {
            return respondent.fail(-code(NO_FOLDER), unknown_library(&libref));
        }
        respondent.requests.push(LibraryRequest::Clear(libref));
        return respondent.succeed();
    }
    if !given.text(3).is_empty() {
        let text = "ERROR: The function LIBNAME takes no options; write them in a LIBNAME statement.";
        return respondent.fail(NOT_OPENED, text);
    }
    let engine = Some(engine.as_str()).filter(|engine| !engine.is_empty());
    match respondent.libraries.assignment(&libref, engine, Path::new(&path)) {
        Ok(assignment) => {
            let is_absent = assignment.absent().is_some();
            respondent.requests.push(LibraryRequest::Assign(Box::new(assignment)));
            match is_absent {
                true => respondent.fail(code(NO_FOLDER), format!("NOTE: Library {libref} does not exist.")),
                false => respondent.succeed(),
            }
        }
        Err(error) => respondent.fail(NOT_OPENED, format!("ERROR: {error}")),
    }
}

/// Renames a data set after the step, or with FILE a file or a folder at once.
fn rename(respondent: &mut Respondent<'_>, given: Arguments<'_>) -> Answer {
    let (from, to, kind) = (given.text(0), given.text(1), given.text(2).to_ascii_uppercase());
    let renamed = match kind.as_str() {
        "" | "DATA" => respondent
            .libraries
            .name(&from)
            .map_err(|error| error.to_string())
            .and_then(|name| {
                let new = name.sibling(&to).map_err(|error| error.to_string())?;
                let exists = |name| respondent.libraries.exists(name).map_err(|error| error.to_string());
                match (exists(&name)?, exists(&new)?) {
                    (false, _) => Err(format!("File {name}.DATA does not exist.")),
                    (true, true) => Err(format!("{new} already exists.")),
                    (true, false) => {
                        respondent.requests.push(LibraryRequest::Rename(name, to.clone()));
                        Ok(())
                    }
                }
            }),
        "FILE" if Path::new(&to).symlink_metadata().is_ok() => Err(format!("{to} already exists.")),
        "FILE" => std::fs::rename(&from, &to).map_err(|error| format!("{from}: {error}.")),
        kind => Err(format!("RENAME renames data sets (DATA) and files (FILE), not {kind}.")),
    };
    match renamed {
        Ok(()) => respondent.succeed(),
        Err(text) => respondent.fail(NOT_OPENED, format!("ERROR: {text}")),
    }
}

/// Returns what the step has asked for about a library: to assign it, or `None` inside to clear it.
fn requested<'r>(respondent: &'r Respondent<'_>, libref: &str) -> Option<Option<&'r Assignment>> {
    respondent.requests.iter().rev().find_map(|request| match request {
        LibraryRequest::Assign(assignment) if assignment.libref().eq_ignore_ascii_case(libref) => {
            Some(Some(&**assignment))
        }
        LibraryRequest::Clear(cleared) if cleared.eq_ignore_ascii_case(libref) => Some(None),
        _ => None,
    })
}

/// Returns whether a library is assigned, or will be after the step.
fn is_assigned(respondent: &Respondent<'_>, libref: &str) -> bool {
    let wanted = requested(respondent, libref).map(|assignment| assignment.is_some());
    wanted.unwrap_or_else(|| respondent.libraries.has(libref))
}

/// Returns the path of a reference, of a library with `L`, of a file reference with `F`, of either otherwise.
fn pathname(respondent: &Respondent<'_>, name: &str, kind: &str) -> String {
    let of_file = || respondent.references.place(name).map(Path::to_path_buf);
    let of_library = || {
        let libref = name.to_ascii_uppercase();
        if let Some(assignment) = requested(respondent, &libref) {
            return assignment.map(|assignment| assignment.place().to_path_buf());
        }
        let is_there = libref == WORK || libref == SASHELP || respondent.libraries.has(&libref);
        is_there.then(|| respondent.libraries.place(&libref).ok()).flatten()
    };
    let path = match kind.to_ascii_uppercase().as_str() {
        "L" => of_library(),
        "F" => of_file(),
        _ => of_file().or_else(of_library),
    };
    path.map_or_else(String::new, |path| {
        let full = std::path::absolute(&path).unwrap_or(path);
        full.display().to_string()
    })
}

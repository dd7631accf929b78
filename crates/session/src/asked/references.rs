//! The functions on file references and libraries: FILENAME, FILEREF, LIBNAME, PATHNAME and so on.

use std::path::Path;

use feedrate_dataset::library::{SASHELP, WORK};
use feedrate_values::code_of;
use feedrate_values::function::{Answer, ExistenceLookup as _};

use super::files::unassigned;
use super::respondent::{Arguments, LibraryRequest, NOT_OPENED, Respondent};

/// The code for a reference that is not assigned.
const UNASSIGNED: &str = "_SENOASN";

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
        "FEXIST" => flag(respondent.references.path(&name).is_some_and(Path::exists)),
        "FILEREF" => fileref(respondent, &name),
        "FILENAME" => filename(respondent, given),
        "LIBNAME" => libname(respondent, given),
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

/// Returns 0 if the file of a reference exists, a negative code if it does not, and a positive one without a reference.
fn fileref(respondent: &mut Respondent<'_>, name: &str) -> Answer {
    match respondent
        .references
        .path(name)
        .map(|path| (path.exists(), path.display().to_string()))
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
    let name = match is_named {
        true => name,
        false => respondent.references.unused_name(),
    };
    let assigned = respondent.references.assign(
        &name,
        Some(device.as_str()).filter(|device| !device.is_empty()),
        &[path],
        respondent.libraries,
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

/// Returns whether a library is assigned, or will be after the step.
fn is_assigned(respondent: &Respondent<'_>, libref: &str) -> bool {
    let wanted = respondent.requests.iter().rev().find_map(|request| match request {
        LibraryRequest::Assign(assignment) if assignment.libref().eq_ignore_ascii_case(libref) => Some(true),
        LibraryRequest::Clear(cleared) if cleared.eq_ignore_ascii_case(libref) => Some(false),
        _ => None,
    });
    wanted.unwrap_or_else(|| respondent.libraries.has(libref))
}

/// Returns the path of a reference, of a library with `L`, of a file reference with `F`, of either otherwise.
fn pathname(respondent: &Respondent<'_>, name: &str, kind: &str) -> String {
    let of_file = || respondent.references.path(name).map(Path::to_path_buf);
    let of_library = || {
        let libref = name.to_ascii_uppercase();
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

//! The functions on files of lines: FOPEN, FREAD, FGET and so on.

use std::io;
use std::path::Path;

use feedrate_pageio::named_file::WriteMode;
use feedrate_values::function::Answer;

use super::open_file::OpenFile;
use super::owner::{self, ITEMS};
use super::respondent::{Arguments, END, NOT_OPENED, Respondent};

pub(super) fn answer(respondent: &mut Respondent<'_>, function: &str, given: Arguments<'_>) -> Option<Answer> {
    Some(match function {
        "FOPEN" => {
            let reference = given.text(0);
            match respondent.references.path(&reference) {
                Some(path) => {
                    let path = path.to_path_buf();
                    open(respondent, &path, &given.text(1))
                }
                None => respondent.open_nothing(unassigned(&reference)),
            }
        }
        "MOPEN" => match respondent.state.folders.get(given.number(0)) {
            Some(folder) => {
                let path = folder.path.join(given.text(1));
                open(respondent, &path, &given.text(2))
            }
            None => Answer::Invalid(0),
        },
        "FDELETE" => {
            let reference = given.text(0);
            match respondent.references.path(&reference).map(Path::to_path_buf) {
                Some(path) => done(respondent, delete(&path)),
                None => respondent.fail(20_004, unassigned(&reference)),
            }
        }
        "FCLOSE" => match respondent.state.files.take(given.number(0)) {
            Some(mut file) => done(respondent, file.close()),
            None => Answer::Invalid(0),
        },
        "FREAD" | "FWRITE" | "FAPPEND" | "FREWIND" | "FPOINT" => moved(respondent, function, given),
        "FGET" | "FPUT" | "FCOL" | "FPOS" | "FSEP" | "FRLEN" | "FNOTE" | "FINFO" | "FOPTNAME" | "FOPTNUM" => {
            match respondent.state.files.get(given.number(0)) {
                Some(file) => in_record(file, function, given),
                None => Answer::Invalid(0),
            }
        }
        _ => return None,
    })
}

/// Returns the text about a file reference that is not assigned.
pub(super) fn unassigned(reference: &str) -> String {
    format!(
        "WARNING: No logical assign for filename {}.",
        reference.to_ascii_uppercase()
    )
}

fn open(respondent: &mut Respondent<'_>, path: &Path, mode: &str) -> Answer {
    let writing = match mode.to_ascii_uppercase().as_str() {
        "" | "I" | "S" => None,
        "O" => Some(WriteMode::Anew),
        "A" => Some(WriteMode::AtEnd),
        mode => {
            let text = format!("ERROR: FOPEN has no mode {mode}; it reads with I and S, and writes with O and A.");
            return respondent.open_nothing(text);
        }
    };
    let opened = match OpenFile::open(path, writing, respondent.stop) {
        Ok(opened) => respondent.state.files.add(opened),
        Err(error) => return respondent.open_nothing(format!("ERROR: {}: {error}.", path.display())),
    };
    match opened {
        Some(number) => {
            respondent.say(0, "");
            Answer::Number(number)
        }
        None => respondent.open_nothing("ERROR: Too many files are open; FCLOSE some."),
    }
}

/// Removes a file, or an empty folder.
fn delete(path: &Path) -> io::Result<()> {
    match path.symlink_metadata()?.is_dir() {
        true => std::fs::remove_dir(path),
        false => std::fs::remove_file(path),
    }
}

fn done(respondent: &mut Respondent<'_>, outcome: io::Result<()>) -> Answer {
    match outcome {
        Ok(()) => respondent.succeed(),
        Err(error) => respondent.fail(NOT_OPENED, format!("ERROR: {error}.")),
    }
}

/// Answers a function that reads or writes a record.
fn moved(respondent: &mut Respondent<'_>, function: &str, given: Arguments<'_>) -> Answer {
    let Some(file) = respondent.state.files.get(given.number(0)) else {
        return Answer::Invalid(0);
    };
    let outcome = match function {
        "FREAD" => file.read(),
        "FREWIND" => file.go_to(0).map(|()| true),
        "FPOINT" => {
            let noted = given.count(1).and_then(|number| file.notes.get(number as usize - 1));
            match noted.copied() {
                Some(before) => file.go_to(before).map(|()| true),
                None => return Answer::Invalid(1),
            }
        }
        _ => file.write().map(|()| true),
    };
    match outcome {
        Ok(true) => respondent.succeed(),
        Ok(false) => respondent.fail(END, "WARNING: The end of the file was reached."),
        Err(error) => respondent.fail(NOT_OPENED, format!("ERROR: {error}.")),
    }
}

/// Answers a function about the record in memory, or about the file.
fn in_record(file: &mut OpenFile, function: &str, given: Arguments<'_>) -> Answer {
    match function {
        "FGET" => {
            let length = given.count(2).map(|length| length as usize);
            match file.token(length) {
                Some(token) => Answer::Changed(0.0, token),
                None => Answer::Number(f64::from(END)),
            }
        }
        "FPUT" => match file.put(&given.bytes(1)) {
            true => Answer::Number(0.0),
            false => Answer::Invalid(1),
        },
        "FCOL" => Answer::Number((file.at + 1) as f64),
        "FPOS" => match given.count(1) {
            Some(column) if file.set_column(column as usize - 1) => Answer::Number(0.0),
            _ => Answer::Invalid(1),
        },
        "FSEP" => match separators(&given.bytes(1), &given.text(2)) {
            Some(separators) => {
                file.separators = separators;
                Answer::Number(0.0)
            }
            None => Answer::Invalid(1),
        },
        "FRLEN" => Answer::Number(file.record.len() as f64),
        "FNOTE" => {
            // The place before the record that was read last: FPOINT makes FREAD read it again.
            file.notes.push(file.read.saturating_sub(1));
            Answer::Number(file.notes.len() as f64)
        }
        "FOPTNUM" => Answer::Number(ITEMS.len() as f64),
        "FOPTNAME" => match given.count(1).and_then(|number| ITEMS.get(number as usize - 1)) {
            Some(name) => Answer::Text(name.as_bytes().to_vec()),
            None => Answer::Invalid(1),
        },
        _ => {
            let name = given.text(1);
            let place = ITEMS.iter().position(|item| item.eq_ignore_ascii_case(&name));
            match (place, file.path.metadata()) {
                (Some(place), Ok(metadata)) => Answer::Text(owner::item(&file.path, &metadata, place).into_bytes()),
                _ => Answer::Invalid(1),
            }
        }
    }
}

/// Returns the separators of FSEP: bytes, or their hexadecimal digits with `x`.
fn separators(given: &[u8], kind: &str) -> Option<Vec<u8>> {
    if !kind.eq_ignore_ascii_case("x") {
        let trimmed = given.trim_ascii_end();
        return Some(if trimmed.is_empty() {
            vec![b' ']
        } else {
            trimmed.to_vec()
        });
    }
    let digits = std::str::from_utf8(given.trim_ascii()).ok()?;
    let pairs = digits.as_bytes().chunks(2);
    let bytes: Option<Vec<u8>> = pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect();
    bytes.filter(|bytes| !bytes.is_empty() && digits.len() % 2 == 0)
}

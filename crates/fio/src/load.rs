//! Loads the jobs of a request: reads its files and resolves its sections.

use std::ffi::OsString;
use std::io;
use std::path::{Path, is_separator};

use feedrate_machine::{Cores, Memory};
use feedrate_pageio::named_text::TextKind;

use crate::command_line;
use crate::error::{Error, Result};
use crate::job::{Jobs, Location, Remark, RemarkKind};
use crate::request::{Request, Run};
use crate::resolve::{Reading, resolve};
use crate::text::{VariableValues, sections};

const JOB_FILE: TextKind = TextKind {
    name: "job file",
    longest: 4 << 20,
};

/// Returns the jobs that a command line of fio describes, or `None` if it requests something else, such as `--help`.
///
/// # Errors
///
/// Returns an error if its arguments or job files are invalid, or if a file cannot be read.
pub fn jobs_of(arguments: &[OsString]) -> Result<Option<Jobs>> {
    match command_line::parse(arguments)? {
        Request::Run(run) => load(&run).map(Some),
        _ => Ok(None),
    }
}

/// Reads the job files of a request, and the jobs of its command line.
///
/// # Errors
///
/// Returns an error if a file cannot be read or its jobs are invalid.
pub fn load(run: &Run) -> Result<Jobs> {
    let memory = Memory::host();
    let surroundings = VariableValues {
        variable: &|name| std::env::var(name).ok(),
        processors: Cores::host().logical as u64,
        page_bytes: memory.page_bytes as u64,
        memory_mib: memory.total_bytes.unwrap_or(0) >> 20,
    };
    load_with(run, &surroundings)
}

/// The same, with the values of variables.
///
/// # Errors
///
/// As [`load`].
pub fn load_with(run: &Run, surroundings: &VariableValues<'_>) -> Result<Jobs> {
    let mut all = run.sections.clone();
    for (number, path) in run.files.iter().enumerate() {
        let text = read(path).map_err(|source| Error::Unreadable {
            path: path.clone(),
            source,
        })?;
        all.extend(sections(&text, path, number, &mut read)?);
    }
    let mut jobs = resolve(
        &all,
        &Reading {
            strict: run.strict,
            only: &run.only,
            surroundings,
        },
    )?;
    if let Some(name) = &run.client_name {
        for job in &mut jobs.jobs {
            let format = &mut job.options.files.filename_format;
            *format = of_client(format, name);
        }
    }
    jobs.remarks.splice(
        ..0,
        run.ignored.iter().map(|option| Remark {
            kind: RemarkKind::Ignored,
            location: Location::COMMAND_LINE,
            option: "",
            text: format!("{option} is accepted and does nothing here"),
        }),
    );
    let warned = jobs
        .remarks
        .iter()
        .find(|remark| matches!(remark.kind, RemarkKind::Trap | RemarkKind::Warning));
    match warned {
        Some(remark) if run.warnings_fatal => Err(Error::Warning {
            location: remark.location.clone(),
            text: remark.text.clone(),
        }),
        _ => Ok(jobs),
    }
}

/// Returns the format of generated names for one of several hosts: with its name where the format has a place for it,
/// else before the name of the file, as fio's server does.
fn of_client(format: &str, name: &str) -> String {
    const PLACE: &str = "$clientuid";
    if format.contains(PLACE) {
        return format.replace(PLACE, name);
    }
    let (folder, file) = format.split_at(format.rfind(is_separator).map_or(0, |at| at + 1));
    format!("{folder}{name}.{file}")
}

/// Reads the text of a file, or of standard input.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    decoded(&JOB_FILE.read_or_input(path)?)
}

/// Returns the text without a byte order mark. Comments may be in any encoding; elsewhere, text that is not UTF-8 would
/// name another file than the intended one.
fn decoded(bytes: &[u8]) -> io::Result<String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let end = line.iter().position(|byte| b";#".contains(byte));
        if std::str::from_utf8(&line[..end.unwrap_or(line.len())]).is_err() {
            let what = format!("line {} is not UTF-8; save the file so", index + 1);
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
    }
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_has_names_of_its_own() {
        assert_eq!(of_client("$jobname.$jobnum", "n1"), "n1.$jobname.$jobnum");
        assert_eq!(of_client("$jobname/$filenum", "n1"), "$jobname/n1.$filenum");
        assert_eq!(of_client("$clientuid-$filenum", "n1"), "n1-$filenum");
    }

    #[test]
    fn comments_may_be_in_any_encoding_and_names_may_not() {
        let text = decoded(b"\xef\xbb\xbf; caf\xe9\n[a]\nsize=1m # \xe9\n").unwrap();
        assert!(text.starts_with("; caf") && text.ends_with('\n'), "{text}");
        let error = decoded(b"[a]\nfilename=caf\xe9\n").unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}

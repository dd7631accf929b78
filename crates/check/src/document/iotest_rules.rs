//! The rules of the scripts iotest.sh and rhel_iotest.sh, and how a check keeps them.

use feedrate_document::{Note, format};

use crate::result::{CheckResult, FolderResult};

/// The least number of runs that are several.
const SEVERAL: usize = 3;

/// Returns a note on the rules that files exceed memory and that there are several runs; `None` if nothing was
/// confirmed, or the memory is not known.
pub(super) fn of(folder: &FolderResult, result: &CheckResult) -> Option<Note> {
    let files = 2 * result.streams as u64 * folder.confirmation_file_bytes;
    let confirmed = folder.findings.confirmed.iter();
    let runs = confirmed.map(|measured| measured.trials.len()).min()?;
    Some(Note::info(text(
        files,
        result.machine.memory.cacheable_bytes()?,
        runs,
        folder.is_cold_known,
    )))
}

/// Returns the text for files of so many bytes in all.
fn text(files: u64, memory: u64, runs: usize, is_cold_known: bool) -> String {
    let (amount, of_memory) = (format::amount(files), format::amount(memory));
    let sizes = match (files > memory, is_cold_known) {
        (true, _) => format!("kept, {amount} of {of_memory}"),
        (false, true) => {
            format!("not kept, {amount} of {of_memory}, but reads were cold and writes durable without it")
        }
        (false, false) => format!("not kept, {amount} of {of_memory}: reads through the cache may not have been cold"),
    };
    let several = match runs >= SEVERAL {
        true => format!("kept, {runs} or more of each of the best settings, but all of one time: check at others too"),
        false => format!("not kept, {runs} of each of the best settings"),
    };
    format!(
        "The rules of SAS's iotest.sh and rhel_iotest.sh. Files larger than memory: {sizes}. Several runs, at quiet \
         and at busy times: {several}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_kept_or_not() {
        assert_eq!(
            text(96 << 30, 64 << 30, 6, true),
            "The rules of SAS's iotest.sh and rhel_iotest.sh. Files larger than memory: kept, 96 GiB of 64 GiB. \
             Several runs, at quiet and at busy times: kept, 6 or more of each of the best settings, but all of one \
             time: check at others too."
        );
        let said = text(2 << 30, 64 << 30, 2, true);
        assert!(
            said.contains("memory: not kept, 2 GiB of 64 GiB, but reads were cold"),
            "{said}"
        );
        assert!(
            said.ends_with("times: not kept, 2 of each of the best settings."),
            "{said}"
        );
    }
}

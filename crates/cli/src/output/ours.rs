//! Recognizes an earlier result of feedrate, which may be replaced.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use feedrate_predict::fio_job::FIRST_WORDS;

/// The beginning of a report in Markdown, which identifies the file to a later run that may replace it.
pub(super) const MARKDOWN_START: &str = "<!-- Report of feedrate ";

/// The number of bytes at the start of a result that identify it.
const START: u64 = 2048;

/// Returns whether a file begins like one of the kinds of results. That a file mentions feedrate is not sufficient.
pub(super) fn is_ours(path: &Path) -> bool {
    let mut start = Vec::new();
    File::open(path)
        .and_then(|file| file.take(START).read_to_end(&mut start))
        .is_ok_and(|_| begins_as_ours(&String::from_utf8_lossy(&start)))
}

fn begins_as_ours(start: &str) -> bool {
    is_json(start)
        || is_html(start)
        || is_man_page(start)
        || is_log_or_listing(start)
        || is_fio_job(start)
        || is_recording(start)
        || is_tuned_program(start)
        || start.starts_with(MARKDOWN_START)
        || start.starts_with("# HELP feedrate_")
}

fn is_json(start: &str) -> bool {
    let mut rest = start;
    ["{", "\"feedrate\"", ":", "{", "\"version\""].into_iter().all(|token| {
        let after = rest.trim_start().strip_prefix(token);
        rest = after.unwrap_or_default();
        after.is_some()
    })
}

fn is_html(start: &str) -> bool {
    start.starts_with("<!DOCTYPE html>") && start.contains("<meta name=\"generator\" content=\"feedrate")
}

fn is_man_page(start: &str) -> bool {
    // The title is the first macro, preceded only by definitions.
    start
        .lines()
        .take(5)
        .find_map(|line| line.strip_prefix(".TH "))
        .and_then(|title| title.get(.."feedrate".len()))
        .is_some_and(|name| name.eq_ignore_ascii_case("feedrate"))
}

/// Returns whether the first line is that of a log or listing of feedrate.
fn is_log_or_listing(start: &str) -> bool {
    let first = start.lines().next().unwrap_or_default();
    first.starts_with("NOTE: feedrate ") && first.contains(" runs ")
        || first.starts_with("feedrate ") && first.contains(": listing of ")
}

/// Returns whether the first line is that of a job file of fio that feedrate has derived.
fn is_fio_job(start: &str) -> bool {
    start.starts_with(FIRST_WORDS)
}

/// Returns whether it is a program that feedrate has tuned.
fn is_tuned_program(start: &str) -> bool {
    start.starts_with(feedrate_study::tune::FIRST_WORDS)
}

/// Returns whether it is a recording beside such a job file: the first file in it has the name of a file of a job.
fn is_recording(start: &str) -> bool {
    let mut lines = start.lines();
    let first = lines.next();
    let file = lines.next().and_then(|line| line.strip_suffix(" add"));
    let number = file.and_then(|file| file.rsplit_once(".f"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    first == Some("fio version 2 iolog") && number.is_some_and(|(_, number)| is_number(number))
}

#[cfg(test)]
mod tests {
    use feedrate_document::Document;
    use feedrate_document::html::{self, HtmlOptions};

    use super::*;

    #[test]
    fn results_are_known_by_their_beginning() {
        let page = html::render(&Document::new("A"), &HtmlOptions::default());
        for start in [
            "{\n  \"feedrate\": {\n    \"version\": \"0.1.0\"",
            "{\"feedrate\":{\"version\":\"0.1.0\"",
            " \n{ \"feedrate\" : { \"version\"",
            ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n.TH FEEDRATE-CHECK 1",
            &page,
            "NOTE: feedrate 0.1.0 runs p.sas.\n",
            "feedrate 0.1.0: listing of p.sas\n",
            "# A job of fio, derived by feedrate 0.1.0.\n",
            "fio version 2 iolog\n./job.f0 add\n",
            "/* Tuned by feedrate 0.1.0: ",
            "<!-- Report of feedrate 0.1.0 -->\n\n# A study\n",
            "# HELP feedrate_runs How many runs were measured.\n",
        ] {
            assert!(begins_as_ours(start), "{start}");
        }
    }

    #[test]
    fn what_speaks_of_feedrate_is_not_its_own() {
        for start in [
            "",
            "#!/bin/sh\nfeedrate check /data\n",
            "{\"tools\": {\"feedrate\": {\"version\": 1}}}",
            "{\"feedrate\": \"is fine\"}",
            "{\"feedrate\": {\"folder\": \"/data\"}}",
            "<!DOCTYPE html><html><title>About feedrate</title>",
            "notes\n<meta name=\"generator\" content=\"feedrate\">",
            ".TH FEED 1\nfeedrate",
            ".TH größte 1",
            "feedrate",
            "NOTE: feedrate is fine\n",
            "# A job of fio\n[job]\n",
            "fio version 2 iolog\n/data/file add\n",
            "fio version 2 iolog\n/data/job.f add\n",
            "feedrate: a listing\n",
            "/* Tuned by hand */",
            "# feedrate\n",
            "<!-- feedrate is fine -->\n",
            "# HELP node_feedrate_runs Runs.\n",
        ] {
            assert!(!begins_as_ours(start), "{start}");
        }
    }
}

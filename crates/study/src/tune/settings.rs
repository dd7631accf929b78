//! The settings that are tried, as a study of the whole program.

use std::path::Path;

use super::Request;
use crate::definition::{Overrides, Study};
use crate::error::Result;
use crate::store::Run;

/// The largest transfer in bytes, which is that of SAS on Windows.
const LARGEST_TRANSFER: u64 = 64 << 20;

/// The method by which the pages of a step move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The pages of a transfer past the page cache; `None` through it.
    pub buffers: Option<u32>,
    /// The bytes of a page of the data sets that are made.
    pub page_bytes: u64,
}

impl Setting {
    /// Returns the options that set it: `sgio bufno=32 bufsize=64k`.
    pub fn options(&self) -> String {
        let page = self.page_bytes >> 10;
        match self.buffers {
            Some(buffers) => format!("sgio bufno={buffers} bufsize={page}k"),
            None => format!("nosgio bufno=0 bufsize={page}k"),
        }
    }

    /// Returns its name for people: `SGIO, 32 x 64K`.
    pub fn name(&self) -> String {
        let page = self.page_bytes >> 10;
        match self.buffers {
            Some(buffers) => format!("SGIO, {buffers} x {page}K"),
            None => format!("cached, {page}K"),
        }
    }

    /// Returns the bytes of memory that its transfers take.
    pub fn cost(&self) -> u64 {
        self.page_bytes * u64::from(self.buffers.unwrap_or(1))
    }

    /// Returns whether it may be advised: a single buffer past the page cache waits for the device at every page.
    pub fn may_be_advised(&self) -> bool {
        self.buffers != Some(1)
    }
}

/// Returns the study of all settings.
///
/// # Errors
///
/// Returns an error if a value cannot be a level.
pub(super) fn study(request: &Request) -> Result<Study> {
    let pages: Vec<String> = request
        .page_sizes
        .iter()
        .map(|page| format!("{}K", page >> 10))
        .collect();
    let mut buffers = request.buffers.clone();
    // The level of cached runs, which it does not concern.
    if !buffers.contains(&1) {
        buffers.insert(0, 1);
    }
    let others: Vec<u32> = buffers.iter().copied().filter(|&buffers| buffers != 1).collect();
    let mut text = header(request);
    text += "[[factor]]\nname = \"method\"\nlevels = [\"cached\", \"direct\"]\n";
    text += &format!("[[factor]]\nname = \"buffers\"\nlevels = {buffers:?}\n");
    text += &format!("[[factor]]\nname = \"page_size\"\nlevels = {pages:?}\n");
    if !others.is_empty() {
        text += &format!("[[leave_out]]\nmethod = \"cached\"\nbuffers = {others:?}\n");
    }
    if !request.buffers.contains(&1) {
        text += "[[leave_out]]\nmethod = \"direct\"\nbuffers = 1\n";
    }
    for (page, name) in request.page_sizes.iter().zip(&pages) {
        let too_large: Vec<u32> = others
            .iter()
            .copied()
            .filter(|&buffers| page * u64::from(buffers) > LARGEST_TRANSFER)
            .collect();
        if !too_large.is_empty() {
            text += &format!("[[leave_out]]\npage_size = {name:?}\nbuffers = {too_large:?}\n");
        }
    }
    text += &memory(request);
    Study::parse(Path::new("tune.toml"), &text, &Overrides::default())
}

/// Returns the beginning of the study.
fn header(request: &Request) -> String {
    let program = std::path::absolute(&request.program).unwrap_or_else(|_| request.program.clone());
    format!(
        "title = {}\nrepeats = 1\n{}[run]\nprogram = {}\narguments = [\"-o\", \"discipline=assas\", {}]\n",
        quoted(&format!("tune {}", program.display())),
        cache(request),
        quoted(&braced(&program.to_string_lossy())),
        arguments(request)
    )
}

/// Returns the state of the page cache, as a line of a study.
pub(super) fn cache(request: &Request) -> &'static str {
    if request.is_cold { "cache = \"cold\"\n" } else { "" }
}

/// Returns the arguments of the program, as the content of a list of TOML.
pub(super) fn arguments(request: &Request) -> String {
    let arguments = request.arguments.iter();
    arguments
        .map(|argument| quoted(&braced(argument)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns a text as a string of TOML, whose escapes are those of JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the factor of a limit of memory, if there is one.
pub(super) fn memory(request: &Request) -> String {
    request.memory.map_or_else(String::new, |bytes| {
        format!("[[factor]]\nname = \"memory\"\nlevels = [{bytes}]\n")
    })
}

/// Returns a text in which braces are no placeholders.
fn braced(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// Returns the setting of a cell.
pub(super) fn of_cell(study: &Study, cell: &[usize]) -> Setting {
    let values = study.values(cell);
    let level = |name: &str| values.get(name).map(String::as_str).unwrap_or_default();
    let page = crate::definition::Level::new(level("page_size"));
    Setting {
        buffers: (level("method") == "direct").then(|| level("buffers").parse().unwrap_or(1)),
        page_bytes: page.bytes().unwrap_or(64 << 10),
    }
}

/// Returns what is to be known of the runs.
pub(super) fn notes(runs: &[Run]) -> Vec<String> {
    let mut notes: Vec<String> = runs.iter().flat_map(|run| run.notes.clone()).collect();
    let failed = runs.iter().filter_map(|run| Some((run, run.failure.as_ref()?)));
    notes.extend(failed.map(|(run, reason)| {
        let levels: Vec<&str> = run.levels.values().map(String::as_str).collect();
        format!("a run failed ({}): {reason}", levels.join(", "))
    }));
    notes.sort_unstable();
    notes.dedup();
    notes
}

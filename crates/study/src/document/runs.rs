//! Notes on the runs: the unusual and the failed ones, and the machine.

use feedrate_document::{Block, Column, Document, Facts, Note, Table, format};
use serde_json::Value;

use crate::analysis::{Analysis, Data};
use crate::plan::command_line;

/// The most failures and outliers that are listed.
const MOST: usize = 20;

/// Adds what may change how the figures are read.
pub(super) fn push_unusual(document: &mut Document, data: &Data, analysis: &Analysis) {
    let mut notes = Vec::new();
    if !data.failures.is_empty() {
        notes.push(Note::warning(format!(
            "{} runs failed; they are listed below",
            data.failures.len()
        )));
    }
    if let Some(drift) = analysis.unusual.drift {
        notes.push(Note::warning(format!(
            "the runs drift: the last quarter of the blocks is at {} of the first (p {:.4}); comparisons within \
             blocks are not affected, medians are",
            format::percent(drift.ratio),
            drift.probability
        )));
    }
    let divided = &analysis.unusual.divided;
    if !divided.is_empty() {
        let numbers: Vec<String> = divided.iter().take(MOST).map(u32::to_string).collect();
        notes.push(Note::warning(format!(
            "the runs of block {} were not made in one go: ratios within are of different times",
            numbers.join(", ")
        )));
    }
    let outliers = &analysis.unusual.outliers;
    for outlier in outliers.iter().take(MOST) {
        notes.push(Note::warning(format!(
            "{}, block {}: {} of the median of its cell, at the level of its block; it is kept",
            data.name(outlier.cell),
            outlier.block,
            format::percent(outlier.ratio)
        )));
    }
    if outliers.len() > MOST {
        notes.push(Note::warning(format!(
            "{} more values are as far from their cells",
            outliers.len() - MOST
        )));
    }
    if data.warm_ups > 0 {
        notes.push(Note::info(format!(
            "{} runs for warming up are not counted",
            data.warm_ups
        )));
    }
    if data.others > 0 {
        notes.push(Note::info(format!(
            "{} runs of the store have other factors or levels and are not counted",
            data.others
        )));
    }
    if data.facts.machines.len() > 1 {
        notes.push(Note::warning(
            "the runs are of several machines, kernels or versions of feedrate; they are not told apart",
        ));
    }
    let mut of_runs: Vec<&String> = data.runs.iter().flat_map(|run| &run.run.notes).collect();
    of_runs.sort_unstable();
    of_runs.dedup();
    notes.extend(of_runs.into_iter().take(MOST).map(|note| Note::info(note.clone())));
    if !notes.is_empty() {
        document.push(notes);
    }
}

/// Adds the runs that failed.
pub(super) fn push_failures(document: &mut Document, data: &Data) {
    if data.failures.is_empty() {
        return;
    }
    let mut table = Table::new([Column::left("cell"), Column::left("reason")]);
    for failure in data.failures.iter().take(MOST) {
        table.push([failure.cell.clone(), failure.reason.clone()], false);
    }
    document.push(Block::Heading("Runs that failed".to_owned()));
    document.push(table);
}

/// Adds the command with its parameters, and what was the same in all cells.
fn push_what_was_run(document: &mut Document, data: &Data) {
    document.push(Block::Heading("What was run".to_owned()));
    let mut facts = Facts::new().fact("Command", command_line(&data.study));
    let parameters = data
        .facts
        .parameters
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    let parameters: Vec<String> = parameters.collect();
    if !parameters.is_empty() {
        facts.push("Parameters", parameters.join(", "));
    }
    let fixed = data.factors.iter().filter(|factor| factor.levels.len() == 1);
    let fixed: Vec<String> = fixed
        .map(|factor| format!("{}={}", factor.name, factor.levels[0].text))
        .collect();
    if !fixed.is_empty() {
        facts.push("In all cells", fixed.join(", "));
    }
    facts.push("Page cache", data.study.cache.name());
    document.push(facts);
}

/// Adds the machines of the runs.
pub(super) fn push_machine(document: &mut Document, data: &Data) {
    push_what_was_run(document, data);
    document.push(Block::Heading("The machine".to_owned()));
    for (_, version, fingerprint) in &data.facts.machines {
        let Ok(machine) = serde_json::from_str::<Value>(fingerprint) else {
            continue;
        };
        let mut facts = Facts::new().fact("feedrate", version.clone());
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                facts.push(name, value);
            }
        };
        let text = |name: &str| machine[name].as_str().map(str::to_owned);
        let number = |name: &str| machine[name].as_u64();
        add("Processor", text("cpu_model"));
        add("Cores", number("physical_cores").map(|cores| cores.to_string()));
        add("Memory", number("memory_bytes").map(format::amount));
        add("Kernel", text("kernel"));
        add("Hypervisor", text("hypervisor"));
        for volume in machine["volumes"].as_array().into_iter().flatten() {
            let size = volume["size_bytes"]
                .as_u64()
                .map_or_else(String::new, |size| format!(", {}", format::amount(size)));
            add("Volume", volume["fs_type"].as_str().map(|kind| format!("{kind}{size}")));
        }
        document.push(facts);
    }
}

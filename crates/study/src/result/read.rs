//! The runs of a study, read back from its JSON.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde_json::Value;

use crate::analysis::{Data, Failure, MeasuredRun};
use crate::definition::{Overrides, Study};
use crate::error::Error;
use crate::figures::Figure;
use crate::plan::{Block, Cell};
use crate::store::{Facts, Run};

/// Why the JSON of a study cannot be read back.
#[derive(Debug)]
pub enum Unreadable {
    /// A member is missing, or is not what it is in the JSON of a study.
    Member(&'static str),
    /// The definition of the study in it is not understood.
    Definition(Error),
}

type ReadResult<T> = Result<T, Unreadable>;

/// Returns the runs of a study from its JSON: the same as from its store.
///
/// # Errors
///
/// Returns an error if it is not as `feedrate study --json` writes it.
pub fn data(document: &Value) -> ReadResult<Data> {
    let facts = facts(document)?;
    let overrides = Overrides {
        levels: facts.factors.clone(),
        ..Overrides::default()
    };
    let study = Study::parse(Path::new(&facts.file), &facts.definition, &overrides).map_err(Unreadable::Definition)?;
    let runs = list(document, "runs")?;
    // Of a version that did not write all cells, those that were run.
    let listed = document["cells"].as_array().map(Vec::as_slice);
    let of_runs = runs.iter().map(|run| &run["cell"]);
    let mut cells: Vec<Cell> = listed
        .unwrap_or_default()
        .iter()
        .chain(of_runs)
        .filter_map(|levels| study.cell_of(&words_by_name(levels)?))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let mut data = Data {
        factors: study.factors.clone(),
        cells,
        runs: Vec::new(),
        failures: failures(document),
        warm_ups: count(document, "warm_ups"),
        others: count(document, "others"),
        places: HashMap::new(),
        study,
        facts,
    };
    for (index, value) in runs.iter().enumerate() {
        let run = run(index, value)?;
        let cell = data.study.cell_of(&run.levels);
        let place = cell.and_then(|cell| data.cells.binary_search(&cell).ok());
        match place {
            Some(cell) => data.runs.push(MeasuredRun {
                cell,
                block: run.block.number,
                run,
            }),
            None => data.others += 1,
        }
    }
    data.index_runs();
    Ok(data)
}

fn facts(document: &Value) -> ReadResult<Facts> {
    let text = |name| text(document, name);
    let machines = list(document, "machines")?.iter().map(|machine| {
        let number = machine["number"].as_i64()?;
        let version = machine["feedrate"].as_str()?;
        Some((number, version.to_owned(), machine["fingerprint"].to_string()))
    });
    let factors = list(document, "factors")?.iter().map(|factor| {
        let name = factor["name"].as_str()?.to_owned();
        let levels = factor["levels"].as_array()?.iter();
        let levels: Option<Vec<String>> = levels.map(|level| Some(level.as_str()?.to_owned())).collect();
        Some((name, levels?))
    });
    Ok(Facts {
        title: text("title")?,
        file: text("file")?,
        definition: text("definition")?,
        created_at: document["created_at"].as_str().unwrap_or_default().to_owned(),
        factors: factors.collect::<Option<_>>().ok_or(Unreadable::Member("factors"))?,
        parameters: words_by_name(&document["parameters"]).unwrap_or_default(),
        machines: machines.collect::<Option<_>>().ok_or(Unreadable::Member("machines"))?,
    })
}

fn text(value: &Value, name: &'static str) -> ReadResult<String> {
    let text = value[name].as_str().map(str::to_owned);
    text.ok_or(Unreadable::Member(name))
}

fn list<'a>(value: &'a Value, name: &'static str) -> ReadResult<&'a [Value]> {
    let list = value[name].as_array().map(Vec::as_slice);
    list.ok_or(Unreadable::Member(name))
}

fn count(value: &Value, name: &str) -> usize {
    let count = value[name].as_u64();
    count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
}

fn words_by_name(value: &Value) -> Option<BTreeMap<String, String>> {
    let members = value.as_object()?.iter();
    members
        .map(|(name, level)| Some((name.clone(), level.as_str()?.to_owned())))
        .collect()
}

fn failures(document: &Value) -> Vec<Failure> {
    let failures = document["failures"].as_array().map(Vec::as_slice);
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    failures
        .unwrap_or_default()
        .iter()
        .map(|failure| Failure {
            cell: text(&failure["cell"]),
            reason: text(&failure["reason"]),
        })
        .collect()
}

fn run(index: usize, value: &Value) -> ReadResult<Run> {
    let notes = value["notes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let figures = list(value, "figures")?.iter().map(|figure| {
        let step = figure["step"].as_str().unwrap_or_default();
        Some(Figure::new(step, figure["name"].as_str()?, figure["value"].as_f64()?))
    });
    let block = value["block"].as_u64().and_then(|number| u32::try_from(number).ok());
    Ok(Run {
        id: index as i64 + 1,
        levels: words_by_name(&value["cell"]).ok_or(Unreadable::Member("cell"))?,
        machine: value["machine"].as_i64().unwrap_or(0),
        block: Block {
            is_warm_up: false,
            number: block.ok_or(Unreadable::Member("block"))?,
        },
        position: count(value, "position"),
        started_at: text(value, "started_at")?,
        seconds: value["seconds"].as_f64().ok_or(Unreadable::Member("seconds"))?,
        failure: None,
        notes: notes
            .iter()
            .filter_map(|note| Some(note.as_str()?.to_owned()))
            .collect(),
        figures: figures.collect::<Option<_>>().ok_or(Unreadable::Member("figures"))?,
    })
}

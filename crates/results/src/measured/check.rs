//! The samples of the JSON of `feedrate check`: the rates of its trials, and the times of its standard steps.

use feedrate_document::format;
use feedrate_study::figures::{CACHE_SHARE, Figure, SECONDS, THROUGHPUT};
use serde_json::Value;

use super::samples::Samples;
use super::{Better, Levels, Sample, list};

/// The name of the factor that is the setting.
const SETTING: &str = "setting";

/// Returns the samples of each folder: those of the best setting, of each measured figure, and of the steps.
pub(super) fn samples(document: &Value) -> Vec<Sample> {
    let folders = list(&document["folders"]);
    let mut samples = Samples::default();
    let mut known = Vec::new();
    for folder in folders {
        let mut place = Levels::new();
        if folders.len() > 1 {
            let name = folder["folder"].as_str().unwrap_or("?");
            place.insert("folder".to_owned(), name.to_owned());
        }
        for measured in ["confirmed", "details", "scaling"].map(|name| list(&folder[name])) {
            for measured in measured {
                let cell = cell_of(&place, measured, &setting(&measured["setting"]));
                // Trials may be in two of the lists.
                if !known.contains(&cell) {
                    add_trials(&mut samples, cell.clone(), measured);
                    known.push(cell);
                }
            }
        }
        if let Some(best) = best(folder) {
            add_trials(&mut samples, cell_of(&place, best, "the best"), best);
        }
        for under in list(&folder["steps"]["settings"]) {
            let mut cell = place.clone();
            cell.insert(SETTING.to_owned(), setting(&under["setting"]));
            for step in list(&under["steps"]) {
                let name = step["step"].as_str().unwrap_or("step");
                for repeat in list(&step["repeats"]) {
                    let known = [
                        (SECONDS, &repeat["usage"]["real_seconds"]),
                        (CACHE_SHARE, &repeat["cache_share"]),
                    ];
                    samples.add(&cell, figures(name, known));
                }
            }
        }
    }
    samples.finish(|sample| match sample.figure.as_str() {
        THROUGHPUT => Some((Better::Higher, None)),
        SECONDS => Some((Better::Lower, None)),
        _ => None,
    })
}

fn figures<'a>(step: &'a str, known: [(&'a str, &'a Value); 2]) -> impl Iterator<Item = Figure> + 'a {
    known
        .into_iter()
        .filter_map(move |(name, value)| Some(Figure::new(step, name, value.as_f64()?)))
}

fn add_trials(samples: &mut Samples, cell: Levels, measured: &Value) {
    for trial in list(&measured["trials"]) {
        let of = &trial["figures"];
        let known = [
            (THROUGHPUT, &of["megabytes_per_second"]),
            (CACHE_SHARE, &of["cache_share"]),
        ];
        samples.add(&cell, figures("", known));
    }
}

fn cell_of(place: &Levels, measured: &Value, setting: &str) -> Levels {
    let mut cell = place.clone();
    let pattern = measured["pattern"].as_str().unwrap_or("?");
    cell.insert("pattern".to_owned(), pattern.to_owned());
    cell.insert("streams".to_owned(), measured["streams"].to_string());
    cell.insert(SETTING.to_owned(), setting.to_owned());
    cell
}

/// Returns the trials of the setting that the verdict calls the best.
fn best(folder: &Value) -> Option<&Value> {
    let best = &folder["verdict"]["best"];
    let confirmed = list(&folder["confirmed"]).iter();
    best.is_object().then_some(())?;
    confirmed
        .into_iter()
        .find(|measured| measured["setting"] == best["setting"] && measured["streams"] == best["streams"])
}

/// Returns a setting in words: `direct 64K x 16 as-sas`.
fn setting(setting: &Value) -> String {
    let method = match setting["direct"].as_bool() {
        Some(true) => "direct",
        _ => "cached",
    };
    let page = setting["page"].as_u64().map_or_else(String::new, format::size);
    let discipline = setting["discipline"].as_str().unwrap_or("?");
    let mut text = format!("{method} {page}");
    for (name, sign) in [("buffers", 'x'), ("depth", '@')] {
        if let Some(count) = setting[name].as_u64().filter(|&count| count > 1) {
            text += &format!(" {sign} {count}");
        }
    }
    format!("{text} {discipline}")
}

//! Opens the store of a study for its runs: with the machine, and with what is run as a digest.

use std::io::Read;
use std::path::Path;

use feedrate_machine::fingerprint::fnv1a;
use feedrate_machine::{Cores, Fingerprint, Memory, System, Volume};
use feedrate_pageio::stoppable::open_ordinary;

use crate::definition::{Invocation, Level, Study, Subject};
use crate::error::Result;
use crate::store::{Store, StudyIdentity};

/// Opens or makes the store of a study whose data lies in a folder, and returns it with the number of the machine.
///
/// # Errors
///
/// Returns an error if the store cannot be used, or holds runs of something else.
pub fn open(study: &Study, store: &Path, folder: &Path) -> Result<(Store, i64)> {
    let store = Store::open_or_make(store)?;
    let fingerprint = fingerprint(folder);
    let json = serde_json::to_string(&fingerprint).unwrap_or_default();
    let known = store.facts().map(|facts| facts.factors).unwrap_or_default();
    let machine = store.begin(&StudyIdentity {
        title: &study.title,
        file: &study.file.to_string_lossy(),
        definition: &study.text,
        factors: &serde_json::json!(together(&known, study)).to_string(),
        parameters: &serde_json::json!(study.parameters).to_string(),
        subject_digest: &digest(study),
        machine_id: &fingerprint.machine_id,
        feedrate: env!("CARGO_PKG_VERSION"),
        fingerprint: &json,
    })?;
    Ok((store, machine))
}

/// Returns what tells this machine and the volume of a folder from others.
fn fingerprint(folder: &Path) -> Fingerprint {
    let system = System::host();
    let volume = Volume::of(folder).ok();
    let devices = volume.as_ref().map(|volume| volume.block_devices(&system));
    let volumes: Vec<_> = volume.as_ref().zip(devices.as_deref()).into_iter().collect();
    Fingerprint::new(&system, &Cores::at(&system), &Memory::at(&system), &volumes)
}

/// Returns a digest of what is run and measured: its text, its parameters, how its factors are set, and the content of
/// its program or job file. Levels are not in it, because they may be added.
fn digest(study: &Study) -> String {
    let mut text = format!(
        "{:?} {:?} {:?} {} {:?}",
        study.invocation,
        study.prepare,
        study.parameters,
        study.cache.name(),
        study.inputs
    );
    for factor in &study.factors {
        text += &format!("{} {:?}", factor.name, factor.change);
    }
    for measure in &study.measures {
        text += &format!("{} {:?} {:?}", measure.name, measure.unit, measure.origin);
    }
    for part in std::iter::once(&study.invocation).chain(&study.prepare) {
        text.push_str(&content(study, part));
    }
    format!("{:016x}", fnv1a(text.as_bytes()))
}

fn content(study: &Study, invocation: &Invocation) -> String {
    match &invocation.subject {
        // The name of a file with a placeholder is that of many.
        Subject::Program(file) | Subject::Job(file) => {
            let mut content = Vec::new();
            // A pipe is not waited for.
            if let Ok(mut file) = open_ordinary(&study.own_folder().join(file)) {
                let _ = file.read_to_end(&mut content);
            }
            String::from_utf8_lossy(&content).into_owned()
        }
        Subject::Measure | Subject::Command => String::new(),
    }
}

/// Returns the factors of a study with the levels that a store knows already, and new ones behind them. Numbers that
/// ascend go on to do so.
fn together(known: &[(String, Vec<String>)], study: &Study) -> Vec<(String, Vec<String>)> {
    let number = |level: &String| Level::new(level.as_str()).number.unwrap_or(0.0);
    let factors = study.factors.iter().map(|factor| {
        let own = factor.levels.iter().map(|level| level.text.clone());
        let before = known.iter().find(|(name, _)| *name == factor.name);
        let mut levels: Vec<String> = before.map(|(_, levels)| levels.clone()).unwrap_or_default();
        let new: Vec<String> = own.filter(|level| !levels.contains(level)).collect();
        let is_longer = !levels.is_empty() && !new.is_empty();
        levels.extend(new);
        let is_ascending = before.is_some_and(|(_, levels)| levels.is_sorted_by(|a, b| number(a) <= number(b)));
        if is_longer
            && is_ascending
            && !factor.is_class
            && levels.iter().all(|level| Level::new(level.as_str()).number.is_some())
        {
            levels.sort_by(|a, b| number(a).total_cmp(&number(b)));
        }
        (factor.name.clone(), levels)
    });
    factors.collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::definition::Overrides;

    #[test]
    fn a_study_has_the_digest_by_which_stores_know_it() {
        let text = "title = 't'\n[run]\ncommand = ['echo', '{n}']\n[prepare]\ncommand = ['true']\n\
                    [[factor]]\nname = 'n'\nlevels = [2, 8]\n";
        let study = Study::parse(Path::new("s.toml"), text, &Overrides::default()).unwrap();
        assert_eq!(digest(&study), "568b9e0dd18cf9ca");
    }

    #[test]
    fn presentation_may_be_added_to_a_study_whose_runs_are_in_a_store() {
        let text = "title = 't'\n[run]\ncommand = ['echo', '{n}']\n[[factor]]\nname = 'n'\nlevels = [2, 8]\n";
        let more = "beside = [8]\n[published_size]\nlevels = { n = [64] }\n[[chart]]\ntitle = 'c'\nover = 'n'\n\
                    [[published]]\ntitle = 'p'\ncolumns = ['n', 's']\nrows = [['2', 1]]\nrow_is = [{ n = 2 }]\n";
        let parse = |text: &str| Study::parse(Path::new("s.toml"), text, &Overrides::default()).unwrap();
        let with_presentation = format!("source = 'a table'\nmoves = '{{n}}'\n{text}{more}");
        assert_eq!(digest(&parse(&with_presentation)), digest(&parse(text)));
    }

    #[test]
    fn levels_are_added_and_another_subject_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("s.toml");
        let open = |text: &str| {
            let study = Study::parse(&file, text, &Overrides::default()).unwrap();
            open(&study, &folder.path().join("store"), folder.path()).map(|(store, _)| store.facts().unwrap())
        };
        let text = "title = 't'\n[run]\ncommand = ['echo', '{n}', '{w}']\n[[factor]]\nname = 'n'\nlevels = [2, 8]\n\
                    [[factor]]\nname = 'w'\nlevels = ['b', 'a']\n";
        open(text).unwrap();
        let facts = open(&text.replace("[2, 8]", "[4]").replace("'b', 'a'", "'c'")).unwrap();
        assert_eq!(facts.factors[0].1, ["2", "4", "8"]);
        assert_eq!(facts.factors[1].1, ["b", "a", "c"]);
        assert_eq!(facts.machines.len(), 1);
        assert!(
            open(&text.replace("echo", "true"))
                .unwrap_err()
                .to_string()
                .contains("has changed")
        );
    }

    #[test]
    fn a_program_that_has_changed_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let text = "title = 't'\n[run]\nprogram = 'p.sas'\n";
        let study = Study::parse(&folder.path().join("s.toml"), text, &Overrides::default()).unwrap();
        let program = folder.path().join("p.sas");
        fs::write(&program, "data a; run;").unwrap();
        let before = digest(&study);
        assert_eq!(digest(&study), before);
        fs::write(&program, "data b; run;").unwrap();
        assert_ne!(digest(&study), before);
    }
}

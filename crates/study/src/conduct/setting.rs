//! Factors that are set outside of the runs: by files of the kernel, commands, or somebody's hand. What they were
//! before is kept in the store until it is put back.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::Observer;
use super::shell::{self, VALUE, failed};
use crate::definition::{Change, Factor, Study};
use crate::error::{Error, Result};
use crate::plan::Cell;
use crate::store::{FormerValue, Store};
use crate::system;

/// The present levels of such factors.
#[derive(Debug)]
pub(super) struct Settings<'a> {
    study: &'a Study,
    /// For each factor, the level that this study has set.
    levels: Vec<Option<usize>>,
}

impl<'a> Settings<'a> {
    pub(super) fn new(study: &'a Study) -> Self {
        Self {
            study,
            levels: vec![None; study.factors.len()],
        }
    }

    /// Sets the factors of a cell that have another level now. `stop` ends the commands that do so.
    ///
    /// # Errors
    ///
    /// Returns an error if one cannot be set.
    pub(super) fn set(
        &mut self,
        cell: &Cell,
        store: &Store,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        for (index, (factor, &level)) in self.study.factors.iter().zip(cell).enumerate() {
            if self.levels[index] == Some(level) {
                continue;
            }
            let text = &factor.levels[level].text;
            match &factor.change {
                Change::File(path) => set_file(factor, path, text, store)?,
                Change::Commands { set, get, restore } => {
                    if self.levels[index].is_none() {
                        let ways = (get.as_deref(), restore.as_deref());
                        self.keep(factor, ways, store, stop, observer)?;
                    }
                    let line = with_variable(set, "{level}");
                    shell::run(factor, self.study.own_folder(), (&line, text), stop)?;
                }
                Change::ByHand { prompt } => observer.by_hand(&prompt.replace("{level}", text))?,
                _ => continue,
            }
            self.levels[index] = Some(level);
        }
        Ok(())
    }

    /// Puts back what this study has set.
    ///
    /// # Errors
    ///
    /// Returns the first error; the others are tried all the same.
    pub(super) fn put_back(&mut self, store: &Store, observer: &mut dyn Observer) -> Result<()> {
        for (factor, level) in self.study.factors.iter().zip(&mut self.levels) {
            if level.take().is_some() && matches!(factor.change, Change::ByHand { .. }) {
                observer.note(&format!("{} was set by hand: put it back", factor.name));
            }
        }
        let mut outcome = Ok(());
        for before in self.in_reverse(store)? {
            let done = self
                .put_one_back(&before)
                .and_then(|()| store.forget_before(&before.factor));
            if outcome.is_ok() {
                outcome = done;
            }
        }
        outcome
    }

    /// Puts back what a study that was killed has set.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be put back.
    pub(super) fn put_back_what_was_left(&self, store: &Store, observer: &mut dyn Observer) -> Result<()> {
        for before in self.in_reverse(store)? {
            observer.note(&format!(
                "{} was left as a killed study had set it; it is put back to {}",
                before.factor, before.value
            ));
            self.put_one_back(&before)?;
            store.forget_before(&before.factor)?;
        }
        Ok(())
    }

    /// Returns what is to be put back, the factor that was set last first: it may be what another one has changed too.
    fn in_reverse(&self, store: &Store) -> Result<Vec<FormerValue>> {
        let mut all = store.to_put_back()?;
        all.sort_by_key(|before| std::cmp::Reverse(self.study.factor(&before.factor)));
        Ok(all)
    }

    /// The way back is that of the study's file and not of the store, which may come from elsewhere.
    fn put_one_back(&self, before: &FormerValue) -> Result<()> {
        let factor = self.study.factors.iter().find(|factor| factor.name == before.factor);
        let factor = factor.ok_or_else(|| Error::Setting {
            factor: before.factor.clone(),
            reason: format!(
                "it is no longer in {}, and was {} before a study set it; put it back by hand and name another --store",
                self.study.file.display(),
                before.value
            ),
        })?;
        let folder = self.study.own_folder();
        match &factor.change {
            Change::File(path) => write(factor, path, &before.value),
            Change::Commands {
                restore: Some(restore), ..
            } => shell::run_to_the_end(factor, folder, (&with_variable(restore, "{before}"), &before.value)),
            Change::Commands { set, .. } => {
                shell::run_to_the_end(factor, folder, (&with_variable(set, "{level}"), &before.value))
            }
            _ => Ok(()),
        }
    }

    /// Keeps what commands will put back.
    fn keep(
        &self,
        factor: &Factor,
        (get, restore): (Option<&str>, Option<&str>),
        store: &Store,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<()> {
        let value = match get {
            Some(get) => shell::run(factor, self.study.own_folder(), (get, ""), stop)?,
            None if restore.is_some() => String::new(),
            None => {
                observer.note(&format!(
                    "{}: nothing says what it was before (get, restore), so that it is not put back",
                    factor.name
                ));
                return Ok(());
            }
        };
        store.keep_before(&FormerValue {
            factor: factor.name.clone(),
            value,
        })
    }
}

fn set_file(factor: &Factor, path: &str, level: &str, store: &Store) -> Result<()> {
    real_setting(factor, path)?;
    let before = read(factor, path)?;
    store.keep_before(&FormerValue {
        factor: factor.name.clone(),
        value: before,
    })?;
    write(factor, path, level)?;
    let now = read(factor, path)?;
    // The kernel separates several numbers as it likes.
    match now.split_whitespace().eq(level.split_whitespace()) {
        true => Ok(()),
        false => Err(failed(
            factor,
            format!("{path} says {now} after {level} was written to it; this level cannot be had here"),
        )),
    }
}

/// Returns the value of a setting of the kernel: all of the file, or the word in brackets where it lists the choices.
fn read(factor: &Factor, path: &str) -> Result<String> {
    let text = fs::read_to_string(path).map_err(|error| failed(factor, format!("{path}: {error}")))?;
    let chosen = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    Ok(chosen.map_or(text.trim(), |(word, _)| word).to_owned())
}

/// Returns the path of a setting of the kernel, without links. A file of another kind would be emptied.
fn real_setting(factor: &Factor, path: &str) -> Result<PathBuf> {
    let real = fs::canonicalize(path).map_err(|error| failed(factor, format!("{path}: {error}")))?;
    match ["/sys/", "/proc/"].iter().any(|root| real.starts_with(root)) {
        true => Ok(real),
        false => Err(failed(
            factor,
            format!("{path} is no setting of the kernel, which lie in /sys and /proc; use set"),
        )),
    }
}

fn write(factor: &Factor, path: &str, value: &str) -> Result<()> {
    let real = real_setting(factor, path)?;
    fs::write(real, value).map_err(|error| failed(factor, format!("{path}: {error}")))
}

/// Replaces the placeholder of a command line by a variable of the shell: a value that comes from elsewhere is never a
/// part of the line itself, whatever quotes stand around it.
fn with_variable(line: &str, placeholder: &str) -> String {
    line.replace(placeholder, &system::variable(VALUE))
}

//! The writes of a study while it is carried out.

use rusqlite::params;
use serde_json::Value;

use super::Store;
use crate::error::{Error, Result};
use crate::figures::Figure;
use crate::plan::Block;

/// The study and the machine for which a store is opened.
#[derive(Clone, Copy, Debug)]
pub struct StudyIdentity<'a> {
    /// The title of the study.
    pub title: &'a str,
    /// Its file.
    pub file: &'a str,
    /// The text of its file.
    pub definition: &'a str,
    /// The factors with their levels, as JSON: `[["method", ["cached", "direct"]]]`.
    pub factors: &'a str,
    /// The values of the parameters, as JSON: `{"megabytes": "256"}`.
    pub parameters: &'a str,
    /// A digest of the command: runs of another subject do not go into the same store.
    pub subject_digest: &'a str,
    /// The identifier of the machine.
    pub machine_id: &'a str,
    /// The version of feedrate.
    pub feedrate: &'a str,
    /// The machine as JSON.
    pub fingerprint: &'a str,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct NewRun<'a> {
    /// The factors of its cell with their levels.
    pub levels: &'a [(String, String)],
    /// The machine, as [`Store::begin`] has returned it.
    pub machine: i64,
    /// Its block.
    pub block: Block,
    /// Its place in the block, from 1.
    pub position: usize,
    /// When it began, by RFC 3339.
    pub started_at: String,
    /// Seconds from its start to its end.
    pub seconds: f64,
    /// Its ending.
    pub ended: Ending,
    /// Notes on it, a line each.
    pub notes: Vec<String>,
    /// Its figures.
    pub figures: Vec<Figure>,
}

/// The ending of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It did its work.
    Finished,
    /// It failed, and why.
    Failed(String),
}

impl Store {
    /// Begins or goes on with a study, and returns the number of the machine.
    ///
    /// # Errors
    ///
    /// Returns an error if the store holds runs of something else, or cannot be written to.
    pub fn begin(&self, opened: &StudyIdentity<'_>) -> Result<i64> {
        let created_at = now();
        let known: Option<String> = self
            .connection
            .query_row("SELECT subject_digest FROM study", [], |row| row.get(0))
            .map(Some)
            .or_else(none_if_empty)
            .map_err(|error| self.failed(error))?;
        match known {
            Some(known) if known != opened.subject_digest => {
                let reason = "what is run, or a program that it runs, has changed since its runs were made; name \
                              another --store for the runs of the new one";
                return Err(Error::Store {
                    file: self.file.clone(),
                    reason: reason.to_owned(),
                });
            }
            Some(_) => self.connection.execute(
                "UPDATE study SET title = ?1, file = ?2, definition = ?3, factors = ?4",
                params![opened.title, opened.file, opened.definition, opened.factors],
            ),
            None => self.connection.execute(
                "INSERT INTO study VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    opened.title,
                    opened.file,
                    opened.definition,
                    opened.factors,
                    opened.parameters,
                    opened.subject_digest,
                    created_at
                ],
            ),
        }
        .map_err(|error| self.failed(error))?;
        self.connection
            .execute(
                "INSERT OR IGNORE INTO machine (machine_id, feedrate, fingerprint) VALUES (?1, ?2, ?3)",
                params![opened.machine_id, opened.feedrate, opened.fingerprint],
            )
            .map_err(|error| self.failed(error))?;
        self.connection
            .query_row(
                "SELECT id FROM machine WHERE feedrate = ?1 AND fingerprint = ?2",
                params![opened.feedrate, opened.fingerprint],
                |row| row.get(0),
            )
            .map_err(|error| self.failed(error))
    }

    /// Adds a run with its figures. When this returns, it has reached the device.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written; then the store is as before.
    pub fn add(&mut self, run: &NewRun<'_>) -> Result<()> {
        let file = self.file.clone();
        let failed = |error: rusqlite::Error| super::failed(&file, error);
        let transaction = self.connection.transaction().map_err(failed)?;
        add_within(&transaction, run).map_err(failed)?;
        transaction.commit().map_err(failed)
    }
}

fn add_within(transaction: &rusqlite::Transaction<'_>, run: &NewRun<'_>) -> rusqlite::Result<()> {
    let levels = levels_as_json(run.levels);
    transaction.execute("INSERT OR IGNORE INTO cell (levels) VALUES (?1)", [&levels])?;
    let cell: i64 = transaction.query_row("SELECT id FROM cell WHERE levels = ?1", [&levels], |row| row.get(0))?;
    let (ended, reason) = match &run.ended {
        Ending::Finished => ("finished", None),
        Ending::Failed(reason) => ("failed", Some(reason)),
    };
    transaction.execute(
        "INSERT INTO run (cell, machine, warm_up, block, position, started_at, seconds, ended, reason, notes)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            cell,
            run.machine,
            run.block.is_warm_up,
            run.block.number,
            i64::try_from(run.position).unwrap_or(i64::MAX),
            run.started_at,
            run.seconds,
            ended,
            reason,
            run.notes.join("\n"),
        ],
    )?;
    let id = transaction.last_insert_rowid();
    let mut insert = transaction.prepare("INSERT OR REPLACE INTO figure VALUES (?1, ?2, ?3, ?4)")?;
    for figure in run.figures.iter().filter(|figure| figure.value.is_finite()) {
        insert.execute(params![id, figure.step, figure.name, figure.value])?;
    }
    Ok(())
}

/// Returns the levels of a cell as JSON, which SQL reads with `json_extract(levels, '$.method')`.
fn levels_as_json(levels: &[(String, String)]) -> String {
    let pairs = levels
        .iter()
        .map(|(name, level)| (name.clone(), Value::from(level.as_str())));
    Value::Object(pairs.collect()).to_string()
}

/// Returns the present time, by RFC 3339.
pub(crate) fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Returns nothing for a query without rows.
pub(super) fn none_if_empty<T>(error: rusqlite::Error) -> rusqlite::Result<Option<T>> {
    match error {
        rusqlite::Error::QueryReturnedNoRows => Ok(None),
        error => Err(error),
    }
}

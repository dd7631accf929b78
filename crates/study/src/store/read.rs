//! The content of a store.

use std::collections::BTreeMap;

use rusqlite::Row;

use super::Store;
use crate::error::Result;
use crate::figures::Figure;
use crate::plan::Block;

/// A run of a store.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its number, in the order in which the runs ended.
    pub id: i64,
    /// The factors of its cell with their levels.
    pub levels: BTreeMap<String, String>,
    /// The number of the machine.
    pub machine: i64,
    /// Its block.
    pub block: Block,
    /// Its place in the block, from 1.
    pub position: usize,
    /// When it began, by RFC 3339.
    pub started_at: String,
    /// Seconds from its start to its end.
    pub seconds: f64,
    /// Why it failed; `None` if it did its work.
    pub failure: Option<String>,
    /// Notes on it.
    pub notes: Vec<String>,
    /// Its figures.
    pub figures: Vec<Figure>,
}

/// The facts of a study in its store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The title.
    pub title: String,
    /// The file of the study.
    pub file: String,
    /// The text of the file.
    pub definition: String,
    /// The factors with their levels.
    pub factors: Vec<(String, Vec<String>)>,
    /// The values of the parameters.
    pub parameters: BTreeMap<String, String>,
    /// When the store was made, by RFC 3339.
    pub created_at: String,
    /// The machines, as JSON, with the versions of feedrate.
    pub machines: Vec<(i64, String, String)>,
}

impl Run {
    /// Returns a figure of the whole run or of a step.
    pub fn figure(&self, step: &str, name: &str) -> Option<f64> {
        let figure = self
            .figures
            .iter()
            .find(|figure| figure.step == step && figure.name == name);
        figure.map(|figure| figure.value)
    }
}

impl Store {
    /// Returns what is known about the study.
    ///
    /// # Errors
    ///
    /// Returns an error if no study has begun in it, or it cannot be read.
    pub fn facts(&self) -> Result<Facts> {
        let machines = || -> rusqlite::Result<Vec<_>> {
            let mut query = self
                .connection
                .prepare("SELECT id, feedrate, fingerprint FROM machine ORDER BY id")?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        };
        let machines = machines().map_err(|error| self.failed(error))?;
        let read = |row: &Row<'_>| {
            Ok(Facts {
                title: row.get(0)?,
                file: row.get(1)?,
                definition: row.get(2)?,
                factors: serde_json::from_str(&row.get::<_, String>(4)?).unwrap_or_default(),
                parameters: serde_json::from_str(&row.get::<_, String>(5)?).unwrap_or_default(),
                created_at: row.get(3)?,
                machines: machines.clone(),
            })
        };
        self.connection
            .query_row(
                "SELECT title, file, definition, created_at, factors, parameters FROM study",
                [],
                read,
            )
            .map_err(|error| match error {
                rusqlite::Error::QueryReturnedNoRows => self.failed("no study has begun in it"),
                error => self.failed(error),
            })
    }

    /// Returns all runs with their figures, in the order in which they ended.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read.
    pub fn runs(&self) -> Result<Vec<Run>> {
        self.runs_after(i64::MIN)
    }

    /// Returns the runs behind the one of a number, with their figures.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read.
    pub fn runs_after(&self, number: i64) -> Result<Vec<Run>> {
        self.read_runs(number).map_err(|error| self.failed(error))
    }

    fn read_runs(&self, after: i64) -> rusqlite::Result<Vec<Run>> {
        let mut query = self.connection.prepare_cached(
            "SELECT run.id, levels, machine, warm_up, block, position, started_at, seconds, reason, notes, ended
             FROM run JOIN cell ON cell.id = run.cell WHERE run.id > ?1 ORDER BY run.id",
        )?;
        let mut runs: Vec<Run> = query.query_map([after], run)?.collect::<rusqlite::Result<_>>()?;
        let mut figures = self
            .connection
            .prepare_cached("SELECT run, step, name, value FROM figure WHERE run > ?1 ORDER BY run, step, name")?;
        let mut rows = figures.query([after])?;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            let figure = Figure {
                step: row.get(1)?,
                name: row.get(2)?,
                value: row.get(3)?,
            };
            if let Ok(position) = runs.binary_search_by_key(&id, |run| run.id) {
                runs[position].figures.push(figure);
            }
        }
        Ok(runs)
    }
}

fn run(row: &Row<'_>) -> rusqlite::Result<Run> {
    let reason: Option<String> = row.get(8)?;
    let notes: String = row.get(9)?;
    let ended: String = row.get(10)?;
    Ok(Run {
        id: row.get(0)?,
        levels: serde_json::from_str(&row.get::<_, String>(1)?).unwrap_or_default(),
        machine: row.get(2)?,
        block: Block {
            is_warm_up: row.get(3)?,
            number: row.get(4)?,
        },
        position: row.get::<_, u32>(5)? as usize,
        started_at: row.get(6)?,
        seconds: row.get(7)?,
        failure: (ended != "finished").then(|| reason.unwrap_or(ended)),
        notes: notes.lines().map(str::to_owned).collect(),
        figures: Vec::new(),
    })
}

//! The values of factors before a study set them, kept until they are put back.

use rusqlite::params;

use super::Store;
use crate::error::Result;

/// The value of a factor before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerValue {
    /// The factor.
    pub factor: String,
    /// Its former value.
    pub value: String,
}

impl Store {
    /// Keeps what a factor was before, unless something is kept of it already.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub fn keep_before(&self, before: &FormerValue) -> Result<()> {
        self.connection
            .execute(
                "INSERT OR IGNORE INTO setting_before VALUES (?1, ?2)",
                params![before.factor, before.value],
            )
            .map(drop)
            .map_err(|error| self.failed(error))
    }

    /// Returns what is to be put back.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read.
    pub fn to_put_back(&self) -> Result<Vec<FormerValue>> {
        let read = || -> rusqlite::Result<Vec<FormerValue>> {
            let mut query = self
                .connection
                .prepare("SELECT factor, value FROM setting_before ORDER BY factor")?;
            let rows = query.query_map([], |row| {
                Ok(FormerValue {
                    factor: row.get(0)?,
                    value: row.get(1)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| self.failed(error))
    }

    /// Forgets what a factor was before, because it is put back.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be written.
    pub fn forget_before(&self, factor: &str) -> Result<()> {
        self.connection
            .execute("DELETE FROM setting_before WHERE factor = ?1", [factor])
            .map(drop)
            .map_err(|error| self.failed(error))
    }
}

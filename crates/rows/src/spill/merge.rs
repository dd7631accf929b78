//! Merges several runs into one sequence.

use super::key::RecordKey;
use super::tournament::Tournament;

/// Several sorted sequences of records, each with one current record.
pub trait Heads {
    /// The error of reading them.
    type Error;

    /// Advances a run to its next record, at first to its first one. Returns `false` at its end.
    ///
    /// # Errors
    ///
    /// Fails if the record cannot be read.
    fn advance(&mut self, run: usize) -> Result<bool, Self::Error>;

    /// Returns the current record of a run.
    fn head(&self, run: usize) -> &[u8];
}

/// Merges several runs into one order. Records with equal keys come in the order of the runs.
#[derive(Debug)]
pub struct Merge<H, K> {
    heads: H,
    key: K,
    runs: usize,
    tournament: Tournament,
    begun: bool,
}

impl<H: Heads, K: RecordKey> Merge<H, K> {
    /// Creates a merge of the runs 0 to `runs` - 1.
    ///
    /// # Errors
    ///
    /// Fails if the first record of a run cannot be read.
    pub fn new(heads: H, runs: usize, key: K) -> Self {
        Self {
            tournament: Tournament::new(runs, key.length()),
            heads,
            key,
            runs,
            begun: false,
        }
    }

    /// Returns the next record, or `None` after the last of all runs.
    ///
    /// # Errors
    ///
    /// Fails if a record cannot be read.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "a record lies in the merge")]
    pub fn next(&mut self) -> Result<Option<&[u8]>, H::Error> {
        Ok(match self.advance()? {
            Some(run) => Some(self.heads.head(run)),
            None => None,
        })
    }

    /// Returns the key of the current record, or an empty slice if there is none.
    #[inline]
    pub fn key(&self) -> &[u8] {
        match self.tournament.winner() {
            Some(run) => self.tournament.key(run),
            None => &[],
        }
    }

    /// Returns the current record, or an empty slice if there is none.
    #[inline]
    pub fn record(&self) -> &[u8] {
        match self.tournament.winner() {
            Some(run) => self.heads.head(run),
            None => &[],
        }
    }

    /// Advances to the next record and returns its run, or `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if a record cannot be read.
    #[inline]
    pub fn advance(&mut self) -> Result<Option<usize>, H::Error> {
        if !self.begun {
            self.begun = true;
            for run in 0..self.runs {
                self.take(run)?;
            }
            self.tournament.play();
        } else if let Some(run) = self.tournament.winner() {
            self.take(run)?;
            self.tournament.replay();
        }
        Ok(self.tournament.winner())
    }

    /// Returns the runs, at the positions to which they were read.
    pub fn into_heads(self) -> H {
        self.heads
    }

    /// Takes the key of the next record of a run.
    #[inline]
    fn take(&mut self, run: usize) -> Result<(), H::Error> {
        if self.heads.advance(run)? {
            let record = self.heads.head(run);
            self.tournament.set(run, |key| self.key.read(record, key));
        } else {
            self.tournament.set_out(run);
        }
        Ok(())
    }
}

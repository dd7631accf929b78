//! Many runs as one.

use super::key::RecordKey;
use super::tournament::Tournament;

/// Several sequences of records, each in order, of which one record at a time is there.
pub trait Heads {
    /// What can go wrong.
    type Error;

    /// Goes to the next record of a run, at first to the first one; false at its end.
    fn advance(&mut self, run: usize) -> Result<bool, Self::Error>;

    /// The current record of a run.
    fn head(&self, run: usize) -> &[u8];
}

/// Gives the records of several runs in one order; of records with equal keys, those of the run that comes
/// first.
#[derive(Debug)]
pub struct Merge<H, K> {
    heads: H,
    key: K,
    runs: usize,
    tournament: Tournament,
    begun: bool,
}

impl<H: Heads, K: RecordKey> Merge<H, K> {
    /// Of runs 0 to `runs` - 1.
    pub fn new(heads: H, runs: usize, key: K) -> Self {
        Self {
            tournament: Tournament::new(runs, key.length()),
            heads,
            key,
            runs,
            begun: false,
        }
    }

    /// The next record; `None` after the last of all runs.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "a record lies in the merge")]
    pub fn next(&mut self) -> Result<Option<&[u8]>, H::Error> {
        Ok(match self.advance()? {
            Some(run) => Some(self.heads.head(run)),
            None => None,
        })
    }

    /// The key of the record that [`next`](Self::next) gave last; empty where it gave none.
    #[inline]
    pub fn key(&self) -> &[u8] {
        match self.tournament.winner() {
            Some(run) => self.tournament.key(run),
            None => &[],
        }
    }

    /// The record that [`next`](Self::next) gave last; empty where it gave none.
    #[inline]
    pub fn record(&self) -> &[u8] {
        match self.tournament.winner() {
            Some(run) => self.heads.head(run),
            None => &[],
        }
    }

    /// Goes to the next record; says of which run it is.
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

    /// The sequences, at the place to which they were read.
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

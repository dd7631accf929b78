//! The parts of a file that several threads scan at the same time.

use std::ops::Range;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use super::chain::Chain;
use super::columns::ColumnGuess;
use super::open_line::OpenLine;
use super::part_tally::{PartRows, Rest, Tally};
use super::records::{BYTE_ORDER_MARK, Records};
use super::states::Transitions;
use super::tally::LineParts;
use super::{Rules, Shape};
use crate::error::{Error, Result};
use crate::pages::{FileAccount, Identity, StreamReader};
use crate::settings::Settings;

/// The bytes of a part.
const PART_BYTES: u64 = 4 << 20;

/// The most threads that scan a file, as each of them holds a part.
const MOST_THREADS: usize = 32;

/// The division of a file into parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Division {
    /// The bytes of a part.
    pub part_bytes: u64,
    /// The number of threads that read them.
    pub threads: usize,
}

impl Division {
    /// Returns the usual parts for at most so many threads.
    pub fn for_threads(threads: usize) -> Self {
        Self {
            part_bytes: PART_BYTES,
            threads: threads.min(MOST_THREADS),
        }
    }
}

/// The scan of the parts of a file.
#[derive(Debug)]
pub(super) struct PartScan<'a> {
    pub path: &'a Path,
    pub shape: Shape,
    pub rules: &'a Rules,
    pub settings: &'a Settings,
    pub division: Division,
    pub rest: Rest,
    pub guesses: Vec<ColumnGuess>,
}

/// The facts of parts, or the part that has failed and why.
type PartResult = std::result::Result<Tally, Box<(usize, Error)>>;

/// A part that a thread reads, which has failed unless it says otherwise.
struct Begun<'a> {
    chain: &'a Chain,
    part: usize,
    is_done: bool,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            self.chain.fail(self.part);
        }
    }
}

impl PartScan<'_> {
    /// Scans all parts, on this thread with `records` and on others. Returns the transfers of the others, too.
    pub fn run(&self, records: &mut Records) -> Result<(Tally, Vec<FileAccount>)> {
        let bytes = records.stream().file_bytes();
        let first = self.rest.start / self.division.part_bytes;
        let parts = match self.rest.start < bytes {
            true => (bytes.div_ceil(self.division.part_bytes) - first) as usize,
            false => 0,
        };
        let chain = Chain::new(parts, self.counts_rows(bytes));
        let others = self.division.threads.min(parts).saturating_sub(1);
        let identity = records.stream().identity()?;
        thread::scope(|scope| {
            let begin = |_| {
                let other = || self.work_beside(&chain, identity);
                thread::Builder::new().spawn_scoped(scope, other).ok()
            };
            let begun: Vec<_> = (0..others).map_while(begin).collect();
            let mut all = vec![self.work(&chain, records)];
            let mut accounts = Vec::new();
            for thread in begun {
                let done = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                if let Some((read, account)) = done {
                    all.push(read);
                    accounts.push(account);
                }
            }
            Ok((Self::merged(all)?, accounts))
        })
    }

    /// Reads parts with a stream of its own. Returns `None` if there is no memory for it: then the others read more.
    fn work_beside(&self, chain: &Chain, identity: Identity) -> Option<(PartResult, FileAccount)> {
        let stream = StreamReader::open(self.path, self.settings).ok()?;
        if stream.identity().ok()? != identity {
            chain.fail(0);
            let path = self.path.into();
            return Some((Err(Box::new((0, Error::Changed { path }))), stream.account()));
        }
        let mut records = self.rules.records(self.path, stream, self.shape);
        let read = self.work(chain, &mut records);
        Some((read, records.stream().account()))
    }

    /// Merges the results of threads; if some have failed, returns the error of the first part that has.
    fn merged(all: Vec<PartResult>) -> Result<Tally> {
        let (mut whole, mut failed) = (None::<Tally>, None::<Box<(usize, Error)>>);
        for one in all {
            match (one, &mut whole) {
                (Ok(tally), Some(whole)) => whole.merge(tally),
                (Ok(tally), None) => whole = Some(tally),
                (Err(error), _) if failed.as_ref().is_none_or(|failed| error.0 < failed.0) => failed = Some(error),
                (Err(_), _) => {}
            }
        }
        match (failed, whole) {
            (Some(failed), _) => Err(failed.1),
            (None, whole) => Ok(whole.expect("this thread has a result")),
        }
    }

    /// Reads parts as long as there are any.
    fn work(&self, chain: &Chain, records: &mut Records) -> PartResult {
        let mut tally = Tally::new(&self.guesses);
        while let Some(part) = chain.take() {
            let mut begun = Begun {
                chain,
                part,
                is_done: false,
            };
            self.part(part, chain, records, &mut tally)
                .map_err(|error| Box::new((part, error)))?;
            begun.is_done = true;
        }
        Ok(tally)
    }

    /// Returns whether rows are counted as not all of them tell the columns. A row takes a byte at least.
    fn counts_rows(&self, file_bytes: u64) -> bool {
        self.rules.guessing_rows() < file_bytes
    }

    /// Returns the range of a part.
    fn range(&self, part: usize, file_bytes: u64) -> Range<u64> {
        let bytes = self.division.part_bytes;
        let start = (self.rest.start / bytes + part as u64) * bytes;
        start.max(self.rest.start)..start.saturating_add(bytes).min(file_bytes)
    }

    /// Returns how many rows of a part tell the columns.
    fn rows_to_guess(&self, part: usize, chain: &Chain, file_bytes: u64) -> Option<u64> {
        match self.counts_rows(file_bytes) {
            true => Some(self.rules.guessing_rows().saturating_sub(chain.rows_before(part)?)),
            false => Some(u64::MAX),
        }
    }

    /// Scans a part.
    fn part(&self, part: usize, chain: &Chain, records: &mut Records, tally: &mut Tally) -> Result<()> {
        let file_bytes = records.stream().file_bytes();
        let range = self.range(part, file_bytes);
        let bytes = records.load(range.clone())?;
        if self.rules.keeps_blank() {
            tally.lines.push((part, LineParts::of(bytes)));
        }
        let delimiter = self.shape.delimiter;
        let transitions = match bytes.strip_prefix(BYTE_ORDER_MARK).filter(|_| range.start == 0) {
            Some(behind) => Transitions::behind_mark(behind, delimiter),
            None => Transitions::of(bytes, delimiter),
        };
        let Some(state) = chain.state(part, transitions) else {
            return Ok(());
        };
        let Some(first) = state.first_record(bytes, delimiter) else {
            chain.set_rows(part, 0);
            return Ok(());
        };
        records.skip(first);
        let rest = &self.rest;
        let (mut before, returns) = match part {
            0 => (rest.lines_before, rest.first_carriage_returns),
            _ => (0, rest.carriage_returns),
        };
        records.set_carriage_returns(returns);
        let Some(mut guessing) = self.rows_to_guess(part, chain, file_bytes) else {
            return Ok(());
        };
        let (offset, mut rows) = (records.offset(), 0);
        while records.is_within() || records.offset() < range.end {
            if !records.next()? {
                break;
            }
            tally.last = Some((part, OpenLine::of(records)));
            if before > 0 {
                before -= 1;
                continue;
            }
            rows += 1;
            tally.take(records.record(), records.is_ascii(), guessing > 0, part);
            if guessing == 1 {
                chain.end_count();
            }
            guessing = guessing.saturating_sub(1);
        }
        if rows > 0 {
            tally.parts.push(PartRows {
                part,
                rows,
                first: 0,
                offset,
            });
        }
        chain.set_rows(part, rows);
        Ok(())
    }
}

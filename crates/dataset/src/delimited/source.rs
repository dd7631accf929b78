//! Reads the rows of such a file.

use std::ops::Range;
use std::sync::Arc;

use super::Rules;
use super::ahead::Lanes;
use super::decode::{Block, LostValues, OpenFile, RowReader};
use super::scan::ScannedFile;
use super::tally::SharedTally;
use crate::error::Result;
use crate::file_format::{RowBlock, RowMemory, RowSource};
use crate::format::ValueLosses;
use crate::pages::{FileAccount, Identity};
use crate::schema::Schema;

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Source {
    file: Arc<OpenFile>,
    /// The variables that are read, if not all are.
    wanted: Option<Vec<bool>>,
    reader: RowReader,
    /// Reads rows on other threads, if they are wanted from the first one to the last.
    ahead: Option<Lanes>,
    threads: usize,
    block: Block,
    /// The wanted rows from the next one on, and whether it has been positioned there.
    next: u64,
    end: u64,
    has_begun: bool,
    lost: LostValues,
    /// The transfers of the threads that have scanned the file, and of those that have decoded it.
    scanned: Vec<FileAccount>,
    decoded: Option<FileAccount>,
    /// The lines that were read, for PROC IMPORT.
    tally: SharedTally,
}

impl Source {
    pub fn new(file: OpenFile, opened: ScannedFile, threads: usize, tally: SharedTally) -> Self {
        let file = Arc::new(file);
        Self {
            reader: RowReader::new(&file, file.columns(None), opened.stream),
            wanted: None,
            ahead: None,
            threads,
            block: Block::default(),
            next: 0,
            end: u64::MAX,
            has_begun: false,
            lost: LostValues::default(),
            scanned: opened.others,
            decoded: None,
            tally,
            file,
        }
    }

    /// Returns how many values were cut of which the account has no note.
    fn cut_in_silence(&self) -> u64 {
        match self.file.rules {
            Rules::Import(..) => 0,
            Rules::Library | Rules::Export(_) => self.lost.cut,
        }
    }

    /// Returns the transfers of the threads that decode ahead, and of those before them.
    fn decoded_so_far(&self) -> Option<FileAccount> {
        let now = self.ahead.iter().flat_map(Lanes::accounts);
        let mut decoded = self.decoded.clone();
        match (&mut decoded, FileAccount::of_threads(now)) {
            (Some(decoded), Some(now)) => decoded.add_later(&now),
            (None, now) => decoded = now,
            (Some(_), None) => {}
        }
        decoded
    }

    /// Returns the transfers so far.
    fn moved(&self) -> FileAccount {
        let mut account = self.reader.stream().account();
        if !self.scanned.is_empty() {
            let own = account.clone();
            let all = std::iter::once(own).chain(self.scanned.iter().cloned());
            account = FileAccount::of_threads(all).unwrap_or(account);
        }
        if let Some(decoded) = self.decoded_so_far() {
            account.add_later(&decoded);
        }
        account
    }

    /// Goes to the part with the next row.
    fn begin(&mut self) -> Result<()> {
        self.has_begun = true;
        let columns = self.file.columns(self.wanted.as_deref());
        let is_all = self.next == 0 && self.end >= self.rows();
        if is_all && self.threads > 1 && self.file.scanned.parts.len() > 1 {
            self.ahead = Lanes::begin(&self.file, &columns, self.threads);
        }
        if self.ahead.is_some() {
            return Ok(());
        }
        self.reader.set_columns(columns);
        let part = self.file.part_of(self.next);
        let last = self.file.part_of(self.end.saturating_sub(1));
        self.reader.seek(part..last.max(part) + 1)?;
        self.next = self.reader.next();
        Ok(())
    }

    /// Puts the next rows into the block.
    fn read(&mut self) -> Result<()> {
        if let Some(ahead) = &mut self.ahead {
            return ahead.next(&mut self.block);
        }
        let rows = self.rows();
        // Rows before the wanted ones of its first part are returned, too.
        let left = self.end.min(rows).saturating_sub(self.next);
        let count = left.min(self.file.rows_together());
        self.reader.read(count, &mut self.block)
    }
}

impl RowSource for Source {
    fn schema(&self) -> &Schema {
        &self.file.scanned.schema
    }

    fn keeps_lengths(&self) -> bool {
        false
    }

    fn rows(&self) -> u64 {
        self.file.scanned.rows
    }

    fn identity(&self) -> Option<Identity> {
        Some(self.file.identity)
    }

    fn can_seek(&self) -> bool {
        self.file.scanned.parts.len() > 1
    }

    fn group_starts(&self) -> Vec<u64> {
        let parts = self.file.scanned.parts.iter();
        parts.map(|part| part.first).collect()
    }

    fn select_variables(&mut self, wanted: &[bool]) {
        self.wanted = Some(wanted.to_vec());
    }

    fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        self.decoded = self.decoded_so_far();
        if self.ahead.take().is_some() {
            // The reader has not been positioned.
            self.has_begun = false;
        }
        self.end = wanted.end;
        // Rows of the part that is being read are at hand.
        let is_near = self.has_begun
            && self.reader.next() == self.next
            && self.next <= wanted.start
            && self.file.part_of(self.next) == self.file.part_of(wanted.start);
        if !is_near {
            self.next = wanted.start;
            self.has_begun = false;
        }
        Ok(())
    }

    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        if self.next >= self.end.min(self.rows()) {
            return Ok(None);
        }
        if !self.has_begun {
            self.begin()?;
        }
        std::mem::swap(memory.buffer(), &mut self.block.rows);
        let read = self.read();
        std::mem::swap(memory.buffer(), &mut self.block.rows);
        read?;
        self.lost.add(&mut std::mem::take(&mut self.block.lost));
        self.next += self.block.count;
        let length = self.schema().row_length() as usize;
        Ok(Some(RowBlock::in_buffer(
            self.block.first,
            self.block.count as usize,
            length,
        )))
    }

    fn lost(&self) -> ValueLosses {
        ValueLosses::of_cut(self.cut_in_silence())
    }

    fn account(&self) -> FileAccount {
        let mut tally = self.file.scanned.lines;
        tally.invalid = self.lost.invalid;
        self.tally.set(tally);
        let mut account = self.moved();
        account.notes.extend(self.file.scanned.notes.iter().cloned());
        if self.lost.cut > self.cut_in_silence() {
            let count = self.lost.cut;
            account.notes.push(format!(
                "{count} of its values are longer than their variables, whose lengths the first rows tell, and were \
                 cut; GUESSINGROWS= takes more rows"
            ));
        }
        if let Some(first) = &self.lost.first_invalid {
            let count = self.lost.invalid;
            account.notes.push(format!(
                "{count} of its values cannot be read by their informats, which the first rows tell, and are missing; \
                 the first is {first}"
            ));
        }
        account
    }
}

//! The sending end of a piped data set.

use std::time::{Duration, Instant};

use feedrate_machine::since_boot;
use feedrate_pageio::Direction;
use feedrate_pipe::{Offer, PipeTotals, Sender, UnconfirmedPipe};

use super::opening::tail;
use super::{Flow, carrier_name};
use crate::error::{Error, Result};
use crate::name::DataSetName;
use crate::pages::{Carriage, FileAccount, count_moved};

/// A data set that is being sent.
#[derive(Debug)]
pub(crate) struct Outlet {
    name: DataSetName,
    address: String,
    page_bytes: u64,
    stage: Stage,
    pages: u64,
    waited: Duration,
    waited_for_reader: Duration,
    /// When the reader connected.
    opened: Instant,
    began: Duration,
}

#[derive(Debug)]
enum Stage {
    /// No reader is connected. The bytes are the first frame.
    Offered(Box<Offer>, Vec<u8>),
    Flowing(Box<Sender>),
    /// It has failed or was ended.
    Over,
}

/// A data set whose rows were sent, but not the tail.
#[derive(Debug)]
pub(crate) struct SentDataSet {
    outlet: Outlet,
    rows: u64,
}

/// A data set whose tail was sent and not yet confirmed.
#[derive(Debug)]
pub(crate) struct UnconfirmedDataSet {
    outlet: Outlet,
    unconfirmed: UnconfirmedPipe,
    notes: Vec<String>,
}

impl Outlet {
    /// Creates the end of an offered pipe. `first` is the first frame, which contains `pages`.
    pub(crate) fn new(
        name: &DataSetName,
        address: String,
        offer: Offer,
        first: Vec<u8>,
        pages: u64,
        page_bytes: u64,
    ) -> Self {
        Self {
            name: name.clone(),
            address,
            page_bytes,
            stage: Stage::Offered(Box::new(offer), first),
            pages,
            waited: Duration::ZERO,
            waited_for_reader: Duration::ZERO,
            opened: Instant::now(),
            began: since_boot(),
        }
    }

    /// Waits for a reader and sends the description of the data set. Does nothing if that was done.
    pub(crate) fn connect(&mut self) -> Result<()> {
        let (offer, first) = match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Offered(offer, first) => (offer, first),
            later => {
                self.stage = later;
                return Ok(());
            }
        };
        let asked = Instant::now();
        let sender = offer.wait()?;
        self.waited_for_reader = asked.elapsed();
        self.began = since_boot();
        self.opened = Instant::now();
        self.stage = Stage::Flowing(Box::new(sender));
        self.send_frame(&first)
    }

    /// Sends pages.
    pub(crate) fn send(&mut self, pages: &[u8]) -> Result<()> {
        self.connect()?;
        self.pages += pages.len() as u64 / self.page_bytes.max(1);
        self.send_frame(pages)
    }

    fn send_frame(&mut self, frame: &[u8]) -> Result<()> {
        let Stage::Flowing(sender) = &mut self.stage else {
            return Err(self.already_failed());
        };
        let began = Instant::now();
        let sent = sender.send(frame);
        self.waited += began.elapsed();
        count_moved(frame.len() as u64);
        if sent.is_err() {
            self.stage = Stage::Over;
        }
        Ok(sent?)
    }

    /// Marks all rows as sent.
    pub(crate) fn complete(self, rows: u64) -> SentDataSet {
        SentDataSet { outlet: self, rows }
    }

    fn already_failed(&self) -> Error {
        Error::AlreadyFailed {
            path: self.address.clone().into(),
        }
    }

    fn account(&self, moved: PipeTotals, notes: Vec<String>) -> FileAccount {
        Flow {
            carriage: Carriage {
                carrier: carrier_name(moved.carrier),
                address: self.address.clone(),
                waited_for_other_end: self.waited_for_reader,
                began: self.began,
                ended: since_boot(),
            },
            direction: Direction::Write,
            page_bytes: self.page_bytes,
            pages: self.pages,
            moved,
            elapsed: self.opened.elapsed(),
            waited: self.waited,
            first_page: None,
            notes,
        }
        .account()
    }
}

impl Drop for Outlet {
    fn drop(&mut self) {
        if let Stage::Flowing(sender) = std::mem::replace(&mut self.stage, Stage::Over) {
            sender.fail("it was not completed, and its log says why");
        }
    }
}

impl SentDataSet {
    /// Sends the tail.
    pub(crate) fn end(mut self) -> Result<UnconfirmedDataSet> {
        let Stage::Flowing(sender) = std::mem::replace(&mut self.outlet.stage, Stage::Over) else {
            return Err(self.outlet.already_failed());
        };
        let mut notes = Vec::new();
        if sender.reader_stopped() {
            let rows = self.rows;
            notes.push(format!(
                "the step that read it wanted no more before all of its {rows} observations were read."
            ));
        }
        if sender.read_as() != self.outlet.name.to_string() {
            let name = sender.read_as();
            notes.push(format!("it is {name} at the end that read it."));
        }
        let began = Instant::now();
        let ended = sender.end(&tail(self.rows));
        self.outlet.waited += began.elapsed();
        Ok(UnconfirmedDataSet {
            unconfirmed: ended?,
            outlet: self.outlet,
            notes,
        })
    }
}

impl UnconfirmedDataSet {
    /// Waits for the confirmation.
    pub(crate) fn wait(self) -> Result<FileAccount> {
        let Self {
            mut outlet,
            unconfirmed,
            notes,
        } = self;
        let began = Instant::now();
        let moved = unconfirmed.wait()?;
        outlet.waited += began.elapsed();
        Ok(outlet.account(moved, notes))
    }
}

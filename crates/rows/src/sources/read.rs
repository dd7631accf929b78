//! SET, MERGE, UPDATE and MODIFY: finds the next observation, and sets variables to missing before it.

use feedrate_dataset::pipe::PipedError;
use feedrate_dataset::{Error, Libraries};
use feedrate_program::{NumberSlot, ReadKind, ReadStatement, SiteId, Vector};

use super::concatenate::Concatenate;
use super::cursor::Cursor;
use super::interleave::Interleave;
use super::key::KeyLayout;
use super::keyed::KeyedRead;
use super::matched::MergeGroup;
use super::modified::UpdatedDataSet;
use super::modify::Modify;
use super::one_to_one::OneToOne;
use super::random::{Random, RandomCursor};
use super::updated::{UpdateGroup, overlay};
use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::outcome::OtherUse;

/// The state of a SET, MERGE, UPDATE or MODIFY statement.
pub struct ReadState<'s> {
    pub(super) read: &'s ReadStatement,
    pub(crate) cursors: Vec<Cursor<'s>>,
    keys: KeyLayout,
    pub(super) order: Order<'s>,
    begun: bool,
}

/// The order in which sources are combined.
pub(super) enum Order<'s> {
    Concatenate(Concatenate),
    Interleave(Interleave),
    OneToOne(OneToOne),
    Matched(MergeGroup),
    Updated(UpdateGroup),
    Random(Random<'s>),
    Keyed(Box<KeyedRead<'s>>),
    Modify(Modify<'s>),
}

impl<'s> Order<'s> {
    /// Opens the order of these sources.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be opened or lacks variables.
    fn open(
        read: &'s ReadStatement,
        modified: Option<&UpdatedDataSet<'s>>,
        cursors: &[Cursor<'s>],
        keys: &KeyLayout,
        libraries: &mut Libraries,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Self> {
        Ok(match read.kind {
            ReadKind::Concatenate => Order::Concatenate(Concatenate::new(cursors)),
            ReadKind::Point(point) => Order::Random(Random::open(&read.sources, point, libraries, core)?),
            // A run of equal values is a group of a single source, whether sorted or not.
            ReadKind::Interleave | ReadKind::Runs => Order::Interleave(Interleave::new(cursors, &read.by, keys)),
            ReadKind::OneToOne => Order::OneToOne(OneToOne::new(cursors)),
            ReadKind::Match => Order::Matched(MergeGroup::new(cursors, keys)),
            ReadKind::Key => match (read.sources.as_slice(), &read.key) {
                ([source], Some(lookup)) => {
                    let keyed = KeyedRead::open(source, lookup, libraries, core)?;
                    Order::Keyed(Box::new(keyed))
                }
                _ => return Err(Box::new(Fault::NoDataSet)),
            },
            ReadKind::Modify | ReadKind::ModifyKey | ReadKind::ModifyPoint(_) | ReadKind::ModifyBy { .. } => {
                let opened = match modified {
                    Some(modified) => Modify::open(read, modified, libraries, core)?,
                    None => None,
                };
                Order::Modify(opened.ok_or_else(|| Box::new(Fault::NoDataSet))?)
            }
            ReadKind::Update { checks_missing } => {
                let overlay = overlay(read, cursors, checks_missing)?;
                Order::Updated(UpdateGroup::new(cursors, keys, overlay))
            }
        })
    }
}

impl<'s> ReadState<'s> {
    /// Opens the sources and sets what is known before the first iteration: NOBS=, and FIRST. and LAST. to 1.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be opened or lacks variables.
    pub fn open(
        read: &'s ReadStatement,
        modified: Option<&UpdatedDataSet<'s>>,
        libraries: &mut Libraries,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Self> {
        let keys = KeyLayout::new(&read.by);
        let is_sorted = read.kind != ReadKind::Runs;
        let in_order = match read.kind {
            ReadKind::Point(_)
            | ReadKind::Key
            | ReadKind::ModifyKey
            | ReadKind::Modify
            | ReadKind::ModifyPoint(_)
            | ReadKind::ModifyBy { .. } => &[],
            _ => read.sources.as_slice(),
        };
        let mut cursors = Vec::with_capacity(in_order.len());
        for source in in_order {
            let mut cursor = Cursor::open(source, &keys, &read.by, is_sorted, libraries)?;
            cursor.read_once();
            let row_bytes = cursor.row_bytes() as u32;
            core.take_rows(&source.data_set.to_string(), row_bytes)?;
            cursors.push(cursor);
        }
        for (first, last) in keys.flags() {
            core.values.set_number(first, 1.0);
            core.values.set_number(last, 1.0);
        }
        let order = Order::open(read, modified, &cursors, &keys, libraries, core)?;
        if let Some(slot) = read.nobs {
            if let Some(pipe) = cursors.iter().find(|cursor| cursor.reader().is_pipe()) {
                let reason = "NOBS= asks how many observations it has before they have come";
                let refused = PipedError::read_once(&pipe.source.data_set, reason);
                return Err(Error::from(refused).into());
            }
            let all = match &order {
                Order::Random(random) => random.stored(),
                Order::Keyed(keyed) => keyed.cursor.stored(),
                Order::Modify(_) => modified.map_or(0, |modified| modified.updater.stored()),
                _ => cursors.iter().map(Cursor::observations).sum(),
            };
            core.values.set_number(slot, all as f64);
        }
        // An iteration that does not come to UPDATE has its implicit output.
        core.set_flag(read.output_due, true);
        Ok(Self {
            read,
            cursors,
            keys,
            order,
            begun: false,
        })
    }

    /// Returns the number of the current observation in the first data set, from 1.
    pub fn number(&self) -> u64 {
        self.cursors.first().map_or(0, |cursor| cursor.number)
    }

    /// Returns the position of the statement.
    pub fn site(&self) -> SiteId {
        self.read.site
    }

    /// Copies the next observation into the vector. Returns `false` if there is none.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be read, is out of order, or if its filter fails.
    pub fn next(&mut self, modified: Option<&mut UpdatedDataSet<'s>>, core: &mut Core<'s, '_>) -> StepResult<bool> {
        let Self {
            read,
            cursors,
            keys,
            order,
            begun,
        } = self;
        if let Order::Random(random) = order {
            random.read(core)?;
            self.tell_current(core);
            return Ok(true);
        }
        if let Order::Keyed(keyed) = order {
            keyed.read(core)?;
            return Ok(true);
        }
        if !std::mem::replace(begun, true) {
            match order {
                // The other orders read their sources one by one.
                Order::Concatenate(order) => order.begin(cursors, core)?,
                _ => {
                    for cursor in cursors.iter_mut() {
                        cursor.advance(core)?;
                    }
                    if let Order::Interleave(order) = order {
                        order.begin(cursors);
                    }
                }
            }
        }
        let group_position = match order {
            Order::Concatenate(order) => order.next(cursors, core)?,
            Order::Interleave(order) => order.next(cursors, keys, core)?,
            Order::OneToOne(order) => order.next(cursors, core)?,
            Order::Matched(order) => order.next(cursors, keys, core)?,
            Order::Updated(order) => order.next(cursors, keys, core)?.map(|(position, is_due)| {
                core.set_flag(read.output_due, is_due);
                position
            }),
            Order::Random(_) | Order::Keyed(_) => None,
            Order::Modify(modify) => match modified {
                Some(modified) => modify.next(modified, core)?,
                None => None,
            },
        };
        let Some(group_position) = group_position else {
            return Ok(false);
        };
        for (position, (first, last)) in keys.flags().enumerate() {
            core.set_flag(Some(first), position >= group_position.as_before);
            core.set_flag(Some(last), position >= group_position.as_after);
        }
        core.set_flag(read.end, group_position.is_last);
        self.tell_current(core);
        Ok(true)
    }

    /// Takes note that another SET statement of the step, of this number, may set the key of KEY=.
    pub(crate) fn feed(&mut self, number: usize, other: &Self, vector: &Vector) {
        if let (Order::Keyed(keyed), Some(cursor)) = (&mut self.order, other.single()) {
            keyed.feed((number, cursor), vector);
        }
    }

    /// Returns the SET statement whose next observations have keys that are to be looked up together with the next one.
    #[inline]
    pub(crate) fn feed_due(&self) -> Option<usize> {
        match &self.order {
            Order::Keyed(keyed) => keyed.feed_due(),
            _ => None,
        }
    }

    /// Looks up the keys of the next observations of another SET statement, together with that of the vector.
    pub(crate) fn look_ahead(&mut self, other: &Self, core: &Core<'s, '_>) {
        if let (Order::Keyed(keyed), Some(cursor)) = (&mut self.order, other.single()) {
            keyed.look_ahead(cursor.ready(), core);
        }
    }

    /// Returns the only source if SET takes its observations in file order.
    pub(crate) fn single(&self) -> Option<&Cursor<'s>> {
        match (&self.order, self.cursors.as_slice()) {
            // CUROBS= is told one observation at a time.
            (Order::Concatenate(_), [cursor]) if self.read.current.is_none() => Some(cursor),
            _ => None,
        }
    }

    /// Returns the flags that such a SET sets with each observation but the last: IN= and END=.
    pub(crate) fn flags(&self) -> (Option<NumberSlot>, Option<NumberSlot>) {
        let contributes = self.read.sources.first().and_then(|source| source.contributes);
        (contributes, self.read.end)
    }

    /// Returns whether BY values were repeated in more than one data set of a MERGE.
    pub fn has_repeats(&self) -> bool {
        matches!(&self.order, Order::Matched(order) if order.has_repeats())
    }

    /// Returns the data sets that are read at random.
    pub(crate) fn random(&self) -> &[RandomCursor<'s>] {
        match &self.order {
            Order::Random(random) => &random.cursors,
            Order::Keyed(keyed) => std::slice::from_ref(&keyed.cursor),
            _ => &[],
        }
    }

    /// Returns what was moved of the index of a SET with KEY=.
    pub(crate) fn index(&self) -> Option<OtherUse> {
        match &self.order {
            Order::Keyed(keyed) => Some(keyed.index_use()),
            _ => None,
        }
    }

    /// Returns the transactions of a MODIFY.
    pub(crate) fn transactions(&self) -> Option<&Cursor<'s>> {
        match &self.order {
            Order::Modify(modify) => modify.transactions(),
            _ => None,
        }
    }

    /// Returns whether the master of an UPDATE had several observations in a BY group.
    pub fn has_repeated_master(&self) -> bool {
        matches!(&self.order, Order::Updated(order) if order.has_repeats())
    }
}

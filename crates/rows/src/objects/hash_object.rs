//! A hash table of a step, from its definition on.

use std::rc::Rc;

use feedrate_program::{NewHash, NumberSlot};

use super::ahead::Guesses;
use super::layout::Layout;
use super::table::{KeyOrder, Table};

/// The treatment of further observations with a key while a data set is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Duplicates {
    /// They are left out.
    #[default]
    KeepFirst,
    /// The last one replaces the others.
    Replace,
    /// They are an error.
    Refuse,
}

/// The settings of a hash table.
#[derive(Clone, Debug, Default)]
pub(super) struct HashSettings {
    pub(super) order: KeyOrder,
    /// True if a key may have several items.
    pub(super) has_lists: bool,
    pub(super) duplicates: Duplicates,
    /// HASHEXP:.
    pub(super) exponent: u32,
    /// The variable that is added to the sum of a key.
    pub(super) sum_increment: Option<NumberSlot>,
    /// The variable of the sums in data sets that OUTPUT makes.
    pub(super) key_sum: Option<String>,
}

/// The variables of a key or of the data, as they are defined.
#[derive(Clone, Debug, Default)]
pub(super) struct Definition {
    pub(super) names: Vec<String>,
    /// True if they are all variables of the data set.
    pub(super) is_all: bool,
}

/// A hash table.
#[derive(Debug)]
pub(super) struct HashObject<'s> {
    pub(super) new: &'s NewHash,
    pub(super) settings: HashSettings,
    pub(super) key: Definition,
    pub(super) data: Definition,
    /// Its items, after DEFINEDONE.
    pub(super) items: Option<Items>,
    /// The keys that were looked up before they are asked for.
    pub(super) guesses: Guesses,
    /// The numbers of the iterators over it.
    pub(super) iterators: Vec<usize>,
}

/// The items of a hash table.
#[derive(Debug)]
pub(super) struct Items {
    pub(super) layout: Rc<Layout>,
    pub(super) table: Table,
    /// The current item of the list of a key.
    pub(super) current: Option<u32>,
    /// The item at which DO_OVER is.
    pub(super) over: Option<u32>,
}

impl Items {
    pub(super) fn new(layout: Layout, settings: &HashSettings) -> Self {
        let has_sums = settings.sum_increment.is_some();
        Self {
            table: Table::new(layout.key_bytes(), layout.data_bytes(), settings.order, has_sums),
            layout: Rc::new(layout),
            current: None,
            over: None,
        }
    }

    /// Removes a row.
    pub(super) fn remove(&mut self, row: u32) {
        for place in [&mut self.current, &mut self.over] {
            if *place == Some(row) {
                *place = None;
            }
        }
        self.table.remove(row);
    }

    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        (self.current, self.over) = (None, None);
    }

    /// Returns whether it has the same variables and the same items as another one.
    pub(super) fn equals(&self, other: &Self) -> bool {
        if !self.layout.is_like(&other.layout) || self.table.len() != other.table.len() {
            return false;
        }
        let mut next = self.table.first();
        while let Some(head) = next {
            let (mut own, mut others) = (Some(head), other.table.find(self.table.key(head)));
            let mut last = head;
            while let (Some(row), Some(row_of_other)) = (own, others) {
                if self.table.data(row) != other.table.data(row_of_other) {
                    return false;
                }
                last = row;
                (own, others) = (self.table.next_same(row), other.table.next_same(row_of_other));
            }
            if own.is_some() || others.is_some() {
                return false;
            }
            next = self.table.next(last);
        }
        true
    }
}

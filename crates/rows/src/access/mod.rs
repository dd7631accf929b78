//! The access to the rows of a data set: one after the other, or through an index.
//!
//! A condition restricts the values of the variables of an index to some intervals. What it says beyond them is
//! evaluated for each row that the index finds, so the intervals may have more than the rows that satisfy it, and never
//! fewer. The rows are read in their order: whether an index is used changes no result.
//!
//! | module | contents |
//! |---|---|
//! | this one | whether an index is used: for a condition, or for the order of BY |
//! | `lookup` | which index is used for conditions, and the rows that it finds |
//! | [`restriction`](Restriction) | the conditions |
//! | `intervals`, `interval` | the intervals of a variable that a condition leaves |
//! | `ranges` | the ranges of keys of an index |
//! | `cost` | whether fewer blocks are read by it |

mod cost;
mod interval;
mod intervals;
mod lookup;
mod ranges;
mod restriction;

use feedrate_dataset::index::{Index, IndexScan, Indexes, KeyRange, Position};
use feedrate_dataset::{FileAccount, Location, Reader, RowNumbers, Schema, Selection};
use feedrate_options::MessageLevel;
use feedrate_program::{By, IndexUse, Source};

use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::outcome::OtherUse;
use feedrate_values::Severity;
use lookup::{choose, no_index};

pub use restriction::Restriction;

/// The rows of a source that an index has found.
#[derive(Clone, Debug)]
pub(crate) struct IndexedRows {
    /// Their numbers, ascending; `None` if they are all to be read in the order of the index.
    numbers: Option<RowNumbers>,
    index: String,
    ranges: Vec<KeyRange>,
    account: FileAccount,
}

/// The findings about the indexes of a source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    /// The rows, if an index is used.
    pub(crate) chosen: Option<IndexedRows>,
    /// The messages about it for the log.
    messages: Vec<(Severity, String)>,
}

impl Choice {
    fn nothing(severity: Severity, message: String) -> Self {
        Self {
            chosen: None,
            messages: vec![(severity, message)],
        }
    }

    /// Logs the messages.
    pub(crate) fn log(&self, core: &mut Core<'_, '_>) {
        for (severity, text) in self.messages(core.options.message_level) {
            core.log.message(severity, text);
        }
    }

    /// Returns the messages for the log: those of severity INFO only with `MSGLEVEL=I`.
    pub(crate) fn messages(&self, level: MessageLevel) -> impl Iterator<Item = (Severity, &str)> {
        let tells_all = level == MessageLevel::Information;
        let all = self.messages.iter();
        all.filter(move |(severity, _)| *severity != Severity::Info || tells_all)
            .map(|(severity, text)| (*severity, text.as_str()))
    }

    /// Chooses how the rows of a source are reached that satisfy its condition and all `others`, or that are to be in
    /// the order of `by` if that has variables. `reader` has it open.
    ///
    /// # Errors
    ///
    /// Fails if the index that IDXNAME= names does not exist, or if an index cannot be read. Indexes that are not those
    /// of the data set are not used, with a message.
    pub(crate) fn of(
        source: &Source,
        others: &[Restriction<'_>],
        by: &[By],
        location: &Location,
        reader: &Reader,
    ) -> StepResult<Self> {
        let restrictions = restriction::all(source, others);
        let wants_where = !restrictions.is_empty() && source.index_use != IndexUse::Never;
        let wants_by = orders(source, by);
        if !reader.has_indexes() || !(wants_where || wants_by) {
            return match &source.index_use {
                IndexUse::Named(name) if wants_where => Err(no_index(source, name)),
                _ => Ok(Self::default()),
            };
        }
        let indexes = match location.open_indexes() {
            Ok(Some(indexes)) => indexes,
            Ok(None) => return Ok(Self::default()),
            Err(error) => {
                let text = format!("No index of {} is used: {error}", source.data_set);
                return Ok(Self::nothing(Severity::Note, text));
            }
        };
        if wants_by && let Some(index) = index_of(&indexes, source, by, reader.schema()) {
            let unsorted = out_of_order(location, &index)?;
            let Some(account) = unsorted else {
                let text = format!(
                    "Index {} is not used for BY: {} is in the order of its keys.",
                    index.name, source.data_set
                );
                let mut choice = match wants_where {
                    true => choose(source, &restrictions, indexes, reader)?,
                    false => Self::default(),
                };
                choice.messages.insert(0, (Severity::Info, text));
                return Ok(choice);
            };
            let ranges = match wants_where {
                true => ranges::of(&index, &restrictions, reader.schema()).ok(),
                false => None,
            };
            let variables = index.variables.join(" ");
            return Ok(Self {
                messages: vec![(
                    Severity::Info,
                    format!(
                        "An index was selected to execute the BY statement.\nThe observations will be returned in \
                         index order rather than in physical order.\nThe selected index is for the variable(s): \
                         {variables}"
                    ),
                )],
                chosen: Some(IndexedRows {
                    numbers: None,
                    index: index.name,
                    ranges: ranges.unwrap_or_else(|| vec![KeyRange::all()]),
                    account,
                }),
            });
        }
        match wants_where {
            true => choose(source, &restrictions, indexes, reader),
            false => Ok(Self::default()),
        }
    }
}

impl IndexedRows {
    /// Returns how many rows there are, if that is known.
    pub(crate) fn count(&self) -> Option<u64> {
        self.numbers.as_ref().map(RowNumbers::count)
    }

    /// Makes a reader of the data set return these rows.
    ///
    /// # Errors
    ///
    /// Fails if the data set or its index cannot be opened.
    pub(crate) fn select(&self, location: &Location, reader: &mut Reader) -> StepResult<()> {
        let rows = location.open_indexed()?;
        let selection = match &self.numbers {
            Some(numbers) => Selection::Numbers(numbers.clone()),
            None => {
                let opened = open(location, &self.index)?;
                let (indexes, position) = opened.ok_or_else(|| Fault::changed(location.name()))?;
                let scan = IndexScan::new(indexes, position, self.ranges.clone());
                Selection::InOrder(Box::new(scan))
            }
        };
        reader.select(selection, rows);
        Ok(())
    }

    /// Returns what was moved of the index to choose the rows.
    pub(crate) fn index_use(&self, location: &Location) -> OtherUse {
        OtherUse {
            name: format!("{}.INDEX", location.name()),
            account: self.account.clone(),
        }
    }
}

/// Returns whether the rows are to be in the order of BY variables, which an index can give. FIRSTOBS= and OBS= count
/// the observations of the file.
fn orders(source: &Source, by: &[By]) -> bool {
    let is_ascending = !by.is_empty() && by.iter().all(|by| !by.descending);
    is_ascending && source.first <= 1 && source.last.is_none()
}

/// Returns the index whose first variables are those of BY, and that has all observations.
fn index_of(indexes: &Indexes, source: &Source, by: &[By], schema: &Schema) -> Option<Index> {
    // Their names in the data set, which RENAME= may have changed.
    let names = by.iter().map(|by| {
        let load = source.loads.iter().find(|load| load.slot == by.slot)?;
        Some(&schema.variables().get(load.column as usize)?.name)
    });
    let names: Vec<&String> = names.collect::<Option<_>>()?;
    let begins = |index: &&Index| {
        let mut variables = index.variables.iter();
        let is_next = |name: &&String| {
            let variable = variables.next();
            variable.is_some_and(|it| it.eq_ignore_ascii_case(name))
        };
        !index.no_missing && names.iter().all(is_next)
    };
    indexes
        .iter()
        .filter(begins)
        .min_by_key(|index| index.variables.len())
        .cloned()
}

fn open(location: &Location, name: &str) -> StepResult<Option<(Indexes, Position)>> {
    let indexes = location.open_indexes()?;
    Ok(indexes.and_then(|indexes| {
        let position = indexes.position_of(name)?;
        Some((indexes, position))
    }))
}

/// Returns what was moved of an index to find that the observations are not in its order; `None` if they are.
fn out_of_order(location: &Location, index: &Index) -> StepResult<Option<FileAccount>> {
    let Some((indexes, position)) = open(location, &index.name)? else {
        return Ok(None);
    };
    let mut scan = IndexScan::new(indexes, position, vec![KeyRange::all()]);
    let mut last = 0;
    while let Some(row) = scan.next_row()? {
        if row < last {
            return Ok(Some(scan.account()));
        }
        last = row;
    }
    Ok(None)
}

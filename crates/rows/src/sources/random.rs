//! SET with POINT=: reads the observation whose number is in a variable.

use feedrate_dataset::format::ValueLosses;
use feedrate_dataset::{FileAccount, Libraries, RandomReader};
use feedrate_program::{NumberSlot, Source};

use crate::evaluation::core::Core;
use crate::fault::{Fault, StepResult};
use crate::vector::clear::Clear;
use crate::vector::load::Loader;
use crate::vector::values::Values;

/// The data sets of a SET with POINT=. Their observations are numbered as if one data set followed the other.
pub(crate) struct Random<'s> {
    pub(crate) cursors: Vec<RandomCursor<'s>>,
    point: NumberSlot,
    /// The data set of the last observation.
    last: Option<usize>,
    /// The variables of all data sets, which are set to missing when another data set follows.
    clear: Clear,
}

/// A data set that is read at random.
pub(crate) struct RandomCursor<'s> {
    pub(crate) source: &'s Source,
    reader: RandomReader,
    loader: Loader,
    /// The number of observations that were read.
    pub(crate) taken: u64,
}

impl<'s> Random<'s> {
    /// Opens the data sets.
    ///
    /// # Errors
    ///
    /// Fails if a data set cannot be read at random or lacks variables.
    pub(crate) fn open(
        sources: &'s [Source],
        point: NumberSlot,
        libraries: &Libraries,
        core: &mut Core<'s, '_>,
    ) -> StepResult<Self> {
        let mut cursors = Vec::with_capacity(sources.len());
        for source in sources {
            let name = &source.data_set;
            let reader = libraries.open_random(name, &source.settings)?;
            let loader = Loader::new(&source.loads, reader.schema()).ok_or_else(|| Fault::changed(name))?;
            core.take_rows(&name.to_string(), reader.schema().row_length())?;
            cursors.push(RandomCursor {
                source,
                reader,
                loader,
                taken: 0,
            });
        }
        let loads = sources.iter().flat_map(|source| &source.loads);
        Ok(Self {
            cursors,
            point,
            last: None,
            clear: Clear::new(loads.map(|load| load.slot)),
        })
    }

    /// Returns the greatest number of an observation.
    pub(crate) fn stored(&self) -> u64 {
        self.cursors.iter().map(|cursor| cursor.reader.stored()).sum()
    }

    /// Returns the number of the wanted observation in its data set; `None` if there is none.
    pub(crate) fn number(&self, values: &Values) -> Option<u64> {
        self.position(values.number(self.point)).map(|(_, number)| number)
    }

    /// Copies the observation into the vector. If there is none of this number, or it is deleted, the vector stays as
    /// it is and `_ERROR_` is set to 1.
    pub(crate) fn read(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        core.check_stop()?;
        let Some((index, number)) = self.position(core.values.number(self.point)) else {
            core.raised = true;
            return Ok(());
        };
        let cursor = &mut self.cursors[index];
        let Some(row) = cursor.reader.row(number)? else {
            core.raised = true;
            return Ok(());
        };
        if self.last.is_some_and(|last| last != index) {
            self.clear.apply(&mut core.values);
        }
        cursor.loader.load(row, &mut core.values);
        cursor.taken += 1;
        if self.last != Some(index) {
            self.last = Some(index);
            for (other, cursor) in self.cursors.iter().enumerate() {
                core.set_flag(cursor.source.contributes, other == index);
            }
        }
        Ok(())
    }

    /// Returns the data set and the number in it, from 1, of an observation; `None` if there is none. A fraction is cut
    /// off.
    fn position(&self, point: f64) -> Option<(usize, u64)> {
        // Missing values, which are no numbers, and negative ones become 0.
        let mut number = point as u64;
        if number == 0 {
            return None;
        }
        for (index, cursor) in self.cursors.iter().enumerate() {
            let stored = cursor.reader.stored();
            if number <= stored {
                return Some((index, number));
            }
            number -= stored;
        }
        None
    }
}

impl<'s> RandomCursor<'s> {
    pub(crate) fn new(source: &'s Source, reader: RandomReader, loader: Loader) -> Self {
        Self {
            source,
            reader,
            loader,
            taken: 0,
        }
    }

    /// Returns the greatest number of an observation.
    pub(crate) fn stored(&self) -> u64 {
        self.reader.stored()
    }

    /// Copies the row of this number into the vector. If it is deleted or there is none, the vector stays as it is, and
    /// this returns `false`.
    pub(crate) fn read(&mut self, number: u64, core: &mut Core<'_, '_>) -> StepResult<bool> {
        let Some(row) = self.reader.row(number)? else {
            return Ok(false);
        };
        self.loader.load(row, &mut core.values);
        self.taken += 1;
        Ok(true)
    }

    /// Takes note that the row of this number will be read soon.
    #[inline]
    pub(crate) fn expect(&self, number: u64) {
        self.reader.expect(number);
    }

    /// Returns how many values were cut in the conversion to UTF-8.
    pub(crate) fn lost(&self) -> ValueLosses {
        self.reader.lost()
    }

    /// Returns what was moved.
    pub(crate) fn account(&self) -> FileAccount {
        self.reader.account()
    }
}

//! WHERE: which rows of a data set come into a step.
//!
//! The interpreter says what a condition means. Where there are many rows, the condition is compiled, and
//! the interpreter is asked about those rows only that the machine code leaves in doubt.

use feedrate_dataset::Reader;

use super::load::Loader;
use crate::data::code::{Found, RowTest};
use crate::data::core::{Core, holds};
use crate::data::fault::Faulted;
use crate::data::values::Values;
use crate::ir::Filter;

/// A condition on the rows of a data set, with the values that it looks at.
pub(in crate::data) struct Filtered<'s> {
    filter: &'s Filter,
    loader: Loader,
    values: Values,
    test: Test<'s>,
}

/// Who looks at rows first.
enum Test<'s> {
    /// The interpreter, which has looked at so many.
    Undecided(u64),
    Compiled(RowTest<'s>),
    Interpreted,
}

impl<'s> Filtered<'s> {
    /// `None` where the data set has not the variables that the condition names.
    pub(in crate::data) fn new(filter: &'s Filter, reader: &Reader) -> Option<Self> {
        Some(Self {
            filter,
            loader: Loader::new(&filter.loads, reader.schema())?,
            values: Values::new(&filter.vector),
            test: Test::Undecided(0),
        })
    }

    /// Goes to the next row of which the condition holds; whether there is one.
    pub(in crate::data) fn find_next(
        &mut self,
        reader: &mut Reader,
        core: &mut Core<'s, '_>,
    ) -> Faulted<bool> {
        loop {
            core.heed_stop()?;
            let Some(row) = reader.next_row()? else {
                return Ok(false);
            };
            let test = match &self.test {
                Test::Compiled(test) => test,
                Test::Undecided(seen) => {
                    let seen = *seen;
                    self.decide(seen, reader, core);
                    if self.lets_through(reader.row(), core)? {
                        return Ok(true);
                    }
                    continue;
                }
                Test::Interpreted => {
                    if self.lets_through(row, core)? {
                        return Ok(true);
                    }
                    continue;
                }
            };
            let rows = match reader.rows_at_hand() {
                [] => reader.row(),
                rows => rows,
            };
            match test.search(rows) {
                Found::Row(index) => {
                    reader.pass(index);
                    return Ok(true);
                }
                Found::Doubt(index) => {
                    reader.pass(index);
                    if self.lets_through(reader.row(), core)? {
                        return Ok(true);
                    }
                }
                Found::Nothing => {
                    let row_bytes = reader.schema().row_length() as usize;
                    let passed = rows.len() / row_bytes.max(1);
                    reader.pass(passed.saturating_sub(1));
                }
            }
        }
    }

    /// Compiles the condition when so many rows were seen, and as many are still to come, that it is worth it.
    fn decide(&mut self, seen: u64, reader: &Reader, core: &Core<'s, '_>) {
        let enough = core.options.rows_worth_compiling;
        let to_come = reader.rows().saturating_sub(reader.row_number());
        self.test = if !core.options.machine_code {
            Test::Interpreted
        } else if seen < enough || to_come < enough {
            Test::Undecided(seen + 1)
        } else {
            match RowTest::new(self.filter, reader.schema()) {
                Ok(test) => Test::Compiled(test),
                // Where that is for a reason that the user can do something about, DATA steps tell of it.
                Err(_) => Test::Interpreted,
            }
        };
    }

    /// Whether the condition was compiled.
    pub(in crate::data) fn is_compiled(&self) -> bool {
        matches!(self.test, Test::Compiled(_))
    }

    /// Whether the condition holds of a row, as the interpreter has it. For as long as it is evaluated, the
    /// row's values stand in the place of the step's.
    fn lets_through(&mut self, row: &[u8], core: &mut Core<'s, '_>) -> Faulted<bool> {
        self.loader.load(row, &mut self.values);
        // What goes wrong here is no error of an observation of the step; what did before may be.
        let raised = std::mem::take(&mut core.raised);
        std::mem::swap(&mut self.values, &mut core.values);
        let number = core.number(&self.filter.condition);
        std::mem::swap(&mut self.values, &mut core.values);
        let is_wrong = std::mem::replace(&mut core.raised, raised);
        if is_wrong && core.tells_details() {
            core.count_told();
        }
        Ok(holds(number?))
    }
}

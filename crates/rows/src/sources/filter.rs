//! WHERE: selects the rows of a data set that are read.
//!
//! The interpreter defines the meaning of a condition. For many rows, the condition is compiled, and the interpreter
//! evaluates only rows that the machine code leaves undecided.

use feedrate_dataset::{Reader, Schema};
use feedrate_program::Filter;

use crate::evaluation::core::{Core, holds};
use crate::fault::StepResult;
use crate::machine_code::{RowTest, SearchResult};
use crate::vector::load::Loader;
use crate::vector::values::Values;
use feedrate_options::StepOptions as Options;

/// A condition on the rows of a data set, with the values that it uses.
pub(crate) struct RowFilter<'s> {
    filter: &'s Filter,
    loader: Loader,
    values: Values,
    row_bytes: usize,
    /// The number of rows that were evaluated one by one.
    seen: u64,
    test: Test<'s>,
}

/// The evaluator to which rows go first.
enum Test<'s> {
    /// The interpreter, as long as few rows are expected.
    Undecided,
    Compiled(RowTest<'s>),
    Interpreted,
}

impl<'s> RowFilter<'s> {
    /// Returns `None` if the data set lacks variables that the condition uses.
    pub(crate) fn new(filter: &'s Filter, schema: &Schema) -> Option<Self> {
        Some(Self {
            filter,
            loader: Loader::new(&filter.loads, schema)?,
            values: Values::new(&filter.vector),
            row_bytes: schema.row_length() as usize,
            seen: 0,
            test: Test::Undecided,
        })
    }

    /// Advances to the next row that satisfies the condition. Returns whether there is one. The condition is compiled
    /// once enough rows were read and as many are expected to follow.
    pub(crate) fn find_next(&mut self, reader: &mut Reader, core: &mut Core<'s, '_>) -> StepResult<bool> {
        loop {
            core.check_stop()?;
            if reader.next_row()?.is_none() {
                return Ok(false);
            }
            if matches!(self.test, Test::Undecided) {
                let to_come = reader.rows_selected().saturating_sub(self.seen + 1);
                let rows = 2 * to_come.min(self.seen);
                self.seen += 1;
                self.decide(rows, reader.schema(), core.options);
                if self.holds(reader.row(), core)? {
                    return Ok(true);
                }
                continue;
            }
            let rows = match reader.rows_at_hand() {
                [] => reader.row(),
                rows => rows,
            };
            match self.search(rows, core)? {
                Some(index) => {
                    reader.pass(index);
                    return Ok(true);
                }
                None => {
                    let passed = rows.len() / self.row_bytes.max(1);
                    reader.pass(passed.saturating_sub(1));
                }
            }
        }
    }

    /// Returns the first of consecutive rows that satisfies the condition.
    pub(crate) fn search(&mut self, rows: &[u8], core: &mut Core<'s, '_>) -> StepResult<Option<usize>> {
        let row_bytes = self.row_bytes;
        // Without variables, there is one row of no bytes.
        let count = rows.len().checked_div(row_bytes).unwrap_or(1);
        let mut index = 0;
        while index < count {
            if let Test::Compiled(test) = &self.test {
                match test.search(&rows[index * row_bytes..]) {
                    SearchResult::Row(further) => return Ok(Some(index + further)),
                    SearchResult::Undecided(further) => index += further,
                    SearchResult::NoMatch => return Ok(None),
                }
            }
            if self.holds(&rows[index * row_bytes..][..row_bytes], core)? {
                return Ok(Some(index));
            }
            index += 1;
        }
        Ok(None)
    }

    /// Compiles the condition if that is worthwhile for so many rows. The interpreter evaluates it until then.
    pub(crate) fn decide(&mut self, rows: u64, schema: &Schema, options: Options) {
        let enough = options.rows_worth_compiling.saturating_mul(2);
        self.test = match self.test {
            Test::Undecided if !options.machine_code => Test::Interpreted,
            Test::Undecided if rows >= enough => match RowTest::new(self.filter, schema) {
                Ok(test) => Test::Compiled(test),
                // If that is for a reason that the user can change, DATA steps report it.
                Err(_) => Test::Interpreted,
            },
            _ => return,
        };
    }

    /// Returns whether the condition was compiled.
    pub(crate) fn is_compiled(&self) -> bool {
        matches!(self.test, Test::Compiled(_))
    }

    /// Returns whether a row satisfies the condition, using the interpreter. During the evaluation the row's values
    /// replace those of the step.
    pub(crate) fn holds(&mut self, row: &[u8], core: &mut Core<'s, '_>) -> StepResult<bool> {
        self.loader.load(row, &mut self.values);
        // Errors here are not those of an observation of the step; earlier ones may be.
        let raised = std::mem::take(&mut core.raised);
        std::mem::swap(&mut self.values, &mut core.values);
        let number = core.number(&self.filter.condition);
        std::mem::swap(&mut self.values, &mut core.values);
        let is_wrong = std::mem::replace(&mut core.raised, raised);
        if is_wrong && core.logs_details() {
            core.count_logged();
        }
        Ok(holds(number?))
    }
}

//! INPUT.

mod find;
mod line;
mod lost;
mod named;
mod opened;
mod series;
mod shown;
mod stream;
mod value;

use std::collections::VecDeque;
use std::path::PathBuf;

use feedrate_program::{External, Hold, InputItem, InputStatement, Number, ShortLine};
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::{Fault, StepResult};
use feedrate_rows::outcome::{FileRead, LineCount};
use feedrate_values::value::trim;

use crate::lines::source::LineSource;
use crate::lines::{index_of_line, moved, position_of_column};
use find::Search;
use series::Series;

/// A file of lines that INPUT reads.
pub struct InputState<'s> {
    external: &'s External,
    /// The lines of the program, or nothing.
    other: LineSource<'s>,
    /// The files; `None` if FILEVAR= has not named one yet, and of lines of the program.
    series: Option<Series<'s>>,
    /// The path that FILEVAR= has named.
    named: Option<PathBuf>,
    /// Set when a file was opened behind another one, until its first line is read.
    is_next: bool,
    /// The files that were read before.
    done: Vec<FileRead>,
    /// `dlm=`, or the value of its variable.
    delimiters: Vec<u8>,
    /// Lines that LOSTCARD left over, which are read next.
    returned: VecDeque<(Vec<u8>, u64)>,
    /// The number of the last line that LOSTCARD logged in a group of lines, 0 outside of one.
    logged: u64,
    /// Set when LOSTCARD ended the iteration.
    has_lost: bool,
    /// Set when the step went to the label of EOF=.
    pub has_ended: bool,
    /// Set by LIST.
    pub is_listed: bool,
    /// The current lines with their numbers: one, or those that an INPUT statement with `#` has read so far. Reused
    /// buffers follow them.
    lines: Vec<(Vec<u8>, u64)>,
    held: usize,
    /// The index of the line in which the pointer is, and its position.
    current: usize,
    column: usize,
    hold: Hold,
    /// Set when the last statement found a value, and when it searched for one without success, in the line in which it
    /// ended.
    found: bool,
    in_vain: bool,
    /// The number of lines that were read, including those before FIRSTOBS=.
    passed: u64,
    pub count: LineCount,
    /// The number of bytes of a stream that were read.
    streamed: u64,
    /// Set when a value was searched for on the line after the one where it was expected.
    pub went_on: bool,
    /// Set when the lines ended within an INPUT statement, until the log has said so.
    pub lost: bool,
    /// Set when `@'text'` was searched for on further lines.
    pub scanned: bool,
    /// Set when lines exceeded LRECL=.
    pub cut: bool,
    /// Set when INPUT has read from the current lines in this iteration, so that they are logged with its errors.
    is_used: bool,
    /// Set when the current lines were logged with an error.
    is_logged: bool,
}

impl<'s> InputState<'s> {
    /// Opens a file for reading; `None` if it is one that is written.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open(external: &'s External) -> StepResult<Option<Self>> {
        let Some((other, series)) = Self::sources(external)? else {
            return Ok(None);
        };
        Ok(Some(Self {
            external,
            other,
            series,
            named: None,
            is_next: false,
            done: Vec::new(),
            delimiters: external.delimiters.clone(),
            returned: VecDeque::new(),
            logged: 0,
            has_lost: false,
            has_ended: false,
            is_listed: false,
            lines: Vec::new(),
            held: 0,
            current: 0,
            column: 0,
            hold: Hold::No,
            found: false,
            in_vain: false,
            passed: 0,
            count: LineCount::default(),
            streamed: 0,
            went_on: false,
            lost: false,
            scanned: false,
            cut: false,
            is_used: false,
            is_logged: false,
        }))
    }

    /// Executes an INPUT statement. Returns `false` if there is no line for it.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, if an expression fails, if a line is too short under STOPOVER, if `@@` would
    /// hold a line for ever, or if MEMSIZE= does not suffice.
    pub fn input(&mut self, statement: &'s InputStatement, core: &mut Core<'s, '_>) -> StepResult<bool> {
        if let Some(slot) = self.external.delimiter_variable {
            self.delimiters.clear();
            self.delimiters.extend_from_slice(trim(core.values.text(slot)));
        }
        self.is_used = true;
        let keeps = statement.items.iter().any(|item| matches!(item, InputItem::Line(_)));
        // The end of lines that are held by `@@` is an expected end, which loses nothing.
        let mut would_lose = self.hold == Hold::No;
        if self.is_stream() {
            if !self.go_on(core)? {
                return Ok(false);
            }
        } else if self.hold == Hold::No {
            self.held = 0;
            self.current = 0;
            if !self.read_line(core)? {
                return Ok(false);
            }
        } else {
            self.take_over(&core.values);
        }
        let (in_vain, passed) = (self.finds_nothing(), self.passed);
        self.found = false;
        self.in_vain = false;
        for item in &statement.items {
            if self.is_stream() {
                self.top_up(core)?;
            }
            if !self.item(item, keeps, core)? {
                self.lost |= would_lose;
                return Ok(false);
            }
            would_lose |= matches!(item, InputItem::Read { .. });
        }
        // The first time is not an error: a program may detect the end of the line by it.
        let is_again = in_vain && self.finds_nothing() && self.passed == passed;
        if is_again && statement.hold == Hold::Across {
            return Err(Box::new(Fault::HeldForEver {
                source_name: self.name(),
                line: self.lines[self.current].1,
                option: match self.external.short_line {
                    ShortLine::Truncover => "TRUNCOVER",
                    _ => "MISSOVER",
                },
            }));
        }
        self.hold = statement.hold;
        if self.is_stream() {
            self.hold = Hold::Across;
            self.tell_end_of_stream(core)?;
        } else if self.hold == Hold::No {
            // Lines up to the greatest `#n` belong to the statement, wherever it ends.
            let greatest = statement.items.iter().filter_map(constant_line).fold(1, usize::max);
            while self.held < greatest {
                if !self.read_line(core)? {
                    self.lost = true;
                    break;
                }
            }
        }
        self.tell_pointer(core);
        Ok(true)
    }

    /// Returns whether the last statement searched for values in the current line and found none.
    fn finds_nothing(&self) -> bool {
        self.in_vain && !self.found
    }

    /// Releases the line at the end of an iteration, unless it is held across iterations.
    pub fn end_iteration(&mut self) {
        if self.hold == Hold::Iteration {
            self.hold = Hold::No;
        }
        self.is_used = false;
        self.is_logged = false;
        self.is_listed = false;
        if !std::mem::take(&mut self.has_lost) {
            self.logged = 0;
        }
    }

    fn item(&mut self, item: &'s InputItem, keeps: bool, core: &mut Core<'s, '_>) -> StepResult<bool> {
        let longest = self.external.line_length;
        match item {
            InputItem::Column(column) => {
                self.column = position_of_column(core.number(column)?, longest);
            }
            InputItem::After(text) => return self.go_behind(text, keeps, core),
            InputItem::Named(fields) => return self.named(fields, keeps, core),
            InputItem::Advance(by) => self.column = moved(self.column, core.number(by)?, longest),
            InputItem::NextLine => return self.next_line(keeps, core),
            InputItem::Line(line) => {
                let wanted = index_of_line(core.number(line)?);
                while self.held <= wanted {
                    if !self.read_line(core)? {
                        return Ok(false);
                    }
                }
                self.begin_line(wanted, &mut core.values);
            }
            InputItem::Read {
                target,
                name,
                reading,
                quiet,
            } => {
                return match self.search(reading, keeps, core)? {
                    Search::Field(found) => {
                        self.found = true;
                        let slot = core.target_slot(target)?;
                        self.assign(slot, name, reading.informat(slot), *quiet, &found, core)?;
                        Ok(true)
                    }
                    Search::Missing => {
                        self.in_vain = true;
                        let slot = core.target_slot(target)?;
                        core.values.clear(slot);
                        Ok(true)
                    }
                    Search::NoMoreLines => Ok(false),
                };
            }
        }
        Ok(true)
    }
}

/// Returns the number of `#n` if it is constant.
fn constant_line(item: &InputItem) -> Option<usize> {
    match item {
        InputItem::Line(Number::Constant(line)) => Some(index_of_line(*line) + 1),
        _ => None,
    }
}

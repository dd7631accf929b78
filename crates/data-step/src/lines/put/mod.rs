//! PUT.

mod opened;
mod write;

use std::path::PathBuf;

use feedrate_options::{MemoryGrant, MemoryRefused};
use feedrate_program::{External, ExternalKind, Hold, PutItem, PutStatement};
use feedrate_rows::environment::Listing;
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::evaluation::dump::Dump;
use feedrate_rows::fault::{Fault, StepResult};
use feedrate_rows::outcome::{FileMade, LineCount};
use feedrate_values::Value;
use feedrate_values::value::trim;

use crate::lines::input::InputState;
use crate::lines::target::Target;
use crate::lines::{index_of_line, make_room, moved, position_of_column};
use opened::delimiter_of;

/// A file of lines that PUT writes.
pub struct PutState<'s> {
    external: &'s External,
    target: Target,
    /// The path of the opened file.
    path: Option<PathBuf>,
    /// The files that FILEVAR= named before.
    done: Vec<FileMade>,
    /// The bytes between values of list output; none if a blank follows each.
    delimiter: Vec<u8>,
    /// The lines being written: one, or those that `/` and `#` have reached. Reused buffers follow them.
    lines: Vec<Vec<u8>>,
    used: usize,
    current: usize,
    column: usize,
    /// True if a value of list output precedes the pointer, so that a delimiter must separate the next one.
    after_value: bool,
    hold: Hold,
    pub count: LineCount,
    /// The formatted value.
    value: Vec<u8>,
    /// Set when values were left out that did not fit into a line.
    pub cut: bool,
    /// Set by the first of them with STOPOVER.
    exceeds: bool,
    /// The memory left for the lines during a statement, and whether it did not suffice.
    memory: MemoryGrant,
    refused: Option<MemoryRefused>,
}

/// The parts of a step beside its values that PUT uses.
pub struct PutContext<'c, 's> {
    pub listing: &'c mut dyn Listing,
    pub dump: &'c Dump,
    /// The files that are read, for `_INFILE_`.
    pub inputs: &'c [Option<InputState<'s>>],
}

impl<'s> PutState<'s> {
    /// Opens a file for writing; `None` if it is one that is read. Waiting for it ends when `check_stop` fails.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened, or if `check_stop` fails.
    pub fn open(external: &'s External, check_stop: impl Fn() -> StepResult<()>) -> StepResult<Option<Self>> {
        Ok(Target::open(external, check_stop)?.map(|target| Self {
            external,
            path: match (&external.kind, &target) {
                (_, Target::Unopened) => None,
                (ExternalKind::Target { path, .. }, _) => Some(path.clone()),
                _ => None,
            },
            target,
            done: Vec::new(),
            delimiter: delimiter_of(external),
            lines: vec![Vec::new()],
            used: 0,
            current: 0,
            column: 0,
            after_value: false,
            hold: Hold::No,
            count: LineCount::default(),
            value: Vec::new(),
            cut: false,
            exceeds: false,
            memory: MemoryGrant::new(0),
            refused: None,
        }))
    }

    /// Executes a PUT statement.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, if an expression fails, or if MEMSIZE= does not suffice.
    pub fn put(
        &mut self,
        statement: &'s PutStatement,
        core: &mut Core<'s, '_>,
        context: &mut PutContext<'_, 's>,
    ) -> StepResult<()> {
        self.used = self.used.max(1);
        if let Some(slot) = self.external.delimiter_variable {
            self.delimiter.clear();
            self.delimiter.extend_from_slice(trim(core.values.text(slot)));
        }
        for item in &statement.items {
            core.check_stop()?;
            self.memory = core.memory;
            self.item(item, core, context)?;
            core.memory = self.memory;
            if let Some(refused) = self.refused.take() {
                return Err(core.fault_at(statement.site, refused));
            }
            if std::mem::take(&mut self.exceeds) {
                let source_name = self.name().unwrap_or_else(|| "LOG".to_owned());
                // The part of the line before the value is written.
                self.finish(core, context.listing)?;
                return Err(core.fault_at(statement.site, Fault::LineExceeded { source_name }));
            }
        }
        self.tell_pointer(core);
        self.hold = statement.hold;
        if self.hold == Hold::No {
            self.release(core, context.listing)?;
        }
        Ok(())
    }

    /// Writes a held line, unless it is held across iterations.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn end_iteration(&mut self, core: &mut Core<'s, '_>, listing: &mut dyn Listing) -> StepResult<()> {
        if self.hold == Hold::Iteration {
            self.release(core, listing)?;
        }
        Ok(())
    }

    /// Returns the lines for a procedure since the last call.
    pub fn take_lines(&mut self) -> Vec<Vec<u8>> {
        self.target.take_lines()
    }

    /// Writes all pending lines.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn finish(&mut self, core: &mut Core<'s, '_>, listing: &mut dyn Listing) -> StepResult<()> {
        self.release(core, listing)?;
        let check_stop = core.stop_check();
        let finished = self.target.finish(core.log, check_stop);
        finished.map_err(|fault| core.fault_at(self.external.site, fault))
    }

    /// Writes the lines being built.
    fn release(&mut self, core: &mut Core<'s, '_>, listing: &mut dyn Listing) -> StepResult<()> {
        for line in &mut self.lines[..self.used] {
            let check_stop = core.stop_check();
            if self.external.pads {
                let longest = self.external.line_length as usize;
                make_room(line, longest, &mut core.memory)
                    .map_err(|refused| core.fault_at(self.external.site, refused))?;
                line.resize(longest.max(line.len()), b' ');
            }
            let written = self.target.line(line, core.log, listing, check_stop);
            written.map_err(|fault| core.fault_at(self.external.site, fault))?;
            self.count.add(line.len());
            line.clear();
        }
        self.used = 0;
        self.current = 0;
        self.column = 0;
        self.after_value = false;
        self.hold = Hold::No;
        Ok(())
    }

    /// Moves to the beginning of a line.
    fn go_to_line(&mut self, line: usize) {
        while self.lines.len() <= line {
            self.lines.push(Vec::new());
        }
        self.used = self.used.max(line + 1);
        self.current = line;
        self.column = 0;
        self.after_value = false;
    }

    fn item(&mut self, item: &'s PutItem, core: &mut Core<'s, '_>, context: &PutContext<'_, 's>) -> StepResult<()> {
        let longest = self.external.line_length;
        match item {
            PutItem::Column(column) => self.column = position_of_column(core.number(column)?, longest),
            PutItem::Advance(by) => self.column = moved(self.column, core.number(by)?, longest),
            PutItem::NextLine => self.go_to_line(self.current + 1),
            PutItem::Line(line) => self.go_to_line(index_of_line(core.number(line)?)),
            PutItem::Literal(text) => {
                self.write(text);
                self.after_value = false;
            }
            PutItem::Write(value, form) => self.write_in(value, form, core)?,
            PutItem::Element { target, named, format } => {
                let slot = core.target_slot(target)?;
                if let Some(variable) = context.dump.of_slot(slot) {
                    self.value.clear();
                    let fits = match (format, core.values.value(slot)) {
                        (Some(format), value @ Value::Number(_)) => format.write(value, &mut self.value),
                        (Some(format), value) => {
                            format.write(value, &mut self.value);
                            true
                        }
                        (None, _) => variable.write(&core.values, &mut self.value),
                    };
                    core.problems.written(fits);
                    let is_missing = core.values.value(slot).is_missing();
                    self.list(named.then_some(variable.name.as_str()), is_missing);
                }
            }
            PutItem::All => {
                for named in context.dump.variables() {
                    self.value.clear();
                    let fits = named.write(&core.values, &mut self.value);
                    core.problems.written(fits);
                    self.list(Some(&named.name), false);
                }
            }
            PutItem::InfileLine(external) => {
                let input = context.inputs.get(*external as usize).and_then(Option::as_ref);
                self.write(input.map_or(&[], |input| input.line_from_start(&core.values)));
                self.after_value = false;
            }
        }
        Ok(())
    }
}

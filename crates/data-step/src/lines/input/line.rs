//! The current lines.

use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;
use feedrate_rows::vector::values::Values;
use feedrate_values::value::trim;

use super::InputState;
use crate::lines::{make_room, position_of_column};

/// The number of columns from one stop of tabs to the next.
const TAB: usize = 8;

impl<'s> InputState<'s> {
    /// Returns the current line, empty if there is none, or the value that the step assigned to `_INFILE_`.
    pub fn line<'a>(&'a self, values: &'a Values) -> &'a [u8] {
        let line: &[u8] = match self.lines[..self.held].get(self.current) {
            Some((line, _)) => line,
            None => &[],
        };
        self.assigned(line, values).unwrap_or(line)
    }

    /// Returns what PUT writes of the current line: from the column of START= on, if there is one.
    pub fn line_from_start<'a>(&'a self, values: &'a Values) -> &'a [u8] {
        let line = self.line(values);
        match self.external.start {
            Some(slot) => {
                let start = position_of_column(values.number(slot), self.external.line_length);
                line.get(start..).unwrap_or(&[])
            }
            None => line,
        }
    }

    /// Returns the value that the step assigned to `_INFILE_`, without trailing blanks, if it differs from the current
    /// line.
    fn assigned<'a>(&self, line: &[u8], values: &'a Values) -> Option<&'a [u8]> {
        let buffer = self.external.buffer.filter(|buffer| buffer.assigned)?;
        let assigned = trim(values.text(buffer.slot));
        let shown = &line[..line.len().min(buffer.slot.length as usize)];
        (assigned != trim(shown)).then_some(assigned)
    }

    /// Continues with the value that the step assigned to `_INFILE_`.
    pub(super) fn take_over(&mut self, values: &Values) {
        let Some((line, _)) = self.lines[..self.held].get(self.current) else {
            return;
        };
        if let Some(assigned) = self.assigned(line, values) {
            let (line, _) = &mut self.lines[self.current];
            let length = line.len().max(assigned.len());
            line.clear();
            line.extend_from_slice(assigned);
            line.resize(length, b' ');
        }
    }

    /// Moves to the beginning of a line.
    pub(super) fn begin_line(&mut self, line: usize, values: &mut Values) {
        self.current = line;
        self.column = 0;
        self.found = false;
        self.in_vain = false;
        if let Some(buffer) = self.external.buffer {
            values.set_text(buffer.slot, &self.lines[line].0);
        }
    }

    /// Reads a line behind the current ones and moves to its beginning. Returns `false` if there is none.
    pub(super) fn read_line(&mut self, core: &mut Core<'s, '_>) -> StepResult<bool> {
        core.check_stop()?;
        if self.held == self.lines.len() {
            self.lines.push((Vec::new(), 0));
        }
        if let Some(returned) = self.returned.pop_front() {
            self.lines[self.held] = returned;
        } else if !self.fetch_line(core)? {
            return Ok(false);
        }
        if let Some(slot) = self.external.length {
            core.values.set_number(slot, self.lines[self.held].0.len() as f64);
        }
        self.held += 1;
        self.begin_line(self.held - 1, &mut core.values);
        if self.external.end.is_some() {
            let is_last = self.external.last.is_some_and(|last| self.passed >= last)
                || self
                    .is_at_end(core)
                    .map_err(|fault| core.fault_at(self.external.site, fault))?;
            core.set_flag(self.external.end, is_last);
        }
        Ok(true)
    }

    /// Reads the next line of the source into the buffer behind the current lines. Returns `false` if there is none.
    fn fetch_line(&mut self, core: &mut Core<'s, '_>) -> StepResult<bool> {
        let external = self.external;
        let longest = external.line_length as usize;
        // It is taken out, because the next file may have to be opened for it.
        let mut line = std::mem::take(&mut self.lines[self.held].0);
        loop {
            let is_past = external.last.is_some_and(|last| self.passed >= last);
            let check_stop = core.stop_check();
            let next = match is_past {
                true => Ok(None),
                false => self.source().next(&mut line, longest, &mut core.memory, check_stop),
            };
            let next = next.map_err(|fault| core.fault_at(external.site, fault))?;
            let Some(is_cut) = next else {
                if !is_past && self.open_next(core)? {
                    continue;
                }
                self.lines[self.held].0 = line;
                return Ok(false);
            };
            self.tell_next(core);
            self.passed += 1;
            if self.passed >= external.first {
                self.cut |= is_cut;
                break;
            }
            core.check_stop()?;
        }
        self.count.add(line.len());
        self.lines[self.held] = (line, self.passed - 1 + u64::from(external.line_number.max(1)));
        self.convert_line(core)?;
        Ok(true)
    }

    /// Converts the line that was read to what INPUT reads.
    fn convert_line(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        let external = self.external;
        let longest = external.line_length as usize;
        let (line, _) = &mut self.lines[self.held];
        if let Some(encoding) = external.encoding
            && !encoding.is_utf8()
        {
            let decoded = encoding.decode_lossy(line);
            line.clear();
            line.extend_from_slice(decoded.as_bytes());
        }
        if external.expands_tabs {
            expand_tabs(line, longest);
        }
        if external.pads && line.len() < longest {
            make_room(line, longest, &mut core.memory).map_err(|refused| core.fault_at(external.site, refused))?;
            line.resize(longest, b' ');
        }
        Ok(())
    }

    /// Moves to the next line. Earlier lines are kept only if the statement can return to them.
    pub(super) fn next_line(&mut self, keeps: bool, core: &mut Core<'s, '_>) -> StepResult<bool> {
        if self.current + 1 < self.held {
            self.begin_line(self.current + 1, &mut core.values);
            return Ok(true);
        }
        if !keeps {
            self.held = 0;
        }
        self.read_line(core)
    }
}

/// Replaces tabs by blanks up to the next stop, in at most `longest` bytes.
fn expand_tabs(line: &mut Vec<u8>, longest: usize) {
    if !line.contains(&b'\t') {
        return;
    }
    let mut expanded = Vec::with_capacity(line.len() + TAB);
    for &byte in line.iter() {
        match byte {
            b'\t' => {
                let stop = (expanded.len() / TAB + 1) * TAB;
                expanded.resize(stop.min(longest), b' ');
            }
            byte => expanded.push(byte),
        }
    }
    expanded.truncate(longest);
    *line = expanded;
}

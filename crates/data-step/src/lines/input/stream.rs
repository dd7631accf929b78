//! RECFM=N: a stream of bytes without lines. The current line is then the bytes from where the statement began.

use feedrate_program::LineEnd;
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;

use super::InputState;

impl<'s> InputState<'s> {
    /// Returns whether the file is a stream of bytes.
    pub(super) fn is_stream(&self) -> bool {
        self.external.line_end == LineEnd::Nothing
    }

    /// Begins a statement behind the bytes that the one before has read. Returns `false` if there are no more.
    pub(super) fn go_on(&mut self, core: &mut Core<'s, '_>) -> StepResult<bool> {
        core.check_stop()?;
        if self.lines.is_empty() {
            self.lines.push((Vec::new(), 1));
        }
        let line = &mut self.lines[0].0;
        let passed = self.column.min(line.len());
        line.drain(..passed);
        self.held = 1;
        self.begin_line(0, &mut core.values);
        self.top_up(core)?;
        while self.lines[0].0.is_empty() {
            if !self.open_next(core)? {
                return Ok(false);
            }
            self.tell_next(core);
            self.top_up(core)?;
        }
        self.begin_line(0, &mut core.values);
        Ok(true)
    }

    /// Reads on until LRECL= bytes follow the pointer, or to the end of the file.
    pub(super) fn top_up(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        let wanted = self.column + self.external.line_length as usize;
        let before = self.lines[0].0.len();
        if before >= wanted {
            return Ok(());
        }
        let check_stop = core.stop_check();
        let mut line = std::mem::take(&mut self.lines[0].0);
        let filled = self.source().fill(&mut line, wanted, &mut core.memory, check_stop);
        self.streamed += (line.len() - before) as u64;
        self.lines[0].0 = line;
        filled.map_err(|fault| core.fault_at(self.external.site, fault))
    }

    /// Sets the variable of END= after a statement.
    pub(super) fn tell_end_of_stream(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        if self.external.end.is_some() {
            let is_end = self.column >= self.lines[0].0.len() && self.is_at_end(core)?;
            core.set_flag(self.external.end, is_end);
        }
        Ok(())
    }
}

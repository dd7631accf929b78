//! The opened file.

use feedrate_program::ExternalKind;
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;
use feedrate_rows::outcome::FileRead;
use feedrate_values::Severity;

use super::InputState;
use super::series::Series;
use crate::lines::{name_of, path_of, shown_place};

impl<'s> InputState<'s> {
    /// Opens the file that the variable of FILEVAR= names, unless it is the opened one.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn open_named(&mut self, core: &mut Core<'s, '_>) -> StepResult<()> {
        let Some(slot) = self.external.path_variable else {
            return Ok(());
        };
        let path = path_of(core.values.text(slot));
        if self.named.as_ref() == Some(&path) {
            return Ok(());
        }
        let series = Series::open(&path, &[], self.external);
        let series = series.map_err(|fault| core.fault_at(self.external.site, fault))?;
        if self.series.is_some() {
            let done = self.fact();
            self.done.push(done);
        }
        self.series = Some(series);
        self.named = Some(path);
        (self.held, self.current, self.column, self.passed) = (0, 0, 0, 0);
        self.hold = feedrate_program::Hold::No;
        (self.found, self.in_vain) = (false, false);
        self.begin_file();
        self.is_next = false;
        self.has_ended = false;
        self.returned.clear();
        core.set_flag(self.external.end, false);
        if let Some(text) = self.introduction() {
            core.log.message(Severity::Note, &text);
        }
        self.tell_name(core);
        Ok(())
    }

    /// Sets the variable of FILENAME=.
    pub fn tell_name(&self, core: &mut Core<'s, '_>) {
        if let (Some(slot), Some(path)) = (self.external.name_variable, self.path()) {
            core.values.set_text(slot, path.to_string_lossy().as_bytes());
        }
    }

    /// Sets the variables of COLUMN= and LINE=.
    pub(super) fn tell_pointer(&self, core: &mut Core<'s, '_>) {
        if let Some(slot) = self.external.column {
            core.values.set_number(slot, self.column as f64 + 1.0);
        }
        if let Some(slot) = self.external.line {
            core.values.set_number(slot, self.current as f64 + 1.0);
        }
    }

    /// Returns the facts about the files that were read.
    pub fn facts(&self) -> Vec<FileRead> {
        let mut facts = self.done.clone();
        // FILEVAR= may have named none.
        if self.series.is_some() || !self.is_file() {
            facts.push(self.fact());
        }
        facts
    }

    pub(super) fn fact(&self) -> FileRead {
        let mut count = self.count;
        if self.streamed > 0 {
            count.add(self.streamed as usize);
        }
        FileRead {
            name: self.name(),
            is_file: self.is_file(),
            count,
            went_on: self.went_on,
            scanned: self.scanned,
            lost: self.lost,
            cut: self.cut,
        }
    }

    /// Returns the name of the file in messages.
    pub fn name(&self) -> String {
        match &self.external.kind {
            ExternalKind::Source(path) => name_of(self.external, self.path().unwrap_or(path)),
            _ => "DATALINES".to_owned(),
        }
    }

    /// Returns whether the lines ended within an INPUT statement, of which the log has not yet told.
    pub fn takes_loss(&mut self) -> bool {
        std::mem::take(&mut self.lost)
    }

    /// Returns the note about the file when it is opened; `None` for one that FILEVAR= will name.
    pub fn introduction(&self) -> Option<String> {
        let series = self.series.as_ref()?;
        let path = &series.path;
        let name = name_of(self.external, path);
        let mut text = format!("The infile {name} is:\n{}", shown_place(self.external, path));
        if let Some(list) = &series.list {
            text.push_str(&format!(",\nFile List={list}"));
        }
        if let Some(bytes) = series.source.bytes() {
            text.push_str(&format!(",\nFile Size (bytes)={bytes}"));
        }
        Some(text)
    }

    /// Returns whether this is a file, and not lines of the program.
    pub fn is_file(&self) -> bool {
        matches!(self.external.kind, ExternalKind::Source(_))
    }
}

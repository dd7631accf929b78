//! The opened file.

use feedrate_program::{External, ExternalKind};
use feedrate_rows::environment::Listing;
use feedrate_rows::evaluation::core::Core;
use feedrate_rows::fault::StepResult;
use feedrate_rows::outcome::{FileMade, LineCount};
use feedrate_values::Severity;

use super::PutState;
use crate::lines::target::Target;
use crate::lines::{name_of, path_of, shown_place};

/// Returns the bytes between values of list output; none if a blank follows each.
pub(super) fn delimiter_of(external: &External) -> Vec<u8> {
    match (&external.delimiter_string, external.delimiters.first()) {
        (Some(string), _) => string.bytes.clone(),
        (None, Some(first)) => vec![*first],
        (None, None) if external.dsd => vec![b','],
        (None, None) => Vec::new(),
    }
}

impl<'s> PutState<'s> {
    /// Opens the file that the variable of FILEVAR= names, unless it is the opened one, which is completed.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written.
    pub fn open_named(&mut self, core: &mut Core<'s, '_>, listing: &mut dyn Listing) -> StepResult<()> {
        let Some(slot) = self.external.path_variable else {
            return Ok(());
        };
        let path = path_of(core.values.text(slot));
        if self.path.as_deref() == Some(&path) {
            return Ok(());
        }
        if self.path.is_some() {
            self.finish(core, listing)?;
            self.done.extend(self.fact());
        }
        let target = Target::open_file(&path, self.external, core.stop_check());
        self.target = target.map_err(|fault| core.fault_at(self.external.site, fault))?;
        self.path = Some(path);
        self.count = LineCount::default();
        self.cut = false;
        if let Some(text) = self.introduction() {
            core.log.message(Severity::Note, &text);
        }
        self.tell_name(core);
        Ok(())
    }

    /// Sets the variable of FILENAME=.
    pub fn tell_name(&self, core: &mut Core<'s, '_>) {
        if let (Some(slot), Some(path)) = (self.external.name_variable, &self.path) {
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

    /// Returns the facts about the files that were written.
    pub fn facts(&self) -> impl Iterator<Item = FileMade> {
        self.done.iter().cloned().chain(self.fact())
    }

    fn fact(&self) -> Option<FileMade> {
        Some(FileMade {
            name: self.name()?,
            count: self.count,
            cut: self.cut,
        })
    }

    /// Returns the name of the file in messages; `None` for the log, and for one that FILEVAR= will name.
    pub fn name(&self) -> Option<String> {
        match &self.external.kind {
            ExternalKind::Target { .. } => self.path.as_deref().map(|path| name_of(self.external, path)),
            ExternalKind::Listing => Some("PRINT".to_owned()),
            _ => None,
        }
    }

    /// Returns the note about the file when it is opened.
    pub fn introduction(&self) -> Option<String> {
        let path = self.path.as_deref()?;
        let name = name_of(self.external, path);
        Some(format!("The file {name} is:\n{}", shown_place(self.external, path)))
    }
}

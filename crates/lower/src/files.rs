//! The text files of a step, and those that INPUT and PUT use at a point of it.

use feedrate_language::tree::FileName;
use feedrate_program::{External, ExternalKind, SiteId};

/// The maximum length of a line unless LRECL= gives another.
pub(super) const LINE_LENGTH: u32 = 32_767;

/// The text files of a step.
#[derive(Default)]
pub(super) struct Files {
    pub(super) externals: Vec<External>,
    pub(super) current: Current,
}

/// The files that INPUT and PUT use at a point of the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Current {
    pub(super) input: CurrentFile,
    pub(super) output: CurrentFile,
}

/// The current file of INPUT or PUT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CurrentFile {
    /// The default without INFILE or FILE: the lines in the program, and the log.
    #[default]
    Default,
    /// The file of this index.
    File(u32),
    /// Different files, depending on the path through the step.
    Several,
    /// A file that could not be resolved, which has been reported.
    Lost,
}

impl CurrentFile {
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Lost, _) | (_, Self::Lost) => Self::Lost,
            _ if self == other => self,
            _ => Self::Several,
        }
    }
}

impl Files {
    pub fn current(&self) -> Current {
        self.current
    }

    pub fn set_current(&mut self, current: Current) {
        self.current = current;
    }

    /// Makes the log the current file of PUT. Returns the previous state.
    pub fn output_to_log(&mut self) -> Current {
        let before = self.current;
        self.current.output = CurrentFile::Default;
        before
    }

    /// Merges the states of two paths through the step.
    pub fn join(&mut self, other: Current) {
        self.current.input = self.current.input.joined(other.input);
        self.current.output = self.current.output.joined(other.output);
    }

    /// Marks the current file of INPUT as unknown.
    pub fn forget_input(&mut self) {
        self.current.input = CurrentFile::Several;
    }

    /// Marks the current file of PUT as unknown.
    pub fn forget_output(&mut self) {
        self.current.output = CurrentFile::Several;
    }

    pub fn get_mut(&mut self, index: u32) -> &mut External {
        &mut self.externals[index as usize]
    }

    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut External> {
        self.externals.iter_mut()
    }

    pub fn take(&mut self) -> Vec<External> {
        std::mem::take(&mut self.externals)
    }

    /// Returns the index of the file of this kind, which is added at `site` unless an earlier statement named it. A
    /// new file is read from line `first` to line `last`. `line_number` is the number of its first line in messages.
    pub fn find_or_add(
        &mut self,
        kind: ExternalKind,
        (first, last): (u64, Option<u64>),
        line_number: u32,
        site: SiteId,
    ) -> u32 {
        let found = self.externals.iter().position(|external| same(&external.kind, &kind));
        let index = found.unwrap_or_else(|| {
            self.externals.push(External {
                first,
                last,
                line_number,
                ..External::new(kind, site, LINE_LENGTH)
            });
            self.externals.len() - 1
        });
        index as u32
    }

    /// Sets the name of a file in messages, if the statement at `site` was the first to name it.
    pub fn name(&mut self, index: u32, site: SiteId, file: &FileName) {
        let external = self.get_mut(index);
        if external.site == site
            && let FileName::Reference(name) = file
        {
            external.reference = Some(name.text.to_ascii_uppercase());
        }
    }
}

/// Returns whether two kinds are the same file. The lines in the program are one file.
fn same(a: &ExternalKind, b: &ExternalKind) -> bool {
    match (a, b) {
        (ExternalKind::Source(a), ExternalKind::Source(b)) => a == b,
        (ExternalKind::Target { path: a, .. }, ExternalKind::Target { path: b, .. }) => a == b,
        (ExternalKind::Lines(_), ExternalKind::Lines(_))
        | (ExternalKind::Log, ExternalKind::Log)
        | (ExternalKind::Listing, ExternalKind::Listing) => true,
        _ => false,
    }
}

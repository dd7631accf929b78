//! INFILE and FILE statements: the text files of a step, and which of them is current.

use feedrate_language::tree::{FileName, InfileOption};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::{External, ExternalKind, ShortLine, SiteId};

use super::lowering::Lowering;

/// The maximum length of a line unless LRECL= gives another.
pub(super) const LINE_LENGTH: u32 = 32_767;

/// The text files of a step.
#[derive(Default)]
pub(super) struct Files {
    externals: Vec<External>,
    current: Current,
}

/// The files that INPUT and PUT use at a point of the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Current {
    input: At,
    output: At,
}

/// The current file of INPUT or PUT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
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

impl At {
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
        self.current.output = At::Default;
        before
    }

    /// Merges the states of two paths through the step.
    pub fn join(&mut self, other: Current) {
        self.current.input = self.current.input.joined(other.input);
        self.current.output = self.current.output.joined(other.output);
    }

    /// Marks the current file of INPUT as unknown.
    pub fn forget_input(&mut self) {
        self.current.input = At::Several;
    }

    /// Marks the current file of PUT as unknown.
    pub fn forget_output(&mut self) {
        self.current.output = At::Several;
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
    fn find_or_add(
        &mut self,
        kind: ExternalKind,
        (first, last): (u64, Option<u64>),
        line_number: u32,
        site: SiteId,
    ) -> u32 {
        let found = self
            .externals
            .iter()
            .position(|external| same(&external.kind, &kind));
        let index = found.unwrap_or_else(|| {
            self.externals.push(External {
                kind,
                site,
                delimiters: Vec::new(),
                dsd: false,
                short_line: ShortLine::default(),
                drops_over: false,
                first,
                last,
                line_length: LINE_LENGTH,
                end: None,
                length: None,
                column: None,
                buffer: None,
                line_number,
            });
            self.externals.len() - 1
        });
        index as u32
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

impl Lowering<'_> {
    /// Lowers an INFILE statement.
    pub fn infile(&mut self, file: &FileName, options: &[InfileOption], at: Position) {
        let kind = match file {
            FileName::Path(path) => Some((ExternalKind::Source(path.into()), 1)),
            FileName::Reference(name) => match name.text.to_uppercase().as_str() {
                "DATALINES" | "CARDS" | "DATALINES4" | "CARDS4" => self.lines(at),
                reference => self
                    .path(reference, name.at)
                    .map(|path| (ExternalKind::Source(path), 1)),
            },
        };
        let Some((kind, line_number)) = kind else {
            self.files.current.input = At::Lost;
            return;
        };
        self.refuse_both_ways(&kind, at);
        let system = (
            self.options.first_observation,
            self.options.last_observation,
        );
        let site = self.site(at);
        let index = self.files.find_or_add(kind, system, line_number, site);
        let is_default = matches!(
            self.files.externals[index as usize].kind,
            ExternalKind::Lines(_)
        );
        self.files.current.input = if is_default {
            At::Default
        } else {
            At::File(index)
        };
        for option in options {
            self.file_option(index, option, true);
        }
    }

    /// Lowers a FILE statement.
    pub fn file(&mut self, file: &FileName, options: &[InfileOption], at: Position) {
        let append = options.iter().any(|option| option.name == "MOD");
        let target = |path| ExternalKind::Target { path, append };
        let kind = match file {
            FileName::Path(path) => Some(target(path.into())),
            FileName::Reference(name) => match name.text.to_uppercase().as_str() {
                "LOG" => Some(ExternalKind::Log),
                "PRINT" => Some(ExternalKind::Listing),
                reference => self.path(reference, at).map(target),
            },
        };
        let Some(kind) = kind else {
            self.files.current.output = At::Lost;
            return;
        };
        self.refuse_both_ways(&kind, at);
        let site = self.site(at);
        let index = self.files.find_or_add(kind, (1, None), 1, site);
        let is_default = matches!(self.files.externals[index as usize].kind, ExternalKind::Log);
        self.files.current.output = if is_default {
            At::Default
        } else {
            At::File(index)
        };
        for option in options {
            self.file_option(index, option, false);
        }
    }

    /// Returns the lines in the program, if there are any, and the line number of the first in the log.
    fn lines(&mut self, at: Position) -> Option<(ExternalKind, u32)> {
        // The first statement that needs them takes them; later ones find the file that has them.
        let has_file = self
            .files
            .externals
            .iter()
            .any(|external| matches!(external.kind, ExternalKind::Lines(_)));
        match self.declarations.lines.take() {
            Some((lines, number)) => Some((ExternalKind::Lines(lines), number)),
            None if has_file => Some((ExternalKind::Lines(Vec::new()), 1)),
            None => {
                if !self.declarations.is_partial {
                    self.error(at, "No DATALINES or INFILE statement.");
                }
                None
            }
        }
    }

    /// Reports an error if the step both reads and writes a file, because a file is truncated before it is written.
    fn refuse_both_ways(&mut self, kind: &ExternalKind, at: Position) {
        let other = self
            .files
            .externals
            .iter()
            .find_map(|external| match (kind, &external.kind) {
                (ExternalKind::Source(a), ExternalKind::Target { path: b, .. })
                | (ExternalKind::Target { path: a, .. }, ExternalKind::Source(b)) => {
                    (a == b).then(|| a.display().to_string())
                }
                _ => None,
            });
        if let Some(path) = other {
            self.error_with_hint(
                at,
                format!("{path} is read and written in one step"),
                "write to another file",
            );
        }
    }

    fn path(&mut self, reference: &str, at: Position) -> Option<std::path::PathBuf> {
        let path = self.catalog.file(reference);
        if path.is_none() {
            let message = format!("there is no file reference {reference}");
            self.refuse_anyway(
                Diagnostic::error(at, message)
                    .with_hint("a FILENAME statement names one; a path stands in quotes"),
            );
        }
        path
    }

    /// Returns the current file of INPUT.
    pub fn input_file(&mut self, at: Position) -> Option<u32> {
        match self.files.current.input {
            At::File(index) => Some(index),
            At::Default => {
                let (kind, line_number) = self.lines(at)?;
                let system = (
                    self.options.first_observation,
                    self.options.last_observation,
                );
                let site = self.site(at);
                Some(self.files.find_or_add(kind, system, line_number, site))
            }
            At::Lost => None,
            At::Several => {
                self.unclear("INPUT", "INFILE", at);
                None
            }
        }
    }

    /// Returns the current file of PUT.
    pub fn output_file(&mut self, at: Position) -> Option<u32> {
        match self.files.current.output {
            At::File(index) => Some(index),
            At::Default => {
                let site = self.site(at);
                let log = ExternalKind::Log;
                Some(self.files.find_or_add(log, (1, None), 1, site))
            }
            At::Lost => None,
            At::Several => {
                self.unclear("PUT", "FILE", at);
                None
            }
        }
    }

    fn unclear(&mut self, statement: &str, file: &str, at: Position) {
        self.error_with_hint(
            at,
            format!("it depends on how the step runs which {file} statement this {statement} follows, which is not supported"),
            format!("write the {file} statement right before the {statement}"),
        );
    }
}

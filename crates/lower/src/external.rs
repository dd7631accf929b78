//! INFILE and FILE: which files of lines a step has, and which one is at hand.

use feedrate_language::Position;
use feedrate_language::tree::{FileName, InfileOption};
use feedrate_steps::ir::{External, ExternalKind, ShortLine, SiteId};

use super::lowering::Lowering;

/// How long a line can be unless LRECL= says so.
pub(super) const LINE_LENGTH: u32 = 32_767;

/// The files of a step.
#[derive(Default)]
pub(super) struct Files {
    externals: Vec<External>,
    current: Current,
}

/// Which files INPUT and PUT mean at a place of the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Current {
    input: At,
    output: At,
}

/// Which file is at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    /// The one that there is without INFILE or FILE: the lines in the program, and the log.
    #[default]
    Default,
    /// This one.
    File(u32),
    /// One or another, as the step happens to run.
    Several,
    /// One that is not to be found, which was said.
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

    /// From here on PUT means the log. Returns what was at hand.
    pub fn output_to_log(&mut self) -> Current {
        let before = self.current;
        self.current.output = At::Default;
        before
    }

    /// Two ways through the step meet here.
    pub fn join(&mut self, other: Current) {
        self.current.input = self.current.input.joined(other.input);
        self.current.output = self.current.output.joined(other.output);
    }

    /// From here on it is open which file INPUT means.
    pub fn forget_input(&mut self) {
        self.current.input = At::Several;
    }

    /// From here on it is open which file PUT means.
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

    /// The file of this kind, which is new at `site` unless another statement has named it.
    /// The lines from `first` to `last` of a new one are read. `line_number` is what messages call its
    /// first line.
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

/// Whether both are the same place. The lines in the program are one place.
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
    /// INFILE.
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

    /// FILE.
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

    /// The lines in the program, if there are some, and the number of the first in the log.
    fn lines(&mut self, at: Position) -> Option<(ExternalKind, u32)> {
        // They are taken by the first statement that needs them; later ones find the file that holds them.
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

    /// A file that is written is emptied first, and what the step wants to read of it would be lost.
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
            self.error_with_hint(
                at,
                format!("there is no file reference {reference}"),
                "a FILENAME statement names one; a path stands in quotes",
            );
        }
        path
    }

    /// The file that INPUT reads here.
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

    /// The file that PUT writes here.
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

//! INFILE and FILE statements: the text files of a step, and which of them is current.

use feedrate_language::tree::{FileName, InfileOption};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::{self as program, ExternalKind, LinesAction};

use super::files::CurrentFile;
use super::lowering::StepLowering;

impl StepLowering<'_> {
    /// Lowers an INFILE statement.
    pub fn infile(
        &mut self,
        file: &FileName,
        options: &[InfileOption],
        at: Position,
        out: &mut Vec<program::Statement>,
    ) {
        let kind = match file {
            FileName::Path(path) => Some((ExternalKind::Source(path.into()), 1)),
            FileName::Member(name, member) => {
                let folder = self.path(&name.text.to_uppercase(), name.at);
                folder.map(|folder| (ExternalKind::Source(folder.join(member)), 1))
            }
            FileName::Reference(name) => match name.text.to_uppercase().as_str() {
                "DATALINES" | "CARDS" | "DATALINES4" | "CARDS4" => self.lines(at),
                _ if named_later(options) => Some((ExternalKind::Source(name.text.clone().into()), 1)),
                reference => self
                    .path(reference, name.at)
                    .map(|path| (ExternalKind::Source(path), 1)),
            },
        };
        let Some((kind, line_number)) = kind else {
            self.files.current.input = CurrentFile::Lost;
            return;
        };
        self.refuse_both_ways(&kind, at);
        let system = (self.options.first_observation, self.options.last_observation);
        let site = self.site(at);
        let index = self.files.find_or_add(kind, system, line_number, site);
        self.files.name(index, site, file);
        let is_default = matches!(self.files.externals[index as usize].kind, ExternalKind::Lines(_));
        self.files.current.input = if is_default {
            CurrentFile::Default
        } else {
            CurrentFile::File(index)
        };
        let options = [self.options_of(file).as_slice(), options].concat();
        self.file_options(index, &options, true);
        self.open_by_variable(index, out);
    }

    /// Lowers a FILE statement.
    pub fn file(&mut self, file: &FileName, options: &[InfileOption], at: Position, out: &mut Vec<program::Statement>) {
        let append = options.iter().any(|option| option.name == "MOD");
        let target = |path| ExternalKind::Target { path, append };
        let kind = match file {
            FileName::Path(path) => Some(target(path.into())),
            FileName::Member(name, member) => {
                let folder = self.path(&name.text.to_uppercase(), at);
                folder.map(|folder| target(folder.join(member)))
            }
            FileName::Reference(name) => match name.text.to_uppercase().as_str() {
                "LOG" => Some(ExternalKind::Log),
                "PRINT" => Some(ExternalKind::Listing),
                _ if named_later(options) => Some(target(name.text.clone().into())),
                reference => self.path(reference, at).map(target),
            },
        };
        let Some(kind) = kind else {
            self.files.current.output = CurrentFile::Lost;
            return;
        };
        self.refuse_both_ways(&kind, at);
        let site = self.site(at);
        let index = self.files.find_or_add(kind, (1, None), 1, site);
        self.files.name(index, site, file);
        let is_default = matches!(self.files.externals[index as usize].kind, ExternalKind::Log);
        self.files.current.output = if is_default {
            CurrentFile::Default
        } else {
            CurrentFile::File(index)
        };
        let options = [self.options_of(file).as_slice(), options].concat();
        self.file_options(index, &options, false);
        self.open_by_variable(index, out);
    }

    /// Lowers a statement about the lines of the current file of INPUT.
    pub fn of_lines(&mut self, action: LinesAction, at: Position, out: &mut Vec<program::Statement>) {
        if let Some(file) = self.input_file(at) {
            out.push(program::Statement::Lines(action, file));
        }
    }

    /// Lowers the opening of a file that FILEVAR= names each time that the statement is executed.
    fn open_by_variable(&mut self, index: u32, out: &mut Vec<program::Statement>) {
        if self.files.get_mut(index).path_variable.is_some() {
            out.push(program::Statement::Lines(LinesAction::Open, index));
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

    /// Returns the options of the FILENAME statement of a file.
    fn options_of(&self, file: &FileName) -> Vec<InfileOption> {
        match file {
            FileName::Path(_) => Vec::new(),
            FileName::Reference(name) | FileName::Member(name, _) => {
                self.catalog.file_options(&name.text.to_uppercase())
            }
        }
    }

    fn path(&mut self, reference: &str, at: Position) -> Option<std::path::PathBuf> {
        let path = self.catalog.file(reference);
        if path.is_none() {
            let message = format!("No logical assign for filename {}.", reference.to_uppercase());
            self.refuse_anyway(
                Diagnostic::error(at, message).with_hint("a FILENAME statement names one; a path stands in quotes"),
            );
        }
        path
    }

    /// Returns the current file of INPUT.
    pub fn input_file(&mut self, at: Position) -> Option<u32> {
        match self.files.current.input {
            CurrentFile::File(index) => Some(index),
            CurrentFile::Default => {
                let (kind, line_number) = self.lines(at)?;
                let system = (self.options.first_observation, self.options.last_observation);
                let site = self.site(at);
                Some(self.files.find_or_add(kind, system, line_number, site))
            }
            CurrentFile::Lost => None,
            CurrentFile::Several => {
                self.unclear("INPUT", "INFILE", at);
                None
            }
        }
    }

    /// Returns the current file of PUT.
    pub fn output_file(&mut self, at: Position) -> Option<u32> {
        match self.files.current.output {
            CurrentFile::File(index) => Some(index),
            CurrentFile::Default => {
                let site = self.site(at);
                let log = ExternalKind::Log;
                Some(self.files.find_or_add(log, (1, None), 1, site))
            }
            CurrentFile::Lost => None,
            CurrentFile::Several => {
                self.unclear("PUT", "FILE", at);
                None
            }
        }
    }

    fn unclear(&mut self, statement: &str, file: &str, at: Position) {
        self.error_with_hint(
            at,
            format!(
                "it depends on how the step runs which {file} statement this {statement} follows, which is not \
                 supported"
            ),
            format!("write the {file} statement right before the {statement}"),
        );
    }
}

/// Returns whether a variable names the file when the step runs, so that the fileref of the statement needs no file.
fn named_later(options: &[InfileOption]) -> bool {
    options.iter().any(|option| option.name == "FILEVAR")
}

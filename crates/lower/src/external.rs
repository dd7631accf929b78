//! INFILE and FILE statements: the text files of a step, and which of them is current.

use std::path::PathBuf;

use feedrate_language::tree::{FileName, InfileOption, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::{self as program, Device, ExternalKind, LinesAction};

use super::catalog::FileFacts;
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
        let place = match file {
            FileName::Path(path) => Some(FileFacts::from(PathBuf::from(path))),
            FileName::Member(name, member) => self.member(name, member),
            FileName::Reference(name) => match name.text.to_uppercase().as_str() {
                reference if is_lines(reference) => None,
                _ if named_later(options) => Some(PathBuf::from(&name.text).into()),
                reference => self.place_of(reference, name.at),
            },
        };
        let kind = match (&place, file) {
            (Some(place), _) => Some((ExternalKind::Source(place.path.clone()), 1)),
            (None, FileName::Reference(name)) if is_lines(&name.text) => self.lines(at),
            (None, _) => None,
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
        self.set_place(index, place);
        self.file_options(index, &options, true);
        self.check_device(index, at);
        self.open_by_variable(index, out);
    }

    /// Lowers a FILE statement.
    pub fn file(&mut self, file: &FileName, options: &[InfileOption], at: Position, out: &mut Vec<program::Statement>) {
        let append = options.iter().any(|option| option.name == "MOD");
        let standard = match file {
            FileName::Reference(name) if name.text.eq_ignore_ascii_case("LOG") => Some(ExternalKind::Log),
            FileName::Reference(name) if name.text.eq_ignore_ascii_case("PRINT") => Some(ExternalKind::Listing),
            _ => None,
        };
        let place = match file {
            _ if standard.is_some() => None,
            FileName::Path(path) => Some(FileFacts::from(PathBuf::from(path))),
            FileName::Member(name, member) => self.member(name, member),
            FileName::Reference(name) if named_later(options) => Some(PathBuf::from(&name.text).into()),
            FileName::Reference(name) => self.place_of(&name.text.to_uppercase(), at),
        };
        let of_path = place.as_ref().map(|place| ExternalKind::Target {
            path: place.path.clone(),
            append,
        });
        let kind = standard.or(of_path);
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
        self.set_place(index, place);
        self.file_options(index, &options, false);
        self.check_device(index, at);
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

    /// Sets what a file is, and the files behind it.
    fn set_place(&mut self, index: u32, place: Option<FileFacts>) {
        if let Some(place) = place {
            let external = self.files.get_mut(index);
            external.more = place.further;
            external.device = place.device;
        }
    }

    /// Reports an error if the file is a command and the user does not allow these.
    fn check_device(&mut self, index: u32, at: Position) {
        if self.files.get_mut(index).device == Device::Pipe && !self.options.runs_commands {
            self.refuse_anyway(
                Diagnostic::error(at, "Insufficient authorization to access PIPE.")
                    .with_hint("the user allows commands of the system with `feedrate run -o xcmd`"),
            );
        }
    }

    /// Returns a file of a folder that FILENAME has named.
    fn member(&mut self, folder: &Name, member: &str) -> Option<FileFacts> {
        let place = self.place_of(&folder.text.to_uppercase(), folder.at)?;
        if let Device::Zip(_) = place.device {
            let device = Device::Zip(member.to_owned());
            return Some(FileFacts { device, ..place });
        }
        let folders = std::iter::once(&place.path).chain(&place.further);
        // With several folders, it is in the first one that has it.
        let found = folders.map(|folder| folder.join(member)).find(|path| path.exists());
        let path = found.unwrap_or_else(|| place.path.join(member));
        Some(FileFacts::from(path))
    }

    fn place_of(&mut self, reference: &str, at: Position) -> Option<FileFacts> {
        let place = self.catalog.lines_of(reference);
        if place.is_none() {
            let message = format!("No logical assign for filename {}.", reference.to_uppercase());
            self.refuse_anyway(
                Diagnostic::error(at, message).with_hint("a FILENAME statement names one; a path stands in quotes"),
            );
        }
        place
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

/// Returns whether a name stands for the lines in the program.
fn is_lines(name: &str) -> bool {
    ["DATALINES", "CARDS", "DATALINES4", "CARDS4"]
        .iter()
        .any(|lines| name.eq_ignore_ascii_case(lines))
}

//! Statements that stand outside steps: they change the session at once.

use std::path::{Path, PathBuf};

use feedrate_dataset::Asked;
use feedrate_dataset::library::{Assignment, Engine, SASHELP, WORK};
use feedrate_dataset::pipe::ENGINE;
use feedrate_dataset::settings::Place;
use feedrate_language::tree::{Global, Name};
use feedrate_language::{Diagnostic, Position, Reader, Sources};
use feedrate_values::format::UserFormat;

use crate::log::Severity;
use crate::session::Session;

/// What stands for all librefs.
const ALL: &str = "_ALL_";

impl Session<'_> {
    pub(crate) fn global(&mut self, global: Global, reader: &mut Reader) {
        let sources = reader.sources();
        match global {
            Global::Libname {
                name,
                engine,
                path,
                options,
            } => {
                let engine = engine.as_ref();
                if let Err(refused) = self.libname(&name, engine, path.as_deref(), &options) {
                    self.refuse_at(refused, sources);
                }
            }
            Global::LibraryList(name) => {
                if let Err(refused) = self.list_libraries(&name) {
                    self.refuse_at(refused, sources);
                }
            }
            Global::Filename { name, path } => {
                let key = name.text.to_ascii_uppercase();
                match path {
                    Some(path) => {
                        self.files.insert(key, PathBuf::from(path));
                    }
                    None if self.files.remove(&key).is_some() => {
                        self.log.message(
                            Severity::Note,
                            &format!("Fileref {key} has been deassigned."),
                        );
                    }
                    None => {
                        let text = format!("No logical assign for filename {key}.");
                        self.tell(&[Diagnostic::warning(name.at, text)], sources);
                    }
                }
            }
            Global::Options(options) => self.set_options(&options, sources),
            Global::Title(number, text) => self.listing.set_title(number, text),
            Global::Footnote(number, text) => self.listing.set_footnote(number, text),
            Global::Ods(statement) => self.ods(statement, sources),
            Global::Missing(letters) => {
                for letter in letters {
                    self.missing_letters.insert(letter);
                }
            }
            Global::Session(statement) => self.session_statement(*statement, reader),
            Global::End => self.is_ended = true,
            // What cannot be understood has been told.
            Global::Unknown(_) => self.begin_checking(),
            Global::Nothing => {}
        }
    }

    fn set_options(&mut self, options: &[(Name, Option<String>)], sources: &Sources) {
        let mut idle: Vec<&str> = Vec::new();
        for (name, value) in options {
            match self.options.set(&name.text, value.as_deref()) {
                Ok(None) => {}
                // Once is enough.
                Ok(Some(name)) if self.told_options.insert(name) => idle.push(name),
                Ok(Some(_)) => {}
                Err(error) => self.refuse_at(refusal(name.at, error), sources),
            }
        }
        if !idle.is_empty() {
            let text = format!(
                "Without effect here: {}. PROC OPTIONS tells why.",
                idle.join(", ")
            );
            self.log.message(Severity::Note, &text);
        }
        if !self.options.program.syntax_check {
            // What an error has begun ends with it.
            self.checking = false;
        }
        self.apply_options();
    }

    /// Tells an error with its place, after which steps are only checked.
    pub(crate) fn refuse_at(&mut self, error: Diagnostic, sources: &Sources) {
        self.tell(&[error], sources);
        self.begin_checking();
    }

    fn libname(
        &mut self,
        name: &Name,
        engine: Option<&Name>,
        path: Option<&str>,
        options: &[(Name, Option<String>)],
    ) -> Result<(), Diagnostic> {
        let libref = name.text.to_ascii_uppercase();
        let outcome = match path {
            None if libref == ALL => {
                self.libraries.clear_all();
                Ok("All librefs have been deassigned.".to_owned())
            }
            None => self
                .libraries
                .clear(&libref)
                .map(|()| format!("Libref {libref} has been deassigned.")),
            Some(path) if engine.is_some_and(|it| it.text.eq_ignore_ascii_case(ENGINE)) => {
                self.pipe(name, path, options)?
            }
            Some(path) => {
                let mut asked = Asked::default();
                let mut read_only = false;
                for (option, value) in options {
                    let is = |word: &str| option.text.eq_ignore_ascii_case(word);
                    if is("access")
                        && value
                            .as_deref()
                            .is_some_and(|it| it.eq_ignore_ascii_case("readonly"))
                    {
                        read_only = true;
                    } else {
                        asked
                            .set(Place::Library, &option.text, value.as_deref())
                            .map_err(|error| refusal(option.at, error))?;
                    }
                }
                if asked.asks_to_compress() {
                    let text = format!(
                        "COMPRESS= of the library {libref} has no effect: data sets are written uncompressed."
                    );
                    self.log.message(Severity::Note, &text);
                }
                let engine = engine.map(|engine| engine.text.as_str());
                if self.options.program.create_folders
                    && !read_only
                    && !path.trim().is_empty()
                    && engine.is_none_or(is_of_folders)
                {
                    self.create_folder(&libref, Path::new(path));
                }
                self.assign(&libref, engine, Path::new(path), asked, read_only)
            }
        };
        let text = outcome.map_err(|error| refusal(name.at, error))?;
        self.log.message(Severity::Note, &text);
        Ok(())
    }

    /// Makes the folder of a library if it is not there, in one that is. What goes wrong the assignment tells.
    fn create_folder(&mut self, libref: &str, path: &Path) {
        if !path.exists() && std::fs::create_dir(path).is_ok() {
            let text = format!("The folder of the library {libref} was created.");
            self.log.message(Severity::Note, &text);
        }
    }

    /// LIBNAME with LIST.
    fn list_libraries(&mut self, name: &Name) -> Result<(), Diagnostic> {
        let libref = name.text.to_ascii_uppercase();
        let is_all = libref == ALL;
        let mut texts: Vec<String> = self
            .libraries
            .assigned()
            .filter(|assignment| is_all || assignment.libref() == libref)
            .map(|assignment| {
                let (libref, engine) = (assignment.libref(), assignment.engine_name());
                let place = assignment.place().display();
                let access = match assignment.is_read_only() {
                    true => "\nAccess:        READONLY",
                    false => "",
                };
                format!("Libref {libref}\nEngine:        {engine}{access}\nPhysical Name: {place}")
            })
            .collect();
        if is_all || libref == WORK {
            let place = self.libraries.place(WORK);
            let place = place.map_err(|error| refusal(name.at, error))?;
            let place = place.display();
            texts.push(format!(
                "Libref {WORK}\nEngine:        V9\nPhysical Name: {place}"
            ));
        }
        if texts.is_empty() && libref == SASHELP {
            texts.push(format!(
                "Libref {SASHELP}\nData sets:     CLASS and IRIS, which come with feedrate\nAccess:        READONLY"
            ));
        }
        if texts.is_empty() {
            let unknown = feedrate_dataset::Error::UnknownLibrary { libref };
            return Err(refusal(name.at, unknown));
        }
        for text in texts {
            self.log.message(Severity::Note, &text);
        }
        Ok(())
    }

    pub(crate) fn assign(
        &mut self,
        libref: &str,
        engine: Option<&str>,
        path: &Path,
        asked: Asked,
        read_only: bool,
    ) -> Result<String, feedrate_dataset::Error> {
        let assignment = self.libraries.assignment(libref, engine, path)?;
        let mut assignment = assignment.with_asked(asked);
        if read_only {
            assignment = assignment.read_only();
        }
        self.assign_as(assignment)
    }

    /// Assigns a library, and gives what the log says of it.
    pub(crate) fn assign_as(
        &mut self,
        assignment: Assignment,
    ) -> Result<String, feedrate_dataset::Error> {
        let libref = assignment.libref().to_owned();
        let of_its_kind = match assignment.engine() {
            Engine::Pipe(_) => "pipe",
            _ => "folder",
        };
        let (engine, place) = (assignment.engine_name(), assignment.place().to_path_buf());
        let assigned = self.libraries.assign(assignment)?;
        let mut text = format!(
            "Libref {libref} was successfully assigned as follows:\nEngine:        {engine}\nPhysical Name: {}",
            place.display()
        );
        if let Some(other) = assigned.same_as {
            text.push_str(&format!(
                "\nIt is the same {of_its_kind} as that of {other}."
            ));
        }
        if assigned.swept > 0 {
            text.push_str(&format!(
                "\nRemoved {} unfinished files of runs that were killed.",
                assigned.swept
            ));
        }
        Ok(text)
    }

    /// PROC FORMAT.
    pub(crate) fn define(&mut self, formats: Vec<(Position, UserFormat)>, sources: &Sources) {
        for (at, format) in formats {
            let name = format.name.clone();
            match self.formats.define(format) {
                Ok(()) => self
                    .log
                    .message(Severity::Note, &format!("Format {name} has been output.")),
                Err(error) => self.refuse_at(refusal(at, error), sources),
            }
        }
    }
}

/// Whether the libraries of an engine are folders, and not files.
fn is_of_folders(engine: &str) -> bool {
    !engine.eq_ignore_ascii_case("xport")
}

/// That what stands there cannot be done.
pub(crate) fn refusal(at: Position, error: impl ToString) -> Diagnostic {
    Diagnostic::error(at, error.to_string())
}

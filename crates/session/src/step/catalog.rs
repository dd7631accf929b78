//! The catalog of the session for lowering.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use feedrate_dataset::delimited::{DelimitedFormat, Shape, Transfer};
use feedrate_dataset::library::WORK;
use feedrate_dataset::{DataSetName, Libraries, Reader};
use feedrate_language::Position;
use feedrate_language::tree::InfileOption;
use feedrate_lower::{Catalog, DataSetFacts, FileFacts, LentFile, LibraryFacts, OptionFacts, SessionFacts};
use feedrate_program::Site;
use feedrate_values::format::Formats;
use feedrate_values::informat::Informat;
use feedrate_values::{Kind, Spec};

use crate::conversions::Conversions;
use crate::file_references::FileReferences;
use crate::log::Log;
use crate::options::SystemOptions;
use crate::results::Titles;
use crate::step_outputs::StepOutputs;
use crate::views::Views;

/// The session as a catalog.
pub(super) struct SessionCatalog<'s> {
    pub(super) libraries: &'s mut Libraries,
    pub(super) outputs: &'s mut StepOutputs,
    pub(super) views: &'s mut Views,
    pub(super) files: &'s FileReferences,
    pub(super) conversions: &'s Conversions,
    pub(super) titles: &'s Titles,
    pub(super) log: &'s Log<'s>,
    pub(super) options: &'s SystemOptions,
    /// True if steps are only checked.
    pub(super) is_checking: bool,
}

impl Catalog for SessionCatalog<'_> {
    fn data_set(&mut self, name: &DataSetName) -> Result<DataSetFacts, String> {
        if let Some(schema) = self.outputs.predicted(name) {
            return Ok(DataSetFacts { schema: schema.clone() });
        }
        if let Some(why) = self.outputs.unknown(name) {
            return Err(why.to_owned());
        }
        if self.is_checking
            && let Some(why) = self.outputs.miss(name)
        {
            return Err(why);
        }
        if self.is_checking && self.libraries.is_pipe(name.library()) {
            return Err(format!(
                "what {name} is is not known, because steps that are only checked take nothing from a pipe"
            ));
        }
        let reader = match self.libraries.describe(name) {
            Ok(reader) => reader,
            // The library of a dictionary view need not be assigned.
            Err(error) if (error.is_missing() || !self.libraries.has(name.library())) && self.view(name)?.is_some() => {
                return Err(self.views.ask_for(name));
            }
            Err(error) => return Err(error.to_string()),
        };
        Ok(DataSetFacts {
            schema: reader.schema().clone(),
        })
    }

    fn repair(&mut self, name: &DataSetName) -> Result<(), String> {
        if self.is_checking {
            return Ok(());
        }
        let repaired = self.libraries.repair_if_interrupted(name);
        repaired.map_err(|error| error.to_string())
    }

    fn data_set_by_path(&mut self, path: &str) -> Result<DataSetName, String> {
        self.libraries.data_set_by_path(path).map_err(|error| error.to_string())
    }

    fn check_output(&mut self, name: &DataSetName) -> Result<(), String> {
        let library = name.library();
        if self.views.is_own_name(name) {
            return Ok(());
        }
        if !self.libraries.has(library) {
            return Err(format!(
                "Libref {library} is not assigned.\nWrite `libname {library} 'folder';` before this step."
            ));
        }
        match self.view(name)? {
            None => Ok(()),
            Some(_) => Err(format!(
                "{name} is a view, which is only read; PROC DELETE with MEMTYPE=VIEW removes it, or choose another name"
            )),
        }
    }

    fn view(&mut self, name: &DataSetName) -> Result<Option<String>, String> {
        let library = name.library();
        if !self.libraries.has(library) || self.libraries.is_samples(library) {
            return Ok(dictionary_view(name));
        }
        let view = self.libraries.view(name);
        view.map_err(|error| error.to_string())
    }

    fn is_on_cluster(&self, library: &str) -> bool {
        self.libraries.cluster_of(library).is_some()
    }

    fn show_data_sets(&mut self, see: &mut dyn FnMut(&DataSetName, &Reader)) -> Result<(), String> {
        for library in library_names(self.libraries) {
            for member in self.libraries.members(&library).unwrap_or_default() {
                let Ok(name) = DataSetName::new(&library, &member.name) else {
                    continue;
                };
                // Files that cannot be opened are left out: they may belong to another user or be incomplete.
                if let Ok(reader) = self.libraries.open_to_describe(&name) {
                    see(&name, &reader);
                }
            }
        }
        Ok(())
    }

    fn members(&mut self, library: &str) -> Result<Vec<String>, String> {
        let there = self.libraries.members(library);
        let there = there.map_err(|error| error.to_string())?;
        let views = self.libraries.views(library).unwrap_or_default();
        let predicted = self.outputs.predicted_members(library);
        let there = there.into_iter().map(|member| member.name.to_uppercase());
        let all = there.chain(views.into_iter().map(|name| name.to_uppercase()));
        let all: BTreeSet<String> = all.chain(predicted.map(str::to_owned)).collect();
        Ok(all.into_iter().collect())
    }

    fn views(&mut self) -> Result<Vec<DataSetName>, String> {
        let mut views = Vec::new();
        for library in library_names(self.libraries) {
            let names = self.libraries.views(&library).unwrap_or_default();
            let names = names.iter().map(|name| DataSetName::new(&library, name));
            views.extend(names.filter_map(Result::ok));
        }
        Ok(views)
    }

    fn session(&mut self) -> SessionFacts {
        let named = |(name, shown, description): (&str, String, String)| OptionFacts {
            setting: match shown.split_once('=') {
                Some((_, value)) => value.to_owned(),
                None => shown,
            },
            name: name.to_owned(),
            description,
        };
        SessionFacts {
            libraries: self.library_facts(),
            options: self.options.named().into_iter().map(named).collect(),
            titles: self.titles.titles(),
            footnotes: self.titles.footnotes(),
            files: self.files.list(),
        }
    }

    fn add_file(&mut self, path: &Path, shape: Shape, transfer: Transfer) -> Result<LentFile, String> {
        let format = match transfer {
            Transfer::Import(rows) => DelimitedFormat::import(shape, rows, self.conversions.informats(self.options)),
            Transfer::Export => DelimitedFormat::export(shape, self.conversions.formats().clone()),
        };
        let tally = format.tally();
        let name = self
            .libraries
            .add_file(path, Arc::new(format))
            .map_err(|error| error.to_string())?;
        // Later steps must not use the prediction of a step that was only checked.
        self.outputs.forget_predicted(&name);
        Ok(LentFile {
            name,
            is_there: path.exists(),
            tally,
        })
    }

    fn default_library(&self) -> String {
        match self.options.program.user.as_str() {
            "" => WORK.to_owned(),
            user => user.to_owned(),
        }
    }

    fn last_data_set(&self) -> Option<DataSetName> {
        self.outputs.last().cloned()
    }

    fn next_data_set(&mut self) -> Result<DataSetName, String> {
        let library = self.default_library();
        let name = self.outputs.next_unnamed(&library);
        name.map_err(|error| error.to_string())
    }

    fn formats(&self) -> &Formats {
        self.conversions.formats()
    }

    fn informat(&self, spec: &Spec, kind: Kind, length: u32) -> Result<Informat, String> {
        let settings = self.conversions.informats(self.options);
        let found = self.formats().informat(spec, kind, length as usize, settings);
        found.map_err(|error| error.to_string())
    }

    fn file(&self, reference: &str) -> Option<PathBuf> {
        self.files.path(reference).map(Path::to_path_buf)
    }

    fn lines_of(&self, reference: &str) -> Option<FileFacts> {
        self.files.facts(reference)
    }

    fn file_options(&self, reference: &str) -> Vec<InfileOption> {
        self.files.options(reference).to_vec()
    }

    fn site(&self, position: Position) -> Site {
        self.log.site(position)
    }
}

impl SessionCatalog<'_> {
    fn library_facts(&mut self) -> Vec<LibraryFacts> {
        let work = LibraryFacts {
            name: WORK.to_owned(),
            engine: "V9".to_owned(),
            path: self.libraries.place(WORK).unwrap_or_default(),
            is_read_only: false,
        };
        let assigned = self.libraries.assigned().map(|own| LibraryFacts {
            name: own.libref().to_owned(),
            engine: own.engine().name().to_owned(),
            path: own.place().to_path_buf(),
            is_read_only: own.is_read_only(),
        });
        let mut all: Vec<_> = assigned.chain([work]).collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }
}

/// Returns the statement that creates a dictionary view of SASHELP; `None` for another name.
#[cfg(feature = "sql")]
fn dictionary_view(name: &DataSetName) -> Option<String> {
    feedrate_sql::dictionary_view(name)
}

/// Without SQL there are none.
#[cfg(not(feature = "sql"))]
fn dictionary_view(_: &DataSetName) -> Option<String> {
    None
}

/// Returns the names of all libraries, in order.
fn library_names(libraries: &Libraries) -> Vec<String> {
    let assigned = libraries.assigned().map(|own| own.libref().to_owned());
    let mut names: Vec<String> = assigned.chain([WORK.to_owned()]).collect();
    names.sort();
    names
}

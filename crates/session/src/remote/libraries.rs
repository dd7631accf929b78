//! INHERITLIB=: libraries of this session that another one has too.

use std::path::Path;

use feedrate_connect::{Library, Request};
use feedrate_dataset::library::WORK;
use feedrate_dataset::settings::{self, Place};
use feedrate_dataset::{Asked, Error};
use feedrate_program::Diagnostic;
use feedrate_program::tree::Inherited;

use super::task;
use crate::session::Session;

impl Session<'_> {
    /// Gives a session libraries of this one.
    pub(super) fn inherit(
        &mut self,
        place: usize,
        inherited: &[Inherited],
    ) -> Result<(), Diagnostic> {
        for inherited in inherited {
            let at = inherited.here.at;
            let library = self.library_for(inherited)?;
            let asked = task::Asked::Library(library.libref.clone());
            let task = &mut self.remotes.tasks[place];
            let told = task.ask(&Request::Library(library), asked);
            told.map_err(|error| Diagnostic::error(at, error.to_string()))?;
        }
        Ok(())
    }

    fn library_for(&mut self, inherited: &Inherited) -> Result<Library, Diagnostic> {
        let at = inherited.here.at;
        let here = inherited.here.text.to_ascii_uppercase();
        let there = inherited.there.as_ref().unwrap_or(&inherited.here);
        let libref = there.text.to_ascii_uppercase();
        if libref == WORK {
            return Err(Diagnostic::error(
                at,
                "a session has a WORK of its own, and INHERITLIB= cannot take its name",
            )
            .with_hint("give it another name there, as in inheritlib=(work=cwork)"));
        }
        let refused = |error: Error| Diagnostic::error(at, error.to_string());
        if here == WORK {
            let place = self.libraries.place(WORK).map_err(refused)?;
            return Ok(Library {
                libref,
                engine: "V9".to_owned(),
                place,
                options: Vec::new(),
                is_read_only: false,
            });
        }
        let mut assigned = self.libraries.assigned();
        let Some(assignment) = assigned.find(|it| it.libref() == here) else {
            return Err(refused(Error::UnknownLibrary { libref: here }));
        };
        Ok(Library {
            libref,
            engine: assignment.engine().name().to_owned(),
            place: absolute(assignment.place()),
            options: options(assignment.asked()),
            is_read_only: assignment.is_read_only(),
        })
    }

    /// Assigns a library of the client's.
    pub(super) fn take_library(&mut self, library: &Library) -> Result<String, String> {
        let mut asked = Asked::default();
        for (word, value) in &library.options {
            asked
                .set(Place::Library, word, value.as_deref())
                .map_err(|error| error.to_string())?;
        }
        let engine = Some(library.engine.as_str());
        self.assign(
            &library.libref,
            engine,
            &library.place,
            asked,
            library.is_read_only,
        )
        .map_err(|error| error.to_string())
    }
}

/// What was said of a library, apart from what is so without a word.
fn options(asked: &Asked) -> Vec<(String, Option<String>)> {
    let unsaid = Asked::default();
    settings::DEFINITIONS
        .iter()
        .filter(|definition| definition.places.contains(&Place::Library))
        .filter_map(|definition| {
            let value = asked.value(definition)?;
            let is_said = unsaid.value(definition).as_ref() != Some(&value);
            is_said.then(|| (definition.name.to_owned(), Some(value)))
        })
        .collect()
}

/// A session is in the same folder as its client, but a path says more than where it is looked at from.
fn absolute(place: &Path) -> std::path::PathBuf {
    std::path::absolute(place).unwrap_or_else(|_| place.to_path_buf())
}

//! INHERITLIB=: libraries of this session that a server session also assigns.

use std::path::Path;
use std::time::Duration;

use feedrate_connect::Library;
use feedrate_dataset::library::{Assignment, CLUSTER, Engine, WORK};
use feedrate_dataset::pipe::ENGINE;
use feedrate_dataset::settings::{self, SettingScope};
use feedrate_dataset::{Error, Libraries, RequestedSettings};
use feedrate_language::Diagnostic;
use feedrate_language::tree::InheritedLibrary;
use feedrate_pipe::{PipeOptions, Secret};

use super::assign;

/// Options of pipes, as they are sent to a server session.
const TIMEOUT: &str = "TIMEOUT";
const SECRET: &str = "SECRET";

/// The option of a library of a cluster, as it is sent to a server session.
const SCHEDULER: &str = "SCHEDULER";

/// Returns a library of this session in the form in which a server session can assign it.
///
/// # Errors
///
/// Returns an error if there is no such library here, or if it would take the name of the other session's WORK.
pub(crate) fn describe_for_server(
    libraries: &mut Libraries,
    inherited: &InheritedLibrary,
) -> Result<Library, Diagnostic> {
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
        let place = libraries.place(WORK).map_err(refused)?;
        return Ok(Library {
            libref,
            engine: "V9".to_owned(),
            place,
            options: Vec::new(),
            is_read_only: false,
        });
    }
    let mut assigned = libraries.assigned();
    let Some(assignment) = assigned.find(|it| it.libref() == here) else {
        return Err(refused(Error::UnknownLibrary { libref: here }));
    };
    let mut options = options_of(assignment.requested_settings());
    let place = match assignment.engine() {
        Engine::Pipe(pipe_options) => {
            options.extend(libname_options(pipe_options));
            assignment.place().to_path_buf()
        }
        Engine::Cluster(folder) => {
            options.push((SCHEDULER.to_owned(), Some(folder.address().to_owned())));
            absolute(assignment.place())
        }
        _ => absolute(assignment.place()),
    };
    Ok(Library {
        libref,
        engine: assignment.engine().name().to_owned(),
        place,
        options,
        is_read_only: assignment.is_read_only(),
    })
}

/// Assigns a library of the client, and returns the note for the log. `is_remote` is whether the client is on another
/// machine, whose folders may not be those of this one.
///
/// # Errors
///
/// Returns an error if an option is invalid or the library cannot be assigned.
pub(crate) fn assign_inherited(
    libraries: &mut Libraries,
    library: &Library,
    is_remote: bool,
) -> Result<String, String> {
    let mut settings = RequestedSettings::default();
    let is_pipe = library.engine == ENGINE;
    let is_cluster = library.engine == CLUSTER;
    let (own, options): (Vec<_>, Vec<_>) = library.options.iter().partition(|(word, _)| {
        is_pipe && [TIMEOUT, SECRET].contains(&word.as_str()) || is_cluster && word == SCHEDULER
    });
    for (word, value) in options {
        settings
            .set(SettingScope::Library, word, value.as_deref())
            .map_err(|error| error.to_string())?;
    }
    let assignment = if is_pipe {
        pipe_options(library, &own)
            .and_then(|pipe_options| Assignment::pipe(&library.libref, pipe_options))
            .map_err(|error| error.to_string())?
    } else if is_cluster {
        let address = own.first().and_then(|(_, value)| value.as_deref());
        libraries
            .cluster_assignment(&library.libref, address.unwrap_or_default(), &library.place)
            .map_err(|error| error.to_string())?
    } else {
        if is_remote && !library.place.exists() {
            return Err(format!(
                "{} is not on this host: libraries of sessions on several hosts lie on storage that all of them have \
                 under the same path, or go through pipes",
                library.place.display()
            ));
        }
        let engine = Some(library.engine.as_str());
        libraries
            .assignment(&library.libref, engine, &library.place)
            .map_err(|error| error.to_string())?
    };
    let mut assignment = assignment.with_settings(settings);
    if library.is_read_only && !is_pipe {
        assignment = assignment.read_only();
    }
    assign(libraries, assignment).map_err(|error| error.to_string())
}

/// Returns the options of the connection to the other end of a pipe. The secret stays between processes of one user.
fn libname_options(pipe_options: &PipeOptions) -> Vec<(String, Option<String>)> {
    let timeout = Some(pipe_options.timeout.as_secs_f64().to_string());
    let mut options = vec![(TIMEOUT.to_owned(), timeout)];
    if let Some(secret) = &pipe_options.secret {
        options.push((SECRET.to_owned(), Some(secret.text().to_owned())));
    }
    options
}

/// Returns the connection to the other end of a pipe that the client has.
fn pipe_options(library: &Library, options: &[&(String, Option<String>)]) -> Result<PipeOptions, Error> {
    let value = |name: &str| {
        let option = options.iter().find(|(word, _)| word == name);
        option.and_then(|(_, value)| value.as_deref())
    };
    let seconds = value(TIMEOUT).and_then(|seconds| seconds.parse().ok());
    let timeout = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Ok(PipeOptions {
        address: Assignment::address(&library.libref, &library.place.to_string_lossy())?,
        // The value was valid at the client.
        timeout: timeout.unwrap_or(Duration::from_secs(10)),
        secret: value(SECRET).map(Secret::new),
    })
}

/// Returns the options of a library that differ from the defaults.
fn options_of(settings: &RequestedSettings) -> Vec<(String, Option<String>)> {
    let defaults = RequestedSettings::default();
    settings::DEFINITIONS
        .iter()
        .filter(|definition| definition.scopes.contains(&SettingScope::Library))
        .filter_map(|definition| {
            let value = settings.value(definition)?;
            let is_set = defaults.value(definition).as_ref() != Some(&value);
            is_set.then(|| (definition.name.to_owned(), Some(value)))
        })
        .collect()
}

/// Makes a path absolute. A session is in the same folder as its client, but an absolute path is clearer in messages.
fn absolute(place: &Path) -> std::path::PathBuf {
    std::path::absolute(place).unwrap_or_else(|_| place.to_path_buf())
}

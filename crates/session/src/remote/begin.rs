//! SIGNON: starts a session.

use feedrate_connect::{Begin, HiddenText, HostName, Launch, Process, Request, Role};
use feedrate_language::tree::{self, InheritedLibrary, OutputDisposition, SessionOptions};
use feedrate_language::{Diagnostic, Position, macros};
use feedrate_pageio::course;

use super::RemoteSessions;
use super::client::{Client, State};
use super::hosts::Burden;
use super::place::Place;
use super::placement::{self, Placement};
use super::task::{Disposition, PendingRequest};
use crate::cold;
use crate::libname;
use crate::session::utility_folder;

/// The deepest nesting of sessions.
const DEEPEST: u32 = 8;

impl RemoteSessions {
    /// Executes SIGNON.
    pub(super) fn sign_on(&mut self, statement: tree::SignOn, client: &mut Client<'_, '_>) -> Result<(), Diagnostic> {
        let at = statement.at;
        let name = self.session_named(statement.session.as_ref(), at, client)?;
        let variable = state_variable(&statement.options);
        if self.place_of(&name).is_some() {
            let text = format!("The session {name} is there already; SIGNON does not begin it anew.");
            client.log.warning(&text);
            client.set_state(variable, State::Busy);
            return Ok(());
        }
        let begun = self.begin(&name, &statement.options, at, client);
        let state = match begun {
            Ok(_) => State::Done,
            Err(_) => State::Failed,
        };
        client.set_state(variable, state);
        let place = begun?;
        self.inherit(place, &statement.options.inherited, client)
    }

    /// Starts a session, logs when it is ready, and returns its index in the table.
    pub(super) fn begin(
        &mut self,
        name: &str,
        options: &SessionOptions,
        at: Position,
        client: &mut Client<'_, '_>,
    ) -> Result<usize, Diagnostic> {
        let refused = |text: String| Diagnostic::error(at, text);
        let dispositions = dispositions(options).map_err(refused)?;
        let Some(own) = &self.own else {
            return Err(refused("no other session can be begun here".to_owned())
                .with_hint("run the program with `feedrate run`"));
        };
        let words = match &options.command {
            Some(command) => Some(command.words()),
            None => words(&client.options.sessions.command),
        };
        let hosts = self.hosts(client.options).map_err(refused)?;
        let choice = self.grid.choice(name);
        let placed = placement::of(words.as_deref(), own, hosts, choice, |host| self.burden(host));
        let (placement, command) = placed.map_err(refused)?;
        if own.depth >= DEEPEST {
            let text = format!("sessions within sessions are {DEEPEST} deep already");
            return Err(refused(text).with_hint("does a session begin itself anew?"));
        }
        let spool = utility_folder(client.options, client.libraries);
        let (launch, place) = match &placement {
            Placement::Here => {
                let work = command.work.clone().unwrap_or_else(std::env::temp_dir);
                (Launch::own(spool), Place::Here { work })
            }
            Placement::There(host) => {
                let launch = hosts
                    .launch(host.as_ref(), spool)
                    .ok_or_else(|| refused("no launcher starts sessions on other hosts".to_owned()))?;
                (launch, hosts.place(host.clone()))
            }
        };
        let cold = cold::of_session();
        let begin = Begin {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: name.to_owned(),
            work: command.work,
            client_work: client.libraries.work_parent().to_path_buf(),
            options: command.options,
            sysparm: command.sysparm,
            depth: own.depth + 1,
            role: Role::Session,
            records_courses: course::is_recording(),
            cold: cold.clone().filter(|_| placement == Placement::Here),
            pipe_key: Some(HiddenText(own.pipe_key.hand_on().text().to_owned())),
        };
        tell_before(
            name,
            &command.notes,
            cold.is_some() && placement != Placement::Here,
            client,
        );
        let process = Process::start(&launch, begin, &self.bell, client.execution.stop())
            .map_err(|error| refused(format!("the session {name}{place}: {error}")))?;
        let begun = self.ready(process, name, place, dispositions, client);
        if let (Err(_), Placement::There(Some(host))) = (&begun, placement) {
            *self.failures.entry(host).or_default() += 1;
        }
        begun.map_err(refused)
    }

    /// Returns what speaks against a host for the next session.
    fn burden(&self, host: &HostName) -> Burden {
        let hosts = self.tasks.iter().filter_map(|task| task.host.as_ref());
        Burden {
            failures: self.failures.get(host).copied().unwrap_or_default(),
            sessions: hosts.filter(|on| on.given.as_ref() == Some(host)).count(),
        }
    }

    /// Assigns libraries of this session in another one: INHERITLIB=.
    pub(super) fn inherit(
        &mut self,
        place: usize,
        inherited: &[InheritedLibrary],
        client: &mut Client<'_, '_>,
    ) -> Result<(), Diagnostic> {
        for inherited in inherited {
            let library = libname::describe_for_server(client.libraries, inherited)?;
            let pending = PendingRequest::Library(library.libref.clone());
            let sent = self.tasks[place].request(&Request::Library(library), pending);
            sent.map_err(|error| Diagnostic::error(inherited.here.at, error.to_string()))?;
        }
        Ok(())
    }
}

/// Logs the notes on the command of a session, and a warning if its inputs stay as they are though others are made
/// cold.
fn tell_before(name: &str, notes: &[String], stays_warm: bool, client: &mut Client<'_, '_>) {
    for note in notes {
        client.note(note);
    }
    if stays_warm {
        let text = format!("{name} runs on another host, where --cold does not make the inputs of its steps cold.");
        client.log.warning(&text);
    }
}

/// Returns the words of the system option SASCMD=, if it is set.
fn words(command: &str) -> Option<Vec<String>> {
    match command.trim() {
        "" => None,
        command => Some(tree::words_of_command(command)),
    }
}

/// Returns the dispositions of log and listing, by LOG= and OUTPUT=.
pub(super) fn dispositions(options: &SessionOptions) -> Result<(Disposition, Disposition), String> {
    let disposition = |name: &str, kept: &Option<OutputDisposition>| match kept {
        None | Some(OutputDisposition::Keep) => Ok(Disposition::Brought),
        Some(OutputDisposition::Purge) => Ok(Disposition::Purged),
        Some(OutputDisposition::File(_) | OutputDisposition::Reference(_)) => Err(format!(
            "{name} to a file is not supported: log and listing of a session come into those of the program; \
             give {name} KEEP or PURGE, or use ODS in the block itself"
        )),
    };
    Ok((
        disposition("LOG=", &options.log)?,
        disposition("OUTPUT=", &options.output)?,
    ))
}

/// Returns the macro variable of CMACVAR=.
pub(super) fn state_variable(options: &SessionOptions) -> Option<macros::Name> {
    let name = options.state_variable.as_ref()?;
    macros::Name::new(&name.text)
}

//! SIGNON: starts a session.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use feedrate_connect::{
    Begin, HiddenText, HostName, Launch, Process, RUNS_NO_COMMAND, Request, Role,
};
use feedrate_language::tree::{self, InheritedLibrary, OutputDisposition, SessionOptions};
use feedrate_language::{Diagnostic, Position, macros};
use feedrate_pageio::course;

use super::RemoteSessions;
use super::client::{Client, State};
use super::hosts::Burden;
use super::placement::{self, Placement};
use super::task::{Disposition, PendingRequest, Task, TaskHost};
use super::wait::LOOK;
use crate::cold;
use crate::libname;
use crate::log::Severity;
use crate::record::SessionHost;
use crate::session::utility_folder;

/// The deepest nesting of sessions.
const DEEPEST: u32 = 8;

/// The number of last lines that are shown of a process that could not start.
const LAST_LINES: usize = 5;

impl RemoteSessions {
    /// Executes SIGNON.
    pub(super) fn sign_on(
        &mut self,
        statement: tree::SignOn,
        client: &mut Client<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let at = statement.at;
        let name = self.session_named(statement.session.as_ref(), at, client)?;
        let variable = state_variable(&statement.options);
        if self.place_of(&name).is_some() {
            let text =
                format!("The session {name} is there already; SIGNON does not begin it anew.");
            client.log.message(Severity::Warning, &text);
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
        let placed = placement::of(words.as_deref(), own, hosts, choice, |host| {
            self.burden(host)
        });
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
                let launch = hosts.launch(host.as_ref(), spool).ok_or_else(|| {
                    refused("no launcher starts sessions on other hosts".to_owned())
                })?;
                let place = Place::There {
                    host: host.clone(),
                    time_to_start: hosts.time_to_start,
                    where_is_the_program: hosts.where_is_the_program(),
                };
                (launch, place)
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
        for note in &command.notes {
            client.note(note);
        }
        if cold.is_some() && placement != Placement::Here {
            let text = format!(
                "{name} runs on another host, where --cold does not make the inputs of its steps cold."
            );
            client.log.message(Severity::Warning, &text);
        }
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

    /// Waits until a process is ready, and adds it to the table.
    fn ready(
        &mut self,
        mut process: Process,
        name: &str,
        place: Place,
        (log, listing): (Disposition, Disposition),
        client: &mut Client<'_, '_>,
    ) -> Result<usize, String> {
        let since = Instant::now();
        let machine = loop {
            let rung = self.bell.rung();
            let progress = process.progress();
            match progress.begun {
                Some(Ok(())) => break progress.machine,
                Some(Err(why)) => {
                    return Err(format!("the session {name}{place} cannot begin: {why}"));
                }
                None if progress.is_over => {
                    let how = process.how_it_ended();
                    let words = process.last_of_errors(LAST_LINES).join("\n");
                    let mut text = format!(
                        "the session {name}{place} ended before it was ready ({how})\n{words}"
                    );
                    if let (
                        Place::There {
                            where_is_the_program,
                            ..
                        },
                        None,
                    ) = (&place, progress.nonsense)
                        && process.found_no_program()
                    {
                        text.push_str(&format!("\n{where_is_the_program}"));
                    }
                    if process.ran_no_command() {
                        text.push_str(&format!("\n{RUNS_NO_COMMAND}"));
                    }
                    return Err(text.trim_end().to_owned());
                }
                None if client.execution.is_stopped() => {
                    return Err(format!("SIGNON of {name} was interrupted"));
                }
                None if place.is_late(since.elapsed()) => {
                    let words = process.last_of_errors(LAST_LINES).join("\n");
                    let seconds = since.elapsed().as_secs();
                    let text = format!(
                        "the session {name}{place} was not there within {seconds} s (-o hosttimeout=SECONDS allows \
                         more)\n{words}"
                    );
                    return Err(text.trim_end().to_owned());
                }
                None => self.bell.wait(rung, LOOK),
            }
        };
        let number = self.begun;
        self.begun += 1;
        let (work_parent, host) = match place {
            Place::Here { work } => (Some(work), None),
            Place::There { host, .. } => (None, Some(TaskHost::new(host, machine.as_deref()))),
        };
        let mut task = Task::new(
            name.to_owned(),
            number,
            process,
            work_parent,
            !self.drops_records,
        );
        (task.log, task.listing) = (log, listing);
        task.record.host = host.as_ref().map(|host| SessionHost::named(&host.name));
        task.host = host;
        self.lost.remove(name);
        self.tasks.push(task);
        let text = format!("Remote signon to {name} complete.");
        client.note(&text);
        let place = self.tasks.len() - 1;
        if let Some(host) = &self.tasks[place].host {
            let text = format!(
                "Session {name} runs on host {}.",
                host.shown(machine.as_deref())
            );
            client.note(&text);
            self.ask_for_clock(place, client);
        }
        Ok(place)
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

/// Where a process of a session is started.
enum Place {
    /// On this machine, with WORK in this folder.
    Here { work: PathBuf },
    /// Through the launcher.
    There {
        host: Option<HostName>,
        time_to_start: Duration,
        /// What to do if the program there said nothing.
        where_is_the_program: String,
    },
}

impl Place {
    /// Returns whether the session should be there after a time.
    fn is_late(&self, elapsed: Duration) -> bool {
        matches!(self, Self::There { time_to_start, .. } if elapsed >= *time_to_start)
    }
}

/// Shows ` on host HOST`, or nothing for this machine.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here { .. } => Ok(()),
            Self::There {
                host: Some(host), ..
            } => write!(f, " on host {host}"),
            Self::There { host: None, .. } => f.write_str(" on a host of the launcher"),
        }
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

//! SIGNON: starts a session.

use std::path::PathBuf;

use feedrate_connect::{Begin, HiddenText, Launch, Process, Request, Role};
use feedrate_language::tree::{self, Inherited, OutputDisposition, SessionOptions};
use feedrate_language::{Diagnostic, Position, macros};
use feedrate_pageio::course;

use super::client::{Client, State};
use super::task::{Disposition, PendingRequest, Task};
use super::wait::LOOK;
use super::{RemoteSessions, command};
use crate::cold;
use crate::libname;
use crate::log::Severity;
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
            Some(command) => command.words(),
            None => words(&client.options.sessions.command),
        };
        let command = command::read(&words, own).map_err(refused)?;
        if own.depth >= DEEPEST {
            let text = format!("sessions within sessions are {DEEPEST} deep already");
            return Err(refused(text).with_hint("does a session begin itself anew?"));
        }
        let work_parent = command.work.clone().unwrap_or_else(std::env::temp_dir);
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
            cold: cold::of_session(),
            pipe_key: Some(HiddenText(own.pipe_key.hand_on().text().to_owned())),
        };
        for note in &command.notes {
            client.note(note);
        }
        let launch = Launch::own(utility_folder(client.options, client.libraries));
        let process = Process::start(&launch, begin, &self.bell, client.execution.stop())
            .map_err(|error| refused(error.to_string()))?;
        self.ready(process, name, work_parent, dispositions, client)
            .map_err(refused)
    }

    /// Waits until a process is ready, and adds it to the table.
    fn ready(
        &mut self,
        mut process: Process,
        name: &str,
        work_parent: PathBuf,
        (log, listing): (Disposition, Disposition),
        client: &mut Client<'_, '_>,
    ) -> Result<usize, String> {
        loop {
            let rung = self.bell.rung();
            let progress = process.progress();
            match progress.begun {
                Some(Ok(())) => break,
                Some(Err(why)) => return Err(format!("the session {name} cannot begin: {why}")),
                None if progress.is_over => {
                    let how = process.how_it_ended();
                    let words = process.last_of_errors(LAST_LINES).join("\n");
                    let text =
                        format!("the session {name} ended before it was ready ({how})\n{words}");
                    return Err(text.trim_end().to_owned());
                }
                None if client.execution.is_stopped() => {
                    return Err(format!("SIGNON of {name} was interrupted"));
                }
                None => self.bell.wait(rung, LOOK),
            }
        }
        let number = self.begun;
        self.begun += 1;
        let mut task = Task::new(name.to_owned(), number, process, work_parent);
        (task.log, task.listing) = (log, listing);
        self.lost.remove(name);
        self.tasks.push(task);
        let text = format!("Remote signon to {name} complete.");
        client.note(&text);
        Ok(self.tasks.len() - 1)
    }

    /// Assigns libraries of this session in another one: INHERITLIB=.
    pub(super) fn inherit(
        &mut self,
        place: usize,
        inherited: &[Inherited],
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

/// Returns the words of the system option SASCMD=, which is that of this session unless it is set.
fn words(command: &str) -> Vec<String> {
    match command.trim() {
        "" => vec!["!sascmd".to_owned()],
        command => tree::words_of_command(command),
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

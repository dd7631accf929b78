//! SIGNON: begins a session.

use std::path::PathBuf;

use feedrate_connect::{Begin, Launch, Process};
use feedrate_language::tree::{self, Kept, SessionOptions};
use feedrate_language::{Diagnostic, Position, Reader, macros};

use super::command;
use super::task::{Fate, Task};
use super::wait::LOOK;
use crate::log::Severity;
use crate::session::Session;

/// How deeply sessions may begin sessions.
const DEEPEST: u32 = 8;

/// How much of the last words of a process that could not begin is told.
const LAST_LINES: usize = 5;

impl Session<'_> {
    pub(super) fn sign_on(
        &mut self,
        statement: tree::SignOn,
        reader: &mut Reader,
    ) -> Result<(), Diagnostic> {
        let at = statement.at;
        let name = self.session_named(statement.session.as_ref(), at)?;
        let variable = state_variable(&statement.options);
        if self.remotes.place_of(&name).is_some() {
            let text =
                format!("The session {name} is there already; SIGNON does not begin it anew.");
            self.log.message(Severity::Warning, &text);
            self.set_state(variable, 2, reader);
            return Ok(());
        }
        let begun = self.begin_session(&name, &statement.options, at);
        self.set_state(variable, u32::from(begun.is_err()), reader);
        let place = begun?;
        self.inherit(place, &statement.options.inherited)
    }

    /// Begins a session, says so when it is ready, and gives its place in the table.
    pub(super) fn begin_session(
        &mut self,
        name: &str,
        options: &SessionOptions,
        at: Position,
    ) -> Result<usize, Diagnostic> {
        let refused = |text: String| Diagnostic::error(at, text);
        let fates = fates(options).map_err(refused)?;
        let Some(own) = &self.remotes.own else {
            return Err(refused("no other session can be begun here".to_owned())
                .with_hint("run the program with `feedrate run`"));
        };
        let words = match &options.command {
            Some(command) => command.words(),
            None => words(&self.options.sessions.command),
        };
        let asked = command::read(&words, own).map_err(refused)?;
        if own.depth >= DEEPEST {
            let text = format!("sessions within sessions are {DEEPEST} deep already");
            return Err(refused(text).with_hint("does a session begin itself anew?"));
        }
        let work_parent = asked.work.clone().unwrap_or_else(std::env::temp_dir);
        let begin = Begin {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: name.to_owned(),
            work: asked.work,
            client_work: self.libraries.work_parent().to_path_buf(),
            options: asked.options,
            sysparm: asked.sysparm,
            depth: own.depth + 1,
        };
        for note in &asked.notes {
            self.log.message(Severity::Note, note);
        }
        let launch = Launch::own(self.utility_folder());
        let process = Process::start(&launch, begin, &self.remotes.bell, &self.stop)
            .map_err(|error| refused(error.to_string()))?;
        self.ready(process, name, work_parent, fates)
            .map_err(refused)
    }

    /// Waits until a process says that it is ready, and takes it into the table.
    fn ready(
        &mut self,
        mut process: Process,
        name: &str,
        work_parent: PathBuf,
        (log, listing): (Fate, Fate),
    ) -> Result<usize, String> {
        loop {
            let rung = self.remotes.bell.rung();
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
                None if self.is_stopped() => {
                    return Err(format!("SIGNON of {name} was interrupted"));
                }
                None => self.remotes.bell.wait(rung, LOOK),
            }
        }
        let number = self.remotes.begun;
        self.remotes.begun += 1;
        let mut task = Task::new(name.to_owned(), number, process, work_parent);
        (task.log, task.listing) = (log, listing);
        self.remotes.lost.remove(name);
        self.remotes.tasks.push(task);
        let text = format!("Remote signon to {name} complete.");
        self.log.message(Severity::Note, &text);
        Ok(self.remotes.tasks.len() - 1)
    }
}

/// The words of the system option SASCMD=, which is that of this session unless it is set.
fn words(command: &str) -> Vec<String> {
    match command.trim() {
        "" => vec!["!sascmd".to_owned()],
        command => tree::words_of_command(command),
    }
}

/// What becomes of log and listing, by LOG= and OUTPUT=.
pub(super) fn fates(options: &SessionOptions) -> Result<(Fate, Fate), String> {
    let fate = |name: &str, kept: &Option<Kept>| match kept {
        None | Some(Kept::Keep) => Ok(Fate::Brought),
        Some(Kept::Purge) => Ok(Fate::Purged),
        Some(Kept::File(_) | Kept::Reference(_)) => Err(format!(
            "{name} to a file is not supported: log and listing of a session come into those of the program; \
             give {name} KEEP or PURGE, or use ODS in the block itself"
        )),
    };
    Ok((
        fate("LOG=", &options.log)?,
        fate("OUTPUT=", &options.output)?,
    ))
}

/// The macro variable of CMACVAR=.
pub(super) fn state_variable(options: &SessionOptions) -> Option<macros::Name> {
    let name = options.state_variable.as_ref()?;
    macros::Name::new(&name.text)
}

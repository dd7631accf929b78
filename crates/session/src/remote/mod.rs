//! Other sessions, which run parts of the program concurrently, each as a process of its own.
//!
//! | module | contents |
//! |---|---|
//! | [`RemoteSessions`] | the sessions by their names |
//! | [`Client`] | this session, as their client |
//! | [`task`], [`bring`] | one of them, and how its log and listing are copied into this session's |
//! | [`clocks`] | the clocks of other machines |
//! | [`command`] | SASCMD=: the options with which a session is started |
//! | [`hosts`], [`placement`], [`place`] | other machines, and which session is started where |
//! | [`grid`], [`functions`] | the functions of SAS Grid |
//! | [`begin`], [`ready`] | SIGNON, and the time until the session is ready |
//! | [`submit`], [`wait`] | RSUBMIT, WAITFOR, RGET |
//! | [`end`] | SIGNOFF, KILLTASK, the program's end, and sessions that died |
//! | [`show`] | LISTTASK and RDISPLAY |
//! | [`variables`] | SYSRC, CMACVAR=, %SYSLPUT and %SYSRPUT |
//! | [`serve`], [`steps_to_client`] | the server side of a session |
//! | `serve_job` | the server side of a job: a whole program |

mod begin;
mod bring;
mod client;
mod clocks;
mod command;
mod end;
mod functions;
mod grid;
mod hosts;
mod place;
mod placement;
mod ready;
mod serve;
mod serve_job;
mod show;
mod steps_to_client;
mod submit;
mod task;
mod variables;
mod wait;

pub(crate) use client::Client;
pub(crate) use functions::Message;
pub use steps_to_client::StepsToClient;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use feedrate_connect::{Begin, Bell, HostName, Replies};
use feedrate_language::tree::{Name, SessionStatement};
use feedrate_language::{Diagnostic, Position};
use feedrate_pipe::{ProgramKey, Secret};

use crate::options::SystemOptions;
use crate::record::SessionRecord;
use grid::Grid;
use hosts::Hosts;
use task::Task;

/// The command with which this session was started, for starting others.
#[derive(Clone, Debug)]
pub struct OwnCommand {
    /// Its system options, in their order: each a word and its value.
    pub options: Vec<(String, Option<String>)>,
    /// The folder in which its WORK is made; `None` for that of temporary files.
    pub work: Option<PathBuf>,
    /// The value of SYSPARM.
    pub sysparm: String,
    /// The nesting depth of the session: 0 for that of a program.
    pub depth: u32,
    /// The key of pipes between sessions of the program on different hosts.
    pub pipe_key: ProgramKey,
}

impl OwnCommand {
    /// Creates that of a program, with the options of its command line. Sessions are processes of this program itself.
    pub fn of_program(options: Vec<(String, Option<String>)>, work: Option<PathBuf>, sysparm: String) -> Self {
        Self {
            options,
            work,
            sysparm,
            depth: 0,
            pipe_key: ProgramKey::default(),
        }
    }

    /// Creates that of a session which a client has started.
    pub fn of_session(begin: Begin) -> Self {
        let pipe_key = begin.pipe_key.map(|key| Secret::new(&key.0));
        Self {
            depth: begin.depth,
            pipe_key: pipe_key.map(ProgramKey::handed_on).unwrap_or_default(),
            ..Self::of_program(begin.options, begin.work, begin.sysparm)
        }
    }
}

/// The time that a killed client may take to release its files once it is known to be gone.
const TIME_TO_LET_GO: Duration = Duration::from_secs(2);

/// Removes what a killed client has left of its WORK.
pub fn sweep_after_client(work_parent: &Path, process: u32) {
    let since = Instant::now();
    // The files of a process with several threads are open until the last of them has ended.
    while !feedrate_dataset::library::sweep_work_of(work_parent, process) && since.elapsed() < TIME_TO_LET_GO {
        std::thread::sleep(Duration::from_millis(10));
    }
    feedrate_rows::spill::sweep(work_parent);
}

/// Removes what a killed session has left of its WORK.
pub fn sweep_after(work_parent: &Path) {
    feedrate_dataset::library::sweep_work(work_parent);
    feedrate_rows::spill::sweep(work_parent);
}

/// The sessions that this one has started, and the connection to the one that has started it.
#[derive(Debug, Default)]
pub(crate) struct RemoteSessions {
    /// `None` if no other session can be started.
    own: Option<OwnCommand>,
    /// In the order in which they were started.
    tasks: Vec<Task>,
    /// The ends of sessions that ended before they were signed off.
    lost: BTreeMap<String, String>,
    /// The session of statements without a name.
    current: Option<String>,
    bell: Bell,
    /// The number of sessions that were started.
    begun: u32,
    /// The records of sessions that have ended.
    records: Vec<SessionRecord>,
    /// True if the records of further sessions' steps are dropped.
    drops_records: bool,
    client: Option<Replies>,
    /// The other machines, once they were looked for.
    hosts: OnceCell<Result<Hosts, String>>,
    /// The number of sessions that did not begin, for each host.
    failures: BTreeMap<HostName, usize>,
    /// The sessions that are to run there.
    grid: Grid,
}

impl RemoteSessions {
    /// Allows statements to start sessions.
    pub(crate) fn allow(&mut self, own: OwnCommand) {
        self.own = Some(own);
    }

    /// Makes this session one that a client has started.
    pub(crate) fn begin_for_client(&mut self, client: Replies) {
        self.client = Some(client);
    }

    /// Executes a statement.
    ///
    /// An error of a statement does not prevent the steps of this session from running, because the work is that of
    /// another session.
    pub(crate) fn statement(&mut self, statement: SessionStatement, client: &mut Client<'_, '_>) {
        let (keyword, at) = (statement.keyword(), statement.at());
        let begins_something = matches!(statement, SessionStatement::SignOn(_) | SessionStatement::Submit(_));
        if client.execution.is_checking() && begins_something {
            let text = format!("{keyword} was not carried out because of the errors before it.");
            return client.note(&text);
        }
        client.set_return_code(0);
        let outcome = match statement {
            SessionStatement::SignOn(statement) => self.sign_on(statement, client),
            SessionStatement::Submit(statement) => self.submit(statement, client),
            SessionStatement::WaitFor(statement) => {
                self.wait_for(&statement, client);
                Ok(())
            }
            SessionStatement::Get(statement) => self.get(statement.session.as_ref(), at, client),
            SessionStatement::Display(statement) => self.display(statement.session.as_ref(), at, client),
            SessionStatement::ListTasks(statement) => {
                client.note(&self.list(&statement.which));
                Ok(())
            }
            SessionStatement::KillTasks(statement) => self.kill_tasks(&statement.which, client),
            SessionStatement::SignOff(statement) => self.sign_off(&statement, client),
        };
        if let Err(refused) = outcome {
            client.set_return_code(client::REFUSED);
            client.diagnostics(&[refused]);
        }
    }

    /// Drops the records of further sessions' steps.
    pub(crate) fn drop_records(&mut self) {
        self.drops_records = true;
    }

    /// Returns the records of all sessions, which have ended, in the order in which they were started.
    pub(crate) fn take_records(&mut self) -> Vec<SessionRecord> {
        let mut records = std::mem::take(&mut self.records);
        records.sort_by_key(|record| record.number);
        records
    }

    /// Returns what the user allows of other machines, which stays what it is at first.
    fn hosts(&self, options: &SystemOptions) -> Result<&Hosts, String> {
        let hosts = self.hosts.get_or_init(|| Hosts::of(&options.hosts));
        hosts.as_ref().map_err(Clone::clone)
    }

    fn place_of(&self, name: &str) -> Option<usize> {
        self.tasks.iter().position(|task| task.name == name)
    }

    /// Returns the names of all sessions.
    fn names(&self) -> Vec<String> {
        self.tasks.iter().map(|task| task.name.clone()).collect()
    }

    /// Returns why there is no session of a name, and what to do.
    fn why_absent(&self, name: &str) -> [String; 2] {
        match self.lost.get(name) {
            Some(how) => [
                format!("the session {name} is gone: {how}"),
                format!("SIGNON {name} begins it anew"),
            ],
            None => [
                format!("there is no session {name}"),
                format!("begin it with `signon {name} sascmd=\"!sascmd\";`"),
            ],
        }
    }

    /// Returns the session that a statement names, in upper case, and makes it that of statements without a name.
    fn session_named(
        &mut self,
        name: Option<&Name>,
        at: Position,
        client: &Client<'_, '_>,
    ) -> Result<String, Diagnostic> {
        let default = client.options.sessions.session.as_str();
        let name = match name {
            Some(name) => name.text.to_ascii_uppercase(),
            None => self.default_session(default).ok_or_else(|| {
                Diagnostic::error(at, "no session is named here, and none was named before")
                    .with_hint("give its name, as in `rsubmit process=TASK1;`")
            })?,
        };
        self.current = Some(name.clone());
        Ok(name)
    }

    /// Returns the session of statements without a name. `default` is that of CONNECTREMOTE=, or empty.
    fn default_session(&self, default: &str) -> Option<String> {
        match default {
            "" => self.current.clone(),
            name => Some(name.to_owned()),
        }
    }

    /// Returns the index in the table of the session that a statement names.
    fn session_at(&mut self, name: Option<&Name>, at: Position, client: &Client<'_, '_>) -> Result<usize, Diagnostic> {
        let at = name.map_or(at, |name| name.at);
        let name = self.session_named(name, at, client)?;
        let place = self.place_of(&name);
        place.ok_or_else(|| self.no_session(&name, at))
    }

    /// Returns the error that there is no session of a name.
    fn no_session(&self, name: &str, at: Position) -> Diagnostic {
        let [why, what_to_do] = self.why_absent(name);
        Diagnostic::error(at, why).with_hint(what_to_do)
    }
}

//! Other sessions, which run parts of the program beside this one, each as a process of its own.
//!
//! | module | what is in it |
//! |---|---|
//! | [`RemoteSessions`] | the sessions that there are, by their names |
//! | [`Client`] | this session, as their client |
//! | [`task`], [`bring`] | one of them, and how its log and listing come into this session's |
//! | [`command`] | SASCMD=: with which options a session begins |
//! | [`begin`] | SIGNON |
//! | [`submit`], [`wait`] | RSUBMIT, WAITFOR, RGET |
//! | [`end`] | SIGNOFF, KILLTASK, the program's end, and sessions that died |
//! | [`show`] | LISTTASK and RDISPLAY |
//! | [`variables`] | SYSRC, CMACVAR=, %SYSLPUT and %SYSRPUT |
//! | [`serve`] | the other side: being such a session |

mod begin;
mod bring;
mod client;
mod command;
mod end;
mod serve;
mod show;
mod submit;
mod task;
mod variables;
mod wait;

pub(crate) use client::Client;
pub use serve::StepsToClient;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use feedrate_connect::{Begin, Bell, Replies};
use feedrate_language::tree::{Name, SessionStatement};
use feedrate_language::{Diagnostic, Position};

use crate::record::SessionRecord;
use task::Task;

/// How this session was begun itself, so that it can begin others.
#[derive(Clone, Debug)]
pub struct OwnCommand {
    /// Its system options, in their order: each a word and its value.
    pub options: Vec<(String, Option<String>)>,
    /// The folder within which its WORK is made; absent for that of temporary files.
    pub work: Option<PathBuf>,
    /// The value of SYSPARM.
    pub sysparm: String,
    /// How many sessions are around it: 0 for that of a program.
    pub depth: u32,
}

impl OwnCommand {
    /// That of a program, with the options of its command line. Sessions are processes of this program itself.
    pub fn of_program(
        options: Vec<(String, Option<String>)>,
        work: Option<PathBuf>,
        sysparm: String,
    ) -> Self {
        Self {
            options,
            work,
            sysparm,
            depth: 0,
        }
    }

    /// Returns that of a session which a client has begun.
    pub fn of_session(begin: Begin) -> Self {
        Self {
            depth: begin.depth,
            ..Self::of_program(begin.options, begin.work, begin.sysparm)
        }
    }
}

/// How long a client that was killed may take to let go of its files, once it is known to be gone.
const TIME_TO_LET_GO: Duration = Duration::from_secs(2);

/// Removes what a client that was killed has left where its WORK was.
pub fn sweep_after_client(work_parent: &Path, process: u32) {
    let since = Instant::now();
    // Of a process with several threads the files are open until the last of them has ended.
    while !feedrate_dataset::library::sweep_work_of(work_parent, process)
        && since.elapsed() < TIME_TO_LET_GO
    {
        std::thread::sleep(Duration::from_millis(10));
    }
    feedrate_steps::spill::sweep(work_parent);
}

/// Removes what a session that was killed has left where its WORK was.
fn sweep_after(work_parent: &Path) {
    feedrate_dataset::library::sweep_work(work_parent);
    feedrate_steps::spill::sweep(work_parent);
}

/// The sessions that this one has begun, and the way to the one that has begun this one.
#[derive(Debug, Default)]
pub(crate) struct RemoteSessions {
    /// `None` where no other session can be begun.
    own: Option<OwnCommand>,
    /// In the order in which they were begun.
    tasks: Vec<Task>,
    /// How those ended that ended before they were signed off.
    lost: BTreeMap<String, String>,
    /// The session that a statement without a name is about.
    current: Option<String>,
    bell: Bell,
    /// How many have begun.
    begun: u32,
    /// Those that have ended.
    records: Vec<SessionRecord>,
    client: Option<Replies>,
}

impl RemoteSessions {
    /// Lets statements begin sessions.
    pub(crate) fn allow(&mut self, own: OwnCommand) {
        self.own = Some(own);
    }

    /// Makes the session one that a client has begun.
    pub(crate) fn begin_for_client(&mut self, client: Replies) {
        self.client = Some(client);
    }

    /// Carries out a statement.
    ///
    /// An error of one does not keep the steps of this session from running: they are not the other's.
    pub(crate) fn statement(&mut self, statement: SessionStatement, client: &mut Client<'_, '_>) {
        let (keyword, at) = (statement.keyword(), statement.at());
        let begins_something = matches!(
            statement,
            SessionStatement::SignOn(_) | SessionStatement::Submit(_)
        );
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
            SessionStatement::Display(statement) => {
                self.display(statement.session.as_ref(), at, client)
            }
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

    /// Returns the records of all sessions, which have ended, in the order in which they were begun.
    pub(crate) fn take_records(&mut self) -> Vec<SessionRecord> {
        let mut records = std::mem::take(&mut self.records);
        records.sort_by_key(|record| record.number);
        records
    }

    fn place_of(&self, name: &str) -> Option<usize> {
        self.tasks.iter().position(|task| task.name == name)
    }

    /// The names of all that are there.
    fn names(&self) -> Vec<String> {
        self.tasks.iter().map(|task| task.name.clone()).collect()
    }

    /// Why there is no session of a name, and what to do.
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

    /// Returns the name of the session that a statement is about, in capitals. From now on it is the one that statements
    /// without a name are about.
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

    /// The session that statements without a name are about. `default` is that of CONNECTREMOTE=, or empty.
    fn default_session(&self, default: &str) -> Option<String> {
        match default {
            "" => self.current.clone(),
            name => Some(name.to_owned()),
        }
    }

    /// Returns the place in the table of the session that a statement is about.
    fn session_at(
        &mut self,
        name: Option<&Name>,
        at: Position,
        client: &Client<'_, '_>,
    ) -> Result<usize, Diagnostic> {
        let at = name.map_or(at, |name| name.at);
        let name = self.session_named(name, at, client)?;
        let place = self.place_of(&name);
        place.ok_or_else(|| self.no_session(&name, at))
    }

    /// That there is no session of a name, and why.
    fn no_session(&self, name: &str, at: Position) -> Diagnostic {
        let [why, what_to_do] = self.why_absent(name);
        Diagnostic::error(at, why).with_hint(what_to_do)
    }
}

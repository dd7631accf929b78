//! Statements outside steps, which change the session at once.

use feedrate_language::tree::{Global, Ods};
use feedrate_language::{Position, Reader, Sources};

use super::Session;
use crate::conditions;
use crate::libname::{self, Libname};
use crate::options_statement;
use crate::remote::{Client, RemoteSessions};
use crate::statement_log::StatementLog;
use crate::system_command;

impl<'a> Session<'a> {
    pub(super) fn statement(&mut self, statement: Global, reader: &mut Reader) {
        if self.execution.is_planning() && self.plans(&statement, reader) {
            return;
        }
        if let Global::Command { text, at } = statement {
            return self.system_command(&text, at, reader);
        }
        let libraries = &mut self.libraries;
        let mut log = StatementLog {
            log: &mut self.log,
            execution: &mut self.execution,
            sources: reader.sources(),
        };
        match statement {
            Global::Libname {
                name,
                engine,
                path,
                parts,
                options,
            } if path.is_some() || !parts.is_empty() => {
                let libname = Libname {
                    name: &name,
                    engine: engine.as_ref().map(|engine| engine.text.as_str()),
                    path: path.as_deref().unwrap_or_default(),
                    parts: &parts,
                    options: &options,
                };
                let creates = self.options.program.create_folders && self.planning.is_none();
                let code = libname.assign_or_refuse(libraries, creates, &mut log);
                conditions::set(reader.symbols_mut(), "SYSLIBRC", &code.to_string());
            }
            Global::Libname { name, .. } => {
                let cleared = libname::clear(libraries, &name, &mut log);
                log.refuse_error(cleared);
            }
            Global::LibraryList(name) => {
                let listed = libname::list(libraries, &name, &mut log);
                log.refuse_error(listed);
            }
            Global::Filename { name, request } => {
                let assigned = self
                    .files
                    .filename(&name, request, libraries, self.options.commands.allowed, &mut log);
                let code = if assigned.is_err() { "1" } else { "0" };
                log.refuse_error(assigned);
                conditions::set(reader.symbols_mut(), "SYSFILRC", code);
            }
            Global::Options(words) => {
                options_statement::set(&mut self.options, &words, &mut log);
                self.apply_options();
            }
            Global::Title(number, text) => self.results.titles_mut().set_title(number, text),
            Global::Footnote(number, text) => self.results.titles_mut().set_footnote(number, text),
            Global::Ods(statement) => self.results.ods(statement, &self.files, &mut log),
            Global::Missing(letters) => self.conversions.accept_missing(letters),
            Global::Session(statement) => {
                let (remotes, mut client) = self.remotes(reader);
                remotes.statement(*statement, &mut client);
            }
            Global::End => self.execution.end(),
            // Its diagnostics are in the log.
            Global::Unknown(_) => self.execution.begin_checking(&mut self.log),
            Global::Nothing | Global::Command { .. } => {}
        }
    }

    /// Executes X.
    fn system_command(&mut self, text: &str, at: Position, reader: &mut Reader) {
        let is_allowed = self.options.commands.allowed;
        let exit_code = system_command::execute(text, at, is_allowed, &mut self.statement_log(reader.sources()));
        if let Some(exit_code) = exit_code {
            conditions::set(reader.symbols_mut(), "SYSRC", &exit_code.to_string());
        }
    }

    /// Records what a plan has of a statement that is not executed for one. Returns whether it is such a statement.
    fn plans(&mut self, statement: &Global, reader: &Reader) -> bool {
        match statement {
            Global::Session(statement) => {
                let line = self.log.site(reader.position()).line;
                self.plan_session_statement(statement, line);
                true
            }
            Global::Command { .. } => {
                self.assume("commands of the system are not run for a plan");
                true
            }
            Global::Ods(Ods::Open(_)) => {
                self.assume("files of ODS are not planned");
                true
            }
            Global::Ods(Ods::Output(_)) => {
                self.assume("data sets of ODS OUTPUT are not planned, nor are steps that read them");
                true
            }
            _ => false,
        }
    }

    /// Returns the log for a statement.
    pub(crate) fn statement_log<'s>(&'s mut self, sources: &'s Sources) -> StatementLog<'s, 'a> {
        StatementLog {
            log: &mut self.log,
            execution: &mut self.execution,
            sources,
        }
    }

    /// Returns the sessions that this one has started, and this one as their client.
    pub(crate) fn remotes<'s>(&'s mut self, reader: &'s mut Reader) -> (&'s mut RemoteSessions, Client<'s, 'a>) {
        let (symbols, sources) = reader.symbols_and_sources();
        let client = Client {
            log: &mut self.log,
            results: &mut self.results,
            symbols,
            sources,
            execution: &self.execution,
            libraries: &mut self.libraries,
            options: &self.options,
        };
        (&mut self.remotes, client)
    }
}

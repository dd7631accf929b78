//! Statements outside steps, which change the session at once.

use feedrate_language::tree::{Global, Ods};
use feedrate_language::{Reader, Sources};

use super::Session;
use crate::conditions;
use crate::libname::{self, Libname};
use crate::options_statement;
use crate::remote::{Client, RemoteSessions};
use crate::statement_log::StatementLog;

impl<'a> Session<'a> {
    pub(super) fn statement(&mut self, statement: Global, reader: &mut Reader) {
        if self.execution.is_planning() && self.plans(&statement, reader) {
            return;
        }
        let libraries = &mut self.libraries;
        let mut log = StatementLog {
            log: &mut self.log,
            execution: &mut self.execution,
            sources: reader.sources(),
        };
        // The automatic variable that tells how the statement ended.
        let mut code = None;
        let errors = log.log.errors();
        match statement {
            Global::Libname {
                name,
                engine,
                path: Some(path),
                options,
            } => {
                let libname = Libname {
                    name: &name,
                    engine: engine.as_ref().map(|engine| engine.text.as_str()),
                    path: &path,
                    options: &options,
                };
                code = Some("SYSLIBRC");
                let creates = self.options.program.create_folders && self.planning.is_none();
                let assigned = libname.assign(libraries, creates, &mut log);
                log.refuse_error(assigned);
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
                code = Some("SYSFILRC");
                let assigned = self.files.filename(&name, request, libraries, &mut log);
                log.refuse_error(assigned);
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
            Global::Nothing => {}
        }
        if let Some(name) = code {
            let failed = self.log.errors() > errors;
            conditions::set(reader.symbols_mut(), name, if failed { "1" } else { "0" });
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

//! A session: the state that outlives a step, and the loop over a program.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use feedrate_dataset::{DataSetName, Libraries};
use feedrate_language::Reader;
use feedrate_language::macros::Symbols;
use feedrate_language::parse::{Parsed, Parser};
use feedrate_language::source::TooLong;
use feedrate_language::tree::Unit;
use feedrate_pipe::Pipes;
use feedrate_report::Header;
use feedrate_values::format::Formats;
use feedrate_values::informat::MissingLetters;

use crate::catalog::DataSets;
use crate::clock::{LocalClock, utc_offset};
use crate::ending::{Ending, Unwritten};
use crate::given::Given;
use crate::lines::LineNumbers;
use crate::log::{Clocks, Log, Severity};
use crate::observer::Observer;
use crate::options::SystemOptions;
use crate::record::{self, FORMAT_VERSION, Record, StepRecord};
use crate::remote::Remotes;
use crate::results::Listing;
use crate::text::{LogHost, Text};

/// What a session begins with.
pub struct Setup<'a> {
    /// Where the log goes.
    pub log: Box<dyn Write + 'a>,
    /// Where the listing goes.
    pub listing: Box<dyn Write + 'a>,
    /// The folder within which that of WORK is made, when it is needed.
    pub work: Option<PathBuf>,
    /// The system options at first.
    pub options: SystemOptions,
    /// The value of the macro variable SYSPARM.
    pub sysparm: String,
    /// Becomes true when the user wants the program to stop.
    pub stop: Arc<AtomicBool>,
}

/// A session.
pub struct Session<'a> {
    pub(crate) log: Log<'a>,
    pub(crate) listing: Listing<'a>,
    pub(crate) libraries: Libraries,
    pub(crate) formats: Formats,
    pub(crate) missing_letters: MissingLetters,
    pub(crate) files: HashMap<String, PathBuf>,
    pub(crate) options: SystemOptions,
    pub(crate) lines: LineNumbers,
    pub(crate) data_sets: DataSets,
    pub(crate) clock: LocalClock,
    pub(crate) stop: Arc<AtomicBool>,
    /// Whether an error has put an end to running steps, so that they are only checked.
    pub(crate) checking: bool,
    pub(crate) steps: Vec<StepRecord>,
    /// Whether the procedure at hand carries each of its statements out as a step.
    pub(crate) is_by_statement: bool,
    /// Data sets of WORK that no step has read since they were made.
    pub(crate) unread: Vec<DataSetName>,
    pub(crate) observer: Option<&'a dyn Observer>,
    /// The options of PROC SQL at hand.
    #[cfg(feature = "sql")]
    pub(crate) sql_options: feedrate_sql::SqlOptions,
    /// The greatest SQLRC of the statements of PROC SQL at hand.
    #[cfg(feature = "sql")]
    pub(crate) sql_exit_code: u32,
    /// The sessions that this one has begun.
    pub(crate) remotes: Remotes,
    /// The way to the session that has begun this one.
    pub(crate) parent: Option<feedrate_connect::Replies>,
    /// Whether the session is to end before its program does.
    pub(crate) is_ended: bool,
    /// The options without effect that the log has told of.
    pub(crate) told_options: BTreeSet<&'static str>,
    sysparm: String,
    given: Given,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Session")
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl<'a> Session<'a> {
    /// Begins a session.
    pub fn new(setup: Setup<'a>) -> Self {
        let mut session = Self {
            log: Log::new(setup.log),
            listing: Listing::new(setup.listing),
            libraries: libraries(setup.work, &setup.stop),
            formats: Formats::new(),
            missing_letters: MissingLetters::default(),
            files: HashMap::new(),
            options: setup.options,
            lines: LineNumbers::default(),
            data_sets: DataSets::default(),
            clock: LocalClock,
            stop: setup.stop,
            checking: false,
            steps: Vec::new(),
            is_by_statement: false,
            unread: Vec::new(),
            sysparm: setup.sysparm,
            given: Given::default(),
            observer: None,
            remotes: Remotes::default(),
            parent: None,
            is_ended: false,
            told_options: BTreeSet::new(),
            #[cfg(feature = "sql")]
            sql_options: feedrate_sql::SqlOptions::default(),
            #[cfg(feature = "sql")]
            sql_exit_code: 0,
        };
        session.apply_options();
        session
    }

    /// Tells `observer` from now on which step is at work.
    pub fn observe(&mut self, observer: &'a dyn Observer) {
        self.observer = Some(observer);
    }

    /// Gives macro variables their values for the programs that follow, as `%let` in front of them would.
    pub fn give(&mut self, given: Given) {
        self.given = given;
    }

    /// Runs a program. `name` is what messages call it, such as its path.
    ///
    /// One whose log or listing cannot be written does not go on, because what it did would not be known;
    /// its record tells why.
    pub fn run(&mut self, name: &str, text: &str) -> Result<Record, TooLong> {
        let began_microseconds = record::now();
        let clocks = Clocks::now();
        let started_at = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let mut reader = Reader::new(name, text)?;
        self.log.begin(name);
        feedrate_steps::spill::sweep(&self.utility_folder());
        self.set_symbols(&mut reader);
        let mut unwritten = self.units(&mut reader).err();
        self.end_sessions(&mut reader);
        if self.is_stopped() {
            let text = "The program was interrupted, and what follows was not run.";
            self.log.message(Severity::Error, text);
            self.log.gap();
        }
        if unwritten.is_none() {
            self.end_results(reader.sources());
        }
        self.tell_unread();
        let usage = clocks.used();
        self.log.message(
            Severity::Note,
            &format!("{name} used:\n{}", usage.lines(self.options.log.full_timer)),
        );
        self.log.flush();
        self.listing.flush();
        if unwritten.is_none() {
            unwritten = self.check_outputs().err();
        }
        Ok(Record {
            feedrate: Header::new("run", FORMAT_VERSION),
            program: name.to_owned(),
            started_at,
            began_microseconds,
            ended_microseconds: record::now(),
            ended: match unwritten {
                Some(_) => Ending::Errors.name(),
                None => self.ending().name(),
            },
            error: unwritten.map(|unwritten| unwritten.to_string()),
            warnings: self.log.warnings(),
            errors: self.log.errors(),
            usage,
            steps: std::mem::take(&mut self.steps),
            sessions: self.remotes.take_records(),
        })
    }

    /// Runs one unit after the other to the end of the program.
    pub(crate) fn units(&mut self, reader: &mut Reader) -> Result<(), Unwritten> {
        let mut parser = Parser::new(feedrate_procedures::extent_of);
        while !self.is_stopped() && !self.is_ended {
            self.tell_states(reader);
            self.lend_options(reader, &mut parser);
            let text_bytes = self.options.text_bytes();
            let symbol_bytes = self.options.symbol_bytes();
            reader.symbols_mut().limit(symbol_bytes);
            let mut text = Text {
                reader,
                host: LogHost {
                    log: &mut self.log,
                    lines: &mut self.lines,
                    files: &self.files,
                    formats: &self.formats,
                    libraries: &mut self.libraries,
                    text_bytes,
                    stop: &self.stop,
                    remotes: &mut self.remotes,
                    options: &self.options,
                    parent: self.parent.as_ref(),
                },
            };
            let Some(parsed) = parser.next_unit(&mut text) else {
                break;
            };
            self.unit(parsed, reader);
            self.check_outputs()?;
        }
        Ok(())
    }

    /// The folder in which what does not fit into memory is laid down.
    pub(crate) fn utility_folder(&self) -> PathBuf {
        match &self.options.program.utility_folder {
            Some(folder) => folder.clone(),
            None => self.libraries.work_parent().to_path_buf(),
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn unit(&mut self, parsed: Parsed, reader: &mut Reader) {
        let Parsed { unit, diagnostics } = parsed;
        let before = self.messages();
        let errors = self.log.errors();
        let is_step = !matches!(unit, Unit::Global(_));
        match unit {
            Unit::Data(step) => self.data_step(&step, diagnostics, reader),
            Unit::Procedure(procedure) => self.procedure(&procedure, diagnostics, reader),
            Unit::Global(global) => {
                self.tell(&diagnostics, reader.sources());
                self.global(global, reader);
            }
        }
        self.libraries.end_step(false);
        self.end_views();
        self.set_conditions(before, is_step, reader.symbols_mut());
        if self.options.program.error_abend && self.log.errors() > errors && !self.is_ended {
            let text = "The program ends here because of the error, as ERRORABEND asks.";
            self.log.message(Severity::Error, text);
            self.is_ended = true;
        }
    }

    /// What outlives a step is told to those who need it.
    pub(crate) fn apply_options(&mut self) {
        let options = &self.options;
        self.log.show_source(options.log.source);
        self.log.show_notes(options.log.notes);
        self.listing
            .lay_out(options.steps.line_size, options.program.center);
        *self.libraries.system_mut() = options.data_sets.clone();
        // The character was checked to be one; in the listing it takes one byte.
        self.formats
            .set_missing_character(u8::try_from(options.program.missing).unwrap_or(b'.'));
        self.formats.set_utc_offset(utc_offset());
    }

    fn lend_options(&self, reader: &mut Reader, parser: &mut Parser) {
        let options = &self.options;
        reader.set_options(options.macros, options.dates);
        parser.set_year_cutoff(options.dates.year_cutoff.into());
    }

    pub(crate) fn set_symbols(&self, reader: &mut Reader) {
        reader.set_automatic_symbols(&self.clock, &self.sysparm);
        set_process_symbols(reader.symbols_mut());
        self.given.set(reader.symbols_mut());
    }
}

/// The macro variables about this process: its number and its user.
fn set_process_symbols(symbols: &mut Symbols) {
    let user = ["USER", "LOGNAME"]
        .iter()
        .find_map(|name| std::env::var(name).ok());
    let variables = [
        ("SYSJOBID", std::process::id().to_string()),
        ("SYSUSERID", user.unwrap_or_default()),
    ];
    for (name, value) in variables {
        if let Some(name) = feedrate_language::macros::Name::new(name) {
            symbols.set_automatic(name, &value, true);
        }
    }
}

/// No library but WORK, the engines that this build has, and pipes whose waits end when `stop` becomes true.
fn libraries(work: Option<PathBuf>, stop: &Arc<AtomicBool>) -> Libraries {
    let mut libraries = Libraries::new(work);
    libraries.set_pipes(Pipes::new(Arc::clone(stop)));
    libraries.heed(Arc::clone(stop));
    #[cfg(feature = "open")]
    for format in feedrate_columnar::formats() {
        libraries.engines_mut().add(format);
    }
    libraries
}

//! The stack of texts that a program is read from, and the execution of the macro language.

mod autocall;
mod block;
mod block_end;
mod call;
mod control;
mod expand;
mod frame;
mod include;
mod instructions;
mod listing;
mod processor;
mod reference;
mod sessions;
mod state;
mod stored;
mod trigger;

pub(in crate::macros) use expand::Literals;
pub(crate) use include::{decode, included};
pub(crate) use processor::MacroProcessor;
pub use state::MacroState;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use feedrate_options::{DateOptions, MacroOptions};
use feedrate_values::function::Streams;
use frame::{Frame, Kind};

use super::code::Macro;
use super::{Name, Symbols, nest};
use crate::error::{Error, Problem, Result};
use crate::source::{Position, SourceId, Sources};

/// The deepest nesting of macros, references and files.
pub(super) const DEEPEST: usize = 256;

/// The deepest nesting of texts that are expanded ahead, such as the arguments of functions. Each level uses the
/// thread's stack.
const DEEPEST_EXPANSION: usize = 64;

/// The longest text that is expanded ahead, in bytes.
const LONGEST_EXPANSION: usize = 1 << 20;

/// The state of reading.
pub(crate) struct Input {
    pub sources: Sources,
    pub symbols: Symbols,
    pub options: MacroOptions,
    pub dates: DateOptions,
    /// The random number streams of `%sysfunc`, which continue from call to call.
    pub(super) streams: Streams,
    macros: BTreeMap<Name, Arc<Macro>>,
    /// The files of macros that were compiled at their first call.
    autocalled: BTreeMap<Name, PathBuf>,
    /// The stored macros that were called or stored.
    stored: BTreeSet<Name>,
    /// The library of stored macros.
    macro_store: String,
    /// Set while a stored macro is being compiled.
    is_loading: bool,
    /// The number of autocall files that are being compiled, each for the one before.
    autocalls: usize,
    stack: Vec<Frame>,
    /// The number of tables of variables that belong to macros of the text around this one.
    outer_tables: usize,
    /// The index of the frame at which the current expansion begins; those below are not read.
    floor: usize,
    /// The depth of nested expansions.
    expansions: usize,
    /// The number of lines that were read.
    lines: u32,
    /// The end of the last text.
    last: Position,
    /// True if the text is read for another session, which will run it.
    for_session: bool,
    /// Set while the value of an option is being read that no log may show.
    pub confidential: bool,
}

impl Input {
    /// Creates the input at the beginning of a program.
    pub fn new(sources: Sources, program: SourceId) -> Self {
        let mut input = Self {
            last: sources.position(program, 0),
            sources,
            symbols: Symbols::default(),
            options: MacroOptions::default(),
            dates: DateOptions::default(),
            streams: Streams::new(),
            macros: BTreeMap::new(),
            autocalled: BTreeMap::new(),
            stored: BTreeSet::new(),
            macro_store: String::new(),
            is_loading: false,
            autocalls: 0,
            stack: Vec::new(),
            outer_tables: 0,
            floor: 0,
            expansions: 0,
            lines: 0,
            for_session: false,
            confidential: false,
        };
        input.push_source(program);
        input
    }

    /// Pushes a text, to be read next.
    pub fn push_source(&mut self, source: SourceId) {
        let text = Arc::clone(self.sources.get(source).text());
        let call = self.place();
        self.stack.push(Frame::new(
            text,
            Kind::File {
                source,
                shown: 0,
                next_line: 0,
            },
            call,
        ));
    }

    /// Pushes text that was read before.
    pub fn put_back(&mut self, text: String) {
        let call = self.place();
        self.stack.push(Frame::new(text.into(), Kind::Value, call));
    }

    /// Pops texts that have been read completely, as reading on would.
    pub fn drop_finished(&mut self) {
        while let Some(frame) = self.stack.last() {
            if matches!(frame.kind, Kind::Code(_)) || frame.at < frame.end {
                return;
            }
            self.last = self.place();
            self.stack.pop();
        }
    }

    /// Discards everything that macros have begun, after an error.
    pub fn recover(&mut self) {
        self.floor = 0;
        self.expansions = 0;
        self.autocalls = 0;
        self.is_loading = false;
        self.for_session = false;
        let file = self.stack.iter().rposition(Frame::is_file);
        self.stack.truncate(file.map_or(0, |index| index + 1));
        let running = self.stack.iter().filter(|frame| frame.has_table()).count();
        self.symbols.leave_to(self.outer_tables + running);
    }

    /// Discards all that remains to be read.
    pub fn end(&mut self) {
        self.recover();
        self.stack.clear();
    }

    /// Returns whether a file or another text that the program has inserted is being read.
    pub fn is_in_inserted(&self) -> bool {
        self.stack.iter().filter(|frame| frame.is_file()).count() > 1
    }

    /// Discards what remains of the text that the program has inserted last.
    pub fn end_inserted(&mut self) {
        let file = self.stack.iter().rposition(Frame::is_file);
        self.stack.truncate(file.unwrap_or(0));
    }

    /// Returns the macro that generates the next character, if one does.
    pub fn macro_name(&self) -> Option<Name> {
        self.stack
            .iter()
            .rev()
            .take_while(|frame| !frame.is_file())
            .find_map(Frame::macro_name)
    }

    /// Returns whether a macro is defined.
    pub fn has_macro(&self, name: Name) -> bool {
        self.macros.contains_key(&name)
    }

    /// Returns the file on top and the next byte of it; `None` if generated text is on top.
    pub fn file(&self) -> Option<(SourceId, usize)> {
        match self.stack.last() {
            Some(Frame {
                kind: Kind::File { source, .. },
                at,
                ..
            }) => Some((*source, *at)),
            _ => None,
        }
    }

    /// Returns whether a macro statement in a file itself, such as `%if`, is being executed.
    pub fn is_in_open_block(&self) -> bool {
        let mut made = self.stack.iter().rev().take_while(|frame| !frame.is_file());
        made.any(|frame| frame.is_open)
    }

    /// Moves past the semicolon of the current statement of the file on top.
    pub fn skip_statement(&mut self) {
        if let Some(frame) = self.stack.last_mut().filter(|frame| frame.is_file()) {
            let rest = frame.rest();
            let length = nest::find(rest, |rest| rest.starts_with(';'));
            frame.at += length.map_or(rest.len(), |length| length + 1);
        }
    }

    /// Moves over lines that are counted but not shown, up to a byte of the file on top.
    pub fn pass_lines(&mut self, to: usize) {
        let Some(Frame {
            kind: Kind::File {
                source,
                shown,
                next_line,
            },
            at,
            ..
        }) = self.stack.last_mut()
        else {
            return;
        };
        *at = to;
        let source = self.sources.get(*source);
        while *next_line < to {
            *shown += 1;
            self.lines = self.lines.saturating_add(1);
            *next_line = source.line_start(*shown);
        }
    }

    /// Consumes the character that was peeked.
    pub fn take(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            frame.advance();
        }
    }

    /// Returns the position of the next character.
    pub fn place(&self) -> Position {
        let Some(frame) = self.stack.last() else {
            return self.last;
        };
        self.place_in(frame, frame.at)
    }

    /// Returns the position of a byte of the text on top.
    fn place_of(&self, at: usize) -> Position {
        self.stack.last().map_or(self.last, |frame| self.place_in(frame, at))
    }

    fn place_in(&self, frame: &Frame, at: usize) -> Position {
        let own = frame.source().map(|source| self.sources.position(source, at));
        match own {
            Some(own) if frame.is_open => own,
            Some(own) => frame.call.with_own(own),
            None => frame.call,
        }
    }

    /// Pushes a frame, unless the stack is full.
    fn push(&mut self, frame: Frame) -> Result<()> {
        // Texts that are read completely count too: otherwise a variable that refers to itself at its end would go on
        // forever.
        if self.stack.len() >= DEEPEST {
            let innermost = self.stack.iter().rev().find_map(Frame::macro_name);
            let name = match innermost {
                Some(name) => format!("the macro {name}"),
                None => "a macro variable or a file".to_owned(),
            };
            let problem = Problem::TooDeep { limit: DEEPEST, name };
            return Err(Error::new(self.place(), problem));
        }
        self.stack.push(frame);
        Ok(())
    }

    /// Pushes a generated text, which is read before anything else.
    pub(super) fn push_value(&mut self, text: impl Into<Arc<str>>, call: Position) -> Result<()> {
        self.push(Frame::new(text.into(), Kind::Value, call))
    }
}

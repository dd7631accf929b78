//! The state of a step that is being lowered, and how it speaks of its source.

use std::collections::HashMap;

use feedrate_language::{Diagnostic, Position, tree};
use feedrate_steps::environment::MemoryGrant;
use feedrate_steps::ir::{self, ArrayId, NumberSlot, Site, SiteId, StaticNote};

use super::array::ArrayFacts;
use super::catalog::{Catalog, Options, Reaction};
use super::external::Files;
use super::filter::Scope;
use super::late::LateFormat;
use super::read::ReadFacts;
use super::variables::{Origin, VariableId, Variables};
use super::write::WriteFacts;

/// A step that is being lowered.
pub(super) struct Lowering<'a> {
    pub catalog: &'a mut dyn Catalog,
    pub options: &'a Options,
    pub diagnostics: Vec<Diagnostic>,
    sites: Vec<Site>,
    pub notes: Vec<StaticNote>,
    pub variables: Variables,
    /// What names mean in the WHERE condition that is being lowered, if one is. It has rules of its own.
    pub scope: Option<Scope>,
    /// Names in that condition that no variable has. What they would be is not known, so nothing is said of how
    /// they are used.
    pub unknown: Vec<String>,
    /// Whether the step has been refused because of its memory. It is said once.
    is_too_large: bool,
    /// How many expressions are around the one at hand.
    pub depth: usize,
    pub arrays: Vec<ir::Array>,
    pub array_facts: HashMap<String, ArrayFacts>,
    pub reads: Vec<ReadFacts>,
    /// Whether a data set is not to be found, so that variables lack for which nobody is to blame.
    pub is_incomplete: bool,
    pub writes: Vec<WriteFacts>,
    pub files: Files,
    pub lags: Vec<ir::Lag>,
    pub late_formats: Vec<LateFormat>,
    /// What the declarations say that hold for the whole step, wherever they stand.
    pub declarations: Declarations,
    /// How many loops are around the statement at hand.
    pub loops: usize,
    /// Whether an OUTPUT statement was met: then nothing is written by itself.
    pub has_output: bool,
    pub iteration: (VariableId, NumberSlot),
    pub error: (VariableId, NumberSlot),
}

/// What the declarations of a step say that take effect when all of it was read.
#[derive(Default)]
pub(super) struct Declarations {
    pub keep: Vec<tree::VariableList>,
    pub drop: Vec<tree::VariableList>,
    pub rename: Vec<(tree::Name, tree::Name)>,
    /// `retain;` alone: everything.
    pub retain_all: bool,
    /// `length default=`.
    pub number_length: Option<u32>,
    /// LABEL statements, by names in capitals, known before the first statement is lowered.
    pub labels: HashMap<String, (String, Position)>,
    /// The lines of DATALINES, and the number of the first in the log.
    pub lines: Option<(Vec<Vec<u8>>, u32)>,
    /// Statements are left out, and what seems to be missing may stand in them.
    pub is_partial: bool,
}

impl<'a> Lowering<'a> {
    pub fn new(catalog: &'a mut dyn Catalog, options: &'a Options) -> Self {
        let mut variables = Variables::default();
        let mut automatic = |name: &str| {
            let id = variables.meet(name);
            let entry = variables.entry_mut(id);
            entry.origin = Origin::Automatic;
            entry.given = true;
            let slot = variables
                .number(id)
                .expect("a variable whose kind was open becomes a number");
            (id, slot)
        };
        let iteration = automatic("_N_");
        let error = automatic("_ERROR_");
        Self {
            catalog,
            options,
            diagnostics: Vec::new(),
            sites: Vec::new(),
            notes: Vec::new(),
            variables,
            scope: None,
            unknown: Vec::new(),
            is_too_large: false,
            depth: 0,
            arrays: Vec::new(),
            array_facts: HashMap::new(),
            reads: Vec::new(),
            is_incomplete: false,
            writes: Vec::new(),
            files: Files::default(),
            lags: Vec::new(),
            late_formats: Vec::new(),
            declarations: Declarations::default(),
            loops: 0,
            has_output: false,
            iteration,
            error,
        }
    }

    /// Gathers what must be known before the first statement is lowered: labels, which `vlabel` may ask
    /// for above the statement that sets them, and the lines that an INPUT statement reads.
    pub fn scan(&mut self, body: &[tree::Statement]) {
        for statement in body {
            match &statement.kind {
                tree::StatementKind::Label(labels) => {
                    for (name, label) in labels {
                        let value = (label.clone(), name.at);
                        self.declarations
                            .labels
                            .insert(Variables::key(&name.text), value);
                    }
                }
                tree::StatementKind::Datalines(lines) => {
                    if self.declarations.lines.is_some() {
                        self.error(statement.at, "a step can have only one DATALINES statement");
                    }
                    let first = self.catalog.site(statement.at).line.saturating_add(1);
                    self.declarations.lines = Some((lines.clone(), first));
                }
                tree::StatementKind::Do(_, inner) => self.scan(inner),
                _ => {}
            }
        }
    }

    pub fn error(&mut self, at: Position, message: impl Into<String>) {
        self.refuse(Diagnostic::error(at, message));
    }

    pub fn refuse(&mut self, error: Diagnostic) {
        // What lacks because there is no memory for it is not to blame for what else seems to be wrong.
        if !self.is_too_large {
            self.diagnostics.push(error);
        }
    }

    /// What a system option wants said of what may be a mistake.
    pub fn react(&mut self, reaction: Reaction, at: Position, message: String) {
        match reaction {
            Reaction::Silence => {}
            Reaction::Warning => self.warning(at, message),
            Reaction::Error => self.error(at, message),
        }
    }

    /// An error about numbers where texts are wanted, or the other way round: not where it is unknown which of
    /// them something is.
    pub fn error_of_kinds(&mut self, at: Position, message: &str, hint: Option<&str>) {
        if !self.unknown.is_empty() {
            return;
        }
        match hint {
            Some(hint) => self.error_with_hint(at, message, hint),
            None => self.error(at, message),
        }
    }

    pub fn error_with_hint(
        &mut self,
        at: Position,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.refuse(Diagnostic::error(at, message).with_hint(hint));
    }

    /// Whether MEMSIZE= grants what the variables of the step need, and so many bytes more for others that are to
    /// come; an error says so when not.
    pub fn fits(&mut self, more: u64, at: Position) -> bool {
        if self.is_too_large {
            return false;
        }
        let bytes = self.variables.bytes().saturating_add(more);
        let mut granted = MemoryGrant::new(self.options.memory_bytes);
        let what = ("the variables of this step", "need");
        let remedy = "make them fewer or shorter";
        if let Err(refused) = granted.take(bytes, what, remedy) {
            self.error(at, refused.to_string());
            self.is_too_large = true;
        }
        !self.is_too_large
    }

    pub fn warning(&mut self, at: Position, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(at, message));
    }

    pub fn note(&mut self, at: Position, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::note(at, message));
    }

    /// Names a place of the source for what is told of it when the step runs.
    pub fn site(&mut self, at: Position) -> SiteId {
        let id = SiteId(self.sites.len() as u32);
        self.sites.push(self.catalog.site(at));
        id
    }

    /// Begins with sites that a step has already.
    pub fn set_sites(&mut self, sites: Vec<Site>) {
        self.sites = sites;
    }

    pub fn take_sites(&mut self) -> Vec<Site> {
        std::mem::take(&mut self.sites)
    }

    /// Names the next array.
    pub fn next_array(&self) -> ArrayId {
        ArrayId(self.arrays.len() as u32)
    }
}

//! The state of lowering.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use feedrate_language::{Diagnostic, Position, tree};
use feedrate_options::MemoryGrant;
use feedrate_program::{self as program, ArrayId, NumberSlot, Site, SiteId, StaticNote};

use super::catalog::{Catalog, Options};
use super::facts::{ArrayFacts, Jumps, LateItem, ModifiedFacts, NamedInputs, ReadFacts, Scope, WriteFacts};
use super::files::Files;
use super::variables::{Origin, VariableId, Variables};

/// A step while it is lowered.
pub(super) struct StepLowering<'a> {
    pub catalog: &'a mut dyn Catalog,
    pub options: &'a Options,
    pub diagnostics: Vec<Diagnostic>,
    sites: Vec<Site>,
    pub notes: Vec<StaticNote>,
    pub variables: Variables,
    /// The scope of the WHERE condition that is being lowered, if any. WHERE has name resolution and operators of its
    /// own.
    pub scope: Option<Scope>,
    /// Names in that condition that no variable has. Their kinds are unknown, so errors about kinds are not reported.
    pub unknown: Vec<String>,
    /// Set when the step was refused because of its memory, which is reported once.
    pub is_too_large: bool,
    /// The nesting depth of the current expression.
    pub depth: usize,
    pub arrays: Vec<program::Array>,
    pub array_facts: HashMap<String, ArrayFacts>,
    pub reads: Vec<ReadFacts>,
    /// True if a data set was not found, so that further errors may only be consequences of that.
    pub is_incomplete: bool,
    pub writes: Vec<WriteFacts>,
    pub files: Files,
    pub lags: Vec<program::Lag>,
    /// The object variables by name in upper case.
    pub objects: HashMap<String, program::ObjectVariable>,
    pub late_items: Vec<LateItem>,
    /// The declarations that apply to the whole step, wherever they are written.
    pub declarations: Declarations,
    /// The number of loops around the current statement.
    pub loops: usize,
    /// The labels and what concerns jumps to them.
    pub jumps: Jumps,
    /// The INPUT statements with named input.
    pub named_inputs: NamedInputs,
    /// The variables that functions find by names as values, if there are such functions.
    pub named_variables: Option<Arc<OnceLock<program::NamedVariables>>>,
    /// True if the step has an OUTPUT statement, which turns off the implicit output at the end of an iteration.
    pub has_output: bool,
    /// Set when anything but a fault can end the step: the end of something that is read in order, STOP or ABORT.
    pub can_end: bool,
    /// True if the step has a REPLACE or REMOVE statement, which turns it off too.
    pub has_change: bool,
    /// The data set of MODIFY.
    pub modified: Option<ModifiedFacts>,
    /// `_IORC_`, if the step has it.
    pub return_code: Option<(VariableId, NumberSlot)>,
    pub iteration: (VariableId, NumberSlot),
    pub error: (VariableId, NumberSlot),
}

/// Declarations that take effect after the whole step was read.
#[derive(Default)]
pub(super) struct Declarations {
    pub keep: Vec<tree::VariableList>,
    pub drop: Vec<tree::VariableList>,
    pub rename: Vec<(tree::Name, tree::Name)>,
    /// True if the step has `retain;` without variables, which retains all.
    pub retain_all: bool,
    /// The length of `length default=`.
    pub number_length: Option<u32>,
    /// The labels of LABEL and ATTRIB statements by name in upper case, known before the first statement is lowered.
    pub labels: HashMap<String, (String, Position)>,
    /// The formats of FORMAT statements by name in upper case, as written, known before the first statement is lowered;
    /// `None` where a statement removes them.
    pub formats: HashMap<String, Option<String>>,
    /// The informats of INFORMAT statements in the same way.
    pub informats: HashMap<String, Option<String>>,
    /// The lines of DATALINES, and the line number of the first in the log.
    pub lines: Option<(Vec<Vec<u8>>, u32)>,
    /// True if the tree lacks some statements of the step, which may declare what seems to be missing.
    pub is_partial: bool,
    /// The position of the step if its DATA statement has NOTE2ERR.
    pub notes_are_errors: Option<Position>,
}

impl<'a> StepLowering<'a> {
    pub fn new(catalog: &'a mut dyn Catalog, options: &'a Options) -> Self {
        let mut variables = Variables::default();
        let mut automatic = |name: &str| {
            let id = variables.declare(name);
            let entry = variables.entry_mut(id);
            entry.origin = Origin::Automatic;
            entry.assigned = true;
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
            objects: HashMap::new(),
            late_items: Vec::new(),
            declarations: Declarations::default(),
            loops: 0,
            jumps: Jumps::default(),
            named_inputs: NamedInputs::default(),
            named_variables: None,
            has_output: false,
            can_end: false,
            has_change: false,
            modified: None,
            return_code: None,
            iteration,
            error,
        }
    }

    /// Collects what must be known before the first statement is lowered: labels and formats, which `vlabel` and
    /// `vformat` may query above the LABEL or FORMAT statement, and the lines of DATALINES.
    pub fn scan(&mut self, body: &[tree::Statement]) {
        for statement in body {
            match &statement.kind {
                tree::StatementKind::Label(labels) => {
                    for (name, label) in labels {
                        self.declare_label(&name.text, label, name.at);
                    }
                }
                tree::StatementKind::Format(items) => {
                    for item in items {
                        self.scan_format(&item.variables, item.spec.as_ref());
                    }
                }
                tree::StatementKind::Informat(items) => {
                    for item in items {
                        self.scan_informat(&item.variables, item.spec.as_ref());
                    }
                }
                tree::StatementKind::Attrib(groups) => self.scan_attributes(groups),
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

    /// Collects the labels that ATTRIB gives to variables that it names one by one.
    fn scan_attributes(&mut self, groups: &[(Vec<tree::VariableList>, Vec<tree::Attribute>)]) {
        for (lists, attributes) in groups {
            for attribute in attributes {
                match attribute {
                    tree::Attribute::Format(spec) => self.scan_format(lists, Some(spec)),
                    tree::Attribute::Informat(spec) => self.scan_informat(lists, Some(spec)),
                    tree::Attribute::Label(label) => {
                        for list in lists {
                            if let tree::VariableRange::One(name) = &list.range {
                                self.declare_label(name, label, list.at);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Sets the label of a variable, unless a later statement has set it.
    pub fn declare_label(&mut self, name: &str, label: &str, at: Position) {
        let labels = &mut self.declarations.labels;
        let (known, place) = labels
            .entry(Variables::key(name))
            .or_insert_with(|| (String::new(), at));
        if *place <= at {
            (*known, *place) = (label.to_owned(), at);
        }
    }

    /// Returns whether the variables of the step and `more` bytes fit into MEMSIZE=; reports an error if not.
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

    /// Returns an id for a position in the source, by which messages at run time refer to it.
    pub fn site(&mut self, at: Position) -> SiteId {
        let id = SiteId(self.sites.len() as u32);
        self.sites.push(self.catalog.site(at));
        id
    }

    /// Sets the sites that the step already has.
    pub fn set_sites(&mut self, sites: Vec<Site>) {
        self.sites = sites;
    }

    pub fn take_sites(&mut self) -> Vec<Site> {
        std::mem::take(&mut self.sites)
    }

    /// Returns the id of the next array.
    pub fn next_array(&self) -> ArrayId {
        ArrayId(self.arrays.len() as u32)
    }
}

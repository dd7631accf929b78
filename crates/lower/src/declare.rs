//! Declarations of variables: LENGTH, ATTRIB, LABEL, FORMAT and INFORMAT; and how a variable gets its kind and
//! length.

use feedrate_dataset::schema::{LONGEST_LABEL, LONGEST_NAME, LONGEST_TEXT};
use feedrate_language::Position;
use feedrate_language::tree::{Attribute, LengthItem, Name, SpecItem, VariableList, VariableRange};
use feedrate_program::{NumberSlot, TextSlot};
use feedrate_values::{Kind, Spec};

use super::formats::of_kind;
use super::line::is_line;
use super::list::{ListedVariable, expand};
use super::lowering::StepLowering;
use super::variables::{VariableId, Variables};

/// The length of a character variable where nothing specifies it.
pub(super) const DEFAULT_LENGTH: u32 = 8;

/// Names of variable lists, which no variable can have.
const LISTS: &[&str] = &["_ALL_", "_CHARACTER_", "_NUMERIC_"];

impl StepLowering<'_> {
    /// Returns the variables of a variable list. Those that are listed by name or as a numbered range are declared if
    /// they are new.
    pub fn declare_listed(&mut self, list: &VariableList) -> Vec<VariableId> {
        if let VariableRange::One(name) = &list.range {
            if self.array_facts.contains_key(&Variables::key(name)) {
                self.error(
                    list.at,
                    format!("{name} is an array; name its variables, or write {name}{{*}}"),
                );
                return Vec::new();
            }
            return if self.is_name(name, list.at) {
                vec![self.variables.declare(name)]
            } else {
                Vec::new()
            };
        }
        match expand(list, &self.variables) {
            Ok(_) if !self.fits(0, list.at) => Vec::new(),
            Ok(named) => named
                .into_iter()
                .map(|named| match named {
                    ListedVariable::Known(index) => VariableId(index),
                    ListedVariable::Unknown(name) => self.variables.declare(&name),
                })
                .collect(),
            Err(refusal) => {
                self.error(list.at, refusal);
                Vec::new()
            }
        }
    }

    /// Returns whether a name is valid for a variable; reports an error if not.
    pub fn is_name(&mut self, name: &str, at: Position) -> bool {
        // FIRST.x and LAST.x have the name of their BY variable after a prefix.
        let bare = name.split_once('.').map_or(name, |(_, bare)| bare);
        if LISTS.iter().any(|list| list.eq_ignore_ascii_case(bare)) {
            self.error(
                at,
                format!("{bare} is a list of variables and cannot be the name of one"),
            );
            return false;
        }
        if is_line(bare) {
            self.error(
                at,
                "_INFILE_ is the line at hand of INFILE and cannot be the name of a variable",
            );
            return false;
        }
        let fits = bare.chars().count() <= LONGEST_NAME;
        if !fits {
            self.error(
                at,
                format!("The variable named {bare} contains more than {LONGEST_NAME} characters."),
            );
        }
        fits
    }

    /// Makes a variable numeric. Reports an error and returns `None` if it is a character variable.
    pub fn define_number(&mut self, id: VariableId, at: Position) -> Option<NumberSlot> {
        let slot = self.variables.number(id);
        if slot.is_none() {
            self.report_both_kinds(id, at);
        }
        slot
    }

    /// Makes a variable a character variable of this length, unless it has a length. Returns `None` without a report
    /// if it is numeric.
    pub fn define_text(&mut self, id: VariableId, length: u32, at: Position) -> Option<TextSlot> {
        match self.variables.text(id, length.clamp(1, LONGEST_TEXT)) {
            Ok(slot) => slot,
            Err(_) => {
                self.too_much_text(at);
                None
            }
        }
    }

    /// Returns a character slot that belongs to no variable.
    pub fn spare_text(&mut self, length: u32, at: Position) -> Option<TextSlot> {
        match self.variables.spare_text(length.clamp(1, LONGEST_TEXT)) {
            Ok(slot) => Some(slot),
            Err(_) => {
                self.too_much_text(at);
                None
            }
        }
    }

    fn too_much_text(&mut self, at: Position) {
        self.error(
            at,
            "the texts of this step take more than 2 GiB together; make them shorter",
        );
    }

    /// Reports that a variable is used as both numeric and character.
    pub fn report_both_kinds(&mut self, id: VariableId, at: Position) {
        let name = &self.variables.entry(id).name;
        let message = format!("Variable {name} has been defined as both character and numeric.");
        self.error(at, message);
    }

    /// Lowers a LENGTH statement.
    pub fn length(&mut self, items: &[LengthItem]) {
        for item in items {
            if !self.check_length(item.text, item.length, item.at) {
                continue;
            }
            if item.variables.is_empty() {
                self.declarations.number_length = Some(item.length);
            }
            for list in &item.variables {
                for id in self.declare_listed(list) {
                    self.set_length(id, item.text, item.length, item.at);
                }
            }
            if !self.fits(0, item.at) {
                return;
            }
        }
    }

    pub(super) fn check_length(&mut self, text: bool, length: u32, at: Position) -> bool {
        let allowed = if text { 1..=LONGEST_TEXT } else { 3..=8 };
        let fits = allowed.contains(&length);
        if !fits {
            let message = match text {
                true => "The length of character variables is 1-32767.",
                false => "352-185: The length of numeric variables is 3-8.",
            };
            self.error_with_hint(at, message, format!("{length} is given"));
        }
        fits
    }

    pub(super) fn set_length(&mut self, id: VariableId, text: bool, length: u32, at: Position) {
        if !text {
            if self.define_number(id, at).is_some() {
                self.variables.entry_mut(id).stored_length = Some(length);
            }
            return;
        }
        let is_new = self.variables.entry(id).slot.is_none();
        match self.define_text(id, length, at) {
            None => self.report_both_kinds(id, at),
            Some(slot) if !is_new && slot.length != length => {
                let name = &self.variables.entry(id).name;
                let message = format!("Length of character variable {name} has already been set.");
                self.diagnostics.push(
                    feedrate_language::Diagnostic::warning(at, message)
                        .with_hint("a LENGTH statement counts only above the first mention of its variables"),
                );
            }
            Some(_) => {}
        }
    }

    /// Lowers a LABEL statement.
    pub fn label(&mut self, labels: &[(Name, String)]) {
        for (name, label) in labels {
            // Labels were collected by `scan` and are applied at the end of the step.
            self.check_label(label, name.at);
        }
    }

    pub(super) fn check_label(&mut self, label: &str, at: Position) {
        if label.len() > LONGEST_LABEL {
            self.error(
                at,
                format!(
                    "the label is {} bytes long; at most {LONGEST_LABEL} are kept",
                    label.len()
                ),
            );
        }
    }

    /// Lowers a FORMAT statement.
    pub fn format_statement(&mut self, items: &[SpecItem]) {
        for item in items {
            self.spec_item(item, true);
        }
    }

    /// Lowers an INFORMAT statement.
    pub fn informat_statement(&mut self, items: &[SpecItem]) {
        for item in items {
            self.spec_item(item, false);
        }
    }

    fn spec_item(&mut self, item: &SpecItem, is_format: bool) {
        let spec = match &item.spec {
            None => None,
            Some(written) => match self.spec(written, item.at) {
                Some(spec) => Some(spec),
                None => return,
            },
        };
        for list in &item.variables {
            for id in self.declare_listed(list) {
                self.set_spec(id, spec.clone(), is_format, item.at);
            }
        }
    }

    /// Sets or removes the format or informat of a variable, which determines the kind of a new variable.
    pub(super) fn set_spec(&mut self, id: VariableId, spec: Option<Spec>, is_format: bool, at: Position) {
        let Some(spec) = spec else {
            *self.variables.entry_mut(id).spec_mut(is_format) = Some(None);
            return;
        };
        let (kind, length) = match self.variables.entry(id).slot {
            Some(slot) => (slot.kind(), slot.bytes()),
            None if spec.is_text() => {
                let length = spec.width.map_or(DEFAULT_LENGTH, u32::from);
                self.define_text(id, length, at);
                (Kind::Text, length)
            }
            None => {
                self.variables.number(id);
                (Kind::Number, 8)
            }
        };
        let is_known = if is_format {
            self.format(&spec, kind, length, at).is_some()
        } else {
            self.informat(&spec, kind, length, at).is_some()
        };
        if is_known {
            *self.variables.entry_mut(id).spec_mut(is_format) = Some(Some(of_kind(&spec, kind)));
        }
    }

    /// Lowers an ATTRIB statement. The length is applied first wherever it is written, because it determines the
    /// kind.
    pub fn attrib(&mut self, groups: &[(Vec<VariableList>, Vec<Attribute>)]) {
        for (lists, attributes) in groups {
            for list in lists {
                let at = list.at;
                for id in self.declare_listed(list) {
                    for attribute in attributes {
                        if let Attribute::Length { text, length } = attribute
                            && self.check_length(*text, *length, at)
                        {
                            self.set_length(id, *text, *length, at);
                        }
                    }
                    for attribute in attributes {
                        self.attribute(id, attribute, at);
                    }
                }
            }
        }
    }

    fn attribute(&mut self, id: VariableId, attribute: &Attribute, at: Position) {
        match attribute {
            Attribute::Length { .. } => {}
            Attribute::Label(label) => {
                self.check_label(label, at);
                let name = self.variables.entry(id).name.clone();
                self.declare_label(&name, label, at);
            }
            Attribute::Format(written) | Attribute::Informat(written) => {
                if let Some(spec) = self.spec(written, at) {
                    let is_format = matches!(attribute, Attribute::Format(_));
                    self.set_spec(id, Some(spec), is_format, at);
                }
            }
        }
    }
}

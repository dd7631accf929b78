//! LENGTH, ATTRIB, LABEL, FORMAT and INFORMAT.

use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::parse::nearest::did_you_mean;
use crate::token::{Symbol, TokenKind};
use crate::tree::{Attribute, LengthItem, Name, SpecItem, StatementKind};

const ATTRIBUTES: &[&str] = &["FORMAT", "INFORMAT", "LABEL", "LENGTH"];

impl Cursor<'_> {
    pub(super) fn length(&mut self) -> Result<StatementKind> {
        let mut items = Vec::new();
        while !self.at_end() {
            let at = self.position();
            if self.is_word(0, "default") && self.at_option() {
                self.skip(2);
                let length = self.length_value()?;
                items.push(LengthItem {
                    variables: Vec::new(),
                    text: false,
                    length,
                    at,
                });
                continue;
            }
            let variables = self.variables("LENGTH")?;
            let text = self.take(Symbol::Dollar);
            let length = self.length_value()?;
            items.push(LengthItem {
                variables,
                text,
                length,
                at,
            });
        }
        if items.is_empty() {
            return Err(self.expected("a variable for LENGTH"));
        }
        Ok(StatementKind::Length(items))
    }

    fn length_value(&mut self) -> Result<u32> {
        let at = self.position();
        let length = self.expect_count("a length")?;
        u32::try_from(length).map_err(|_| Diagnostic::error(at, format!("the length {length} is too large")))
    }

    pub(super) fn attrib(&mut self) -> Result<StatementKind> {
        let mut groups = Vec::new();
        while !self.at_end() {
            let variables = self.variables("ATTRIB")?;
            let mut attributes = Vec::new();
            while self.at_option() {
                attributes.push(self.attribute()?);
            }
            if attributes.is_empty() {
                return Err(self.expected("LENGTH=, LABEL=, FORMAT= or INFORMAT= after the variables of ATTRIB"));
            }
            groups.push((variables, attributes));
        }
        if groups.is_empty() {
            return Err(self.expected("a variable for ATTRIB"));
        }
        Ok(StatementKind::Attrib(groups))
    }

    fn attribute(&mut self) -> Result<Attribute> {
        let name = self.expect_name("an attribute")?;
        self.skip(1);
        match name.text.to_ascii_uppercase().as_str() {
            "LENGTH" => {
                let text = self.take(Symbol::Dollar);
                Ok(Attribute::Length {
                    text,
                    length: self.length_value()?,
                })
            }
            "LABEL" => Ok(Attribute::Label(self.expect_string("a label")?)),
            "FORMAT" => Ok(Attribute::Format(self.expect_spec("a format")?)),
            "INFORMAT" => Ok(Attribute::Informat(self.expect_spec("an informat")?)),
            upper => {
                let error = Diagnostic::error(name.at, format!("`{}=` is not an attribute", name.text));
                Err(match did_you_mean(upper, ATTRIBUTES.iter().copied()) {
                    Some(hint) => error.with_hint(hint),
                    None => error.with_hint("ATTRIB takes LENGTH=, LABEL=, FORMAT= and INFORMAT="),
                })
            }
        }
    }

    pub(super) fn label(&mut self) -> Result<StatementKind> {
        Ok(StatementKind::Label(self.labels()?))
    }

    /// Parses `a='Label' b='Another'`. A missing value is an empty label.
    ///
    /// # Errors
    ///
    /// Returns an error if a name or an equals sign is missing.
    pub fn labels(&mut self) -> Result<Vec<(Name, String)>> {
        let mut labels = Vec::new();
        while !self.at_end() {
            let name = self.expect_name("a variable for LABEL")?;
            self.expect(Symbol::Equal, "after the variable")?;
            let label = if self.at_end() || self.at_option() {
                String::new()
            } else {
                self.expect_string("a label")?
            };
            labels.push((name, label));
        }
        if labels.is_empty() {
            return Err(self.expected("a variable for LABEL"));
        }
        Ok(labels)
    }

    /// Parses `a b date9. c d 8.2 e`: variables with the format that follows them.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no variable, or if an item is malformed.
    pub fn spec_items(&mut self, statement: &str) -> Result<Vec<SpecItem>> {
        let what = if statement == "FORMAT" {
            "a format"
        } else {
            "an informat"
        };
        let mut items = Vec::new();
        while !self.at_end() {
            let at = self.position();
            if self.is_word(0, "default") && self.at_option() {
                return Err(self.error(format!("DEFAULT= is not supported in {statement}")));
            }
            let variables = self.variables(statement)?;
            if matches!(self.kind(0), Some(TokenKind::Symbol(_) | TokenKind::Number)) && !self.at_spec(0) {
                return Err(self.expected(&format!("{what} with its dot, or a variable")));
            }
            let spec = self.take_spec()?;
            items.push(SpecItem { variables, spec, at });
        }
        if items.is_empty() {
            return Err(self.expected(&format!("a variable for {statement}")));
        }
        Ok(items)
    }
}

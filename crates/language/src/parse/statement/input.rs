//! INPUT.

use crate::parse::cursor::{Cursor, Result};
use crate::token::{Symbol, TokenKind};
use crate::tree::{InputGroup, InputGroupItem, InputPart, InputStyle, Target};

/// The style of a variable.
struct Reading {
    text: bool,
    style: InputStyle,
    question_marks: u8,
}

impl Cursor<'_> {
    pub(super) fn input_parts(&mut self) -> Result<Vec<InputPart>> {
        let mut parts = Vec::new();
        while !self.at_end() {
            if let Some(to) = self.pointer("INPUT")? {
                parts.push(to.into());
            } else if self.is(0, Symbol::LeftParen) {
                self.input_group(&mut parts)?;
            } else if self.is_name(0) {
                self.input_variables(&mut parts)?;
            } else {
                return Err(self.expected("a variable, `@`, `+`, `/`, `#` or `;` in INPUT"));
            }
        }
        Ok(parts)
    }

    fn input_variables(&mut self, parts: &mut Vec<InputPart>) -> Result<()> {
        let at = self.position();
        let targets = match self.at_list("INPUT") {
            true => Err(self.variable_part()?),
            false => Ok(self.targets("INPUT")?),
        };
        let Reading {
            text,
            style,
            question_marks,
        } = match self.take(Symbol::Equal) {
            true => self.named_reading()?,
            false => self.reading()?,
        };
        let is_one = targets.as_ref().is_ok_and(|targets| targets.len() == 1);
        if !is_one && matches!(style, InputStyle::Columns { .. }) {
            return Err(self.error("a list of variables cannot be read from the same columns"));
        }
        let targets = match targets {
            Ok(targets) => targets,
            Err(list) => {
                parts.push(InputPart::Group(InputGroup {
                    variables: vec![list],
                    items: vec![InputGroupItem::Style {
                        times: 1,
                        text,
                        style,
                        question_marks,
                    }],
                    at,
                }));
                return Ok(());
            }
        };
        parts.extend(targets.into_iter().map(|target| InputPart::Read {
            target,
            text,
            style: style.clone(),
            question_marks,
            at,
        }));
        Ok(())
    }

    /// Returns whether a list is next that only the step can expand: `a--d`, `a-numeric-d`, `_numeric_`, `x{*}`. A name
    /// and a colon are not a list, because the colon begins an informat or a format. A parenthesis belongs to the name
    /// only if it is adjacent.
    pub(super) fn at_list(&self, of: &str) -> bool {
        let is_range =
            self.is(1, Symbol::Minus) && (self.is(2, Symbol::Minus) || self.is_name(2) && self.is(3, Symbol::Minus));
        let is_bracket = matches!(
            self.kind(1),
            Some(TokenKind::Symbol(Symbol::LeftBrace | Symbol::LeftBracket))
        ) || self.is(1, Symbol::LeftParen) && self.touches(1);
        let mut lists = vec!["_numeric_", "_character_", "_char_"];
        if of == "INPUT" {
            lists.push("_all_");
        }
        is_range || is_bracket && self.is(2, Symbol::Star) || lists.iter().any(|word| self.is_word(0, word))
    }

    /// Parses the style of the variables before it, after `=`: `x=`, `x= 8.`, `x=$`, `x= : $20.`.
    fn named_reading(&mut self) -> Result<Reading> {
        let Reading {
            text,
            style,
            question_marks,
        } = self.reading()?;
        let informat = match style {
            InputStyle::List { informat, .. } => informat,
            InputStyle::Formatted(informat) => Some(informat),
            InputStyle::Columns { .. } | InputStyle::Named(_) | InputStyle::Varying { .. } => {
                return Err(self.error("a value that its name precedes has no columns and no $VARYING"));
            }
        };
        Ok(Reading {
            text,
            style: InputStyle::Named(informat),
            question_marks,
        })
    }

    /// Parses a variable, an element, or the variables of `x1-x9`. A parenthesis belongs to the name only if it is
    /// adjacent: `input a (b c) (3.)` reads `a`, and then a group.
    pub(super) fn targets(&mut self, of: &str) -> Result<Vec<Target>> {
        let bracket = matches!(
            self.kind(1),
            Some(TokenKind::Symbol(Symbol::LeftBrace | Symbol::LeftBracket))
        );
        if bracket || self.is(1, Symbol::LeftParen) && self.touches(1) {
            return Ok(vec![self.target("a variable")?]);
        }
        if self.is(1, Symbol::Minus) && self.is_name(2) {
            let names = self.some_names(of)?;
            return Ok(names.into_iter().map(Target::Variable).collect());
        }
        Ok(vec![Target::Variable(self.expect_name("a variable")?)])
    }

    /// Parses the style of the variables before it.
    fn reading(&mut self) -> Result<Reading> {
        let (mut text, mut question_marks) = (false, 0);
        let (mut colon, mut embedded_blanks, mut keep_quotes) = (false, false, false);
        loop {
            if self.take(Symbol::Colon) {
                colon = true;
            } else if self.take(Symbol::Ampersand) {
                embedded_blanks = true;
            } else if self.take(Symbol::Caret) {
                keep_quotes = true;
            } else if question_marks < 2 && self.take(Symbol::Question) {
                question_marks += 1;
            } else if self.is(0, Symbol::Dollar) && !self.at_spec(0) {
                self.skip(1);
                text = true;
            } else {
                break;
            }
        }
        let is_list = colon || embedded_blanks || keep_quotes;
        let informat = match self.take_spec()? {
            // `x $ : 20.` is `x : $20.`.
            Some(spec) if text && !spec.starts_with('$') => Some(format!("${spec}")),
            spec => spec,
        };
        text |= informat.as_ref().is_some_and(|spec| spec.starts_with('$'));
        let style = match informat {
            Some(informat) if is_varying(&informat) && self.is_name(0) => InputStyle::Varying {
                informat,
                length: self.expect_name("the variable with the length of $VARYING")?,
            },
            Some(spec) if is_varying(&spec) => {
                return Err(self.expected("the variable with the length of the value after $VARYING"));
            }
            Some(spec) if !is_list => InputStyle::Formatted(spec),
            None if colon => {
                return Err(self
                    .expected("an informat after `:`")
                    .with_hint("informats end with a dot, as in `: $20.` or `: date9.`"));
            }
            None if !is_list => match self.columns()? {
                Some((from, to, decimals)) => InputStyle::Columns { from, to, decimals },
                None => InputStyle::List {
                    informat: None,
                    embedded_blanks,
                    keep_quotes,
                },
            },
            informat => InputStyle::List {
                informat,
                embedded_blanks,
                keep_quotes,
            },
        };
        Ok(Reading {
            text,
            style,
            question_marks,
        })
    }

    /// Parses `(a b x1-x3) (3. +1 2*$5.)`.
    fn input_group(&mut self, parts: &mut Vec<InputPart>) -> Result<()> {
        let at = self.position();
        let (variables, items) = self.group("INPUT", "informats", Self::input_group_item)?;
        let names = self.expanded(&variables)?;
        let group = InputGroup { variables, items, at };
        match names {
            Some(names) => {
                self.check_parts(names.len(), group.items.len())?;
                parts.extend(group.parts(names.into_iter().map(Target::Variable).collect()));
            }
            None => parts.push(InputPart::Group(group)),
        }
        Ok(())
    }

    fn input_group_item(&mut self) -> Result<InputGroupItem> {
        if let Some(to) = self.move_in_group("INPUT")? {
            return Ok(InputGroupItem::Move(Box::new(to.into())));
        }
        let times = self.times()?;
        let before = self.left();
        let Reading {
            text,
            style,
            question_marks,
        } = self.reading()?;
        if self.left() == before {
            return Err(self.expected("an informat, `$`, a move of the pointer or `)` in a group"));
        }
        if matches!(style, InputStyle::Columns { .. }) {
            return Err(self
                .error("a group takes no columns")
                .with_hint("informats end with a dot, as in `3.`"));
        }
        Ok(InputGroupItem::Style {
            times,
            text,
            style,
            question_marks,
        })
    }
}

/// Returns whether an informat is `$VARYINGw.`, which the variable with the length follows.
pub(super) fn is_varying(spec: &str) -> bool {
    let name = spec
        .trim_start_matches('$')
        .trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
    name.eq_ignore_ascii_case("varying")
}

//! PUT.

use super::input::is_varying;
use crate::parse::cursor::{Cursor, Result};
use crate::source::Position;
use crate::token::{Symbol, TokenKind};
use crate::tree::{Expression, ExpressionKind, PutGroup, PutGroupItem, PutPart, PutStyle, Target};

/// The most repetitions of a string.
const MOST_REPEATS: u64 = 32_767;

impl Cursor<'_> {
    pub(super) fn put_parts(&mut self) -> Result<Vec<PutPart>> {
        let mut parts = Vec::new();
        while !self.at_end() {
            if let Some(to) = self.pointer("PUT")? {
                parts.push(to.into());
            } else if let Some(literal) = self.put_literal()? {
                parts.push(literal);
            } else if self.is(0, Symbol::LeftParen) {
                self.put_group(&mut parts)?;
            } else if self.is_name(0) {
                self.put_values(&mut parts)?;
            } else {
                return Err(self.expected("a variable, a text, `@`, `+`, `/`, `#` or `;` in PUT"));
            }
        }
        Ok(parts)
    }

    /// Parses `'text'` and `3*'text'`.
    fn put_literal(&mut self) -> Result<Option<PutPart>> {
        if self.is(1, Symbol::Star) && matches!(self.kind(2), Some(TokenKind::Text | TokenKind::Hex)) {
            let times = self.expect_count("how often the text is written")?;
            let Some(times) = u32::try_from(times)
                .ok()
                .filter(|&times| u64::from(times) <= MOST_REPEATS)
            else {
                return Err(self.error(format!("a text can be repeated {MOST_REPEATS} times at most")));
            };
            self.skip(1);
            let text = self.take_text()?.unwrap_or_default();
            return Ok(Some(PutPart::Literal(text, times)));
        }
        Ok(self.take_text()?.map(|text| PutPart::Literal(text, 1)))
    }

    fn put_values(&mut self, parts: &mut Vec<PutPart>) -> Result<()> {
        let at = self.position();
        for (word, part) in [("_all_", PutPart::All), ("_infile_", PutPart::Infile)] {
            if self.take_word(word) {
                parts.push(part);
                return Ok(());
            }
        }
        for word in ["_page_", "_ods_", "overprint", "_blankpage_"] {
            if self.is_word(0, word) && !self.is(1, Symbol::Equal) {
                return Err(self.error(format!("{} is not supported in PUT", word.to_ascii_uppercase())));
            }
        }
        if self.at_list("PUT") {
            return self.put_list(at, parts);
        }
        let values = self.values_of_put(at)?;
        let named = self.take(Symbol::Equal);
        let style = self.put_style()?;
        if values.len() > 1 && matches!(style, PutStyle::Columns { .. }) {
            return Err(self.error("a list of variables cannot be written to the same columns"));
        }
        parts.extend(values.into_iter().map(|value| PutPart::Write {
            value,
            named,
            style: style.clone(),
        }));
        Ok(())
    }

    /// Parses `a--d=` and `_numeric_ 8.2` as the list and its one style in parentheses.
    fn put_list(&mut self, at: Position, parts: &mut Vec<PutPart>) -> Result<()> {
        let list = self.variable_part()?;
        let named = self.take(Symbol::Equal);
        let style = self.put_style()?;
        if matches!(style, PutStyle::Columns { .. }) {
            return Err(self.error("a list of variables cannot be written to the same columns"));
        }
        parts.push(PutPart::Group(PutGroup {
            variables: vec![list],
            items: vec![PutGroupItem::Style { times: 1, named, style }],
            at,
        }));
        Ok(())
    }

    fn values_of_put(&mut self, at: Position) -> Result<Vec<Expression>> {
        if self.at_by_variable(0) {
            let which = self.expect_name("first or last")?;
            self.skip(1);
            let of = self.expect_name("a BY variable")?;
            let kind = ExpressionKind::Name(format!("{}.{}", which.text, of.text));
            return Ok(vec![Expression { kind, at }]);
        }
        Ok(self.targets("PUT")?.into_iter().filter_map(value_of).collect())
    }

    /// Parses the style of the values before it.
    fn put_style(&mut self) -> Result<PutStyle> {
        let colon = self.take(Symbol::Colon);
        if self.is(0, Symbol::Ampersand) || self.is(0, Symbol::Caret) {
            return Err(self
                .error("`&` and `~` are not supported in PUT")
                .with_hint("DSD in FILE quotes values"));
        }
        if self.is(0, Symbol::Dollar) && !self.at_spec(0) {
            self.skip(1);
        }
        let Some(spec) = self.take_spec()? else {
            if colon {
                return Err(self
                    .expected("a format after `:`")
                    .with_hint("formats end with a dot, as in `date9.` or `8.2`"));
            }
            return Ok(match self.columns()? {
                Some((from, to, decimals)) => PutStyle::Columns { from, to, decimals },
                None => PutStyle::List(None),
            });
        };
        if is_varying(&spec) {
            if !self.is_name(0) {
                return Err(self.expected("the variable with the length of the value after $VARYING"));
            }
            let length = self.expect_name("the variable with the length of $VARYING")?;
            return Ok(PutStyle::Varying { format: spec, length });
        }
        let alignment = self.alignment()?;
        Ok(match alignment {
            // Values of list output have no blanks around them.
            _ if colon => PutStyle::List(Some(spec)),
            Some(alignment) => PutStyle::Aligned(spec, alignment),
            None => PutStyle::Formatted(spec),
        })
    }

    /// Parses `(a b x1-x3) (3. +1 =)`.
    fn put_group(&mut self, parts: &mut Vec<PutPart>) -> Result<()> {
        let at = self.position();
        let (variables, items) = self.group("PUT", "formats", Self::put_group_item)?;
        let names = self.expanded(&variables)?;
        let group = PutGroup { variables, items, at };
        match names {
            Some(names) => {
                self.check_parts(names.len(), group.items.len())?;
                let values = names.into_iter().map(Target::Variable).filter_map(value_of);
                parts.extend(group.parts(values.collect()));
            }
            None => parts.push(PutPart::Group(group)),
        }
        Ok(())
    }

    fn put_group_item(&mut self) -> Result<PutGroupItem> {
        if let Some(to) = self.move_in_group("PUT")? {
            return Ok(PutGroupItem::Move(to.into()));
        }
        if let Some(literal) = self.put_literal()? {
            return Ok(PutGroupItem::Move(literal));
        }
        let times = self.times()?;
        let before = self.left();
        let named = self.take(Symbol::Equal);
        // A colon alone is list style, which is also the default.
        let alone = self.is(0, Symbol::Colon) && !self.at_spec(1);
        self.skip(usize::from(alone));
        let style = if alone { PutStyle::List(None) } else { self.put_style()? };
        if self.left() == before {
            return Err(self.expected("a format, `=`, a move of the pointer or `)` in a group"));
        }
        if matches!(style, PutStyle::Columns { .. }) {
            return Err(self
                .error("a group takes no columns")
                .with_hint("formats end with a dot, as in `3.`"));
        }
        Ok(PutGroupItem::Style { times, named, style })
    }
}

/// Converts a variable or an element to a value.
fn value_of(target: Target) -> Option<Expression> {
    let (kind, at) = match target {
        Target::Variable(name) => (ExpressionKind::Name(name.text), name.at),
        Target::Element { array, index } => (
            ExpressionKind::Element {
                array: array.text,
                index,
            },
            array.at,
        ),
        Target::Part { .. } => return None,
    };
    Some(Expression { kind, at })
}

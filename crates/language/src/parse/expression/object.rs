//! Objects of the DATA step: DECLARE, `_NEW_`, and calls of their methods.

use super::operator::Group;
use super::{Size, SizedExpression};
use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::parse::nearest::did_you_mean;
use crate::token::{Symbol, TokenKind};
use crate::tree::{ExpressionKind, Name, ObjectArgument, ObjectClass, ObjectDeclaration, ObjectExpression};

/// The classes of objects.
const CLASSES: &[&str] = &["HASH", "HITER"];

impl Cursor<'_> {
    /// Parses the rest of a DECLARE statement.
    pub(in crate::parse) fn declaration(&mut self) -> Result<ObjectDeclaration> {
        let class = self.object_class()?;
        let name = self.expect_name("the name of an object after its class")?;
        let arguments = match self.take(Symbol::LeftParen) {
            true => Some(self.object_arguments()?.0),
            false => None,
        };
        Ok(ObjectDeclaration { class, name, arguments })
    }

    fn object_class(&mut self) -> Result<ObjectClass> {
        let class = self.expect_name("HASH or HITER")?;
        match class.text.to_ascii_uppercase().as_str() {
            "HASH" => Ok(ObjectClass::Hash),
            "HITER" => Ok(ObjectClass::Iterator),
            upper => {
                let error = Diagnostic::error(class.at, format!("there are no objects of the class {upper}"));
                Err(match did_you_mean(upper, CLASSES.iter().copied()) {
                    Some(hint) => error.with_hint(hint),
                    None => error.with_hint("DECLARE takes HASH and HITER"),
                })
            }
        }
    }

    /// Returns whether a call of a method begins at the next token.
    pub(in crate::parse) fn at_method(&self) -> bool {
        self.kind(0) == Some(TokenKind::Name)
            && self.is(1, Symbol::Dot)
            && self.touches(1)
            && self.is_name(2)
            && self.touches(2)
            && self.is(3, Symbol::LeftParen)
    }

    /// Parses a call of a method as a statement, which [`at_method`](Self::at_method) has found.
    pub(in crate::parse) fn method(&mut self) -> Result<ObjectExpression> {
        let object = self.expect_name("an object")?;
        Ok(self.member(object)?.0)
    }

    /// Parses a call of a method, or an attribute; the name of the object was consumed.
    pub(super) fn object_member(&mut self, object: Name) -> Result<SizedExpression> {
        let at = object.at;
        let (member, size) = self.member(object)?;
        Ok(SizedExpression::new(ExpressionKind::Object(Box::new(member)), at, size))
    }

    fn member(&mut self, object: Name) -> Result<(ObjectExpression, Size)> {
        self.expect(Symbol::Dot, "after the name of an object")?;
        let member = self.expect_name("a method of an object")?;
        if !self.take(Symbol::LeftParen) {
            let attribute = ObjectExpression::Attribute {
                object,
                attribute: member,
            };
            return Ok((attribute, Size::LEAF));
        }
        let (arguments, size) = self.object_arguments()?;
        let call = ObjectExpression::Call {
            object,
            method: member,
            arguments,
        };
        Ok((call, size))
    }

    /// Parses what follows `_new_`, which was consumed.
    pub(super) fn new_object(&mut self, name: &Name) -> Result<SizedExpression> {
        let class = self.object_class()?;
        let (arguments, size) = match self.take(Symbol::LeftParen) {
            true => self.object_arguments()?,
            false => (Vec::new(), Size::LEAF),
        };
        let new = ObjectExpression::New { class, arguments };
        Ok(SizedExpression::new(
            ExpressionKind::Object(Box::new(new)),
            name.at,
            size,
        ))
    }

    /// Parses arguments up to and including the closing parenthesis; the opening one was consumed.
    fn object_arguments(&mut self) -> Result<(Vec<ObjectArgument>, Size)> {
        let (mut arguments, mut size) = (Vec::new(), Size::LEAF);
        if self.take(Symbol::RightParen) {
            return Ok((arguments, size));
        }
        loop {
            let tag = match self.is_name(0) && self.is(1, Symbol::Colon) {
                true => {
                    let tag = self.expect_name("the tag of an argument")?;
                    self.skip(1);
                    Some(tag)
                }
                false => None,
            };
            let value = self.climb(Group::Or)?;
            size = size.over(value.size);
            arguments.push(ObjectArgument {
                tag,
                value: value.expression,
            });
            if self.take(Symbol::RightParen) {
                return Ok((arguments, size));
            }
            if !self.take(Symbol::Comma) {
                return Err(self.expected("`,` or `)` after an argument of an object"));
            }
        }
    }
}

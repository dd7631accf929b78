//! Expressions: gives each one a kind, and inserts and reports conversions between kinds.

mod call;
mod fact;
mod membership;
mod named;
mod operator;
mod refused;
mod special;
mod special_names;

pub(super) use call::{COMMAND, left_out};
pub(super) use refused::reason;
pub(super) use special::quiet;

use feedrate_dataset::schema::LONGEST_TEXT;
use feedrate_language::Position;
use feedrate_language::tree::{Expression, ExpressionKind, Unary};
use feedrate_program::{Argument, Comparison, Number, Slot, Text};
use feedrate_values::Kind;
use feedrate_values::missing::MISSING;

use super::element::Element;
use super::facts::Scope;
use super::line::is_line;
use super::lowering::StepLowering;
use super::variables::{Origin, Variables};

/// The maximum nesting depth of expressions. The parser has a limit of its own; this one protects the stack from
/// trees that other code builds.
const DEEPEST: usize = 300;

/// The width to which a number is formatted where the context gives none.
const WIDTH_OF_NUMBER: u32 = 12;

/// An expression of a known kind; for a character value, with the length of a variable that it is first assigned to.
#[derive(Clone, Debug)]
pub(super) enum TypedExpression {
    Number(Number),
    Text(Text, u32),
}

impl TypedExpression {
    /// Returns the placeholder for an invalid expression, with which lowering continues.
    pub fn nothing() -> Self {
        Self::Number(Number::Constant(MISSING))
    }

    /// Returns the value of a slot.
    pub fn slot(slot: Slot) -> Self {
        match slot {
            Slot::Number(slot) => Self::Number(Number::Variable(slot)),
            Slot::Text(slot) => Self::Text(Text::Variable(slot), slot.length),
        }
    }

    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(_) => Kind::Number,
            Self::Text(..) => Kind::Text,
        }
    }

    /// Returns its length: 8 for a number.
    pub fn length(&self) -> u32 {
        match self {
            Self::Number(_) => 8,
            Self::Text(_, length) => *length,
        }
    }

    pub fn into_argument(self) -> Argument {
        match self {
            Self::Number(number) => Argument::Number(number),
            Self::Text(text, _) => Argument::Text(text),
        }
    }
}

impl StepLowering<'_> {
    /// Reports an error. Returns the placeholder for an invalid expression.
    fn invalid(&mut self, at: Position, message: impl Into<String>) -> TypedExpression {
        self.error(at, message);
        TypedExpression::nothing()
    }

    /// Lowers an expression of either kind.
    pub fn expression(&mut self, expression: &Expression) -> TypedExpression {
        if self.depth == DEEPEST {
            return self.invalid(expression.at, "the expression is nested too deep; give its parts names");
        }
        self.depth += 1;
        let typed = self.expression_within(expression);
        self.depth -= 1;
        typed
    }

    fn expression_within(&mut self, expression: &Expression) -> TypedExpression {
        let at = expression.at;
        match &expression.kind {
            ExpressionKind::Number(number) => TypedExpression::Number(Number::Constant(*number)),
            ExpressionKind::Text(text) => self.constant_text(text, at),
            ExpressionKind::Name(name) => self.variable(name, at),
            ExpressionKind::Call { name, arguments } => self.call(name, arguments, at),
            ExpressionKind::Element { array, index } => match self.element(array, index, at) {
                Some(element) => self.element_value(element),
                None => TypedExpression::nothing(),
            },
            ExpressionKind::Conversion {
                name,
                value,
                question_marks,
                spec,
            } => self.conversion(name, value, *question_marks, spec, at),
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, at),
            ExpressionKind::Binary { .. } => self.chain(expression),
            ExpressionKind::In { value, prefix, among } => self.membership(value, *prefix, among, at),
            ExpressionKind::Between(value, least, greatest) => self.between(value, least, greatest, at),
            ExpressionKind::Contains(value, part) => self.contains(value, part, at),
            ExpressionKind::Like { value, pattern, escape } => self.like(value, pattern, escape.as_deref(), at),
            ExpressionKind::IsMissing(value) => self.missing(value),
            ExpressionKind::Object(object) => self.object_expression(object, at),
            ExpressionKind::Sql(_) => self.invalid(at, "this is understood in PROC SQL only"),
        }
    }

    /// Lowers an expression to a number.
    pub fn number(&mut self, expression: &Expression) -> Number {
        let typed = self.expression(expression);
        self.number_from(typed, expression.at)
    }

    /// Lowers an expression to a character value and its length.
    pub fn text(&mut self, expression: &Expression) -> (Text, u32) {
        let typed = self.expression(expression);
        self.text_from(typed, expression.at)
    }

    /// Lowers an expression to a condition.
    pub fn condition(&mut self, expression: &Expression) -> Number {
        match self.expression(expression) {
            // In WHERE, a character value that is a condition by itself is true if it is not blank.
            TypedExpression::Text(text, _) if self.scope.is_some() => Number::CompareText {
                comparison: Comparison::NotEqual,
                prefix: false,
                left: Box::new(text),
                right: Box::new(Text::Constant(vec![b' '])),
            },
            typed => self.number_from(typed, expression.at),
        }
    }

    /// Converts a lowered expression to a number.
    pub fn number_from(&mut self, typed: TypedExpression, at: Position) -> Number {
        match typed {
            TypedExpression::Number(number) => number,
            TypedExpression::Text(text, _) => {
                self.refuse_conversion(at);
                let site = self.note_conversion(at, true);
                Number::FromText(Box::new(text), site)
            }
        }
    }

    /// Converts a lowered expression to a character value and its length.
    pub fn text_from(&mut self, typed: TypedExpression, at: Position) -> (Text, u32) {
        match typed {
            TypedExpression::Text(text, length) => (text, length),
            TypedExpression::Number(number) => {
                self.refuse_conversion(at);
                self.note_conversion(at, false);
                (Text::FromNumber(Box::new(number)), WIDTH_OF_NUMBER)
            }
        }
    }

    fn refuse_conversion(&mut self, at: Position) {
        if self.scope.is_some() {
            let (message, hint) = match self.scope {
                Some(Scope::Row(_)) => (
                    "the parts of the expression are of different kinds",
                    "there is no conversion between numbers and text here; use PUT or INPUT",
                ),
                _ => (
                    "WHERE clause operator requires compatible variables.",
                    "a condition on a data set does not convert between numbers and text; use PUT or INPUT",
                ),
            };
            self.error_of_kinds(at, message, Some(hint));
        }
    }

    fn constant_text(&mut self, text: &[u8], at: Position) -> TypedExpression {
        if text.len() > LONGEST_TEXT as usize {
            return self.invalid(
                at,
                format!(
                    "the text is {} bytes long; at most {LONGEST_TEXT} are possible",
                    text.len()
                ),
            );
        }
        // An empty literal is one blank, because the minimum length of a variable is 1.
        let text = if text.is_empty() { vec![b' '] } else { text.to_vec() };
        let length = text.len() as u32;
        TypedExpression::Text(Text::Constant(text), length)
    }

    /// Lowers a reference to a variable. A variable without a kind becomes numeric.
    pub fn variable(&mut self, name: &str, at: Position) -> TypedExpression {
        if self.scope.is_some() {
            return self.variable_in_scope(name, at);
        }
        if let Some(index) = self.implicit_index(name, at) {
            return match self.element(name, &index, at) {
                Some(element) => self.element_value(element),
                None => TypedExpression::nothing(),
            };
        }
        if self.array_facts.contains_key(&Variables::key(name)) {
            self.error_with_hint(
                at,
                format!("Illegal reference to the array {name}."),
                format!("an array has no value of its own; write {name}{{…}} with the index of an element"),
            );
            return TypedExpression::nothing();
        }
        if self.objects.contains_key(&Variables::key(name)) {
            self.error_with_hint(
                at,
                format!("{name} is an object, which has no value of its own"),
                "call one of its methods",
            );
            return TypedExpression::nothing();
        }
        if is_line(name) {
            return match self.line(at) {
                Some(slot) => TypedExpression::slot(Slot::Text(slot)),
                None => TypedExpression::nothing(),
            };
        }
        if name.eq_ignore_ascii_case("_IORC_") && self.return_code.is_none() {
            return self.invalid(at, "MODIFY sets _IORC_, and this step has none");
        }
        let id = self.variables.declare(name);
        if !self.is_name(name, at) {
            return TypedExpression::nothing();
        }
        if self.variables.entry(id).slot.is_none() {
            self.variables.number(id);
        }
        // FIRST.x and LAST.x without a BY statement have no meaning and are not written to data sets.
        if name.contains('.') {
            self.variables.entry_mut(id).origin = Origin::Automatic;
        }
        match self.variables.entry(id).slot {
            Some(slot) => TypedExpression::slot(slot),
            None => TypedExpression::nothing(),
        }
    }

    /// Returns the value of an array element.
    pub fn element_value(&mut self, element: Element) -> TypedExpression {
        match element {
            Element::Fixed(slot) => TypedExpression::slot(slot),
            Element::Indexed {
                array,
                index,
                site,
                kind: Kind::Number,
                ..
            } => TypedExpression::Number(Number::Element { array, index, site }),
            Element::Indexed {
                array,
                index,
                site,
                length,
                ..
            } => TypedExpression::Text(Text::Element { array, index, site }, length),
        }
    }

    fn unary(&mut self, operator: Unary, operand: &Expression, at: Position) -> TypedExpression {
        let operand = match operator {
            Unary::Not => self.condition(operand),
            Unary::Minus | Unary::Plus => self.number(operand),
        };
        TypedExpression::Number(match (operator, operand) {
            (Unary::Plus, operand) => operand,
            (Unary::Not, operand) => Number::Not(Box::new(operand)),
            // A signed literal is a constant. A missing value is left as it is, so that the operation on it is
            // counted.
            (Unary::Minus, Number::Constant(number)) if !number.is_nan() => Number::Constant(-number),
            (Unary::Minus, operand) => {
                let site = self.site(at);
                Number::Negate(Box::new(operand), site)
            }
        })
    }
}

//! `in`, and the operators that only WHERE has.

use feedrate_dataset::schema::LONGEST_TEXT;
use feedrate_language::Position;
use feedrate_language::tree::{Expression, ExpressionKind, InItem, Unary};
use feedrate_program::{Argument, Comparison, Logic, Membership, Number, StaticNote, Text};
use feedrate_values::value::{compare_text, trim};
use feedrate_values::{function, missing, number};

use super::super::lowering::StepLowering;
use super::super::select::any_of;
use super::super::variables::Variables;
use super::TypedExpression;

/// A constant in a list.
enum Constant {
    Number(f64),
    Text(Vec<u8>),
}

impl Constant {
    /// Returns whether a constant sorts after another. Returns false for constants of different kinds, which are
    /// reported where they are compared.
    fn is_above(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(own), Self::Number(other)) => missing::compare(*own, *other).is_gt(),
            (Self::Text(own), Self::Text(other)) => compare_text(own, other).is_gt(),
            _ => false,
        }
    }
}

impl StepLowering<'_> {
    /// Lowers `x in (…)`.
    pub(super) fn membership(
        &mut self,
        value: &Expression,
        prefix: bool,
        among: &[InItem],
        at: Position,
    ) -> TypedExpression {
        let value_at = value.at;
        let value = self.expression(value);
        if let [InItem::Array(name)] = among {
            return self.among_elements(value, value_at, prefix, name, at);
        }
        let mut numbers = Vec::with_capacity(among.len());
        let mut texts = Vec::new();
        for item in among {
            match item {
                InItem::Range(first, last) => numbers.push(Membership::Range(*first, *last)),
                InItem::Array(name) => {
                    self.error(at, format!("the array {name} must stand alone in the list of IN"));
                }
                InItem::One(expression) => match constant(expression) {
                    Some(Constant::Number(number)) => numbers.push(Membership::One(number)),
                    Some(Constant::Text(text)) => texts.push((text, expression.at)),
                    None => self.error_with_hint(
                        expression.at,
                        "the list of IN takes constants only",
                        "compare with = and OR where values are computed",
                    ),
                },
            }
        }
        match value {
            TypedExpression::Text(text, _) if numbers.is_empty() => TypedExpression::Number(Number::InText {
                value: Box::new(text),
                prefix,
                among: texts.into_iter().map(|(text, _)| text).collect(),
            }),
            value => {
                if prefix {
                    self.error_of_kinds(at, "IN with a colon compares texts, and there is a number", None);
                }
                let value = self.number_from(value, value_at);
                for (text, at) in texts {
                    numbers.extend(self.number_of_text(&text, at).map(Membership::One));
                }
                TypedExpression::Number(Number::In(Box::new(value), numbers))
            }
        }
    }

    /// Converts a character value in a list of numbers, at compile time.
    fn number_of_text(&mut self, text: &[u8], at: Position) -> Option<f64> {
        if self.scope.is_some() {
            self.error_of_kinds(at, "WHERE clause operator requires compatible variables.", None);
            return None;
        }
        let found = number::parse(trim(text));
        if found.is_none() {
            let shown = String::from_utf8_lossy(text);
            return self.fail(at, format!("`{shown}` is not a number, and IN looks for a number here"));
        }
        let site = self.site(at);
        self.notes.push(StaticNote::TextToNumber(site));
        found
    }

    /// Lowers `x in a`, which is true if x equals any element. The value is evaluated once for each element, so it
    /// must have no side effects.
    fn among_elements(
        &mut self,
        value: TypedExpression,
        value_at: Position,
        prefix: bool,
        name: &str,
        at: Position,
    ) -> TypedExpression {
        let Some(facts) = self.array_facts.get(&Variables::key(name)) else {
            return self.invalid(
                at,
                format!("{name} is not an array of this step; IN takes constants or an array"),
            );
        };
        let elements = self.arrays[facts.id.0 as usize].elements.clone();
        let is_plain = matches!(
            value,
            TypedExpression::Number(Number::Variable(_) | Number::Constant(_))
                | TypedExpression::Text(Text::Variable(_) | Text::Constant(_), _)
        );
        if !is_plain {
            self.error_with_hint(
                value_at,
                format!("IN with the array {name} takes a variable or a constant on its left"),
                "assign the value to a variable first",
            );
            return TypedExpression::nothing();
        }
        let mut tests = Vec::with_capacity(elements.len());
        for slot in elements {
            let element = (TypedExpression::slot(slot), at);
            let same = self.compare(Comparison::Equal, prefix, (value.clone(), value_at), element, at);
            tests.push(self.number_from(same, at));
        }
        TypedExpression::Number(any_of(tests))
    }

    /// Lowers `x between a and b`.
    pub(super) fn between(
        &mut self,
        value: &Expression,
        least: &Expression,
        greatest: &Expression,
        at: Position,
    ) -> TypedExpression {
        // The lower bound is determined here for constants, and for each row otherwise.
        let (least, greatest, is_known) = match (constant(least), constant(greatest)) {
            (Some(one), Some(other)) if one.is_above(&other) => (greatest, least, true),
            (Some(_), Some(_)) => (least, greatest, true),
            _ => (least, greatest, false),
        };
        let typed = self.expression(value);
        let from = (self.expression(least), least.at);
        let to = (self.expression(greatest), greatest.at);
        let mut side = |comparison, limit: &(TypedExpression, Position)| {
            let left = (typed.clone(), value.at);
            match self.compare(comparison, false, left, limit.clone(), at) {
                TypedExpression::Number(number) => Box::new(number),
                TypedExpression::Text(..) => Box::new(Number::Constant(0.0)),
            }
        };
        let mut within = |least, greatest| {
            let above = side(Comparison::GreaterOrEqual, least);
            let below = side(Comparison::LessOrEqual, greatest);
            Number::Logic(Logic::And, above, below)
        };
        let range = within(&from, &to);
        if is_known {
            return TypedExpression::Number(range);
        }
        let other_way = Box::new(within(&to, &from));
        TypedExpression::Number(Number::Logic(Logic::Or, Box::new(range), other_way))
    }

    /// Lowers `x contains 'part'`: whether the part, without trailing blanks, occurs in the value.
    pub(super) fn contains(&mut self, value: &Expression, part: &Expression, at: Position) -> TypedExpression {
        let (value, _) = self.text(value);
        let (part, _) = self.text(part);
        let (Some(index), Some(trimmed)) = (function::find("INDEX"), function::find("TRIM")) else {
            return self.invalid(at, "CONTAINS is not available");
        };
        let site = self.site(at);
        let part = Text::Call {
            function: trimmed,
            arguments: vec![Argument::Text(part)],
            site,
            longest: LONGEST_TEXT,
        };
        let found = Number::Call {
            function: index,
            arguments: vec![Argument::Text(value), Argument::Text(part)],
            site,
        };
        TypedExpression::Number(Number::Compare(
            Comparison::Greater,
            Box::new(found),
            Box::new(Number::Constant(0.0)),
        ))
    }

    /// Lowers `x like 'a%' escape 'c'`.
    pub(super) fn like(
        &mut self,
        value: &Expression,
        pattern: &Expression,
        escape: Option<&Expression>,
        at: Position,
    ) -> TypedExpression {
        let (value, _) = self.text(value);
        let Some(Constant::Text(pattern)) = constant(pattern) else {
            return self.invalid(at, "LIKE takes a pattern in quotes");
        };
        let escape = match escape.map(|escape| (constant(escape), escape.at)) {
            None => None,
            Some((Some(Constant::Text(text)), _)) if text.len() == 1 && text.is_ascii() => Some(text[0]),
            Some((_, at)) => {
                return self.invalid(at, "ESCAPE takes one ASCII character in quotes");
            }
        };
        TypedExpression::Number(Number::Like {
            value: Box::new(value),
            pattern,
            escape,
        })
    }

    /// Lowers IS MISSING.
    pub(super) fn missing(&mut self, value: &Expression) -> TypedExpression {
        let value = self.expression(value);
        TypedExpression::Number(is_missing(value))
    }
}

/// Returns the value of an optionally signed literal.
fn constant(expression: &Expression) -> Option<Constant> {
    match &expression.kind {
        ExpressionKind::Number(number) => Some(Constant::Number(*number)),
        ExpressionKind::Text(text) => Some(Constant::Text(text.clone())),
        ExpressionKind::Unary(Unary::Plus, operand) => match constant(operand)? {
            Constant::Number(number) => Some(Constant::Number(number)),
            Constant::Text(_) => None,
        },
        ExpressionKind::Unary(Unary::Minus, operand) => match constant(operand)? {
            Constant::Number(number) if !number.is_nan() => Some(Constant::Number(-number)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a value is missing: any numeric missing value, or a blank character value.
fn is_missing(value: TypedExpression) -> Number {
    match value {
        TypedExpression::Number(number) => {
            let greatest = missing::special(b'Z').unwrap_or(missing::MISSING);
            Number::Compare(
                Comparison::LessOrEqual,
                Box::new(number),
                Box::new(Number::Constant(greatest)),
            )
        }
        TypedExpression::Text(text, _) => Number::CompareText {
            comparison: Comparison::Equal,
            prefix: false,
            left: Box::new(text),
            right: Box::new(Text::Constant(vec![b' '])),
        },
    }
}

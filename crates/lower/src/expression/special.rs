//! Functions that have state or depend on the step: LAG, DIF, DIM and the like, PUT and INPUT.

use feedrate_dataset::schema::LONGEST_TEXT;
use feedrate_language::Position;
use feedrate_language::tree::{CallArgument, Expression, ExpressionKind, VariableRange};
use feedrate_program::{Fact, Lag, Number, Quiet, Text};
use feedrate_values::{Kind, Spec};

use super::super::lowering::StepLowering;
use super::super::variables::Variables;
use super::TypedExpression;

/// The maximum distance of LAG and DIF.
const FARTHEST: u32 = 100;

/// The property of an array dimension that a function returns.
#[derive(Clone, Copy)]
enum Bound {
    Count,
    Least,
    Greatest,
}

impl StepLowering<'_> {
    /// Lowers a call of one of these functions; returns `None` for all others.
    pub(super) fn special(&mut self, name: &str, arguments: &[CallArgument], at: Position) -> Option<TypedExpression> {
        let upper = name.to_ascii_uppercase();
        let digits = upper.trim_start_matches(|c: char| !c.is_ascii_digit());
        let base = upper.strip_suffix(digits).unwrap_or(&upper);
        let number = digits.parse::<u32>().ok();
        if number.is_none() && !digits.is_empty() {
            return None;
        }
        match base {
            "LAG" | "DIF" => Some(self.lag(base == "DIF", number.unwrap_or(1), arguments, at)),
            "DIM" => Some(self.bound(Bound::Count, number, arguments, at)),
            "LBOUND" => Some(self.bound(Bound::Least, number, arguments, at)),
            "HBOUND" => Some(self.bound(Bound::Greatest, number, arguments, at)),
            "IORCMSG" if number.is_none() && arguments.is_empty() => Some(self.message(at)),
            "VNAME" if number.is_none() => Some(self.fact(Fact::Name, arguments, at)),
            "VLABEL" if number.is_none() => Some(self.fact(Fact::Label, arguments, at)),
            "VTYPE" if number.is_none() => Some(self.fact(Fact::Kind, arguments, at)),
            "VLENGTH" if number.is_none() => Some(self.fact(Fact::Length, arguments, at)),
            "VFORMAT" if number.is_none() => Some(self.fact(Fact::Format, arguments, at)),
            "VFORMATN" if number.is_none() => Some(self.fact(Fact::FormatName, arguments, at)),
            "VFORMATW" if number.is_none() => Some(self.fact(Fact::FormatWidth, arguments, at)),
            "VFORMATD" if number.is_none() => Some(self.fact(Fact::FormatDecimals, arguments, at)),
            "VINFORMAT" if number.is_none() => Some(self.fact(Fact::Informat, arguments, at)),
            "VINFORMATN" if number.is_none() => Some(self.fact(Fact::InformatName, arguments, at)),
            "VINFORMATW" if number.is_none() => Some(self.fact(Fact::InformatWidth, arguments, at)),
            "VINFORMATD" if number.is_none() => Some(self.fact(Fact::InformatDecimals, arguments, at)),
            "VVALUE" if number.is_none() => Some(self.shown_value(arguments, at)),
            "VINARRAY" if number.is_none() => Some(self.is_in_array(arguments, at)),
            _ => self.named(&upper, arguments, at),
        }
    }

    /// Lowers `iorcmsg()`, which is a function of `_IORC_`.
    fn message(&mut self, at: Position) -> TypedExpression {
        let function = feedrate_values::function::find("IORCMSG");
        match (function, self.return_code(at)) {
            (Some(function), Some((_, slot))) => {
                let code = TypedExpression::Number(Number::Variable(slot));
                self.call_of(function, vec![(Some(code), at)], at)
            }
            _ => TypedExpression::nothing(),
        }
    }

    fn lag(&mut self, difference: bool, distance: u32, arguments: &[CallArgument], at: Position) -> TypedExpression {
        let name = if difference { "DIF" } else { "LAG" };
        if self.scope.is_some() {
            return self.invalid(
                at,
                format!("{name} cannot stand in a condition on a data set or in a query"),
            );
        }
        if !(1..=FARTHEST).contains(&distance) {
            return self.invalid(
                at,
                format!("{name}{distance} looks too far back; 1 to {FARTHEST} are possible"),
            );
        }
        let [CallArgument::One(value)] = arguments else {
            return self.invalid(at, format!("{name} takes one argument"));
        };
        let value_at = value.at;
        let value = self.expression(value);
        let value = if difference {
            TypedExpression::Number(self.number_from(value, value_at))
        } else {
            value
        };
        let queue = self.lags.len() as u32;
        let text_length = match &value {
            TypedExpression::Text(_, length) => Some(*length),
            TypedExpression::Number(_) => None,
        };
        self.lags.push(Lag { distance, text_length });
        match value {
            TypedExpression::Number(value) if difference => {
                let site = self.site(at);
                TypedExpression::Number(Number::Dif {
                    queue,
                    value: Box::new(value),
                    site,
                })
            }
            TypedExpression::Number(value) => TypedExpression::Number(Number::Lag {
                queue,
                value: Box::new(value),
            }),
            TypedExpression::Text(value, length) => TypedExpression::Text(
                Text::Lag {
                    queue,
                    value: Box::new(value),
                },
                length,
            ),
        }
    }

    /// Lowers `dim(a)`, `hbound(a, 2)` and `lbound2(a)`, which are constants.
    fn bound(
        &mut self,
        bound: Bound,
        dimension: Option<u32>,
        arguments: &[CallArgument],
        at: Position,
    ) -> TypedExpression {
        let (array, second) = match arguments {
            [array] => (array, None),
            [array, CallArgument::One(second)] if dimension.is_none() => (array, Some(second)),
            _ => {
                return self.invalid(
                    at,
                    "DIM, HBOUND and LBOUND take an array and perhaps the number of a dimension",
                );
            }
        };
        let facts = array_name(array).and_then(|name| self.array_facts.get(&Variables::key(name)));
        let Some(facts) = facts else {
            self.error_with_hint(
                at,
                "DIM, HBOUND and LBOUND take the name of an array of this step",
                "an ARRAY statement must come before",
            );
            return TypedExpression::nothing();
        };
        let bounds = self.arrays[facts.id.0 as usize].bounds.clone();
        let value_of = |&(least, greatest): &(i64, i64)| match bound {
            Bound::Count => (greatest - least + 1) as f64,
            Bound::Least => least as f64,
            Bound::Greatest => greatest as f64,
        };
        let dimension = match second.map(|second| &second.kind) {
            None => dimension.unwrap_or(1),
            Some(ExpressionKind::Number(number)) => *number as u32,
            Some(_) => {
                return self.invalid(at, "the number of a dimension must be a constant");
            }
        };
        let index = (dimension as usize).wrapping_sub(1);
        match bounds.get(index) {
            Some(dimension) => TypedExpression::Number(Number::Constant(value_of(dimension))),
            None => self.invalid(
                at,
                format!("the array has {} dimensions, not {dimension}", bounds.len()),
            ),
        }
    }

    /// Lowers `put(x, format.)` and `input(t, informat.)`.
    pub(super) fn conversion(
        &mut self,
        name: &str,
        value: &Expression,
        question_marks: u8,
        spec: &str,
        at: Position,
    ) -> TypedExpression {
        let value_at = value.at;
        let value = self.expression(value);
        let Some(spec) = self.spec(spec, at) else {
            return TypedExpression::nothing();
        };
        if name.eq_ignore_ascii_case("put") {
            self.put_value(value, &spec, at)
        } else {
            self.input_value(value, value_at, question_marks, &spec, at)
        }
    }

    fn put_value(&mut self, value: TypedExpression, spec: &Spec, at: Position) -> TypedExpression {
        let length = match &value {
            TypedExpression::Text(_, length) => *length,
            TypedExpression::Number(_) => 0,
        };
        let Some(format) = self.format(spec, value.kind(), length, at) else {
            return TypedExpression::nothing();
        };
        let width = format.width().clamp(1, LONGEST_TEXT as usize) as u32;
        TypedExpression::Text(Text::Put(Box::new(value.into_argument()), format), width)
    }

    fn input_value(
        &mut self,
        value: TypedExpression,
        value_at: Position,
        question_marks: u8,
        spec: &Spec,
        at: Position,
    ) -> TypedExpression {
        let (text, length) = self.text_from(value, value_at);
        let kind = if spec.is_text() { Kind::Text } else { Kind::Number };
        let Some(informat) = self.informat(spec, kind, length, at) else {
            return TypedExpression::nothing();
        };
        match kind {
            Kind::Text => {
                let longest = informat.longest(length as usize).clamp(1, LONGEST_TEXT as usize);
                let length = u32::try_from(longest).unwrap_or(LONGEST_TEXT);
                TypedExpression::Text(Text::Input(Box::new(text), informat), length)
            }
            Kind::Number => {
                let quiet = quiet(question_marks);
                let site = self.site(at);
                TypedExpression::Number(Number::Input {
                    text: Box::new(text),
                    informat,
                    quiet,
                    site,
                })
            }
        }
    }
}

/// Returns the messages that `?` and `??` suppress.
pub(in super::super) fn quiet(question_marks: u8) -> Quiet {
    match question_marks {
        0 => Quiet::No,
        1 => Quiet::Note,
        _ => Quiet::All,
    }
}

/// Returns the name of the array that an argument names, as `a` or `a{*}`.
fn array_name(argument: &CallArgument) -> Option<&str> {
    match argument {
        CallArgument::One(Expression {
            kind: ExpressionKind::Name(name),
            ..
        }) => Some(name),
        CallArgument::Of(lists, _) => match lists.as_slice() {
            [list] => match &list.range {
                VariableRange::Array(name) | VariableRange::One(name) => Some(name),
                _ => None,
            },
            _ => None,
        },
        CallArgument::One(_) | CallArgument::Omitted(_) => None,
    }
}

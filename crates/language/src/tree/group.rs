//! Groups of INPUT and PUT: `(a b c) (3. +1 $5.)`. The variables take what stands in the second
//! parentheses in turn, from its beginning again when it is used up.

use super::{Expression, InputPart, InputStyle, PutPart, PutStyle, Target, VariableList};
use crate::source::Position;

/// A group of INPUT.
#[derive(Clone, Debug)]
pub struct InputGroup {
    /// The variables as written.
    pub variables: Vec<VariableList>,
    /// What is done, over and over.
    pub items: Vec<InputGroupItem>,
    /// Where.
    pub at: Position,
}

/// What stands in the second parentheses of a group of INPUT.
#[derive(Clone, Debug)]
pub enum InputGroupItem {
    /// A move of the pointer.
    Move(Box<InputPart>),
    /// A style, for a variable or several.
    Style {
        /// For how many variables.
        times: u64,
        /// `$`.
        text: bool,
        /// How they are read.
        style: InputStyle,
        /// `?` and `??`: how many.
        question_marks: u8,
    },
}

/// A group of PUT.
#[derive(Clone, Debug)]
pub struct PutGroup {
    /// The variables as written.
    pub variables: Vec<VariableList>,
    /// What is done, over and over.
    pub items: Vec<PutGroupItem>,
    /// Where.
    pub at: Position,
}

/// What stands in the second parentheses of a group of PUT.
#[derive(Clone, Debug)]
pub enum PutGroupItem {
    /// A move of the pointer, or a text.
    Move(PutPart),
    /// A style, for a variable or several.
    Style {
        /// For how many variables.
        times: u64,
        /// `=`.
        named: bool,
        /// How they are written.
        style: PutStyle,
    },
}

impl InputGroup {
    /// The group told out, one part a variable.
    pub fn parts(&self, targets: Vec<Target>) -> Vec<InputPart> {
        let plain = InputGroupItem::Style {
            times: 1,
            text: false,
            style: InputStyle::List {
                informat: None,
                embedded_blanks: false,
                keep_quotes: false,
            },
            question_marks: 0,
        };
        let mut parts = Vec::with_capacity(targets.len());
        let mut targets = targets.into_iter().peekable();
        for item in around(&self.items, &plain, |item| {
            matches!(item, InputGroupItem::Style { .. })
        }) {
            if targets.peek().is_none() {
                break;
            }
            match item {
                InputGroupItem::Move(part) => parts.push(InputPart::clone(part)),
                InputGroupItem::Style {
                    times,
                    text,
                    style,
                    question_marks,
                } => {
                    let some = targets.by_ref().take(count(*times));
                    parts.extend(some.map(|target| InputPart::Read {
                        target,
                        text: *text,
                        style: style.clone(),
                        question_marks: *question_marks,
                        at: self.at,
                    }));
                }
            }
        }
        parts
    }
}

impl PutGroup {
    /// The group told out, one part a variable.
    pub fn parts(&self, values: Vec<Expression>) -> Vec<PutPart> {
        let plain = PutGroupItem::Style {
            times: 1,
            named: false,
            style: PutStyle::List(None),
        };
        let mut parts = Vec::with_capacity(values.len());
        let mut values = values.into_iter().peekable();
        for item in around(&self.items, &plain, |item| {
            matches!(item, PutGroupItem::Style { .. })
        }) {
            if values.peek().is_none() {
                break;
            }
            match item {
                PutGroupItem::Move(part) => parts.push(part.clone()),
                PutGroupItem::Style {
                    times,
                    named,
                    style,
                } => {
                    let some = values.by_ref().take(count(*times));
                    parts.extend(some.map(|value| PutPart::Write {
                        value,
                        named: *named,
                        style: style.clone(),
                    }));
                }
            }
        }
        parts
    }
}

/// The items over and over. Where none of them takes a variable, as in `(+0)`, a plain one does after
/// them, so that the variables come to an end.
fn around<'a, T>(
    items: &'a [T],
    plain: &'a T,
    is_style: fn(&T) -> bool,
) -> impl Iterator<Item = &'a T> {
    let added = (!items.iter().any(is_style)).then_some(plain);
    items.iter().chain(added).cycle()
}

/// At least one, so that the variables come to an end.
fn count(times: u64) -> usize {
    usize::try_from(times).unwrap_or(usize::MAX).max(1)
}

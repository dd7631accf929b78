//! Groups of INPUT and PUT: `(a b c) (3. +1 $5.)`. The items of the second parentheses are applied to the variables in
//! turn, and repeated from the beginning when they are used up.

use super::{
    Expression, InputGroup, InputGroupItem, InputPart, InputStyle, PutGroup, PutGroupItem, PutPart, PutStyle, Target,
};

impl InputGroup {
    /// Expands the group to one item for each variable.
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
        for item in around(&self.items, &plain, |item| matches!(item, InputGroupItem::Style { .. })) {
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
    /// Expands the group to one item for each variable.
    pub fn parts(&self, values: Vec<Expression>) -> Vec<PutPart> {
        let plain = PutGroupItem::Style {
            times: 1,
            named: false,
            style: PutStyle::List(None),
        };
        let mut parts = Vec::with_capacity(values.len());
        let mut values = values.into_iter().peekable();
        for item in around(&self.items, &plain, |item| matches!(item, PutGroupItem::Style { .. })) {
            if values.peek().is_none() {
                break;
            }
            match item {
                PutGroupItem::Move(part) => parts.push(part.clone()),
                PutGroupItem::Style { times, named, style } => {
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

/// Repeats the items. If none of them has a style, as in `(+0)`, `plain` follows them, so that every variable is
/// consumed.
fn around<'a, T>(items: &'a [T], plain: &'a T, is_style: fn(&T) -> bool) -> impl Iterator<Item = &'a T> {
    let added = (!items.iter().any(is_style)).then_some(plain);
    items.iter().chain(added).cycle()
}

/// Returns at least one, so that every variable is consumed.
fn count(times: u64) -> usize {
    usize::try_from(times).unwrap_or(usize::MAX).max(1)
}

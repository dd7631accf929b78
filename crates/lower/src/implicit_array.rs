//! Implicit arrays: those that ARRAY declares without brackets, or with the name of their index in them. Named without
//! an index, they are the element of the index variable, over which DO OVER counts.

use std::borrow::Cow;

use feedrate_language::Position;
use feedrate_language::tree::{ArraySize, Clause, Expression, ExpressionKind, LoopHead, Name, Target};

use super::lowering::StepLowering;
use super::variables::{Origin, Variables};

/// The index of an implicit array that names none.
const INDEX: &str = "_I_";

/// Returns the index of an implicit array; `None` if an array is not one.
pub(super) fn index_of(size: &ArraySize) -> Option<String> {
    match size {
        ArraySize::Implicit(index) => Some(index.as_ref().map_or(INDEX, |name| &name.text).to_owned()),
        ArraySize::Counted | ArraySize::Bounds(_) => None,
    }
}

impl StepLowering<'_> {
    /// Returns the current element of an implicit array, if the name is that of one: its index as an expression.
    pub fn implicit_index(&mut self, array: &str, at: Position) -> Option<Vec<Expression>> {
        let index = self.array_facts.get(&Variables::key(array))?.index.clone()?;
        if index == INDEX {
            let id = self.variables.declare(INDEX);
            self.variables.entry_mut(id).origin = Origin::Automatic;
        }
        let kind = ExpressionKind::Name(index);
        Some(vec![Expression { kind, at }])
    }

    /// Returns a target with the name of an implicit array replaced by its current element.
    pub fn told_target<'t>(&mut self, target: &'t Target) -> Cow<'t, Target> {
        let Target::Variable(name) = target else {
            return Cow::Borrowed(target);
        };
        match self.implicit_index(&name.text, name.at) {
            Some(index) => Cow::Owned(Target::Element {
                array: name.clone(),
                index,
            }),
            None => Cow::Borrowed(target),
        }
    }

    /// Returns the head of the loop that DO OVER of an array is.
    pub fn loop_over(&mut self, array: &Name) -> Option<LoopHead> {
        let at = array.at;
        let Some(facts) = self.array_facts.get(&Variables::key(&array.text)).cloned() else {
            let message = format!("DO OVER takes an array, and {} is none of this step", array.text);
            return self.fail_with_hint(at, message, "an ARRAY statement must come before the loop");
        };
        let Some(index) = facts.index else {
            let message = format!(
                "DO OVER takes an implicit array, and {} is declared with brackets",
                array.text
            );
            return self.fail_with_hint(at, message, "count with an index: `do i = 1 to dim(a); ... a{i} ...`");
        };
        self.implicit_index(&array.text, at);
        let number = |number: usize| Expression {
            kind: ExpressionKind::Number(number as f64),
            at,
        };
        let count = self.arrays[facts.id.0 as usize].elements.len();
        let clause = Clause {
            from: number(1),
            to: Some(number(count)),
            by: None,
            while_true: None,
            until_true: None,
        };
        let index = Target::Variable(Name { text: index, at });
        Some(LoopHead::Index(index, vec![clause]))
    }
}

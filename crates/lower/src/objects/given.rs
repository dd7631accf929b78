//! The arguments of a method or a constructor by their tags.

use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::{Expression, ExpressionKind, Name, ObjectArgument, Target};
use feedrate_program::{Argument, AssignmentTarget, Text};
use feedrate_values::Kind;

use crate::lowering::StepLowering;
use crate::target::target_of;
use crate::variables::Variables;

/// The arguments of a call.
pub(super) struct GivenArguments<'e> {
    /// The tag in upper case, empty if there is none, and the value of each.
    arguments: Vec<(String, &'e Expression)>,
}

impl<'e> GivenArguments<'e> {
    /// Returns the arguments of a call of `name`, which takes these tags; without a tag, an argument has the empty one.
    /// Only KEY:, DATA:, DATASET: and arguments without a tag may be repeated. `None` after an error.
    pub(super) fn new(
        arguments: &'e [ObjectArgument],
        tags: &[&str],
        name: &str,
        lowering: &mut StepLowering<'_>,
    ) -> Option<Self> {
        let mut given: Vec<(String, &Expression)> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = &argument.value;
            let (tag, at) = match &argument.tag {
                Some(tag) => (tag.text.to_ascii_uppercase(), tag.at),
                None => (String::new(), value.at),
            };
            if !tags.contains(&tag.as_str()) {
                let message = match tag.is_empty() {
                    true => format!("{name} takes no argument without a tag"),
                    false => format!("{name} takes no argument {tag}:"),
                };
                let known: Vec<String> = tags.iter().map(|tag| format!("{tag}:")).collect();
                let hint = did_you_mean(&tag, tags.iter().copied()).unwrap_or_else(|| match tags {
                    [] => "it takes none".to_owned(),
                    [""] => "it takes one without a tag".to_owned(),
                    _ => format!("it takes {}", known.join(", ")),
                });
                return lowering.fail_with_hint(at, message, hint);
            }
            let may_repeat = matches!(tag.as_str(), "" | "KEY" | "DATA") || tag == "DATASET" && name == "OUTPUT";
            if !may_repeat && given.iter().any(|(other, _)| *other == tag) {
                return lowering.fail(at, format!("{name} has {tag}: twice"));
            }
            given.push((tag, value));
        }
        Some(Self { arguments: given })
    }

    /// Returns the first argument with a tag.
    pub(super) fn only(&self, tag: &str) -> Option<&'e Expression> {
        self.all(tag).next()
    }

    /// Returns all arguments with a tag, in their order.
    pub(super) fn all<'g>(&'g self, tag: &'g str) -> impl Iterator<Item = &'e Expression> + use<'g, 'e> {
        let arguments = self.arguments.iter();
        arguments.filter(move |(own, _)| own == tag).map(|(_, value)| *value)
    }

    /// Returns the number of arguments with a tag.
    pub(super) fn count(&self, tag: &str) -> usize {
        self.all(tag).count()
    }
}

impl StepLowering<'_> {
    /// Lowers the argument with a tag to a character value.
    pub(super) fn only_text(&mut self, given: &GivenArguments<'_>, tag: &str) -> Option<Text> {
        given.only(tag).map(|expression| self.text(expression).0)
    }

    /// Lowers all arguments with a tag to character values.
    pub(super) fn all_texts(&mut self, given: &GivenArguments<'_>, tag: &str) -> Vec<Text> {
        given.all(tag).map(|expression| self.text(expression).0).collect()
    }

    /// Lowers all arguments with a tag to values of their own kinds.
    pub(super) fn all_values(&mut self, given: &GivenArguments<'_>, tag: &str) -> Vec<Argument> {
        let values = given
            .all(tag)
            .map(|expression| self.expression(expression).into_argument());
        values.collect()
    }

    /// Lowers the argument of a method that is the numeric variable or element which it sets.
    pub(super) fn result(&mut self, given: &GivenArguments<'_>, tag: &str, method: &Name) -> Option<AssignmentTarget> {
        let Some(expression) = given.only(tag) else {
            let message = format!("{} needs {tag}: with a variable", method.text.to_uppercase());
            return self.fail(method.at, message);
        };
        let at = expression.at;
        let place = match &expression.kind {
            ExpressionKind::Name(text) => {
                let name = Name { text: text.clone(), at };
                self.place(&Target::Variable(name), Kind::Number, 8, at)?
            }
            ExpressionKind::Element { array, index } => {
                let place = target_of(self.element(array, index, at)?);
                self.mark_target_assigned(&place);
                place
            }
            ExpressionKind::Call { name, arguments } if self.array_facts.contains_key(&Variables::key(name)) => {
                let place = target_of(self.element_of_call(name, arguments, at)?);
                self.mark_target_assigned(&place);
                place
            }
            _ => return self.fail(at, format!("{tag}: is set, so it must be a variable")),
        };
        match self.kind_of_place(&place) {
            Kind::Number => Some(place),
            Kind::Text => self.fail(
                at,
                format!("{tag}: is set to a number, so it must be a numeric variable"),
            ),
        }
    }
}

//! The definition of a system option.

use crate::form::Form;
use crate::value::OptionValue;

/// A system option.
#[derive(Debug)]
pub struct Definition {
    /// Its name, in upper case.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The values that it accepts.
    pub form: Form,
    /// Its description.
    pub help: &'static str,
    /// Its effect.
    pub effect: Effect,
    /// True if only the user sets it, on the command line, and no program.
    pub is_of_user: bool,
}

/// The effect of an option.
#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// That of its description.
    Obeyed,
    /// None: the behavior is always the same, or does not exist.
    None {
        /// Its initial value; `true` or `false` for a switch.
        first: &'static str,
    },
    /// It would change the behavior of a program, and is an error.
    Refused,
}

impl Definition {
    /// Returns the initial value of an option without effect; `None` for any other option.
    pub fn idle_value(&self) -> Option<OptionValue> {
        let Effect::None { first } = self.effect else {
            return None;
        };
        match self.form {
            Form::Switch => self.form.read(first == "true", None),
            form => form.read(true, Some(first)),
        }
    }
}

/// Defines options that are not in a group: with an initial value, options without effect, and without one, options
/// that are refused.
macro_rules! definition_table {
    ($($name:ident $(| $alias:ident)* [$form:expr] $(= $first:literal)?, $help:expr;)*) => {
        &[$(crate::definition::Definition {
            name: stringify!($name),
            aliases: &[$(stringify!($alias)),*],
            form: $form,
            help: $help,
            effect: crate::definition::definition_table!(@effect $($first)?),
            is_of_user: false,
        },)*]
    };
    (@effect $first:literal) => { crate::definition::Effect::None { first: $first } };
    (@effect) => { crate::definition::Effect::Refused };
}
pub(crate) use definition_table;

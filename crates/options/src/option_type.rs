//! The types of the fields that hold the values of system options.

use std::path::PathBuf;

use crate::form::{Form, NUMBER, number};
use crate::value::OptionValue;

/// The type of a field with the value of an option.
pub(crate) trait OptionType: Sized {
    /// The values that such an option accepts unless its definition has others.
    const FORM: Form;

    /// Returns the value of the field.
    fn to_value(&self) -> OptionValue;

    /// Returns the field for a value; `None` for a value of another form.
    fn of_value(value: &OptionValue) -> Option<Self>;
}

/// Implements [`OptionType`] for a type that corresponds to one variant of [`OptionValue`].
macro_rules! option_type {
    ($type:ty, $form:expr, $variant:ident) => {
        impl OptionType for $type {
            const FORM: Form = $form;

            fn to_value(&self) -> OptionValue {
                OptionValue::$variant(self.clone().into())
            }

            fn of_value(value: &OptionValue) -> Option<Self> {
                match value {
                    OptionValue::$variant(value) => value.clone().try_into().ok(),
                    _ => None,
                }
            }
        }
    };
}

option_type!(bool, Form::Switch, Switch);
option_type!(u16, number(0, u16::MAX as u64), Number);
option_type!(u32, number(0, u32::MAX as u64), Number);
option_type!(u64, NUMBER, Number);
option_type!(char, Form::Character, Character);
option_type!(String, Form::Text, Text);
option_type!(Option<PathBuf>, Form::Folder, Folder);

/// `None` is `MAX`.
impl OptionType for Option<u64> {
    const FORM: Form = NUMBER;

    fn to_value(&self) -> OptionValue {
        OptionValue::Number(self.unwrap_or(u64::MAX))
    }

    fn of_value(value: &OptionValue) -> Option<Self> {
        u64::of_value(value).map(|number| (number < u64::MAX).then_some(number))
    }
}

/// Makes an enum the type of options whose values are words. The first word of a variant is the one that is shown.
macro_rules! words {
    ($type:ident { $($word:literal => $variant:ident),+ $(,)? }) => {
        impl crate::option_type::OptionType for $type {
            const FORM: crate::form::Form = crate::form::Form::Word(&[$($word),+]);

            fn to_value(&self) -> crate::value::OptionValue {
                let word = [$(($word, $type::$variant)),+]
                    .into_iter()
                    .find_map(|(word, variant)| (variant == *self).then_some(word));
                crate::value::OptionValue::Text(word.unwrap_or_default().to_owned())
            }

            fn of_value(value: &crate::value::OptionValue) -> Option<Self> {
                match value {
                    crate::value::OptionValue::Text(text) => match text.as_str() {
                        $($word => Some($type::$variant),)+
                        _ => None,
                    },
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use words;

//! Groups of options: structures that are generated from tables.

use crate::value::OptionValue;

/// A structure with the values of options.
pub trait OptionGroup {
    /// Returns the value of an option by its name in upper case; `None` if it is not in this group.
    fn value(&self, name: &str) -> Option<OptionValue>;

    /// Sets an option by its name in upper case to a value of its form. Returns false if it is not in this group.
    fn set(&mut self, name: &str, value: &OptionValue) -> bool;
}

/// Generates a group from the table of its options; see the documentation of the crate.
///
/// Fields that are not options may follow after `beside`. Options of a group after `[user]` are not for programs.
macro_rules! options {
    (
        $(#[$meta:meta])*
        $([$setter:ident])? $group:ident {
            $(
                $name:ident $(| $alias:ident)* => $field:ident: $type:ty $([$form:expr])? = $first:expr,
                $help:literal;
            )*
        }
        $(beside {
            $($(#[$beside_meta:meta])* $beside:ident: $beside_type:ty = $beside_first:expr;)*
        })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $group {
            $(
                #[doc = concat!("`", stringify!($name), "`: ", $help)]
                pub $field: $type,
            )*
            $($($(#[$beside_meta])* pub $beside: $beside_type,)*)?
        }

        impl $group {
            /// The definitions of the options, sorted by name.
            pub const DEFINITIONS: &[crate::definition::Definition] = &[
                $(crate::definition::Definition {
                    name: stringify!($name),
                    aliases: &[$(stringify!($alias)),*],
                    form: crate::group::options!(@form $type $(, $form)?),
                    help: $help,
                    effect: crate::definition::Effect::Obeyed,
                    is_of_user: Self::IS_OF_USER,
                },)*
            ];

            /// True if the options are not for programs.
            const IS_OF_USER: bool = crate::group::options!(@is_of_user $($setter)?);
        }

        impl Default for $group {
            fn default() -> Self {
                Self {
                    $($field: $first,)*
                    $($($beside: $beside_first,)*)?
                }
            }
        }

        impl crate::group::OptionGroup for $group {
            fn value(&self, name: &str) -> Option<crate::value::OptionValue> {
                $(if name == stringify!($name) {
                    return Some(crate::option_type::OptionType::to_value(&self.$field));
                })*
                None
            }

            fn set(&mut self, name: &str, value: &crate::value::OptionValue) -> bool {
                $(if name == stringify!($name) {
                    if let Some(value) = crate::option_type::OptionType::of_value(value) {
                        self.$field = value;
                    }
                    return true;
                })*
                false
            }
        }
    };
    (@is_of_user) => { false };
    (@is_of_user user) => { true };
    (@form $type:ty) => { <$type as crate::option_type::OptionType>::FORM };
    (@form $type:ty, $form:expr) => { $form };
}
pub(crate) use options;

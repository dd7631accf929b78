//! The variables of a data set and their positions in a row.

use std::collections::HashMap;

use feedrate_values::{Kind, Spec};

use crate::format::field::{NumberField, Order, TextField};

/// The maximum length of the name of a variable, in bytes.
pub const LONGEST_NAME: usize = 32;

/// The maximum length of the label of a variable or a data set, in bytes.
pub const LONGEST_LABEL: usize = 256;

/// The maximum length of a character variable, in bytes.
pub const LONGEST_TEXT: u32 = 32_767;

/// The maximum number of variables of a data set that feedrate writes. The list of variables in a file counts them in
/// two signed bytes.
pub const MOST_VARIABLES: usize = 32_767;

/// The maximum length of a row, in bytes. A row must fit a page, and no page is longer than this.
pub const LONGEST_ROW: u32 = (1 << 31) - 1;

/// A variable of a data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name, in the case of its first use. Names are compared without regard to case.
    pub name: String,
    /// Number or character value.
    pub kind: Kind,
    /// The length of its value in a row, in bytes: 3 to 8 for a number, 1 to 32767 for a character value.
    pub length: u32,
    /// The offset of its value in a row, in bytes. [`Schema::lay_out`] sets it.
    pub offset: u32,
    /// Its label, for listings; may be empty.
    pub label: String,
    /// Its format, if it has one.
    pub format: Option<Spec>,
    /// Its informat, if it has one.
    pub informat: Option<Spec>,
}

impl Variable {
    /// Creates a numeric variable of eight bytes.
    pub fn number(name: impl Into<String>) -> Self {
        Self::plain(name.into(), Kind::Number, 8)
    }

    /// Creates a character variable of `length` bytes.
    pub fn text(name: impl Into<String>, length: u32) -> Self {
        Self::plain(name.into(), Kind::Text, length)
    }

    fn plain(name: String, kind: Kind, length: u32) -> Self {
        Self {
            name,
            kind,
            length,
            offset: 0,
            label: String::new(),
            format: None,
            informat: None,
        }
    }

    /// Returns the range of its value in a row.
    pub fn span(&self) -> std::ops::Range<usize> {
        let start = self.offset as usize;
        start..start + self.length as usize
    }

    /// Returns accessors for rows of this byte order, if it is numeric.
    pub fn number_field(&self, order: Order) -> Option<NumberField> {
        match self.kind {
            Kind::Number => NumberField::new(self.offset as usize, self.length as usize, order),
            Kind::Text => None,
        }
    }

    /// Returns accessors for rows, if it is a character variable.
    pub fn text_field(&self) -> Option<TextField> {
        match self.kind {
            Kind::Number => None,
            Kind::Text => Some(TextField::new(self.offset as usize, self.length as usize)),
        }
    }
}

/// The variables of a data set, in their order, and the length of a row.
///
/// Every schema has unique names, and all variables are within the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    variables: Vec<Variable>,
    row_length: u32,
}

/// Why variables are not a valid schema.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SchemaError {
    /// A file of another program has no usable column.
    #[error("it has no columns of numbers, texts, dates or times; a data set needs one")]
    NoColumns,
    /// A name is empty or too long.
    #[error("`{name}` is not the name of a variable: it must be 1 to {LONGEST_NAME} bytes long")]
    Name {
        /// The name.
        name: String,
    },
    /// Two variables have the same name.
    #[error("two variables are named {name}; rename or drop one")]
    Twice {
        /// The name, as in the later variable.
        name: String,
    },
    /// A length is out of range.
    #[error("variable {name} cannot be {length} bytes long; a number takes 3 to 8, text 1 to {LONGEST_TEXT}")]
    Length {
        /// The variable.
        name: String,
        /// Its length in bytes.
        length: u32,
    },
    /// A label is too long.
    #[error("the label of {name} is {length} bytes long; at most {LONGEST_LABEL} fit")]
    Label {
        /// The variable.
        name: String,
        /// The length of the label in bytes.
        length: usize,
    },
    /// A variable lies outside its row, or the row is longer than any page.
    #[error("variable {name} ends at byte {end} of a row, but the row has {row_length} bytes")]
    Outside {
        /// The variable.
        name: String,
        /// The end of its value.
        end: u64,
        /// The length of the row, or the maximum length.
        row_length: u32,
    },
    /// Variables of a file share bytes of a row, so they cannot be expanded.
    #[error("variables share bytes of a row, and so cannot be given more room; read it without CVP")]
    Shared,
    /// There are too many variables.
    #[error("{count} variables are too many for a data set; at most {MOST_VARIABLES} fit")]
    TooMany {
        /// Their number.
        count: usize,
    },
}

impl Schema {
    /// Lays out the variables in a row: numbers first, then character values, each in the given order, without gaps. A
    /// row with a number is a multiple of eight bytes long, so that numbers of eight bytes are aligned in every row.
    /// The previous values of `offset` are ignored.
    ///
    /// # Errors
    ///
    /// Fails if a name, label or length is invalid, if a name occurs twice, or if there are too many variables or
    /// bytes.
    pub fn lay_out(mut variables: Vec<Variable>) -> Result<Self, SchemaError> {
        if variables.len() > MOST_VARIABLES {
            return Err(SchemaError::TooMany { count: variables.len() });
        }
        let mut end = 0_u32;
        // Full numbers come before short ones, which would break their alignment.
        let passes: [fn(&Variable) -> bool; 3] = [
            |variable| variable.kind == Kind::Number && variable.length == 8,
            |variable| variable.kind == Kind::Number && variable.length != 8,
            |variable| variable.kind == Kind::Text,
        ];
        for belongs in passes {
            for variable in variables.iter_mut().filter(|variable| belongs(variable)) {
                check(variable)?;
                variable.offset = end;
                let longer = u64::from(end) + u64::from(variable.length);
                end = u32::try_from(longer)
                    .ok()
                    .filter(|&end| end <= LONGEST_ROW - 7)
                    .ok_or_else(|| SchemaError::Outside {
                        name: variable.name.clone(),
                        end: longer,
                        row_length: LONGEST_ROW - 7,
                    })?;
            }
        }
        let has_number = variables.iter().any(|variable| variable.kind == Kind::Number);
        let row_length = if has_number || end == 0 {
            end.next_multiple_of(8).max(8)
        } else {
            end
        };
        Self::checked(variables, row_length)
    }

    /// Creates the schema of a row with an existing layout, as in a file.
    pub(crate) fn of_file(variables: Vec<Variable>, row_length: u32) -> Result<Self, SchemaError> {
        for variable in &variables {
            check(variable)?;
        }
        Self::checked(variables, row_length)
    }

    fn checked(variables: Vec<Variable>, row_length: u32) -> Result<Self, SchemaError> {
        let mut seen = HashMap::with_capacity(variables.len());
        for (index, variable) in variables.iter().enumerate() {
            if seen.insert(key(&variable.name), index).is_some() {
                return Err(SchemaError::Twice {
                    name: variable.name.clone(),
                });
            }
            let end = u64::from(variable.offset) + u64::from(variable.length);
            if end > u64::from(row_length) {
                return Err(SchemaError::Outside {
                    name: variable.name.clone(),
                    end,
                    row_length,
                });
            }
        }
        Ok(Self { variables, row_length })
    }

    /// Returns for each variable whether its index is among `columns`.
    pub fn selection(&self, columns: impl IntoIterator<Item = usize>) -> Vec<bool> {
        let mut selection = vec![false; self.variables.len()];
        for column in columns {
            if let Some(is_selected) = selection.get_mut(column) {
                *is_selected = true;
            }
        }
        selection
    }

    /// Returns the variables in their order.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the length of a row in bytes, including padding.
    pub fn row_length(&self) -> u32 {
        self.row_length
    }

    /// Returns the index of the variable with this name, in any case.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.variables
            .iter()
            .position(|variable| same_name(&variable.name, name))
    }

    /// Returns the variable with this name, in any case.
    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.position(name).map(|index| &self.variables[index])
    }

    /// Returns the end of the last value in a row; the rest is padding.
    pub fn end_of_values(&self) -> u32 {
        self.variables
            .iter()
            .map(|variable| variable.offset + variable.length)
            .max()
            .unwrap_or(0)
    }
}

/// Returns whether two names are of the same variable.
pub fn same_name(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || !a.is_ascii() && key(a) == key(b)
}

fn key(name: &str) -> String {
    name.to_uppercase()
}

fn check(variable: &Variable) -> Result<(), SchemaError> {
    if variable.name.is_empty() || variable.name.len() > 4 * LONGEST_NAME {
        return Err(SchemaError::Name {
            name: variable.name.clone(),
        });
    }
    let lengths = match variable.kind {
        Kind::Number => 3..=8,
        Kind::Text => 1..=LONGEST_TEXT,
    };
    if !lengths.contains(&variable.length) {
        return Err(SchemaError::Length {
            name: variable.name.clone(),
            length: variable.length,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(schema: &Schema) -> Vec<(&str, u32)> {
        schema
            .variables()
            .iter()
            .map(|variable| (variable.name.as_str(), variable.offset))
            .collect()
    }

    #[test]
    fn numbers_come_first_in_a_row_and_keep_their_alignment() {
        let short = Variable {
            length: 3,
            ..Variable::number("short")
        };
        let schema = Schema::lay_out(vec![
            Variable::text("t", 5),
            short,
            Variable::number("x"),
            Variable::text("u", 2),
            Variable::number("y"),
        ])
        .unwrap();
        assert_eq!(
            offsets(&schema),
            [("t", 19), ("short", 16), ("x", 0), ("u", 24), ("y", 8)]
        );
        assert_eq!((schema.row_length(), schema.end_of_values()), (32, 26));
    }

    #[test]
    fn a_row_of_text_has_no_padding() {
        let schema = Schema::lay_out(vec![Variable::text("t", 5)]).unwrap();
        assert_eq!(schema.row_length(), 5);
    }

    #[test]
    fn names_are_found_in_any_case() {
        let schema = Schema::lay_out(vec![Variable::number("x"), Variable::number("Größe")]).unwrap();
        assert_eq!(schema.position("X"), Some(0));
        assert_eq!(schema.position("GRÖßE"), Some(1));
        assert_eq!(schema.position("y"), None);
    }

    #[test]
    fn what_makes_no_schema_is_refused() {
        let message = |variables| Schema::lay_out(variables).unwrap_err().to_string();
        insta::assert_snapshot!(message(vec![Variable::number("x"), Variable::text("X", 1)]), @"two variables are \
            named X; rename or drop one");
        insta::assert_snapshot!(message(vec![Variable::number("")]), @"`` is not the name of a variable: it must be 1 \
            to 32 bytes long");
        insta::assert_snapshot!(message(vec![Variable::text("t", 32_768)]), @"variable t cannot be 32768 bytes long; a \
            number takes 3 to 8, text 1 to 32767");
        let many = (0..70_000).map(|number| Variable::number(number.to_string())).collect();
        insta::assert_snapshot!(message(many), @"70000 variables are too many for a data set; at most 32767 fit");
        let outside = Schema::of_file(vec![Variable::text("t", 9)], 8).unwrap_err();
        insta::assert_snapshot!(outside, @"variable t ends at byte 9 of a row, but the row has 8 bytes");
    }
}

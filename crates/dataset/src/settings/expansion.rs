//! Expansion of character variables whose values take more bytes in UTF-8 than in the encoding of their file: the
//! options of the CVP engine.

use feedrate_values::Kind;

use crate::schema::{LONGEST_TEXT, Schema, SchemaError, Variable};

/// The room that character variables have beyond that in their file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterExpansion {
    /// Bytes that are added, if CVPBYTES= is specified.
    pub bytes: Option<u32>,
    /// Otherwise, thousandths of the length in the file.
    pub thousandths: u32,
    /// True if the widths of their formats increase, too.
    pub expands_formats: bool,
}

impl Default for CharacterExpansion {
    fn default() -> Self {
        Self {
            bytes: None,
            thousandths: 1500,
            expands_formats: true,
        }
    }
}

impl CharacterExpansion {
    /// Returns the length of a character variable that has `length` bytes in its file. It does not exceed the maximum
    /// length and never decreases.
    fn length(self, length: u32) -> u32 {
        let longer = match self.bytes {
            Some(bytes) => u64::from(length) + u64::from(bytes),
            None => (u64::from(length) * u64::from(self.thousandths)).div_ceil(1000),
        };
        (longer.min(LONGEST_TEXT.into()) as u32).max(length)
    }

    /// Returns the variables of a file with their expanded lengths.
    ///
    /// # Errors
    ///
    /// Returns an error if variables share bytes of a row, which would make it many times as long, or if a row would
    /// exceed any page.
    pub fn of(self, schema: &Schema) -> Result<Schema, SchemaError> {
        let lengths = schema.variables().iter().map(|it| u64::from(it.length));
        if lengths.sum::<u64>() > schema.row_length().into() {
            return Err(SchemaError::Shared);
        }
        let variables = schema.variables().iter().map(|variable| {
            if variable.kind == Kind::Number {
                return variable.clone();
            }
            let mut wider = Variable {
                length: self.length(variable.length),
                ..variable.clone()
            };
            let specs = [&mut wider.format, &mut wider.informat];
            for spec in specs.into_iter().flatten() {
                if let Some(width) = spec.width.filter(|_| self.expands_formats) {
                    spec.width = u16::try_from(self.length(width.into())).ok().or(spec.width);
                }
            }
            wider
        });
        Schema::lay_out(variables.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_that_share_bytes_are_not_laid_out_apart() {
        let variables = ["a", "b"].map(|name| Variable::text(name, 5));
        let schema = Schema::of_file(variables.into(), 5).unwrap();
        assert_eq!(CharacterExpansion::default().of(&schema), Err(SchemaError::Shared));
    }

    #[test]
    fn texts_grow_and_numbers_do_not() {
        let schema = Schema::lay_out(vec![
            Variable::text("t", 5),
            Variable::number("x"),
            Variable {
                format: "$CHAR8.".parse().ok(),
                ..Variable::text("long", LONGEST_TEXT - 1)
            },
        ])
        .unwrap();
        let lengths = |expansion: CharacterExpansion| {
            let wider = expansion.of(&schema).unwrap();
            let of = wider.variables().iter().map(|variable| variable.length);
            let format = wider.variables()[2].format.clone();
            (of.collect::<Vec<_>>(), format.unwrap().to_string())
        };
        let plain = CharacterExpansion::default();
        assert_eq!(lengths(plain), (vec![8, 8, LONGEST_TEXT], "$CHAR12.".into()));
        let bytes = CharacterExpansion {
            bytes: Some(3),
            expands_formats: false,
            ..plain
        };
        assert_eq!(lengths(bytes), (vec![8, 8, LONGEST_TEXT], "$CHAR8.".into()));
        let none = CharacterExpansion {
            thousandths: 1000,
            ..plain
        };
        assert_eq!(lengths(none), (vec![5, 8, LONGEST_TEXT - 1], "$CHAR8.".into()));
    }
}

//! The owned values of cells.

use feedrate_values::Value;
use feedrate_values::format::Format;

/// An owned value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum CellValue {
    /// An empty cell.
    #[default]
    Blank,
    Number(f64),
    Text(Vec<u8>),
}

impl CellValue {
    /// An empty cell.
    pub(super) const BLANK: &'static Self = &Self::Blank;

    /// Returns whether both are equal; equal missing values are equal.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(two)) => one.to_bits() == two.to_bits(),
            _ => self == other,
        }
    }

    /// Returns an owned copy of a value.
    pub(super) fn of(value: Value<'_>) -> Self {
        match value {
            Value::Number(number) => Self::Number(number),
            Value::Text(text) => Self::Text(text.to_vec()),
        }
    }

    /// Sets the value, and reuses the memory of the previous one.
    pub(super) fn take(&mut self, value: Value<'_>) {
        match (&mut *self, value) {
            (Self::Text(held), Value::Text(text)) => {
                held.clear();
                held.extend_from_slice(text);
            }
            (_, value) => *self = Self::of(value),
        }
    }

    /// Returns the value; `None` for an empty cell.
    pub(super) fn value(&self) -> Option<Value<'_>> {
        match self {
            Self::Blank => None,
            Self::Number(number) => Some(Value::Number(*number)),
            Self::Text(text) => Some(Value::Text(text)),
        }
    }

    /// Returns the formatted value without leading and trailing blanks.
    pub(super) fn shown(&self, format: &Format) -> String {
        let text = self.value().map(|value| format.text(value));
        String::from_utf8_lossy(&text.unwrap_or_default()).trim().to_owned()
    }
}

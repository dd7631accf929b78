//! The record of a step of another session, kept as text: as a tree of JSON it would take several times the memory.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The record of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText(Box<str>);

impl StepText {
    /// Keeps a record.
    pub(crate) fn of(record: &Value) -> Self {
        Self(record.to_string().into())
    }

    /// Returns the record.
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

impl Serialize for StepText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StepText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(|record| Self::of(&record))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_record_is_the_same_again() {
        let record = json!({"name": "DATA", "seconds": 0.1 + 0.2, "read": [{"file": null}]});
        let text = serde_json::to_string(&StepText::of(&record)).unwrap();
        assert_eq!(text, record.to_string());
        let again: StepText = serde_json::from_str(&text).unwrap();
        assert_eq!(again.value(), record);
    }
}

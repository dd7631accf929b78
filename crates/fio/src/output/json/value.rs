//! JSON in fio's layout: two spaces for each level, a blank on both sides of the colon, six decimals.

/// A value. The order of keys is kept.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::output) enum Value {
    Whole(u64),
    Signed(i64),
    /// Infinite values and NaN are written as 0, because JSON has none.
    Real(f64),
    Truth(bool),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
    Nothing,
}

impl Value {
    /// Creates an object with these members.
    pub(super) fn object<const N: usize>(members: [(&str, Value); N]) -> Self {
        Self::Object(
            members
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
        )
    }

    /// Creates a string.
    pub(super) fn text_of(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Adds a member to an object.
    pub(super) fn add(&mut self, key: impl Into<String>, value: Value) {
        if let Self::Object(members) = self {
            members.push((key.into(), value));
        }
    }

    /// Returns the document, with a line feed at its end.
    pub(in crate::output) fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text.push('\n');
        text
    }

    fn write(&self, text: &mut String, level: usize) {
        match self {
            Self::Whole(number) => text.push_str(&number.to_string()),
            Self::Signed(number) => text.push_str(&number.to_string()),
            Self::Real(number) if number.is_finite() => text.push_str(&format!("{number:.6}")),
            Self::Real(_) => text.push_str("0.000000"),
            Self::Truth(truth) => text.push_str(if *truth { "true" } else { "false" }),
            Self::Text(content) => quote(text, content),
            Self::Nothing => text.push_str("null"),
            Self::List(values) => {
                let values = values.iter().map(|value| (None, value));
                Self::write_all(text, level, '[', ']', values);
            }
            Self::Object(members) => {
                let members = members.iter().map(|(key, value)| (Some(key.as_str()), value));
                Self::write_all(text, level, '{', '}', members);
            }
        }
    }

    fn write_all<'v>(
        text: &mut String,
        level: usize,
        open: char,
        close: char,
        values: impl Iterator<Item = (Option<&'v str>, &'v Value)>,
    ) {
        text.push(open);
        let mut first = true;
        for (key, value) in values {
            text.push_str(if first { "\n" } else { ",\n" });
            first = false;
            text.push_str(&"  ".repeat(level + 1));
            if let Some(key) = key {
                quote(text, key);
                text.push_str(" : ");
            }
            value.write(text, level + 1);
        }
        if !first {
            text.push('\n');
            text.push_str(&"  ".repeat(level));
        }
        text.push(close);
    }
}

fn quote(text: &mut String, content: &str) {
    text.push('"');
    for letter in content.chars() {
        match letter {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            letter if letter < ' ' => text.push_str(&format!("\\u{:04x}", u32::from(letter))),
            letter => text.push(letter),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn it_is_laid_out_as_fio_does() {
        let value = Value::object([
            ("a", Value::Whole(1)),
            ("b", Value::List(vec![Value::Real(2.0), Value::Nothing])),
            ("c", Value::object([])),
            ("d", Value::object([("e", Value::Truth(true))])),
            ("f", Value::Signed(-3)),
        ]);
        insta::assert_snapshot!(value.text(), @r#"
        {
          "a" : 1,
          "b" : [
            2.000000,
            null
          ],
          "c" : {},
          "d" : {
            "e" : true
          },
          "f" : -3
        }
        "#);
    }

    proptest! {
        #[test]
        fn any_text_and_number_is_json(text: String, key: String, number: f64) {
            let value = Value::Object(vec![
                (key.clone(), Value::Text(text.clone())),
                ("\0".to_owned(), Value::Real(number)),
            ]);
            let back: serde_json::Value = serde_json::from_str(&value.text()).expect("JSON");
            if key != "\0" {
                prop_assert_eq!(back[key].as_str(), Some(text.as_str()));
            }
        }
    }
}

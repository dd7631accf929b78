//! The header of JSON results.

use serde::Serialize;

/// The type and version of a JSON result: the field `feedrate`, which is the first of each.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    /// The version of feedrate that wrote it.
    pub version: &'static str,
    /// The type of the result: the command that writes it.
    pub format: &'static str,
    /// Increased when a field changes its meaning or is removed, but not for new fields.
    pub format_version: u32,
}

impl Header {
    /// Creates the header of a result that is written by this version of feedrate.
    pub fn new(format: &'static str, format_version: u32) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            format,
            format_version,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_comes_first() {
        let header = Header {
            version: "1.2.3",
            ..Header::new("run", 4)
        };
        let text = serde_json::to_string(&header).unwrap();
        assert_eq!(text, r#"{"version":"1.2.3","format":"run","format_version":4}"#);
    }
}

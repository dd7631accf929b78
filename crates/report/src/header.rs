//! What a JSON result begins with.

use serde::Serialize;

/// What a JSON result is and who wrote it, so that programs may know: the field `feedrate`, which is the
/// first of each.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    /// The version of feedrate that wrote it.
    pub version: &'static str,
    /// What kind of result it is: the command that gives it.
    pub format: &'static str,
    /// Raised when a field changes its meaning or goes; new fields leave it as it is.
    pub format_version: u32,
}

impl Header {
    /// Of a result that is written by this version of feedrate.
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
        assert_eq!(
            text,
            r#"{"version":"1.2.3","format":"run","format_version":4}"#
        );
    }
}

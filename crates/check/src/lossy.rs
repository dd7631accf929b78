//! Serializes paths as text for JSON: bytes that are not UTF-8 become replacement characters.

use std::path::{Path, PathBuf};

use serde::Serializer;

/// Serializes a path.
pub(crate) fn path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}

/// Serializes a list of paths.
pub(crate) fn list<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| path.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize)]
    struct Paths {
        #[serde(serialize_with = "path")]
        one: PathBuf,
        #[serde(serialize_with = "list")]
        more: Vec<PathBuf>,
    }

    /// Such a path is made otherwise on each system.
    #[cfg(unix)]
    #[test]
    fn a_path_that_is_no_text_is_shown_all_the_same() {
        use std::os::unix::ffi::OsStringExt;

        let odd = PathBuf::from(std::ffi::OsString::from_vec(b"a\xff".to_vec()));
        let paths = Paths {
            one: odd.clone(),
            more: vec![odd, "b".into()],
        };
        let shown = serde_json::to_string(&paths).unwrap();
        assert_eq!(shown, "{\"one\":\"a\u{fffd}\",\"more\":[\"a\u{fffd}\",\"b\"]}");
    }
}

//! The queries of functions of the language about libraries and files.

use std::path::Path;

use feedrate_values::function::ExistenceLookup;

use crate::library::Libraries;

impl ExistenceLookup for Libraries {
    fn has_member(&self, name: &str, kind: &str) -> bool {
        let Ok(name) = self.name(name) else {
            return false;
        };
        let is_data = || self.exists(&name).unwrap_or(false);
        let is_view = || matches!(self.view(&name), Ok(Some(_)));
        match kind.to_ascii_uppercase().as_str() {
            "DATA" => is_data(),
            "VIEW" => is_view(),
            "ALL" => is_data() || is_view(),
            _ => false,
        }
    }

    fn has_file(&self, path: &str) -> bool {
        Path::new(path).exists()
    }
}

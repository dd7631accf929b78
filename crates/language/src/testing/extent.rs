//! The extents of a few procedures.

use crate::tree::Extent;

/// Returns the extent of a procedure by its name, in any case.
pub fn extent_of(name: &str) -> Extent {
    match name.to_ascii_uppercase().as_str() {
        "DATASETS" => Extent::RunGroups { in_force: &[] },
        "GLM" | "REG" => Extent::RunGroups {
            in_force: &["by", "class", "model", "where"],
        },
        "SQL" => Extent::Statement,
        _ => Extent::Run,
    }
}

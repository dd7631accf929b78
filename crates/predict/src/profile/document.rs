//! placeholder
use super::Profile;
use feedrate_report::Document;
/// x
pub fn document(_: &Profile) -> Document {
    Document::default()
}

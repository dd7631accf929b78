//! The text of a JSON result.

use serde::Serialize;

/// Returns a value as JSON text that ends with a line feed.
///
/// # Errors
///
/// Returns a message if the value has no JSON.
pub fn json_text(value: &impl Serialize) -> Result<String, String> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok(text)
}

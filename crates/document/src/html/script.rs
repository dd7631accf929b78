//! The script that draws plots: plotly.js, from the `plotly` crate.

/// Returns the source of plotly.js, without the MathJax that the crate adds to it.
pub(super) fn plotting() -> String {
    let sources = plotly::Plot::offline_js_sources();
    let first = sources.split("</script>").next().unwrap_or_default();
    first.split_once('>').map_or("", |(_tag, script)| script).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_plotly_whole_and_alone() {
        let script = plotting();
        assert!(script.trim_start().starts_with("/**\n* plotly.js v3."));
        assert!(script.trim_end().ends_with(';') || script.trim_end().ends_with('}'));
        assert!(script.len() > 4_000_000, "{} bytes", script.len());
        assert!(!script.contains("tex-svg") && !script.contains("<script src"));
    }
}

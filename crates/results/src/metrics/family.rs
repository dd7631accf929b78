//! The names of metrics, and their base units: seconds, bytes, ratios.

use feedrate_study::figures::{CACHE_SHARE, SECONDS, THROUGHPUT};

/// The family that gives metrics their name: a figure in its base unit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Family {
    /// The name without the prefix and the unit.
    stem: String,
    /// The base unit, which is the end of the names.
    pub(super) unit: Option<&'static str>,
    /// The base units in a unit of the figure.
    pub(super) scale: f64,
    /// Its description in words.
    what: String,
}

impl Family {
    /// Returns that of a figure, by its name, and by its unit if a study has given one.
    pub(super) fn of(figure: &str, unit: Option<&str>) -> Self {
        let known = |stem: &str, unit, scale, what: &str| Self {
            stem: stem.to_owned(),
            unit: Some(unit),
            scale,
            what: what.to_owned(),
        };
        match figure {
            SECONDS => return known("duration", "seconds", 1.0, "the elapsed time"),
            THROUGHPUT => {
                let what = "the throughput of both directions together";
                return known("throughput", "bytes_per_second", 1e6, what);
            }
            CACHE_SHARE => {
                let what = "the share of what was read that the page cache served";
                return known("page_cache", "ratio", 1.0, what);
            }
            "cpu_seconds_per_gigabyte" => {
                let what = "the processor time of a byte";
                return known("processor", "seconds_per_byte", 1e-9, what);
            }
            _ => {}
        }
        let words = figure.replace('_', " ");
        if unit.is_none() {
            for (end, base, scale) in [
                ("_megabytes_per_second", "bytes_per_second", 1e6),
                ("_seconds", "seconds", 1.0),
                ("_bytes", "bytes", 1.0),
            ] {
                if let Some(stem) = figure.strip_suffix(end) {
                    return known(&plain(stem), base, scale, &words);
                }
            }
        }
        Self {
            stem: plain(figure),
            unit: None,
            scale: 1.0,
            what: match unit {
                Some(unit) => format!("{words} in {unit}"),
                None => words,
            },
        }
    }

    /// Returns the name of the metric of the median, or with `low` or `high` that of an end of its interval.
    pub(super) fn name(&self, which: &str) -> String {
        let mut name = format!("feedrate_{}", self.stem);
        if !which.is_empty() {
            name = format!("{name}_{which}");
        }
        match self.unit {
            Some(unit) => format!("{name}_{unit}"),
            None => name,
        }
    }

    /// Returns what that metric is, in a sentence.
    pub(super) fn help(&self, which: &str) -> String {
        let what = &self.what;
        match which {
            "low" => format!("The lower end of the 95 % interval of the median: {what}."),
            "high" => format!("The upper end of the 95 % interval of the median: {what}."),
            _ => format!("The median of the runs: {what}."),
        }
    }
}

/// Returns a text as a part of a name: letters, digits and underscores.
pub(super) fn plain(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.chars().map(plain).collect()
}

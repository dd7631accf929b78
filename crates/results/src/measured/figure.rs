//! The form in which a figure is shown: its title, its quantity, and its base unit.

use feedrate_document::Quantity;

use feedrate_study::figures::{CACHE_SHARE, CPU_SECONDS, SECONDS, THROUGHPUT, WAITED_SECONDS};

/// The form in which a figure is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureForm {
    /// Its name for people.
    pub title: String,
    /// Its quantity.
    pub quantity: Quantity,
    /// The base units in its unit: 10^6 bytes a second for one MB/s.
    pub scale: f64,
}

impl FigureForm {
    /// Returns how a figure is shown, by its name, and by its unit if a study has given one.
    pub fn of(name: &str, unit: Option<&str>) -> Self {
        let shown = |title: &str, quantity: Quantity, scale: f64| Self {
            title: title.to_owned(),
            quantity,
            scale,
        };
        match name {
            SECONDS => return shown("time", Quantity::Seconds, 1.0),
            CPU_SECONDS => return shown("processor time", Quantity::Seconds, 1.0),
            WAITED_SECONDS => return shown("waited for storage", Quantity::Seconds, 1.0),
            THROUGHPUT => return shown("throughput", Quantity::Rate, 1e6),
            CACHE_SHARE => return shown("page cache", Quantity::Percent, 1.0),
            "cpu_seconds_per_gigabyte" => {
                let title = "processor time of a GB";
                return shown(title, Quantity::Seconds, 1.0);
            }
            "operations_per_second" => {
                return shown("transfers", Quantity::Unit("/s".to_owned()), 1.0);
            }
            _ => {}
        }
        let words = |name: &str| name.replace('_', " ");
        if let Some(unit) = unit {
            return shown(&words(name), Quantity::Unit(unit.to_owned()), 1.0);
        }
        if let Some(what) = name.strip_suffix("_megabytes_per_second") {
            return shown(&format!("{} rate", words(what)), Quantity::Rate, 1e6);
        }
        if let Some(what) = name.strip_suffix("_bytes") {
            return shown(&words(what), Quantity::Amount, 1.0);
        }
        shown(&words(name), Quantity::Number, 1.0)
    }

    /// Formats a value with its unit.
    pub fn format(&self, value: f64) -> String {
        self.quantity.format(value * self.scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_titles_and_units() {
        let shown = |name: &str, unit: Option<&str>, value: f64| {
            let shown = FigureForm::of(name, unit);
            format!("{}: {}", shown.title, shown.format(value))
        };
        assert_eq!(shown("seconds", None, 1.5), "time: 1.50 s");
        assert_eq!(shown("megabytes_per_second", None, 120.0), "throughput: 120 MB/s");
        assert_eq!(shown("read_megabytes_per_second", None, 2.0), "read rate: 2.00 MB/s");
        assert_eq!(shown("read_bytes", None, 1024.0), "read: 1 KiB");
        assert_eq!(shown("cache_share", None, 0.5), "page cache: 50 %");
        assert_eq!(shown("rows_bytes", Some("rows"), 3.0), "rows bytes: 3.00 rows");
        assert_eq!(shown("merge_passes", None, 3.0), "merge passes: 3.00");
    }
}

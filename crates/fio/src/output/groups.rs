//! The totals of groups: `Run status group 0 (all jobs):` and the lines below.

use super::direction::{Direction, per_second};
use super::number::Style;
use super::unit::Unit;

/// The totals of a group.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) number: u32,
    style: Style,
    pub(super) read: Total,
    pub(super) write: Total,
    pub(super) trim: Total,
    pub(super) mixed: Total,
    /// True if reads and writes are only reported together.
    mixed_only: bool,
}

/// The totals of one direction. The least values are those of the slowest report; a group that was never run has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Total {
    bytes: u64,
    least_rate: u64,
    greatest_rate: u64,
    least_ms: u64,
    greatest_ms: u64,
}

impl Total {
    fn add(&mut self, direction: &Direction) {
        if direction.run_ms == 0 {
            return;
        }
        let rate = direction.rate();
        let is_first = self.greatest_ms == 0;
        let least = |held: u64, new: u64| if is_first { new } else { held.min(new) };
        self.least_rate = least(self.least_rate, rate);
        self.greatest_rate = self.greatest_rate.max(rate);
        self.least_ms = least(self.least_ms, direction.run_ms);
        self.greatest_ms = self.greatest_ms.max(direction.run_ms);
        self.bytes += direction.bytes;
    }

    /// Returns the bytes a second of all, over the time of the longest.
    pub(super) fn rate(&self) -> u64 {
        per_second(self.bytes, self.greatest_ms)
    }

    /// Returns the percentage that a mean in KiB a second has of the group's bandwidth.
    pub(super) fn percent(&self, kibibytes: f64) -> f64 {
        let whole = self.rate() as f64 / 1024.0;
        if whole > 1.0 {
            (kibibytes * 100.0 / whole).min(100.0)
        } else {
            100.0
        }
    }

    fn line(&self, name: &str, style: Style) -> String {
        let (rate, rate_too) = style.rate(self.rate());
        let (least, least_too) = style.rate(self.least_rate);
        let (greatest, greatest_too) = style.rate(self.greatest_rate);
        let (bytes, bytes_too) = style.bytes(self.bytes);
        format!(
            "{name}: bw={rate} ({rate_too}), {least}-{greatest} ({least_too}-{greatest_too}), io={bytes} \
             ({bytes_too}), run={}-{}msec\n",
            self.least_ms, self.greatest_ms
        )
    }
}

impl Group {
    /// Returns all groups, in the order of their numbers.
    pub(super) fn all(units: &[Unit<'_>]) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for unit in units {
            let place = match groups.iter().position(|group| group.number == unit.group) {
                Some(place) => place,
                None => {
                    groups.push(Self {
                        number: unit.group,
                        style: unit.style(),
                        read: Total::default(),
                        write: Total::default(),
                        trim: Total::default(),
                        mixed: Total::default(),
                        mixed_only: unit.is_mixed_only(),
                    });
                    groups.len() - 1
                }
            };
            let group = &mut groups[place];
            group.read.add(&unit.read);
            group.write.add(&unit.write);
            group.trim.add(&unit.trim);
            if let Some(mixed) = &unit.mixed {
                group.mixed.add(mixed);
            }
        }
        groups.sort_by_key(|group| group.number);
        groups
    }

    /// Returns the group of a report.
    pub(super) fn of<'g>(groups: &'g [Self], unit: &Unit<'_>) -> Option<&'g Self> {
        groups.iter().find(|group| group.number == unit.group)
    }

    /// Returns its lines in `normal` output.
    pub(super) fn text(&self) -> String {
        let mut text = format!("\nRun status group {} (all jobs):\n", self.number);
        let apart = [
            ("   READ", &self.read),
            ("  WRITE", &self.write),
            ("   TRIM", &self.trim),
        ];
        let together = [("  MIXED", &self.mixed)];
        let apart = apart.iter().filter(|_| !self.mixed_only);
        for (name, total) in apart.chain(&together) {
            if total.greatest_ms > 0 {
                text.push_str(&total.line(name, self.style));
            }
        }
        text
    }
}

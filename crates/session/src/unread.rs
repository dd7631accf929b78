//! Data sets of WORK that nothing reads: they take room in the page cache that others could have.

use feedrate_dataset::DataSetName;
use feedrate_steps::data::Outcome;

use crate::log::Severity;
use crate::session::Session;

impl Session<'_> {
    /// Follows which data sets of WORK are still to be read.
    pub(crate) fn follow(&mut self, outcome: &Outcome) {
        for read in &outcome.read {
            self.unread.retain(|name| *name != read.name);
        }
        for made in outcome.made.iter().filter(|made| made.account.is_some()) {
            self.unread.retain(|name| *name != made.name);
            if made.name.library() == feedrate_dataset::library::WORK {
                self.unread.push(made.name.clone());
            }
        }
    }

    /// Names the data sets of WORK that nothing read, and what they take of the page cache.
    pub(crate) fn tell_unread(&mut self) {
        let told: Vec<String> = self
            .unread
            .iter()
            .filter_map(|name| self.told(name))
            .collect();
        if !told.is_empty() {
            let text = format!(
                "No later step used these data sets of WORK. Without them, or once they are deleted (PROC \
                 DATASETS), the page cache has room for others:\n{}",
                told.join("\n")
            );
            self.log.message(Severity::Note, &text);
            self.log.gap();
        }
    }

    fn told(&self, name: &DataSetName) -> Option<String> {
        let path = self.libraries.path(name).ok()?;
        let bytes = std::fs::metadata(path).ok()?.len();
        let held = match self
            .libraries
            .residency(name)
            .ok()
            .and_then(|it| it.bytes())
        {
            Some(held) => format!("{:.1} MB in the page cache", held as f64 / 1e6),
            None => "how much of it in the page cache is unknown".to_owned(),
        };
        Some(format!("{name}: {:.1} MB, {held}", bytes as f64 / 1e6))
    }
}

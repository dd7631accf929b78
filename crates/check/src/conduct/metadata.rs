//! Small data sets, within the time of the details.

use super::alarm::Alarm;
use super::folder::FolderCheck;
use crate::bench::Bench;
use crate::findings::Findings;
use crate::metadata;

/// The part of a folder's time that small data sets have at most.
const SHARE: f64 = 0.025;

impl FolderCheck<'_> {
    /// Makes, looks up, opens and deletes small data sets. Where that fails, the check goes on and says why.
    pub(super) fn metadata(&self, bench: &Bench, findings: &mut Findings) {
        let effort = self.options.effort;
        let alarm = Alarm::set(self.control, self.deadline(effort.parts().detailed_by));
        let most = self.clock.at(SHARE).saturating_duration_since(self.clock.began);
        let time = effort.metadata().min(most);
        match metadata::measure(&bench.folder, self.streams, time, alarm.control()) {
            Ok(found) => findings.metadata = found,
            Err(error) => findings.metadata_left_out = Some(error.to_string()),
        }
    }
}

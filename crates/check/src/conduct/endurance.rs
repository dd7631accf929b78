//! The run for hours at the best setting.

use super::folder::FolderCheck;
use super::run_as;
use crate::bench::Bench;
use crate::endurance::EnduranceRun;
use crate::error::Result;
use crate::findings::Findings;
use crate::phase::Phase;

impl FolderCheck<'_> {
    /// Runs the mixed stream for hours, if that was asked for.
    pub(super) fn endurance(&mut self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        let (Some(asked), Some(best)) = (self.options.endurance, findings.best()) else {
            return Ok(());
        };
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Endurance);
        let run = EnduranceRun {
            bench,
            asked,
            setting: best.setting,
            streams: self.streams,
            round: self.options.effort.confirmation(),
            run_as: run_as(self.options),
            control: self.control,
        };
        let (found, ended) = run.run();
        findings.endurance = found;
        ended
    }
}

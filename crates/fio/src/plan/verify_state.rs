//! Plans how far a job verifies, from the state that an earlier run of it kept.

use feedrate_workload::load::{Directions, Load};

use super::{HostFacts, JobClone, Settings};
use crate::error::Result;
use crate::verify_state::{VerifyState, path};

/// Lets a load that verifies end where the writes of an earlier run ended, if its job asks for that.
pub(super) fn verify_state(
    worker: &JobClone<'_>,
    settings: &Settings,
    host_facts: &dyn HostFacts,
    mut load: Load,
) -> Result<Load> {
    const OPTION: &str = "verify_state_load";
    let options = worker.options();
    if !options.contents.verify_state_load {
        return Ok(load);
    }
    let Some(verify) = &mut load.verify else {
        let reason = "verify_state_load=1 needs verify=, how it is checked";
        return worker.error(OPTION, reason);
    };
    if load.directions != Directions::Read {
        let reason = format!(
            "verify_state_load=1 with rw={}: it would write anew what is to be verified; add verify_only=1, or give \
             rw=read or randread",
            options.blocks.rw.name()
        );
        return worker.error(OPTION, reason);
    }
    let path = path(&settings.state_prefix, worker.job.name_of(worker.clone), worker.number);
    let wrong = |what: String| {
        let reason = format!("verify_state_load=1: {}: {what}", path.display());
        worker.error(OPTION, reason)
    };
    let bytes = match host_facts.read(&path) {
        Ok(bytes) => bytes,
        Err(_) if host_facts.takes_any_file() => return Ok(load),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return wrong("there is no such file; a run of the job with verify_state_save=1 makes it".to_owned());
        }
        Err(error) => return wrong(format!("it cannot be read: {error}")),
    };
    let state = match VerifyState::parse(&bytes) {
        Ok(state) => state,
        Err(what) => return wrong(what),
    };
    if state.files as usize != load.files.len() {
        return wrong(format!(
            "the number of its files is {}, and this job has {}",
            state.files,
            load.files.len()
        ));
    }
    verify.until = Some(state.written);
    if let Some(sequence) = &mut load.sequence {
        sequence.passes_flushes = true;
    }
    // A job that ended early may have left a shorter file.
    load.layout.may_grow = true;
    Ok(load)
}

//! Power cuts: what a program wrote is recorded once, and disks are made as a cut at some moment may leave them.

use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::rc::Rc;

use fastrand::Rng;
use feedrate_bench::volume::{self, cannot};

use crate::attack::data::acts::{Act, in_turn};
use crate::attack::data::disk::{Contents, Disk};
use crate::attack::data::stock::{self, Size};
use crate::attack::round::{Attack, Harm, Round};
use crate::attack::trace::cut::{Chance, Recording};
use crate::attack::trace::recording;
use crate::attack::trace::strace::{Strace, is_fault_of_strace};
use crate::attack::verdict::{Demand, judge};

/// The number of states that are made of a recording in a round.
const STATES: usize = 4;

/// Power cuts.
#[derive(Debug)]
pub struct Power {
    strace: Strace,
    recordings: HashMap<(Act, &'static str), Rc<Recording>>,
}

impl Power {
    /// Finds what it needs.
    pub fn new(folder: &Path) -> Result<Self, String> {
        Ok(Self {
            strace: Strace::find(folder)?,
            recordings: HashMap::new(),
        })
    }

    fn recording(
        &mut self,
        act: Act,
        options: &'static str,
        disk: &Disk,
        round: &mut Round,
    ) -> Result<Rc<Recording>, String> {
        if let Some(recording) = self.recordings.get(&(act, options)) {
            return Ok(Rc::clone(recording));
        }
        let copy = disk.copy_of(round.folder.join("recorded"))?;
        let mut files = HashMap::new();
        for name in copy.names()? {
            let bytes = volume::read(&copy.path(&name))?;
            files.insert(name, bytes);
        }
        let program = act.program(&copy, options, round);
        let calls = format!("trace={},io_uring_setup", recording::CALLS);
        let mut flags = vec!["-e", calls.as_str()];
        flags.extend(recording::OPTIONS);
        let (ended, trace) = self.strace.run(&program, &flags, round)?;
        if ended.code != Some(0) || is_fault_of_strace(&ended) {
            return Err(format!("{act:?} under strace failed: {}", ended.complaint()));
        }
        let done = recording::read(&volume::read_text(&trace)?, copy.root())?;
        let recording = Recording { files, done };
        // All of it gives the files that are there, or else the replay is wrong and proves nothing.
        let whole = recording.state(usize::MAX, &mut Chance::all());
        for (name, bytes) in &whole.files {
            if fs::read(copy.path(name)).ok().as_ref() != Some(bytes) {
                return Err(format!("{act:?} {options}: the replay gives another {name}"));
            }
        }
        if whole.files.len() != copy.names()?.len() {
            return Err(format!("{act:?} {options}: the replay gives other files"));
        }
        let recording = Rc::new(recording);
        self.recordings.insert((act, options), Rc::clone(&recording));
        Ok(recording)
    }
}

impl Attack for Power {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        let (act, options, _) = in_turn(round);
        let mut rng = Rng::with_seed(round.rng.u64(..));
        let size = Size::SMALL;
        let disk = stock::make(round, size)?;
        let recording = self.recording(act, options, &disk, round)?;
        let (before, after) = (stock::before(size), act.after(size));
        let last = recording.done.iter().map(|done| done.to).max().unwrap_or(0);
        for number in 0..STATES {
            // The ends of lines, among which the last is beyond all; every second cut is where most is at stake.
            let cut = match rng.bool() {
                true => recording.done[rng.usize(..recording.done.len())].to,
                false => rng.usize(..=last + 1),
            };
            let mut chance = Chance::draw(&mut rng);
            let state = recording.state(cut, &mut chance);
            let disk = Disk::empty(round.folder.join(format!("state-{number}")))?;
            for (name, bytes) in &state.files {
                let path = disk.path(name);
                volume::write(&path, bytes)?;
                if let Some(&mode) = state.modes.get(name) {
                    let set = fs::set_permissions(&path, Permissions::from_mode(mode));
                    set.map_err(cannot("set the permissions of", &path))?;
                }
            }
            round.tries += 1;
            round.story = format!(
                "{act:?} {options} power cut {number} at line {cut} of {last}, {:.0} % of what was not flushed is \
                 there",
                100.0 * chance.share
            );
            // That a data set goes, or has another name, need not have reached the device.
            let demand = Demand::after_if(cut > last && !matches!(act, Act::Delete | Act::Rename));
            let found = round.found.len();
            let held = judge(round, &disk, &before, &after, demand)?;
            if act.appends() && round.found.len() == found {
                append_again(round, &disk, &held, size)?;
            }
        }
        Ok(())
    }
}

/// Adds observations to a data set that a cut left: what lies unseen behind it must not come to light.
fn append_again(round: &mut Round, disk: &Disk, held: &Contents, size: Size) -> Result<(), String> {
    let program = Act::Append.program(disk, "", round);
    let ended = round.run(&program)?;
    if ended.code != Some(0) {
        let what = format!("no observations can be added to it: {}", ended.complaint());
        round.find(Harm::Lost, what);
    }
    let mut more = held.clone();
    let b = held.get("d/b.sas7bdat").map_or("", |text| text);
    more.insert("d/b.sas7bdat", format!("{b}{}", stock::listed(stock::c(size))).into());
    round.story += ", and observations added to what is there";
    judge(round, disk, &more, &more, Demand::After).map(drop)
}

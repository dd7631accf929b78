//! The verdict on a disk, which is to be as it was or as it was to be: read by feedrate, and held against contents that
//! are computed here.

use std::fs::{self, File};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use feedrate_bench::volume;

use crate::attack::data::disk::{Contents, Disk, INDEX_EXTENSION, data_set_of};
use crate::attack::round::{AFTERLIFE, Harm, Round};

/// The beginning of the message for those that do not wait long enough for a data set or its file.
pub const LOCKED: &str = "A lock is not available for ";

/// The contents that a disk may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// Each data set and file as before, or as after.
    Either,
    /// All as after.
    After,
}

impl Demand {
    /// Returns the one for a program of which it is known, or not, that all of it was done.
    pub fn after_if(all_was_done: bool) -> Self {
        match all_was_done {
            true => Self::After,
            false => Self::Either,
        }
    }
}

/// Reads a disk once nobody is at work on it, and notes what is neither as before nor as after, and what is left
/// behind. Gives what it holds, as far as it can be read.
pub fn judge(
    round: &mut Round,
    disk: &Disk,
    before: &Contents,
    after: &Contents,
    demand: Demand,
) -> Result<Contents, String> {
    let held = read(round, disk, before, after)?;
    let names: Vec<&str> = before.keys().chain(after.keys()).copied().collect();
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            continue;
        }
        let [is, was, is_to_be] = [&held, before, after].map(|contents| contents.get(name));
        if is == is_to_be || demand == Demand::Either && is == was {
            continue;
        }
        let what = match (is, is == was) {
            (None, _) => format!("{name} is not there, or cannot be read"),
            (Some(_), true) => format!("{name} is as before, though all went well"),
            (Some(is), false) => format!(
                "{name} has {} lines; {} before and {} after",
                is.lines().count(),
                lines(was),
                lines(is_to_be)
            ),
        };
        round.find(Harm::Lost, what);
    }
    // A data set that is only to have another name may have either, but must have one.
    for (name, text) in before {
        let stays = after.values().any(|other| other == text);
        if stays && !held.values().any(|other| other == text) {
            round.find(Harm::Lost, format!("what {name} held is under no name"));
        }
    }
    for name in disk.harmed_own() {
        round.find(Harm::Lost, format!("the user's own {name} is not as it was"));
    }
    judge_left(round, disk, before, after)?;
    Ok(held)
}

fn lines(text: Option<&Rc<str>>) -> String {
    text.map_or_else(|| "none".into(), |text| text.lines().count().to_string())
}

/// Returns the contents of a disk, of those that it may have.
fn read(round: &mut Round, disk: &Disk, before: &Contents, after: &Contents) -> Result<Contents, String> {
    let folder = round.folder.join("read");
    volume::make(&folder)?;
    // An update that was interrupted is completed, as whoever opens the data set next may ask for.
    let mut text = disk.libraries("") + "options nosyntaxcheck dldmgaction=repair;\n";
    let mut held = Contents::new();
    let (mut listings, mut indexed) = (Vec::new(), Vec::new());
    let names: Vec<_> = before.keys().chain(after.keys()).copied().collect();
    for name in names {
        let path = disk.path(name);
        match data_set_of(name) {
            _ if !path.exists() => {}
            Some(data_set) => {
                let listing = folder.join(&data_set);
                text += &format!(
                    "data _null_; set {data_set}; file '{}'; put k v t; run;\n",
                    listing.display()
                );
                // The listing of an earlier round is not to be taken for it.
                let _ = fs::remove_file(&listing);
                if disk.path(&format!("{name}{INDEX_EXTENSION}")).exists() {
                    let by_index = listing.with_extension("indexed");
                    let _ = fs::remove_file(&by_index);
                    text += &format!(
                        "data _null_; set {data_set} (idxwhere=yes); where k > 0; file '{}'; put k v t; run;\n",
                        by_index.display()
                    );
                    indexed.push((name, listing.clone(), by_index));
                }
                listings.push((name, listing));
            }
            None => {
                let bytes = fs::read(&path).unwrap_or_default();
                held.insert(name, String::from_utf8_lossy(&bytes).into());
            }
        }
    }
    // WORK is used too, so that what a killed session left of it is swept.
    let ended = round.run(&(text + "data x; x = 1; run;\n"))?;
    round.judge_end(&ended, None);
    if ended.code != Some(0) {
        let what = format!("what is there cannot be read: {}", ended.complaint());
        round.find(Harm::Lost, what);
    }
    if let Some(why) = ended.line_with("No index of") {
        round.find(Harm::Lost, format!("indexes are not those of their data sets: {why}"));
    }
    for (name, listing, by_index) in indexed {
        if fs::read(&listing).ok() != fs::read(&by_index).ok() {
            let what = format!("{name} has other observations by its index");
            round.find(Harm::Lost, what);
        }
    }
    for (name, listing) in listings {
        // One that could not be read has no listing.
        if let Ok(bytes) = fs::read(listing) {
            held.insert(name, String::from_utf8_lossy(&bytes).into());
        }
    }
    Ok(held)
}

/// Notes what is still left behind after a next run.
pub fn judge_left(round: &mut Round, disk: &Disk, before: &Contents, after: &Contents) -> Result<(), String> {
    let began = Instant::now();
    loop {
        let mut left = disk.strange([before, after])?;
        left.extend(round.left_of_work());
        if left.is_empty() {
            return Ok(());
        }
        if began.elapsed() > AFTERLIFE {
            round.find(Harm::Left, format!("the next runs do not sweep {}", left.join(", ")));
            return Ok(());
        }
        age_bare_folders(round);
        thread::sleep(Duration::from_millis(100));
        // A draft beside other files goes when the next one is written there.
        let csv = disk.path("out/next.csv");
        let next = format!(
            "{}data x; x = 1; run;\nproc export data=x outfile='{}' dbms=csv replace; run;\n",
            disk.libraries(""),
            csv.display()
        );
        round.run(&next)?;
        // It is there if the run went well.
        let _ = fs::remove_file(csv);
    }
}

/// Makes folders look old that have nothing in them. They are those of runs that were killed before they could say
/// whose the folder is; others sweep them after a minute only, as somebody may just be making them.
fn age_bare_folders(round: &Round) {
    let entries = fs::read_dir(round.folder.join("work"));
    for entry in entries.into_iter().flatten().flatten() {
        let path = entry.path();
        if fs::read_dir(&path).is_ok_and(|mut within| within.next().is_none()) {
            let long_ago = SystemTime::now() - Duration::from_secs(120);
            // One that cannot be changed will be told as left.
            let _ = File::open(&path).and_then(|folder| folder.set_modified(long_ago));
        }
    }
}

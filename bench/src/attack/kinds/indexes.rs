//! Index files that are damaged, or those of another data set: what WHERE, KEY= and BY find by them is what is found
//! without them, or an error.
//!
//! The data sets themselves are sound. So each step that reads one by its indexes is held against one that does not.

use std::fs;
use std::path::{Path, PathBuf};

use feedrate_bench::volume;

use crate::attack::data::damage::damage;
use crate::attack::data::disk::INDEX_EXTENSION;
use crate::attack::process::Outcome;
use crate::attack::round::{Attack, Harm, Round};

/// Data sets of a round.
const DATA_SETS: usize = 3;

/// Damaged index files.
#[derive(Debug, Default)]
pub struct Indexes {
    sound: Vec<Sound>,
}

/// A data set and its indexes.
#[derive(Clone, Debug)]
struct Sound {
    name: &'static str,
    data_set: Vec<u8>,
    index: Vec<u8>,
}

/// The listings of a data set by its index and without.
struct Pair {
    label: String,
    by_index: PathBuf,
    without: PathBuf,
}

/// The data sets: some with the same observations, so that their indexes nearly fit each other, and some compressed.
/// OLD is LATER as it was before it was changed.
const NAMES: [&str; 6] = ["plain", "twin", "packed", "old", "later", "other"];

const PROGRAM: &str = "
%let indexes = index=(k / unique  t  two=(t v));
data d.plain (&indexes); length k v 8 t $ 12;
  do v = 1 to 3000; k = mod(v * 7919, 3001); t = cats('g', mod(v, 97)); output; end;
run;
data d.twin (&indexes); set d.plain (idxwhere=no); run;
data d.packed (compress=char &indexes); set d.plain; run;
data d.old (&indexes); set d.plain; if mod(v, 7) then v = -v; run;
data d.later (&indexes); set d.old; run;
data d.later; modify d.later; if mod(k, 11) = 3 then remove; else do; t = cats('h', mod(k, 50)); replace; end; run;
data d.other (&indexes); set d.plain; k = k + 5; t = cats('i', mod(v, 20)); run;
";

/// A step that reads by an index, and one that gives the same without. Both make the data set that `OUT` stands for, of
/// the data set that `IN` stands for.
const READERS: [(&str, &str); 6] = [
    (
        "data OUT; set IN (idxwhere=yes); where k between 100 and 300; run;",
        "data OUT; set IN (idxwhere=no); where k between 100 and 300; run;",
    ),
    (
        "data OUT; set IN (idxwhere=yes); where k >= 0; run;",
        "data OUT; set IN (idxwhere=no); where k >= 0; run;",
    ),
    (
        "data OUT; set IN (idxwhere=yes); where t in ('g5', 'h7', 'i3', 'g60') and v < 900; run;",
        "data OUT; set IN (idxwhere=no); where t in ('g5', 'h7', 'i3', 'g60') and v < 900; run;",
    ),
    (
        "data OUT; set IN (idxname=two); where t = 'g9' and v > 50; run;",
        "data OUT; set IN (idxwhere=no); where t = 'g9' and v > 50; run;",
    ),
    ("data OUT; set IN; by t; run;", "proc sort data=IN out=OUT; by t; run;"),
    (
        "data keys; set IN (idxwhere=no); if mod(v, 50) = 1 then do; output; k = -k - 1; output; end; keep k; run;\n\
         data OUT; set keys; set IN key=k / unique; if _iorc_ then _error_ = 0; else output; run;",
        "data OUT; set IN (idxwhere=no); if mod(v, 50) = 1; run;",
    ),
];

/// Steps that change a data set with its indexes. Each may refuse to.
const CHANGES: [&str; 3] = [
    "data IN; modify IN; if mod(v, 9) = 0 then remove; else do; t = cats('g', mod(k, 30)); replace; end; run;",
    "data more; length k v 8 t $ 12; do v = 1 to 200; k = 5000000 + v; t = 'g9'; output; end; run;\n\
     proc append base=IN data=more; run;",
    "proc datasets lib=d nolist; rebuild MEMBER; quit;",
];

impl Attack for Indexes {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        if self.sound.is_empty() {
            self.sound = sound(round)?;
        }
        let (folder, listings) = (round.folder.join("damaged"), round.folder.join("listed"));
        volume::make(&folder)?;
        volume::make(&listings)?;
        let mut text = format!(
            "libname d '{}';\noptions nosyntaxcheck dldmgaction=repair errors=0;\n",
            folder.display()
        );
        let mut story = Vec::new();
        let mut pairs: Vec<Pair> = Vec::new();
        for number in 0..DATA_SETS {
            let which = round.rng.usize(..self.sound.len());
            let mut index = self.sound[which].index.clone();
            let what = harm(&mut index, &self.sound, which, round);
            let Sound { name, data_set, .. } = &self.sound[which];
            story.push(format!("{name} {what}"));
            volume::write(&folder.join(format!("m{number}.sas7bdat")), data_set)?;
            if what != REMOVED {
                volume::write(&folder.join(format!("m{number}.sas7bdat{INDEX_EXTENSION}")), index)?;
            }
            for time in 0..2 {
                for (reader, pair) in READERS.iter().enumerate() {
                    let label = format!("m{number} at time {time} by reader {reader}");
                    let [by_index, without] =
                        ["i", "w"].map(|side| listings.join(format!("{number}.{time}.{reader}.{side}")));
                    text += &step(pair.0, number, &by_index);
                    text += &step(pair.1, number, &without);
                    pairs.push(Pair {
                        label,
                        by_index,
                        without,
                    });
                }
                if time == 0 {
                    let change = round.draw(&CHANGES);
                    story.push(change.split(' ').take(2).collect::<Vec<_>>().join(" "));
                    text += &named(change, number);
                }
            }
        }
        round.story = story.join(", ");
        let ended = round.run(&text)?;
        round.tries += DATA_SETS as u64;
        round.judge_end(&ended, None);
        round.judge_memory(&ended);
        judge_listings(round, pairs, &ended);
        round.judge_processes();
        round.judge_work();
        Ok(())
    }
}

/// Holds each listing by an index against that without.
fn judge_listings(round: &mut Round, pairs: Vec<Pair>, ended: &Outcome) {
    let mut refused = 0;
    for Pair {
        label,
        by_index,
        without,
    } in pairs
    {
        let Ok(expected) = fs::read(&without) else {
            let what = format!("{label}: the data set, which is sound, cannot be read");
            round.find(Harm::Lost, what);
            continue;
        };
        match fs::read(&by_index) {
            Ok(found) if found == expected => {}
            Ok(found) => {
                let lines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
                let (found, expected) = (lines(&found), lines(&expected));
                let what = format!("{label}: {found} observations by the index, {expected} without");
                round.find(Harm::Lost, what);
            }
            // The step was refused.
            Err(_) => refused += 1,
        }
    }
    if refused > 0 && !ended.log.contains("ERROR") {
        round.find(Harm::Untold, format!("{refused} steps failed without an error"));
    }
}

/// A step in which `IN` and `MEMBER` are the data set of this number.
fn named(step: &str, number: usize) -> String {
    let step = step.replace("IN", &format!("d.m{number}"));
    step.replace("MEMBER", &format!("m{number}")) + "\n"
}

/// A step that makes `OUT`, and another that lists it. If the first fails, there is no listing.
fn step(step: &str, number: usize, listing: &Path) -> String {
    format!(
        "proc datasets lib=work nolist nowarn; delete out; quit;\n{}\
         data _null_; set out; file '{}'; put k v t; run;\n",
        named(&step.replace("OUT", "out"), number),
        listing.display()
    )
}

/// The description of an index file that is not there.
const REMOVED: &str = "without its index file";

/// Does harm to an index file. Returns a description of it.
fn harm(index: &mut Vec<u8>, sound: &[Sound], which: usize, round: &mut Round) -> String {
    let other = &sound[round.rng.usize(..sound.len())];
    match round.rng.u8(..10) {
        0 => REMOVED.to_owned(),
        1 | 2 => {
            index.clone_from(&other.index);
            format!("with the index file of {}", other.name)
        }
        3 => {
            // The first page says what the others are.
            let page = 1 << round.rng.u32(9..14);
            let page = usize::min(page, index.len().min(other.index.len()));
            index[..page].copy_from_slice(&other.index[..page]);
            format!("with the first {page} bytes of {}", other.name)
        }
        _ => {
            let mut rng = fastrand::Rng::with_seed(round.rng.u64(..));
            let times = rng.usize(1..=3);
            let other = &sound[(which + 1) % sound.len()].index;
            let what: Vec<_> = (0..times).map(|_| damage(index, other, &mut rng)).collect();
            what.join(" and ")
        }
    }
}

/// The data sets with their sound indexes.
fn sound(round: &mut Round) -> Result<Vec<Sound>, String> {
    let folder = round.folder.join("sound");
    volume::make(&folder)?;
    round.run_well(&format!("libname d '{}';\n{PROGRAM}", folder.display()))?;
    let read = |name: String| volume::read(&folder.join(name));
    let sound = NAMES.map(|name| {
        Ok(Sound {
            name,
            data_set: read(format!("{name}.sas7bdat"))?,
            index: read(format!("{name}.sas7bdat{INDEX_EXTENSION}"))?,
        })
    });
    sound.into_iter().collect()
}

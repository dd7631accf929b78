//! Damaged files, read by the steps that look at all of them.

use std::env;
use std::fs;
use std::path::Path;

use fastrand::Rng;

use crate::campaign::Attack;
use crate::round::{Harm, Round, cannot, make};
use crate::xport;

/// Files of a round.
const FILES: usize = 6;

/// Memory that reading a small file may take, the program itself included.
pub const MOST_MEMORY: u64 = 512 << 20;

/// Files that SAS made are taken up to this size.
const LARGEST: u64 = 1 << 20;

/// The variable of the environment that names a folder of them.
const FILES_OF_SAS: &str = "FEEDRATE_SAS_FILES";

/// Damaged files.
#[derive(Debug, Default)]
pub struct Damage {
    sound: Vec<Sound>,
}

/// A file before it is damaged.
#[derive(Clone, Debug)]
struct Sound {
    format: Format,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Native,
    Transport,
    Delimited,
}

/// What data sets are made to be damaged.
const PROGRAM: &str = "
data d.small; length k 8 t $ 12; do k = 1 to 400; t = cats('r', k); output; end; run;
data d.one; k = 1; t = 'x'; run;
data d.none; length k 8 t $ 3; stop; run;
data d.wide; array x{120} x1-x120; do k = 1 to 60; do i = 1 to 120; x{i} = k / i; end; output; end; drop i; run;
data d.text (label='Many texts');
  length k 8 a b c $ 300; label a = 'The first of them' b = 'Another'; format k date9. a $upcase40.;
  do k = 1 to 200; a = repeat('a', mod(k, 200)); b = cats('b', k); c = ''; output; end;
run;
data d.pages (bufsize=4096); length k 8 t $ 100; do k = 1 to 2000; t = cats('page', k); output; end; run;
proc export data=d.text outfile='CSV' dbms=csv replace; run;
";

impl Attack for Damage {
    fn attack(&mut self, round: &mut Round) -> Result<(), String> {
        if self.sound.is_empty() {
            self.sound = sound(round)?;
        }
        let mut rng = Rng::with_seed(round.rng.u64(..));
        let folder = round.folder.join("damaged");
        make(&folder)?;
        let mut text = format!(
            "libname d '{}';\noptions nosyntaxcheck;\n",
            folder.display()
        );
        let mut story = Vec::new();
        for number in 0..FILES {
            let mut file = self.sound[rng.usize(..self.sound.len())].clone();
            let other = &self.sound[rng.usize(..self.sound.len())];
            let mut what = Vec::new();
            for _ in 0..rng.usize(1..=3) {
                what.push(damage(&mut file.bytes, &other.bytes, &mut rng));
            }
            story.push(format!(
                "m{number} {:?} {}",
                file.format,
                what.join(" and ")
            ));
            let (name, steps) = match file.format {
                Format::Native => (
                    format!("m{number}.sas7bdat"),
                    of_data_set(&format!("d.m{number}")),
                ),
                Format::Transport => {
                    let name = format!("m{number}.xpt");
                    let path = folder.join(&name);
                    let assign = format!("libname x{number} xport '{}';\n", path.display());
                    (name, assign + &of_data_set(&format!("x{number}.m")))
                }
                Format::Delimited => {
                    let name = format!("m{number}.csv");
                    let path = folder.join(&name);
                    let import = format!(
                        "proc import datafile='{}' out=i{number} dbms=csv replace; run;\n",
                        path.display()
                    );
                    (name, import + &of_data_set(&format!("i{number}")))
                }
            };
            let path = folder.join(name);
            fs::write(&path, &file.bytes).map_err(|error| cannot("write", &path, &error))?;
            text += &steps;
        }
        round.story = story.join(", ");
        let ended = round.run(&text)?;
        round.tries += FILES as u64;
        round.judge_end(&ended, None);
        if ended.peak_bytes > MOST_MEMORY {
            round.find(
                Harm::Crashed,
                format!("it took {} MiB of memory", ended.peak_bytes >> 20),
            );
        }
        if ended.code == Some(2) && !ended.log.contains("ERROR") {
            round.find(Harm::Untold, "it failed without an error");
        }
        round.judge_processes();
        let left = crate::verdict::left_of_work(round);
        if !left.is_empty() {
            round.find(Harm::Left, left.join(", "));
        }
        Ok(())
    }
}

/// The steps that read a data set.
fn of_data_set(name: &str) -> String {
    format!(
        "proc contents data={name}; run;\nproc print data={name} (obs=40); run;\n\
         proc means data={name}; run;\nproc sort data={name} out=s; by k; run;\n\
         data c; set {name}; run;\nproc append base=c data={name} force; run;\n"
    )
}

/// The files that are damaged: of feedrate, of SAS if there are, and a transport file.
fn sound(round: &mut Round) -> Result<Vec<Sound>, String> {
    let folder = round.folder.join("sound");
    make(&folder)?;
    let csv = folder.join("text.csv");
    let program = PROGRAM.replace("CSV", &csv.to_string_lossy());
    round.run_well(&format!("libname d '{}';\n{program}", folder.display()))?;
    let mut sound = Vec::new();
    gather(&folder, &mut sound)?;
    if let Some(folder) = env::var_os(FILES_OF_SAS) {
        gather(Path::new(&folder), &mut sound)?;
    }
    sound.push(Sound {
        format: Format::Transport,
        bytes: xport::file(50),
    });
    Ok(sound)
}

fn gather(folder: &Path, sound: &mut Vec<Sound>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| cannot("list", folder, &error))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let format = match path.extension().and_then(|end| end.to_str()) {
            Some("sas7bdat") => Format::Native,
            Some("xpt") => Format::Transport,
            Some("csv") => Format::Delimited,
            _ => continue,
        };
        if fs::metadata(&path).is_ok_and(|facts| facts.len() <= LARGEST) {
            let bytes = fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
            sound.push(Sound { format, bytes });
        }
    }
    Ok(())
}

/// Does one damage; says which.
pub fn damage(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) -> String {
    if bytes.is_empty() {
        bytes.push(rng.u8(..));
        return "a byte".into();
    }
    // Half of them in front, where what describes all the rest is.
    let anywhere = bytes.len();
    let front = anywhere.min(1 << rng.u32(6..13));
    let within = if rng.bool() { front } else { anywhere };
    let at = rng.usize(..within);
    match rng.u8(..8) {
        0 => {
            let times = rng.usize(1..=64);
            for _ in 0..times {
                let at = rng.usize(..within);
                bytes[at] ^= 1 << rng.u8(..8);
            }
            format!("{times} bits below {within}")
        }
        1 => {
            let length = rng.usize(..anywhere);
            bytes.truncate(length);
            format!("cut at {length}")
        }
        2 => {
            let page = 1 << rng.u32(9..14);
            let pages = anywhere / page;
            if pages > 1 {
                let (one, two) = (rng.usize(..pages) * page, rng.usize(..pages) * page);
                for index in 0..page {
                    bytes.swap(one + index, two + index);
                }
            }
            format!("swapped pages of {page}")
        }
        3 | 4 => {
            let width = [1, 2, 4, 8][rng.usize(..4)];
            let values = [
                0,
                1,
                u64::MAX,
                u64::MAX >> 1,
                1 << 31,
                u64::from(u32::MAX),
                0xFFFF,
                1 << 40,
            ];
            let value = values[rng.usize(..values.len())];
            let at = at / width * width;
            let end = (at + width).min(anywhere);
            bytes[at..end].copy_from_slice(&value.to_le_bytes()[..end - at]);
            format!("{value:#x} in {width} bytes at {at}")
        }
        5 => {
            let length = rng.usize(1..=64).min(anywhere - at);
            rng.fill(&mut bytes[at..at + length]);
            format!("{length} bytes drawn at {at}")
        }
        6 => {
            let from = rng.usize(..=other.len().saturating_sub(1));
            let length = rng
                .usize(..=4096)
                .min(other.len() - from)
                .min(anywhere - at);
            bytes[at..at + length].copy_from_slice(&other[from..from + length]);
            format!("{length} bytes of another at {at}")
        }
        _ => {
            let length = rng.usize(1..=5000);
            let piece = vec![[0, 0xFF, b' ', b','][rng.usize(..4)]; length];
            bytes.splice(at..at, piece);
            format!("{length} bytes more at {at}")
        }
    }
}

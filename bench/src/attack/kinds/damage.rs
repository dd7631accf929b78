//! Damaged files, read by the steps that look at all of them.

use std::env;
use std::fs;
use std::path::Path;

use fastrand::Rng;
use feedrate_bench::volume;

use crate::attack::data::damage::damage;
use crate::attack::data::xport;
use crate::attack::round::{Attack, Round};

/// Files of a round.
const FILES: usize = 6;

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

/// The program that makes the data sets to be damaged.
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
        volume::make(&folder)?;
        let mut text = format!("libname d '{}';\noptions nosyntaxcheck;\n", folder.display());
        let mut story = Vec::new();
        for number in 0..FILES {
            let mut file = self.sound[rng.usize(..self.sound.len())].clone();
            let other = &self.sound[rng.usize(..self.sound.len())];
            let mut what = Vec::new();
            for _ in 0..rng.usize(1..=3) {
                what.push(damage(&mut file.bytes, &other.bytes, &mut rng));
            }
            story.push(format!("m{number} {:?} {}", file.format, what.join(" and ")));
            let (name, steps) = match file.format {
                Format::Native => (format!("m{number}.sas7bdat"), of_data_set(&format!("d.m{number}"))),
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
            volume::write(&folder.join(name), &file.bytes)?;
            text += &steps;
        }
        round.story = story.join(", ");
        let ended = round.run(&text)?;
        round.tries += FILES as u64;
        round.judge_end(&ended, None);
        round.judge_memory(&ended);
        round.judge_errors(&ended);
        round.judge_processes();
        round.judge_work();
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
    volume::make(&folder)?;
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
    let entries = fs::read_dir(folder).map_err(volume::cannot("list", folder))?;
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
            sound.push(Sound {
                format,
                bytes: volume::read(&path)?,
            });
        }
    }
    Ok(())
}

//! The data sets of a scaled job against those of a run with more data.

use std::sync::Arc;

use feedrate_session::options::SystemOptions;
use feedrate_session::record::{Growth, Record};
use feedrate_session::{Session, Setup};
use tempfile::TempDir;

use crate::derive::from_profile;
use crate::job::{Job, JobFile};
use crate::profile::ProfileRecord;
use crate::scale::scaled;

/// The data sets that grow with `FACTOR`, and those of as many groups whatever it is.
const PROGRAM: &str = "\
options bufsize=4096;
data a;
  do i = 1 to 2000 * FACTOR;
    g = mod(i * 7, 1500); x = mod(i * 7919, 1009); y = x + mod(i * 31, 97); event = mod(i * 13, 7) > 2;
    output;
  end;
run;
proc reg data=a noprint outest=estimates; model y = x; output out=reg p=p r=r; run; quit;
proc glm data=a noprint; model y = x; output out=glm p=p; run; quit;
proc logistic data=a noprint; model event = x; output out=logistic p=p; run;
proc report data=a out=details nowd; column i x y; define i / display; run;
proc report data=a out=report nowd; column g x; define g / group; run;
proc means data=a noprint nway; class g; var x y; output out=means mean=mx my sum=sx sy; run;
proc freq data=a noprint; tables g / out=freq; run;
proc rank data=a out=rank; var x; ranks r; run;
proc sort data=a out=sort; by x; run;
proc sort data=means out=sorted_means; by mx; run;
proc univariate data=a noprint; class g; var x; output out=univariate mean=mx; run;
proc corr data=a noprint outp=corr; var x y; run;
proc contents data=a out=contents noprint; run;
proc transpose data=a out=transposed; by i; var x y; run;
ods output Print=print; proc print data=a; run;
";

/// The data sets and by what they are stated to grow.
const GROWTHS: &[(&str, Option<Growth>)] = &[
    ("A", None),
    ("CONTENTS", Some(Growth::Nothing)),
    ("CORR", Some(Growth::Groups)),
    ("DETAILS", Some(Growth::Observations)),
    ("ESTIMATES", Some(Growth::Groups)),
    ("FREQ", Some(Growth::Groups)),
    ("GLM", Some(Growth::Observations)),
    ("LOGISTIC", Some(Growth::Observations)),
    ("MEANS", Some(Growth::Groups)),
    ("PRINT", Some(Growth::Observations)),
    ("RANK", Some(Growth::Observations)),
    ("REG", Some(Growth::Observations)),
    ("REPORT", Some(Growth::Groups)),
    ("SORT", Some(Growth::Observations)),
    ("SORTED_MEANS", Some(Growth::Observations)),
    ("TRANSPOSED", None),
    ("UNIVARIATE", Some(Growth::Groups)),
];

fn session<'a>(work: &TempDir, log: &'a mut Vec<u8>) -> Session<'a> {
    Session::new(Setup {
        log: Box::new(log),
        listing: Box::new(std::io::sink()),
        work: Some(work.path().to_owned()),
        options: SystemOptions::default(),
        sysparm: String::new(),
        stop: Arc::default(),
    })
}

/// Runs the program with so many times the observations.
fn run(factor: u32) -> Record {
    let work = tempfile::tempdir().unwrap();
    let mut log = Vec::new();
    let program = PROGRAM.replace("FACTOR", &factor.to_string());
    let record = session(&work, &mut log).run("p.sas", &program).unwrap();
    assert_eq!(record.errors, 0, "{}", String::from_utf8_lossy(&log));
    record
}

fn job_of(record: Record) -> Job {
    from_profile(&ProfileRecord::of(record).profile().unwrap()).unwrap()
}

/// Returns the data sets of WORK, without its name, in the order of theirs.
fn data_sets(job: &Job) -> Vec<(&str, &JobFile)> {
    let files = job.files.iter();
    let sets = files.filter_map(|file| Some((file.name.strip_prefix("WORK.")?, file)));
    let mut sets: Vec<_> = sets.collect();
    sets.sort_by_key(|(name, _)| *name);
    sets
}

#[test]
fn scaled_outputs_are_as_large_as_those_of_a_larger_run() {
    let (small, large) = (job_of(run(1)), job_of(run(10)));
    let found: Vec<_> = data_sets(&small)
        .iter()
        .map(|(name, file)| (*name, file.grows_with))
        .collect();
    assert_eq!(found, GROWTHS);
    let scaled = scaled(&small, 10.0, None);
    scaled.job.check().unwrap();
    let pages = |file: &JobFile| (file.bytes / file.page_bytes) as i64;
    let pairs = data_sets(&scaled.job).into_iter().zip(data_sets(&large));
    for ((name, scaled), (_, real)) in pairs {
        // The last page of a file is full in part, another may have its description, and neither grows.
        let off = pages(scaled) - pages(real);
        assert!(off.abs() <= 15, "{name}: {} {}", pages(scaled), pages(real));
    }
    let unknown = "are taken to grow with the data: WORK.TRANSPOSED.";
    let assumptions = scaled.job.assumptions.join("\n");
    assert!(assumptions.contains(unknown), "{assumptions}");
}

#[test]
fn records_that_do_not_state_growth_are_read_and_their_data_sets_grow() {
    let record = ProfileRecord::of(run(1));
    let mut value = serde_json::to_value(&record).unwrap();
    for step in value["steps"].as_array_mut().unwrap() {
        for made in step["made"].as_array_mut().unwrap() {
            made.as_object_mut().unwrap().remove("grows_with");
        }
    }
    let job = from_profile(&serde_json::from_value(value).unwrap()).unwrap();
    let scaled = scaled(&job, 10.0, None);
    let bytes = |job: &Job, name: &str| {
        let sets = data_sets(job);
        sets.iter().find(|(other, _)| *other == name).unwrap().1.bytes
    };
    for name in ["REG", "MEANS"] {
        let (before, after) = (bytes(&job, name), bytes(&scaled.job, name));
        assert!(after > 9 * before, "{name}: {before} {after}");
    }
    let assumptions = scaled.job.assumptions.join("\n");
    assert!(assumptions.contains("WORK.MEANS, "), "{assumptions}");
}

#[test]
fn plans_state_the_same_growth_as_runs() {
    let work = tempfile::tempdir().unwrap();
    let planned = session(&work, &mut Vec::new())
        .plan("p.sas", &PROGRAM.replace("FACTOR", "1"))
        .unwrap();
    let makes = planned.steps.iter().flat_map(|step| &step.makes);
    let mut found: Vec<_> = makes
        .filter_map(|made| Some((made.name.strip_prefix("WORK.")?, made.grows_with)))
        .collect();
    found.sort_by_key(|(name, _)| *name);
    // The size of what PROC TRANSPOSE makes and the data sets of ODS are not planned.
    let stated = GROWTHS.iter().copied();
    let stated: Vec<_> = stated
        .filter(|(name, _)| !["PRINT", "TRANSPOSED"].contains(name))
        .collect();
    assert_eq!(found, stated);
}

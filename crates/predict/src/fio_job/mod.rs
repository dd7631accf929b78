//! Writes a job as a job file of fio, which moves the same bytes.
//!
//! | module | contents |
//! |---|---|
//! | `order` | what each step waits for, in fio's words |
//! | `shape` | how the uses of a step become sections: one after another, in alternation, or side by side |
//! | `plain` | a use as a section of its own |
//! | `pace` | the time between transfers, as pauses or as a rate |
//! | `turns` | the transfers of a thread in their order |
//! | `logs` | the same as the recordings that fio replays |
//! | `prepare` | what is there before the first step |
//! | `mix` | the other form: a step as one mix of reads and writes |
//! | `section` | sections, names of files, sizes: the text |
//!
//! Everything here was tried with fio 3.33. It decides three things that its documentation would not suggest: no
//! `thinktime_spin` (fio waits for ever where it computes a little longer than it should), no queue in sections that
//! replay a recording (fio does not count what is in flight at their end), and processes instead of threads (clones
//! that replay recordings crash as threads).

mod logs;
mod mix;
mod order;
mod pace;
mod plain;
mod prepare;
mod section;
mod shape;
mod turns;

#[cfg(test)]
mod tests;

use feedrate_document::format;

use crate::derive::{AS_LONG_COMPUTING, AS_MUCH_COMPUTING};
use crate::job::{Job, JobStep, Origin, Source};
use order::StepOrder;
use section::{Names, Section, Texts};

/// The beginning of the first line of every job file.
pub const FIRST_WORDS: &str = "# A job of fio, derived by feedrate";

/// A job as fio reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FioJob {
    /// The job file.
    pub text: String,
    /// The recordings that it replays, by the names of their files. They belong into the folder that fio is run in.
    pub logs: Vec<(String, String)>,
    /// The places where fio cannot do as the job says. The job file has these as comments too.
    pub notes: Vec<String>,
}

/// Where the files are, and what form the job has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FioOptions {
    /// The folder of the files that are read and written, absolute or relative to the one that fio is run in.
    pub directory: String,
    /// The name of the job file without its extension. The names of recordings and files begin with it.
    pub stem: String,
    /// The exactness of the job file.
    pub form: Form,
}

/// The exactness with which a job file follows a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All bytes of each file and direction. Steps that read and write in alternation replay recordings.
    Exact,
    /// One section for a step, with a random mix of reads and writes of about the same bytes, and nothing but the job
    /// file.
    Mix,
}

/// Writes a job as a job file of fio. The job must be one that [`Job::check`] accepts.
pub fn write(job: &Job, options: &FioOptions) -> FioJob {
    let names = Names::new(options);
    let mut notes = Texts::default();
    notes.extend(names.note());
    let mut waits = StepOrder::new(job);
    let mut logs = Vec::new();
    let mut sections = Vec::new();
    for (index, step) in job.steps.iter().enumerate() {
        leave_out(job, index, step, &mut notes);
        let made = match options.form {
            Form::Exact => shape::sections(job, index, &names, &mut notes, &mut logs),
            Form::Mix => mix::sections(job, index, &mut notes),
        };
        sections.extend(waits.arrange(index, made, &mut notes));
    }
    let mut text = head(job, options, &names, &notes);
    text.push_str(&section::global(options.form, &names));
    let before = match options.form {
        Form::Exact => prepare::sections(job, &names),
        Form::Mix => Vec::new(),
    };
    for section in before.iter().chain(&sections) {
        text.push_str(&section.text());
    }
    FioJob {
        text,
        logs,
        notes: notes.into_vec(),
    }
}

/// Notes what of a step has no place in a job file.
fn leave_out(job: &Job, index: usize, step: &JobStep, notes: &mut Texts) {
    for use_ in &step.uses {
        if job.files[use_.file].origin == Origin::Pipe {
            notes.push(format!(
                "{}: what goes through the pipe {} is left out, and neither end waits for the other.",
                step.title(),
                job.files[use_.file].name
            ));
        }
    }
    if !moves_files(job, index) && step.think_seconds() > 0.0 {
        notes.push(format!(
            "{}: it moves no file, and the {} that it computes are left out.",
            step.title(),
            format::seconds(step.think_seconds())
        ));
    }
}

/// Returns whether a step moves bytes of files.
fn moves_files(job: &Job, index: usize) -> bool {
    let mut uses = job.steps[index].uses.iter();
    uses.any(|it| it.bytes > 0 && job.files[it.file].origin != Origin::Pipe)
}

/// Returns the comments at the top.
fn head(job: &Job, options: &FioOptions, names: &Names, notes: &Texts) -> String {
    let mut texts = Texts::default();
    let source = match job.derived_from {
        Source::Profile => "a run of it",
        Source::Static => "its text and the headers of its inputs",
    };
    texts.push(format!("It is the I/O of {}, derived from {source}.", job.program));
    if job.scale != 1.0 {
        texts.push(format!("Its files are {} times as large as the program's.", job.scale));
    }
    texts.push(format!("Run it in its own folder: fio {}.fio", names.stem()));
    texts.push(match options.form {
        Form::Exact => format!(
            "It moves the same bytes of each file. It takes {} in {}, and its files stay there.",
            format::amount(job.space_bytes()),
            names.directory()
        ),
        Form::Mix => format!(
            "Each step is a random mix of about as many bytes, on files of its own in {}, which stay there.",
            names.directory()
        ),
    });
    texts.push("The time of a step is that of its sections: between them, fio itself takes up to 0.2 s.".to_owned());
    texts.push("Computing is a pause, spread evenly; where transfers overlap with it, it is a rate.".to_owned());
    let delays: f64 = job
        .steps
        .iter()
        .map(|step| step.delay_seconds + step.idle_seconds)
        .sum();
    if delays >= 0.001 {
        texts.push(format!(
            "The pauses, {} in all, are left out: fio counts delays from its own beginning.",
            format::seconds(delays)
        ));
    }
    for assumption in &job.assumptions {
        // Pauses are times.
        let assumption = match assumption.as_str() {
            AS_MUCH_COMPUTING => AS_LONG_COMPUTING,
            other => other,
        };
        texts.push(format!("Assumed: {assumption}"));
    }
    for note in notes.iter() {
        texts.push(format!("Not as in the program: {note}"));
    }
    let comments: Vec<String> = texts.iter().map(|text| section::comment(text)).collect();
    // The first line tells that the file may be replaced.
    let version = &job.feedrate.version;
    format!("{FIRST_WORDS} {version}.\n{}", comments.concat())
}

/// Returns how a step is called in names of sections, such as `step-2-sort`.
fn step_name(job: &Job, index: usize) -> String {
    let name = section::plain_word(&job.steps[index].name.to_lowercase());
    format!("step-{}-{name}", index + 1)
}

/// Sections of a step: groups that follow each other, of sections that run at the same time.
type Groups = Vec<Vec<Section>>;

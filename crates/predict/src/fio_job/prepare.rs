//! The files that are there before the first step: its inputs, in the page cache or not, and none of the files that
//! steps make.

use super::section::{Names, Section, size};
use crate::job::{Job, JobFile, Origin};

/// The files of one section that removes them.
const FILES: usize = 16;

/// The bytes of a file that is made to be removed.
const BLOCK: u64 = 4096;

/// Returns the sections that run before the first step.
pub(super) fn sections(job: &Job, names: &Names) -> Vec<Section> {
    let uses = job.steps.iter().flat_map(|step| &step.uses);
    let is_used = |index: usize| uses.clone().any(|it| it.file == index && it.bytes > 0);
    let mut all = Vec::new();
    let mut made = Vec::new();
    for (index, file) in job.files.iter().enumerate() {
        match file.origin {
            _ if !is_used(index) || file.bytes == 0 => {}
            Origin::Input { cached } => all.push(input(file, index, cached, names)),
            Origin::Made | Origin::Utility => made.push(names.file(index)),
            Origin::Pipe => {}
        }
    }
    if let Some(first) = all.first_mut() {
        first
            .remarks
            .push("Inputs: fio makes them if they are not there. One block of each is read.".to_owned());
    }
    for (number, files) in made.chunks(FILES).enumerate() {
        let mut section = Section::new(match number {
            0 => "prepare-new".to_owned(),
            _ => format!("prepare-new-{}", number + 1),
        });
        if number == 0 {
            let why = "What an earlier run has made is removed.".to_owned();
            section.remarks.push(why);
        }
        section.set("create_on_open", 0);
        section.set("filename", files.join(":"));
        section.set("rw", "write");
        section.set("bs", size(BLOCK));
        section.set("size", size(BLOCK * files.len() as u64));
        section.set("unlink", 1);
        all.push(section);
    }
    all
}

/// Returns the section that makes an input, and brings it into the page cache or sends it out.
fn input(file: &JobFile, index: usize, cached: bool, names: &Names) -> Section {
    let block = [4096, 1024, 512, 64, 8]
        .into_iter()
        .find(|&block| file.bytes.is_multiple_of(block));
    let mut section = Section::new(format!("prepare-f{index}"));
    section.remarks.push(format!(
        "{}, {} the page cache.",
        file.name,
        if cached { "in" } else { "not in" }
    ));
    section.set("create_on_open", 0);
    section.set("filename", names.file(index));
    section.set("rw", "randread");
    section.set("bs", size(block.unwrap_or(1)));
    section.set("size", size(file.bytes));
    section.set("number_ios", 1);
    match cached {
        true => section.set("pre_read", 1),
        false => section.set("invalidate", 1),
    }
    section
}

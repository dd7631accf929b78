//! Plans of programs against what the programs do when they are run.

mod assumed;
mod exact;
mod untouched;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use feedrate_session::options::SystemOptions;
use feedrate_session::plan::{PlannedProgram, PlannedStep, PlannedUse};
use feedrate_session::record::{DataSetRecord, FileRecord, Record, StepRecord};
use feedrate_session::{Session, Setup};
use tempfile::TempDir;

/// A folder with that of a library and that of WORK.
struct Folders {
    folder: TempDir,
}

impl Folders {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["library", "work"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns a program after the assignment of the library P.
    fn program(&self, text: &str) -> String {
        let library = self.path().join("library");
        format!("libname p '{}';\n{text}", library.display())
    }

    fn session<'a>(&self, log: &'a mut Vec<u8>) -> Session<'a> {
        Session::new(Setup {
            log: Box::new(log),
            listing: Box::new(std::io::sink()),
            work: Some(self.path().join("work")),
            options: SystemOptions::default(),
            sysparm: String::new(),
            stop: Arc::default(),
        })
    }

    /// Runs a program, which must have no errors.
    fn run(&self, text: &str) -> Record {
        let mut log = Vec::new();
        let record = self.session(&mut log).run("test.sas", &self.program(text)).unwrap();
        assert_eq!(record.errors, 0, "{}", String::from_utf8_lossy(&log));
        record
    }

    /// Plans a program. Returns the log, too.
    fn plan_with_log(&self, text: &str) -> (PlannedProgram, String) {
        let mut log = Vec::new();
        let planned = self.session(&mut log).plan("test.sas", &self.program(text)).unwrap();
        (planned, String::from_utf8(log).unwrap())
    }

    /// Plans a program, which must have no errors.
    fn plan(&self, text: &str) -> PlannedProgram {
        let (planned, log) = self.plan_with_log(text);
        assert_eq!(planned.errors, 0, "{log}");
        planned
    }

    /// Returns the names, lengths and times of all files.
    fn listing(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut due = vec![self.path().to_owned()];
        while let Some(folder) = due.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let entry = entry.unwrap();
                let metadata = entry.metadata().unwrap();
                let modified = metadata.modified().unwrap();
                lines.push(format!("{} {} {modified:?}", entry.path().display(), metadata.len()));
                if metadata.is_dir() {
                    due.push(entry.path());
                }
            }
        }
        lines.sort();
        lines
    }
}

/// Checks that a step is planned as it ran.
fn assert_same(planned: &PlannedStep, ran: &StepRecord) {
    assert_eq!((&planned.name, planned.line), (&ran.name, ran.line));
    assert_eq!(planned.not_planned, None, "{planned:#?}");
    let pairs = [(&planned.reads, &ran.read), (&planned.makes, &ran.made)];
    for (planned_uses, ran_uses) in pairs {
        let names: Vec<_> = planned_uses.iter().map(|planned| &planned.name).collect();
        let ran_names: Vec<_> = ran_uses.iter().map(|ran| &ran.name).collect();
        assert_eq!(names, ran_names, "{}", planned.line);
        for (planned_use, ran_use) in planned_uses.iter().zip(ran_uses) {
            assert_same_use(planned_use, ran_use);
        }
    }
}

fn assert_same_use(planned: &PlannedUse, ran: &DataSetRecord) {
    let name = &planned.name;
    assert_eq!(planned.observations, ran.observations, "{name}");
    assert_eq!(planned.at_random, ran.at_random, "{name}");
    let file = ran.file.as_ref().unwrap();
    assert_eq!(planned.page_bytes, file.page_bytes, "{name}");
    let moved = (planned.pages_moved, planned.bytes_moved);
    assert_eq!(moved, (file.pages, file.bytes), "{planned:#?}");
    assert_eq!(planned.discipline, file.discipline, "{name}");
    assert_eq!(planned.durable, file.flush_seconds.is_some(), "{name}");
    assert_same_method(planned, file);
}

fn assert_same_method(planned: &PlannedUse, file: &FileRecord) {
    // Some file systems take no direct I/O, which only an open file tells.
    if !file.notes.iter().any(|note| note.contains("file system")) {
        let method = (planned.method, planned.buffers);
        assert_eq!(method, (file.method, file.buffers), "{planned:#?}");
        assert_eq!(planned.notes, file.notes);
    }
}

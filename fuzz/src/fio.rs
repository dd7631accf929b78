//! Any text, read as a job file of fio: sections, options, values, and the loads that follow from them.

use std::io;
use std::path::Path;

use feedrate_dialects::fio::explain::explain;
use feedrate_dialects::fio::lint::lint;
use feedrate_dialects::fio::plan::{Ground, Settings, plan};
use feedrate_dialects::fio::resolve::{Reading, resolve};
use feedrate_dialects::fio::text::{Surroundings, sections};
use feedrate_dialects::fio::{Result, help};

/// A machine with one file and one node.
struct Machine;

impl Ground for Machine {
    fn length(&self, path: &Path) -> Option<u64> {
        (path == Path::new("/data/there")).then_some(1 << 30)
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        (node == 0).then(|| vec![0, 1])
    }
}

/// Reads a job file both ways, and tells of it all that can be told without running it.
pub fn fio(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for strict in [false, true] {
        if let Err(error) = told(&text, strict) {
            assert!(!error.to_string().is_empty());
        }
    }
}

fn told(text: &str, strict: bool) -> Result<()> {
    // A file that includes itself is the worst that an included file can be.
    let sections = sections(text, Path::new("fuzz.fio"), 0, &mut |path| match path
        == Path::new("self")
    {
        true => Ok("rw=read\ninclude self\n".to_owned()),
        false => Err(io::Error::from(io::ErrorKind::NotFound)),
    })?;
    let surroundings = Surroundings {
        variable: &|name| (name.len() == 1).then(|| "4k".to_owned()),
        processors: 4,
        page_bytes: 4096,
        memory_mib: 2000,
    };
    let reading = Reading {
        strict,
        only: &[],
        surroundings: &surroundings,
    };
    let jobs = resolve(&sections, &reading)?;
    assert!(lint(&jobs).ends_with("ignored\n"));
    assert!(help::show_command(&jobs).starts_with("fio "));
    let settings = Settings {
        max_size: None,
        max_jobs: 64,
        readonly: false,
        overwrite_foreign: false,
        seed: 1,
    };
    let plan = plan(&jobs, &settings, &Machine)?;
    assert!(!explain(&jobs, &plan).is_empty());
    Ok(())
}

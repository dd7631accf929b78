//! Any text is read, or refused with one line; it never panics.

use std::io;
use std::path::Path;

use feedrate_dialects::fio::command_line;
use feedrate_dialects::fio::explain::explain;
use feedrate_dialects::fio::job::Jobs;
use feedrate_dialects::fio::lint::lint;
use feedrate_dialects::fio::options::{SUBJECTS, all};
use feedrate_dialects::fio::plan::{Ground, Settings, plan};
use feedrate_dialects::fio::resolve::{Reading, resolve};
use feedrate_dialects::fio::text::{Surroundings, sections};
use feedrate_dialects::fio::{Result, help};
use proptest::prelude::*;

struct Nothing;

impl Ground for Nothing {
    fn length(&self, path: &Path) -> Option<u64> {
        path.to_str()?.ends_with('1').then_some(1 << 30)
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        (node == 0).then(|| vec![0])
    }
}

fn jobs(text: &str, strict: bool) -> Result<Jobs> {
    let sections = sections(text, Path::new("jobs.fio"), 0, &mut |_| {
        Err(io::Error::from(io::ErrorKind::NotFound))
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
    resolve(&sections, &reading)
}

/// Reads a text all the way to what would be printed of it.
fn read(text: &str, strict: bool) {
    let settings = Settings {
        max_size: None,
        max_jobs: 64,
        readonly: false,
        overwrite_foreign: false,
        seed: 1,
    };
    let planned = jobs(text, strict).and_then(|jobs| {
        assert!(lint(&jobs).ends_with("ignored\n"));
        assert!(help::show_command(&jobs).starts_with("fio "));
        let plan = plan(&jobs, &settings, &Nothing)?;
        let loads: usize = plan.schedule.batches.iter().map(Vec::len).sum();
        assert_eq!(loads, plan.workers.len());
        Ok(explain(&jobs, &plan))
    });
    match planned {
        Ok(text) => assert!(!text.is_empty()),
        Err(error) => assert_eq!(error.to_string().trim_end().lines().count(), 1, "{error}"),
    }
}

/// A line that may be an option, with a value that may be one of its own.
fn line() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = all().map(|option| option.name).collect();
    let values = prop_oneof![
        "[0-9]{1,20}(|k|kib|m|g|ms|s|%|z)",
        "(|[ ])[0-9a-z.:/,%-]{0,12}",
        "(read|write|randrw|zipf|zoned|iops|bw_slope|libaio|null|crc32c):?[0-9./:%k-]{0,10}",
        "[\\$(){}*+/0-9ncpusagezim_b]{0,16}",
        any::<String>(),
    ];
    let option = (proptest::sample::select(names), values);
    prop_oneof![
        8 => option.prop_map(|(name, value)| format!("{name}={value}")),
        2 => Just("size=1m".to_owned()),
        1 => Just("[a]".to_owned()),
        1 => Just("[global]".to_owned()),
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), strict in any::<bool>()) {
        read(&text, strict);
    }

    #[test]
    fn any_option_is_read_or_refused(
        lines in proptest::collection::vec(line(), 0..6),
        strict in any::<bool>(),
    ) {
        read(&format!("[job]\nsize=1m\n{}\n", lines.join("\n")), strict);
    }

    #[test]
    fn any_arguments_are_read_or_refused(arguments in proptest::collection::vec("(|-|--)[a-z=,-]{0,12}", 0..6)) {
        let arguments: Vec<_> = arguments.into_iter().map(Into::into).collect();
        let _ = command_line::parse(&arguments);
    }

    /// What was meant and what fio reads are the same wherever a value has no trap.
    #[test]
    fn plain_sizes_have_no_traps(number in 1_u64..1 << 20, unit in "(|k|m|g|K|kb|mb|ki)") {
        let text = format!("[a]\nfilename=x\nsize={number}{unit}\nbs=1\n");
        let meant = jobs(&text, false).unwrap();
        prop_assert!(meant.remarks.is_empty());
        prop_assert_eq!(&meant.jobs, &jobs(&text, true).unwrap().jobs);
    }
}

#[test]
fn subjects_have_options() {
    assert!(SUBJECTS.iter().all(|(_, options)| !options.is_empty()));
}

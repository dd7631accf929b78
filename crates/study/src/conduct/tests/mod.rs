// The programs of its studies are scripts of sh.
#![cfg(unix)]

mod output;
mod settings;

use std::fs;
use std::path::PathBuf;

use super::*;
use crate::definition::Overrides;
use crate::store::StudyIdentity;

/// Keeps what it is told.
#[derive(Default)]
struct Told {
    notes: Vec<String>,
    asked: Vec<String>,
    begun: usize,
    stop_after: Option<(usize, Arc<AtomicBool>)>,
}

impl Observer for Told {
    fn begins(&mut self, _: &Progress<'_>) {
        self.begun += 1;
    }

    fn ended(&mut self, _: &str, _: f64, _: &Ending) {
        if let Some((after, stop)) = &self.stop_after
            && self.begun >= *after
        {
            stop.store(true, Ordering::Release);
        }
    }

    fn note(&mut self, text: &str) {
        self.notes.push(text.to_owned());
    }

    fn by_hand(&mut self, prompt: &str) -> Result<()> {
        self.asked.push(prompt.to_owned());
        Ok(())
    }
}

/// A study of a shell in a folder of its own. In the place of `feedrate profile --json FILE -- COMMAND`, a script runs
/// the command, and then prints a report.
struct Bench {
    folder: tempfile::TempDir,
    study: Study,
    plan: Plan,
    store: Store,
    stop: Arc<AtomicBool>,
}

impl Bench {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("feedrate");
        fs::write(
            &script,
            "#!/bin/sh\nshift 4\n\"$@\"\ncode=$?\necho rate: 99 in the report\nexit $code\n",
        )
        .unwrap();
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let study = Study::parse(&folder.path().join("s.toml"), text, &Overrides::default()).unwrap();
        let plan = Plan::of(&study).unwrap();
        let store = Store::open_or_make(&folder.path().join("store")).unwrap();
        Self {
            folder,
            study,
            plan,
            store,
            stop: Arc::default(),
        }
    }

    fn carry_out(&mut self, told: &mut Told) -> Result<Outcome> {
        let opened = StudyIdentity {
            title: "t",
            file: "s.toml",
            definition: "",
            factors: "[]",
            parameters: "{}",
            subject_digest: "d",
            machine_id: "m",
            feedrate: "0",
            fingerprint: "{}",
        };
        let machine = self.store.begin(&opened).unwrap();
        let program: PathBuf = self.folder.path().join("feedrate");
        Conductor {
            study: &self.study,
            plan: &self.plan,
            program: &program,
            folder: self.folder.path(),
            machine,
            stop: &self.stop,
        }
        .carry_out(&mut self.store, told)
    }

    fn left_in_folder(&self) -> Vec<String> {
        let entries = folder::entries(self.folder.path()).unwrap().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with(".feedrate")).collect()
    }
}

const ECHO: &str = r#"
title = "t"
repeats = 3
[run]
command = ["sh", "-c", "mkdir -p {folder}/a/b; touch {folder}/a/b/c; echo rate: {size}; test {size} != 3"]
[[factor]]
name = "size"
levels = [1, 2]
[[measure]]
name = "rate"
pattern = "rate: (.*)"
"#;

#[test]
fn each_cell_is_run_in_each_block_and_nothing_is_left_behind() {
    let mut bench = Bench::new(ECHO);
    assert_eq!(bench.carry_out(&mut Told::default()).unwrap(), Outcome::Complete);
    let runs = bench.store.runs().unwrap();
    assert_eq!(runs.len(), 6);
    for run in &runs {
        let level: f64 = run.levels["size"].parse().unwrap();
        assert_eq!(run.figure("", "rate"), Some(level));
        assert!(run.figure("", "seconds").unwrap() > 0.0);
    }
    assert!(bench.left_in_folder().is_empty());
    // Nothing is left to do.
    let mut told = Told::default();
    bench.carry_out(&mut told).unwrap();
    assert_eq!(told.begun, 0);
}

#[test]
fn an_interrupted_study_goes_on_where_it_stopped() {
    let mut bench = Bench::new(ECHO);
    let mut told = Told {
        stop_after: Some((2, Arc::clone(&bench.stop))),
        ..Told::default()
    };
    assert!(matches!(bench.carry_out(&mut told), Err(Error::Interrupted)));
    assert_eq!(bench.store.runs().unwrap().len(), 2);
    assert!(bench.left_in_folder().is_empty());
    bench.stop.store(false, Ordering::Release);
    let mut told = Told::default();
    bench.carry_out(&mut told).unwrap();
    assert_eq!(told.begun, 4);
}

#[test]
fn a_cell_that_fails_is_in_the_store_and_given_up_after_two_failures() {
    let mut bench = Bench::new(&ECHO.replace("levels = [1, 2]", "levels = [1, 3]"));
    let mut told = Told::default();
    bench.carry_out(&mut told).unwrap();
    let runs = bench.store.runs().unwrap();
    let failures: Vec<_> = runs.iter().filter_map(|run| run.failure.as_deref()).collect();
    assert_eq!(failures, ["exit code 1: rate: 3", "exit code 1: rate: 3"]);
    assert_eq!(runs.len(), 5);
    assert_eq!(told.notes[0], "size=3 failed: exit code 1: rate: 3");
    // The next call tries again, because the cause may be gone.
    bench.study.invocation.arguments[2] = "echo rate: {size}".to_owned();
    bench.carry_out(&mut Told::default()).unwrap();
    let runs = bench.store.runs().unwrap();
    assert_eq!(runs.len(), 6);
    assert_eq!(runs[5].figure("", "rate"), Some(3.0));
}

#[test]
fn the_time_budget_and_the_stop_rule_end_a_study() {
    let mut bench = Bench::new("title = 't'\nrepeats = 50\ntime_budget = '0.3s'\n[run]\ncommand = ['sleep', '0.1']\n");
    assert_eq!(bench.carry_out(&mut Told::default()).unwrap(), Outcome::OutOfTime);
    assert!(bench.store.runs().unwrap().len() < 10);
    let mut bench = Bench::new(
        "title = 't'\nrepeats = 2\n[stop]\ninterval = '90%'\nmost_repeats = 40\n[run]\ncommand = ['sleep', '0.02']\n",
    );
    assert_eq!(bench.carry_out(&mut Told::default()).unwrap(), Outcome::Complete);
    let runs = bench.store.runs().unwrap().len();
    assert!((6..40).contains(&runs), "{runs}");
}

#[test]
fn processors_and_memory_are_limited() {
    let mut bench = Bench::new(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['nproc']\n[[factor]]\nname = 'cpus'\n\
         levels = [1]\n[[measure]]\nname = 'n'\npattern = '(.+)'\n",
    );
    bench.carry_out(&mut Told::default()).unwrap();
    assert_eq!(bench.store.runs().unwrap()[0].figure("", "n"), Some(1.0));
    let mut bench = Bench::new(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['cat', '/proc/self/cgroup']\n[[factor]]\nname = 'memory'\n\
         levels = ['64M']\n[[measure]]\nname = 'n'\npattern = '(?:memory|0:):/feedrate-([0-9]+)'\n",
    );
    match bench.carry_out(&mut Told::default()) {
        Ok(_) => {
            let run = &bench.store.runs().unwrap()[0];
            assert_eq!(run.failure, None);
            assert!(
                run.notes[0].starts_with("memory limited to 64 MiB by"),
                "{:?}",
                run.notes
            );
        }
        Err(error) => assert!(error.to_string().contains("memory cannot be limited"), "{error}"),
    }
}

#[test]
fn inputs_are_cold_or_hot() {
    for (state, resident) in [("cold", false), ("hot", true)] {
        let folder = tempfile::Builder::new().tempdir_in("/var/tmp").unwrap();
        let input = folder.path().join("input");
        fs::write(&input, vec![1; 1 << 20]).unwrap();
        let mut bench = Bench::new(&format!(
            "title = 't'\nrepeats = 1\ncache = '{state}'\ninputs = ['{}']\n[run]\ncommand = ['true']\n",
            input.display()
        ));
        bench.carry_out(&mut Told::default()).unwrap();
        let file = fs::File::open(&input).unwrap();
        let bytes = cache_bytes(&file);
        assert_eq!(bytes > 0, resident, "{state}: {bytes}");
    }
}

fn cache_bytes(file: &fs::File) -> u64 {
    feedrate_pageio::cache::Residency::of(file).bytes().unwrap()
}

#[test]
fn data_is_made_for_each_level_and_parameters_stand_in_settings() {
    let mut bench = Bench::new(
        "title = 't'\nrepeats = 1\n[parameters]\nword = 'made'\n[run]\ncommand = ['cat', '{folder}/{size}']\n\
         [prepare]\ncommand = ['sh', '-c', 'echo {size} > {folder}/{size}']\neach = ['size']\n\
         [[factor]]\nname = 'size'\nlevels = [1, 2]\n\
         [[factor]]\nname = 'way'\nlevels = ['a', 'b']\nset = 'test {word} = made'\n\
         [[measure]]\nname = 'n'\npattern = '(.+)'\n",
    );
    let mut told = Told::default();
    bench.carry_out(&mut told).unwrap();
    let made = told
        .notes
        .iter()
        .filter(|note| note.starts_with("the data is made for size="))
        .count();
    assert_eq!(made, 2, "{:?}", told.notes);
    for run in bench.store.runs().unwrap() {
        assert_eq!(
            run.figure("", "n").map(|n| n.to_string()).as_ref(),
            run.levels.get("size")
        );
    }
}

#[test]
fn what_cannot_be_carried_out_is_refused_before_the_first_run() {
    let refused = |text: &str| {
        let mut told = Told::default();
        let error = Bench::new(text).carry_out(&mut told).unwrap_err();
        assert_eq!(told.begun, 0);
        error.to_string()
    };
    let program =
        refused("title = 't'\n[run]\nprogram = '{which}.sas'\n[[factor]]\nname = 'which'\nlevels = ['a', 'b']\n");
    assert!(program.contains("a.sas: it cannot be run: "), "{program}");
    let cpus = refused("title = 't'\n[run]\ncommand = ['true']\n[[factor]]\nname = 'cpus'\nlevels = [1, 4096]\n");
    assert!(cpus.contains("4096 processors are more than"), "{cpus}");
}

#[test]
fn a_folder_whose_name_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let mut bench = Bench::new(ECHO);
    let folder = bench.folder.path().join(std::ffi::OsStr::from_bytes(b"a\xff"));
    fs::create_dir(&folder).unwrap();
    let program = bench.folder.path().join("feedrate");
    let conductor = Conductor {
        study: &bench.study,
        plan: &bench.plan,
        program: &program,
        folder: &folder,
        machine: 1,
        stop: &bench.stop,
    };
    let error = conductor.carry_out(&mut bench.store, &mut Told::default());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("its name is not UTF-8"), "{error}");
}

//! Factors that are set outside of the runs.

use std::thread;
use std::time::Duration;

use super::*;

#[test]
fn what_commands_set_is_put_back_also_after_a_stop() {
    let text = r#"
title = "t"
repeats = 2
[run]
command = ["cat", "setting"]
[[factor]]
name = "way"
levels = ["a b", "c"]
set = "echo {level} > SETTING"
get = "cat SETTING"
restore = "echo {before} > SETTING"
[[factor]]
name = "hand"
levels = [1, 2]
prompt = "turn it to {level}"
"#;
    let folder = tempfile::tempdir().unwrap();
    let setting = folder.path().join("setting");
    fs::write(&setting, "it's the one before\n").unwrap();
    let text = text.replace("SETTING", setting.to_str().unwrap());
    let mut bench = Bench::new(&text.replace("\"setting\"", &format!("\"{}\"", setting.display())));
    let mut told = Told {
        stop_after: Some((3, Arc::clone(&bench.stop))),
        ..Told::default()
    };
    assert!(matches!(bench.carry_out(&mut told), Err(Error::Interrupted)));
    assert_eq!(fs::read_to_string(&setting).unwrap(), "it's the one before\n");
    assert!(bench.store.to_put_back().unwrap().is_empty());
    assert_eq!(told.notes, ["hand was set by hand: put it back"]);
    // A study that was killed leaves it in the store.
    let left = crate::store::FormerValue {
        factor: "way".to_owned(),
        value: "earlier".to_owned(),
    };
    bench.store.keep_before(&left).unwrap();
    bench.stop.store(false, Ordering::Release);
    let mut told = Told::default();
    bench.carry_out(&mut told).unwrap();
    assert_eq!(fs::read_to_string(&setting).unwrap(), "earlier\n");
    assert!(told.notes[0].contains("it is put back to earlier"), "{:?}", told.notes);
    // One change of the slow factors for each combination of a block, whatever the number of runs.
    assert!(told.asked.len() <= 5, "{:?}", told.asked);
}

#[test]
fn a_factor_that_cannot_be_set_ends_the_study() {
    let mut bench = Bench::new(
        "title = 't'\n[run]\ncommand = ['true']\n[[factor]]\nname = 'a'\nlevels = [1]\nset = 'echo no >&2; exit 3'\n",
    );
    let error = bench.carry_out(&mut Told::default()).unwrap_err().to_string();
    assert_eq!(error, "the factor a: `echo no >&2; exit 3` failed (exit status: 3): no");
    let mut bench = Bench::new(
        "title = 't'\n[run]\ncommand = ['true']\n[[factor]]\nname = 'a'\nlevels = [1]\nfile = '/etc/hostname'\n",
    );
    let error = bench.carry_out(&mut Told::default()).unwrap_err().to_string();
    assert!(error.contains("is no setting of the kernel"), "{error}");
}

#[test]
fn only_settings_of_the_kernel_are_written_to_by_whatever_path() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    fs::write(&victim, "7").unwrap();
    for root in ["/proc/..", "/proc/self/root", "/sys/.."] {
        let mut bench = Bench::new(&format!(
            "title = 't'\n[run]\ncommand = ['true']\n[[factor]]\nname = 'a'\nlevels = [5]\nfile = '{root}{}'\n",
            victim.display()
        ));
        let error = bench.carry_out(&mut Told::default()).unwrap_err().to_string();
        assert!(error.contains("is no setting of the kernel"), "{error}");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "7");
    }
}

#[test]
fn what_was_set_last_is_put_back_first() {
    let folder = tempfile::tempdir().unwrap();
    let setting = folder.path().join("setting");
    fs::write(&setting, "before\n").unwrap();
    let factor = |name: &str| {
        format!(
            "[[factor]]\nname = '{name}'\nlevels = ['{name}']\nset = 'echo {{level}} > {0}'\nget = 'cat {0}'\n",
            setting.display()
        )
    };
    let text = format!(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['true']\n{}{}",
        factor("a"),
        factor("b")
    );
    Bench::new(&text).carry_out(&mut Told::default()).unwrap();
    assert_eq!(fs::read_to_string(&setting).unwrap(), "before\n");
}

#[test]
fn a_stop_ends_what_sets_a_factor_and_puts_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let setting = folder.path().join("setting");
    fs::write(&setting, "before\n").unwrap();
    let mut bench = Bench::new(&format!(
        "title = 't'\n[run]\ncommand = ['true']\n[[factor]]\nname = 'a'\nlevels = ['x']\n\
         set = 'echo {{level}} > {0}; test {{level}} = before || {{ sleep 600 & echo $! >{0}-process; wait; }}'\n\
         get = 'cat {0}'\n",
        setting.display()
    ));
    let process = folder.path().join("setting-process");
    let (seen, stop) = (process.clone(), Arc::clone(&bench.stop));
    let stopper = thread::spawn(move || {
        while fs::metadata(&seen).map_or(0, |metadata| metadata.len()) == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        stop.store(true, Ordering::Release);
    });
    let outcome = bench.carry_out(&mut Told::default());
    assert!(matches!(outcome, Err(Error::Interrupted)), "{outcome:?}");
    stopper.join().unwrap();
    assert_eq!(fs::read_to_string(&setting).unwrap(), "before\n");
    let process = fs::read_to_string(&process).unwrap();
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.trim()));
    assert!(stat.is_err() || stat.unwrap().contains(") Z "));
}

#[test]
fn what_a_line_leaves_running_is_not_waited_for_and_one_that_floods_is_ended() {
    let mut bench = Bench::new(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['true']\n[[factor]]\nname = 'a'\nlevels = [1]\n\
         set = 'sleep 20 & echo {level}'\n",
    );
    let began = Instant::now();
    bench.carry_out(&mut Told::default()).unwrap();
    assert!(began.elapsed() < Duration::from_secs(19));
    let mut bench = Bench::new(
        "title = 't'\nrepeats = 1\n[run]\ncommand = ['true']\n[[factor]]\nname = 'a'\nlevels = [1]\n\
         set = 'true {level}'\nget = 'exec yes'\n",
    );
    let error = bench.carry_out(&mut Told::default()).unwrap_err();
    assert_eq!(error.to_string(), "the factor a: `exec yes` printed more than 1 MiB");
}

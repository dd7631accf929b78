//! Profiles, derived jobs and predictions.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use crate::json::{keys, parse};
use crate::test_folder::TestFolder;

/// Makes, merges, sorts and describes data sets of some megabytes.
const PROGRAM: &str = "\
libname d '.';
data d.alla d.allb;
  array v{10} v1-v10;
  do serialno = 1 to 40000;
    do j = 1 to 10; v{j} = mod(serialno * j * 7919, 100003); end;
    if mod(serialno, 3) then output d.alla; else output d.allb;
  end;
  drop j;
run;
data both;
  set d.alla(sgio=yes bufno=4 discipline=assas) d.allb;
  by serialno;
run;
proc sort data=both out=d.sorted sortsize=1m;
  by v3;
run;
proc means data=d.sorted noprint;
  var v1-v10;
  output out=totals mean=m1-m10;
run;
";

fn folder() -> TestFolder {
    let dir = TestFolder::new();
    std::fs::write(dir.path("p.sas"), PROGRAM).expect("the program");
    dir
}

fn bytes_of(step: &Value, keys: &[&str]) -> u64 {
    let sets = keys.iter().flat_map(|key| step[*key].as_array().expect("a list"));
    let bytes = sets.map(|set| {
        let file = if set["file"].is_object() { &set["file"] } else { set };
        file["bytes"].as_u64().expect("bytes")
    });
    bytes.sum()
}

#[test]
fn the_bytes_of_a_derived_job_are_those_of_the_account() {
    let dir = folder();
    dir.succeed("profile p.sas --json profile.json --log p.log");
    let profile = parse(&std::fs::read_to_string(dir.path("profile.json")).unwrap());
    dir.succeed("derive profile.json --output job.json");
    let job = parse(&std::fs::read_to_string(dir.path("job.json")).unwrap());
    let steps = profile["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 4);
    assert!(steps[2]["sort"]["runs"].as_u64().unwrap() > 0, "it spills");
    for (step, derived) in steps.iter().zip(job["steps"].as_array().unwrap()) {
        let accounted = bytes_of(step, &["read", "made", "others", "utility"]);
        let uses = derived["uses"].as_array().unwrap();
        let of_uses: u64 = uses.iter().map(|it| it["bytes"].as_u64().unwrap()).sum();
        let parts = derived["parts"].as_array().unwrap().iter();
        let of_parts: u64 = parts
            .flat_map(|part| part["bytes"].as_array().unwrap())
            .map(|bytes| bytes.as_u64().unwrap())
            .sum();
        assert_eq!((of_uses, of_parts), (accounted, accounted), "{}", step["name"]);
    }
    // Without a course, the sums are the same.
    dir.succeed("run p.sas --json run.json --log p.log --listing p.lst");
    dir.succeed("derive run.json --output sums.json");
    let sums = parse(&std::fs::read_to_string(dir.path("sums.json")).unwrap());
    let all = |job: &Value| -> u64 {
        let steps = job["steps"].as_array().unwrap().iter();
        let uses = steps.flat_map(|step| step["uses"].as_array().unwrap());
        uses.map(|it| it["bytes"].as_u64().unwrap()).sum()
    };
    assert_eq!(all(&sums), all(&job));
}

#[test]
fn a_prediction_is_held_against_the_program_and_leaves_nothing() {
    let dir = folder();
    std::fs::create_dir(dir.path("disk")).unwrap();
    let text = dir.succeed("predict p.sas --on disk --repeats 2 --verify --json -");
    let result = parse(&text);
    assert_eq!(result["feedrate"]["format"], "predict");
    let steps = result["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 4);
    for step in steps {
        assert_eq!(step["predicted"]["runs"].as_array().unwrap().len(), 2);
        assert!(step["real_to_predicted"]["ratio"].as_f64().unwrap() > 0.0);
    }
    let left = std::fs::read_dir(dir.path("disk")).unwrap().count();
    assert_eq!(left, 0);
    let mut found = BTreeSet::new();
    keys(&result, "", &mut found);
    let found: Vec<String> = found.into_iter().collect();
    insta::assert_snapshot!("predict", found.join("\n"));
}

#[test]
fn the_keys_of_a_profile_and_a_job_stay_what_they_are() {
    let dir = folder();
    dir.succeed("profile p.sas --json profile.json --log p.log");
    dir.succeed("derive profile.json --output job.json");
    for name in ["profile", "job"] {
        let text = std::fs::read_to_string(dir.path(&format!("{name}.json"))).unwrap();
        let mut found = BTreeSet::new();
        keys(&parse(&text), "", &mut found);
        let found: Vec<String> = found.into_iter().collect();
        insta::assert_snapshot!(name, found.join("\n"));
    }
}

#[test]
fn a_larger_run_says_what_changes() {
    let dir = folder();
    let program = PROGRAM.replace("sortsize=1m", "sortsize=20m");
    std::fs::write(dir.path("p.sas"), program).unwrap();
    dir.succeed("profile p.sas --json profile.json --log p.log");
    let text = dir.succeed("predict profile.json --on . --scale 8x --repeats 1 --json -");
    let result = parse(&text);
    assert_eq!(result["scale"], 8.0);
    let regimes = result["regimes"].to_string();
    assert!(regimes.contains("no longer fits into its memory"), "{regimes}");
    let sort = &result["steps"][2];
    // The rows and the runs of them.
    let read = sort["read_bytes"].as_u64().unwrap();
    let merged = result["steps"][1]["written_bytes"].as_u64().unwrap();
    assert!(read as f64 > 1.9 * merged as f64, "{read} {merged}");
}

#[test]
fn what_cannot_be_derived_from_is_told() {
    let dir = folder();
    std::fs::write(dir.path("bad.sas"), "data a; set nothing; run;").unwrap();
    std::fs::write(dir.path("other.json"), "{\"a\": 1}").unwrap();
    for (line, why) in [
        ("derive missing.sas", "cannot read missing.sas"),
        (
            "derive bad.sas",
            "bad.sas ended with errors; `feedrate run` with the same settings shows",
        ),
        ("derive other.json", "other.json: it is JSON, but not of feedrate"),
        ("predict p.sas --on nowhere", "--on nowhere: it is no folder"),
        ("predict other.json --on . --verify", "it is JSON, but not of feedrate"),
        ("predict p.sas --on . --scale 2x --verify", "--verify=PROGRAM"),
        ("predict p.sas --on . --scale 0", "a factor is from"),
        ("derive p.sas --fio", "--fio: name the job file with --output"),
        ("derive p.sas --output other.json", "other.json"),
        ("derive p.sas --output p.sas", "it is what the job is derived from"),
        ("predict p.sas --on . --verify=missing.sas", "missing.sas"),
        ("profile --json - -- ls", "has standard output for itself"),
        ("profile --log x.log -- ls", "cannot be used with"),
        ("profile -- ./not-there", "not-there"),
    ] {
        let told = dir.fail(line);
        assert!(told.contains(why), "{line}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    assert_eq!(dir.names(), ["bad.sas", "other.json", "p.sas"]);
}

#[test]
fn a_job_is_derived_from_several_profiles() {
    let dir = TestFolder::new();
    let program = "data a; do i = 1 to 50000; x = mod(i * 7919, 100003); output; end; run;\nproc means; run;\n";
    std::fs::write(dir.path("p.sas"), program).unwrap();
    for name in ["one", "two", "three"] {
        dir.succeed(&format!("profile p.sas --json {name}.json"));
    }
    let computing = |sources: &str| {
        dir.succeed(&format!("derive {sources} --output job.json"));
        let job = parse(&std::fs::read_to_string(dir.path("job.json")).unwrap());
        std::fs::remove_file(dir.path("job.json")).unwrap();
        let parts = job["steps"][1]["parts"].as_array().unwrap().clone();
        let seconds: f64 = parts.iter().map(|part| part["think_seconds"].as_f64().unwrap()).sum();
        seconds * job["steps"][1]["rounds_per_second"].as_f64().unwrap_or(1.0)
    };
    let mut each = ["one.json", "two.json", "three.json"].map(&computing);
    each.sort_by(f64::total_cmp);
    assert_eq!(computing("one.json two.json three.json"), each[1]);
    dir.succeed("derive p.sas --profiles 3 --output job.json");
    for (line, why) in [
        ("derive one.json p.sas", "p.sas is no profile"),
        ("derive one.json job.json", "job.json is no profile"),
        ("derive one.json --profiles 3", "no program is run for the job"),
    ] {
        let told = dir.fail(line);
        assert!(told.contains(why), "{line}: {told}");
    }
    std::fs::write(dir.path("other.sas"), "data a; do i = 1 to 50000; output; end; run;\n").unwrap();
    dir.succeed("profile other.sas --json other.json");
    let told = dir.fail("derive one.json other.json");
    assert!(told.contains("other steps"), "{told}");
}

#[test]
fn what_is_for_programs_is_refused_for_profiles() {
    let dir = folder();
    dir.succeed("profile p.sas --json profile.json --log p.log");
    for (line, why) in [
        ("derive profile.json --static", "--static: profile.json is no program"),
        (
            "predict profile.json --on . --profiles 2",
            "--profiles: no program is run",
        ),
        (
            "predict profile.json profile.json --on . --profiles 3",
            "--profiles: no program is run",
        ),
        ("predict profile.json --on . --verify", "no program; name the program"),
    ] {
        let told = dir.fail(line);
        assert!(told.contains(why), "{line}: {told}");
    }
    std::fs::write(dir.path("later.sas"), "data a; set made.elsewhere; run;").unwrap();
    let told = dir.fail("derive later.sas --static");
    assert!(
        told.contains("--static: later.sas: Libref MADE is not assigned."),
        "{told}"
    );
}

#[test]
fn any_command_is_watched_and_its_exit_code_told() {
    let dir = TestFolder::new();
    let mut command = dir.command("profile --json seen.json -- sh -c");
    command.arg("echo said; head -c 3000000 /dev/zero >zeros; sleep 0.2; exit 7");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("said\n"));
    let seen = parse(&std::fs::read_to_string(dir.path("seen.json")).unwrap());
    assert_eq!(seen["feedrate"]["format"], "profile-command");
    assert_eq!(seen["exit_code"], 7);
}

#[test]
fn an_interrupted_prediction_leaves_nothing() {
    let dir = folder();
    std::fs::create_dir(dir.path("disk")).unwrap();
    dir.succeed("profile p.sas --json profile.json --log p.log");
    let before = dir.names();
    let mut child = dir
        .command("predict profile.json --on disk --repeats 1000")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let has_files = || std::fs::read_dir(dir.path("disk")).unwrap().count() > 0;
    while !has_files() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert!(!has_files());
    assert_eq!(dir.names(), before);
}

#[test]
fn a_static_job_of_known_sizes_moves_what_the_program_does() {
    let dir = folder();
    let (make, rest) = PROGRAM.split_at(PROGRAM.find("data both").unwrap());
    std::fs::write(dir.path("make.sas"), make).unwrap();
    std::fs::write(dir.path("rest.sas"), format!("libname d '.';\n{rest}")).unwrap();
    dir.succeed("run make.sas --log make.log");
    let before = dir.names();
    dir.succeed("derive rest.sas --static --output static.json");
    let job = parse(&std::fs::read_to_string(dir.path("static.json")).unwrap());
    assert_eq!(dir.names().len(), before.len() + 1, "{:?}", dir.names());
    assert_eq!(job["derived_from"], "static");
    dir.succeed("profile rest.sas --json profile.json --log rest.log");
    dir.succeed("derive profile.json --output job.json");
    let profiled = parse(&std::fs::read_to_string(dir.path("job.json")).unwrap());
    let uses = |job: &Value| -> Vec<(String, u64, String)> {
        let steps = job["steps"].as_array().unwrap().iter();
        let uses = steps.flat_map(|step| step["uses"].as_array().unwrap());
        uses.map(|it| {
            let name = job["files"][it["file"].as_u64().unwrap() as usize]["name"].to_string();
            (name, it["bytes"].as_u64().unwrap(), it["method"].to_string())
        })
        .collect()
    };
    assert_eq!(uses(&job), uses(&profiled));
    dir.succeed("predict rest.sas --static --on . --repeats 1");
}

#[test]
fn indexes_and_changes_in_place_are_predicted_too() {
    let dir = folder();
    let program = "\
libname d '.';
data d.a(index=(id));
  do id = 1 to 20000; x = mod(id * 7919, 10007); output; end;
run;
data d.a;
  modify d.a;
  if mod(id, 100) = 0 then do; x = 0; replace; end;
run;
data found;
  do id = 5 to 20000 by 997; set d.a key=id; output; end;
  stop;
run;
proc append base=d.a data=found; run;
";
    std::fs::write(dir.path("i.sas"), program).unwrap();
    dir.succeed("predict i.sas --on . --repeats 1");
    dir.succeed("run i.sas --json run.json --log i.log --listing i.lst");
    dir.succeed("predict run.json --on . --repeats 1");
}

/// Profiles a program that makes and sorts a data set, and derives its job.
fn profiled() -> TestFolder {
    let dir = TestFolder::new();
    let program = "data a; do i = 1 to 20000; x = mod(i * 7919, 10007); output; end; run; proc sort; by x; run;\n";
    std::fs::write(dir.path("sorts.sas"), program).expect("the program");
    std::fs::create_dir(dir.path("disk")).expect("a folder");
    dir.succeed("profile sorts.sas --json sorts.json --log log");
    dir.succeed("derive sorts.json --output job.json");
    dir
}

#[test]
fn several_are_predicted_at_once() {
    let dir = profiled();
    let table = dir.succeed("predict sorts.json job.json*3 --on disk --repeats 2 --json figures");
    assert!(table.starts_with("4 programs at once on disk: predicted\n"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let prediction = parse(&std::fs::read_to_string(dir.path("figures")).unwrap());
    assert_eq!(prediction["feedrate"]["format"], "predict-mix");
    let jobs = prediction["jobs"].as_array().unwrap();
    let told: Vec<_> = jobs
        .iter()
        .map(|job| (job["class"].as_str(), job["copies"].as_u64()))
        .collect();
    assert_eq!(told, [(Some("sorts"), Some(1)), (Some("job"), Some(3))]);
    for job in jobs {
        let copies = job["copies"].as_u64().unwrap();
        let steps = job["steps"].as_array().unwrap();
        let names: Vec<_> = steps.iter().map(|step| step["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["DATA", "SORT"]);
        for step in steps {
            assert_eq!(step["seconds"]["count"].as_u64(), Some(2 * copies), "{step}");
        }
        let response = job["response_seconds"]["median"].as_f64().unwrap();
        assert!(response > 0.0 && prediction["completion_seconds"]["median"].as_f64() >= Some(response * 0.5));
    }
    std::fs::write(dir.path("all.jobs"), "sorts.json *2\njob.json --name other\n").unwrap();
    let table = dir.succeed("predict --jobs all.jobs --on disk --repeats 1 --scale 0.5x");
    assert!(
        table.contains("\nsorts       2 ") && table.contains("\nother       1 "),
        "{table}"
    );
    assert_eq!(std::fs::read_dir(dir.path("disk")).unwrap().count(), 0);
}

#[test]
fn a_ramp_of_predictions_says_how_many_users_are_served() {
    let dir = profiled();
    let command = "predict job.json sorts.json*2 --on disk --ramp=2 --repeats 3";
    let table = dir.succeed(&format!("{command} --response 1h --json figures --html page.html"));
    assert!(
        table.contains("At least 2 users are served within the limits"),
        "{table}"
    );
    let record = parse(&std::fs::read_to_string(dir.path("figures")).unwrap());
    assert_eq!(record["feedrate"]["format"], "ramp");
    assert_eq!(record["users"]["at_least"].as_u64(), Some(2));
    let level = &record["levels"][1];
    let runs = level["seconds"].as_array().unwrap().len() as u64;
    assert_eq!(level["classes"][1]["step_seconds"]["count"].as_u64(), Some(8 * runs));
    assert!(
        std::fs::read_to_string(dir.path("page.html"))
            .unwrap()
            .contains("Response time by users")
    );
    let ran = dir.run("predict job.json --on disk --ramp=2 --response 0.000001");
    assert_eq!(ran.code, Some(1), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(std::fs::read_dir(dir.path("disk")).unwrap().count(), 0);
}

#[test]
fn what_several_cannot_have_is_told_before_any_runs() {
    let dir = profiled();
    for (arguments, told) in [
        ("sorts.json job.json --on disk --verify", "--verify is for one program"),
        (
            "sorts.json job.json --on disk --ramp --slowdown x=2x",
            "a limit is for x, and no program has that name",
        ),
        (
            "job.json*1000 --on disk --ramp=2",
            "--ramp=2: one user has 1000 programs",
        ),
        (
            "job.json --on disk --response 3s",
            "required arguments were not provided: --ramp",
        ),
    ] {
        let ran = dir.run(&format!("predict {arguments}"));
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{arguments}");
        assert!(ran.stderr.contains(told), "{arguments}: {}", ran.stderr);
    }
    assert_eq!(std::fs::read_dir(dir.path("disk")).unwrap().count(), 0);
}

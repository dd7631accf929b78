//! DATA steps where the system allows no new machine code, and where it does.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::program::{feedrate, folder, skipped};

/// A step with a loop, an array, missing values and text, and one that reads what it made.
const PROGRAM: &str = "
libname out '.';
data out.made;
  array v{4};
  do row = 1 to 1000;
    do i = 1 to 4;
      v{i} = row / (i - 2);
    end;
    name = put(row, z4.);
    output;
  end;
run;
data out.sums;
  set out.made end=last;
  total + sum(of v1-v4);
  if last then output;
run;
proc print data=out.sums;
run;
";

/// The results of the program.
struct ProgramResults {
    output: Output,
    log: String,
    record: Value,
    /// The data sets, without the time in their headers.
    data_sets: Vec<Vec<u8>>,
}

fn run(command: &mut Command, folder: &Path) -> ProgramResults {
    fs::write(folder.join("program.sas"), PROGRAM).expect("the program is written");
    let output = command
        .args(["run", "program.sas", "--log", "log", "--json", "json"])
        .current_dir(folder)
        .output()
        .expect("feedrate runs");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let data_sets = ["made", "sums"].map(|name| {
        let path = folder.join(name).with_extension("sas7bdat");
        let mut bytes = fs::read(path).unwrap_or_default();
        for stamp in [168..184, 296..312, 336..344] {
            if let Some(time) = bytes.get_mut(stamp) {
                time.fill(0);
            }
        }
        bytes
    });
    ProgramResults {
        log: read("log"),
        record: serde_json::from_str(&read("json")).unwrap_or_default(),
        data_sets: data_sets.into(),
        output,
    }
}

#[test]
fn where_no_machine_code_may_be_made_the_same_comes_of_a_program_and_the_log_says_why() {
    const TEST: &str = "where no machine code may be made";
    let folders = [folder(), folder()];
    let hardened = run(
        Command::new(env!("CARGO_BIN_EXE_without-machine-code")).arg(feedrate()),
        folders[0].path(),
    );
    if hardened.output.status.code() == Some(3) {
        return skipped(TEST, "this kernel cannot refuse it");
    }
    let free = run(&mut Command::new(feedrate()), folders[1].path());
    for came in [&hardened, &free] {
        let errors = String::from_utf8_lossy(&came.output.stderr);
        assert_eq!(came.output.status.code(), Some(0), "{errors}\n{}", came.log);
        assert!(came.data_sets.iter().all(|bytes| !bytes.is_empty()));
    }
    assert_eq!(hardened.output.stdout, free.output.stdout);
    assert!(hardened.data_sets == free.data_sets, "the data sets differ");
    for step in 0..2 {
        assert_eq!(free.record["steps"][step]["executor"], "machine code");
        let step = &hardened.record["steps"][step];
        assert_eq!(step["executor"], "interpreter");
        let reason = step["interpreted_because"].as_str().unwrap();
        assert!(reason.contains("allows no new machine code"), "{reason}");
        assert!(hardened.log.contains(reason), "{}", hardened.log);
    }
    let notes = hardened
        .log
        .matches("NOTE: This step is interpreted and not compiled: ");
    assert_eq!(notes.count(), 2, "{}", hardened.log);
    assert!(!free.log.contains("interpreted"), "{}", free.log);
}

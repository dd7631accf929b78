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

/// What came of the program.
struct Came {
    output: Output,
    log: String,
    record: Value,
    /// The pages of the data sets, without the headers, in which the time stands.
    pages: Vec<Vec<u8>>,
}

fn run(command: &mut Command, folder: &Path) -> Came {
    fs::write(folder.join("program.sas"), PROGRAM).unwrap();
    let output = command
        .args(["run", "program.sas", "--log", "log", "--json", "json"])
        .current_dir(folder)
        .output()
        .expect("feedrate runs");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let pages = ["made", "sums"].map(|name| {
        let file = fs::read(folder.join(name).with_extension("sas7bdat")).unwrap_or_default();
        file.get(65536..).unwrap_or_default().to_vec()
    });
    Came {
        log: read("log"),
        record: serde_json::from_str(&read("json")).unwrap_or_default(),
        pages: pages.into(),
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
        assert!(came.pages.iter().all(|pages| !pages.is_empty()));
    }
    assert_eq!(hardened.output.stdout, free.output.stdout);
    assert_eq!(hardened.pages, free.pages);
    for step in 0..2 {
        assert_eq!(free.record["steps"][step]["executor"], "machine code");
        let step = &hardened.record["steps"][step];
        assert_eq!(step["executor"], "interpreter");
        let reason = step["interpreted_because"].as_str().unwrap();
        assert!(reason.contains("allows no new machine code"), "{reason}");
        assert!(hardened.log.contains(reason), "{}", hardened.log);
    }
    let notes = hardened.log.matches("NOTE: This step is interpreted: ");
    assert_eq!(notes.count(), 2, "{}", hardened.log);
    assert!(!free.log.contains("interpreted"), "{}", free.log);
}

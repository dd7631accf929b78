//! The two executors of DATA steps, held against each other with programs that are made up.
//!
//! Each program runs compiled and interpreted, and the log, the listing and the bytes of all data sets must
//! be the same. `PROPTEST_CASES=5000 cargo test --release -p feedrate-session --test session executors` tries
//! more programs, and `PROPTEST_RNG_SEED` others. A program that ends the whole process is left in a folder
//! `feedrate-executors-*` of the temporary files.

mod conditions;
mod expressions;
mod indexed;
#[cfg(feature = "sql")]
mod indexed_queries;
mod inputs;
mod keyed;
mod loops;
mod pieces;
mod piped;
mod run;
mod statements;
mod steps;

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::ProptestConfig;
use proptest::test_runner::{RngSeed, TestCaseError, TestError, TestRunner};
use run::{Executors, difference, run};

/// A folder with the data sets that programs read.
struct Lab {
    folder: tempfile::TempDir,
}

impl Lab {
    fn new() -> Self {
        let folder = tempfile::Builder::new()
            .prefix("feedrate-executors-")
            .tempdir()
            .unwrap();
        fs::create_dir(folder.path().join("src")).unwrap();
        let lab = Self { folder };
        let (made, _) = lab.run(inputs::PROGRAM, false);
        assert_eq!(made.ended, "clean", "{:#?}", made.log);
        lab
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn program(&self) -> PathBuf {
        self.path().join("program.sas")
    }

    fn run(&self, program: &str, machine_code: bool) -> (run::ProgramResult, Executors) {
        let path = self.path().display();
        let program = format!("libname src '{path}/src';\nlibname out '{path}/out' bufsize=4096;\n{program}");
        fs::write(self.program(), &program).unwrap();
        run(&program, machine_code, self.path())
    }

    /// Runs a program in both; how its steps were executed, or in what they differ.
    fn compare(&self, program: &str) -> Result<Executors, String> {
        let (compiled, executors) = self.run(program, true);
        let (interpreted, others) = self.run(program, false);
        assert_eq!((others.machine_code, others.conditions), (0, 0));
        match difference(&compiled, &interpreted) {
            None => Ok(executors),
            Some(difference) => Err(difference),
        }
    }
}

#[test]
fn made_up_programs_do_the_same_in_both() {
    let lab = Lab::new();
    let mut config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 64;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1960);
    }
    let total = std::cell::RefCell::new(Executors::default());
    let ended = TestRunner::new(config).run(&steps::programs(), |program| {
        let executors = lab.compare(&program).map_err(TestCaseError::fail)?;
        let mut total = total.borrow_mut();
        total.machine_code += executors.machine_code;
        total.interpreter += executors.interpreter;
        total.none += executors.none;
        total.completed += executors.completed;
        total.conditions += executors.conditions;
        Ok(())
    });
    match ended {
        Ok(()) => {}
        Err(TestError::Fail(reason, program)) => {
            panic!("the executors differ in {reason}\nin this program:\n{program}")
        }
        Err(other) => panic!("{other}"),
    }
    let total = total.into_inner();
    println!("{total:?}");
    // Otherwise nothing was compared.
    assert_eq!(total.interpreter, 0, "{total:?}");
    assert!(total.machine_code > 9 * total.none, "{total:?}");
    assert!(2 * total.completed > total.machine_code, "{total:?}");
    assert!(3 * total.conditions > total.machine_code, "{total:?}");
}

/// Programs in which the executors once differed.
#[test]
fn what_once_differed_does_the_same_in_both() {
    let lab = Lab::new();
    for (statements, why) in [
        ("do i = -0 to 3; output; end;", "a zero with a sign"),
        (
            "do _error_ = 0 to 3; n + 1; if n > 9 then leave; x = 1 / 0; put n= _error_=; end;",
            "an index that the runtime changes",
        ),
        (
            "retain zero 0; y = 1 / zero; set src.few (where=(k > 1));",
            "an error before an observation that WHERE lets through",
        ),
        (
            "do while (last = 0); set src.few (in=here) end=last; n + here; output; end; stop;",
            "flags that are 0 before the first read",
        ),
        (
            "n + first.k + last.k; set src.few; by k;",
            "flags that are 1 before the first read",
        ),
        (
            "if _n_ < 4 then set src.many; else do c = 'x', 'y'; end;",
            "a loop that is interpreted, in an iteration that reads nothing",
        ),
    ] {
        let executors = lab.compare(&format!("data out.a1; {statements} run;"));
        let executors = executors.unwrap_or_else(|difference| panic!("{why}: {difference}"));
        assert_eq!(executors.machine_code, 1, "{why}");
    }
}

/// Observations that are looked up in an index, which made-up programs do not. The file of the data set has a random
/// number for its index.
#[test]
fn observations_of_an_index_are_the_same_in_both() {
    let lab = Lab::new();
    for step in [
        "data out.b1; set src.many(keep=k); set a1 key=k; run;",
        "data out.b1; set src.few(rename=(k=other)); k = other; set a1 key=k/unique; if _iorc_ then _error_ = 0; run;",
        "data a1; set src.repeated(keep=k); modify a1 key=k; if _iorc_ = 0 then do; x = x + _n_; replace; end; \
         else do; _error_ = 0; output; end; run;",
        "data a1; do k = 5 to 1 by -1; modify a1 key=k; if _iorc_ = 0 then remove; _error_ = 0; end; stop; run;",
    ] {
        let program = format!(
            "data a1; set src.many; run; proc datasets library=work nolist; modify a1; index create k; quit; {step} \
             data out.c1; set a1; run;"
        );
        let executors = lab.compare(&program);
        let executors = executors.unwrap_or_else(|difference| panic!("{step}: {difference}"));
        assert_eq!((executors.machine_code, executors.completed), (3, 3), "{step}");
    }
}

/// Texts of one number are remembered by the code; the interpreter puts each together.
#[test]
fn texts_of_numbers_that_come_again_are_the_same_in_both() {
    let lab = Lab::new();
    for statements in [
        "t = compress(put(k, qtrr.)) || ' Q';",
        "t = put(k - 1, 3.) || put(1 / k, 5.2);",
        "length t $ 3; t = put(log(k), 8.3); if _error_ then e + 1;",
        "t = put(k, 2.); k = k * 1000; t = t || put(k, 2.);",
        "length t $ 70; t = repeat('x', k);",
        "do i = 1 to 3, 2, 1, 1; t = put(i, z4.); output; end;",
        "t = put(_error_, 1.); x = 1 / 0; u = put(_error_, 1.) || put(_n_, 3.);",
        "call streaminit(5); t = put(ranuni(7), 6.4) || put(k, 2.); u = put(lag(k), 2.); \
         v = put(rand('uniform') + k, 8.4);",
        "t = put(input(put(k, 3.), 1.), 4.); u = put(input('x' || put(k, 1.), ?? 2.), 2.);",
        "t = ifc(k > 2, 'more', 'less'); u = left(k) || trim(k);",
        "if mod(_n_, 2) then t = put(k, 3.); else u = put(k, hex4.);",
    ] {
        for from in ["src.many", "src.repeated", "src.few"] {
            let program = format!("data out.a1; set {from}; {statements} run;");
            let executors = lab.compare(&program);
            let executors = executors.unwrap_or_else(|difference| panic!("{program}: {difference}"));
            assert_eq!(executors.machine_code, 1, "{program}");
        }
    }
    // More of them than are remembered.
    let statements: String = (1..=100).map(|n| format!("t{n} = put(k + {n}, 4.);")).collect();
    let executors = lab.compare(&format!("data out.a1; set src.many; {statements} run;"));
    let executors = executors.unwrap_or_else(|difference| panic!("{difference}"));
    assert_eq!(executors.machine_code, 1);
    let many =
        "data out.a1; do i = 1 to 40000; k = mod(i, 37); x = i; t = put(k, z3.); u = put(x, z6.); output; end; run;";
    let executors = lab.compare(many);
    let executors = executors.unwrap_or_else(|difference| panic!("{difference}"));
    assert_eq!(executors.machine_code, 1);
}

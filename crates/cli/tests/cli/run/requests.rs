//! A request that cannot be executed is reported in one line, and no existing file is touched.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Stdio;

use super::place_with;
use crate::test_folder::ProgramOutput;

const FINE: &str = "data a; x = 1; run; proc print data=a; run;";

/// A line of arguments, and what the message must contain.
const LINES: [(&str, &str); 23] = [
    ("run", "<PROGRAM>"),
    ("run p.sas --listin x", "'--listing'"),
    ("run missing.sas", "cannot read the program missing.sas: no such file"),
    ("run lib", "cannot read the program lib: it is a folder; name a file"),
    ("run p.sas --log theirs", "not written by feedrate"),
    ("run p.sas --listing theirs", "not written by feedrate"),
    ("run p.sas --json theirs", "not written by feedrate"),
    ("run p.sas --log p.sas", "not written by feedrate"),
    ("run p.sas --log lib", "lib is a folder; name a file"),
    ("run p.sas --log no/log", "there is no folder no"),
    (
        "run p.sas --log new --listing ./lib/../new",
        "--log and --listing go to the same place",
    ),
    (
        "run p.sas --log new --json new",
        "--log and --json go to the same place",
    ),
    (
        "run p.sas --listing new --json new",
        "--listing and --json go to the same place",
    ),
    (
        "run p.sas --log -",
        "--log names standard output, where the listing goes too; name a file for it with --listing FILE",
    ),
    (
        "run p.sas --listing - --json -",
        "--listing and --json go to the same place",
    ),
    ("run p.sas --work missing", "--work missing: no such file"),
    ("run p.sas --work p.sas", "--work p.sas: it is no folder"),
    ("run p.sas --work /sys", "--work /sys: no folder can be made"),
    (
        "run p.sas -o fulstimer",
        "--option fulstimer: Unrecognized SAS option name FULSTIMER. PROC OPTIONS lists them (is FULLSTIMER meant?)",
    ),
    (
        "run p.sas -o obs=many",
        "--option obs=many: Invalid option value MANY for SAS option OBS",
    ),
    (
        "run p.sas --let size",
        "--let size: give the macro variable a value: --let size=VALUE",
    ),
    (
        "run p.sas --let 1st=10",
        "--let 1st=10: `1st` cannot be the name of a macro variable",
    ),
    (
        "run p.sas --let sysver=8.2",
        "--let sysver=8.2: the macro variable SYSVER is set by the session",
    ),
];

#[test]
fn bad_requests_are_one_clear_line() {
    let dir = place_with(&[("p.sas", FINE), ("theirs", "notes\n")]);
    dir.succeed("run p.sas --log log --listing listing --json json");
    let names = dir.names();
    let before: Vec<_> = names.iter().map(|name| fs::read(dir.path(name)).ok()).collect();
    for (line, says) in LINES {
        // An earlier log is not lost to a request that fails.
        let line = match line.contains("--log") || line == "run" {
            true => line.to_owned(),
            false => format!("{line} --log log"),
        };
        let said = dir.fail(&line);
        assert!(said.starts_with("feedrate: "), "{line}: {said}");
        assert!(said.contains(says), "{line}: no {says} in: {said}");
    }
    assert_eq!(dir.names(), names);
    let after: Vec<_> = names.iter().map(|name| fs::read(dir.path(name)).ok()).collect();
    assert_eq!(after, before);
}

#[test]
fn a_folder_of_work_that_others_own_is_told() {
    let dir = place_with(&[("p.sas", FINE)]);
    // Other users may enter, and may not write.
    for (folder, mode) in [("", 0o755), ("work", 0o555)] {
        fs::set_permissions(dir.path(folder), fs::Permissions::from_mode(mode)).expect("a mode");
    }
    let mut command = dir.command("run p.sas --work work");
    if rustix::process::geteuid().is_root() {
        command.uid(65_534).gid(65_534);
    }
    match command.output() {
        Ok(_) => {
            let said = ProgramOutput::of(command).failed("--work work");
            assert!(said.contains("permission denied"), "{said}");
        }
        Err(error) => eprintln!("another user cannot start the program: {error}"),
    }
}

#[test]
fn a_program_comes_from_standard_input() {
    let dir = place_with(&[("p.sas", FINE)]);
    let mut command = dir.command("run - --work work");
    let program = fs::File::open(dir.path("p.sas")).expect("the program");
    let ran = ProgramOutput::of({
        command.stdin(Stdio::from(program));
        command
    });
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("Obs"), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("runs the program on standard input."),
        "{}",
        ran.stderr
    );
}

#[test]
fn macro_variables_of_the_command_line_are_there_before_the_program() {
    let dir = place_with(&[("p.sas", "%put [&size] [&folder] [%symexist(none)];")]);
    let ran = dir.run("run p.sas --let size=10 --let folder=lib=x --let SIZE=20");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("\n[20] [lib=x] [0]\n"), "{}", ran.stderr);
}

#[test]
fn exit_codes_tell_how_it_went() {
    for (program, code) in [
        ("", 0),
        (FINE, 0),
        ("%put WARNING: mind;", 1),
        ("data a; set nowhere; run;", 2),
        ("options nonsense;", 2),
        ("this is no program;", 2),
    ] {
        let dir = place_with(&[("p.sas", program)]);
        let ran = dir.run("run p.sas --work work");
        assert_eq!(ran.code, Some(code), "{program}: {}", ran.stderr);
    }
}

#[test]
fn bytes_that_are_no_program_are_no_reason_to_fall_over() {
    let dir = place_with(&[]);
    let mut state = 1u32;
    let mut bytes: Vec<u8> = (0..100_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    // With a valid beginning.
    bytes.splice(..0, *b"data a; x = 1; run; ");
    for (name, bytes) in [
        ("noise", bytes),
        ("zeros", vec![0; 100_000]),
        ("quotes", b"data a; x = '".repeat(1000)),
        ("nests", [b"data a; x = ".as_slice(), &b"(".repeat(100_000)].concat()),
    ] {
        let mut file = fs::File::create(dir.path(name)).expect("a file");
        file.write_all(&bytes).expect("its bytes");
        let ran = dir.run(&format!("run {name} --work work --log log --listing listing"));
        assert!(matches!(ran.code, Some(0..=2)), "{name}: {:?}", ran.code);
        assert_eq!(ran.stderr, "", "{name}");
    }
}

#[test]
fn files_of_a_folder_are_named_by_its_reference() {
    let program = "filename d '.'; data _null_; infile d(x); input a; put a=; run; \
                   data _null_; infile d('y.txt'); input a; file d(z.txt); put a=; run;";
    let dir = place_with(&[("p.sas", program), ("x.dat", "1\n"), ("y.txt", "2\n")]);
    let ran = dir.run("run p.sas --work work");
    assert!(ran.code == Some(0) && ran.stderr.contains("\na=1\n"), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(dir.path("z.txt")).expect("a file"), "a=2\n");
}

//! Tests of sections, lines, comments, includes and variables.

use std::io;

use super::*;

fn read(text: &str) -> Result<Vec<Section>> {
    sections(text, Path::new("jobs.fio"), 0, &mut |_| {
        Err(io::Error::from(io::ErrorKind::NotFound))
    })
}

fn pairs(section: &Section) -> Vec<(&str, Option<&str>)> {
    let lines = section.lines.iter();
    lines.map(|line| (line.key.as_str(), line.value.as_deref())).collect()
}

#[test]
fn sections_and_their_lines() {
    let text = "; a comment\n\n  [first job]  # one\n\trw =write\ntime_based ; a=b\n[second]\n# no\nbs= 4k\n";
    let sections = read(text).unwrap();
    assert_eq!(sections[0].name, "first job");
    assert_eq!(sections[0].location.to_string(), "jobs.fio:3");
    assert_eq!(sections[0].behind, "");
    assert_eq!(pairs(&sections[0]), [("rw", Some("write")), ("time_based", None)]);
    assert_eq!(pairs(&sections[1]), [("bs", Some(" 4k"))]);
    assert_eq!(sections[1].lines[0].location.line, 8);
}

#[test]
fn what_is_no_section() {
    let message = |text| read(text).unwrap_err().to_string();
    assert_eq!(
        message("\nrw=read\n"),
        "jobs.fio:2: 'rw=read' stands in no section; write [global] or the name of a job in brackets above it"
    );
    assert_eq!(message("[a\n"), "jobs.fio:1: the section name has no ]; write [a]");
    assert!(message(&format!("[{}]", "a".repeat(256))).contains("1 to 255 characters"));
    assert!(read(&format!("[{}]", "a".repeat(255))).is_ok());
}

#[test]
fn every_name_that_begins_with_global_is() {
    let sections = read("[global]\n[globalfoo]\n[Global]\n").unwrap();
    let globals: Vec<_> = sections.iter().map(Section::is_global).collect();
    assert_eq!(globals, [true, true, false]);
}

#[test]
fn comments_behind_values() {
    assert_eq!(without_comment("2  ; comment # other"), "2");
    assert_eq!(without_comment("4k# no blank"), "4k");
    assert_eq!(without_spaced_comment("/data/a#1 ; the first"), "/data/a#1");
    assert_eq!(without_spaced_comment("x\t#y"), "x");
    assert_eq!(without_spaced_comment("hello; trailing"), "hello");
    assert_eq!(without_spaced_comment("a;b"), "a;b");
}

#[test]
fn included_files() {
    let mut asked = Vec::new();
    let text = "[a]\ninclude common.inc ; shared\nbs=4k\ninclude_this=1\n";
    let sections = sections(text, Path::new("dir/jobs.fio"), 0, &mut |path| {
        asked.push(path.to_owned());
        match path.to_str() {
            Some("dir/common.inc") => Ok("rw=write\ninclude more.inc\n".to_owned()),
            Some("more.inc") => Ok("iodepth=4\n".to_owned()),
            _ => Err(io::Error::from(io::ErrorKind::NotFound)),
        }
    })
    .unwrap();
    let keys: Vec<_> = sections[0].lines.iter().map(|line| line.key.as_str()).collect();
    assert_eq!(keys, ["rw", "iodepth", "bs", "include_this"]);
    assert_eq!(sections[0].lines[1].location.to_string(), "more.inc:1");
    // The working directory is tried first.
    assert_eq!(asked[0], Path::new("common.inc"));
}

#[test]
fn a_file_that_includes_itself_ends() {
    let error = sections("[a]\ninclude a.inc\n", Path::new("j"), 0, &mut |_| {
        Ok("include a.inc\n".to_owned())
    });
    assert!(matches!(error, Err(Error::IncludedTooDeep { .. })));
    let error = sections("[a]\ninclude a.inc\n", Path::new("j"), 0, &mut |_| Ok("[b]".to_owned()));
    assert!(matches!(error, Err(Error::SectionInInclude { .. })));
}

#[test]
fn files_may_include_each_other_deeply() {
    let deepest = |depth: usize| {
        let sections = sections("[a]\ninclude 1\n", Path::new("j"), 0, &mut |path| {
            let number: usize = path.to_str().and_then(|name| name.parse().ok()).unwrap();
            Ok(match number < depth {
                true => format!("include {}\n", number + 1),
                false => "bs=4k\n".to_owned(),
            })
        })?;
        Ok::<_, Error>(sections[0].lines.len())
    };
    assert_eq!(deepest(40).unwrap(), 1);
    assert!(matches!(deepest(10_000), Err(Error::IncludedTooDeep { .. })));
}

#[test]
fn lines_that_cannot_be_any() {
    let said = |text| read(text).unwrap_err().to_string();
    for (text, starts) in [
        ("[a]\n\n =\n", "jobs.fio:3: there is no option before = in '='"),
        ("[a]\rbs=4k\r", "jobs.fio:1: the line has a carriage return"),
        ("[a]\ninclude no ; comment\n", "jobs.fio:2: include no: no such file"),
    ] {
        assert!(said(text).starts_with(starts), "{}", said(text));
    }
    let sections = read("[a]\r\nbs=4k\r\n").unwrap();
    assert_eq!(pairs(&sections[0]), [("bs", Some("4k"))]);
}

#[test]
fn variables() {
    let surroundings = VariableValues {
        variable: &|name| (name == "SIZE").then(|| "10".to_owned()),
        processors: 4,
        page_bytes: 4096,
        memory_mib: 2000,
    };
    let text = |given| surroundings.expand(given).text;
    assert_eq!(text("${SIZE}Gi"), "10Gi");
    assert_eq!(text("$ncpus*2"), "8");
    assert_eq!(text("$pagesize * (1+1)"), "8192");
    assert_eq!(text("$mb_memory/3"), "666");
    assert_eq!(text("$ncpus processors"), "4 processors");
    assert_eq!(text("2*3"), "2*3");
    assert_eq!(text("$jobname.${SIZE"), "$jobname.${SIZE");
    assert_eq!(surroundings.expand("a${NO}b").undefined, ["NO"]);
    assert_eq!(text("a${NO}b"), "ab");
}

//! Pipes in the log and in the record.

use crate::sessions::{SessionOutput, alone, at_once, port};

fn both(port: u16, address: &str) -> [SessionOutput; 2] {
    at_once([
        format!("libname p sasesock '{address}:{port}' timeout=60; data p.made; do x = 1 to 5000; output; end; run;"),
        format!("libname q sasesock '{address}:{port}' timeout=60; data got; set q.read; run;"),
    ])
}

#[test]
fn the_log_shows_what_moved_over_what() {
    for (address, carrier) in [("", "unix socket"), ("localhost", "tcp")] {
        let [writer, reader] = both(port(), address);
        assert!(writer.is_clean() && reader.is_clean(), "{}{}", writer.log, reader.log);
        for (told, name, other) in [(&writer, "P.MADE", "reader"), (&reader, "Q.READ", "writer")] {
            let line = told
                .log
                .lines()
                .find(|line| line.trim_start().starts_with(name) && line.contains(carrier));
            let line = line.unwrap_or_else(|| panic!("{}", told.log));
            assert!(line.contains(&format!("s for the {other}")), "{line}");
            assert!(told.log.contains("of its time and for pipes"), "{}", told.log);
        }
        assert!(
            reader.log.contains("it is P.MADE at the end that wrote it"),
            "{}",
            reader.log
        );
        assert!(
            writer.log.contains("it is Q.READ at the end that read it"),
            "{}",
            writer.log
        );
        assert!(
            reader
                .log
                .contains("There were 5000 observations read from the data set Q.READ"),
            "{}",
            reader.log
        );
        let read = reader.record.steps[0].read[0].file.as_ref().unwrap();
        let made = writer.record.steps[0].made[0].file.as_ref().unwrap();
        assert_eq!((read.bytes, read.pages), (made.bytes, made.pages));
        for pipe in [&read.pipe, &made.pipe] {
            let pipe = pipe.as_ref().unwrap();
            assert_eq!(pipe.carrier, carrier);
            assert!(pipe.began_microseconds <= pipe.ended_microseconds);
            assert!(pipe.waited_for_other_end_seconds <= pipe.waited_seconds);
        }
    }
}

#[test]
fn libname_lists_it() {
    let told = alone("libname p sasesock ':7123'; libname p list; libname q sasesock ':7123'; libname p clear;");
    assert!(told.is_clean(), "{}", told.log);
    assert_eq!(told.log.matches("Engine:        SASESOCK").count(), 3, "{}", told.log);
    assert_eq!(told.log.matches("Physical Name: :7123").count(), 3, "{}", told.log);
    assert!(told.log.contains("It is the same pipe as that of P."), "{}", told.log);
}

#[test]
fn the_log_does_not_show_a_secret() {
    for program in [
        "libname q sasesock 'localhost:7000' secret=\n'open sesame';",
        "libname q sasesock 'localhost:7000' secret\n /* of\n 'ours' */ = /* it */\n \"open sesame\" colour=red;",
        "libname q sasesock 'localhost:7000' secret=/* c */'open sesame'\n colour=red\n;",
        "libname q sasesock ':7000' secret='open sesame XXXXXXXXXXX\n more';",
        "options nosource; libname q sasesock ':7000'\n secret=\n 'open sesame' colour=red; %put secret XXXXXXXXXXX;",
        "options mprint mlogic symbolgen; %macro m; libname q sasesock ':7000' secret = /* c */\n\
         'open sesame'; %mend; %m",
        "libname q sasesock 'localhost:7000' secret='open sesame';",
        // The line stands below the error.
        "libname q sasesock 'localhost:7000' Secret = \"open sesame\" colour=red;",
        "options mprint; %macro m; libname q sasesock ':7000' secret='open sesame'; %mend; %m",
    ] {
        let told = alone(program);
        assert!(told.log.to_lowercase().contains("secret"), "{}", told.log);
        assert!(told.log.contains("XXXXXXXXXXX"), "{}", told.log);
        assert!(!told.log.contains("sesame"), "{}", told.log);
    }
}

#[test]
fn the_log_does_not_show_what_references_stand_for_in_a_secret() {
    let lines = |program: &str| {
        let options = "options symbolgen mlogic mprint; %let s = open sesame; %let t1 = open sesame; %let i = 1;";
        let told = alone(&format!("{options}\n{program}"));
        let told_of = told
            .log
            .lines()
            .filter(|line| line.starts_with("SYMBOLGEN") || line.starts_with("MLOGIC") || line.starts_with("MPRINT"));
        let told_of = told_of.collect::<Vec<_>>().join("\n");
        assert!(told.log.contains("Q was successfully assigned"), "{}", told.log);
        assert!(!told_of.contains("sesame"), "{}", told.log);
        told_of
    };
    for program in [
        "libname q sasesock ':7000' secret=\"&s\";",
        "libname q sasesock ':7000' secret = /* c */\n \"&s\";",
        "libname q sasesock ':7000' secret=\"&&t&i\";",
        "%let r = '&s'; %let r = %unquote(%str(%')open sesame%str(%')); libname q sasesock ':7000' secret=&r;",
        "%macro m(p); libname q sasesock ':7000' secret=\"&p\"; %mend; %m(open sesame)",
    ] {
        assert!(lines(program).contains("XXXXXXXXXXX"), "{program}");
    }
    // All else is told as ever, and what the user has written out stays.
    let told = alone("options symbolgen; %let s = open sesame; %put &s; data _null_; x = \"&s\"; run;");
    assert_eq!(told.log.matches("resolves to open sesame").count(), 2, "{}", told.log);
    assert!(told.log.contains("\nopen sesame\n"), "{}", told.log);
}

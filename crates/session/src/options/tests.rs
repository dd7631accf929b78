//! The options that programs set and see.

use super::*;

#[test]
fn options_are_listed_by_their_names_and_not_by_what_switches_them_off() {
    let list = SystemOptions::default().list();
    let place = |text: &str| list.iter().position(|(it, _)| it == text).unwrap();
    assert!(place("NOMPRINT") < place("NOTES"));
    assert!(place("NOTES") < place("OBS=MAX"));
    assert!(place("OBS=MAX") < place("NOSGIO"));
}

#[test]
fn options_without_effect_are_taken_and_kept() {
    let mut options = SystemOptions::default();
    for (word, value, told) in [
        // An option that has its value already needs no note.
        ("nodate", None, None),
        ("NONUMBER", None, None),
        ("validvarname", Some("any"), None),
        ("compress", Some("no"), None),
        ("number", None, Some("NUMBER")),
        ("ps", Some("60"), Some("PAGESIZE")),
        ("pagesize", Some("max"), None),
        ("formdlim", Some("-"), Some("FORMDLIM")),
        ("fmtsearch", Some("(lib work)"), None),
        ("noxwait", None, Some("XWAIT")),
        ("compress", Some("char"), None),
        ("reuse", Some("yes"), None),
    ] {
        assert_eq!(options.set(word, value), Ok(told), "{word}");
    }
    for (word, value) in [
        ("number", "NUMBER"),
        ("date", "NODATE"),
        ("PS", "32767"),
        ("formdlim", "-"),
        ("fmtsearch", "(lib work)"),
        ("compress", "CHAR"),
        ("reuse", "YES"),
        ("mergenoby", "NOWARN"),
        ("center", "CENTER"),
        ("ls", "80"),
        ("msglevel", "N"),
    ] {
        assert_eq!(options.value(word).as_deref(), Some(value), "{word}");
    }
    assert_eq!(options.value("nonesuch"), None);
    assert!(options.set("nodate", Some("1")).is_err());
    assert!(options.set("orientation", Some("round")).is_err());
    let said = options.set("invaliddata", Some("X")).unwrap_err();
    assert_eq!(
        said.to_string(),
        "the system option INVALIDDATA is not supported (A number that cannot be read is `.` always)"
    );
}

#[test]
fn options_are_set_and_shown() {
    let mut options = SystemOptions::default();
    options.set("fullstimer", None).unwrap();
    options.set("nonotes", None).unwrap();
    options.set("obs", Some("100")).unwrap();
    options.set("bufsize", Some("64k")).unwrap();
    options.set("sgio", None).unwrap();
    options.set("ls", Some("132")).unwrap();
    assert!(options.log.full_timer && !options.log.notes);
    assert_eq!(
        (options.steps.last_observation, options.steps.line_size),
        (Some(100), 132)
    );
    assert_eq!(options.data_sets.bufsize, Some(65536));
    let list: Vec<_> = options.list().into_iter().map(|(text, _)| text).collect();
    for text in [
        "FULLSTIMER",
        "NONOTES",
        "OBS=100",
        "BUFSIZE=65536",
        "SGIO",
        "LINESIZE=132",
    ] {
        assert!(list.iter().any(|there| there == text), "{text} in {list:?}");
    }
    options.set("obs", Some("max")).unwrap();
    assert_eq!(options.steps.last_observation, None);
}

#[test]
fn what_is_wrong_is_said_with_what_would_do() {
    let mut options = SystemOptions::default();
    let said = |outcome: Result<_, OptionError>| outcome.unwrap_err().to_string();
    insta::assert_snapshot!(
        [
            said(options.set("obs", Some("many"))),
            said(options.set("obs", None)),
            said(options.set("fulstimer", None)),
            said(options.set("missing", Some("ab"))),
            said(options.set("notes", Some("7"))),
            said(options.set("bufsize", Some("3x"))),
        ]
        .join("\n")
    );
}

#[test]
fn options_about_sessions_are_set_and_shown() {
    let mut options = SystemOptions::default();
    for (word, value) in [
        ("comamid", Some("tcp")),
        ("autosignon", None),
        ("noconnectwait", None),
        ("noconnectpersist", None),
        ("nosignonwait", None),
        ("sysrputsync", None),
        ("sascmd", Some("!sascmd -Work /A")),
        ("process", Some("task0")),
    ] {
        options.set(word, value).unwrap();
    }
    let sessions = &options.sessions;
    assert!(sessions.auto_sign_on && sessions.sync_macro_variables);
    assert!(!sessions.wait && !sessions.persist && !sessions.sign_on_wait);
    assert_eq!(sessions.command, "!sascmd -Work /A");
    assert_eq!(sessions.session, "TASK0");
    let list: Vec<_> = options.list().into_iter().map(|(text, _)| text).collect();
    for text in [
        "AUTOSIGNON",
        "COMAMID=TCP",
        "NOCONNECTPERSIST",
        "CONNECTREMOTE=TASK0",
        "NOCONNECTWAIT",
        "SASCMD='!sascmd -Work /A'",
        "NOSIGNONWAIT",
        "SYSRPUTSYNC",
    ] {
        assert!(list.iter().any(|there| there == text), "{text} in {list:?}");
    }
}

#[test]
fn what_sessions_cannot_be_reached_by_is_refused() {
    let mut options = SystemOptions::default();
    let mut said = |word, value| {
        let outcome: Result<_, OptionError> = options.set(word, value);
        outcome.unwrap_err().text()
    };
    assert_eq!(
        said("comamid", Some("xms")),
        "Invalid option value XMS for SAS option COMAMID. It takes TCP."
    );
    assert!(said("sascmd", None).starts_with("SASCMD needs a value"));
    assert!(said("remote", Some("longername")).contains("SAS option CONNECTREMOTE"));
}

#[test]
fn options_have_names_of_their_own() {
    for definition in definitions() {
        assert!(settings::find(definition.name).is_none());
    }
}

//! System options about other sessions, for statements that do not say otherwise.

use super::definition::{Definition, Effect, Obeyed};
use super::form::{Form, Given};

/// What SIGNON and RSUBMIT do unless they say otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionDefaults {
    /// `AUTOSIGNON`: RSUBMIT begins a session that is not there.
    pub auto_sign_on: bool,
    /// `CONNECTPERSIST`: a session that RSUBMIT began goes on after its block.
    pub persist: bool,
    /// `CONNECTREMOTE=`: the session of statements that name none; empty for the one that was named last.
    pub session: String,
    /// `CONNECTWAIT`: the statements after RSUBMIT wait for its block.
    pub wait: bool,
    /// `SASCMD=`: the command that begins a session; empty for that of this one.
    pub command: String,
    /// `SIGNONWAIT`: the statements after SIGNON wait until the session is there.
    pub sign_on_wait: bool,
    /// `SYSRPUTSYNC`: %SYSRPUT takes effect at once, and not when this session waits.
    pub sync_macro_variables: bool,
}

impl Default for SessionDefaults {
    fn default() -> Self {
        Self {
            auto_sign_on: false,
            persist: true,
            session: String::new(),
            wait: true,
            command: String::new(),
            sign_on_wait: true,
            sync_macro_variables: false,
        }
    }
}

pub(super) const ACCESS_METHOD: Definition = Definition {
    name: "COMAMID",
    aliases: &[],
    form: Form::Word(&["TCP"]),
    help: "How sessions are reached. Only TCP is supported.",
    effect: Effect::Obeyed(Obeyed {
        set: |_, _| {},
        show: |_| "TCP".to_owned(),
    }),
};

pub(super) const SESSION: Definition = Definition {
    name: "CONNECTREMOTE",
    aliases: &["CREMOTE", "PROCESS", "REMOTE"],
    form: Form::Library,
    help: "The session of statements that name none. Empty by default, which is the one named last.",
    effect: Effect::Obeyed(Obeyed {
        set: |options, given| {
            if let Given::Name(name) = given {
                options.sessions.session.clone_from(name);
            }
        },
        show: |options| options.sessions.session.clone(),
    }),
};

pub(super) const COMMAND: Definition = Definition {
    name: "SASCMD",
    aliases: &[],
    form: Form::Text,
    help: "The command that begins a session. Empty by default, which is that of this session.",
    effect: Effect::Obeyed(Obeyed {
        set: |options, given| {
            if let Given::Text(text) = given {
                options.sessions.command.clone_from(text);
            }
        },
        show: |options| format!("'{}'", options.sessions.command),
    }),
};

#[cfg(test)]
mod tests {
    use crate::options::{OptionError, SystemOptions};

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
            outcome.unwrap_err().to_string()
        };
        assert_eq!(
            said("comamid", Some("xms")),
            "COMAMID cannot be `xms`; it takes TCP"
        );
        assert!(said("sascmd", None).starts_with("SASCMD needs a value"));
        assert!(said("remote", Some("longername")).starts_with("CONNECTREMOTE cannot be"));
    }
}

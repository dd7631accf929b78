//! The options of other sessions, which are defaults of the statements.

use crate::form::Form;
use crate::group::options;
use crate::option_type::words;

/// `COMAMID=`: the access method of sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessMethod {
    /// By TCP.
    Tcp,
}

words!(AccessMethod { "TCP" => Tcp });

options! {
    /// The defaults of SIGNON and RSUBMIT.
    ConnectOptions {
        AUTOSIGNON => auto_sign_on: bool = false,
            "RSUBMIT begins a session that is not there.";
        COMAMID => access_method: AccessMethod = AccessMethod::Tcp,
            "How sessions are reached. Only TCP is supported.";
        CONNECTPERSIST => persist: bool = true,
            "A session that RSUBMIT began goes on after its block. On by default.";
        CONNECTREMOTE | CREMOTE | PROCESS | REMOTE => session: String [Form::Name] = String::new(),
            "The session of statements that name none. Empty by default, which is the one named last.";
        CONNECTWAIT => wait: bool = true,
            "The statements after RSUBMIT wait for its block. On by default.";
        SASCMD => command: String = String::new(),
            "The command that begins a session. Empty by default, which is that of this session.";
        SIGNONWAIT => sign_on_wait: bool = true,
            "The statements after SIGNON wait until the session is there. On by default.";
        SYSRPUTSYNC => sync_macro_variables: bool = false,
            "%SYSRPUT takes effect at once, and not when the session waits for the block.";
    }
}

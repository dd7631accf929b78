//! Launchers: commands of a site that start a program on another machine and carry its standard input and output, such
//! as `ssh {host}`, `srun -w {host} -N1 -n1`, `kubectl exec -i {host} --` or `podman exec -i {host}`.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use feedrate_pageio::process;

use crate::host_name::HostName;
use crate::process::Launch;
use crate::remote::{ProgramCopy, REMOTE_SUBCOMMAND, RemoteStart};

/// The place of the host's name in a launcher.
pub const HOST: &str = "{host}";

/// The launcher where none is named. It asks for no password, because nobody could answer on many hosts at once.
pub const SSH: &str = "ssh -o BatchMode=yes {host}";

/// The launcher within an allocation of Slurm where none is named.
pub const SRUN: &str = "srun --overlap -N1 -n1 -w {host}";

/// A launcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    words: Vec<String>,
    text: String,
}

/// Why a text is no launcher.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LauncherError {
    /// It has no words.
    #[error("a launcher is a command, such as `ssh {{host}}`; this one is empty")]
    Empty,
    /// Its quotes do not match.
    #[error("the quotes of the launcher `{0}` do not match")]
    Quotes(String),
    /// Its program is the host's name.
    #[error("the launcher `{0}` has no program before {{host}}")]
    NoProgram(String),
}

impl FromStr for Launcher {
    type Err = LauncherError;

    fn from_str(text: &str) -> Result<Self, LauncherError> {
        let text = text.trim().to_owned();
        let words = shlex::split(&text).ok_or_else(|| LauncherError::Quotes(text.clone()))?;
        match words.first() {
            None => Err(LauncherError::Empty),
            Some(first) if first.is_empty() => Err(LauncherError::Empty),
            Some(first) if first.contains(HOST) => Err(LauncherError::NoProgram(text)),
            Some(_) => Ok(Self { words, text }),
        }
    }
}

impl fmt::Display for Launcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Launcher {
    /// Returns whether it is told the host. One that is not chooses it, as `srun` does in a grid.
    pub fn names_hosts(&self) -> bool {
        self.words.iter().any(|word| word.contains(HOST))
    }

    /// Returns how to start a session through it.
    pub fn launch(&self, host: Option<&HostName>, there: &RemoteProgram, spool: PathBuf) -> Launch {
        let host = host.map_or("", HostName::as_str);
        let mut words = self.words.iter().map(|word| word.replace(HOST, host));
        let program = words.next().unwrap_or_default().into();
        let mut arguments: Vec<OsString> = words.map(OsString::from).collect();
        match &there.bring {
            // Words that a shell in between leaves as they are, and commands by standard input.
            Some(_) => arguments.push("sh".into()),
            None => {
                arguments.push(there.program.as_str().into());
                arguments.push(REMOTE_SUBCOMMAND.into());
            }
        }
        Launch {
            program,
            arguments,
            spool,
            remote: Some(RemoteStart {
                version: there.version,
                bring: there.bring.clone(),
            }),
        }
    }

    /// Returns the host and the words behind it if a command begins with this launcher's words.
    pub fn matches<'w>(&self, words: &'w [String]) -> Option<(Option<HostName>, &'w [String])> {
        let (own, rest) = words.split_at_checked(self.words.len())?;
        let mut host: Option<&str> = None;
        for (template, word) in self.words.iter().zip(own) {
            let Some((before, after)) = template.split_once(HOST) else {
                if template != word {
                    return None;
                }
                continue;
            };
            let named = word.strip_prefix(before)?.strip_suffix(after)?;
            if host.is_some_and(|host| host != named) {
                return None;
            }
            host = Some(named);
        }
        match host.map(HostName::new) {
            None => Some((None, rest)),
            Some(host) => Some((Some(host.ok()?), rest)),
        }
    }
}

/// The program on other machines.
#[derive(Clone, Debug)]
pub struct RemoteProgram {
    program: String,
    version: &'static str,
    bring: Option<ProgramCopy>,
}

impl RemoteProgram {
    /// The program that is there already: its name, if it is found by that, or its path.
    ///
    /// # Errors
    ///
    /// Fails for characters that a shell there would not take as they are.
    pub fn installed(program: &str, version: &'static str) -> Result<Self, String> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_./+-=@%:,".contains(letter);
        if program.is_empty() || program.starts_with('-') || !program.chars().all(is_plain) {
            return Err(format!(
                "`{program}` cannot name the program on other hosts: a shell there might take it for something else; \
                 use letters, digits and _ . / + - = @ % : ,"
            ));
        }
        Ok(Self {
            program: program.to_owned(),
            version,
            bring: None,
        })
    }

    /// A copy of this program, in a folder there; `None` for that of temporary files.
    pub fn brought(folder: Option<String>, version: &'static str) -> Self {
        Self {
            program: String::new(),
            version,
            bring: Some(ProgramCopy {
                program: process::own_program(),
                folder,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launcher(text: &str) -> Launcher {
        text.parse().unwrap()
    }

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(ToOwned::to_owned).collect()
    }

    #[test]
    fn the_host_is_put_where_it_belongs() {
        let there = RemoteProgram::installed("/opt/feedrate", "1").unwrap();
        let host = HostName::new("n2").unwrap();
        let launch = launcher("kubectl exec -i 'pod-{host}' --").launch(Some(&host), &there, PathBuf::from("/tmp"));
        assert_eq!(launch.program, PathBuf::from("kubectl"));
        assert_eq!(
            launch.arguments,
            ["exec", "-i", "pod-n2", "--", "/opt/feedrate", "host"]
        );
    }

    #[test]
    fn a_command_is_the_launchers_with_a_host() {
        let ssh = launcher("ssh -p 22 {host}");
        let command = words("ssh -p 22 n2 feedrate -cpucount 2");
        let (host, rest) = ssh.matches(&command).unwrap();
        assert_eq!(host.unwrap().as_str(), "n2");
        assert_eq!(rest, words("feedrate -cpucount 2"));
        for other in [
            "ssh n2 feedrate",
            "ssh -p 23 n2 feedrate",
            "rsh -p 22 n2 feedrate",
            "ssh -p 22",
            // An option of ssh that would run something here.
            "ssh -p 22 -oProxyCommand=x feedrate",
        ] {
            assert!(ssh.matches(&words(other)).is_none(), "{other}");
        }
        let srun = launcher("srun -n1");
        assert!(!srun.names_hosts());
        let command = words("srun -n1 feedrate");
        assert_eq!(srun.matches(&command).unwrap().0, None);
    }

    #[test]
    fn what_is_no_launcher_is_refused() {
        for text in ["", " ", "''", "ssh 'x", "{host} ssh"] {
            assert!(text.parse::<Launcher>().is_err(), "{text:?}");
        }
        for program in ["", "-x", "feed rate", "$(x)", "a;b", "~/feedrate"] {
            assert!(RemoteProgram::installed(program, "1").is_err(), "{program:?}");
        }
    }
}

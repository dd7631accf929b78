//! socat: the same bytes from one process to another.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ValueEnum;
use feedrate_bench::process::child::Stop;
use feedrate_bench::process::port::free_port;
use feedrate_bench::volume;
use serde::Serialize;

use super::ending::seconds_of_both;

/// The transport of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Carrier {
    /// A Unix socket.
    Unix,
    /// TCP on the loopback interface.
    Tcp,
}

/// The sizes of its buffer that it tries, in KiB.
pub const BUFFERS: [u32; 4] = [64, 128, 256, 1024];

/// The program.
#[derive(Debug)]
pub struct Socat {
    program: PathBuf,
    /// Its own name for itself.
    pub version: String,
}

impl Carrier {
    /// Returns its name in arguments.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unix => "unix",
            Self::Tcp => "tcp",
        }
    }

    /// Returns the host that stands before the port of a pipe.
    pub fn host(self) -> &'static str {
        match self {
            Self::Unix => "",
            Self::Tcp => "localhost",
        }
    }

    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unix => "Unix socket",
            Self::Tcp => "TCP",
        }
    }
}

impl Socat {
    /// Takes the program at a path.
    pub fn find(program: &Path) -> Result<Self, String> {
        let said = Command::new(program)
            .arg("-V")
            .output()
            .map_err(volume::cannot("run", program))?;
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let version = said.lines().find(|line| line.starts_with("socat version"));
        let words = version.map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" "));
        Ok(Self {
            program: program.to_owned(),
            version: words.unwrap_or_else(|| "socat".to_owned()),
        })
    }

    /// Sends a file. Returns for how many seconds: from the start of the sender until both have ended.
    pub fn send(&self, file: &Path, carrier: Carrier, buffer_kib: u32, stop: &Stop) -> Result<f64, String> {
        let socket = file.with_extension("socket");
        // It need not exist.
        let _ = std::fs::remove_file(&socket);
        let port = free_port()?;
        let (listen, connect) = match carrier {
            Carrier::Unix => (
                format!("UNIX-LISTEN:{}", socket.display()),
                format!("UNIX-CONNECT:{}", socket.display()),
            ),
            Carrier::Tcp => (
                format!("TCP-LISTEN:{port},bind=127.0.0.1,reuseaddr"),
                format!("TCP:127.0.0.1:{port},retry=100,interval=0.01"),
            ),
        };
        let buffer = (u64::from(buffer_kib) << 10).to_string();
        let end = |from: &str, to: &str| {
            let mut command = Command::new(&self.program);
            command.args(["-u", "-b", &buffer, from, to]);
            command.stdin(Stdio::null()).stdout(Stdio::null());
            command
        };
        let mut receiver = end(&listen, "OPEN:/dev/null,wronly");
        let mut sender = end(&format!("OPEN:{},rdonly", file.display()), &connect);
        seconds_of_both(
            (&mut receiver, "socat's receiver"),
            (&mut sender, "socat's sender"),
            stop,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_told() {
        let error = Socat::find(Path::new("/nowhere/socat")).unwrap_err();
        assert!(error.starts_with("cannot run /nowhere/socat"), "{error}");
    }

    #[test]
    fn a_sender_that_fails_is_told_and_nobody_stays() {
        // A program that is found everywhere, and sends nothing.
        let socat = Socat {
            program: "false".into(),
            version: String::new(),
        };
        let folder = tempfile::tempdir().unwrap();
        let error = socat
            .send(&folder.path().join("x"), Carrier::Unix, 64, &Stop::default())
            .unwrap_err();
        assert!(error.starts_with("socat's sender failed"), "{error}");
    }
}

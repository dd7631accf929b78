//! A pipe that is attacked: its programs, and the judgement of what its reader made.

use std::net::Ipv4Addr;
use std::thread;
use std::time::Duration;

use crate::attack::data::disk::Disk;
use crate::attack::data::stock::{self, Size};
use crate::attack::process::Outcome;
use crate::attack::round::{Harm, Round};
use crate::attack::stream::socket::Place;
use crate::attack::verdict::{Demand, judge};

/// The transport of a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    Unix,
    Tcp,
    TcpWithSecret,
    /// By an address that is not of the loopback interface.
    Encrypted(Ipv4Addr),
}

/// A pipe that is attacked.
pub struct Pipe {
    pub carrier: Carrier,
    pub disk: Disk,
    /// Where the writer is, and where the reader thinks that it is.
    pub ports: [u16; 2],
}

/// The words of the ends of a pipe on the connection of the frames.
pub struct Words {
    /// Those of the reader.
    pub reader: Vec<u8>,
    /// Those of the writer.
    pub writer: Vec<u8>,
}

impl Pipe {
    pub fn place(&self, index: usize) -> Place {
        match self.carrier {
            Carrier::Unix => Place::Unix(self.ports[index]),
            Carrier::Tcp | Carrier::TcpWithSecret => Place::Tcp(Ipv4Addr::LOCALHOST, self.ports[index]),
            Carrier::Encrypted(own) => Place::Tcp(own, self.ports[index]),
        }
    }

    pub fn library(&self, index: usize, timeout: u32) -> String {
        let port = self.ports[index];
        let of_two = "secret='of the two alone'";
        let (host, secret) = match self.carrier {
            Carrier::Unix => (String::new(), ""),
            Carrier::Tcp => ("localhost".to_owned(), ""),
            Carrier::TcpWithSecret => ("localhost".to_owned(), of_two),
            Carrier::Encrypted(own) => (own.to_string(), of_two),
        };
        format!("libname p sasesock '{host}:{port}' timeout={timeout} {secret};\n")
    }

    pub fn writer(&self, timeout: u32) -> String {
        let step = "data p.x; set d.b; run;\n";
        self.disk.libraries("") + &self.library(0, timeout) + step
    }

    /// A reader, that dials the writer's place or the other one.
    pub fn reader(&self, index: usize, timeout: u32) -> String {
        let step = "data d.n; set p.x; run;\n";
        self.disk.libraries("") + &self.library(index, timeout) + step
    }

    /// Looks whether what the reader made is all of it or nothing, as its end says.
    pub fn judge(&self, round: &mut Round, writer: &Outcome, reader: &Outcome, may_differ: bool) -> Result<(), String> {
        round.tries += 1;
        for (name, ended) in [("the writer", writer), ("the reader", reader)] {
            let story = round.story.clone();
            round.story += &format!(", {name}");
            round.judge_end(ended, None);
            round.judge_errors(ended);
            round.story = story;
        }
        let before = stock::before(Size::SMALL);
        let mut after = before.clone();
        after.insert("d/n.sas7bdat", stock::listed(stock::b(Size::SMALL)));
        let path = self.disk.path("d/n.sas7bdat");
        if reader.code != Some(0) {
            if path.exists() {
                round.find(Harm::Lost, "the reader failed, and made a data set");
            }
            after = before.clone();
        } else if may_differ && path.exists() {
            // Nothing is said against a changed value: what goes through is not encrypted. It must be readable.
            let program = self.disk.libraries("") + "data _null_; set d.n; run;\n";
            let ended = round.run(&program)?;
            if ended.code != Some(0) {
                round.find(
                    Harm::Lost,
                    format!("what was made cannot be read: {}", ended.complaint()),
                );
            }
            std::fs::remove_file(&path).map_err(|error| error.to_string())?;
            after = before.clone();
        }
        judge(round, &self.disk, &before, &after, Demand::After)?;
        // The next run of the same pipe begins where this one did.
        let _ = std::fs::remove_file(path);
        Ok(())
    }
}

/// Runs both ends; the reader dials the place `index` and begins later.
pub fn both(
    round: &mut Round,
    pipe: &Pipe,
    index: usize,
    timeout: u32,
    later: Duration,
) -> Result<(Outcome, Outcome), String> {
    let mut command = round.command(&pipe.writer(timeout))?;
    let writer = round.start(&mut command)?;
    thread::sleep(later);
    let mut command = round.command(&pipe.reader(index, timeout))?;
    let reader = round.start(&mut command)?;
    let reader = reader.wait()?;
    Ok((writer.wait()?, reader))
}

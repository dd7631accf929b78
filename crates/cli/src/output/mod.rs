//! Where results go: a document to standard output, JSON and HTML to files.

mod destination;
mod ours;
mod program;
mod unless_closed;

use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::stoppable::Stoppable;
use feedrate_report::Document;
use feedrate_report::html::{self, HtmlOptions};
use feedrate_report::text::{self, TextOptions};
use serde::Serialize;

use destination::Destination;
pub use program::ProgramOutputs;

/// Where a command's results go besides the text for a person.
#[derive(Debug)]
pub struct Results {
    json: Option<Destination>,
    html: Option<Destination>,
}

impl Results {
    /// Looks whether the results can go where they are asked for, before a long measurement is made in
    /// vain.
    pub fn to(json: Option<&Path>, html: Option<&Path>) -> Result<Self, String> {
        let json = json.map(Destination::of).transpose()?;
        let html = html.map(Destination::of).transpose()?;
        if json.is_some() && json == html {
            return Err(
                "--json and --html name the same place; give each a file of its own".to_owned(),
            );
        }
        for destination in json.iter().chain(&html) {
            destination.check()?;
        }
        Ok(Self { json, html })
    }

    /// Gives the results. Standard output is for a person, unless one of the others was asked for there;
    /// what cannot be written keeps nothing else back. `stop` ends what waits for the reader of a pipe.
    pub fn deliver(
        &self,
        document: &Document,
        value: &impl Serialize,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), String> {
        let to_stdout = |to: &Option<Destination>| *to == Some(Destination::Stdout);
        let mut outcomes = Vec::new();
        if !to_stdout(&self.json) && !to_stdout(&self.html) {
            outcomes.push(print(document, stop));
        }
        if let Some(to) = &self.json {
            outcomes.push(json_text(value).and_then(|text| to.write(&text, stop)));
        }
        if let Some(to) = &self.html {
            outcomes.push(to.write(&html::render(document, &HtmlOptions::default()), stop));
        }
        let failures: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
        if failures.is_empty() {
            return Ok(());
        }
        Err(failures.join("; "))
    }
}

/// Writes text to a file that is new, empty, or an earlier result. It appears whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let destination = Destination::of(path)?;
    destination.check()?;
    destination.write(text, &Arc::default())
}

/// Writes to standard output. A reader that has seen enough, such as `head`, is no failure. `stop` ends what waits for
/// one who reads nothing.
pub fn to_stdout(text: &[u8], stop: &Arc<AtomicBool>) -> Result<(), String> {
    let written = standard(io::stdout(), stop).and_then(|mut output| output.write_all(text));
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// Standard output or standard error, to which nothing else is written meanwhile. `stop` ends what waits for one who reads
/// nothing there.
fn standard(stream: impl AsFd, stop: &Arc<AtomicBool>) -> io::Result<Stoppable> {
    Ok(Stoppable::given(stream.as_fd().try_clone_to_owned()?, stop))
}

/// Prints a document, in colour on a terminal that wants it.
fn print(document: &Document, stop: &Arc<AtomicBool>) -> Result<(), String> {
    let options = TextOptions {
        colour: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        ..TextOptions::default()
    };
    to_stdout(text::render(document, &options).as_bytes(), stop)
}

fn json_text(value: &impl Serialize) -> Result<String, String> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    text.push('\n');
    Ok(text)
}

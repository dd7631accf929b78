//! Programs, and what they show.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use feedrate_session::options::SystemOptions;
use feedrate_session::{Session, Setup};

/// The log and the listing of a program.
pub(crate) struct Shown {
    pub log: String,
    pub listing: String,
}

impl Shown {
    /// Returns the notes about where queries were run.
    pub(crate) fn places(&self) -> Vec<&str> {
        let lines = self.log.lines();
        lines
            .filter_map(|line| line.strip_prefix("NOTE: The query was run "))
            .collect()
    }

    /// Returns the errors.
    pub(crate) fn errors(&self) -> Vec<&str> {
        let lines = self.log.lines();
        lines.filter(|line| line.starts_with("ERROR")).collect()
    }
}

#[derive(Clone, Default)]
struct Text(Arc<Mutex<Vec<u8>>>);

impl Text {
    fn take(&self) -> String {
        let mut bytes = self.0.lock().expect("no panic");
        String::from_utf8(std::mem::take(&mut bytes)).expect("UTF-8")
    }
}

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a program.
pub(crate) fn run(program: &str) -> Shown {
    let (log, listing) = (Text::default(), Text::default());
    let work = tempfile::tempdir().expect("a folder");
    let mut session = Session::new(Setup {
        log: Box::new(log.clone()),
        listing: Box::new(listing.clone()),
        work: Some(work.path().to_owned()),
        options: SystemOptions::default(),
        sysparm: String::new(),
        stop: Arc::new(AtomicBool::new(false)),
    });
    session.run("test", program).expect("a short program");
    drop(session);
    Shown {
        log: log.take(),
        listing: listing.take(),
    }
}

/// Makes the tables of the tests: `big` and `small`, and `parts` in Parquet.
pub(crate) fn make_tables(folder: &Path) {
    let folder = folder.display();
    let shown = run(&format!(
        "libname d '{folder}'; libname p parquet '{folder}';
         data d.big; length name $12;
           do i = 1 to 60000;
             k = mod(i * 7919, 1009); x = i / 3; name = cats('n', mod(i, 97));
             if mod(i, 50) = 0 then x = .a;
             filler1 = 1; filler2 = 2; filler3 = 3; filler4 = 4;
             output;
           end;
         run;
         data d.small; length label $8;
           do k = 0 to 1008; label = cats('L', k); y = k * 2; output; end;
         run;
         data p.parts; set d.big(keep=i k name); run;"
    ));
    assert_eq!(shown.errors(), [] as [&str; 0], "{}", shown.log);
}

/// Returns the LIBNAME statement of a library on a cluster.
pub(crate) fn on_cluster(address: &str, folder: &Path) -> String {
    let folder = folder.display();
    format!("libname big cluster '{address}' path='{folder}';")
}

//! The initial state of a session.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_dataset::Libraries;
use feedrate_pipe::Pipes;

use crate::options::SystemOptions;

/// The initial state of a session.
pub struct Setup<'a> {
    /// The destination of the log.
    pub log: Box<dyn Write + 'a>,
    /// The destination of the listing.
    pub listing: Box<dyn Write + 'a>,
    /// The folder in which that of WORK is made, when it is needed.
    pub work: Option<PathBuf>,
    /// The initial system options.
    pub options: SystemOptions,
    /// The value of the macro variable SYSPARM.
    pub sysparm: String,
    /// Becomes true when the user wants the program to stop.
    pub stop: Arc<AtomicBool>,
}

/// Returns WORK, the engines of this build, and pipes whose waits end when `stop` becomes true.
pub(super) fn libraries(work: Option<PathBuf>, stop: &Arc<AtomicBool>) -> Libraries {
    let mut libraries = Libraries::new(work);
    libraries.set_pipes(Pipes::new(Arc::clone(stop)));
    libraries.heed(Arc::clone(stop));
    #[cfg(feature = "open")]
    for format in feedrate_columnar::formats() {
        libraries.engines_mut().add(format);
    }
    libraries
}

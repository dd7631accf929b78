//! What a session begins with.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_dataset::Libraries;
use feedrate_pipe::Pipes;

use crate::options::SystemOptions;

/// What a session begins with.
pub struct Setup<'a> {
    /// Where the log goes.
    pub log: Box<dyn Write + 'a>,
    /// Where the listing goes.
    pub listing: Box<dyn Write + 'a>,
    /// The folder within which that of WORK is made, when it is needed.
    pub work: Option<PathBuf>,
    /// The system options at first.
    pub options: SystemOptions,
    /// The value of the macro variable SYSPARM.
    pub sysparm: String,
    /// Becomes true when the user wants the program to stop.
    pub stop: Arc<AtomicBool>,
}

/// Returns WORK, the engines that this build has, and pipes whose waits end when `stop` becomes true.
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

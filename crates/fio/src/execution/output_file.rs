//! The file of `--output`.

use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::named_file::WriteMode;
use feedrate_pageio::stoppable::StoppableFile;

use super::Failure;
use crate::overwrite::{Excerpt, may_be_replaced};

/// Opens the file for results. Earlier results are replaced, anything else is not. If it is a pipe, `stop` ends the
/// wait for its reader.
pub(super) fn output_file(
    path: &Path,
    overwrite_foreign: bool,
    stop: &Arc<AtomicBool>,
) -> Result<BufWriter<StoppableFile>, Failure> {
    let failure = |source| Failure::OutputFile {
        path: path.to_owned(),
        source,
    };
    if !overwrite_foreign && !may_be_replaced(path, looks_like_results).map_err(failure)? {
        return Err(Failure::Foreign(path.to_owned()));
    }
    let opened = StoppableFile::write_to(path, WriteMode::Anew, stop);
    opened.map(BufWriter::new).map_err(failure)
}

/// Returns whether a file begins as results of fio or feedrate do, in any format.
fn looks_like_results(excerpt: &Excerpt) -> bool {
    let head = excerpt.beginning();
    head.contains("\"fio version\"") || head.contains("3;fio-") || head.contains("\nfio-") || head.contains(": (g=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_spares_what_is_no_result() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        std::fs::write(&path, "my thesis\n").unwrap();
        assert!(matches!(
            output_file(&path, false, &Arc::default()),
            Err(Failure::Foreign(_))
        ));
        assert_eq!(std::fs::read(&path).unwrap(), b"my thesis\n");
        std::fs::write(&path, "a: (g=0): rw=read, bs=(R) 4096B\n").unwrap();
        assert!(output_file(&path, false, &Arc::default()).is_ok());
        std::fs::write(&path, "my thesis\n").unwrap();
        assert!(output_file(&path, true, &Arc::default()).is_ok());
    }
}

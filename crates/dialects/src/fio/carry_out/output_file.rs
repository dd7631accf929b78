//! The file of `--output`.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use super::super::spared::may_be_replaced;
use super::Failure;

/// Opens the file for results. Earlier results go; anything else stays.
pub(super) fn output_file(
    path: &Path,
    overwrite_foreign: bool,
) -> Result<BufWriter<File>, Failure> {
    let failure = |source| Failure::OutputFile {
        path: path.to_owned(),
        source,
    };
    if !overwrite_foreign && !may_be_replaced(path, looks_like_results).map_err(failure)? {
        return Err(Failure::Foreign(path.to_owned()));
    }
    File::create(path).map(BufWriter::new).map_err(failure)
}

/// Whether a file begins as results of fio or feedrate do, in any of the formats.
fn looks_like_results(head: &str) -> bool {
    head.contains("\"fio version\"")
        || head.contains("3;fio-")
        || head.contains("\nfio-")
        || head.contains(": (g=")
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
            output_file(&path, false),
            Err(Failure::Foreign(_))
        ));
        assert_eq!(std::fs::read(&path).unwrap(), b"my thesis\n");
        std::fs::write(&path, "a: (g=0): rw=read, bs=(R) 4096B\n").unwrap();
        assert!(output_file(&path, false).is_ok());
        std::fs::write(&path, "my thesis\n").unwrap();
        assert!(output_file(&path, true).is_ok());
    }
}
